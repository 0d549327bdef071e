"""Drones as later versions fly them: slower, with a better battery, and loads that fall simply."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.rules.standard import drones
from overheat.platoon.rules.standard.orders import gait
from overheat.platoon.units.weapons import Count

CITE = UPSTREAM("Drones")


@rule("drones.quadcopter_reach", cite=CITE, implements=("HEAT-up-drone-quadcopter",))
def reach(rules: Ruleset, order: Order) -> float:
    """A quadcopter flies 20 inches on a Run and 10 on an Advance."""
    return {"run": 20, "advance": 10, "": 0}[gait(rules, order)]


@rule("drones.longer_battery", cite=CITE, implements=("HEAT-up-drone-other",))
def battery_penalty(rules: Ruleset, rounds: int) -> int | None:
    """Four turns in the air are free, where batteries are tested at all."""
    return rounds - 4 if rounds > 4 else None


@rule("drones.simple_drop", cite=CITE, implements=("HEAT-up-drone-ied-simple",))
def ied_falls(rules: Ruleset, face: int) -> Count | None:
    """On a 1 the load hangs, on a 2 it tumbles a D3 of inches, else it falls straight down."""
    return None if face == 1 else "D3" if face == 2 else 0


@rule("drones.simple_at_drop", cite=CITE, implements=("HEAT-up-drone-ied-simple",))
def at_ied_falls(rules: Ruleset, face: int, again: int | None) -> Literal["hangs", "again", "tumbles", "straight"]:
    """On a 1 the load hangs, on a 2 it tumbles, else it falls straight."""
    return "hangs" if face == 1 else "tumbles" if face == 2 else "straight"


LAYER = Layer(
    "later_drones",
    title="Drones of later versions",
    cite=CITE,
    needs=("platoon",),
    change=(
        drones.reach.replaced_by(reach),
        drones.battery_penalty.replaced_by(battery_penalty),
        drones.ied_falls.replaced_by(ied_falls),
        drones.at_ied_falls.replaced_by(at_ied_falls),
    ),
)
