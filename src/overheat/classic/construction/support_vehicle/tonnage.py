"""What a support vehicle weighs, part by part: small ones to the kilogram, others to the half ton."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.tonnage import one
from overheat.classic.construction.support_vehicle.frame import FRAMES, LETTERS, chassis_tons, engine_tons, up
from overheat.classic.construction.support_vehicle.plan import SUPPORT_WEIGHT, SupportPlan
from overheat.classic.construction.support_vehicle.rules import amplifier_tons
from overheat.classic.construction.vehicle.plan import TURRETS
from overheat.classic.construction.weights import armour_points, exact, tons_of
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CHASSIS = TECH_MANUAL("Support vehicles, chassis")
ENGINE = TECH_MANUAL("Support vehicles, engine and fuel")
ARMOUR = TECH_MANUAL("Support vehicles, armour", 134)
WEAPONS = TECH_MANUAL("Support vehicles, weapons and equipment")
TRANSPORT = TECH_MANUAL("Support vehicles, seats, quarters and bays")

KILOGRAMS: Table[int, tuple[int, ...]] = Table(
    "construction.support.armour_kilograms",
    {
        2: (40, 25, 16, 13, 12, 11),
        3: (60, 38, 24, 19, 17, 16),
        4: (80, 50, 32, 26, 23, 21),
        5: (100, 63, 40, 32, 28, 26),
        6: (120, 75, 48, 38, 34, 32),
        7: (140, 88, 56, 45, 40, 37),
        8: (160, 100, 64, 51, 45, 42),
        9: (180, 113, 72, 57, 51, 47),
        10: (200, 125, 80, 64, 57, 52),
    },
    cite=ARMOUR,
)
"""Kilograms of a point of armour by its barrier rating, for the letters of technology from A to F."""

POINTS_OF_FUEL: Table[str, tuple[int, ...]] = Table(
    "construction.support.fuel_points",
    {
        "small": (50, 30, 23, 15, 13, 10),
        "medium": (63, 38, 25, 20, 18, 15),
        "large": (83, 50, 35, 28, 23, 20),
    },
    cite=ENGINE,
)
"""Kilograms of a point of fuel of what has wings by its size, for the letters of its engine's technology."""
PROPELLED = Fraction(3, 4)
"""The share of the fuel that a propeller needs."""
TIRELESS = ("fusion", "fission", "solar")
"""Engines that turn a propeller without fuel."""

ROOMS: Table[str, Fraction] = Table(
    "construction.support.rooms",
    {
        "troopspace": Fraction(1),
        "cargobay": Fraction(1),
        "liquidcargobay": Fraction(100, 91),
        "refrigeratedcargobay": Fraction(100, 87),
        "insulatedcargobay": Fraction(100, 87),
        "livestockcargobay": Fraction(100, 83),
        "pillionseats": Fraction(25, 1000),
        "standardseats": Fraction(75, 1000),
        "ejectionseats": Fraction(100, 1000),
        "steeragequarters": Fraction(1),
        "2ndclassquarters": Fraction(1),
        "crewquarters": Fraction(1),
        "1stclassquarters": Fraction(1),
        "infantrybay": Fraction(5),
        "battlearmorbay": Fraction(8),
        "lightvehiclebay": Fraction(50),
    },
    cite=TRANSPORT,
)
"""Tons of each unit of room, by what files call it; quarters are written in tons."""

APART = frozenset({"heat_sink", "chassis", "pintle", "basic_fire_control", "advanced_fire_control"})
"""What has a rule of its own for its weight, or none."""


@rule("construction.support_weight.chassis", cite=CHASSIS, slot=SUPPORT_WEIGHT)
def chassis(plan: SupportPlan) -> tuple[Term, ...]:
    """A chassis weighs a share of the vehicle by its size and motion, times its technology and all changes to it."""
    letter = plan.letter("structure")
    if letter is None or plan.sheet.motive not in plan.rules[FRAMES]:
        return ()
    return one(
        "construction.support_weight.chassis", chassis_tons(plan, letter), f"chassis, technology {letter}", CHASSIS
    )


