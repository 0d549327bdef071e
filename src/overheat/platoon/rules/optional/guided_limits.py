"""Guided missiles that fly 90 inches at most, 30 in a turn."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard import missiles, shooting
from overheat.platoon.units.weapons import Weapon

CITE = UPSTREAM("ATGM")


@rule("missiles.slower", cite=CITE, implements=("HEAT-up-atgm-limits",))
def speed(rules: Ruleset) -> float:
    """A missile flies 30 inches in a turn."""
    return 30


@rule("missiles.shorter", cite=CITE, implements=("HEAT-up-atgm-limits",))
def target_refused(rules: Ruleset, vehicle: bool, sees: bool, in_flight: bool, length: float) -> Refusal | None:
    """A missile reaches 90 inches."""
    if not rules[within](rules, length, 90):
        return Refusal("missiles.range", "a missile reaches 90 inches", CITE)
    return rules.below(target_refused)(rules, vehicle, sees, in_flight, length)


@rule("missiles.one_helper", cite=CITE, implements=("HEAT-up-atgm-limits",))
def attendants(rules: Ruleset, weapon: Weapon) -> int | None:
    """A guided missile needs one helper."""
    return 1 if "ATGM" in weapon.keywords else weapon.crew


LAYER = Layer(
    "guided_limits",
    title="Guided missiles, later limits",
    cite=CITE,
    needs=("platoon",),
    change=(
        missiles.speed.replaced_by(speed),
        missiles.target_refused.wrapped_in(target_refused),
        shooting.attendants.replaced_by(attendants),
    ),
)
