"""Smoke: screens of vehicles, what smoke hides, how it drifts."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE, HEAT, HOUSE, UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Body, Spot, ahead
from overheat.platoon.units.weapons import Count

SCREENS = HEAT("Smoke Screens")
SMOKE = BASE("Smoke")


@rule("smoke.refused", cite=SCREENS, implements=("HEAT-smoke-once",))
def refused(rules: Ruleset, charges: int) -> Refusal | None:
    """A vehicle that has launchers uses its screen once."""
    return None if charges else Refusal("smoke.spent", "there is no smoke screen left", SCREENS)


@rule("smoke.goes_down", cite=SCREENS, implements=("HEAT-smoke-down",))
def goes_down(rules: Ruleset, used: bool, ordered_down: bool) -> bool:
    """Using the screen makes the vehicle go down; going down does not use it."""
    return used or ordered_down


@rule("smoke.charges_left", cite=SCREENS, implements=("HEAT-smoke-down",))
def charges_left(rules: Ruleset, charges: int, used: bool) -> int:
    """Only using it spends the screen."""
    return charges - 1 if used else charges


@rule("smoke.markers", cite=SCREENS, implements=("HEAT-smoke-markers",))
def markers(rules: Ruleset, hull: Body) -> tuple[Spot, Spot]:
    """Two markers of 2 inches stand side by side before the hull."""
    front = ahead(hull.at, hull.heading, hull.length / 200 + 1)
    return ahead(front, hull.heading - 90, 1), ahead(front, hull.heading + 90, 1)


@rule("smoke.radius", cite=SCREENS)
def radius(rules: Ruleset) -> float:
    """A marker is 2 inches wide."""
    return 1


@rule("smoke.puff_radius", cite=UPSTREAM("Smoke grenades"))
def puff_radius(rules: Ruleset) -> float:
    """The smoke of a grenade is an inch wide."""
    return 0.5


@rule("smoke.throw_refused", cite=HOUSE("Smoke grenades"))
def throw_refused(rules: Ruleset, order: Order | None, thrown: bool, lengths: tuple[float, ...]) -> Refusal | None:
    """Squads have no smoke grenades."""
    return Refusal("smoke.none", "squads have no smoke grenades", HOUSE("Smoke grenades"))


@rule("smoke.hides", cite=SMOKE, implements=("HEAT-base-smoke-los",))
def hides(rules: Ruleset, distance_to_line: float, radius: float, end_inside: bool) -> bool:
    """Smoke hides what lies behind it; who stands in it is seen, in soft cover."""
    return distance_to_line < radius and not end_inside


@rule("smoke.vanishes", cite=SMOKE, implements=("HEAT-base-smoke-drift", "HEAT-smoke-behaviour"))
def vanishes(rules: Ruleset, face: int) -> bool:
    """When the turn ends a marker vanishes on 1 to 3, and else drifts."""
    return face <= 3


@rule("smoke.drift", cite=SMOKE, implements=("HEAT-base-smoke-drift", "HEAT-smoke-behaviour"))
def drift(rules: Ruleset) -> Count:
    """Smoke drifts a die of inches."""
    return "D6"


RULES = (refused, goes_down, charges_left, markers, radius, puff_radius, throw_refused, hides, vanishes, drift)
