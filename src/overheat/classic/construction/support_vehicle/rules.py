"""Support vehicles: what their fuel and amplifiers weigh, and how rare their parts are.

The errata give columns of ratings in the order of their tables' rows and leave the rows unnamed. The names here are
those of the tables' books, set so that the letters of technology agree; see the page on deviations.
"""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.machine.plan import HALF_TONS, rounded_tons
from overheat.classic.construction.support_vehicle import frame as supportframe
from overheat.classic.construction.support_vehicle.frame import ENGINES, LIMITS
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule

WEIGHTS = TACTICAL_OPERATIONS("Advanced support vehicle weights", 241)
FLAT_CARS = TACTICAL_OPERATIONS("Flat cars", 247)
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
    amplifier_tons,
    may_be_flat_bed,
)
