"""How fast a war machine counts as being, for its battle value."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.sheet import Sheet

STEPS = ((25, 6), (18, 5), (10, 4), (7, 3), (5, 2), (3, 1))
"""Hexes moved from which on the target movement modifier applies."""


def movement_modifier(hexes: int) -> int:
    """The target movement modifier of a number of hexes."""
    return next((modifier for least, modifier in STEPS if hexes >= least), 0)


def walk_points(sheet: Sheet) -> int:
    """Walking points, with triple-strength myomer hot and modular armour on."""
    boosted = sheet.walk + (1 if sheet.flagged("tsm") else 0)
    return max(0, boosted - (1 if sheet.flagged("modular_armour") else 0))


def run_points(sheet: Sheet) -> int:
    """Running points, with boosters going."""
    walk = walk_points(sheet)
    boosters = len(sheet.flagged("masc")[:1]) + len(sheet.flagged("supercharger")[:1])
    run = ceil(walk * Fraction((3, 4, 5)[boosters], 2))
    hardened = any(place.armour_kind and "hardened" in place.armour_kind.flags for place in sheet.locations)
    return run - 1 if hardened else run


def jump_points(sheet: Sheet) -> int:
    """Jumping points, with wings spread."""
    wings = 2 if sheet.tons <= 55 else 1
    jump = sheet.jump + (wings if sheet.jump and sheet.flagged("partial_wing") else 0)
    boosters = [mount.size for mount in sheet.flagged("mechanical_jump_booster")]
    return max(jump, *(int(size or 0) for size in boosters), 0)


def speed_factor(points: int) -> Fraction:
    """What speed multiplies the offensive value by, to two decimals."""
    return Fraction(round((1 + (points - 5) / 10) ** 1.2 * 100), 100)
