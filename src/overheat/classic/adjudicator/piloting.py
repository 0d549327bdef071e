"""What a piloting roll needs, and what a fall does."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, OnBoard, staged
from overheat.classic.battle.chances import as_ways, chance_to_roll, chance_to_stand
from overheat.classic.board.board import Ground
from overheat.classic.board.notation import parse_ground
from overheat.classic.damage.falls import seat_belt_needed
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.clusters import GROUPING, in_groups
from overheat.classic.rules.standard.driving import handling_checks
from overheat.classic.rules.standard.entries import SKIDDING, landing_check, running_check, skid_check
from overheat.classic.rules.standard.falls import (
    FALLING,
    LANDINGS,
    STANDING,
    Fall,
    fall_damage,
    into_water,
    onto_another,
    rises_by_itself,
)
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Hit, Impact, worked_out
from overheat.classic.rules.standard.movement import Entry
from overheat.classic.rules.standard.piloting import (
    BLOWS,
    CAUSES,
    DEEDS,
    PILOTING,
    SPARES,
    Check,
    battered,
    cause,
    hopeless,
    piloting_number,
)
from overheat.kernel.answers import ROLL, Answer, Needed, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term

Cause = Annotated[str, Meta(description="Why it must be made: kicked, standing up, gyro hit, skid, ...; any if empty.")]

TURNING = ("skid", "sideslip")
"""Reasons that depend on how the unit came, and on the ground that it turns on."""
LEGS = ("LL", "RL")
SIDES = 6
STANDING_UP, RUNNING, JUMPING = "standing up", "run with damaged gyro or hip", "jump with damaged gyro or legs"

Depth = Annotated[int, Meta(ge=0, le=20)]


class PilotingAsked(OnBoard, kw_only=True):
    """A unit, and why it must roll."""

    cause: Cause = ""
    damage_this_phase: Annotated[int, Meta(description="Points of damage that it has taken in this phase.", ge=0)] = 0
    shut_down: bool = False
    ground: Annotated[str, Meta(description="What it is on, as boards write a hex; that of its hex if empty.")] = ""


class FallAsked(OnBoard, kw_only=True):
    """A machine that falls, how far, and onto what."""

    levels: Annotated[int, Meta(ge=0, le=50)] = 0
    water_depth: Annotated[Depth | None, Meta(description="How deep the water is; that of the hex if left out.")] = None
    cause: Cause = ""


def answer(desk: Desk, asked: PilotingAsked) -> Answer:
    """The number of a piloting roll; whoever is shut down fails it."""
    state, unit = staged(desk, asked)
    ground = parse_ground(asked.ground) if asked.ground else state.relief.board[unit.hex]
    why = _why(state, unit, asked, ground)
    if isinstance(why, Refusal):
        return Answer.refused(why, *ROLL)
    no = _no_roll(desk.rules, unit, asked.cause)
    if no is not None:
        return Answer.refused(no, *ROLL)
    if asked.shut_down:
        return Answer.refused(
            Refusal("piloting.shut_down", "a unit that is shut down fails every roll", PILOTING), *ROLL
        )
    needed = piloting_number(Check(desk.rules, unit, why, ground, state=state))
    return Answer.needing(needed, as_ways(chance_to_stand(state, unit, int(needed.total), why)))


def _why(state: State, unit: Unit, asked: PilotingAsked, ground: Ground) -> Term | Refusal:
    """What a roll is for: what the question names, or the damage that it tells of."""
    rules = state.relief.rules
    if asked.cause in TURNING:
        return _turning(state, unit, asked, ground)
    if asked.damage_this_phase and not unit.condition.prone and _leg_lost(unit):
        return Refusal("piloting.leg_lost", "who loses a leg falls, without a roll", CAUSES.cite)
    if asked.damage_this_phase and any(rule.function(state, unit) for rule in rules[SPARES]):
        return Refusal("piloting.spared", "as it is, damage asks it for no roll", CAUSES.cite)
    return _cause(rules, asked.cause) or _shaken(rules, unit, asked.damage_this_phase)


def _leg_lost(unit: Unit) -> bool:
    return unit.machine and any(place.destroyed for place in unit.condition.locations if place.code in LEGS)


def _turning(state: State, unit: Unit, asked: PilotingAsked, ground: Ground) -> Term | Refusal:
    """What turning and going on asks for, after as many hexes as it moved."""
    rules = state.relief.rules
    motion = msgspec.structs.replace(unit.motion, turned=True, heading=(unit.facing + 1) % SIDES)
    entry = Entry(rules, unit, ground, ground, ground.level, ground.level, weather=state.weather, state=state)
    found = (rules[skid_check](entry, motion),) if unit.machine else handling_checks(entry, motion)
    why = next((term for term in found if term is not None and term.id.endswith(asked.cause)), None)
    reason = f"{unit.sheet.name} does not {asked.cause} when it turns there"
    return why or Refusal("piloting.turning", reason, SKIDDING)


def _no_roll(rules: Ruleset, unit: Unit, reason: str) -> Refusal | None:
    """Why nothing is rolled: nobody could make it, or nothing asks for it."""
    if reason == STANDING_UP and rules[rises_by_itself](rules, unit):
        return Refusal("falls.rises_by_itself", "on four legs it gets up without a roll", STANDING)
    damaged = {RUNNING: rules[running_check], JUMPING: rules[landing_check]}
    if reason in damaged and unit.machine and damaged[reason](rules, unit) is None:
        return Refusal("piloting.whole", "neither gyro nor legs are damaged so that a roll is needed", PILOTING)
    return rules[hopeless](rules, unit)


def _shaken(rules: Ruleset, unit: Unit, taken: int) -> Term | Refusal:
    """What the damage of a phase asks for, where any is told; else no reason in particular."""
    if not taken:
        return Term("piloting.any", 0, "any reason", PILOTING)
    why = rules[battered](rules, unit, taken)
    return why or Refusal("piloting.battered", f"{taken} points of damage ask for no roll", CAUSES.cite)


def _cause(rules: Ruleset, name: str) -> Term | None:
    """A reason to roll by its name; None where none is named."""
    tables = [rules[table] for table in (CAUSES, BLOWS, DEEDS)]
    found = next((table for table in tables if name in table), None)
    if name and found is None:
        there = ", ".join((*(row for table in tables for row in table.rows), *TURNING))
        raise refuse("situation.cause", f"cause: no reason {name[:60]!r}; there are {there}", field="cause")
    return None if found is None else cause(found, name)


def fall(desk: Desk, asked: FallAsked) -> Answer:
    """What a fall does: its damage, the groups it comes in, the roll to hold on, and the side that is landed on."""
    state, unit = staged(desk, asked)
    if not unit.machine:
        return Answer.refused(Refusal("falls.machine", "only machines fall", FALLING), "damage")
    ground = state.relief.board[unit.hex] if asked.water_depth is None else parse_ground(f"0~{asked.water_depth}")
    falling = Fall(desk.rules, unit, ground, asked.levels, state=state)
    hit = Hit(unit.id, "front", desk.rules[fall_damage](falling), "fall", by=falling)
    damage = worked_out(Impact(desk.rules, unit, hit, hit.damage), DAMAGE_TERMS)
    groups = in_groups(max(0, int(damage.total)), desk.rules[GROUPING]["fall"])
    why = _cause(desk.rules, asked.cause) or Term("piloting.any", 0, "any reason", PILOTING)
    belt = seat_belt_needed(falling, why)
    held = chance_to_roll(state, "piloting.seat_belt", int(belt.total), unit.id)
    struck = (
        dict(zip(("at_surface", "at_bottom"), desk.rules[into_water](falling), strict=True)) if falling.depth else {}
    )
    sides = Distribution.mixed((side, 1, 6) for _, side in desk.rules[LANDINGS].rows.values())
    return Answer(
        figures={"damage": max(0, int(damage.total)), "groups": groups, **struck},
        terms=damage,
        rolls=(Needed(belt, as_ways(held)), *_upon(state, unit)),
        outcomes=Outcomes.of("the side that it lands on", sides),
    )


def _upon(state: State, unit: Unit) -> tuple[Needed, ...]:
    """The roll by which it falls on whoever stands below."""
    number = state.relief.rules[onto_another](state.relief.rules, unit)
    if number is None:
        return ()
    ways = as_ways(chance_to_roll(state, "physical.to_hit", int(number.value), unit.id, kind="accidental fall"))
    return (Needed(Tally((number,)), ways),)


INQUIRIES = {
    "piloting": Inquiry(
        title="What a piloting or driving roll needs", facts=PilotingAsked, answer=answer, cite=PILOTING
    ),
    "fall": Inquiry(title="What a fall does to a machine and its pilot", facts=FallAsked, answer=fall, cite=FALLING),
}
