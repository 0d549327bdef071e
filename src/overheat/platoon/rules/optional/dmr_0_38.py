"""The marksman's rifle without its minimum range."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import shooting
from overheat.platoon.units.weapons import Band

CITE = UPSTREAM("DMR")


@rule("weapons.marksman_0_38", cite=CITE, implements=("HEAT-up-dmr",))
def marksman_band(rules: Ruleset, band: Band) -> Band:
    """The marksman's rifle fires at everything up to 38 inches away."""
    return Band(start=0, to=38, shots=band.shots)


LAYER = Layer(
    "dmr_0_38",
    title="DMR from 0 to 38 inches",
    cite=CITE,
    needs=("platoon",),
    change=(shooting.marksman_band.replaced_by(marksman_band),),
)
