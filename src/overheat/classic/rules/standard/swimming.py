"""Moving through air and water besides walking and jumping: soldiers under rotors, and whoever swims under water."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.infantry_sheets import FAST
from overheat.classic.rules.standard.movement import BARS, SWIMMING, Entry, jump_tally
from overheat.classic.rules.standard.systems import works
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule

DIVERS = TOTAL_WARFARE("Underwater manoeuvring units", 122)
FLIERS = TOTAL_WARFARE("VTOL infantry and battle armour", 214)

SOLDIERS = ("infantry", "battle armour")
UNDER_WATER_MOTIVES = ("umu", "motorized scuba", "submarine")


def under_rotors(unit: Unit) -> bool:
    """Whether it is soldiers who fly as rotorcraft do."""
    return unit.sheet.motive == "vtol" and unit.sheet.kind in SOLDIERS


@rule("movement.flight", cite=FLIERS)
def flight_points(state: State, unit: Unit) -> int:
    """Soldiers under rotors fly as far as others would jump, rising and sinking as rotorcraft do."""
    return int(jump_tally(state, unit).total) if under_rotors(unit) else 0


@rule("movement.swimming", cite=DIVERS)
def swimming_points(state: State, unit: Unit) -> int:
    """Who is in the water swims a point for each unit that drives it, and divers as far as their gear takes them."""
    sheet, board = unit.sheet, state.relief.board
    if unit.hex not in board:
        return 0
    ground = board[unit.hex]
    if ground.amount("water") < 1 or (unit.elevation >= 0 and sheet.motive != "submarine"):
        return 0
    if sheet.suit is not None:
        return sheet.jump if sheet.motive == "umu" else 0
    if sheet.platoon is not None:
        return state.relief.rules[FAST].rows.get(sheet.motive, 0) if sheet.motive in UNDER_WATER_MOTIVES else 0
    if "umu" not in unit.plan.flags:
        return 0
    return sum("umu" in mount.equipment.flags and works(unit, at) for at, mount in enumerate(sheet.mounts))


@rule("movement.swims_in_water", cite=DIVERS, slot=BARS)
def swims_in_water(entry: Entry) -> Refusal | None:
    """Who swims stays in the water."""
    if entry.unit.motion.mode != SWIMMING or (entry.target.amount("water") > 0 and "ice" not in entry.target):
        return None
    return Refusal("movement.swims_in_water", f"{entry.unit.sheet.name} swims, and there is no water", DIVERS)


RULES = (flight_points, swimming_points, swims_in_water)
