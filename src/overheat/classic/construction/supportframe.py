"""What the chassis and the engine of a support vehicle weigh.

Each is a share of the vehicle's tons, by the way it moves and its size, times what the letter of its technology makes
of it, rounded up: to the kilogram in a small vehicle, to the half ton in others.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, prod
from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.weights import HALF, exact
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Table

ENGINES = TACTICAL_OPERATIONS("Advanced support vehicle engines", 246)

LETTERS = "ABCDEF"
"""The letters of technology, from the poorest to the best."""
SMALL = 5
"""Tons below which a support vehicle is small."""
KILOGRAM = Fraction(1, 1000)


class Frame(NamedTuple):
    """Shares of the vehicle's tons that count for chassis and engine by size, and where large ones begin."""

    chassis: tuple[str, str, str]
    engine: tuple[str, str, str]
    large: int

    def size(self, tons: float) -> int:
        """Small, medium or large, as 0, 1 or 2."""
        return 0 if tons < SMALL else 2 if tons > self.large else 1


SHIP = Frame(("0.12", "0.15", "0.17"), ("0.004", "0.007", "0.009"), 300)
RAILWAY = Frame(("0.15", "0.2", "0.3"), ("0.003", "0.004", "0.005"), 300)
FRAMES = {
    "aerodyne": Frame(("0.08", "0.1", "0.15"), ("0.005", "0.01", "0.015"), 100),
    "hover": Frame(("0.2", "0.25", "0.3"), ("0.0025", "0.004", "0.008"), 50),
    "naval": SHIP,
    "hydrofoil": SHIP,
    "submarine": SHIP,
    "rail": RAILWAY,
    "maglev": RAILWAY,
    "tracked": Frame(("0.13", "0.15", "0.25"), ("0.006", "0.013", "0.025"), 100),
    "vtol": Frame(("0.2", "0.25", "0.3"), ("0.002", "0.0025", "0.004"), 30),
    "wheeled": Frame(("0.12", "0.15", "0.18"), ("0.0025", "0.0075", "0.015"), 80),
    "wige": Frame(("0.12", "0.15", "0.17"), ("0.003", "0.005", "0.006"), 80),
}
"""Support vehicles by the way they move (TechManual, support vehicle construction)."""
STRUCTURE_WEIGHT = dict(zip(LETTERS, map(Fraction, ("1.6", "1.3", "1.15", "1", "0.85", "0.66")), strict=True))
"""What the letter of the structure's technology multiplies its weight by."""
ENGINE_WEIGHT: Table[str, str] = Table(
    "construction.support.engine_weight",
    {
        "steam": "4 3.5 3 2.8 2.6 2.5",
        "battery": "- - 1.5 1.2 1 0.8",
        "fuel_cell": "- - 1.2 1 0.9 0.7",
        "solar": "- - 5 4.5 4 3.5",
        "fission": "- - 1.75 1.5 1.4 1.3",
        "fusion": "- - 1.5 1 0.75 0.5",
        "maglev": "- - 0.8 0.7 0.6 0.5",
        "external": "- 1.4 1 0.8 0.7 0.6",
    },
    cite=ENGINES,
    implements=("TO-246-sv-engine-compat-2",),
)
"""What the letter of the engine's technology, from A to F, multiplies its weight by; a dash where none is made.

Combustion engines have a table of their own.
"""
COMBUSTION: Table[str, Fraction] = Table(
    "construction.support.combustion",
    {"B": Fraction(3), "C": Fraction(2), "D": Fraction(3, 2), "E": Fraction(13, 10), "F": Fraction(1)},
    cite=ENGINES,
    implements=("TO-246-sv-engine-weight-1",),
)
"""What internal combustion multiplies the weight of an engine by, by the letter of its technology."""
LEAST_ENGINE = {"fusion": Fraction(1, 4), "fission": Fraction(5)}
LEAST_POOR_FUSION = Fraction(5)
"""The least tons of such an engine; fusion of a letter below D weighs as much as fission."""
LEAST_HOVER = Fraction(1, 5)
"""The least share of a hovercraft that its engine weighs."""
STANDING = 4
"""What is added to the square of the cruising points."""
RAILS = ("rail", "maglev")
RAILS_HELP = 2
"""Cruising points that a railway needs no engine for."""


class Change(NamedTuple):
    """What a change to the chassis multiplies its weight and its price by."""

    weight: str
    price: str


CHANGES = {
    "amphibious": Change("1.75", "1.25"),
    "armoured_chassis": Change("1.5", "2"),
    "bicycle": Change("0.75", "0.75"),
    "convertible": Change("1.1", "1.1"),
    "dune_buggy": Change("1.5", "1.25"),
    "environmental_sealing": Change("2", "1.75"),
    "external_power": Change("1.1", "1.1"),
    "hydrofoil": Change("1.7", "1.1"),
    "monocycle": Change("0.5", "1.3"),
    "off_road": Change("1.5", "1.2"),
    "propeller": Change("1.2", "0.75"),
    "snowmobile": Change("1.75", "1.3"),
    "stol": Change("1.5", "1.5"),
    "submersible": Change("1.8", "3.5"),
    "tractor": Change("1.2", "1.1"),
    "trailer": Change("0.8", "0.75"),
    "ultra_light": Change("0.5", "1.5"),
    "vstol": Change("2", "2"),
}
"""Changes to a chassis, by the flag of the equipment that makes them."""


def up(sheet: Sheet, tons: Fraction) -> Fraction:
    """Rounded up to what support vehicles are weighed in: kilograms under five tons, else half tons."""
    step = KILOGRAM if sheet.tons < SMALL else HALF
    return ceil(tons / step) * step


def changes_of(sheet: Sheet) -> list[Change]:
    """What was changed about the chassis."""
    return [change for flag, change in CHANGES.items() if sheet.flagged(flag)]


def chassis_tons(sheet: Sheet, letter: str) -> Fraction:
    """What a chassis of a letter of technology weighs, with all changes to it."""
    frame = FRAMES[sheet.motive]
    share = Fraction(frame.chassis[frame.size(sheet.tons)]) * STRUCTURE_WEIGHT[letter]
    changed = prod((Fraction(change.weight) for change in changes_of(sheet)), start=Fraction(1))
    return up(sheet, exact(sheet.tons) * share * changed)


def engine_tons(sheet: Sheet, kind: str, letter: str) -> Fraction | None:
    """What an engine of a kind and a letter of technology weighs, by the square of the speed; none if none is made."""
    made = _engine_factor(kind, letter)
    if made is None:
        return None
    frame, tons = FRAMES[sheet.motive], exact(sheet.tons)
    points = max(0, sheet.walk - RAILS_HELP) if sheet.motive in RAILS else sheet.walk
    weight = tons * Fraction(frame.engine[frame.size(sheet.tons)]) * (STANDING + points**2) * made
    return up(sheet, max(weight, _least_engine(sheet, kind, letter)))


def _engine_factor(kind: str, letter: str) -> Fraction | None:
    """What an engine's kind and technology multiply its weight by; none where none is made."""
    if kind == "combustion":
        return COMBUSTION.get(letter)
    made = ENGINE_WEIGHT[kind].split()[LETTERS.index(letter)]
    return None if made == "-" else Fraction(made)


def _least_engine(sheet: Sheet, kind: str, letter: str) -> Fraction:
    """What an engine of its kind weighs at least, and that of any hovercraft."""
    least = LEAST_POOR_FUSION if kind == "fusion" and letter < "D" else LEAST_ENGINE.get(kind, Fraction(0))
    return max(least, exact(sheet.tons) * LEAST_HOVER) if sheet.motive == "hover" else least
