"""Damage to vehicles without the second roll."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.facts import Result
from overheat.platoon.rules.standard import armour

CITE = BASE("Damage to vehicles")


@rule("armour.one_table_roll", cite=CITE)
def table_rolls(rules: Ruleset, found: Result) -> int:
    """However far a hit goes through, it rolls once on the damage table."""
    return 0 if found == "none" else 1


LAYER = Layer(
    "no_massive_damage",
    title="No massive damage",
    cite=CITE,
    needs=("platoon",),
    change=(armour.table_rolls.replaced_by(table_rolls),),
)
