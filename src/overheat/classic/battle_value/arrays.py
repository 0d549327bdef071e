"""What machine gun arrays are worth."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.books import TECH_MANUAL
from overheat.kernel.rules.rule import Ruleset, rule

ARRAYS = TECH_MANUAL("Battle Value, machine gun arrays", 303)


@rule("bv.array_share", cite=ARRAYS)
def array_share(rules: Ruleset) -> Fraction:
    """An array adds 0.67 of what its guns are worth, as every published value does."""
    return Fraction(67, 100)


RULES = (array_share,)
