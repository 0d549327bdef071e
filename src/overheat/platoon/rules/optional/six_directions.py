"""Random directions by a six-sided die."""

from __future__ import annotations

from overheat.kernel.dice import Dice
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HOUSE
from overheat.platoon.rules.standard import dice

CITE = HOUSE("Random directions")


@rule("dice.six_directions", cite=CITE)
def direction(rules: Ruleset, dice: Dice, purpose: str) -> int:
    """A random direction is one of six, all alike."""
    return 60 * (dice.roll(f"{purpose}.direction", 1).total % 6)


LAYER = Layer(
    "six_directions",
    title="Six directions",
    cite=CITE,
    needs=("platoon",),
    change=(dice.direction.replaced_by(direction),),
)
