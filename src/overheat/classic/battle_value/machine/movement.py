"""How fast a war machine counts as being, for its battle value."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.shields import slowing
from overheat.kernel.rules.rule import Ruleset, Table, rule

STEPS: Table[int, int] = Table(
    "bv.movement_modifiers", {25: 6, 18: 5, 10: 4, 7: 3, 5: 2, 3: 1}, cite=TECH_MANUAL("Battle Value, defensive", 302)
)
"""Hexes moved from which on the target movement modifier applies."""


def movement_modifier(rules: Ruleset, hexes: int) -> int:
    """The target movement modifier of a number of hexes."""
    kept: dict[int, int] = rules.worked_out("bv.movement_modifier")
    if hexes not in kept:
        kept[hexes] = max((modifier for least, modifier in rules[STEPS].rows.items() if hexes >= least), default=0)
    return kept[hexes]


@rule(
    "bv.walk_points",
    cite=TACTICAL_OPERATIONS("Battle Value, modular armour", 380),
    implements=("TO-380-modular-armor-bv-2",),
)
def walk_points(build: Build) -> int:
    """Walking points: one more with triple-strength myomer hot, one less for each medium or large shield.

    What modular armour costs is left out.
    """
    shields = build.rules[slowing](build.rules, build.sheet) if "shield" in build.flags else 0
    return max(0, build.sheet.walk + ("tsm" in build.flags) - shields)


def run_points(build: Build) -> int:
    """Running points, with boosters going; hardened armour on the legs costs one."""
    boosters = ("masc" in build.flags) + ("supercharger" in build.flags)
    run = -(-build.rules[walk_points].function(build) * (3, 4, 5)[boosters] // 2)
    return run - 1 if build.rules[hardened_legs].function(build) else run


@rule(
    "bv.hardened_legs", cite=TACTICAL_OPERATIONS("Patchwork armour", 377), implements=("TO-377-patchwork-armor-table",)
)
def hardened_legs(build: Build) -> bool:
    """Hardened armour slows only where a leg has it."""
    return "hardened" in build.plating and build.sheet.hardened_legs


def jump_points(build: Build) -> int:
    """Jumping points: one for each jet, more with wings spread, or those of mechanical boosters.

    Wings add two points up to 55 tons and one above. Nothing jumps behind a large shield. An AirMech glides three
    hexes for each point, and half as far again at its fastest; that counts as its jump.
    """
    if "shield" in build.flags and any("large" in mount.equipment.flags for mount in build.having("shield")):
        return 0
    jets = build.jets
    if jets and "partial_wing" in build.flags:
        jets += 2 if build.sheet.tons <= 55 else 1
    if build.airmech:
        return ceil(jets * 3 * 3 / 2)
    return max(jets, build.sheet.jump) if "mechanical_jump_booster" in build.flags else jets


def swim_points(build: Build) -> int:
    """Underwater points: one for each unit of the kind."""
    return len(build.having("umu")) if "umu" in build.flags else 0


@rule("bv.speed_factor", cite=TECH_MANUAL("Battle Value, offensive", 303))
def speed_factor(rules: Ruleset, points: int) -> Fraction:
    """What speed multiplies the offensive value by, to two decimals."""
    return _to_two_decimals(points)


@cache
def _to_two_decimals(points: int) -> Fraction:
    return Fraction(round((1 + (points - 5) / 10) ** 1.2 * 100), 100)


RULES = (STEPS, walk_points, hardened_legs, speed_factor)
