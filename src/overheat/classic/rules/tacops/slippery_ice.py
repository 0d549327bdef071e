"""Slippery ice: every roll that something else forces on a unit on ice or black ice is harder by 4, not by 3."""

from __future__ import annotations

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.terrain import TERRAIN
from overheat.kernel.rules.layers import Layer

ICE = TACTICAL_OPERATIONS("Ice", 50)

ROWS = TERRAIN.amended(
    "slippery_ice.rows",
    {"ice": msgspec.structs.replace(TERRAIN["ice"], footing=4)},
    cite=ICE,
    implements=("TO-034-movement-table-p34-2", "TO-034-movement-table-p34-7", "TO-050-ice-1"),
    where="overheat.classic.rules.tacops.slippery_ice.ROWS",
)

LAYER = Layer(
    "slippery_ice",
    title="Slippery ice",
    group="Terrain",
    cite=ICE,
    needs=("classic",),
    change=(ROWS,),
)
