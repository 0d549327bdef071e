"""Numbers of equipment that depend on the machine it is built into: what the entries write out as texts.

A text reads like the rulebook: `engine tons / 10, up to half tons` is what the engine weighs by ten, rounded up. What
it measures, its first words, has a function here. A text of several cases has a function of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.plan import ENGINES, Plan, rounded_as
from overheat.classic.unit.equipment import Armour, Equipment, Weapon
from overheat.classic.unit.formulas import NAMED, share, worked_out
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule

SPONSONS = TACTICAL_OPERATIONS("Sponson turrets", 346)
ULTRA_LIGHT = TACTICAL_OPERATIONS("Ultra-light BattleMechs", 378)

ENGINES_AND_ARMOUR = TECH_MANUAL("Engines; armour", 49)
JUMP_JETS_CITE = TECH_MANUAL("Jump jets", 51)
EQUIPMENT = TECH_MANUAL("Weapons and equipment", 56)

HALF = Fraction(1, 2)

WEIGHTS: Table[str, Fraction] = Table(
    "construction.weights",
    {
        "points of armour to the ton": Fraction(16),
        "shielding of fusion": Fraction(3, 2),
        "least fission engine": Fraction(5),
        "amplifiers": Fraction(1, 10),
    },
    cite=ENGINES_AND_ARMOUR,
)
"""Points of a ton of standard armour, for armour of a kind that does not say; what shielding makes of the weight of a
vehicle's fusion engine; the tons that fission weighs at least; the share of energy weapons that amplifiers weigh."""

JUMP_JETS: Table[int, Fraction] = Table(
    "construction.jump_jet_tons", {55: HALF, 85: Fraction(1), 100: Fraction(2), 200: Fraction(4)}, cite=JUMP_JETS_CITE
)
"""Tons of a jump jet, for machines up to so many tons."""

CLASSES: Table[int, int] = Table("construction.weight_classes", {35: 1, 55: 2, 75: 3, 200: 4}, cite=ULTRA_LIGHT)
"""The number of a weight class, for machines up to so many tons: light, medium, heavy and assault."""

Formula = Callable[[Plan, Mount], Fraction]

_SHAPE = re.compile(
    r"(?P<of>[a-zA-Z ]+?)(?: (?P<sign>[/x+]) (?P<by>[0-9.]+))?"
    r"(?:, (?P<round>up to half tons|up|nearest))?(?:, at least (?P<least>[0-9]+))?"
)


class Measured(NamedTuple):
    """A text taken apart: what is measured, what is done to it, and how it is rounded."""

    of: str
    sign: str
    by: Fraction
    rounding: str
    least: int

    def worked_out(self, amount: Fraction, rounded: Callable[[Fraction, str], Fraction]) -> Fraction:
        if self.sign == "+":
            amount += self.by
        else:
            amount = amount * self.by if self.sign == "x" else amount / self.by
        return max(Fraction(self.least), rounded(amount, self.rounding))


@cache
def measured(text: str) -> Measured | None:
    """A text of the common shape; None for any other."""
    found = _SHAPE.fullmatch(text)
    if not found:
        return None
    return Measured(
        found["of"], found["sign"] or "/", Fraction(found["by"] or 1), found["round"] or "", int(found["least"] or 0)
    )


_NUMBER = re.compile(r"\d+")


def space_of(item: Equipment, kind: str) -> int | None:
    """The space of an item on a kind of unit where a ruling gives it; a star behind it changes nothing here."""
    given = getattr(item.spaces, kind)
    if given is None or isinstance(given, int):
        return given
    number = _NUMBER.match(given)
    return int(number[0]) if number else None


def exact(value: float) -> Fraction:
    """A number of a data file, as it is written there."""
    return Fraction(str(value))


