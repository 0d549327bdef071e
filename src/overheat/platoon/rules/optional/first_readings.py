"""Four rulings as they were read at first, for battles that were begun under them."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HOUSE
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Arc, Body, Spot
from overheat.platoon.rules.optional.model_size_point import covers
from overheat.platoon.rules.standard import armour, blast, helicopters

CITE = HOUSE("Earlier readings")


@rule("helicopters.mounts_as_vehicles", cite=CITE)
def mount_bears(rules: Ruleset, place: str, bearing: float) -> bool:
    """What is mounted on a helicopter bears as on a vehicle: turrets and pintles all round."""
    return rules[armour.bears](rules, place, bearing)


@rule("helicopters.down_is_last", cite=CITE)
def after_going_down(rules: Ruleset, current: Order | None) -> Order:
    """Whoever has gone down had that order last, so that a helicopter hovers that had run."""
    return "down"


@rule("helicopters.no_barrel", cite=CITE)
def barrel(rules: Ruleset, hull: Body, door: Arc | None) -> Spot | None:
    """Shots are measured from the middle of the hull, and to men from base to base."""
    return None


LAYER = Layer(
    "first_readings",
    title="Templates, turrets, hovering and barrels as they were read at first",
    cite=CITE,
    needs=("platoon",),
    change=(
        blast.covers.replaced_by(covers),
        helicopters.mount_bears.replaced_by(mount_bears),
        helicopters.after_going_down.replaced_by(after_going_down),
        helicopters.barrel.replaced_by(barrel),
    ),
)
