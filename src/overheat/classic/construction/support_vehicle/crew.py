"""Who must be aboard a support vehicle: those who run it, gunners, those who serve its gear, officers; and seats."""

from __future__ import annotations

from math import ceil, floor

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import broken
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.support_vehicle.plan import SUPPORT, SupportPlan
from overheat.classic.construction.support_vehicle.tonnage import room
from overheat.classic.construction.weights import exact, tons_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule

CREW = TACTICAL_OPERATIONS("Advanced support vehicle minimum crew", 250)
BASE = TECH_MANUAL("Support vehicles, minimum crew", 131)

HANDS: Table[str, int] = Table(
    "construction.support.hands",
    {
        "small": 1,
        "medium": 2,
        "large": 3,
        "medium ship": 4,
        "tons of a further hand on a large ship": 5000,
    },
    cite=BASE,
)
"""Who it takes to run a vehicle of some size, weapons and all else aside."""

ATTENDANTS: Table[str, int] = Table(
    "construction.support.attendants",
    {"communications": 1, "field_base": 5, "field_kitchen": 3, "mash": 5},
    cite=BASE,
)
"""Who serves equipment, by its flag: each ton of communications gear, each theatre of a hospital, else each piece."""
BY_THE_TON = frozenset({"communications"})
BY_SIZE = frozenset({"mash"})
SHIPS = frozenset({"naval", "hydrofoil", "submarine"})
SEATS = frozenset({"pillionseats", "standardseats", "ejectionseats"})

CREW_SIZES: Table[str, int] = Table(
    "construction.support.crew_sizes",
    {
        "crew without an officer": 3,
        "crew of an officer": 6,
        "tons of a gunner": 2,
        "tons of a gunner, basic": 3,
        "tons of a gunner, advanced": 4,
        "tons of a gunner, advanced E": 5,
        "tons of a gunner, advanced F": 6,
    },
    cite=CREW,
)
"""How many of the crew an officer leads, and the tons of weapons that a gunner serves, by fire control and chassis."""


@rule("construction.support.officers", cite=CREW)
def officers(rules: Ruleset, others: int) -> int:
    """Up to three of other crew need no officer; four or more need one for every six of them or fewer."""
    sizes = rules[CREW_SIZES]
    return ceil(others / sizes["crew of an officer"]) if others > sizes["crew without an officer"] else 0


@rule("construction.support.gunners", cite=CREW)
def gunners(plan: SupportPlan) -> int:
    """How many must serve the weapons: of a small vehicle by their number or facings, of others by their weight.

    Advanced fire control lets the driver of a small vehicle serve one facing; anti-missile systems fire by themselves.
    """
    sheet = plan.sheet
    advanced, basic = bool(sheet.flagged("advanced_fire_control")), bool(sheet.flagged("basic_fire_control"))
    if plan.small:
        facings = len({_facing(mount) for mount in sheet.weapons})
        return max(0, facings - 1) if advanced else facings if basic else len(sheet.weapons)
    served = plan.aimed_tons
    system = f", advanced{_letter(sheet)}" if advanced else ", basic" if basic else ""
    return ceil(served / plan.rules[CREW_SIZES][f"tons of a gunner{system}"])


def _facing(mount: Mount) -> tuple[str, str]:
    """Where a weapon points to; what is on a turret or pintle has a facing of its own."""
    return mount.location, mount.mounting or ("turret" if mount.turret else "")


def _letter(sheet: Sheet) -> str:
    """The technology of a chassis on which advanced fire control spares gunners."""
    rating = sheet.tech_ratings.structure if sheet.tech_ratings else ""
    return f" {rating}" if rating in ("E", "F") else ""


@rule("construction.support.base_crew", cite=BASE)
def hands(plan: SupportPlan) -> int:
    """One runs a small vehicle, two a medium one, three a large one, more a ship; nobody a trailer or a drone."""
    sheet, table = plan.sheet, plan.rules[HANDS]
    if plan.sheet.flagged("drone") or (plan.towed and plan.engine_kind is None):
        return 0
    if sheet.motive not in SHIPS or plan.small:
        return table[plan.size]
    if plan.size == "medium":
        return table["medium ship"]
    return table["large"] + ceil(exact(sheet.tons) / table["tons of a further hand on a large ship"])


@rule("construction.support.serving", cite=BASE)
def attendants(plan: SupportPlan) -> int:
    """Hospitals, kitchens, workshops and communications gear have people of their own."""
    rows = plan.rules[ATTENDANTS].rows
    served = ((rows[flag], flag, mount) for flag in rows for mount in plan.sheet.flagged(flag))
    return sum(each * _units(plan, flag, mount) for each, flag, mount in served)


def _units(plan: SupportPlan, flag: str, mount: Mount) -> int:
    """By how many units a piece of equipment is served."""
    if flag in BY_THE_TON:
        return floor(tons_of(plan, mount))
    return int(mount.size or 1) if flag in BY_SIZE else 1


@rule("construction.support.crew", cite=CREW, slot=SUPPORT)
def crew(plan: SupportPlan) -> tuple[Finding, ...]:
    """Who must be aboard is worth knowing: those who run it, gunners, those who serve its gear, and officers."""
    parts = {
        "to run it": plan.rules[hands](plan),
        "gunners": plan.rules[gunners](plan),
        "to serve its equipment": plan.rules[attendants](plan),
    }
    others = sum(parts.values())
    parts["officers"] = plan.rules[officers](plan.rules, others)
    told = ", ".join(f"{name}: {count}" for name, count in parts.items() if count)
    reason = f"needs a crew of {others + parts['officers']} ({told})"
    return broken("construction.support.crew", CREW, reason, when=others > 0, severity="note")


@rule("construction.support.seats", cite=BASE, slot=SUPPORT)
def seats(plan: SupportPlan) -> tuple[Finding, ...]:
    """A small vehicle that says how many it seats has a seat for each of its crew."""
    rooms = [room(line) for line in plan.sheet.transporters]
    seated = [size for name, size in rooms if name in SEATS and size.denominator == 1]
    if not plan.small or not seated or plan.sheet.flagged("drone"):
        return ()
    others = plan.rules[hands](plan) + plan.rules[gunners](plan) + plan.rules[attendants](plan)
    needed, there = others + plan.rules[officers](plan.rules, others), sum(seated)
    reason = f"needs seats for a crew of {needed}, found {there}"
    return broken("construction.support.seats", BASE, reason, when=there < needed)


RULES = (HANDS, ATTENDANTS, CREW_SIZES, officers, gunners, hands, attendants, crew, seats)
