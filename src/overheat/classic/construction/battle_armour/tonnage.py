"""What a suit of battle armour weighs, part by part; a turret's own weight is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.battle_armour.plan import SUIT_WEIGHT, SuitPlan
from overheat.classic.construction.machine.tonnage import one
from overheat.classic.construction.weights import exact, tons_of
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CHASSIS = TECH_MANUAL("Battle armour, chassis")
MOVEMENT = TECH_MANUAL("Battle armour, movement")
ARMOUR = TECH_MANUAL("Battle armour, armour")
EQUIPMENT = TECH_MANUAL("Battle armour, weapons and equipment")
PACKS = TACTICAL_OPERATIONS("Detachable weapon packs", 286)

SHARES: Table[str, Fraction] = Table(
    "construction.suit.shares",
    {"detachable weapon pack": Fraction(3, 4), "squad support weapon mount": Fraction(2, 5)},
    cite=PACKS,
)
"""How much of its weight counts, of what is held by some mounting."""

CARRIED = "anti-personnel mount"
MISSION = "ba_mission_equipment"
"""Equipment of any weight; its size is in kilograms."""

NEARLY = Fraction(1, 1000)


def kilograms(amount: float) -> Fraction:
    return exact(amount) / 1000


@rule("construction.suit_weight.chassis", cite=CHASSIS, slot=SUIT_WEIGHT)
def chassis_weight(plan: SuitPlan) -> tuple[Term, ...]:
    """A chassis weighs by its class, more if of Clan make."""
    known = plan.weight_class
    tons = kilograms(known.clan if plan.sheet.clan else known.sphere)
    return one("construction.suit_weight.chassis", tons, f"{plan.suit.weight_class} chassis", CHASSIS)


@rule("construction.suit_weight.movement", cite=MOVEMENT, slot=SUIT_WEIGHT)
def movement_weight(plan: SuitPlan) -> tuple[Term, ...]:
    """Every walking point beyond those of the chassis weighs by the class, and so does every point in air or water."""
    known, sheet = plan.weight_class, plan.sheet
    off_ground = {"vtol": known.rotor, "umu": known.dive}.get(sheet.motive, known.jump)
    tons = kilograms(max(0, sheet.walk - plan.free) * known.walk + sheet.jump * off_ground)
    return one("construction.suit_weight.movement", tons, "movement", MOVEMENT)


@rule("construction.suit_weight.armour", cite=ARMOUR, slot=SUIT_WEIGHT)
def armour_weight(plan: SuitPlan) -> tuple[Term, ...]:
    """A point of armour weighs by its kind, in whole kilograms."""
    kind = plan.armour_kind
    if kind is None:
        return ()
    tons = kilograms(plan.suit.armour * round(1000 / kind.points_per_ton))
    return one("construction.suit_weight.armour", tons, f"{plan.suit.armour} points of armour", ARMOUR)


@rule("construction.suit_weight.equipment", cite=EQUIPMENT, slot=SUIT_WEIGHT)
def equipment_weight(plan: SuitPlan) -> tuple[Term, ...]:
    """Weapons, ammunition and equipment of the trooper who carries most; weapons of foot soldiers weigh nothing."""
    loads = [_terms(plan, mounts) for _, mounts in plan.troopers]
    return max(loads, key=lambda terms: sum(term.value for term in terms), default=())


def _terms(plan: SuitPlan, mounts: Iterable[Mount]) -> tuple[Term, ...]:
    return tuple(
        Term(f"construction.suit_weight.{mount.equipment.id}", tons, mount.equipment.name, EQUIPMENT)
        for mount in _weighed(mounts)
        if (tons := item_tons(plan, mount))
    )


def _weighed(mounts: Iterable[Mount]) -> Iterator[Mount]:
    """What is weighed; of what stands in several places in part, only the first."""
    spread = set()
    for mount in mounts:
        item = mount.equipment
        if isinstance(item, Armour) or "infantry" in item.flags or mount.mounting == CARRIED or item.id in spread:
            continue
        if "myomer_booster" in item.flags:
            spread.add(item.id)
        yield mount


def item_tons(plan: SuitPlan, mount: Mount) -> Fraction:
    """What a mounted item weighs on a suit: in a pack three quarters, as the weapon of a whole squad two fifths."""
    item = mount.equipment
    if "detachable" in item.flags:
        return Fraction(0)
    if "mechanical_jump_booster" in item.flags:
        return kilograms(2 * plan.weight_class.jump)
    if item.id == MISSION:
        return kilograms(mount.size or 0)
    tons = tons_of(plan, mount)
    if mount.ammunition and mount.shots is not None:
        tons = floor(tons / mount.ammunition.shots * 1000) * NEARLY * mount.shots
    return tons * plan.rules[SHARES].get(mount.mounting, Fraction(1))


RULES = (SHARES, chassis_weight, movement_weight, armour_weight, equipment_weight)
