"""The standard rules: those first published, on the game of order dice that they presuppose."""

from __future__ import annotations

from overheat.kernel.layers import Layer
from overheat.platoon.books import HEAT as BOOK
from overheat.platoon.rules.standard import (
    armour,
    bangalores,
    blast,
    close_quarters,
    cover,
    damage,
    devices,
    dice,
    drones,
    fighting_vehicles,
    helicopters,
    indirect,
    missiles,
    movement,
    observers,
    orders,
    pins,
    points,
    shooting,
    smoke,
    transport,
    turn,
)

HEAT = Layer(
    "heat",
    title="H.E.A.T",
    cite=BOOK("Introduction"),
    add=(
        *dice.RULES,
        *orders.RULES,
        *pins.RULES,
        *shooting.RULES,
        *damage.RULES,
        *armour.RULES,
        *blast.RULES,
        *indirect.RULES,
        *close_quarters.RULES,
        *movement.RULES,
        *cover.RULES,
        *helicopters.RULES,
        *drones.RULES,
        *missiles.RULES,
        *fighting_vehicles.RULES,
        *smoke.RULES,
        *observers.RULES,
        *devices.RULES,
        *bangalores.RULES,
        *transport.RULES,
        *turn.RULES,
        *points.RULES,
    ),
)
