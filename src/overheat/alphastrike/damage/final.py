"""Determining final damage values: what is printed for a heat-modified damage."""

from __future__ import annotations

from collections.abc import Iterable

from overheat.alphastrike.books import CONVERTING_HEAT
from overheat.alphastrike.card import Damage
from overheat.alphastrike.figure import round_half_up, round_up
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number

FINAL = CONVERTING_HEAT("Determine final damage values")
NONE = Damage()
MINIMAL = Damage(0, True)


@rule("as.minimal_damage", cite=FINAL, implements=("AS-minimal-damage",))
def minimal(rules: Ruleset, heat_modified: Number) -> bool:
    """More than nothing and less than a half is minimal damage, as the tenths say that heat has left."""
    return 0 < 2 * heat_modified.numerator < heat_modified.denominator


@rule("as.final_damage", cite=FINAL, implements=("AS-final-rounding",))
def final_damage(rules: Ruleset, heat_modified: Number) -> Damage:
    """Damage is rounded up to the next whole number."""
    return MINIMAL if rules[minimal].function(rules, heat_modified) else Damage(round_up(heat_modified))


@rule("as.ability_damage", cite=FINAL, implements=("AS-special-ability-damage",))
def ability_damage(rules: Ruleset, heat_modified: Number, *, shows_minimal: bool = True) -> Damage:
    """The damage of a special ability is rounded to the nearest whole number; abilities may or may not show 0*."""
    if shows_minimal and rules[minimal].function(rules, heat_modified):
        return MINIMAL
    return Damage(round_half_up(heat_modified))


@rule("as.capital_damage", cite=FINAL, implements=("AS-capital",))
def capital_damage(rules: Ruleset, heat_modified: Iterable[Number]) -> Damage:
    """Capital weapons are summed by themselves, capital missiles by themselves, and each sum is rounded up."""
    return Damage(round_up(sum(heat_modified)))


RULES = (minimal, final_damage, ability_damage, capital_damage)
