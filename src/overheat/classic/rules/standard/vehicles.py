"""Vehicles in battle: where they are hit, what that does to their motive systems, and their critical hits."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import ceil
from typing import Literal, NamedTuple

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.damage import CriticalRoll
from overheat.classic.rules.standard.locations import Placement, Side
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

HIT_LOCATIONS = TOTAL_WARFARE("Ground Combat Vehicle Hit Location Table", 193)
MOTIVE_DAMAGE = TOTAL_WARFARE("Motive System Damage Table", 193)
CRITICAL_HITS = TOTAL_WARFARE("Ground Combat Vehicle Critical Hits Table", 194)
VTOL_LOCATIONS = TOTAL_WARFARE("VTOL Combat Vehicle Hit Location Table", 197)
VTOL_CRITICAL_HITS = TOTAL_WARFARE("VTOL Combat Vehicle Critical Hits Table", 197)
DESTRUCTION = TOTAL_WARFARE("Destroying a vehicle", 128)
CHIN_TURRET = TACTICAL_OPERATIONS("VTOL chin turret", 348)
DUAL_TURRETS = TACTICAL_OPERATIONS("Dual turrets", 347)
MOTIVE_ARMOUR = TACTICAL_OPERATIONS("Armored motive system", 298)
WATER = TOTAL_WARFARE("Hovercraft over water", 193)

Part = Literal["front", "side", "rear", "turret", "rotor"]
"""A part of a vehicle as the tables of critical hits have it."""

TURRETS = ("TU", "FT")
ROTOR = "RO"
FLANKS: dict[str, tuple[str, ...]] = {
    "front": ("FR",),
    "left": ("LS", "FRLS", "RRLS"),
    "right": ("RS", "FRRS", "RRRS"),
    "rear": ("RR",),
}
"""The locations of each side; the largest vehicles have two along each flank."""


@cache
def _tables() -> dict[str, dict[str, dict[int, str]]]:
    text = files("overheat.classic").joinpath("data/tables/vehicle_hits.toml").read_text(encoding="utf-8")
    return {
        name: {column: {int(roll): found for roll, found in row.items()} for column, row in columns.items()}
        for name, columns in tomllib.loads(text).items()
    }


class Landing(NamedTuple):
    """Where a hit on a vehicle lands, and what it does besides its damage."""

    place: str
    critical: bool = False
    motive: bool = False


def _landings(name: str) -> dict[str, dict[int, Landing]]:
    return {column: {roll: landing(found) for roll, found in row.items()} for column, row in _tables()[name].items()}


def landing(words: str) -> Landing:
    """`front critical` as a landing."""
    place, *effects = words.split()
    return Landing(place, "critical" in effects, "motive" in effects)


VEHICLE_LOCATIONS: Table[str, dict[int, Landing]] = Table(
    "vehicles.locations",
    _landings("ground"),
    cite=HIT_LOCATIONS,
    where="overheat.classic.data.tables.vehicle_hits",
)
"""2d6 by the side that is hit: front, rear or a side."""

ROTORCRAFT_LOCATIONS: Table[str, dict[int, Landing]] = Table(
    "vehicles.rotorcraft_locations",
    _landings("rotorcraft"),
    cite=VTOL_LOCATIONS,
    where="overheat.classic.data.tables.vehicle_hits",
)

VEHICLE_CRITICALS: Table[str, dict[int, str]] = Table(
    "vehicles.criticals",
    _tables()["ground_criticals"],
    cite=CRITICAL_HITS,
    where="overheat.classic.data.tables.vehicle_hits",
)
"""2d6 by the part that is hit; what is not listed does nothing."""

ROTORCRAFT_CRITICALS: Table[str, dict[int, str]] = Table(
    "vehicles.rotorcraft_criticals",
    _tables()["rotorcraft_criticals"],
    cite=VTOL_CRITICAL_HITS,
    where="overheat.classic.data.tables.vehicle_hits",
)


def is_rotorcraft(unit: Unit) -> bool:
    """Whether a vehicle flies with a rotor, and so is hit by the tables for those."""
    return unit.sheet.motive == "vtol"


@rule("vehicles.where_hit", cite=HIT_LOCATIONS)
def where_hit(placement: Placement) -> Landing:
    """A vehicle is hit where the roll says for the side that the attack came from; rotorcraft have their own table."""
    side, table = placement.side, ROTORCRAFT_LOCATIONS if is_rotorcraft(placement.unit) else VEHICLE_LOCATIONS
    column = side if side in ("front", "rear") else "side"
    found = placement.rules[table][column][placement.roll]
    return found._replace(place=side) if found.place == "side" else found


@rule("vehicles.chin_turret", cite=CHIN_TURRET, implements=("TO-348-vtol-chin-turret",))
def chin_turret(rules: Ruleset, unit: Unit, found: Landing, roll: int) -> Landing:
    """The chin turret of a rotorcraft takes the hits on its rotor that fall on a 4."""
    return found._replace(place="turret") if roll == 4 and _has(unit, "TU") else found


def _has(unit: Unit, code: str) -> bool:
    return any(place.code == code for place in unit.condition.locations)


@rule("vehicles.turret_missing", cite=HIT_LOCATIONS)
def turret_missing(rules: Ruleset, unit: Unit, place: str, side: Side) -> str:
    """Without a turret, or when it is gone, hits on the turret strike the side that was attacked."""
    whole = any(part.code in TURRETS and not part.destroyed for part in unit.condition.locations)
    return side if place == "turret" and not whole else place


@rule("vehicles.which_turret", cite=DUAL_TURRETS)
def which_turret(rules: Ruleset, side: Side, roll: int) -> str:
    """Of two turrets one die picks, 3 or less the front one, 2 off for an attack from the front, 2 on for the rear."""
    shifted = roll + {"front": -2, "rear": 2}.get(side, 0)
    return "FT" if shifted <= 3 else "TU"


@rule("vehicles.which_flank", cite=HIT_LOCATIONS)
def which_flank(rules: Ruleset, codes: tuple[str, ...], roll: int) -> str:
    """Where a side has two locations, the front one is hit on 1 to 3 and the rear one on 4 to 6."""
    return codes[0] if roll <= 3 else codes[1]


MOTIVE_MODIFIERS: Table[str, int] = Table(
    "vehicles.motive_modifiers",
    {
        "tracked": 0,
        "naval": 0,
        "submarine": 0,
        "rail": 0,
        "wheeled": 2,
        "hover": 3,
        "hydrofoil": 3,
        "wige": 4,
        "attack from the rear": 1,
        "attack from the side": 2,
        "armoured motive system": -2,
    },
    cite=MOTIVE_DAMAGE,
    where="overheat.classic.rules.standard.vehicles.MOTIVE_MODIFIERS",
)

MOTIVE_GRADES: Table[int, str] = Table(
    "vehicles.motive_grades",
    {0: "none", 6: "minor", 8: "moderate", 10: "heavy", 12: "immobilised"},
    cite=MOTIVE_DAMAGE,
    where="overheat.classic.rules.standard.vehicles.MOTIVE_GRADES",
)
"""The grade of motive damage by the lowest roll that causes it."""


class MotiveHit(msgspec.Struct, frozen=True):
    """A hit on the motive system of a vehicle, and the side that it came from."""

    rules: Ruleset
    unit: Unit
    side: Side


@rule("vehicles.motive_roll", cite=MOTIVE_DAMAGE)
def motive_roll(hit: MotiveHit) -> Tally:
    """A roll for motive damage is worse on wheels and cushions of air than on tracks, and from the side or the rear."""
    motive, modifiers = hit.unit.sheet.motive, hit.rules[MOTIVE_MODIFIERS]
    by_motive = modifiers.get(motive) or 0
    direction = {"front": "", "rear": "attack from the rear"}.get(hit.side, "attack from the side")
    by_side = modifiers[direction] if direction else 0
    return Tally.of(
        [
            Term("vehicles.motive_kind", by_motive, motive, MOTIVE_DAMAGE) if by_motive else None,
            Term("vehicles.motive_side", by_side, direction, MOTIVE_DAMAGE) if by_side else None,
            Term("vehicles.motive_armour", modifiers["armoured motive system"], "armoured motive system", MOTIVE_ARMOUR)
            if "armoured_motive_system" in hit.unit.plan.flags
            else None,
        ]
    )


@rule("vehicles.motive_grade", cite=MOTIVE_DAMAGE)
def motive_grade(hit: MotiveHit, roll: int) -> str:
    """How bad motive damage is: the highest grade that the roll reaches."""
    return [grade for lowest, grade in hit.rules[MOTIVE_GRADES].rows.items() if roll >= lowest][-1]


@rule("vehicles.motive_points", cite=MOTIVE_DAMAGE)
def motive_points(rules: Ruleset, grade: str, left: int) -> int:
    """Moderate damage costs a cruising point, heavy damage half of those that are left; half a point is kept."""
    return {"moderate": min(1, left), "heavy": left - ceil(left / 2), "immobilised": left}.get(grade, 0)


@rule("vehicles.sinks", cite=WATER)
def sinks(rules: Ruleset, unit: Unit, depth: int) -> bool:
    """A cushion of air that cannot move sinks in water of depth 1 or more."""
    return unit.sheet.motive in ("hover", "wige", "hydrofoil") and depth > 0


@rule("vehicles.rotor_damage", cite=VTOL_LOCATIONS)
def rotor_damage(rules: Ruleset, damage: int) -> int:
    """Rotors let most of a hit through: it does a tenth of its damage, rounded up."""
    return ceil(damage / 10)


@rule("vehicles.fatal", cite=DESTRUCTION)
def fatal_to_vehicle(rules: Ruleset, unit: Unit) -> str:
    """A vehicle is lost with any of its locations but the rotor, which only brings it down; why, or nothing."""
    for place in unit.condition.locations:
        if place.destroyed and place.code != ROTOR:
            return "turret_destroyed" if place.code in TURRETS else "hull_destroyed"
    return ""


def part_of(code: str) -> Part:
    """The column of the critical tables that a location belongs to."""
    if code in TURRETS:
        return "turret"
    if code == ROTOR:
        return "rotor"
    return "front" if code == "FR" else "rear" if code == "RR" else "side"


INSTEAD: Table[str, str] = Table(
    "vehicles.instead",
    {
        "ammunition": "weapon destroyed",
        "fuel tank": "engine hit",
        "turret jams": "turret locks",
        "driver hit": "crew stunned",
        "commander hit": "crew stunned",
        "pilot hit": "crew killed",
        "co-pilot hit": "crew killed",
    },
    cite=CRITICAL_HITS,
    where="overheat.classic.rules.standard.vehicles.INSTEAD",
)
"""What a critical hit becomes when it finds nothing to do: no ammunition, no fuel, somebody who is hit already."""

MOST_SENSOR_HITS = 4
BURNS = ("combustion", "fuel_cell", "steam")
"""Engines with fuel that explodes."""


@rule("vehicles.critical_applies", cite=CRITICAL_HITS)
def critical_applies(rules: Ruleset, unit: Unit, location: str, effect: str) -> bool:
    """A critical hit needs something to hit: a weapon, a stabiliser that still works, ammunition, fuel."""
    vehicle, codes = unit.condition.vehicle, unit.condition.vehicle.stabilisers
    engine = unit.sheet.engine
    answers = {
        "weapon malfunction": bool(set(guns(unit, location)) - vehicle.malfunctions),
        "weapon destroyed": bool(guns(unit, location)),
        "stabiliser": location not in codes and bool(guns(unit, location)),
        "flight stabiliser": location not in codes,
        "sensors": vehicle.sensors < MOST_SENSOR_HITS,
        "driver hit": not vehicle.driver_hit,
        "pilot hit": not vehicle.driver_hit,
        "commander hit": not vehicle.commander_hit,
        "co-pilot hit": not vehicle.commander_hit,
        "cargo hit": False,
        "engine hit": engine is not None and not vehicle.engine_hit,
        "fuel tank": engine is not None and not engine.kind.flags.isdisjoint(BURNS),
        "ammunition": bool(explosive_bins(unit)),
        "turret jams": not (vehicle.turret_jammed or vehicle.turret_locked),
        "turret locks": not vehicle.turret_locked,
        "rotor damage": not vehicle.immobile,
    }
    return answers.get(effect, True)


def guns(unit: Unit, location: str) -> tuple[int, ...]:
    """The weapons of a location that still work."""
    mounts = unit.sheet.mounts
    return tuple(at for at in unit.plan.weapons if mounts[at].location == location and works(unit, at))


def explosive_bins(unit: Unit) -> tuple[int, ...]:
    """The bins with ammunition left that explodes."""
    return tuple(
        at
        for at, mount in enumerate(unit.sheet.mounts)
        if mount.ammunition is not None
        and "explosive" in mount.ammunition.flags
        and "inert" not in mount.ammunition.flags
        and unit.condition.shots[at] > 0
        and at not in unit.condition.lost
    )


HIGHEST_ROLL = 12


class VehicleCritical(CriticalRoll, frozen=True):
    """A roll for a critical hit on a location of a vehicle, with all that is added to it."""

    def applies(self, effect: str) -> bool:
        """Whether an effect finds something to do there."""
        return self.rules[critical_applies](self.rules, self.unit, self.location, effect)


@rule("vehicles.critical", cite=CRITICAL_HITS)
def critical_effect(critical: VehicleCritical) -> str | None:
    """A critical hit that can do nothing is what stands in for it, else the next of its column, from the top again."""
    table = ROTORCRAFT_CRITICALS if is_rotorcraft(critical.unit) else VEHICLE_CRITICALS
    row, roll = critical.rules[table][part_of(critical.location)], min(HIGHEST_ROLL, critical.roll)
    if roll not in row:
        return None
    order = [row[at] for at in sorted(row) if at >= roll] + [row[at] for at in sorted(row) if at < roll]
    for effect in order:
        other = critical.rules[INSTEAD].get(effect)
        if critical.applies(effect):
            return effect
        if other is not None and critical.applies(other):
            return other
    return None


STUNNED_TURNS = 2
"""The rest of this turn, and the next."""


@rule("vehicles.stunned", cite=CRITICAL_HITS)
def stunned_turns(rules: Ruleset, before: int) -> int:
    """A stunned crew is out of it until the end of the next turn; each further stun adds a turn."""
    return before + 1 if before else STUNNED_TURNS


@rule("vehicles.crew_lost", cite=CRITICAL_HITS)
def crew_lost(rules: Ruleset, unit: Unit) -> bool:
    """A crew whose driver and commander are both hit does not live through another stun."""
    return unit.condition.vehicle.driver_hit and unit.condition.vehicle.commander_hit


RULES = (
    where_hit,
    chin_turret,
    turret_missing,
    which_turret,
    which_flank,
    motive_roll,
    motive_grade,
    motive_points,
    sinks,
    rotor_damage,
    fatal_to_vehicle,
    critical_applies,
    critical_effect,
    stunned_turns,
    crew_lost,
    VEHICLE_LOCATIONS,
    ROTORCRAFT_LOCATIONS,
    VEHICLE_CRITICALS,
    ROTORCRAFT_CRITICALS,
    MOTIVE_MODIFIERS,
    MOTIVE_GRADES,
    INSTEAD,
)
