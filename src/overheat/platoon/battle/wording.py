"""Events in words: one sentence each, or none for what only a table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from overheat.kernel.dice import Roll
from overheat.kernel.log.chronicle import plainly
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Sum
from overheat.kernel.wording.because import Because
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle import events as told
from overheat.platoon.battle.events import Event
from overheat.platoon.battle.purposes import PURPOSES, is_summed
from overheat.platoon.battle.state import State
from overheat.platoon.battle.vocabulary import (
    ARRIVALS,
    BREACHES,
    DAMAGES,
    DOINGS,
    DOWN,
    DROPS,
    EFFECTS,
    ENDINGS,
    FAILURES,
    LOSSES,
    MARKS,
    MEETINGS,
    MOVES,
    PLACES,
    RESULTS,
    STRIKES,
    THINGS,
    blast_words,
    device_words,
    order_words,
    weapon_words,
    with_article,
)
from overheat.platoon.ground.geometry import SCALE, Spot
from overheat.platoon.rules.standard.orders import late_ambush

LATE_AMBUSH = "orders.late_ambush"


def where(at: Spot) -> str:
    """A place in inches."""
    high = f", {at.z / SCALE:g} up" if at.z else ""
    return f"({at.x / SCALE:g}, {at.y / SCALE:g}{high})"


def roll_words(roll: Roll) -> str:
    """Dice in words: what they were for and what they show."""
    if roll.purpose == "orders.draw":
        return f"Drawn from the bag: die {roll.total} of {roll.sides}."
    what, faces = PURPOSES.told(roll), ", ".join(map(str, roll.faces))
    return f"{what[:1].upper()}{what[1:]}: {faces}{f' = {roll.total}' if is_summed(roll) else ''}."


def ending_words(event: told.Ended) -> str:
    """Why a battle is over."""
    first, second = event.points
    told_so = ENDINGS.told(event.reason, first=first, second=second)
    drawn = event.reason == "points" and event.winner is None and first != second
    return f"{told_so}, too small a lead to win" if drawn else told_so


E = TypeVar("E", bound=Event)
WORDS: dict[type[Event], Callable[[Any, Wording], str]] = {}
"""What is said of kinds of event that layers bring."""


def of(kind: type[E]) -> Callable[[Callable[[E, Wording], str]], Callable[[E, Wording], str]]:
    """Say how an event of a kind is told."""

    def make(say: Callable[[E, Wording], str]) -> Callable[[E, Wording], str]:
        WORDS[kind] = say
        return say

    return make


class Wording:
    """Sentences about one battle, with the names of its units and of what its rules know."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        self._rules = rules
        self._sheets = state.sheets
        self._players = state.setup.players

    def name(self, id: str) -> str:
        """A unit as people call it: whose it is and its name."""
        side, _, _ = id.partition("/")
        return f"{side}'s {self._sheets[id].name}" if id in self._sheets else id

    def sentence(self, event: Event) -> str | None:
        """What happened, in a sentence; an event of a layer that has no words is told by its name and its facts."""
        if type(event) in WORDS:
            return WORDS[type(event)](event, self)
        if isinstance(event, told.UNSAID):
            return None
        match event:
            case told.Rolled() if event.roll.purpose == LATE_AMBUSH:
                return self._late_ambush(event.roll)
            case told.Rolled() | told.DieDrawn() | told.Kept() | told.SmokeMoved():
                return None
            case told.TurnBegan():
                return f"Turn {event.turn}."
            case told.TurnEnded():
                return f"Turn {event.turn} ends."
            case told.DieSetAside():
                return f"{self._players[event.side]}'s die is set aside."
            case told.Deployed():
                placed = f"is set up at {where(event.at)}" if event.at else PLACES.told(event.where)
                if event.carrier:
                    placed = f"begins aboard {self.name(event.carrier)}"
                return f"{self.name(event.unit)} {placed}."
            case told.Scored():
                return f"Victory points: {event.points[0]} to {event.points[1]}."
            case told.Ended():
                winner = "Nobody" if event.winner is None else self._players[event.winner]
                return f"{winner} wins, {ending_words(event)}."
            case told.SmokePlaced():
                return f"Smoke rises at {where(event.at)}."
            case told.ThingPlaced():
                return f"{with_article(THINGS.told(event.thing.kind))} lies at {where(event.thing.at)}."
            case told.ThingGone():
                return f"{with_article(THINGS.told(event.thing.kind))} at {where(event.thing.at)} is gone."
            case told.Exploded():
                return f'A blast of {event.size}" at {where(event.at)} ({blast_words(self._rules, event.why)}).'
        return self._about_unit(event)

    def _late_ambush(self, roll: Roll) -> str:
        """Whether a unit in ambush fires as the turn ends: where it does not, nothing else is told of it."""
        fires = self._rules[late_ambush](self._rules, roll.total)
        ended = "it fires" if fires else "it holds its fire"
        return f"{self.name(roll.who)} is still in ambush as the turn ends and rolls {roll.total}: {ended}."

    def aside(self, event: Event) -> str | None:
        """What a report leaves out and whoever plays wants to know: dice, the bag, kept orders, drifting smoke."""
        match event:
            case told.Rolled():
                return roll_words(event.roll)
            case told.DieDrawn():
                left = ", ".join(f"{player} {many}" for player, many in zip(self._players, event.left, strict=True))
                return f"{self._players[event.side]}'s die is drawn; left in the bag: {left}."
            case told.Kept():
                return f"{self.name(event.unit)} keeps its order {order_words(self._rules, event.order)}."
            case told.SmokeMoved():
                return f"The smoke at {where(event.at)} {f'drifts to {where(event.to)}' if event.to else 'lifts'}."
        return None

    def _about_unit(self, event: Event) -> str | None:
        who = self.name(str(getattr(event, "unit", getattr(event, "attacker", ""))))
        match event:
            case told.Ordered():
                doing = f" ({DOINGS.told(event.doing)})" if event.doing else ""
                order = "go down" if event.order == "down" else order_words(self._rules, event.order)
                return f"{who} is ordered to {order}{doing}."
            case told.Tested():
                ended = "obeys" if event.passed else f"fails{f': {FAILURES.told(event.fubar)}' if event.fubar else ''}"
                return f"{who} tests at {event.target} and rolls {event.total}: it {ended}."
            case told.WentDown():
                why = DOWN.told(event.why)
                return f"{who} goes down{' ' if event.why in DOWN else ': '}{why}."
            case told.Pinned():
                change = f"{'gets' if event.change > 0 else 'loses'} {counted(abs(event.change), 'pin')}"
                return f"{who} {change} and has {event.pins}."
            case told.Moved():
                how = f" ({MOVES.told(event.how)})" if event.how else ""
                return f"{who} moves to {where(event.at)}{how}."
            case told.MarkLaid():
                return f"{who} is marked: {MARKS.told(event.mark, value=event.detail.value)}."
            case told.MarkLifted():
                return f"{who} is marked no longer: {MARKS.told(event.mark, value=event.detail.value)}."
            case told.Boarded():
                return f"{who} gets into {self.name(event.carrier)}."
            case told.Fell():
                return f"{who} loses {counted(event.fallen, 'man', 'men')} and has {event.left} left."
            case told.Saved():
                return f"A medic saves {counted(event.saved, 'man', 'men')} of {who}."
            case told.Held():
                ended = "holds" if event.held else "breaks"
                return f"{who} checks morale at {event.target} and rolls {event.total}: it {ended}."
            case told.Destroyed():
                return f"{who} is destroyed: {LOSSES.told(event.why)}."
            case told.Misguided():
                return f"{who} loses its head: {FAILURES.told(event.what)}."
            case told.DeviceLaid():
                return f"{who} lays {device_words(self._rules, event.kind)} at {where(event.at)}."
            case told.DoorOpened():
                return f"{who} has its {event.door} door open."
            case told.Breached():
                return f"{who} uses a bangalore on {with_article(event.work)}: {BREACHES.told(event.effect)}."
            case told.DeviceMet():
                return f"{who} comes near a marker at {where(event.at)}: {MEETINGS.told(event.how)}."
            case told.Fought():
                lost, felled = (
                    counted(many, "man", "men") if many else "nobody"
                    for many in (event.attacker_lost, event.defender_lost)
                )
                return (
                    f"{who} fights {self.name(event.defender)} at close quarters: it loses {lost} and fells {felled}."
                )
        return self._fire(event, who)

    def _fire(self, event: Event, who: str) -> str | None:
        match event:
            case told.Fired():
                weapon = weapon_words(self._rules, event.weapon)
                if not event.shots:
                    return f"{who} fires at {self.name(event.target)}, who is out of range."
                need = f"{event.score}+" if event.score <= 6 else "6 and 6"
                shots = f"{counted(event.shots, 'shot')} at {need}"
                return f"{who} fires at {self.name(event.target)}: {weapon}, {shots}, {event.hits or 'no'} hit."
            case told.Shelled():
                weapon = weapon_words(self._rules, event.weapon)
                ended = "hits" if event.hit else "misses"
                return f"{who} fires at {where(event.at)}: {weapon}, a shell at {event.score}+, which {ended}."
            case told.Adopted():
                return f"{who} aims from now on at {where(event.at)}, where its shell fell."
            case told.Struck():
                effects = f": {', '.join(map(DAMAGES.told, dict.fromkeys(event.effects)))}" if event.effects else ""
                added = sum(part.value for part in event.added)
                pierced = f" with {added:+} against {event.against}" if event.against else ""
                return f"{who} is struck on the {event.facing}{pierced}, {RESULTS.told(event.result)}{effects}."
            case told.Launched():
                return f"{who} launches a missile at {self.name(event.target)}."
            case told.MissileFlew():
                return f"The missile of {who} flies to {where(event.at)}."
            case told.MissileLost():
                return f"The missile of {who} is lost: {LOSSES.told(event.why)}."
            case told.DroneFlew():
                how = f" ({MOVES.told(event.how)})" if event.how else ""
                return f"The drone of {who} flies to {where(event.at)}{how}."
            case told.Dropped():
                return f"{who} lets a load go: it {DROPS.told(event.how)}."
            case told.Charged():
                return f"{who} charges {self.name(event.target)}."
        return self._strike(event, who)

    def _strike(self, event: Event, who: str) -> str | None:
        match event:
            case told.StrikeCalled():
                on = self.name(event.target) if event.target else where(event.at)
                return f"{who} calls {STRIKES.told(event.kind)} on {on}."
            case told.StrikeRolled():
                strike = STRIKES.told(event.kind)
                return f"{who} waits for {strike}: {ARRIVALS.told(event.how)}."
            case told.StrikeFell():
                ground = f'all ground within {event.radius:g}" of {where(event.at)}'
                strike = STRIKES.told(event.kind).capitalize()
                return f"{strike} called by {who} comes down on {self.name(event.target) if event.target else ground}."
            case told.Bombarded():
                return f"{who} under the strike: {EFFECTS.told(event.effect)}."
        return plainly(event)


