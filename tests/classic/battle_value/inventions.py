"""War machines of our own invention for the tests of battle values, each written as the text of a unit file.

The plain one weighs 50 tons, walks 4, has 10 single heat sinks, 100 points of armour and 83 of structure, and nothing
else. Its sum by hand: 250 for armour, 124.5 for structure, 25 for the gyro, times 1.2 since it runs 6, is 479.4; its
50 tons times 1.12 for its speed are 56; in all 535.4.
"""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.mtf import parse_mtf
from overheat.kernel.terms import Number

PLACES = {
    "LA": ("Left Arm", "Shoulder", "Upper Arm Actuator"),
    "RA": ("Right Arm", "Shoulder", "Upper Arm Actuator"),
    "LT": ("Left Torso",),
    "RT": ("Right Torso",),
    "CT": ("Center Torso", *["Fusion Engine"] * 3, *["Gyro"] * 4, *["Fusion Engine"] * 3),
    "HD": ("Head", "Life Support", "Sensors", "Cockpit"),
    "LL": ("Left Leg", "Hip", "Foot Actuator"),
    "RL": ("Right Leg", "Hip", "Foot Actuator"),
}
VALUES = {
    "Config": "Biped",
    "TechBase": "Inner Sphere",
    "Mass": "50",
    "Engine": "200 Fusion Engine",
    "Structure": "Standard",
    "Myomer": "Standard",
    "Heat Sinks": "10 Single",
    "Walk MP": "4",
    "Jump MP": "0",
    "Armor": "Standard(Inner Sphere)",
    "LA Armor": "10",
    "RA Armor": "10",
    "LT Armor": "10",
    "RT Armor": "10",
    "CT Armor": "20",
    "HD Armor": "9",
    "LL Armor": "10",
    "RL Armor": "10",
    "RTL Armor": "3",
    "RTR Armor": "3",
    "RTC Armor": "5",
}
ENDS = {"XL Engine(IS)": 3, "XXL Engine(IS)": 6, "XXL Engine(Clan)": 4}
"""Slots of an engine in each side torso."""

PLAIN = Fraction("479.4"), Fraction(56)
"""The two halves of the plain machine."""


def text_of(slots: dict[str, list[str]], **values: str) -> str:
    """A machine with some more in its slots, by location, and other values, with low lines for blanks."""
    told = {**VALUES, **{word.replace("_", " "): value for word, value in values.items()}}
    side = next((count for kind, count in ENDS.items() if kind in told["Engine"]), 0)
    lines = ["chassis:Invention", "model:X", *(f"{word}:{value}" for word, value in told.items())]
    for code, (name, *fixed) in PLACES.items():
        engine = ["Fusion Engine"] * side if code in ("LT", "RT") else []
        lines += ["", f"{name}:", *fixed, *engine, *slots.get(code, [])]
    return "\n".join(lines) + "\n"


def sheet_of(slots: dict[str, list[str]], **values: str) -> Sheet:
    reading = parse_mtf(text_of(slots, **values))
    assert reading.notices == ()
    return reading.sheet


def worked(slots: dict[str, list[str]], **values: str) -> Worksheet:
    """The worksheet of such a machine."""
    return battle_value(sheet_of(slots, **values))


def halves(slots: dict[str, list[str]], **values: str) -> tuple[Number, Number]:
    """Its defensive and its offensive rating."""
    defensive, offensive = worked(slots, **values).steps
    return defensive.total, offensive.total


def defence(slots: dict[str, list[str]], **values: str) -> Number:
    """The sum of its defensive rating, before the factor."""
    return worked(slots, **values).steps[0].tally.total


def offence(slots: dict[str, list[str]], **values: str) -> Number:
    """The sum of its offensive rating, before the factors."""
    return worked(slots, **values).steps[1].tally.total


def factor(sheet: Worksheet, id: str) -> Number:
    """A factor of a step or of the whole, by its id."""
    listed = [*(term for step in sheet.steps for term in step.factors), *sheet.factors]
    return next(term.value for term in listed if term.id == id)


def small_lasers(count: int) -> dict[str, list[str]]:
    """Small lasers, each worth 9 and heat 1, as many as wanted up to twenty, in the arms."""
    return {"LA": ["ISSmallLaser"] * min(10, count), "RA": ["ISSmallLaser"] * max(0, count - 10)}


PLAIN_DEFENCE = Fraction("399.5")
PLAIN_OFFENCE = 50
