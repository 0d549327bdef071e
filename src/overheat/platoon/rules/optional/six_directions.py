"""Random directions by a six-sided die."""

from __future__ import annotations

from overheat.kernel.dice import Dice
from overheat.kernel.rules import Layer, rule
from overheat.platoon.books import HOUSE

CITE = HOUSE("Random directions")


@rule("dice.six_directions", cite=CITE)
def direction(dice: Dice, purpose: str) -> int:
    """A random direction is one of six, all alike."""
    return 60 * (dice.roll(f"{purpose}: direction", 1).total % 6)


LAYER = Layer(
    "six_directions", title="Six directions", cite=CITE, needs=("heat",), replace={"dice.direction": direction}
)
