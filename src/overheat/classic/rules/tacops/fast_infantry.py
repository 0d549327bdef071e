"""Fast infantry: soldiers on foot hurry a hex further, and attack nobody."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.kernel.rules.layers import Layer

FAST = TACTICAL_OPERATIONS("Fast infantry movement", 20)


def _points(state: State, unit: Unit) -> int:
    """A point more than usual, for platoons that move at all."""
    points = walking(state, unit) if unit.sheet.kind == "infantry" else 0
    return points + 1 if points else 0


MODE = MODES.amended(
    "fast_infantry.mode",
    {"hurry": Mode(word="hurry", past="hurried", points=_points, attacks=False)},
    cite=FAST,
)
"""A point more than they walk; no attacks."""

LAYER = Layer("fast_infantry", title="Fast infantry", group="Movement", cite=FAST, needs=("classic",), change=(MODE,))
