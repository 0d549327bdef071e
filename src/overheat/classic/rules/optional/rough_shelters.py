"""Rough ground, rubble and swamp shelter soldiers as woods do."""

from __future__ import annotations

from overheat.classic.rules.standard.infantry import SHELTER, TERRAIN
from overheat.kernel.rules.layers import Layer

BROKEN_GROUND = SHELTER.amended(
    "infantry.broken_ground",
    {"rough": True, "rubble": True, "swamp": True},
    cite=TERRAIN,
    where="overheat.classic.rules.optional.rough_shelters.BROKEN_GROUND",
)
"""Terrain in which soldiers are not in the open."""

LAYER = Layer(
    "rough_shelters",
    title="Rough ground, rubble and swamp shelter soldiers",
    cite=TERRAIN,
    needs=("classic",),
    change=(BROKEN_GROUND,),
)
