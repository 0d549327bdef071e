"""How likely a roll is, whatever rules make of its dice: thrown again, turned, counted as more."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.facts.state import State, Unit
from overheat.kernel.dice import About, Dice, Roll, every
from overheat.kernel.odds import Distribution, dice
from overheat.kernel.terms import Term, parts

HIGHEST_ROLL = 12
OFTEN = 6
"""Dice that are thrown more often for one roll are taken to count as they first fell."""


@cache
def chance_of(number: int) -> Fraction:
    """The chance to roll a number or more on two dice that count as they fall."""
    return Fraction(dice().at_least(number)) if number <= HIGHEST_ROLL else Fraction(0)


def counted_rolls(state: State, purpose: str, number: int, who: str, **about: About) -> Distribution[int]:
    """What two dice count as that somebody rolls for a purpose: exact, by asking the rules about every fall."""
    if not state.relief.rules[COUNTS_AS]:
        return dice()

    def counted(fallen: Dice) -> int:
        thrown = _Often(fallen)
        try:
            return Scene(state, thrown).roll(purpose, 2, 6, who=who, needed=number, **about)
        except _TooOftenError:
            return thrown.first

    return every(counted)


def chance_to_roll(state: State, purpose: str, number: int, who: str, **about: About) -> Fraction:
    """The chance that somebody's roll comes to a number or more."""
    if not state.relief.rules[COUNTS_AS]:
        return chance_of(number)
    return counted_rolls(state, purpose, number, who, **about).at_least(number)


def chance_to_stand(state: State, unit: Unit, number: int, why: Term) -> Fraction:
    """The chance of a piloting or driving roll that something asks for."""
    sliding = unit.vehicle and why.id.startswith("vehicles.")
    return chance_to_roll(state, "driving" if sliding else "piloting", number, unit.id, cause=parts((why,)))


def as_ways(chance: Fraction) -> tuple[int, int]:
    """A chance as so many ways of all: of the 36 of two dice wherever it comes out."""
    whole = chance * dice().total
    return (int(whole), dice().total) if whole.denominator == 1 else (chance.numerator, chance.denominator)


class _TooOftenError(Exception):
    """The dice of one roll are thrown again and again."""


class _Often:
    """Dice of one roll, which may be thrown again a few times."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._times = 0
        self.first = 0
        """What they came to the first time."""

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        if self._times == OFTEN:
            raise _TooOftenError
        roll = self._dice.roll(purpose, count, sides, who=who, needed=needed, **about)
        self.first = roll.total if not self._times else self.first
        self._times += 1
        return roll
