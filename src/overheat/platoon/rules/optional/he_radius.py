"""Blasts as wide as their number to every side."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import blast

CITE = UPSTREAM("High explosive")


@rule("blast.full_radius", cite=CITE, implements=("HEAT-up-he-radius",))
def radius(rules: Ruleset, size: int) -> float:
    """The size of a blast is the radius of its template."""
    return size


LAYER = Layer(
    "he_radius", title="HE sizes are radii", cite=CITE, needs=("platoon",), change=(blast.radius.replaced_by(radius),)
)
