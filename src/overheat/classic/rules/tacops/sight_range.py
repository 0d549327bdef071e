"""Line-of-sight range: weapons are fired at whatever is seen beyond extreme range, with little effect."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.ranges import BRACKETS, Reach, limit
from overheat.classic.rules.standard.to_hit import RANGES
from overheat.classic.rules.tacops.extreme_range import end_of
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term, scaled

SIGHT_RANGE = TACTICAL_OPERATIONS("Line-of-Sight Range", 85)
SIGHT = "line-of-sight"
SHARE = Fraction(1, 2)
CLUSTERS = -3
HORIZON = 1000
"""Hexes that no board reaches."""


@rule("ranges.line_of_sight", cite=SIGHT_RANGE)
def sight_limit(rules: Ruleset, reach: Reach, bracket: str) -> int:
    """What a unit sees it may fire at, however far off; what carries nowhere at all carries no further."""
    if bracket != SIGHT:
        usual: int = rules.below(sight_limit)(rules, reach, bracket)
        return usual
    return HORIZON if reach[3] else 0


@rule("fire.short_of_sight_range", cite=SIGHT_RANGE, slot=FORBIDS)
def begins_beyond(attack: WeaponAttack) -> Refusal | None:
    """It begins where extreme range ends, which is an option of its own; the arms of soldiers carry no such way."""
    if attack.bracket != SIGHT:
        return None
    if "infantry" in attack.weapon.flags:
        return Refusal("fire.short_of_sight_range", f"the {attack.weapon.name} carries no further", SIGHT_RANGE)
    if attack.distance > (ends := end_of(attack.reach)):
        return None
    reason = f"{attack.distance} hexes is within extreme range, {ends}, at which nobody fires"
    return Refusal("fire.short_of_sight_range", reason, SIGHT_RANGE)


@rule("sight_range.damage", cite=SIGHT_RANGE, slot=DAMAGE_TERMS)
def less_damage(impact: Impact) -> Term | None:
    """Beyond extreme range a weapon does half its damage, rounded down; a salvo counts fewer hits instead."""
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or not attack.in_range(SIGHT) or impact.hit.counted:
        return None
    return scaled("sight_range.damage", impact.damage, SHARE, floor, "line-of-sight range", SIGHT_RANGE)


@rule("sight_range.clusters", cite=SIGHT_RANGE, slot=EVERY_CLUSTER)
def fewer_hits(attack: WeaponAttack) -> Term | None:
    """Beyond extreme range a salvo rolls for its hits at -3."""
    return (
        Term("sight_range.clusters", CLUSTERS, "line-of-sight range", SIGHT_RANGE) if attack.in_range(SIGHT) else None
    )


LAYER = Layer(
    "sight_range",
    title="Line-of-sight range",
    group="Gunnery",
    cite=SIGHT_RANGE,
    needs=("classic",),
    add=(begins_beyond, less_damage, fewer_hits),
    change=(
        limit.wrapped_in(sight_limit),
        BRACKETS.amended("sight_range.bracket", {SIGHT: 4}, cite=SIGHT_RANGE),
        RANGES.amended("sight_range.to_hit", {SIGHT: 8}, cite=SIGHT_RANGE),
    ),
)
