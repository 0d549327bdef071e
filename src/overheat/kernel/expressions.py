"""Dice expressions: `2d6+3`, `4d6kh3`, `2*(1d6-1)`, read and turned into exact odds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from overheat.kernel.odds import Distribution, dice

MOST_DICE, MOST_SIDES, MOST_NUMBER = 20, 100, 9_999
LONGEST = 80
TOKEN = re.compile(r"[0-9]{0,4}d[0-9]{1,4}(?:[kd][hl][0-9]{1,4})?|[0-9]{1,4}|[-+*()]")
DICE = re.compile(r"([0-9]*)d([0-9]+)(?:([kd])([hl])([0-9]+))?")
HOW = (
    f"write 2d6, 2d6+3 or 4d6kh3 (keep the highest three; kl, dh and dl keep the lowest and drop), "
    f"up to {MOST_DICE} dice of 2 to {MOST_SIDES} sides"
)


class NotDiceError(ValueError):
    """What was written is no dice expression; says why."""


def odds_of(expression: str) -> Distribution[int]:
    """The odds of every total of a dice expression."""
    return _Reading(_tokens(expression)).whole()


def _tokens(expression: str) -> list[str]:
    words = expression.lower()
    if not words.isascii() or len(words) > LONGEST:
        raise NotDiceError(HOW)
    tokens = TOKEN.findall(words)
    if "".join(tokens) != words.replace(" ", "") or "\n" in words:
        raise NotDiceError(HOW)
    return tokens


@dataclass
class _Reading:
    """What is left of an expression, read from the left."""

    tokens: list[str]
    at: int = 0
    dice: int = 0

    def whole(self) -> Distribution[int]:
        found = self._sum()
        if self._next() is not None:
            raise NotDiceError(HOW)
        return found

    def _next(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _signs(self, wanted: str) -> Iterator[str]:
        """Each sign of these that comes next, taken."""
        while (sign := self._next()) is not None and sign in wanted:
            self.at += 1
            yield sign

    def _sum(self) -> Distribution[int]:
        found = self._product()
        for sign in self._signs("+-"):
            found = found.combine(self._product(), int.__add__ if sign == "+" else int.__sub__)
        return self._bounded(found)

    def _product(self) -> Distribution[int]:
        found = self._factor()
        for _ in self._signs("*"):
            found = self._bounded(found.combine(self._factor(), int.__mul__))
        return found

    def _factor(self) -> Distribution[int]:
        token = self._next()
        self.at += 1
        if token == "(":
            found = self._sum()
            if self._next() != ")":
                raise NotDiceError("a bracket is not closed")
            self.at += 1
            return found
        if token == "-":
            return self._factor().map(lambda number: -number)
        if token is None or token in "+*)":
            raise NotDiceError(HOW)
        return Distribution.always(int(token)) if token.isdigit() else self._rolled(token)

    def _rolled(self, token: str) -> Distribution[int]:
        """The dice of an expression; some of them kept or dropped."""
        read = DICE.fullmatch(token)
        assert read is not None
        count, sides = int(read[1] or 1), int(read[2])
        self.dice += count
        if not count >= 1 or self.dice > MOST_DICE or not 2 <= sides <= MOST_SIDES:
            raise NotDiceError(HOW)
        if read[3] is None:
            return dice(count, sides)
        number = int(read[5])
        if not 1 <= number <= count:
            raise NotDiceError(f"of {count} dice nobody keeps or drops {number}")
        return _kept(count, sides, read[3], read[4], number)

    @staticmethod
    def _bounded(found: Distribution[int]) -> Distribution[int]:
        if max(map(abs, found)) > MOST_NUMBER:
            raise NotDiceError(f"its totals go beyond {MOST_NUMBER}")
        return found


def _kept(count: int, sides: int, what: str, which: str, number: int) -> Distribution[int]:
    """The total of the highest or lowest of some dice, or of all but those."""
    import icepool

    keeping = number if what == "k" else count - number
    if keeping == 0:
        return Distribution.always(0)
    highest = (which == "h") == (what == "k")
    pool = icepool.d(sides).pool(count)
    return Distribution.from_icepool((pool.highest(keeping) if highest else pool.lowest(keeping)).sum())
