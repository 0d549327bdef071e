"""Rough ground, rubble and swamp shelter soldiers as woods do."""

from __future__ import annotations

from overheat.classic.rules.standard.infantry import SHELTER, TERRAIN
from overheat.kernel.rules import Layer, Table

BROKEN_GROUND: Table[str, bool] = Table(
    "infantry.broken_ground",
    {**SHELTER.rows, "rough": True, "rubble": True, "swamp": True},
    cite=TERRAIN,
    where="overheat.classic.rules.optional.rough_shelters.BROKEN_GROUND",
)
"""Terrain in which soldiers are not in the open."""

LAYER = Layer(
    "rough_shelters",
    title="Rough ground, rubble and swamp shelter soldiers",
    cite=TERRAIN,
    needs=("classic",),
    replace={"infantry.shelter": BROKEN_GROUND},
)
