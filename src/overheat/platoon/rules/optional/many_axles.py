"""Wheeled vehicles of many axles that turn less easily."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard.movement import PACES, Pace

CITE = UPSTREAM("Movement")

AXLES = PACES.amended(
    "movement.multi_axle_paces",
    {"multi_axle": Pace(12, 1, 24, 0)},
    cite=CITE,
    implements=("HEAT-up-multi-axle",),
)

LAYER = Layer("many_axles", title="Multi-axle vehicles", cite=CITE, needs=("platoon",), change=(AXLES,))