def engine_tons(plan: Plan) -> Fraction:
    """The weight of the engine: the table's for its rating, times its kind's, rounded up to the half ton.

    On a vehicle fusion weighs half as much again, for its shielding.
    """
    engine, weights = plan.sheet.engine, plan.rules[WEIGHTS]
    tons = plan.rules[ENGINES].get(engine.rating) if engine else None
    if engine is None or tons is None:
        return Fraction(0)
    shielded = plan.sheet.kind == "vehicle" and "fusion" in engine.kind.flags
    shielding = weights["shielding of fusion"] if shielded else 1
    weight = plan.rounded(exact(tons) * exact(engine.kind.weight_multiplier) * shielding)
    return max(weight, weights["least fission engine"]) if "fission" in engine.kind.flags else weight


def armour_points(sheet: Sheet) -> int:
    """The points of armour of a unit, front and rear."""
    return sum(place.armour + place.rear_armour for place in sheet.locations)


def armour_tons(plan: Plan) -> Fraction:
    """The weight of all armour: its points by the points of a ton of its kind, together rounded up to the half ton."""
    return plan.rounded(sum((_armour(plan, place) for place in plan.sheet.locations), start=Fraction(0)))


def _armour(plan: Plan, place: Location) -> Fraction:
    """The tons of a location's armour, not rounded."""
    return (place.armour + place.rear_armour) / points_per_ton(plan.rules, place.armour_kind)


def points_per_ton(rules: Ruleset, kind: Armour | None) -> Fraction:
    """The points of a ton of armour of a kind; where that is unknown, as of the standard one."""
    return exact(kind.points_per_ton) if kind else rules[WEIGHTS]["points of armour to the ton"]


def jump_jet_tons(plan: Plan) -> Fraction:
    """A jump jet by the weight of the machine; what is lighter than light counts as light."""
    return plan.by_weight(JUMP_JETS)


def direct_fire_tons(plan: Plan) -> Fraction:
    """The tons of all weapons that a targeting computer serves."""
    served = [mount for mount in plan.sheet.mounts if _served(mount)]
    return sum((tons_of(plan, mount) for mount in served), start=Fraction(0))


def _served(mount: Mount) -> bool:
    flags = mount.equipment.flags
    return isinstance(mount.equipment, Weapon) and "direct" in flags and "defensive" not in flags


def turret_tons(plan: Plan, mount: Mount) -> Fraction:
    """The tons of all that is mounted in the turret of a location; a head turret stands on the centre torso."""
    place = "HD" if "head_turret" in mount.equipment.flags else mount.location
    inside = [other for other in plan.sheet.mounts if other.turret and other.location == place]
    return sum((tons_of(plan, other) for other in inside), start=Fraction(0))


def pintle_tons(plan: Plan, mount: Mount) -> Fraction:
    """The tons of all that stands on the pintles of a location."""
    held = [other for other in plan.sheet.mounts if other.mounting == "pintle" and other.location == mount.location]
    return sum((tons_of(plan, other) for other in held), start=Fraction(0))


@rule("construction.sponson_tons", cite=SPONSONS, implements=("TO-346-mech-turret-sponson",))
def sponson_tons(plan: Plan, _: Mount) -> Fraction:
    """Sponsons come in pairs and weigh a tenth of all that they hold, however it is shared out between them."""
    held = [other for other in plan.sheet.mounts if other.mounting == "sponson"]
    tons = sum((tons_of(plan, other) for other in held), start=Fraction(0))
    return plan.rounded(tons / 10) / max(1, len(plan.sheet.flagged("sponson")))


def enhancement_tons(plan: Plan, _: Mount) -> Fraction:
    """An actuator enhancement system for one limb."""
    return plan.rounded(exact(plan.sheet.tons) / (50 if plan.sheet.motive.startswith("quad") else 35))


@rule("construction.weight_class", cite=ULTRA_LIGHT, implements=("TO-378-ultralight-mechs",))
def weight_class(plan: Plan) -> int:
    """One to four by the weight class of a machine; one that is lighter than light counts as light."""
    return plan.by_weight(CLASSES)


