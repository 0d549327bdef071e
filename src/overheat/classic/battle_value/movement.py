"""How fast a war machine counts as being, for its battle value."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil

from overheat.classic.battle_value.build import Build

STEPS = ((25, 6), (18, 5), (10, 4), (7, 3), (5, 2), (3, 1))
"""Hexes moved from which on the target movement modifier applies."""


def movement_modifier(hexes: int) -> int:
    """The target movement modifier of a number of hexes."""
    return next((modifier for least, modifier in STEPS if hexes >= least), 0)


def walk_points(build: Build) -> int:
    """Walking points: one more with triple-strength myomer hot, one less for each medium or large shield.

    What modular armour costs is left out (ruling TO-380-modular-armor-bv-2).
    """
    shields = sum("small" not in mount.equipment.flags for mount in build.having("shield"))
    return max(0, build.sheet.walk + ("tsm" in build.flags) - shields)


def run_points(build: Build) -> int:
    """Running points, with boosters going; hardened armour on the legs costs one."""
    boosters = ("masc" in build.flags) + ("supercharger" in build.flags)
    run = ceil(walk_points(build) * (3, 4, 5)[boosters] / 2)
    return run - 1 if _hardened_legs(build) else run


def _hardened_legs(build: Build) -> bool:
    """Hardened armour slows only where a leg has it (ruling TO-377-patchwork-armor-table)."""
    return any(
        place.armour_kind is not None and "hardened" in place.armour_kind.flags
        for place in build.sheet.locations
        if place.code.endswith("L")
    )


def jump_points(build: Build) -> int:
    """Jumping points, with wings spread or on mechanical boosters; none behind a large shield."""
    if any("large" in mount.equipment.flags for mount in build.having("shield")):
        return 0
    sheet = build.sheet
    wings = (2 if sheet.tons <= 55 else 1) if sheet.jump and "partial_wing" in build.flags else 0
    boosters = [int(mount.size or 0) for mount in build.having("mechanical_jump_booster")]
    return max(sheet.jump + wings, *boosters, 0)


def swim_points(build: Build) -> int:
    """Underwater points: one for each unit of the kind."""
    return len(build.having("umu"))


@cache
def speed_factor(points: int) -> Fraction:
    """What speed multiplies the offensive value by, to two decimals."""
    return Fraction(round((1 + (points - 5) / 10) ** 1.2 * 100), 100)
