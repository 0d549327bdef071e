"""Damage to vehicles: facing, penetration, the damage tables."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE
from overheat.platoon.facts import Facing, Result, Strike
from overheat.platoon.ground.geometry import arcs, off_axis, within

DAMAGE = BASE("Damage to vehicles")
FACINGS = BASE("Vehicle facings")

PENETRATION: Slot[[Ruleset, Strike], Term | None] = Slot("armour.penetration", None)
"""What is added to the die that must reach a vehicle's damage value."""

KEEPS: Slot[[Ruleset, Strike], bool] = Slot("armour.keeps", False)
"""What keeps its penetration at long range."""

TABLE_TERMS: Slot[[Ruleset, Strike, Result], Term | None] = Slot("armour.table_terms", None)
"""What is added to the die on a vehicle's damage table."""

Effect = Literal["stunned", "immobilised", "on_fire", "knocked_out"]

DAMAGE_VALUES: Table[str, int] = Table(
    "armour.damage_values",
    {
        "soft_skin": 6,
        "armoured_car": 7,
        "carrier": 7,
        "light_tank": 8,
        "medium_tank": 9,
        "heavy_tank": 10,
        "super_heavy_tank": 11,
        "helicopter": 7,
    },
    cite=DAMAGE,
    implements=("HEAT-base-vehicle-damage-values", "HEAT-heli-damage-value"),
)


@rule("armour.facing", cite=FACINGS, implements=("HEAT-base-vehicle-facing",))
def facing(rules: Ruleset, bearing: float) -> Facing:
    """The line from the firer to the middle of a vehicle decides which of its four quarters is struck."""
    if off_axis(bearing) < 45:
        return "front"
    return "side" if off_axis(bearing) <= 135 else "rear"


@rule("armour.facing_counts", cite=DAMAGE, implements=("HEAT-base-penetration",), slot=PENETRATION)
def facing_counts(rules: Ruleset, strike: Strike) -> Term | None:
    """Sides and top are weaker by one than the front, the rear by two."""
    bonus = {"front": 0, "side": 1, "top": 1, "rear": 2}[strike.facing]
    return Term("facing", bonus, f"strikes the {strike.facing}", DAMAGE) if bonus else None


@rule("armour.long_range", cite=DAMAGE, implements=("HEAT-base-penetration",))
def loses_at_long_range(rules: Ruleset, strike: Strike) -> int:
    """Beyond half its reach a heavy weapon loses one of its penetration."""
    reach = strike.weapon.reach
    return 1 if reach and not rules[within](rules, strike.distance, reach / 2) else 0


@rule("armour.keeps_penetration", cite=BASE("Shaped charges"), implements=("HEAT-base-kw-shaped-charge",), slot=KEEPS)
def shaped_charge(rules: Ruleset, strike: Strike) -> bool:
    """A shaped charge is as strong far away as near."""
    return "Shaped charge" in strike.weapon.keywords


@rule("armour.other_charges", cite=DAMAGE, slot=KEEPS)
def other_charges(rules: Ruleset, strike: Strike) -> bool:
    """Blasts, flames, guided missiles and what is placed or dropped lose nothing with the distance."""
    same = {"ATGM", "Flamethrower", "Placed", "Dropped"} & strike.weapon.keywords
    return strike.high_explosive or strike.pen is not None or not isinstance(strike.weapon.pen, int) or bool(same)


@rule("armour.immune", cite=DAMAGE, implements=("HEAT-base-small-arms-armour",))
def immune(rules: Ruleset, strike: Strike) -> bool:
    """Small arms cannot hurt armour of 7 or more."""
    return strike.weapon.small_arms and strike.pen is None and strike.damage_value >= 7


@rule("armour.result", cite=DAMAGE, implements=("HEAT-base-penetration-results",))
def result(rules: Ruleset, margin: int) -> Result:
    """Below the damage value is nothing, as much glances off, one or two more is full damage, three more massive."""
    if margin < 0:
        return "none"
    return "glancing" if margin == 0 else "full" if margin < 3 else "massive"


