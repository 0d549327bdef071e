"""Abilities of fighters, and of support vehicles with wings."""

from __future__ import annotations

from fractions import Fraction

from overheat.alphastrike.abilities.point_defence import point_defence
from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import exact, round_half_up, round_up
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject
from overheat.kernel.rules.rule import Ruleset, rule

FUEL = ALPHA_STRIKE("Special unit abilities: fuel")
FUEL_POINTS = 20
"""Points of fuel for each point on the card."""
HARDPOINTS = 5
"""Hardpoints, or bomb bays, for each point of bombs."""


def fighter(pool: Pool, subject: Subject) -> None:
    """Bombs, fuel, how it takes off, and whether it leaves the air."""
    sheet = subject.sheet
    pool.add("BOMB", int(size(subject).value), "bombs by size")
    pool.give("VSTOL", sheet.kind)
    if subject.type == "AF":
        pool.give("SPC", sheet.kind)
        pool.add("FUEL", subject.rules[fuel](subject.rules, sheet.fuel or 0), f"{sheet.fuel or 0:g} points of fuel")
    else:
        pool.give("ATMO", sheet.kind)
    if sheet.cockpit == "Command Console":
        pool.add("MHQ", 1, sheet.cockpit)
    point_defence(pool, subject)


@rule("as.fuel", cite=FUEL)
def fuel(rules: Ruleset, points: float) -> int:
    """A twentieth of the fuel points."""
    return round_half_up(Fraction(exact(points), FUEL_POINTS))


def winged_support(pool: Pool, subject: Subject) -> None:
    """A support vehicle with wings: bombs by its hardpoints, and how it takes off."""
    pool.give("ATMO", "flies within an atmosphere")
    hardpoints = len(subject.having("hardpoint"))
    if hardpoints:
        pool.add("BOMB", round_up(Fraction(hardpoints, HARDPOINTS)), f"{hardpoints} hardpoints")
    if subject.sheet.vstol:
        pool.give("VSTOL", "takes off and lands vertically")


RULES = (fuel,)
