"""A battle as a text to read: round by round, phase by phase, what follows from something set in below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import wrap

from overheat.classic.facts import events as happened
from overheat.classic.facts.events import Moved, ShotDeclared
from overheat.classic.facts.phrases import FACINGS, Cast, by_side, explain, faces
from overheat.classic.facts.state import State
from overheat.classic.facts.vocabulary import way_of
from overheat.classic.report.not_played import not_played
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.turn.round import titles
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.wording.because import Because
from overheat.kernel.wording.phrases import counted

INDENT = "  "
WIDTH = 110

DEPTHS: dict[type[Event], int] = {
    happened.MissionGiven: 0,
    happened.Scored: 1,
    happened.InitiativeSet: 1,
    happened.PhaseBegan: 1,
    happened.ClusterRolled: 3,
    happened.DamageSummed: 3,
    happened.Struck: 3,
    happened.Deflected: 3,
    happened.NearlyMissed: 3,
    happened.Jammed: 3,
    happened.FireHeld: 3,
    happened.Intercepted: 3,
    happened.Scorched: 3,
    happened.ShotsSpent: 3,
    happened.ArmourLost: 4,
    happened.StructureLost: 4,
    happened.LocationLost: 4,
    happened.CriticalRolled: 4,
    happened.Flooded: 4,
    happened.CriticalHit: 4,
    happened.MountLost: 4,
    happened.VehicleHurt: 4,
    happened.Felled: 4,
    happened.Exploded: 4,
    happened.CrewHurt: 4,
    happened.CrewSenses: 4,
    happened.Posture: 3,
    happened.Moved: 3,
    happened.Fell: 3,
}
"""How far each kind of event is set in; 2 for what is not here: something of its own within a phase."""

DECIDED_BY_DICE = (happened.AttackRolled, happened.CheckMade, happened.ClusterRolled, happened.ThingRolled)
"""Events that say themselves what fell."""

PLACED_BY_DICE = (happened.Struck, happened.Deflected, happened.NearlyMissed, happened.CriticalHit)
"""Events whose place was rolled for just before."""

PLAIN = ("", "heat")
"""Ways to use a weapon that a declaration does not name: what comes of them does."""

UNTOLD = (happened.TurnBegan, happened.TurnEnded)
"""Events that need no words of their own: what was done in the turn says it."""


def depth_of(event: Event) -> int:
    """How far an event is set in: 0 for a round, 1 for a phase, 2 for what a unit does, more for what follows."""
    if isinstance(event, happened.RoundBegan | happened.BattleEnded):
        return 0
    if isinstance(event, Rolled) or (isinstance(event, Moved) and way_of(event.how).forced):
        return 3
    return 2 if isinstance(event, Moved | happened.MissionGiven) else DEPTHS.get(type(event), 2)


def forces(state: State) -> Iterator[str]:
    """Who fights."""
    cast = Cast(state.units.values())
    for side, units in by_side(state.units).items():
        yield f"{side}:"
        for unit in units:
            crew = f"crew {unit.gunnery}/{unit.piloting}" + (f", {unit.pilot}" if unit.pilot else "")
            yield f"{INDENT}{cast.names[unit.id]}: {unit.sheet.name}, {unit.sheet.tons:g} tons, {crew}"
            yield from (f"{2 * INDENT}{note}" for note in unit.refitted)
            if idle := not_played(state.relief.rules, unit.sheet):
                yield f"{2 * INDENT}{idle}"


def cast_of(state: State) -> Cast:
    """Who takes part in a battle, with the words of its rules for phases and modes."""
    rules = state.relief.rules
    return Cast(state.units.values(), titles(rules), rules[MODES].rows)


def report(state: State, events: Iterable[Event | Because]) -> Iterator[str]:
    """The lines of a battle."""
    teller = Teller(cast_of(state))
    for event in events:
        yield from teller.because(event) if isinstance(event, Because) else teller.hear(event)
    yield from teller.rest()


class Teller:
    """Keeps what belongs together until it can be told in one line: the steps of a move, dice and what they decide."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._steps: list[Moved] = []
        self._shots: list[ShotDeclared] = []
        self._rolls: list[Rolled] = []
        self._phase = ""

    def hear(self, event: Event) -> Iterator[str]:
        """The lines that an event adds."""
        if isinstance(event, Rolled):
            self._rolls.append(event)
            return
        if isinstance(event, ShotDeclared) and (not self._shots or self._shots[0].shot.target == event.shot.target):
            self._shots.append(event)
            return
        yield from self._told_shots()
        if isinstance(event, Moved) and self._continues(event):
            self._steps.append(event)
            return
        yield from self._told_steps()
        if isinstance(event, ShotDeclared):
            self._shots.append(event)
        elif isinstance(event, Moved) and way_of(event.how).forced:
            yield from self._told(event)
        elif isinstance(event, Moved):
            yield from self._told_rolls(2)
            self._steps.append(event)
        elif not isinstance(event, UNTOLD):
            yield from self._told(event)

    def because(self, why: Because) -> Iterator[str]:
        """Why what follows is done, after all that was done before."""
        yield from self.rest()
        name = self._cast.names.get(why.unit)
        yield from _set_in(2, f"({name}: {why.text})" if name else f"({why.text})")

    def _continues(self, event: Moved) -> bool:
        """Whether a step goes on with the move under way."""
        same = bool(self._steps) and self._steps[0].unit == event.unit
        return same and not self._rolls and not way_of(event.how).forced

    def rest(self) -> Iterator[str]:
        """What is left to tell at the end."""
        yield from self._told_shots()
        yield from self._told_steps()
        yield from self._told_rolls(2)

    def _told(self, event: Event) -> Iterator[str]:
        depth = DEPTHS.get(type(event), 2)
        if isinstance(event, happened.RoundBegan | happened.BattleEnded):
            yield from self._told_rolls(3)
            yield from ("", sentence(event, self._cast))
            return
        if isinstance(event, happened.HeatSettled):
            if self._phase != "heat":
                self._phase = "heat"
                yield f"{INDENT}Heat"
            if not (event.before or event.built or event.after):
                return
        if isinstance(event, happened.PhaseBegan):
            self._phase = event.phase
        if isinstance(event, DECIDED_BY_DICE):
            deciding = self._rolls.pop() if self._rolls else None
            yield from self._told_rolls(depth + 1)
            yield from _set_in(depth, sentence(event, self._cast, deciding.roll if deciding else None))
            return
        words = sentence(event, self._cast)
        if isinstance(event, PLACED_BY_DICE) and self._rolls:
            deciding_rolls = self._of_one_purpose()
            yield from self._told_rolls(depth + 1)
            self._rolls = deciding_rolls
            words = f"{'; '.join(self._dice())}: {words}"
        if isinstance(event, happened.InitiativeSet) and self._rolls:
            words = f"{'; '.join(self._dice())}: {words}"
        yield from self._told_rolls(max(depth, 3))
        yield from _set_in(depth, words)

    def _told_rolls(self, depth: int) -> Iterator[str]:
        if self._rolls:
            yield from _set_in(depth, "; ".join(self._dice()))

    def _of_one_purpose(self) -> list[Rolled]:
        """The last dice of those still to be told that were thrown for one thing; they are taken from the rest."""
        at = len(self._rolls) - 1
        while at and _same_purpose(self._rolls[at - 1].roll, self._rolls[-1].roll):
            at -= 1
        if self._rolls[-1].roll.purpose == "criticals.slot":
            at = 0
        last, self._rolls = self._rolls[at:], self._rolls[:at]
        return last

    def _dice(self) -> list[str]:
        """The dice that are still to be told, in words."""
        rolls, self._rolls = self._rolls, []
        return [f"{self._cast.purpose(rolled.roll)} {faces(rolled.roll)}" for rolled in rolls]

    def _told_shots(self) -> Iterator[str]:
        """The weapons that a unit declared at one target in one sentence."""
        shots, self._shots = self._shots, []
        if not shots:
            return
        first = shots[0]
        weapons = Counter(self._weapon(declared) for declared in shots)
        told = ", ".join(f"{count} x {name}" if count > 1 else name for name, count in weapons.items())
        yield from _set_in(2, f"{self._cast.names[first.unit]} fires at {self._cast.name(first.shot.target)}: {told}")

    def _weapon(self, declared: ShotDeclared) -> str:
        shot, name = declared.shot, self._cast.mount(declared.unit, declared.shot.mount)
        spotted = f" by the eyes of {self._cast.names[shot.spotter]}" if shot.spotter else ""
        rate, way = f" at rate {shot.rate}" if shot.rate > 1 else "", "" if shot.mode in PLAIN else f", {shot.mode}"
        return f"{name}{rate}{way}{spotted}"

    def _told_steps(self) -> Iterator[str]:
        """A move in one sentence: how, along which way, what each step cost, and where it ended."""
        steps, self._steps = self._steps, []
        if not steps:
            return
        last, name = steps[-1], self._cast.names[steps[0].unit]
        if len(steps) == 1 and not way_of(last.how).begins:
            yield from _set_in(2, sentence(last, self._cast))
            return
        way = [_step(step) for step in steps if not way_of(step.how).begins]
        if not way:
            return
        motion = last.motion
        told = f"{name} {self._cast.goes(last.unit, motion.mode)} to {last.hex} facing {FACINGS[last.facing]}, "
        points, hexes = counted(motion.spent, "point"), counted(motion.travelled, "hex", "hexes")
        yield from _set_in(2, f"{told}{points}, {hexes}: {'; '.join(way)}")


def _same_purpose(one: Roll, other: Roll) -> bool:
    """Whether two rolls are thrown for one thing."""
    return (one.purpose, one.who, one.about) == (other.purpose, other.who, other.about)


def _step(step: Moved) -> str:
    way = way_of(step.how)
    where = f"{step.hex} " if way.enters else ""
    told = f"{where}{way.words if way.step is None else way.step}".strip()
    return f"{told} ({explain(step.cost)})" if step.cost else told


def _set_in(depth: int, text: str) -> Iterator[str]:
    first, rest = INDENT * depth, INDENT * (depth + 2)
    yield from wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False)
