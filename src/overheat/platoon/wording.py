"""Events in words: one sentence each, or none for what only a table shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overheat.platoon import events as told
from overheat.platoon.arms import armoury
from overheat.platoon.events import Event
from overheat.platoon.geometry import SCALE, Spot
from overheat.platoon.state import State


def plain(number: int, one: str, many: str) -> str:
    """A number with its word."""
    return f"{number} {one if number == 1 else many}"


def where(at: Spot) -> str:
    """A place in inches."""
    high = f", {at.z / SCALE:g} up" if at.z else ""
    return f"({at.x / SCALE:g}, {at.y / SCALE:g}{high})"


class Wording:
    """Sentences about one battle, with the names of its units."""

    def __init__(self, state: State) -> None:
        self._sheets = state.sheets
        self._players = state.setup.players

    def name(self, id: str) -> str:
        """A unit as people call it: whose it is and its name."""
        side, _, _ = id.partition("/")
        return f"{side}'s {self._sheets[id].name}" if id in self._sheets else id

    def sentence(self, event: Event) -> str | None:
        """What happened, in a sentence."""
        match event:
            case told.Rolled() | told.DieDrawn() | told.Kept() | told.SmokeMoved():
                return None
            case told.TurnBegan():
                return f"Turn {event.turn}."
            case told.TurnEnded():
                return f"Turn {event.turn} ends."
            case told.DieSetAside():
                return f"A die of {self._players[event.side]} is set aside."
            case told.Deployed():
                place = where(event.at) if event.at else event.where
                return f"{self.name(event.unit)} is set up: {place}."
            case told.Scored():
                return f"Victory points: {event.points[0]} to {event.points[1]}."
            case told.Ended():
                winner = "Nobody" if event.winner is None else self._players[event.winner]
                return f"{winner} wins, {event.reason}."
            case told.SmokePlaced():
                return f"Smoke rises at {where(event.at)}."
            case told.Exploded():
                return f'A blast of {event.size}" at {where(event.at)} ({event.why}).'
        return self._about_unit(event)

    def _about_unit(self, event: Event) -> str | None:
        who = self.name(str(getattr(event, "unit", getattr(event, "attacker", ""))))
        match event:
            case told.Ordered():
                doing = f" ({event.doing})" if event.doing else ""
                return f"{who} is ordered to {event.order}{doing}."
            case told.Tested():
                ended = "obeys" if event.passed else f"fails{f': {event.fubar}' if event.fubar else ''}"
                return f"{who} tests at {event.target} and rolls {event.total}: it {ended}."
            case told.WentDown():
                return f"{who} goes down: {event.why}."
            case told.Pinned():
                change = f"gets {event.change}" if event.change > 0 else f"loses {-event.change}"
                return f"{who} {change} of pins and has {event.pins}."
            case told.Moved():
                how = f" ({event.how})" if event.how else ""
                return f"{who} moves to {where(event.at)}{how}."
            case told.Boarded():
                return f"{who} gets into {self.name(event.carrier)}."
            case told.Fell():
                return f"{plain(event.fallen, 'man', 'men')} of {who} fall, {event.left} are left."
            case told.Saved():
                return f"A medic saves {plain(event.saved, 'man', 'men')} of {who}."
            case told.Held():
                return f"{who} checks morale and {'holds' if event.held else 'breaks'}."
            case told.Destroyed():
                return f"{who} is destroyed: {event.why}."
            case told.Misguided():
                return f"{who} loses its head: {event.what}."
            case told.DeviceLaid():
                return f"{who} lays {event.kind or 'something'} at {where(event.at)}."
            case told.Breached():
                return f"{who} uses a bangalore on a {event.work}: {event.effect}."
            case told.DeviceMet():
                return f"{who} comes near a marker at {where(event.at)}: {event.how.replace('_', ' ')}."
            case told.Fought():
                losses = f"{event.attacker_lost} against {event.defender_lost} men"
                return f"{who} fights {self.name(event.defender)} at close quarters and loses {losses}."
        return self._fire(event, who)

    def _fire(self, event: Event, who: str) -> str | None:
        match event:
            case told.Fired():
                weapon = armoury()[event.weapon].name.lower() if event.weapon in armoury() else event.weapon
                if not event.shots:
                    return f"{who} fires at {self.name(event.target)} out of range."
                need = f"{event.score}+" if event.score <= 6 else "6 and 6"
                shots = plain(event.shots, "shot", "shots")
                return f"{who} fires at {self.name(event.target)}: {weapon}, {shots} at {need}, {event.hits} hit."
            case told.Struck():
                effects = f": {', '.join(event.effects).replace('_', ' ')}" if event.effects else ""
                return f"{who} is struck on the {event.facing}, {event.result} damage{effects}."
            case told.Launched():
                return f"{who} launches a missile at {self.name(event.target)}."
            case told.MissileFlew():
                return f"The missile of {who} flies to {where(event.at)}."
            case told.MissileLost():
                return f"The missile of {who} is lost: {event.why}."
            case told.DroneFlew():
                how = f" ({event.how})" if event.how else ""
                return f"The drone of {who} flies to {where(event.at)}{how}."
            case told.Dropped():
                return f"{who} lets a load go: it {event.how}."
            case told.Charged():
                return f"{who} charges {self.name(event.target)}."
        return None


def report(state: State, events: Iterable[Event]) -> Iterator[str]:
    """A battle in sentences."""
    wording = Wording(state)
    for event in events:
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
        men = f"{plain(len(unit.men), 'man', 'men')}, " if sheet.men else ""
        where_ = where(unit.at) if unit.place == "table" else unit.place
        yield f"{id}: {men}{plain(unit.pins, 'pin', 'pins')}, {unit.order or 'no order'}, {where_}"
