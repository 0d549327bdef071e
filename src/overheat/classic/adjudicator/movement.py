"""What a way costs and which rolls it asks for, and how many points a unit has."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, OnBoard, OneUnit, staged
from overheat.classic.battle.chances import as_ways, chance_to_stand
from overheat.classic.battle.mires import FAILINGS
from overheat.classic.battle.steps import Prospect, allowance
from overheat.classic.board.hexes import Hex
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.commands import Command, Jump, Step
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.movement import ADDITIONAL, jump_tally, run_tally, walk_points
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.movement import WALLS
from overheat.classic.turn.moves import begins, foreseen, gone
from overheat.classic.turn.reach import reach
from overheat.kernel.answers import Answer, Chance, Needed, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted

TERRAIN = QUICK_REFERENCE("Movement, terrain costs")
ALWAYS = ("walk", "run", "sprint", "jump")
"""The ways to move that an answer about points always names, if only to say that the rules do not have one."""


class MovementAsked(OnBoard, kw_only=True):
    """A unit that sets out, and where it wants to."""

    mode: Annotated[Mode, Meta(description="walk, run, jump, or what the rules have besides.")] = "walk"
    to: Annotated[str, Meta(description="The hex to reach, facing any way; the one ahead if left out.")] = ""
    step: Annotated[bool, Meta(description="Only the one step forward.")] = False


def answer(desk: Desk, asked: MovementAsked) -> Answer:
    """What the cheapest way costs, or the one step ahead, and which rolls it asks for; or why it cannot be gone."""
    state, unit = staged(desk, asked)
    state = msgspec.structs.replace(state, relief=state.relief.changed({}))
    check_mode(desk.rules, asked.mode)
    points = allowance(state, unit, asked.mode)
    no = begins(state, msgspec.structs.replace(unit, motion=Motion()), asked.mode)
    if no is not None:
        return _refused(no, points)
    moving = msgspec.structs.replace(unit, motion=Motion(asked.mode))
    path = _ahead(state, moving) if asked.step or not asked.to else _way(state, moving, _hex(state, asked.to))
    if isinstance(path, Refusal):
        return _refused(path, points)
    return _gone(state, moving, path, points)


def odds(desk: Desk, asked: MovementAsked) -> Answer:
    """How likely it is that every roll on the way is made."""
    told = answer(desk, asked)
    if told.refusal is not None:
        return told
    made = prod((Fraction(*roll.ways) for roll in told.rolls or ()), start=Fraction(1))
    rows = (Chance("made", "every roll is made", made), Chance("missed", "a roll fails", 1 - made))
    return msgspec.structs.replace(told, outcomes=Outcomes("the way", rows))


def check_mode(rules: Ruleset, mode: Mode) -> None:
    """Refuse a way to move that the rules in force do not have."""
    modes = [name for name, row in rules[MODES].rows.items() if row.moves]
    if mode not in modes:
        raise refuse("situation.mode", f"mode: {mode[:40]!r} is none of {', '.join(modes)}", field="mode")


def _refused(no: Refusal, points: int) -> Answer:
    return msgspec.structs.replace(Answer.refused(no, "cost", points=points), rolls=())


def _hex(state: State, name: str) -> Hex:
    try:
        return state.relief.board.parse_hex(name)
    except RefusedError as error:
        raise refuse("situation.hex", f"to: {error.refusal.reason}", field="to") from None


def _ahead(state: State, unit: Unit) -> tuple[Command, ...]:
    """The one step forward; who leaps leaps into the hex ahead."""
    if not mode_of(state.relief.rules, unit).leaps:
        return (Step("forward"),)
    return (Jump(str(unit.hex.neighbour(unit.facing))),)


def _way(state: State, unit: Unit, to: Hex) -> tuple[Command, ...] | Refusal:
    """The cheapest way to a hex, and of several the one with the fewest rolls."""
    there = [place for place in reach(state, unit) if place.hex == to]
    if not there:
        mode = unit.motion.mode
        reason = f"{to} is not within {counted(allowance(state, unit, mode), 'point')} at a {mode}"
        return Refusal("movement.out_of_reach", reason, ADDITIONAL)
    return min(there, key=lambda place: (place.spent, place.trips)).path


def _gone(state: State, unit: Unit, path: Iterable[Command], points: int) -> Answer:
    """What the steps of a path come to."""
    terms: list[Term] = []
    rolls: list[Needed] = []
    for command in path:
        step = foreseen(state, unit, command)
        if isinstance(step, Refusal):
            return _refused(step, points)
        before, unit = unit, gone(unit, command, step)
        if step is not None:
            terms += step.cost
            rolls += _rolls(state, before, unit, step)
    rolls += _at_the_end(state, unit)
    cost = together(terms)
    return Answer(figures={"cost": int(cost.total), "points": points}, terms=cost, rolls=tuple(rolls))


def _rolls(state: State, before: Unit, after: Unit, step: Prospect) -> Iterable[Needed]:
    """What a step asks for: who skids or slips does so where it turned, who trips where it arrives."""
    for why in step.checks:
        there = (WALLS, *state.relief.rules[FAILINGS].rows)
        turning = why.id == "piloting.skid" or (before.vehicle and why.id not in there)
        yield _needed(state, before if turning else after, why)


def _at_the_end(state: State, unit: Unit) -> Iterable[Needed]:
    """Damaged hips and gyros may give way at the end of a run."""
    rules = state.relief.rules
    if unit.machine and mode_of(rules, unit).fast and unit.motion.spent:
        why = rules[running_check](rules, unit)
        if why is not None:
            yield _needed(state, unit, why)


def _needed(state: State, unit: Unit, why: Term) -> Needed:
    """A piloting or driving roll where a unit is, with its chance."""
    number = piloting_number(Check(state.relief.rules, unit, why, state.relief.board[unit.hex], state=state))
    return Needed(number, as_ways(chance_to_stand(state, unit, int(number.total), why)), why.label)


def together(terms: Iterable[Term]) -> Tally:
    """Terms that are alike put together, each with how often it counts."""
    alike: dict[tuple[str, str], list[Term]] = {}
    for term in terms:
        alike.setdefault((term.id, term.label), []).append(term)
    return Tally(tuple(_times(group) for group in alike.values()))


def _times(alike: list[Term]) -> Term:
    first = alike[0]
    if len(alike) == 1:
        return first
    whole = sum(term.value for term in alike)
    return msgspec.structs.replace(first, value=whole, label=f"{first.label}, {len(alike)} times")


def points(desk: Desk, asked: OneUnit) -> Answer:
    """The movement points that a unit has in every mode; None in one that the rules in force do not have."""
    state, unit = staged(desk, asked)
    modes = desk.rules[MODES].rows
    wanted = dict.fromkeys((*ALWAYS, *(name for name, mode in modes.items() if mode.moves)))
    found = {name: allowance(state, unit, name) if name in modes else None for name in wanted}
    sums = {name: _points(state, unit, name, have) for name, have in found.items() if have}
    return Answer(figures=found, terms=sums)


def _points(state: State, unit: Unit, name: Mode, have: int) -> Tally:
    """The points of a mode, term by term, from those of a walk, a run or a jump, and what the mode makes of them."""
    mode = state.relief.rules[MODES][name]
    aloft = mode.leaps or mode.skims
    tally = jump_tally(state, unit) if aloft else run_tally(state, unit) if mode.fast else walk_points(state, unit)
    more = have - int(tally.total)
    said = Term(f"movement.{name}", more, f"to {mode.said_of(unit.sheet)}", MODES.cite)
    return tally + Tally((said,) if more else ())


INQUIRIES = {
    "movement": Inquiry(
        title="What a way costs, and which rolls it asks for",
        facts=MovementAsked,
        answer=answer,
        odds=odds,
        cite=TERRAIN,
    ),
    "points": Inquiry(title="How many movement points a unit has", facts=OneUnit, answer=points, cite=MODES.cite),
}
