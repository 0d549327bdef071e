"""Prices of the army lists where they differ from the rules."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import LISTS
from overheat.platoon.facts import Quality
from overheat.platoon.rules.standard import missiles, points
from overheat.platoon.rules.standard.drones import TEAM_COSTS, TeamCost

CITE = LISTS("Prices")

LIST_COSTS = TEAM_COSTS.amended(
    "drones.list_costs",
    {"inexperienced": TeamCost(41, 7), "regular": TeamCost(52, 10), "veteran": TeamCost(63, 13)},
    cite=CITE,
    implements=("HEAT-up-list-overrides",),
)


@rule("missiles.list_cost", cite=CITE, implements=("HEAT-up-list-overrides",))
def team_cost(rules: Ruleset, quality: Quality) -> int:
    """A missile team of the lists costs 60, 75 or 90 points."""
    return {"inexperienced": 60, "regular": 75, "veteran": 90}[quality]


@rule("points.list_swap", cite=CITE, implements=("HEAT-up-list-weapon-swap",))
def swap_cost(rules: Ruleset, base: str, weapon: str) -> int:
    """A squad of the lists pays 5 points for another weapon, and gets 3 back for a pistol."""
    if weapon == "pistol":
        return -3 if base != "pistol" else 0
    return 0 if weapon == base else 5


LAYER = Layer(
    "list_prices",
    title="Prices of the army lists",
    cite=CITE,
    needs=("platoon",),
    change=(
        LIST_COSTS,
        missiles.team_cost.replaced_by(team_cost),
        points.swap_cost.replaced_by(swap_cost),
    ),
)
