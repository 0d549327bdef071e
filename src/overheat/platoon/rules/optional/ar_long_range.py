"""The assault rifle at long range like every other weapon."""

from __future__ import annotations

from overheat.kernel.rules import Layer
from overheat.platoon.books import HOUSE

LAYER = Layer(
    "ar_long_range",
    title="Assault rifles at long range",
    cite=HOUSE("Assault rifle and long range"),
    needs=("heat",),
    drop=("to_hit.second_band",),
)
