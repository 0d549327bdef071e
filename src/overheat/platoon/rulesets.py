"""The layers of the platoon game, the standard game and one for each option, and the rulesets they compose to."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.library import Library
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.adjudicator import inquiries
from overheat.platoon.battle.events import WORDED
from overheat.platoon.books import HEAT as BOOK
from overheat.platoon.ground import geometry
from overheat.platoon.ground import terrain as ground
from overheat.platoon.rosters import catalogue
from overheat.platoon.rules import configuration, optional
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
from overheat.platoon.turn import turn as course
from overheat.platoon.units import weapons as arms

HEAT = Layer(
    "platoon",
    title="H.E.A.T",
    cite=BOOK("Introduction"),
    add=(
        *geometry.RULES,
        *arms.RULES,
        *ground.RULES,
        *catalogue.RULES,
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
        *course.RULES,
        *configuration.RULES,
        *inquiries.RULES,
    ),
)
"""The standard rules: those first published, on the game of order dice that they presuppose."""

LIBRARY = Library(HEAT, optional, former=WORDED.former)
LAYERS = LIBRARY.layers
"""Every layer by the name that command lines and saves use."""


def standard() -> Ruleset:
    """The platoon game with no options."""
    return LIBRARY.ruleset()


def ruleset(names: Sequence[str] = ()) -> Ruleset:
    """The rules that some layer names stand for; the standard game lies below whether named or not."""
    return LIBRARY.ruleset(names)
