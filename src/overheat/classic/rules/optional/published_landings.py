"""The facing after a fall as it is usually published: 5 turns a machine two hexsides to the left, 6 one."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.falls import LANDINGS
from overheat.kernel.rules.layers import Layer

FACING = TOTAL_WARFARE("Facing After Fall Table", 68)

PUBLISHED = LANDINGS.amended(
    "falls.published_landings",
    {5: (4, "left"), 6: (5, "left")},
    cite=FACING,
    where="overheat.classic.rules.optional.published_landings.PUBLISHED",
)
"""On 1d6 the hexsides that a falling machine turns, clockwise, and the side it lands on."""

LAYER = Layer(
    "published_landings",
    title="The published facing after a fall",
    cite=FACING,
    needs=("classic",),
    change=(PUBLISHED,),
)
