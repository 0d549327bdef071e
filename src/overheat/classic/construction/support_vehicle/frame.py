"""What the chassis and the engine of a support vehicle weigh.

Each is a share of the vehicle's tons, by the way it moves and its size, times what the letter of its technology makes
of it, rounded up: to the kilogram in a small vehicle, to the half ton in others.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, prod
from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.weights import HALF, exact
from overheat.kernel.rules.rule import Ruleset, Table

ENGINES = TACTICAL_OPERATIONS("Advanced support vehicle engines", 246)
STRUCTURE = TECH_MANUAL("Support vehicles, chassis")

LETTERS = "ABCDEF"
"""The letters of technology, from the poorest to the best."""
LIMITS: Table[str, Fraction] = Table(
    "construction.support.limits",
    {
        "small below tons": Fraction(5),
        "least tons of fusion": Fraction(1, 4),
        "least tons of poor fusion": Fraction(5),
        "least tons of fission": Fraction(5),
        "least share of a hovercraft's engine": Fraction(1, 5),
        "added to the square of cruising": Fraction(4),
        "cruising of rails without engine": Fraction(2),
        "amplifiers": Fraction(1, 10),
    },
    cite=ENGINES,
)
"""What is small, what engines weigh at least (fusion of a letter below D is poor), what counts for their speed, and the
share of energy weapons that amplifiers weigh."""
KILOGRAM = Fraction(1, 1000)


class Frame(NamedTuple):
    """Shares of the vehicle's tons that count for chassis and engine by size, and where large ones begin."""

    chassis: tuple[str, str, str]
    engine: tuple[str, str, str]
    large: int

    def size(self, rules: Ruleset, tons: float) -> int:
        """Small, medium or large, as 0, 1 or 2."""
        return 0 if is_small(rules, tons) else 2 if tons > self.large else 1


def is_small(rules: Ruleset, tons: float) -> bool:
    """Whether a support vehicle is small."""
    return tons < rules[LIMITS]["small below tons"]


SHIP = Frame(("0.12", "0.15", "0.17"), ("0.004", "0.007", "0.009"), 300)
RAILWAY = Frame(("0.15", "0.2", "0.3"), ("0.003", "0.004", "0.005"), 300)
_FRAMES = {
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
FRAMES: Table[str, Frame] = Table("construction.support.frames", _FRAMES, cite=STRUCTURE)
"""Support vehicles by the way they move."""
STRUCTURE_WEIGHT: Table[str, Fraction] = Table(
    "construction.support.structure_weight",
    dict(zip(LETTERS, map(Fraction, ("1.6", "1.3", "1.15", "1", "0.85", "0.66")), strict=True)),
    cite=STRUCTURE,
)
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
)
"""What the letter of the engine's technology, from A to F, multiplies its weight by; a dash where none is made.

Combustion engines have a table of their own.
"""
COMBUSTION: Table[str, Fraction] = Table(
    "construction.support.combustion",
    {"B": Fraction(3), "C": Fraction(2), "D": Fraction(3, 2), "E": Fraction(13, 10), "F": Fraction(1)},
    cite=ENGINES,
)
"""What internal combustion multiplies the weight of an engine by, by the letter of its technology."""
RAILS = ("rail", "maglev")


class Change(NamedTuple):
    """What a change to the chassis multiplies its weight and its price by."""

    weight: str
    price: str


_CHANGES = {
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
CHANGES: Table[str, Change] = Table("construction.support.changes", _CHANGES, cite=STRUCTURE)
"""Changes to a chassis, by the flag of the equipment that makes them."""


def up(plan: Plan, tons: Fraction) -> Fraction:
    """Rounded up to what support vehicles are weighed in: kilograms if they are small, else half tons."""
    step = KILOGRAM if is_small(plan.rules, plan.sheet.tons) else HALF
    return ceil(tons / step) * step


def changes_of(plan: Plan) -> list[Change]:
    """What was changed about the chassis."""
    return [change for flag, change in plan.rules[CHANGES].rows.items() if plan.sheet.flagged(flag)]


def chassis_tons(plan: Plan, letter: str) -> Fraction:
    """What a chassis of a letter of technology weighs, with all changes to it."""
    rules, sheet = plan.rules, plan.sheet
    frame = rules[FRAMES][sheet.motive]
    share = Fraction(frame.chassis[frame.size(rules, sheet.tons)]) * rules[STRUCTURE_WEIGHT][letter]
    changed = prod((Fraction(change.weight) for change in changes_of(plan)), start=Fraction(1))
    return up(plan, exact(sheet.tons) * share * changed)


def engine_tons(plan: Plan, kind: str, letter: str) -> Fraction | None:
    """What an engine of a kind and a letter of technology weighs, by the square of the speed; none if none is made."""
    rules, sheet = plan.rules, plan.sheet
    made = _engine_factor(rules, kind, letter)
    if made is None:
        return None
    frame, limits = rules[FRAMES][sheet.motive], rules[LIMITS]
    points = Fraction(sheet.walk)
    if sheet.motive in RAILS:
        points = max(Fraction(0), points - limits["cruising of rails without engine"])
    speed = limits["added to the square of cruising"] + points**2
    weight = exact(sheet.tons) * Fraction(frame.engine[frame.size(rules, sheet.tons)]) * speed * made
    return up(plan, max(weight, _least_engine(plan, kind, letter)))


def _engine_factor(rules: Ruleset, kind: str, letter: str) -> Fraction | None:
    """What an engine's kind and technology multiply its weight by; none where none is made."""
    if kind == "combustion":
        return rules[COMBUSTION].get(letter)
    made = rules[ENGINE_WEIGHT][kind].split()[LETTERS.index(letter)]
    return None if made == "-" else Fraction(made)


def _least_engine(plan: Plan, kind: str, letter: str) -> Fraction:
    """What an engine of its kind weighs at least, and that of any hovercraft."""
    limits, sheet = plan.rules[LIMITS], plan.sheet
    poor = "poor " if kind == "fusion" and letter < "D" else ""
    least = limits.get(f"least tons of {poor}{kind}", Fraction(0))
    share = limits["least share of a hovercraft's engine"]
    return max(least, exact(sheet.tons) * share) if sheet.motive == "hover" else least


RULES = (LIMITS, FRAMES, STRUCTURE_WEIGHT, ENGINE_WEIGHT, COMBUSTION, CHANGES)
