"""Men under a template by the middle of their base alone."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.ground.geometry import Body, Spot, edge_to_spot, flat, within
from overheat.platoon.rules.standard import blast

CITE = BASE("High explosive")


@rule("blast.covers_middle", cite=CITE, implements=("HEAT-base-he-template",))
def covers(rules: Ruleset, centre: Spot, radius: float, body: Body) -> bool:
    """A man is under a template when the middle of his base is, a vehicle when any part of its hull is."""
    return rules[within](rules, edge_to_spot(body, centre) if body.length else flat(centre, body.at), radius)


LAYER = Layer(
    "model_size_point",
    title="Templates count the middle of a base",
    cite=CITE,
    needs=("platoon",),
    change=(blast.covers.replaced_by(covers),),
)
