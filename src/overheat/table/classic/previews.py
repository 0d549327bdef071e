"""What a page shows before a unit moves: where it can go, what that asks of its pilot, and how hard it is then to hit.

Numbers are those of the rules themselves, from the functions that the game asks when something is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from overheat.classic.battle.chances import as_ways, chance_to_stand
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.commands import Command, DropProne, Go, Leave
from overheat.classic.facts.phrases import short_names
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.turn.moves import begins, charges_of, drops, foreseen, gone, leaves
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.riding import rides
from overheat.classic.turn.round import speaker
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.terms import Tally, Term

WALLS = "piloting.building"
SKID = "piloting.skid"


def unit_of(state: State, id: str) -> Unit:
    """A unit that is still in the battle."""
    unit = state.units.get(id)
    if unit is None or not unit.active:
        raise refuse("preview.unit", f"no unit {id[:60]!r} is in the battle", unit=id[:60])
    return unit


Told = dict[str, Any]
Needed = tuple[str, Tally, Fraction]
"""A roll on the way: what it is for, its number, and its chance."""


class Reached(msgspec.Struct, frozen=True):
    """A unit at the end of a path, and the rolls on the way, if no die goes against it."""

    unit: Unit
    rolls: tuple[Needed, ...] = ()


class Rehearsal:
    """Paths gone in thought; what several share is gone once."""

    def __init__(self, state: State, unit: Unit) -> None:
        self._state = state
        self._saying = speaker(state, short_names(state.units.values()))
        self._known: dict[tuple[Command, ...], Reached | None] = {(): Reached(unit)}
        self._chances: dict[tuple[str, str, int], Fraction] = {}

    def at(self, path: tuple[Command, ...]) -> Reached | None:
        """Where a path leads; None where it cannot be gone."""
        if path not in self._known:
            before = self.at(path[:-1])
            self._known[path] = None if before is None else self._onward(before, path[-1])
        return self._known[path]

    def _onward(self, before: Reached, command: Command) -> Reached | None:
        step = foreseen(self._state, before.unit, command)
        if isinstance(step, Refusal):
            return None
        after = gone(before.unit, command, step)
        rolls = () if step is None else tuple(self._roll(before.unit, after, why) for why in step.checks)
        return Reached(after, (*before.rolls, *rolls))

    def _roll(self, before: Unit, after: Unit, why: Term) -> Needed:
        """A roll as it will be made: who slides does so before the step, all else is asked where it leads."""
        slides = why.id == SKID or (before.vehicle and why.id != WALLS)
        return self.number(before if slides else after, why)

    def words(self, unit: Unit, command: Command) -> str:
        """A command of a unit where its path has led it, in words."""
        return replace(self._saying, actor=unit).words(command)

    def number(self, unit: Unit, why: Term) -> Needed:
        """A piloting roll, what it needs, and its chance."""
        ground = self._state.relief.board[unit.hex]
        needed = piloting_number(Check(self._state.relief.rules, unit, why, ground, state=self._state))
        key = why.id, why.label, int(needed.total)
        if key not in self._chances:
            self._chances[key] = chance_to_stand(self._state, unit, int(needed.total), why)
        return why.label, needed, self._chances[key]


def places(state: State, id: str) -> Told:
    """Every place that a unit can end its move in, with the cheapest way there and what it asks for."""
    unit = unit_of(state, id)
    if unit.motion.done:
        raise refuse("preview.moved", "the unit moves no further this turn", unit=id)
    rehearsal, motions = Rehearsal(state, unit), _Motions(state, unit)
    listed = []
    for place in reach(state, unit):
        reached = rehearsal.at(place.path)
        if reached is not None:
            listed.append(_place(state, place, reached, rehearsal, motions))
    leaving, lying = _leaving(state, unit, rehearsal), _lying(state, unit)
    return {
        "unit": unit.id,
        "mode": unit.motion.mode,
        "prone": unit.condition.prone,
        "places": listed,
        "leaving": leaving,
        "lying": lying,
        "words": {each[-1].__class__.__name__: rehearsal.words(unit, each[-1]) for each in (leaving, lying) if each},
        "motions": motions.listed,
    }


def _place(state: State, place: Place, reached: Reached, rehearsal: Rehearsal, motions: _Motions) -> Told:
    rolls = (*reached.rolls, *_at_the_end(state, reached.unit, rehearsal))
    then = [*_then(state, reached.unit)]
    return {
        "hex": str(place.hex),
        "facing": place.facing,
        "elevation": reached.unit.elevation,
        "mode": place.mode,
        "points": place.spent,
        "hexes": place.hexes,
        "rolls": [label for label, _, _ in rolls],
        "checks": [roll_told(*roll) for roll in rolls],
        "motion": motions.of(reached.unit),
        "path": place.path,
        "then": then,
        "then_words": [rehearsal.words(reached.unit, command) for command in then],
    }


def _then(state: State, unit: Unit) -> Iterator[Command]:
    """What a move may end in from there, besides staying: a charge, a ride, or leaving the board."""
    yield from charges_of(state, unit)
    yield from rides(state, unit)
    if leaves(state, unit) is None:
        yield Leave()


def _leaving(state: State, unit: Unit, rehearsal: Rehearsal) -> list[Command]:
    """What to say to leave the board from where the unit stands as it faces; nothing where it cannot."""
    begins: tuple[tuple[Command, ...], ...] = ((), (Go("walk"),))
    for path in begins:
        reached = rehearsal.at(path)
        if reached is not None and unit.motion.mode != "jump" and leaves(state, reached.unit) is None:
            return [*path, Leave()]
    return []


def _lying(state: State, unit: Unit) -> list[Command]:
    """What to say to lie down where the unit stands, before it has moved; nothing where it cannot."""
    walk, down = Go("walk"), DropProne()
    if unit.motion.mode != "stationary" or begins(state, unit, walk.mode) is not None:
        return []
    return [] if drops(state, gone(unit, walk, None)) is not None else [walk, down]


def _at_the_end(state: State, unit: Unit, rehearsal: Rehearsal) -> tuple[Needed, ...]:
    """The last roll of a run on damaged hips or gyro."""
    if not unit.machine or unit.motion.mode != "run" or not unit.motion.spent:
        return ()
    why = state.relief.rules[running_check](state.relief.rules, unit)
    return () if why is None else (rehearsal.number(unit, why),)


def roll_told(label: str, needed: Tally, chance: Fraction) -> Told:
    """A roll of two dice: what it is for, its number explained, and its chance."""
    number = int(needed.total)
    return {
        "label": label,
        "target_number": number,
        "terms": [term.as_json() for term in needed],
        "probability": as_ways(chance),
    }


class _Motions:
    """What ways to move add to attacks by and on a unit, each told once."""

    def __init__(self, state: State, unit: Unit) -> None:
        self._state = state
        calm = msgspec.structs.replace(unit.condition, prone=False)
        corner = max(state.relief.board, key=unit.hex.distance)
        self._other = msgspec.structs.replace(unit, hex=corner, motion=Motion(), condition=calm, marks={})
        self._usual = frozenset(self._terms(self._other, self._other))
        self._known: dict[tuple[tuple[Term, ...], tuple[Term, ...]], int] = {}
        self.listed: list[Told] = []

    def of(self, unit: Unit) -> int:
        """The number of what a unit's motion adds."""
        as_target = self._terms(self._other, unit)
        own = tuple(term for term in self._terms(unit, self._other) if term not in self._usual)
        key = as_target, own
        if key not in self._known:
            self._known[key] = len(self.listed)
            self.listed.append({"as_target": Tally(as_target).as_json(), "as_attacker": Tally(own).as_json()})
        return self._known[key]

    def _terms(self, attacker: Unit, target: Unit) -> tuple[Term, ...]:
        """What every attack of one unit on another adds."""
        attack = Engagement(self._state.relief, attacker, target, self._state.weather, self._state.effects)
        return Tally.of(rule.function(attack) for rule in attack.rules[EVERY_ATTACK]).terms
