"""The checks of a support vehicle: its size, its technology, its engine and fuel, its weight, its slots."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import broken, found, weighed
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.support_vehicle.frame import ENGINES, FRAMES, engine_tons, up
from overheat.classic.construction.support_vehicle.plan import SUPPORT, SupportPlan
from overheat.classic.construction.support_vehicle.rules import FUEL, RATINGS
from overheat.classic.construction.vehicle.frame import used_slots
from overheat.classic.construction.weights import exact, space_of
from overheat.kernel.rules.rule import Table, rule

CHASSIS = TECH_MANUAL("Support vehicles, chassis")
WEIGHT = TECH_MANUAL("Support vehicles, weight")
SPACES = TECH_MANUAL("Support vehicles, item slots")
RATED = TACTICAL_OPERATIONS("Advanced support vehicle weights and chassis modifications", 241)

HEAVIEST: Table[str, int] = Table(
    "construction.support.most_tons",
    {
        "aerodyne": 200,
        "hover": 100,
        "rail": 600,
        "maglev": 600,
        "tracked": 200,
        "vtol": 60,
        "wheeled": 160,
        "wige": 240,
    },
    cite=CHASSIS,
)
"""The most tons of a support vehicle by how it moves; ships may be as large as anybody builds them."""

SLOTS: Table[str, int] = Table(
    "construction.support.slots", {"slots": 5, "tons of each further slot": 10, "of a small vehicle": 1}, cite=SPACES
)
"""The slots of any support vehicle, and for how many tons it has one more; a small one for each."""

FUELS = {"PETROCHEMICALS": "petrochemicals", "ALCOHOL": "alcohol", "NATURAL_GAS": "natural gas"}
"""What burns in engines, by what files call it."""
SHIPS = frozenset({"naval", "hydrofoil", "submarine"})


@rule("construction.support.tonnage", cite=CHASSIS, slot=SUPPORT)
def tonnage(plan: SupportPlan) -> tuple[Finding, ...]:
    """A support vehicle moves in a way that there is a chassis for, and is no heavier than such a chassis bears."""
    motive, tons = plan.sheet.motive, plan.sheet.tons
    if motive not in plan.rules[FRAMES]:
        return broken("construction.support.tonnage", CHASSIS, f"there is no chassis that moves by {motive}", when=True)
    most = plan.rules[HEAVIEST].get(motive)
    reason = f"weighs {tons:g} tons; one that moves by {motive} weighs up to {most}"
    return broken("construction.support.tonnage", CHASSIS, reason, when=most is not None and tons > most)


@rule("construction.support.technology", cite=RATED, slot=SUPPORT)
def technology(plan: SupportPlan) -> tuple[Finding, ...]:
    """A chassis is built at no poorer technology than its size and each change to it demand."""
    letter = plan.letter("structure")
    if letter is None:
        reason = "does not say at what technology it is built"
        return broken("construction.support.technology", RATED, reason, when=True)
    return found(
        "construction.support.technology",
        RATED,
        (
            (None, f"{what} needs technology {least} or better, found {letter}")
            for what, least in _demands(plan)
            if letter < least
        ),
    )


def _demands(plan: SupportPlan) -> Iterator[tuple[str, str]]:
    """What demands some technology of the chassis, and the poorest letter that will do."""
    motive = "naval" if plan.sheet.motive in SHIPS else "rail" if plan.sheet.motive == "maglev" else plan.sheet.motive
    rated = plan.rules[RATINGS].get(f"{plan.size} {motive}")
    if rated is not None:
        yield f"a {plan.size} {motive} vehicle", rated.partition("/")[0]
    yield from ((mount.equipment.name, mount.equipment.rating) for mount in plan.sheet.flagged("chassis"))


@rule("construction.support.engine", cite=ENGINES, slot=SUPPORT)
def engine(plan: SupportPlan) -> tuple[Finding, ...]:
    """An engine is of a kind that support vehicles have, at a technology that it is made at."""
    kind, letter, fitted = plan.engine_kind, plan.letter("engine"), plan.sheet.engine
    if fitted is None or letter is None or plan.sheet.motive not in plan.rules[FRAMES]:
        return ()
    if kind is None:
        reason = f"no support vehicle has a {fitted.kind.name}"
        return broken("construction.support.engine", ENGINES, reason, when="none" not in fitted.kind.flags)
    reason = f"no {kind.replace('_', ' ')} engine is built at technology {letter}"
    return broken("construction.support.engine", ENGINES, reason, when=engine_tons(plan, kind, letter) is None)


@rule("construction.support.weight", cite=WEIGHT, slot=SUPPORT)
def weight(plan: SupportPlan) -> tuple[Finding, ...]:
    """The parts weigh what the vehicle weighs."""
    if plan.letter("structure") is None:
        return ()
    total = up(plan, Fraction(plan.weight().total))
    return weighed("construction.support.weight", WEIGHT, Fraction(total), exact(plan.sheet.tons))


@rule("construction.support.spaces", cite=SPACES, slot=SUPPORT)
def spaces(plan: SupportPlan) -> tuple[Finding, ...]:
    """Items fill no more slots than the vehicle has: five, and one for each ten tons, of a small one for each ton."""
    table = plan.rules[SLOTS]
    each = table["of a small vehicle" if plan.small else "tons of each further slot"]
    most, used = table["slots"] + floor(exact(plan.sheet.tons) / each), _filled(plan)
    reason = f"has {most} slots for items, found {used} filled"
    return broken("construction.support.spaces", SPACES, reason, when=used > most)


def _filled(plan: SupportPlan) -> int:
    """The slots that are filled: as on a combat vehicle, but for items that have a space of their own here."""
    others = 0
    for mount in plan.sheet.mounts:
        item = mount.equipment
        space = space_of(item, "support_vehicle")
        if space is not None and isinstance(item.vehicle_slots, int) and "jump_jet" not in item.flags:
            others += space - item.vehicle_slots
    return used_slots(plan) + others


@rule("construction.support.range", cite=ENGINES, slot=SUPPORT)
def distance(plan: SupportPlan) -> tuple[Finding, ...]:
    """How far its fuel takes a vehicle with a combustion engine is worth knowing."""
    letter, tons = plan.letter("engine"), exact(plan.sheet.fuel or 0)
    known = letter is not None and plan.engine_kind == "combustion" and plan.sheet.motive in plan.rules[FRAMES]
    weighs = engine_tons(plan, "combustion", letter) if known and letter else None
    if not weighs or not tons or plan.sheet.motive == "aerodyne":
        return ()
    burnt = FUELS.get(plan.blocks.get("fuelType", "").strip().upper(), "petrochemicals")
    goes = floor(100 * tons / (weighs * plan.rules[FUEL][burnt]))
    reason = f"{float(tons):g} tons of {burnt} take its engine of {float(weighs):g} tons {goes:,} km"
    return broken("construction.support.range", ENGINES, reason, when=True, severity="note")


RULES = (HEAVIEST, SLOTS, tonnage, technology, engine, weight, spaces, distance)
