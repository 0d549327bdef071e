"""Armour, structure and damage threshold on a card."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from math import ceil

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import Figure, round_half_up, round_up
from overheat.alphastrike.subject import Subject
from overheat.classic.rules.standard.infantry_sheets import damage_divisor
from overheat.classic.unit.equipment import Armour
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Number, Tally, Term, multiplied, ratio

ARMOUR = ALPHA_STRIKE("Convert armor")
STRUCTURE = ALPHA_STRIKE("Convert structure")
THRESHOLD = ALPHA_STRIKE("Convert armor, threshold")

FIGURES: Table[str, int] = Table(
    "as.protection",
    {
        "armour points": 30,
        "soldiers": 15,
        "hundredths of capital armour": 33,
        "points of an armour module": 10,
        "sides of a large craft": 4,
        "structure of battle armour": 2,
        "structure points of a vehicle": 10,
    },
    cite=ARMOUR,
)
"""How many armour points, soldiers in ordinary clothes and structure points make one on a card, and the like."""
WORTH: Table[str, Fraction] = Table(
    "as.armour_worths",
    {"hardened": Fraction(2), "ferro_lamellor": Fraction(6, 5)},
    cite=ARMOUR,
)
"""What a point of armour counts as, by the flag of its kind."""
BARRIERS = {f"bar_{rating}": rating for rating in range(2, 11)}
FULL_BARRIER = 9
"""From this barrier rating on armour counts in full."""
MECHANISED = frozenset({"wheeled", "tracked", "hover", "vtol", "submarine"})
"""How infantry moves that its vehicles make a larger target of."""
CAPITAL_TYPES = frozenset({"WS", "JS", "SS", "MS"})
FIGHTERS = frozenset({"AF", "CF", "SV"})
AEROSPACE = frozenset({"AF", "CF", "SC", "DS", "DA", "JS", "WS", "SS", "MS"})
SHIP_DIVISORS: Table[int, int] = Table(
    "as.ship_structure", {30_000: 35, 12_000: 30, 6_000: 25, 500: 20, 300: 15}, cite=STRUCTURE
)
"""Structure points for one on the card of a support vessel of more tons than these."""
VESSELS = frozenset({"naval", "hydrofoil", "submarine"})
LIGHTEST, STEP = 10, 5
"""Where the table of 'Mech structure begins, and the tons between its columns."""


@rule("as.card.armour", cite=ARMOUR)
def armour(subject: Subject) -> Figure:
    """Armour points, each counted for what it is worth, over thirty; soldiers count by the head."""
    if subject.type == "CI":
        return _soldiers(subject)
    tally = Tally.of([*_plates(subject), _modules(subject)])
    figure = Figure("armour", "Armour", tally)
    if subject.type in CAPITAL_TYPES:
        capital = Fraction(subject.rules[FIGURES]["hundredths of capital armour"], 100)
        return figure.then(f"x {float(capital):g}, rounded", round_half_up(tally.total * capital), ARMOUR)
    points = subject.rules[FIGURES]["armour points"]
    return figure.then(f"/ {points}, rounded", round_half_up(multiplied((tally.total, ratio(1, points)))), ARMOUR)


def _plates(subject: Subject) -> Iterator[Term]:
    """Armour points by kind of armour."""
    points: dict[str, int] = {}
    kinds: dict[str, Armour | None] = {}
    for place in subject.sheet.locations:
        held = place.armour + place.rear_armour
        if held:
            name = place.armour_kind.name if place.armour_kind else "armour"
            points[name] = points.get(name, 0) + held
            kinds[name] = place.armour_kind
    for name, held in points.items():
        worth = subject.rules[armour_worth].function(subject, kinds[name])
        label = f"{held} x {name}" if worth == 1 else f"{held} x {name}, each {float(worth):g}"
        yield Term("armour.points", held * worth, label, ARMOUR)


@rule("as.armour_worth", cite=ARMOUR)
def armour_worth(subject: Subject, kind: Armour | None) -> Number:
    """What a point counts: two if hardened, a fifth more if ferro-lamellor, less if it is a weak barrier.

    Files of support vehicles may state the barrier rating apart from the kind of armour.
    """
    flags = kind.flags if kind else frozenset()
    for flag, worth in subject.rules[WORTH].rows.items():
        if flag in flags:
            return worth
    rating = next((BARRIERS[flag] for flag in flags if flag in BARRIERS), subject.sheet.bar or FULL_BARRIER)
    return Fraction(rating, 10) if rating < FULL_BARRIER else 1


def _modules(subject: Subject) -> Term | None:
    """Modular armour is always ordinary armour."""
    modules = len(subject.having("modular_armour"))
    points = modules * subject.rules[FIGURES]["points of an armour module"]
    return Term("armour.modular", points, f"{modules} armour modules", ARMOUR) if modules else None


