"""Places that `reach` leaves out: where a unit gets by stepping back with its face to the enemy, and how a machine that
lies on the ground may turn there."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.facts.commands import Command, Go, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.turn.moves import begins
from overheat.classic.turn.reach import Place, foreseen, gone
from overheat.classic.turn.verb import vetoed
from overheat.kernel.refusal import Refusal

WALK = "walk"
FIRST_TURNS: tuple[tuple[Step, ...], ...] = ((), (Step("left"),), (Step("right"),))
"""How it may turn before it steps back, and after."""
BACK = Step("back")
HALF_ROUND = 3
"""Turns after which a machine looks the other way."""


def stepping_back(state: State, unit: Unit) -> list[Place]:
    """Every place that a walking unit reaches by turning once at most, stepping back, and turning once at most."""
    go = Go(WALK)
    if unit.condition.prone or unit.motion.mode != "stationary" or WALK not in state.relief.rules[MODES]:
        return []
    if vetoed(state, unit, go) is not None or begins(state, unit, WALK) is not None:
        return []
    return [place for first in FIRST_TURNS for place in _backwards(state, gone(unit, go, None), (go, *first), first)]


def _backwards(state: State, unit: Unit, said: tuple[Command, ...], first: tuple[Step, ...]) -> Iterator[Place]:
    trips, path = 0, said
    for step in first:
        found = foreseen(state, unit, step)
        if found is None or isinstance(found, Refusal):
            return
        unit = gone(unit, step, found)
    while True:
        found = foreseen(state, unit, BACK)
        if found is None or isinstance(found, Refusal):
            return
        trips += len(found.checks)
        unit, path = gone(unit, BACK, found), (*path, BACK)
        yield _place(unit, trips, path)
        for turn in FIRST_TURNS[1:]:
            turned = foreseen(state, unit, turn[0])
            if turned is not None and not isinstance(turned, Refusal):
                yield _place(gone(unit, turn[0], turned), trips, (*path, *turn))


def turning_low(state: State, unit: Unit) -> list[Place]:
    """Every way that a machine on the ground may face without getting up, as far as its points go."""
    go, begun = Go(WALK), unit.motion.mode != "stationary"
    if not unit.condition.prone or unit.motion.done or WALK not in state.relief.rules[MODES]:
        return []
    if not begun and (vetoed(state, unit, go) is not None or begins(state, unit, WALK) is not None):
        return []
    off, said = (unit, ()) if begun else (gone(unit, go, None), (go,))
    return [place for step in (Step("left"), Step("right")) for place in _round(state, off, said, step)]


def _round(state: State, unit: Unit, said: tuple[Command, ...], step: Step) -> Iterator[Place]:
    for _ in range(HALF_ROUND):
        found = foreseen(state, unit, step)
        if found is None or isinstance(found, Refusal):
            return
        unit, said = gone(unit, step, found), (*said, step)
        yield _place(unit, 0, said)


def _place(unit: Unit, trips: int, path: tuple[Command, ...]) -> Place:
    motion = unit.motion
    return Place(unit.hex, unit.facing, motion.mode, motion.hexes, motion.spent, trips, path)
