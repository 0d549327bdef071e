"""Single numbers that battle values are worked out with, each under the name of what it is for."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.books import TECH_MANUAL
from overheat.kernel.rules import Table

FACTORS: Table[str, Fraction] = Table(
    "bv.factors",
    {
        "armour": Fraction(5, 2),
        "structure": Fraction(3, 2),
        "soldier": Fraction(3, 2),
        "unmanned": Fraction(19, 20),
        "targeting computer": Fraction(5, 4),
        "missile guidance": Fraction(23, 20),
        "enhanced actuators": Fraction(5, 4),
        "drone weapons": Fraction(4, 5),
        "pulse module": Fraction(23, 20),
    },
    cite=TECH_MANUAL("Battle Value", 302),
)
"""What a point of armour and of structure and a soldier count for, and what aids and crews multiply by."""

RULES = (FACTORS,)
