"""Small dice and directions, all made from the dice at hand."""

from __future__ import annotations

from overheat.kernel.dice import Dice
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.units.weapons import Count


@rule("dice.small", cite=BASE("Dice"), implements=("HEAT-base-dice",))
def small(rules: Ruleset, sides: int, face: int) -> int:
    """A D2 is a D6 where 1 to 3 count 1 and 4 to 6 count 2; a D3 is a D6 halved and rounded up."""
    return (face * sides + 5) // 6


@rule("dice.direction", cite=HOUSE("Random directions"), implements=("HEAT-base-random-direction",))
def direction(rules: Ruleset, dice: Dice, purpose: str) -> int:
    """A random direction is any whole degree, all alike."""
    return dice.roll(f"{purpose}.direction", 1, 360).total % 360


def count(rules: Ruleset, dice: Dice, number: Count, purpose: str) -> int:
    """A number, rolled where it is a die."""
    if isinstance(number, int):
        return number
    if number in ("D2", "D3"):
        return rules[small](rules, int(number[1]), dice.roll(purpose, 1, die=number).total)
    if number == "D6+1":
        return dice.roll(purpose, 1, die=number).total + 1
    return dice.roll(purpose, 1 if number == "D6" else int(number[0]), die=number).total


RULES = (small, direction)
