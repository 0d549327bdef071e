"""What games kept in logs of formats 1 and 2 allowed: runs into water, free walls in paved hexes, and the like."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.driving import CANOPY, CEILING, air_is_clear
from overheat.classic.rules.standard.entries import BUILDING_BANDS, BUILDING_ROLLS, BUILDINGS, building_check
from overheat.classic.rules.standard.going import (
    afloat_cost,
    no_running,
    soldiers_in_woods,
    under_bridge,
    walls_cost,
)
from overheat.classic.rules.standard.infantry import SOLDIERS, may_drag, turning_cost
from overheat.classic.rules.standard.movement import (
    COSTS,
    MODIFICATIONS,
    TERRAIN_COSTS_SHEET,
    Entry,
    modified_ground_cost,
    terrain_cost,
    terrain_names,
    walls_met,
)
from overheat.classic.rules.standard.propulsion import (
    burdened,
    hardened_legs,
    large_shield_grounds,
    modular_armour_grounds,
    modular_armour_slows,
    packs_ground,
    packs_slow,
    shields_slow,
    wet_jets,
)
from overheat.classic.rules.standard.terrain import TERRAIN_COSTS
from overheat.classic.rules.standard.to_hit import banded
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

MOVEMENT = TOTAL_WARFARE("Movement", 48)


@rule("former.runs_into_water", cite=MOVEMENT)
def runs_into_water(entry: Entry) -> Refusal | None:
    """Machines run into water as they walk into it."""
    return None


@rule("former.terrain", cite=TERRAIN_COSTS_SHEET, slot=COSTS)
def terrain_and_walls(entry: Entry) -> Term | None:
    """Walls cost as terrain does, on paved ground nothing; soldiers use the doors."""
    if entry.by_road:
        return None
    walls = "" if entry.unit.sheet.kind in SOLDIERS else walls_met(entry)
    names = [*terrain_names(entry), *([walls] if walls else [])]
    cost = sum(entry.rules[TERRAIN_COSTS][name] for name in names)
    return Term("movement.terrain", cost, ", ".join(names), TERRAIN_COSTS_SHEET) if cost else None


@rule("former.wall_rolls", cite=BUILDINGS)
def rolls_on_pavement(entry: Entry, hexes: int) -> Term | None:
    """Walls ask for a roll, but none on paved ground."""
    kind = walls_met(entry)
    if not kind or entry.by_road:
        return None
    value = entry.rules[BUILDING_ROLLS][kind] + banded(entry.rules[BUILDING_BANDS], hexes)
    return Term("piloting.building", value, f"enters a {kind} after {counted(hexes, 'hex', 'hexes')}", BUILDINGS)


@rule("former.roofs", cite=MOVEMENT)
def level_with_roofs(rules: Ruleset, ground: Ground, elevation: int) -> bool:
    """Rotorcraft fly above woods, and no lower than a roof."""
    canopy = CANOPY if "woods" in ground or "jungle" in ground else 0
    return elevation > canopy and elevation >= ground.amount("bldg_elev") and elevation <= CEILING


@rule("former.modified_ground", cite=MODIFICATIONS, slot=COSTS)
def modified_for_all(entry: Entry) -> Term | None:
    """Ice, mud, deep snow and swamp cost everybody on the ground a point more."""
    if entry.by_road or entry.unit.sheet.motive == "vtol":
        return None
    for kind in ("ice", "mud", "snow", "swamp"):
        if entry.target.amount(kind) > (1 if kind == "snow" else 0):
            return Term("movement.modified", 1, kind, MODIFICATIONS)
    return None


@rule("former.turning", cite=MOVEMENT)
def artillery_turns(rules: Ruleset, unit: Unit, cost: int) -> int:
    """All soldiers turn as they like."""
    return 0 if unit.sheet.kind in SOLDIERS else cost


@rule("former.stays", cite=MOVEMENT)
def stays(state: State, unit: Unit) -> bool:
    """Soldiers without points stay where they are."""
    return False


LAYER = Layer(
    "former_movement",
    title="Movement as in earlier versions: runs into water, free walls on paved ground, flight level with roofs",
    group="Earlier versions",
    cite=MOVEMENT,
    needs=("classic",),
    change=(
        no_running.replaced_by(runs_into_water),
        terrain_cost.replaced_by(terrain_and_walls),
        building_check.replaced_by(rolls_on_pavement),
        air_is_clear.replaced_by(level_with_roofs),
        modified_ground_cost.replaced_by(modified_for_all),
        turning_cost.replaced_by(artillery_turns),
        may_drag.replaced_by(stays),
    ),
    drop=(
        walls_cost,
        under_bridge,
        soldiers_in_woods,
        afloat_cost,
        wet_jets,
        burdened,
        packs_slow,
        packs_ground,
        shields_slow,
        large_shield_grounds,
        modular_armour_slows,
        modular_armour_grounds,
        hardened_legs,
    ),
)
