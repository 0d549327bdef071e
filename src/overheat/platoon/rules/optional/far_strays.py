"""Shells stray as in the first version of their rework: a whole die of inches times the number needed."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.optional import stray_shells
from overheat.platoon.rules.standard import indirect
from overheat.platoon.units.weapons import Count

CITE = UPSTREAM("Indirect fire, first version")


@rule("indirect.far_stray_die", cite=CITE, implements=("HEAT-up-indirect-rework",))
def stray_die(rules: Ruleset) -> Count:
    """The die of the inches is a D6."""
    return "D6"


LAYER = Layer(
    "far_strays",
    title="Stray shells, first version",
    cite=CITE,
    needs=("platoon",),
    change=(
        *stray_shells.LAYER.change,
        indirect.stray_die.replaced_by(stray_die),
    ),
)
