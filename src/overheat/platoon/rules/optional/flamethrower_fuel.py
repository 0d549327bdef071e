"""Flamethrowers of men that run out of fuel."""

from __future__ import annotations

from overheat.kernel.rules import Layer, rule
from overheat.platoon.books import BASE

CITE = BASE("Flamethrowers")


@rule("weapons.little_fuel", cite=CITE, implements=("HEAT-base-flamethrower-fuel",))
def runs_dry_on() -> int:
    """A 1 after firing empties a flamethrower that men carry."""
    return 1


LAYER = Layer(
    "flamethrower_fuel",
    title="Flamethrowers that run dry",
    cite=CITE,
    needs=("heat",),
    replace={"weapons.fuel": runs_dry_on},
)