def _soldiers(subject: Subject) -> Figure:
    """Soldiers times what divides the damage done to them, over fifteen; half as much if mechanised."""
    sheet = subject.sheet
    divisor = damage_divisor(subject.rules, sheet)
    tally = Tally((Term("armour.soldiers", sheet.troopers * divisor, f"{sheet.troopers} soldiers", ARMOUR),))
    figure, value = Figure("armour", "Armour", tally), Fraction(tally.total)
    if sheet.motive in MECHANISED:
        value /= 2
        figure = figure.then("mechanised: / 2", value, ARMOUR)
    soldiers = subject.rules[FIGURES]["soldiers"]
    return figure.then(f"/ {soldiers}, rounded", round_half_up(value / soldiers), ARMOUR)


@rule("as.card.threshold", cite=THRESHOLD)
def threshold(subject: Subject, armour: Figure) -> Figure | None:
    """A third of the armour for what flies in space or air, over four sides for large craft; None for all others."""
    if subject.type not in AEROSPACE and not subject.winged:
        return None
    sides = 1 if subject.type in FIGHTERS else subject.rules[FIGURES]["sides of a large craft"]
    figure = Figure.of("threshold", "Threshold", armour.value, THRESHOLD, "armour")
    return figure.then(f"/ {3 * sides}, rounded up", round_up(Fraction(armour.value, 3 * sides)), THRESHOLD)


@rule("as.card.structure", cite=STRUCTURE)
def structure(subject: Subject) -> Figure:
    """How much a unit stands when its armour is gone, by its type."""
    kind = subject.type
    if subject.machine:
        return _machine(subject)
    if kind in ("CV", "SV") and not subject.winged:
        return _vehicle(subject)
    if kind == "BA":
        suit = subject.rules[FIGURES]["structure of battle armour"]
        return Figure.of("structure", "Structure", suit, STRUCTURE, "battle armour")
    if kind in ("CI", "PM", "JS", "SS"):
        return Figure.of("structure", "Structure", 1, STRUCTURE, subject.sheet.kind)
    integrity = subject.sheet.structural_integrity or subject.sheet.walk
    figure = Figure.of("structure", "Structure", integrity, STRUCTURE, "structural integrity")
    return figure if kind == "WS" else figure.then("/ 2, rounded up", ceil(Fraction(integrity, 2)), STRUCTURE)


def _vehicle(subject: Subject) -> Figure:
    """A tenth of the structure points, rounded up; large support vessels have less for theirs."""
    sheet = subject.sheet
    points = sum(place.structure for place in sheet.locations)
    divisor = subject.rules[FIGURES]["structure points of a vehicle"]
    if subject.type == "SV" and sheet.motive in VESSELS:
        large = {tons: held for tons, held in subject.rules[SHIP_DIVISORS].rows.items() if sheet.tons > tons}
        divisor = large[max(large)] if large else divisor
    figure = Figure.of("structure", "Structure", points, STRUCTURE, f"{points} structure points")
    return figure.then(f"/ {divisor}, rounded up", ceil(Fraction(points, divisor)), STRUCTURE)


def _written() -> dict[str, tuple[int, ...]]:
    """What the data says of structure."""
    text = files("overheat.alphastrike").joinpath("data/structure.toml").read_text(encoding="utf-8")
    return {name: tuple(row) for name, row in tomllib.loads(text)["rows"].items()}


MACHINE_STRUCTURE: Table[str, tuple[int, ...]] = Table("as.structure", _written(), cite=STRUCTURE)
"""The structure of 'Mechs by their engine, from ten tons in steps of five."""


def _machine(subject: Subject) -> Figure:
    """The table for its weight and engine; composite structure is half as strong, reinforced twice."""
    sheet = subject.sheet
    row = subject.rules[engine_row].function(subject)
    column = int(sheet.tons - LIGHTEST) // STEP
    values = subject.rules[MACHINE_STRUCTURE][row]
    if not 0 <= column < len(values):
        raise refuse("alphastrike.structure", f"{sheet.name}: no structure for {sheet.tons:g} tons", STRUCTURE)
    figure = Figure.of("structure", "Structure", values[column], STRUCTURE, f"{row} engine, {sheet.tons:g} tons")
    material = sheet.structure.id if sheet.structure else ""
    if material == "composite_structure":
        return figure.then("composite: / 2, rounded up", ceil(Fraction(values[column], 2)), STRUCTURE)
    if material == "reinforced_structure":
        return figure.then("reinforced: x 2", 2 * values[column], STRUCTURE)
    return figure


@rule("as.structure_engine", cite=STRUCTURE)
def engine_row(subject: Subject) -> str:
    """The row of the structure table for its engine."""
    engine = subject.sheet.engine
    if engine is None:
        return "standard"
    flags, clan = engine.kind.flags, engine.clan or engine.kind.tech == "Clan"
    large = "large" in flags
    if "xxl" in flags:
        return ("clan_" if clan else "") + ("large_" if large else "") + "xxl"
    if "xl" in flags:
        return "light" if clan and not large else "xl"
    if "light" in flags:
        return "xl" if large else "light"
    if "compact" in flags:
        return "compact"
    return "large" if large else "standard"


RULES = (FIGURES, SHIP_DIVISORS, armour, threshold, structure, WORTH, armour_worth, MACHINE_STRUCTURE, engine_row)
