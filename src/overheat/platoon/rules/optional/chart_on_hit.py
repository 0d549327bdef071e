"""The helicopter chart entered with a plain die on every hit."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HEAT
from overheat.platoon.rules.standard import helicopters

CITE = HEAT("Shooting at a helicopter")


@rule("helicopters.entry_on_hit", cite=CITE)
def chart_entry(rules: Ruleset) -> Literal["after_penetration", "margin", "on_hit"]:
    """Every hit rolls a die on the chart."""
    return "on_hit"


LAYER = Layer(
    "chart_on_hit",
    title="Helicopter chart on every hit",
    cite=CITE,
    needs=("platoon",),
    change=(helicopters.chart_entry.replaced_by(chart_entry),),
)
