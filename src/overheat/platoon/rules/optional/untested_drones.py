"""Drones as later versions have them by default: nobody tests their batteries and radios."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import drones

CITE = UPSTREAM("Drones")


@rule("drones.untested", cite=CITE, implements=("HEAT-up-drone-other",))
def tested(rules: Ruleset, what: Literal["battery", "radio"]) -> bool:
    """A drone flies as long and as far as it likes."""
    return False


LAYER = Layer(
    "untested_drones",
    title="Drones without tests",
    cite=CITE,
    needs=("platoon",),
    change=(drones.tested.replaced_by(tested),),
)