@rule("construction.support_weight.engine", cite=ENGINE, slot=SUPPORT_WEIGHT)
def engine(plan: SupportPlan) -> tuple[Term, ...]:
    """An engine weighs by the square of the speed, its kind and its technology."""
    kind, letter = plan.engine_kind, plan.letter("engine")
    if kind is None or letter is None or plan.sheet.motive not in plan.rules[FRAMES] or not plan.sheet.walk:
        return ()
    tons = engine_tons(plan, kind, letter) or Fraction(0)
    return one(
        "construction.support_weight.engine", tons, f"{kind.replace('_', ' ')} engine, technology {letter}", ENGINE
    )


@rule("construction.support_weight.fuel", cite=ENGINE, slot=SUPPORT_WEIGHT)
def fuel(plan: SupportPlan) -> tuple[Term, ...]:
    """Fuel weighs what the vehicle is given of it; with wings it is given points, which weigh by size and engine."""
    given, letter = exact(plan.sheet.fuel or 0), plan.letter("engine")
    if plan.sheet.motive != "aerodyne":
        return one("construction.support_weight.fuel", given, "fuel", ENGINE)
    if letter is None or not given:
        return ()
    each = _kilograms_of_a_point(plan, letter)
    label = f"{given} points of fuel of {each} kg"
    return one("construction.support_weight.fuel", up(plan, given * each / 1000), label, ENGINE)


def _kilograms_of_a_point(plan: SupportPlan, letter: str) -> int:
    """What a point of fuel weighs; propellers use less, and none where the engine needs none."""
    each = plan.rules[POINTS_OF_FUEL][plan.size][LETTERS.index(letter)]
    if not plan.sheet.flagged("propeller"):
        return each
    return 0 if plan.powered_by(*TIRELESS) else ceil(Fraction(each) * PROPELLED)


@rule("construction.support_weight.armour", cite=ARMOUR, slot=SUPPORT_WEIGHT)
def armour(plan: SupportPlan) -> tuple[Term, ...]:
    """Armour weighs by the point, the more the better it holds and the poorer its technology."""
    points, letter = armour_points(plan.sheet), plan.letter("armour")
    row = plan.rules[KILOGRAMS].get(plan.sheet.bar or 0)
    if row is None or letter is None:
        return ()
    tons = up(plan, Fraction(points * row[LETTERS.index(letter)], 1000))
    label = f"{points} points of armour, rating {plan.sheet.bar}, technology {letter}"
    return one("construction.support_weight.armour", tons, label, ARMOUR)


