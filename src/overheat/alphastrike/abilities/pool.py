"""What a unit gathers on the way to its list of special abilities: each code with its number and its reasons."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from overheat.alphastrike.card import Ability
from overheat.kernel.terms import Number

SILENT_ONE = frozenset({"C3M", "C3BSM", "C3EM", "SNARC", "INARC", "MFB"})
"""Abilities that are counted, and printed without a number when there is just one."""


class Pool:
    """The abilities of one unit while they are gathered. Numbers of the same ability add up."""

    __slots__ = ("amounts", "reasons", "texts")

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}
        self.amounts: dict[str, Number] = {}
        self.texts: dict[str, str] = {}
        """What follows the code of an ability that prints more than a number."""

    def __contains__(self, code: str) -> bool:
        return code in self.reasons

    def give(self, code: str, because: str) -> None:
        """An ability that a unit has or has not; the first reason is kept."""
        self.reasons.setdefault(code, because)

    def add(self, code: str, amount: Number, because: str) -> None:
        """So much of an ability that is counted."""
        self.amounts[code] = self.amounts.get(code, 0) + amount
        known = self.reasons.get(code)
        self.reasons[code] = f"{known}, {because}" if known and known != because else because

    def say(self, code: str, text: str, because: str) -> None:
        """An ability with a text of its own behind the code."""
        self.texts[code] = text
        self.reasons[code] = because

    def drop(self, codes: Iterable[str]) -> None:
        """Abilities that another one takes in."""
        for code in codes:
            self.reasons.pop(code, None)
            self.amounts.pop(code, None)
            self.texts.pop(code, None)

    def listed(self) -> list[Ability]:
        """All of it as abilities, printed."""
        return [Ability(code, code + self._behind(code), because) for code, because in self.reasons.items()]

    def _behind(self, code: str) -> str:
        if code in self.texts:
            return self.texts[code]
        amount = self.amounts.get(code)
        if amount is None or (amount == 1 and code in SILENT_ONE):
            return ""
        return number(amount)


def number(amount: Number) -> str:
    """A number as cards print it: `4`, `0.5`."""
    if isinstance(amount, int) or amount == floor(amount):
        return str(floor(amount))
    return f"{float(Fraction(amount)):g}"
