"""Extreme range: weapons carry a bracket further, with less effect."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.ranges import BRACKETS, Reach, limit
from overheat.classic.rules.standard.to_hit import RANGES
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term, scaled

EXTREME_RANGE = TACTICAL_OPERATIONS("Extreme Range", 85)
EXTREME = "extreme"
SHARE = Fraction(3, 4)
CLUSTERS = -2


@rule("ranges.extreme", cite=EXTREME_RANGE, implements=("TO-085-extreme-range",))
def extreme_limit(rules: Ruleset, reach: Reach, bracket: str) -> int:
    """Extreme range is four times the short one; of weapons with uneven brackets half as far again as the long one."""
    if bracket != EXTREME:
        usual: int = rules.below(extreme_limit)(rules, reach, bracket)
        return usual
    return end_of(reach)


def end_of(reach: Reach) -> int:
    """Where the extreme range of a weapon ends."""
    _, short, medium, long, _ = reach
    return 4 * short if (medium, long) == (2 * short, 3 * short) else floor(Fraction(3, 2) * long)


@rule("extreme_range.damage", cite=EXTREME_RANGE, slot=DAMAGE_TERMS)
def less_damage(impact: Impact) -> Term | None:
    """At extreme range a weapon does three quarters of its damage, rounded down; a salvo counts fewer hits instead."""
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or not attack.in_range(EXTREME) or impact.hit.counted:
        return None
    return scaled("extreme_range.damage", impact.damage, SHARE, floor, "extreme range", EXTREME_RANGE)


@rule("extreme_range.clusters", cite=EXTREME_RANGE, slot=EVERY_CLUSTER)
def fewer_hits(attack: WeaponAttack) -> Term | None:
    """At extreme range a salvo rolls for its hits at -2."""
    if not attack.in_range(EXTREME):
        return None
    return Term("extreme_range.clusters", CLUSTERS, "extreme range", EXTREME_RANGE)


LAYER = Layer(
    "extreme_range",
    title="Extreme range",
    group="Gunnery",
    cite=EXTREME_RANGE,
    needs=("classic",),
    add=(less_damage, fewer_hits),
    change=(
        limit.wrapped_in(extreme_limit),
        BRACKETS.amended("extreme_range.bracket", {EXTREME: 4}, cite=EXTREME_RANGE),
        RANGES.amended("extreme_range.to_hit", {EXTREME: 6}, cite=EXTREME_RANGE),
    ),
)
