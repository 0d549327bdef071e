"""Moves of the movement phase: why a unit may not make them, and what steps, jumps and whole paths would come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from overheat.classic.attack.blows import attack_of, refusal
from overheat.classic.battle.steps import (
    SHIFTS,
    Prospect,
    allowance,
    climbed,
    entered,
    jumped,
    landing,
    points_left,
    stepping,
    too_far,
    turned,
)
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.commands import Charge, Command, Go, Jump, Stand, Step
from overheat.classic.facts.state import Blow, Mode, Motion, State, Unit
from overheat.classic.rules.standard.driving import may_ram
from overheat.classic.rules.standard.falls import on_the_ground, rises_by_itself, stays_down
from overheat.classic.rules.standard.infantry import may_drag
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.movement import ADDITIONAL, JUMPING, LEVELS, OTHER_COSTS
from overheat.classic.rules.standard.piloting import DEEDS, cause
from overheat.classic.rules.standard.swimming import under_rotors
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term

TURNS = ("left", "right")
J = TypeVar("J")
E = TypeVar("E")


def charges_of(state: State, unit: Unit) -> Iterator[Charge]:
    """Every enemy that a unit may end its movement against."""
    for other in state.units.values():
        if other.active and other.side != unit.side and charges(state, unit, other) is None:
            yield Charge(other.id)


def begins(state: State, unit: Unit, mode: Mode) -> Refusal | None:
    """Why a unit cannot move in a mode."""
    modes = state.relief.rules[MODES]
    if modes[unit.motion.mode].moves or unit.motion.done:
        return Refusal("movement.mode", "how a unit moves is said once", ADDITIONAL)
    if mode in modes and modes[mode].leaps and under_rotors(unit):
        return Refusal("movement.mode", f"{unit.sheet.name} flies, and does not {mode}", JUMPING)
    drags = mode == "walk" and state.relief.rules[may_drag](state, unit)
    if mode not in modes or not modes[mode].moves or (allowance(state, unit, mode) < 1 and not drags):
        leaps = mode in modes and modes[mode].leaps
        return Refusal("movement.mode", f"{unit.sheet.name} cannot {mode}", JUMPING if leaps else ADDITIONAL)
    return held_down(state, unit, "jump") if modes[mode].leaps or modes[mode].skims else None


def held_down(state: State, unit: Unit, way: str) -> Refusal | None:
    """Why a unit that lies on the ground cannot go a way; who is on its feet may go any."""
    return state.relief.rules[on_the_ground](state, unit, way) if unit.condition.prone else None


def stands(state: State, unit: Unit) -> Refusal | None:
    """Why a prone machine cannot try to stand up."""
    if not unit.condition.prone:
        return Refusal("movement.stand", f"{unit.sheet.name} is on its feet", ADDITIONAL)
    down = state.relief.rules[stays_down](state.relief.rules, unit)
    cost, left = price(state, "stand up"), points_left(state, unit)
    minimum = unit.motion.spent == 0 and left >= 1
    return down if down is not None or cost.total <= left or minimum else too_far(cost, left)


def drops(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot lie down."""
    if not unit.machine or unit.condition.prone:
        return Refusal("movement.drop", "only a standing machine lies down", ADDITIONAL)
    mode = mode_of(state.relief.rules, unit)
    if mode.leaps or mode.skims:
        return Refusal("movement.drop", "who jumps lands on its feet", JUMPING)
    cost, left = price(state, "drop prone"), points_left(state, unit)
    return None if cost.total <= left else too_far(cost, left)


def shifts(unit: Unit) -> Refusal | None:
    """Why a quad cannot step aside."""
    if unit.quad and not any(place.destroyed for place in unit.condition.locations if place.code in LEGS):
        return None
    return Refusal("movement.shift", "only a quad with all its legs steps aside", ADDITIONAL)


