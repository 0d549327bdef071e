"""Turrets of helicopters that bear all round."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HEAT
from overheat.platoon.rules.standard import helicopters

CITE = HEAT("Attacking with a helicopter")


@rule("helicopters.turrets_turn", cite=CITE, implements=("HEAT-heli-arcs",))
def mount_bears(rules: Ruleset, place: str, bearing: float) -> bool:
    """A weapon in a turret bears everywhere, the others bear ahead."""
    return place == "turret" or rules.below(mount_bears)(rules, place, bearing)


LAYER = Layer(
    "rotating_weapons",
    title="Turrets of helicopters bear all round",
    cite=CITE,
    needs=("platoon",),
    change=(helicopters.mount_bears.wrapped_in(mount_bears),),
)
