"""Support vehicles: what their fuel and amplifiers weigh, who must be aboard, and how rare their parts are.

The errata give columns of ratings in the order of their tables' rows and leave the rows unnamed. The names here are
those of the tables' books, set so that the letters of technology agree; see the page on deviations.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.machine.plan import HALF_TONS, Plan, rounded_tons
from overheat.classic.construction.support_vehicle import frame as supportframe
from overheat.classic.construction.support_vehicle.frame import ENGINES, LIMITS, is_small
from overheat.classic.construction.weights import tons_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule

WEIGHTS = TACTICAL_OPERATIONS("Advanced support vehicle weights", 241)
FLAT_CARS = TACTICAL_OPERATIONS("Flat cars", 247)
CREW = TACTICAL_OPERATIONS("Advanced support vehicle minimum crew", 250)
AMPLIFIERS = TACTICAL_OPERATIONS("Advanced support vehicles, power amplifiers", 255)

RATINGS: Table[str, str] = Table(
    "construction.support.ratings",
    {
        "small satellite": "C/C-D-C",
        "medium satellite": "C/C-D-D",
        "large satellite": "C/D-E-D",
        "small rail": "A/C-C-C",
        "medium rail": "A/C-C-C",
        "large rail": "A/C-D-D",
        "large airship": "C/D-E-D",
        "large naval": "B/C-E-D",
    },
    cite=WEIGHTS,
)
"""The least technology that each size of vehicle is built at, and how available it is in three eras."""

ENGINE_AVAILABILITY: Table[str, str] = Table(
    "construction.support.engine_availability",
    {
        "steam": "A-A-A",
        "combustion": "A-A-A",
        "external": "C-C-C",
        "battery": "A-B-A",
        "fuel_cell": "B-C-C",
        "solar": "C-D-C",
        "maglev": "D-F-E",
        "fission": "E-E-D",
        "fusion": "C-E-D",
    },
    cite=ENGINES,
)
"""How available each kind of engine is in three eras; its technology varies with the vehicle's."""

FUEL: Table[str, Fraction] = Table(
    "construction.support.fuel",
    {"petrochemicals": Fraction(1, 100), "alcohol": Fraction(1, 80), "natural gas": Fraction(1, 80)},
    cite=ENGINES,
)
"""The share of a combustion engine's weight that it burns on a hundred kilometres, by its fuel."""


def fuel_tons(rules: Ruleset, engine: Fraction, fuel: str, kilometres: int) -> Fraction:
    """The fuel that a combustion engine burns on its way."""
    return engine * rules[FUEL][fuel] * kilometres / 100


@rule("construction.support.amplifiers", cite=AMPLIFIERS, implements=("TO-255-power-amplifiers",))
def amplifier_tons(rules: Ruleset, weapons: Fraction) -> Fraction:
    """Amplifiers weigh a tenth of the energy weapons, rounded up to the half ton, and fill no slots."""
    return rules[rounded_tons](rules, weapons * rules[LIMITS]["amplifiers"], HALF_TONS)


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
def gunners(plan: Plan) -> int:
    """How many must serve the weapons: of a small vehicle by their number or facings, of others by their weight.

    Advanced fire control lets the driver of a small vehicle serve one facing.
    """
    sheet = plan.sheet
    advanced, basic = bool(sheet.flagged("advanced_fire_control")), bool(sheet.flagged("basic_fire_control"))
    if is_small(plan.rules, sheet.tons):
        facings = len({_facing(mount) for mount in sheet.weapons})
        return max(0, facings - 1) if advanced else facings if basic else len(sheet.weapons)
    served = sum((tons_of(plan, mount) for mount in sheet.weapons), start=Fraction(0))
    system = f", advanced{_letter(sheet)}" if advanced else ", basic" if basic else ""
    return ceil(served / plan.rules[CREW_SIZES][f"tons of a gunner{system}"])


def _facing(mount: Mount) -> tuple[str, str]:
    """Where a weapon points to; what is on a turret or pintle has a facing of its own."""
    return mount.location, mount.mounting or ("turret" if mount.turret else "")


def _letter(sheet: Sheet) -> str:
    """The technology of a chassis on which advanced fire control spares gunners."""
    rating = sheet.tech_ratings.structure if sheet.tech_ratings else ""
    return f" {rating}" if rating in ("E", "F") else ""


@rule("construction.support.flat_bed", cite=FLAT_CARS, implements=("TO-247-flat-cars",))
def may_be_flat_bed(rules: Ruleset, sheet: Sheet) -> bool:
    """Rail cars may be flat, and combat and support vehicles on wheels or tracks by the same rule."""
    if sheet.kind not in ("vehicle", "support vehicle"):
        return False
    return sheet.motive in ("rail", "wheeled", "tracked")


RULES = (
    *supportframe.RULES,
    RATINGS,
    ENGINE_AVAILABILITY,
    FUEL,
    CREW_SIZES,
    amplifier_tons,
    officers,
    gunners,
    may_be_flat_bed,
)