DEPTHS: dict[type[Event], int] = {
    **dict.fromkeys((told.TurnBegan, told.TurnEnded, told.Scored, told.Ended), 0),
    **dict.fromkeys((told.DieDrawn, told.DieSetAside), 1),
    **dict.fromkeys((told.Rolled, told.Tested, told.Pinned, told.Fell, told.Saved, told.Held, told.Struck), 3),
    **dict.fromkeys((told.Exploded, told.Bombarded, told.SmokePlaced, told.SmokeMoved, told.Kept), 3),
}
"""How far events are set in: 0 for turns, 1 for dice of the bag, 3 for what follows from what a unit does."""


def sum_of(event: Event) -> Sum:
    """The sum that an event is about; nothing where it is about none."""
    match event:
        case told.Fired() | told.Tested() | told.Held():
            return event.needed
        case told.Struck():
            return event.added
    return ()


def depth_of(event: Event) -> int:
    """How far an event is set in, in a log."""
    return DEPTHS.get(type(event), 2)


def report(state: State, rules: Ruleset, events: Iterable[Event | Because]) -> Iterator[str]:
    """A battle in sentences."""
    wording = Wording(state, rules)
    for event in events:
        if isinstance(event, Because):
            yield f"  ({event.text})"
            continue
        said = wording.sentence(event)
        if said:
            yield said[0].upper() + said[1:]


def standing(state: State) -> Iterator[str]:
    """What is left of both sides, a line for each unit."""
    for id, unit in state.units.items():
        sheet = state.sheets[id]
        if not unit.alive:
            yield f"{id}: lost"
            continue
        men = f"{counted(len(unit.men), 'man', 'men')}, " if sheet.men else ""
        where_ = where(unit.at) if unit.place == "table" else unit.place
        yield f"{id}: {men}{counted(unit.pins, 'pin')}, {unit.order or 'no order'}, {where_}"
