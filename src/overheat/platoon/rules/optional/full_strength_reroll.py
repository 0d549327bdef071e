"""Large squads at full strength try a failed order test once more."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.facts import OrderTest
from overheat.platoon.rules.standard import orders

CITE = BASE("Order tests")


@rule("orders.full_strength", cite=CITE, implements=("HEAT-base-full-strength-reroll",))
def tries_again(rules: Ruleset, test: OrderTest) -> bool:
    """A squad of ten or more that has lost nobody yet rolls a failed order test again."""
    return test.full_strength


LAYER = Layer(
    "full_strength_reroll",
    title="Full-strength squads re-roll order tests",
    cite=CITE,
    needs=("platoon",),
    change=(orders.tries_again.replaced_by(tries_again),),
)
