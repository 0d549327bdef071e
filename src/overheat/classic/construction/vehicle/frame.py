"""The frame of a combat vehicle: its weight, its locations, its engine, its armour, and the slots that all takes."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found, weighed, wrong_places
from overheat.classic.construction.machine.plan import LIMITS as ENGINE_LIMITS
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.vehicle.plan import ORDINARY, TURRETS, VEHICLE, VehiclePlan
from overheat.classic.construction.weights import exact
from overheat.classic.unit.equipment import Ammunition, Armour
from overheat.classic.unit.sheet import Mount
from overheat.classic.unitfile.implied import suspension
from overheat.kernel.rules.rule import Table, rule

CHASSIS = TECH_MANUAL("Combat vehicles, design the chassis")
ENGINE = TECH_MANUAL("Combat vehicles, engines")
SLOTS = TECH_MANUAL("Combat vehicles, item slots")
ARMOUR = TECH_MANUAL("Combat vehicles, armour")
SUPERHEAVY = TACTICAL_OPERATIONS("Super-heavy vehicles", 378)

HEAVIEST: Table[str, int] = Table(
    "construction.vehicle.most_superheavy_tons",
    {"tracked": 200, "wheeled": 160, "hover": 100, "vtol": 60, "wige": 160, "naval": 555, "submarine": 555},
    cite=SUPERHEAVY,
)
"""The most tons of a superheavy vehicle by how it moves; others are never superheavy."""

DEEPEST: Table[str, int] = Table(
    "construction.superheavy_water",
    {"hover": 2, "tracked": 2, "wheeled": 2, "wige": 2},
    cite=SUPERHEAVY,
)
"""The depth of water that a superheavy vehicle may not enter, and no greater one, by how it moves."""

SIDES = ("FR", "RS", "LS", "RR")
SIX_SIDES = ("FR", "FRRS", "FRLS", "RRRS", "RRLS", "RR")

LIMITS: Table[str, Fraction] = Table(
    "construction.vehicle.limits",
    {
        "armour": Fraction(40),
        "armour of each ton": Fraction(7, 2),
        "armour of a rotor": Fraction(2),
        "slots": Fraction(5),
        "tons of each further slot": Fraction(5),
        "tons of each point of structure": Fraction(10),
    },
    cite=ARMOUR,
)
"""What limits the armour of a vehicle and the slots for its items, and gives every location its structure."""

ENGINE_SLOTS: Table[str, tuple[int, int]] = Table(
    "construction.vehicle.engine_slots",
    {"xxl": (4, 2), "xl": (2, 1), "light": (1, 1), "compact": (-1, -1)},
    cite=SLOTS,
)
"""The slots of bulky engines, of Inner Sphere and of Clan make; a compact one makes room."""


@rule("construction.vehicle.tonnage", cite=CHASSIS, slot=VEHICLE)
def tonnage(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle weighs whole tons, up to a limit that its way of moving sets."""
    tons, motive = plan.sheet.tons, plan.sheet.motive
    most = plan.rules[HEAVIEST].get(motive, plan.rules[ORDINARY].get(motive, 0))
    if 1 <= tons <= most and tons % 1 == 0:
        return ()
    reason = f"{tons:g} tons; {plan.sheet.motive} vehicles weigh 1 to {most} in whole tons"
    return (Finding(id="construction.vehicle.tonnage", reason=reason, cite=CHASSIS),)


