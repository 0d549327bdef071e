"""What commands take and what they promise, before they are given: points of movement, heat, rolls on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.battle.steps import Prospect
from overheat.classic.facts.commands import Fire, Go, Jump, Stand, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import BUILD_UP, shot_heat
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.moves import prospect, stood
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Costs, Foreseen

POINTS, HEAT = "points", "heat"
"""What commands take."""


def points(cost: Tally | Refusal) -> Costs:
    """Points of movement, as a cost; nothing for what cannot be done."""
    return {} if isinstance(cost, Refusal) else {POINTS: cost}


def heat_of_mode(state: State, unit: Unit, command: Go) -> Costs:
    """The heat of a mode of movement; that of a leap is known only when it is known how far."""
    rules = state.relief.rules
    mode = rules[MODES][command.mode]
    if not unit.machine or mode.leaps or not (heat := mode.heat(rules, unit)):
        return {}
    return {HEAT: Tally((Term("heat.movement", heat, mode.said_of(unit.sheet), BUILD_UP),))}


def heat_of_shot(state: State, unit: Unit, command: Fire) -> Costs:
    """The heat of a shot."""
    if not unit.machine:
        return {}
    heat = shot_heat(state.relief.rules, unit, command.shot, state)
    return {HEAT: Tally((Term("heat.weapons", heat, unit.sheet.mounts[command.mount].equipment.name, BUILD_UP),))}


def points_of_step(state: State, unit: Unit, command: Step | Jump | Stand) -> Costs:
    """The points of a step, a jump, or getting up."""
    step = _step(state, unit, command)
    return {} if isinstance(step, Refusal) else {POINTS: step.cost}


def rolls_of_step(state: State, unit: Unit, command: Step | Jump | Stand) -> Foreseen | None:
    """The piloting rolls that a step asks for."""
    step = _step(state, unit, command)
    if isinstance(step, Refusal) or not step.checks:
        return None
    rules, ground = state.relief.rules, state.relief.board[step.hex]
    there = msgspec.structs.replace(unit, elevation=step.elevation)
    needed = {why.label: piloting_number(Check(rules, there, why, ground, state=state)) for why in step.checks}
    told = ", ".join(f"{label} {int(number.total)}+" for label, number in needed.items())
    return Foreseen(f"piloting roll: {told}", needed)


def _step(state: State, unit: Unit, command: Any) -> Prospect | Refusal:
    return stood(state, unit) if isinstance(command, Stand) else prospect(state, unit, command)
