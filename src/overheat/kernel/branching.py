"""All ways that a procedure can go, each with its weight: dice, and whatever else has odds of its own.

It is `every` with chances that need not be dice, for procedures that are worked out piece by piece.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import lcm
from typing import TypeVar

from overheat.kernel.dice import advance, check, totals_and_weights

R = TypeVar("R", bound=Hashable)
T = TypeVar("T")

Weighted = tuple[tuple[R, int], ...]
"""Results with whole weights."""


class TooManyWaysError(Exception):
    """More ways than anybody wants to wait for."""


class Branch:
    """One way that a procedure goes: the choices so far, and the first of those beyond."""

    def __init__(self, path: list[int]) -> None:
        self._path = path
        self.widths: list[int] = []
        self.weight = 1
        self.out_of = 1

    def choose(self, options: Sequence[tuple[T, int]], out_of: int) -> T:
        """One of some things by chance, with so many ways of all for each."""
        depth = len(self.widths)
        if depth == len(self._path):
            self._path.append(0)
        self.widths.append(len(options))
        found, weight = options[self._path[depth]]
        self.weight *= weight
        self.out_of *= out_of
        return found

    def total(self, count: int, sides: int) -> int:
        """The total of some dice."""
        check(count, sides)
        return sum(self.choose(totals_and_weights(count, sides), sides**count))


def all_ways(procedure: Callable[[Branch], R], limit: int = 100_000) -> tuple[Weighted[R], int]:
    """What comes of a procedure with whole weights, and what they add up to; equal results are merged."""
    found: dict[tuple[R, int], int] = {}
    path: list[int] = []
    for _ in range(limit):
        branch = Branch(path)
        key = procedure(branch), branch.out_of
        found[key] = found.get(key, 0) + branch.weight
        if not advance(path, branch.widths):
            whole = lcm(*(out_of for _, out_of in found))
            merged: dict[R, int] = {}
            for (result, out_of), weight in found.items():
                merged[result] = merged.get(result, 0) + weight * (whole // out_of)
            return tuple(merged.items()), whole
    raise TooManyWaysError(f"more than {limit:,} ways for it to go")
