"""Whether the rules in force and the vehicle under fire are ones that curtains know: else the engine is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from overheat.classic.attack.decisions import DECISIONS
from overheat.classic.battle.scene import COUNTS_AS, FOLLOWS
from overheat.classic.damage.hull.plates import INTERPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.known_rules import HELD, about_hits, differing
from overheat.classic.rules.standard import damage, vehicles
from overheat.classic.rules.standard.aboard import passengers
from overheat.classic.rules.standard.armours import thin_armour
from overheat.classic.rules.standard.impacts import AT_THE_PLACE, Hit, inner_wear, protected, wear
from overheat.classic.rules.standard.orders import dumped_bins
from overheat.classic.rules.standard.under_water import exposed
from overheat.classic.rules.standard.vehicles import TURRETS, VEHICLE_CRITICALS, is_rotorcraft
from overheat.kernel.rules.rule import Rule, Ruleset, Slot

DECIDED: tuple[Rule[..., Any], ...] = (
    damage.by_slots,
    damage.weapon_explosion,
    damage.vented,
    vehicles.turret_missing,
    vehicles.motive_roll,
    vehicles.motive_grade,
    vehicles.motive_points,
    vehicles.fatal_to_vehicle,
    vehicles.critical_applies,
    vehicles.critical_effect,
    vehicles.stunned_turns,
    vehicles.crew_lost,
    wear,
    inner_wear,
    thin_armour,
    exposed,
)
"""Decisions that must be those of the standard game."""

EMPTY: tuple[Slot[..., Any], ...] = (FOLLOWS, COUNTS_AS, DECISIONS, INTERPOSES, AT_THE_PLACE)
"""Slots that must be empty."""

OWNED = {
    "driver hit": "front",
    "commander hit": "front",
    "sensors": "front",
    "turret jams": "turret",
    "turret locks": "turret",
    "turret blown off": "turret",
}
"""Critical hits that only one part of a vehicle may take, since others would not know of them."""


def unknown(state: State, target: str, hits: Iterable[Hit]) -> str:
    """Why chances of a vehicle are left to the engine: a rule, a table, something about it; else nothing."""
    rules, unit = state.relief.rules, state.units[target]
    differ = differing(rules, DECIDED, EMPTY, HELD) or _about_tables(rules)
    return differ or _about_vehicle(state, unit) or about_hits(rules, unit, hits)


def _about_tables(rules: Ruleset) -> str:
    for part, row in rules[VEHICLE_CRITICALS].rows.items():
        if any(OWNED.get(effect, part) != part for effect in row.values()):
            return "critical hits on parts that do not have them"
    return ""


def _about_vehicle(state: State, unit: Unit) -> str:
    if not unit.vehicle or is_rotorcraft(unit) or unit.airborne:
        return "something else than a vehicle on the ground"
    places = unit.condition.locations
    if sum(place.code in TURRETS for place in places) > 1:
        return "two turrets"
    if protected(state.relief.rules, unit) or any(place.destroyed or place.flooded for place in places):
        return "armour that hits are changed by, or a location that is gone"
    if any(place.armour % 1 or place.structure % 1 for place in places):
        return "half points"
    if unit.elevation < 0 or passengers(state, unit.id) or any(dumped_bins(unit)):
        return "water, passengers or ammunition that is dumped"
    return ""