@rule("armour.small_arms_result", cite=DAMAGE, implements=("HEAT-base-softskin",))
def small_arms_result(rules: Ruleset, found: Result) -> Result:
    """What small arms do to a soft-skinned vehicle glances off."""
    return "none" if found == "none" else "glancing"


@rule("armour.table_rolls", cite=DAMAGE)
def table_rolls(rules: Ruleset, found: Result) -> int:
    """Massive damage rolls twice on the damage table, and both count."""
    return {"none": 0, "glancing": 1, "full": 1, "massive": 2}[found]


@rule("armour.effect", cite=DAMAGE, implements=("HEAT-base-vehicle-damage-table",))
def effect(rules: Ruleset, total: int) -> Effect:
    """1 or less stuns the crew, 2 stops the vehicle for good, 3 sets it on fire, 4 or more knocks it out."""
    if total <= 1:
        return "stunned"
    return "immobilised" if total == 2 else "on_fire" if total == 3 else "knocked_out"


@rule("armour.glancing", cite=DAMAGE, implements=("HEAT-base-damage-table-modifiers",), slot=TABLE_TERMS)
def glancing(rules: Ruleset, strike: Strike, found: Result) -> Term | None:
    """What glances off rolls three lower."""
    return Term("glancing", -3, "glancing", DAMAGE) if found == "glancing" else None


@rule(
    "armour.open_top",
    cite=DAMAGE,
    implements=("HEAT-base-damage-table-modifiers", "HEAT-base-open-topped"),
    slot=TABLE_TERMS,
)
def open_top(rules: Ruleset, strike: Strike, found: Result) -> Term | None:
    """A shell that falls into an open top does one more."""
    falls_in = strike.open_topped and strike.indirect
    return Term("open_topped", 1, "falls into the open top", DAMAGE) if falls_in else None


@rule("armour.fuel_burns", cite=DAMAGE, implements=("HEAT-base-damage-table-modifiers",), slot=TABLE_TERMS)
def fuel_burns(rules: Ruleset, strike: Strike, found: Result) -> Term | None:
    """A vehicle that carries a flamethrower burns well."""
    return Term("fuel", 1, "flamethrower fuel", DAMAGE) if strike.flamethrower_vehicle else None


@rule("armour.turret_jams", cite=BASE("Turret jams"), implements=("HEAT-base-turret-jam", "HEAT-heli-turret-jam"))
def turret_jams(rules: Ruleset, face: int) -> bool:
    """A turret that may jam does so on 4 or more, and points where it points for the rest of the game."""
    return face >= 4


@rule("armour.bears", cite=BASE("Weapon mounts"), implements=("HEAT-base-vehicle-mounts",))
def bears(rules: Ruleset, mount: str, bearing: float) -> bool:
    """Turrets and pintles fire all round, everything else into the quarter that it faces."""
    if mount in ("turret", "pintle", "coaxial"):
        return True
    return (mount if mount in ("rear", "left", "right") else "front") in rules[arcs](rules, bearing)


@rule("armour.coaxial", cite=BASE("Weapon mounts"))
def coaxial_refused(rules: Ruleset, mounts: tuple[str, ...]) -> Refusal | None:
    """A co-axial weapon fires in the place of the main gun."""
    if "coaxial" in mounts and "turret" in mounts:
        return Refusal("armour.coaxial", "the co-axial weapon fires instead of the main gun", BASE("Weapon mounts"))
    return None


RULES = (
    DAMAGE_VALUES,
    facing,
    facing_counts,
    loses_at_long_range,
    shaped_charge,
    other_charges,
    immune,
    result,
    small_arms_result,
    table_rolls,
    effect,
    glancing,
    open_top,
    fuel_burns,
    turret_jams,
    bears,
    coaxial_refused,
)