@rule("construction.vehicle.superheavy", cite=SUPERHEAVY, slot=VEHICLE)
def superheavy(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle beyond the common limit is superheavy, which is advanced: a file that denies it is worth a note."""
    stated = plan.sheet.level
    if not plan.superheavy or not stated.isdigit() or int(stated) >= ADVANCED:
        return ()
    reason = f"{plan.sheet.tons:g} tons make it superheavy, which is advanced; the file states level {stated}"
    return (Finding(id="construction.vehicle.superheavy", severity="note", reason=reason, cite=SUPERHEAVY),)


ADVANCED = 3


@rule("construction.vehicle.weight", cite=CHASSIS, slot=VEHICLE)
def weight(plan: VehiclePlan) -> tuple[Finding, ...]:
    """All that a vehicle is made of weighs no more than the vehicle; what it weighs less is told."""
    return weighed("construction.vehicle.weight", CHASSIS, plan.weight().total, plan.sheet.tons)


def _needed(plan: VehiclePlan) -> set[str]:
    """The locations that a vehicle has, turrets aside."""
    rotor = {"RO"} if plan.sheet.motive == "vtol" else set()
    return {"BD", *(SIX_SIDES if plan.superheavy and not rotor else SIDES), *rotor}


@rule(
    "construction.vehicle.locations",
    cite=SUPERHEAVY,
    implements=("TO-378-superheavy-vehicles-3",),
    slot=VEHICLE,
)
def locations(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle has four sides, a superheavy one six unless it has a rotor, and a rotor if it flies by one."""
    needed, there = _needed(plan), set(plan.codes) - TURRETS.keys()
    reasons = wrong_places(needed, there, f"such a {plan.sheet.motive} vehicle")
    return found("construction.vehicle.locations", SUPERHEAVY, reasons)


@rule("construction.vehicle.structure_points", cite=CHASSIS, slot=VEHICLE)
def structure_points(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Every location but the body has a point of structure for each ten tons or fraction of them."""
    points = ceil(exact(plan.sheet.tons) / plan.rules[LIMITS]["tons of each point of structure"])
    reasons = (
        (place.code, f"{place.code} has {points} points of structure, found {place.structure}")
        for place in plan.sheet.locations
        if place.code != "BD" and place.structure != points
    )
    return found("construction.vehicle.structure_points", CHASSIS, reasons)


@rule("construction.vehicle.engine_rating", cite=ENGINE, slot=VEHICLE)
def engine_rating(plan: VehiclePlan) -> tuple[Finding, ...]:
    """An engine's rating is tons times cruising points less the suspension factor, up to a step of 5, at least 10."""
    engine, sheet = plan.sheet.engine, plan.sheet
    if engine is None:
        reasons = [] if plan.towed else ["has no engine that is known"]
    else:
        step, least = plan.rules[ENGINE_LIMITS]["step of ratings"], plan.rules[ENGINE_LIMITS]["least rating"]
        needed = ceil((sheet.tons * sheet.walk - suspension(sheet.motive, sheet.tons)) / step) * step
        needed = max(least, needed) if sheet.walk else 0
        words = f"{sheet.tons:g} tons at {sheet.walk} need a rating of {needed}, found {engine.rating}"
        reasons = [words] if engine.rating != needed else []
    return tuple(Finding(id="construction.vehicle.engine_rating", reason=reason, cite=ENGINE) for reason in reasons)


@rule("construction.vehicle.engine_limit", cite=ENGINE, slot=VEHICLE)
def engine_limit(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Engines are rated up to 400, large ones to 500."""
    engine = plan.sheet.engine
    if engine is None:
        return ()
    limits = plan.rules[ENGINE_LIMITS]
    most = limits["most rating of a large engine" if "large" in engine.kind.flags else "most rating"]
    if engine.rating <= most:
        return ()
    reason = f"{engine.kind.name} rated {engine.rating}; up to {most} are made"
    return (Finding(id="construction.vehicle.engine_limit", reason=reason, cite=ENGINE),)


@rule(
    "construction.vehicle.cruise",
    cite=SUPERHEAVY,
    implements=("TO-378-superheavy-vehicles-2",),
    slot=VEHICLE,
)
def cruise(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle that is no trailer moves at least one hex, a superheavy one too."""
    if plan.sheet.walk or plan.towed:
        return ()
    reason = "cruises 0 and is no trailer"
    return (Finding(id="construction.vehicle.cruise", reason=reason, cite=SUPERHEAVY),)


@rule("construction.vehicle.least_engine", cite=ENGINE)
def least_engine(plan: VehiclePlan) -> Fraction:
    """The engine of a hovercraft weighs at least a fifth of it; others what they weigh."""
    return exact(plan.sheet.tons) / 5 if plan.sheet.motive == "hover" else Fraction(0)


def most_slots(plan: VehiclePlan) -> int:
    """The slots for items: five, and one for each five tons."""
    limits = plan.rules[LIMITS]
    return int(limits["slots"] + exact(plan.sheet.tons) // limits["tons of each further slot"])


def _item_slots(mount: Mount) -> int:
    """The slots of an item, where they are not counted in some other way."""
    item = mount.equipment
    counted = isinstance(item, Ammunition | Armour) or not item.flags.isdisjoint(("jump_jet", "heat_sink"))
    return item.vehicle_slots if isinstance(item.vehicle_slots, int) and not counted else 0


def used_slots(plan: VehiclePlan) -> int:
    """The slots that are filled: all ammunition of a weapon has one, so have all jump jets and all soldiers."""
    sheet = plan.sheet
    loads = {(mount.ammunition.feeds, mount.ammunition.rack) for mount in sheet.mounts if mount.ammunition}
    armour = {place.armour_kind.id: place.armour_kind for place in sheet.locations if place.armour_kind}
    wearing = sum(kind.vehicle_slots for kind in armour.values() if isinstance(kind.vehicle_slots, int))
    rooms = {room.name for room in plan.transports}
    shared = len(loads) + bool(sheet.flagged("jump_jet")) + len(rooms)
    return sum(map(_item_slots, sheet.mounts)) + shared + wearing + _engine_slots(plan)


def _engine_slots(plan: VehiclePlan) -> int:
    engine = plan.sheet.engine
    flags = engine.kind.flags if engine else frozenset()
    sphere, clan = next((slots for flag, slots in plan.rules[ENGINE_SLOTS].rows.items() if flag in flags), (0, 0))
    return clan if engine and engine.kind.tech == "Clan" else sphere


@rule("construction.vehicle.slots", cite=SLOTS, slot=VEHICLE)
def slots(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Items fill no more slots than the vehicle has: five, and one for each five tons."""
    used, most = used_slots(plan), most_slots(plan)
    if used <= most:
        return ()
    reason = f"has {most} slots for items, found {used} filled"
    return (Finding(id="construction.vehicle.slots", reason=reason, cite=SLOTS),)


@rule("construction.vehicle.armour_limit", cite=ARMOUR, slot=VEHICLE)
def armour_limit(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle has at most 40 points of armour and three and a half for each ton."""
    limits = plan.rules[LIMITS]
    most = int(limits["armour of each ton"] * exact(plan.sheet.tons) + limits["armour"])
    points = sum(place.armour for place in plan.sheet.locations)
    if points <= most:
        return ()
    reason = f"may have {most} points of armour, found {points}"
    return (Finding(id="construction.vehicle.armour_limit", reason=reason, cite=ARMOUR),)


@rule("construction.vehicle.rotor_armour", cite=ARMOUR, slot=VEHICLE)
def rotor_armour(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A rotor has at most two points of armour."""
    most = plan.rules[LIMITS]["armour of a rotor"]
    reasons = (
        (place.code, f"a rotor may have {most} points of armour, found {place.armour}")
        for place in plan.sheet.locations
        if place.code == "RO" and place.armour > most
    )
    return found("construction.vehicle.rotor_armour", ARMOUR, reasons)


RULES = (
    HEAVIEST,
    DEEPEST,
    LIMITS,
    ENGINE_SLOTS,
    tonnage,
    superheavy,
    weight,
    locations,
    structure_points,
    engine_rating,
    engine_limit,
    least_engine,
    cruise,
    slots,
    armour_limit,
    rotor_armour,
)
