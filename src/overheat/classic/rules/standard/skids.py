"""Skids: how far a machine slides, and what that does to it."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import TOTAL_WARFARE
from overheat.kernel.rules.rule import Ruleset, rule

SKIDDING = TOTAL_WARFARE("Skidding", 62)


@rule("skids.distance", cite=SKIDDING)
def skid_distance(rules: Ruleset, hexes: int) -> int:
    """A machine slides half as far as it came before it turned, rounded up."""
    return ceil(hexes / 2)


@rule("skids.damage", cite=SKIDDING)
def skid_damage(rules: Ruleset, tons: float, hexes: int) -> int:
    """Each hex of a slide does half of what a fall on level ground does, rounded up."""
    return ceil(ceil(tons / 10) / 2) * hexes


RULES = (skid_distance, skid_damage)
