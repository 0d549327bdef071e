"""A double 1 on an order test steadies a unit as a Rally does."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.rules.standard.orders import double_one_rallies

CITE = BASE("Order tests")


@rule("orders.double_one_steadies", cite=CITE)
def rallies(rules: Ruleset, total: int) -> bool:
    """A double 1 takes a die of pins away besides the one."""
    return total == 2


LAYER = Layer(
    "double_one_steadies",
    title="A double 1 rallies",
    cite=CITE,
    needs=("platoon",),
    change=(double_one_rallies.replaced_by(rallies),),
)
