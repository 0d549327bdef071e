"""Single numbers that battle values are worked out with, each under the name of what it is for."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.books import TECH_MANUAL
from overheat.kernel.rules.rule import Ruleset, Table

FACTORS: Table[str, Fraction] = Table(
    "bv.factors",
    {
        "armour": Fraction(5, 2),
        "armour of a handheld weapon": Fraction(2),
        "modular armour": Fraction(10),
        "blue shield": Fraction(1, 5),
        "HarJel II": Fraction(1, 10),
        "HarJel III": Fraction(1, 5),
        "structure": Fraction(3, 2),
        "structural integrity": Fraction(2),
        "gyro": Fraction(1, 2),
        "heavy-duty gyro": Fraction(1),
        "armoured slot": Fraction(5),
        "armoured slot of what has a value": Fraction(1, 20),
        "soldier": Fraction(3, 2),
        "trooper": Fraction(1),
        "each further trooper": Fraction(1, 10),
        "explosive ammunition": Fraction(15),
        "each point of being hard to hit": Fraction(1, 10),
        "aerospace fighter": Fraction(6, 5),
        "other flying craft": Fraction(11, 10),
        "stealth of a fighter": Fraction(3, 10),
        "small cockpit of a fighter": Fraction(19, 20),
        "standing still": Fraction(1, 2),
        "unmanned": Fraction(19, 20),
        "targeting computer": Fraction(5, 4),
        "missile guidance": Fraction(23, 20),
        "enhanced actuators": Fraction(5, 4),
        "enhanced actuators of a limb": Fraction(1, 10),
        "drone weapons": Fraction(4, 5),
        "pulse module": Fraction(23, 20),
        "beyond the heat": Fraction(1, 2),
        "to the rear": Fraction(1, 2),
        "basic fire control": Fraction(9, 10),
        "no fire control": Fraction(4, 5),
        "industrial fire control": Fraction(9, 10),
        "mast mount": Fraction(10),
        "weight of a vehicle": Fraction(1, 2),
        "triple-strength myomer": Fraction(3, 2),
        "industrial myomer": Fraction(23, 20),
        "C3 network": Fraction(1, 20),
        "boosted C3 network": Fraction(7, 100),
    },
    cite=TECH_MANUAL("Battle Value", 302),
)
"""What points of armour and structure, soldiers and risks count for, and what aids, crews and speed multiply by."""


def hard_to_hit_by(rules: Ruleset, points: int) -> Fraction:
    """What multiplies the defence of a unit that moves, hides or is small: one, and a tenth for each point of it."""
    kept: dict[int, Fraction] = rules.worked_out("bv.hard_to_hit_by")
    if points not in kept:
        kept[points] = 1 + rules[FACTORS]["each point of being hard to hit"] * points
    return kept[points]


RULES = (FACTORS,)
