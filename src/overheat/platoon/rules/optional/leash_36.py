"""The leash of later versions: nothing happens up to 36 inches, and beyond a test without a further pin."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard import fighting_vehicles
from overheat.platoon.rules.standard.fighting_vehicles import Leash

CITE = UPSTREAM("IFV")


@rule("ifv.leash_36", cite=CITE, implements=("HEAT-up-ifv-leash-36",))
def leash(rules: Ruleset, length: float) -> Leash:
    """More than 36 inches from its vehicle a squad tests for every action."""
    return Leash(forced=not rules[within](rules, length, 36), virtual_pins=0)


LAYER = Layer(
    "leash_36",
    title="IFV leash of 36 inches",
    cite=CITE,
    needs=("platoon",),
    change=(fighting_vehicles.leash.replaced_by(leash),),
)
