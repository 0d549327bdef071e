"""Helicopters as later versions fly them: lower, in two classes, along and up in one move."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import helicopters
from overheat.platoon.rules.standard.helicopters import FlightPlan, Leap, Wings

CITE = UPSTREAM("Helicopters")
SMALL = Wings(Leap(48, 1), Leap(24, 2), Leap(20, 1), Leap(10, 2))
BIG = Wings(Leap(24, 0), Leap(12, 1), Leap(10, 0), Leap(5, 1))

MOVES = helicopters.MOVES.amended(
    "helicopters.later_moves",
    {"light": SMALL, "medium": SMALL, "large": BIG, "giant": BIG},
    cite=CITE,
    implements=("HEAT-up-heli-v3",),
)
LIMITS = helicopters.LIMITS.amended(
    "helicopters.later_limits",
    {"lowest": 6, "highest": 30, "rappel": 10},
    cite=CITE,
    implements=("HEAT-up-heli-v3",),
)


@rule("helicopters.mixed", cite=CITE, implements=("HEAT-up-heli-v3",))
def mixed_refused(rules: Ruleset, plan: FlightPlan) -> Refusal | None:
    """A move may lead along and up at once."""
    return None


LAYER = Layer(
    "later_helicopters",
    title="Helicopters of later versions",
    cite=CITE,
    needs=("platoon",),
    change=(
        MOVES,
        LIMITS,
        helicopters.mixed_refused.replaced_by(mixed_refused),
    ),
)