def leaves(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot leave the board: it must face off it, with a point to spend."""
    if unit.hex.neighbour(unit.facing) in state.relief.board or held_down(state, unit, "forward") is not None:
        return Refusal("movement.leave", "a unit leaves over the edge that it faces", ADDITIONAL)
    if points_left(state, unit) < 1:
        return Refusal("movement.leave", "leaving the board takes a movement point", ADDITIONAL)
    return None


def charges(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot end its movement in a charge, or after a jump in a death from above."""
    rules, motion = state.relief.rules, unit.motion
    leaps = mode_of(rules, unit).leaps
    if not target.active or target.side == unit.side or unit.hex.distance(target.hex) != 1:
        return Refusal("physical.charge", "a charge ends next to an enemy", ADDITIONAL)
    able = (unit.machine and not unit.condition.prone) or (unit.vehicle and rules[may_ram](rules, unit))
    if not able or not (target.machine or (target.vehicle and not target.airborne)):
        return Refusal("physical.charge", "machines on their feet and vehicles charge what is on land", ADDITIONAL)
    if not motion.travelled or motion.backwards:
        return Refusal("physical.charge", "a charge needs a run-up", ADDITIONAL)
    if not leaps and unit.hex.neighbour(unit.facing) != target.hex:
        return Refusal("physical.charge", "a charge goes straight ahead", ADDITIONAL)
    if not leaps and target.condition.prone:
        return Refusal("physical.charge", "nobody charges what lies on the ground", ADDITIONAL)
    board = state.relief.board
    levels = board[unit.hex].level + unit.elevation - board[target.hex].level - target.elevation
    if not leaps and abs(levels) > 1:
        return Refusal("physical.charge", "the target stands too high or too low", LEVELS)
    if unit.vehicle or target.vehicle:
        return refusal(attack_of(state, unit, Blow(kind_of_charge(state, unit), "", target.id)))
    return None


def kind_of_charge(state: State, unit: Unit) -> str:
    """Who jumped attacks from above, everybody else charges."""
    return "death from above" if mode_of(state.relief.rules, unit).leaps else "charge"


def prospect(state: State, unit: Unit, command: Step | Jump) -> Prospect | Refusal:
    """What a step or a jump would come to."""
    return _taken(state, unit, command, jumped, entered)


def cannot_take(state: State, unit: Unit, command: Step | Jump) -> Refusal | None:
    """Why a step or a jump cannot be taken, without what it would come to."""
    found = _taken(state, unit, command, landing, stepping)
    return found if isinstance(found, Refusal) else None


def _taken(
    state: State,
    unit: Unit,
    command: Step | Jump,
    jumps: Callable[[State, Unit, Hex], J | Refusal],
    enters: Callable[[State, Unit, str], E | Refusal],
) -> J | E | Prospect | Refusal:
    """A step or a jump as it is worked out by who jumps and who enters a hex."""
    leaps = mode_of(state.relief.rules, unit).leaps
    if isinstance(command, Jump):
        if not leaps:
            return Refusal("movement.jump", f"{unit.sheet.name} is not jumping", JUMPING)
        return jumps(state, unit, state.relief.board.parse_hex(command.hex))
    if command.way in TURNS:
        if leaps and not unit.motion.travelled:
            return Refusal("movement.jump", "a jumper turns when it lands", JUMPING)
        return turned(state, unit, command.way)
    if leaps:
        return Refusal("movement.jump", "a jump is one leap", JUMPING)
    down = held_down(state, unit, command.way)
    if down is not None:
        return down
    if command.way in SHIFTS:
        no = shifts(unit)
        if no is not None:
            return no
    elif command.way in ("up", "down"):
        return climbed(state, unit, command.way)
    return enters(state, unit, command.way)


def stood(state: State, unit: Unit) -> Prospect | Refusal:
    """What standing up would come to, if the pilot manages it."""
    no = stands(state, unit)
    if no is not None:
        return no
    cost, motion = price(state, "stand up"), unit.motion
    motion = msgspec.structs.replace(
        motion, spent=motion.spent + int(cost.total), stand_attempts=motion.stand_attempts + 1
    )
    rules = state.relief.rules
    checks = () if rules[rises_by_itself](rules, unit) else (cause(rules[DEEDS], "standing up"),)
    return Prospect("stand", unit.hex, unit.facing, unit.elevation, motion, cost, checks)


def foreseen(state: State, unit: Unit, command: Command) -> Prospect | Refusal | None:
    """What a command of a path comes to; None for what is only said."""
    if isinstance(command, Step | Jump):
        return prospect(state, unit, command)
    return stood(state, unit) if isinstance(command, Stand) else None


def gone(unit: Unit, command: Command, step: Prospect | None) -> Unit:
    """A unit after a command of a path, if no die goes against it."""
    if step is None:
        return msgspec.structs.replace(unit, motion=Motion(command.mode)) if isinstance(command, Go) else unit
    if isinstance(command, Stand):
        unit = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=False))
    return msgspec.structs.replace(unit, hex=step.hex, facing=step.facing, elevation=step.elevation, motion=step.motion)


def rehearse(state: State, unit: Unit, path: tuple[Command, ...]) -> list[Prospect] | Refusal:
    """What each step of a path comes to, as long as no die goes against it; or why it cannot be gone."""
    found: list[Prospect] = []
    for command in path:
        step = foreseen(state, unit, command)
        if isinstance(step, Refusal):
            return step
        if step is not None:
            found.append(step)
        unit = gone(unit, command, step)
    return found


def price(state: State, what: str) -> Tally:
    """What something other than a step costs, by its name."""
    value = state.relief.rules[OTHER_COSTS][what]
    return Tally((Term(f"movement.{what.replace(' ', '_')}", value, what, OTHER_COSTS.cite),))