@rule("construction.support_weight.equipment", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def equipment(plan: SupportPlan) -> tuple[Term, ...]:
    """Weapons, ammunition and all else weigh what they say."""
    plain = [mount for mount in plan.sheet.mounts if _counts(mount)]
    return tuple(
        Term(f"construction.support_weight.{mount.equipment.id}", tons, mount.equipment.name, WEAPONS)
        for mount in plain
        if (tons := _item(plan, mount))
    )


def _counts(mount: Mount) -> bool:
    """Whether something weighs what its entry says."""
    return not isinstance(mount.equipment, Armour) and mount.equipment.flags.isdisjoint(APART)


def _item(plan: SupportPlan, mount: Mount) -> Fraction:
    tons = tons_of(plan, mount)
    if mount.ammunition and mount.shots is not None:
        tons = up(plan, tons * Fraction(mount.shots, mount.ammunition.shots))
    return tons


@rule("construction.support_weight.fire_control", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def fire_control(plan: SupportPlan) -> tuple[Term, ...]:
    """Basic fire control weighs a twentieth of the weapons that it aims, advanced fire control a tenth."""
    shares = {"basic_fire_control": Fraction(1, 20), "advanced_fire_control": Fraction(1, 10)}
    return tuple(
        term
        for flag, share in shares.items()
        if plan.sheet.flagged(flag)
        for term in one(
            "construction.support_weight.fire_control", up(plan, plan.aimed_tons * share), "fire control", WEAPONS
        )
    )


def _drawing(plan: SupportPlan) -> list[Mount]:
    """Energy weapons that draw on the engine; what burns ammunition or foot soldiers carry does not."""
    weapons = plan.sheet.flagged("energy")
    return [
        mount
        for mount in weapons
        if mount.weapon and "infantry" not in mount.equipment.flags
        if not mount.weapon.ammunition or "plasma" in mount.weapon.flags
    ]


@rule("construction.support_weight.heat_sinks", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def heat_sinks(plan: SupportPlan) -> tuple[Term, ...]:
    """A heat sink of a ton for each point of heat of energy weapons; none come with the engine."""
    count = ceil(sum((mount.weapon.heat for mount in _drawing(plan) if mount.weapon), start=0))
    return one("construction.support_weight.heat_sinks", Fraction(count), f"{count} heat sinks", WEAPONS)


@rule("construction.support_weight.amplifiers", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def amplifiers(plan: SupportPlan) -> tuple[Term, ...]:
    """Without fusion or fission, energy weapons need power amplifiers; on small vehicles they do not."""
    if plan.small or plan.powered_by("fusion", "fission"):
        return ()
    tons = sum((tons_of(plan, mount) for mount in _drawing(plan)), start=Fraction(0))
    weight = plan.rules[amplifier_tons](plan.rules, tons)
    return one("construction.support_weight.amplifiers", weight, "power amplifiers", WEAPONS)


@rule("construction.support_weight.turrets", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def turrets(plan: SupportPlan) -> tuple[Term, ...]:
    """A turret weighs a tenth of what it holds but ammunition."""
    terms: list[Term] = []
    for code in TURRETS:
        held = sum((tons_of(plan, mount) for mount in plan.inside(code)), start=Fraction(0))
        terms += one("construction.support_weight.turrets", up(plan, held / 10), f"turret {code}", WEAPONS)
    return tuple(terms)


@rule("construction.support_weight.pintles", cite=WEAPONS, slot=SUPPORT_WEIGHT)
def pintles(plan: SupportPlan) -> tuple[Term, ...]:
    """Pintle mounts weigh a twentieth of the weapons on them."""
    held = sum((tons_of(plan, mount) for mount in plan.sheet.weapons if mount.mounting == "pintle"), start=Fraction(0))
    return one("construction.support_weight.pintles", up(plan, held / 20), "pintle mounts", WEAPONS)


@rule("construction.support_weight.rooms", cite=TRANSPORT, slot=SUPPORT_WEIGHT)
def rooms(plan: SupportPlan) -> tuple[Term, ...]:
    """Seats, quarters, cargo and bays weigh by what they hold; seats that a file gives as a fraction are tons."""
    terms: list[Term] = []
    for line in plan.sheet.transporters:
        name, size = room(line)
        share = plan.rules[ROOMS].get(name)
        if share is not None:
            in_tons = name.endswith("seats") and size.denominator != 1
            terms += one("construction.support_weight.rooms", size if in_tons else size * share, name, TRANSPORT)
    return tuple(terms)


def room(line: str) -> tuple[str, Fraction]:
    """What room is called, and how much of it there is, as a file writes it: `cargobay:10:1`."""
    name, _, rest = line.partition(":")
    try:
        return name.strip().lower(), Fraction(rest.partition(":")[0].strip() or 0)
    except ValueError:
        return name.strip().lower(), Fraction(0)


RULES = (
    KILOGRAMS,
    POINTS_OF_FUEL,
    ROOMS,
    chassis,
    engine,
    fuel,
    armour,
    equipment,
    fire_control,
    heat_sinks,
    amplifiers,
    turrets,
    pintles,
    rooms,
)
