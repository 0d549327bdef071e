"""How many hits of each kind there may be, and how those of two places add up to those of both.

Hits that come in a row and are alike are a kind. A tally says how many of each kind there were; since kinds come one
after the other, a tally of a location tells in which order they struck it, and a tally of a machine which hit is next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overheat.classic.outcomes.scenes import NotForeseenError

Numbers = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Shares = Sequence[tuple[tuple[int, ...], float]]
"""Rows of hits by their kinds, each with its chance."""
MOST_TALLIES = 4_000
MOST_PAIRS = 120_000
"""Of more, nobody keeps count."""


class Part(NamedTuple):
    """Kinds of hits that belong to one attack, or to several alike, and all tallies of those kinds."""

    kinds: tuple[int, ...]
    tallies: tuple[tuple[int, ...], ...]


class Step(NamedTuple):
    """A hit that may be next, after some of an attack: its kind, and the chance of each tally before it."""

    attack: int
    before: tuple[int, ...]
    kind: int
    reached: Weights
    """How likely each tally is, if the attack comes to so many hits."""
    share: float
    """How likely the attack comes to that hit."""


class Pairs(NamedTuple):
    """Pairs of tallies ordered by one of them: the other, both together, and where the pairs of each one begin."""

    other: Numbers
    both: Numbers
    starts: Numbers


class Tallies:
    """All tallies of a volley; a number for each, 0 for no hit at all."""

    def __init__(self, attacks: Sequence[Shares]) -> None:
        """Attacks by landings, which become kinds."""
        self.landings: list[int] = []
        """The landing of each kind."""
        self.attacks: list[Shares] = []
        """The attacks by kinds."""
        self._parts: list[Part] = []
        self._most: list[int] = []
        for ways in attacks:
            self._add(ways)
        self._close()
        self.ends: Weights = np.zeros(0)
        """How likely each tally is in the end."""
        self.steps = list(self._walk())
        """Every hit that may come, in order."""

    def _add(self, ways: Shares) -> None:
        """Another attack: hits like the last ones before it are of their kind."""
        order: dict[int, int] = {}
        for hits, _ in sorted(ways, key=lambda way: -len(way[0])):
            for landing in hits:
                order.setdefault(landing, len(order))
        if any(list(hits) != sorted(hits, key=order.__getitem__) for hits, _ in ways):
            raise NotForeseenError("hits of one attack in an order that changes")
        same = len(order) == 1 and self._most and self._most[-1] and self.landings[-1] in order
        first = len(self.landings) - 1 if same else len(self.landings)
        if not same:
            self.landings += order
        kinds = {landing: first + at for landing, at in order.items()}
        self.attacks.append([(tuple([kinds[landing] for landing in hits]), share) for hits, share in ways])
        if len(order) == 1:
            most = max(len(hits) for hits, _ in ways)
            if same:
                self._most[-1] += most
                self._parts.pop()
            else:
                self._most.append(most)
            self._parts.append(Part((first,), tuple((many,) for many in range(self._most[-1] + 1))))
        elif order:
            self._most.append(0)
            listed = tuple(kinds.values())
            ends = {tuple(hits.count(landing) for landing in order) for hits, _ in ways}
            below = {tally for end in ends for tally in product(*(range(many + 1) for many in end))}
            self._parts.append(Part(listed, tuple(sorted(below))))

    def _close(self) -> None:
        pairs = [list(_pairs(part)) for part in self._parts]
        self.many = prod(len(part.tallies) for part in self._parts)
        if self.many > MOST_TALLIES or prod(map(len, pairs)) > MOST_PAIRS:
            raise NotForeseenError("more tallies than anybody keeps")
        self.counts: Numbers = np.zeros((self.many, len(self.landings)), dtype=np.int64)
        one, other, both = (np.zeros(1, dtype=np.int64) for _ in range(3))
        width = self.many
        for part, found in zip(self._parts, pairs, strict=True):
            many = len(part.tallies)
            width //= many
            digit = np.arange(self.many) // width % many
            for column, kind in enumerate(part.kinds):
                self.counts[:, kind] = np.array([tally[column] for tally in part.tallies])[digit]
            more = np.array(found, dtype=np.int64).reshape(-1, 3)
            one, other, both = (
                (kept[:, None] * many + more[None, :, at]).ravel() for at, kept in enumerate((one, other, both))
            )
        order = np.argsort(both, kind="stable")
        self.one, self.other, self.both = one[order], other[order], both[order]
        """Of all pairs of tallies, ordered by what they come to together: one, the other, and both."""
        self.starts = np.searchsorted(self.both, np.arange(self.many + 1))
        orders = np.array([float(factorial(many)) for many in range(int(self.counts.max(initial=0)) + 1)])
        self.orders: Weights = orders[self.counts].prod(axis=1)
        """In how many orders the hits of a tally can be dealt out."""
        alone = np.flatnonzero(self.counts.sum(axis=1) == 1)
        self.next: Numbers = np.full((len(self.landings), self.many), -1, dtype=np.int64)
        """By kind and tally the tally with one more hit of the kind, where there is one."""
        for tally in alone.tolist():
            at = np.flatnonzero(self.other == tally)
            self.next[int(self.counts[tally].argmax()), self.one[at]] = self.both[at]
        places = np.arange(1, len(self.landings) + 1)
        self.last: Numbers = (np.where(self.counts > 0, places, 0)).max(axis=1, initial=0) - 1
        """The last kind that a tally has a hit of."""

    @cached_property
    def by_one(self) -> Pairs:
        """All pairs of tallies, ordered by one of them."""
        order = np.argsort(self.one, kind="stable")
        one = self.one[order]
        return Pairs(self.other[order], self.both[order], np.searchsorted(one, np.arange(self.many + 1)))

    @cached_property
    def sums(self) -> Numbers:
        """By two tallies the one of both together; one past the last where there is none."""
        found = np.full((self.many, self.many), self.many)
        found[self.one, self.other] = self.both
        return found

    def to_come(self, damage: Numbers) -> Numbers:
        """The most damage that may come after each tally, by the damage of a hit of each kind."""
        found = np.zeros(self.many, dtype=np.int64)
        later = 0
        for part in reversed(self._parts):
            kinds, many = list(part.kinds), self.counts[:, list(part.kinds)]
            ends = np.array(part.tallies)
            within = many @ damage[kinds]
            most = np.array([max(end @ damage[kinds] for end in ends if (end >= tally).all()) for tally in ends])
            here = np.isin(self.last, kinds)
            at = {tally: number for number, tally in enumerate(part.tallies)}
            numbers = np.array([at[tuple(tally)] for tally in many[here].tolist()], dtype=np.int64)
            found[here] = most[numbers] - within[here] + later
            later += int(most.max())
        found[self.last < 0] = later
        return found

    def together(self, one: Weights, other: Weights) -> Weights:
        """What two tables by tallies come to for both places together."""
        return np.add.reduceat(one[self.one] * other[self.other], self.starts[:-1])

    def against(self, whole: Weights, other: Weights) -> Weights:
        """For each tally of one place the sum over those of another, each by the weight of both."""
        return np.bincount(self.one, whole[self.both] * other[self.other], self.many).astype(np.float64, copy=False)

    def _walk(self) -> Iterator[Step]:
        """Every hit that may come, in order."""
        before = np.zeros(self.many)
        before[0] = 1.0
        for number, ways in enumerate(self.attacks):
            after = np.zeros(self.many)
            moved: dict[tuple[int, ...], Weights] = {(): before}
            nodes = {hits[:length] for hits, _ in ways for length in range(1, len(hits) + 1)}
            for node in sorted(nodes, key=lambda node: (len(node), node)):
                reached = moved[node[:-1]]
                share = sum(chance for hits, chance in ways if hits[: len(node)] == node)
                yield Step(number, node[:-1], node[-1], reached, share)
                there = np.flatnonzero(reached)
                moved[node] = np.zeros(self.many)
                moved[node][self.next[node[-1], there]] = reached[there]
            for hits, chance in ways:
                after += moved[hits] * chance
            before = after
        self.ends = before


def _pairs(part: Part) -> Iterator[tuple[int, int, int]]:
    """All tallies of a part that add up to one."""
    at = {tally: number for number, tally in enumerate(part.tallies)}
    for (one, left), (other, right) in product(at.items(), repeat=2):
        both = at.get(tuple([many + more for many, more in zip(one, other, strict=True)]))
        if both is not None:
            yield left, right, both
