"""Machine gun arrays by the letter of the errata: they add a tenth of their guns to the battle value."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.battle_value import arrays
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

NOTES = TACTICAL_OPERATIONS("Clan weapons and equipment BV table, notes", 385)


@rule("bv.array_share", cite=NOTES, implements=("TO-385-bv-clan-cont-4", "TO-385-bv-clan-cont-7"))
def tenth(rules: Ruleset) -> Fraction:
    """An array adds a tenth of what its guns are worth; their ammunition does not count."""
    return Fraction(1, 10)


LAYER = Layer(
    "errata_arrays",
    title="Machine gun arrays by the errata",
    cite=NOTES,
    needs=("classic",),
    change=(arrays.array_share.replaced_by(tenth),),
)
