"""The helicopter chart entered by how far the hit exceeds the armour."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import helicopters

CITE = UPSTREAM("Shooting at a helicopter")


@rule("helicopters.entry_by_margin", cite=CITE)
def chart_entry(rules: Ruleset) -> Literal["after_penetration", "margin", "on_hit"]:
    """Every hit goes to the chart with its die, its penetration and less the damage value."""
    return "margin"


LAYER = Layer(
    "chart_margin",
    title="Helicopter chart by margin",
    cite=CITE,
    needs=("platoon",),
    change=(helicopters.chart_entry.replaced_by(chart_entry),),
)
