"""The assault rifle at long range like every other weapon."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.platoon.books import HOUSE
from overheat.platoon.rules.standard.shooting import second_band

LAYER = Layer(
    "ar_long_range",
    title="Assault rifles at long range",
    cite=HOUSE("Assault rifle and long range"),
    needs=("platoon",),
    drop=(second_band,),
)
