"""Range brackets: how far each reaches, for every weapon, and which one a distance lies in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.state import Unit
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.plan import Plan
from overheat.kernel.rules.rule import Ruleset, Table, rule

RANGE = QUICK_REFERENCE("Range and Terrain")

V = TypeVar("V")

Reach = tuple[int, int, int, int, int]
"""How far a weapon carries: minimum, short, medium, long, extreme; 0 where it has no such range."""

BRACKETS: Table[str, int] = Table(
    "ranges.brackets",
    {"short": 1, "medium": 2, "long": 3},
    cite=RANGE,
    implements=("QR-range-mods",),
    where="overheat.classic.rules.standard.ranges.BRACKETS",
)
"""The range brackets from the nearest to the furthest, each with its place among the ranges of a weapon."""


@rule("ranges.limit", cite=RANGE, implements=("QR-range-mods",))
def limit(rules: Ruleset, reach: Reach, bracket: str) -> int:
    """A bracket ends where the weapon's range for it does."""
    return reach[rules[BRACKETS][bracket]]


def limits(rules: Ruleset, reach: Reach) -> tuple[tuple[int, str], ...]:
    """Where each bracket of a weapon ends, the nearest first."""
    return tuple((rules[limit](rules, reach, bracket), bracket) for bracket in rules[BRACKETS].rows)


def bracket_at(limits: tuple[tuple[int, str], ...], distance: int) -> str | None:
    """The bracket that a distance lies in; None beyond the last."""
    for last, bracket in limits:
        if distance <= last:
            return bracket
    return None


def furthest(rules: Ruleset, reach: Reach) -> int:
    """How far a weapon carries at all."""
    return max(last for last, _ in limits(rules, reach))


def longest_range(relief: Relief, unit: Unit) -> int:
    """How far the weapons of a unit carry at most, worked out once for its kind."""
    kept: dict[int, tuple[Plan, int]] = relief.remember("longest ranges", lambda _: {})
    if id(unit.plan) not in kept:
        weapons = (mount.weapon for mount in unit.sheet.mounts)
        far = max((furthest(relief.rules, weapon.range) for weapon in weapons if weapon is not None), default=0)
        kept[id(unit.plan)] = unit.plan, far
    return kept[id(unit.plan)][1]


def by_bracket(rows: Mapping[str, V], bracket: str) -> V:
    """The row of a bracket; for one that a table does not know its last row, which is for the furthest."""
    return rows[bracket] if bracket in rows else [*rows.values()][-1]


RULES = (limit, BRACKETS)
