"""Wheeled vehicles of many axles that turn less easily."""

from __future__ import annotations

from overheat.kernel.rules import Layer, Table
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import movement
from overheat.platoon.rules.standard.movement import Mobility, Pace

CITE = UPSTREAM("Movement")

PACES: Table[Mobility, Pace] = Table(
    "movement.multi_axle_paces",
    {**movement.PACES.rows, "multi_axle": Pace(12, 1, 24, 0)},
    cite=CITE,
    implements=("HEAT-up-multi-axle",),
)

LAYER = Layer("many_axles", title="Multi-axle vehicles", cite=CITE, needs=("heat",), replace={"movement.paces": PACES})
