"""Scatter: what misses its hex comes down in another one, in a direction and at a distance by the dice.

The game as published lets nothing scatter; layers do, with `scatter` of `damage/scattering.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules.rule import Ruleset, Table, rule

SCATTER = TACTICAL_OPERATIONS("Scatter", 182)

DIRECTIONS: Table[int, int] = Table(
    "scattering.directions",
    {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5},
    cite=SCATTER,
    where="overheat.classic.rules.standard.scattering.DIRECTIONS",
)
"""On 1d6 the direction that something goes astray in: north on a 1, then clockwise."""


class Drift(msgspec.Struct, frozen=True):
    """Something that misses its hex."""

    rules: Ruleset
    what: str
    hex: Hex
    """Where it was meant to go."""
    margin: int
    """By how much the roll fell short."""


class Stray(NamedTuple):
    """How far something goes astray."""

    hexes: int
    dice: int = 0
    """Dice that are rolled for further hexes."""


@rule("scattering.distance", cite=SCATTER)
def distance(drift: Drift) -> Stray:
    """What misses goes astray by a hex for every point that its roll fell short."""
    return Stray(drift.margin)


RULES = (distance, DIRECTIONS)