def sized(mount: Mount) -> Fraction:
    """What comes in any size: as large as the file says, and as often as its slots have room for; else its slots."""
    if not mount.size:
        return Fraction(mount.slots)
    size = exact(mount.size)
    return size * max(1, mount.slots // ceil(size))


_MEASURES: dict[str, Formula] = {
    "tonnage": lambda plan, _: exact(plan.sheet.tons),
    "engine tons": lambda plan, _: engine_tons(plan),
    "direct fire tons": lambda plan, _: direct_fire_tons(plan),
    "tons in it": turret_tons,
    "jump jet": lambda plan, _: jump_jet_tons(plan),
    "improved jump jet": lambda plan, _: jump_jet_tons(plan) * 2,
    "tonnage x jump MP": lambda plan, _: exact(plan.sheet.tons) * plan.sheet.jump,
    "size": lambda _, mount: sized(mount),
    "tons": lambda plan, mount: tons_of(plan, mount),
    "cargo tons": lambda plan, _: sum((sized(mount) for mount in plan.sheet.flagged("cargo")), start=Fraction(0)),
    "metres": lambda _, mount: exact(mount.size or 20),
}
MEASURES: Table[str, Formula] = Table("construction.measures", _MEASURES, cite=EQUIPMENT)
"""What the texts measure, by their first words."""

_OWN: dict[str, Formula] = {
    "tonnage / 35, up to half tons; quad: tonnage / 50, up to half tons": enhancement_tons,
    "tonnage / 10, up to half tons; support vehicle: 0": lambda plan, _: plan.rounded(exact(plan.sheet.tons) / 10),
    "tonnage / 20, up to half tons; under 10 tons: 0": lambda plan, _: plan.rounded(exact(plan.sheet.tons) / 20),
    "weight class: 1, 2, 3, 4": lambda plan, _: Fraction(plan.rules[weight_class](plan)),
    "tons in all sponsons / 10, up to half tons, shared": lambda plan, mount: plan.rules[sponson_tons](plan, mount),
    "tons in it / 20, up to half tons": lambda plan, mount: plan.rounded(pintle_tons(plan, mount) / 20),
    "2 + drones / 2": lambda _, mount: 2 + exact(mount.size or 0) / 2,
    "1 in each location but the body": lambda plan, _: Fraction(
        sum(bool(it.armour_kind) for it in plan.sheet.locations)
    ),
    "1 in each leg": lambda plan, _: Fraction(1),
    "2 in each leg": lambda plan, _: Fraction(2),
    "1 in each location but the head": lambda plan, _: Fraction(1),
}
OWN: Table[str, Formula] = Table("construction.formulas", _OWN, cite=EQUIPMENT)
"""Texts with a function of their own."""

IN_EACH = " in each "
"""What stands in the text of equipment that is mounted part by part, and weighed once."""


def number(
    value: float | str, plan: Plan, mount: Mount, rounded: Callable[[Fraction, str], Fraction] = rounded_as
) -> Fraction:
    """A number of a mounted item on its machine."""
    if not isinstance(value, str) or share(value) is not None or value in NAMED:
        return worked_out(value, plan.sheet, mount)
    own, found = plan.rules[OWN].get(value), measured(value)
    if own is not None:
        return own(plan, mount)
    measure = plan.rules[MEASURES].get(found.of) if found else None
    if found is None or measure is None:
        raise refuse("formula.unknown", f"{mount.equipment.name}: no rule works out {value!r}", formula=value)
    return found.worked_out(measure(plan, mount), rounded)


def tons_of(plan: Plan, mount: Mount) -> Fraction:
    """What a mounted item weighs; a fuel tank, as many tons as it says."""
    if mount.size and "fuel" in mount.equipment.flags:
        return sized(mount)
    return number(mount.equipment.tons, plan, mount, plan.rounded)


def slots_of(plan: Plan, mount: Mount) -> int:
    """The slots that a mounted item fills on this machine: for what stands in every leg, those in one."""
    return plan.fits(int(number(mount.equipment.slots, plan, mount)))


def amplifier_tons(plan: Plan, mounts: Iterable[Mount]) -> Fraction:
    """What the amplifiers of some energy weapons weigh: their share, rounded up to the half ton."""
    tons = sum((tons_of(plan, mount) for mount in mounts), start=Fraction(0))
    return plan.rounded(tons * plan.rules[WEIGHTS]["amplifiers"])


RULES = (WEIGHTS, JUMP_JETS, CLASSES, MEASURES, OWN, sponson_tons, weight_class)
