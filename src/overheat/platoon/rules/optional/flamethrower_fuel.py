"""Flamethrowers of men that run out of fuel."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.rules.standard import shooting

CITE = BASE("Flamethrowers")


@rule("weapons.little_fuel", cite=CITE, implements=("HEAT-base-flamethrower-fuel",))
def runs_dry_on(rules: Ruleset) -> int:
    """A 1 after firing empties a flamethrower that men carry."""
    return 1


LAYER = Layer(
    "flamethrower_fuel",
    title="Flamethrowers that run dry",
    cite=CITE,
    needs=("platoon",),
    change=(shooting.runs_dry_on.replaced_by(runs_dry_on),),
)
