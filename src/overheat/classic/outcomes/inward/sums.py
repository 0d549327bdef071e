"""What all parts of a machine come to together: sums over how hits may have been dealt out among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from overheat.classic.outcomes.apart import each_of
from overheat.classic.outcomes.inward.course import NOTHING, Course, Part
from overheat.classic.outcomes.tallies import Numbers, Tallies, Weights

V = TypeVar("V")
Mode = frozenset[int] | None
"""What the centre has absorbed of a side; None for a side that still has its torso."""
FEW = 0.4
"""Of fewer pairs than such a share of all, only those are gone through that weigh anything."""


class Algebra(Protocol[V]):
    """How tables of parts are multiplied and added up."""

    def both(self, one: V, other: V) -> V:
        """Two parts together."""
        ...

    def plus(self, one: V, other: V) -> V:
        """One or the other."""
        ...


class _Support(NamedTuple):
    """Where a table weighs anything: the tallies, with how many others they go together, and the least that they do."""

    tallies: Numbers
    pairs: int
    least: int


class Products:
    """Tables with a weight for each tally; each product is worked out once."""

    def __init__(self, tallies: Tallies, harm: Numbers) -> None:
        """Tallies with the harm that each of them does."""
        self.tallies, self._harm, self._most = tallies, harm, int(harm.max(initial=0))
        self.nothing = np.zeros(tallies.many)
        """What cannot be."""
        self._known: dict[tuple[int, int], tuple[Weights, Weights, Weights]] = {}
        self._supports: dict[int, tuple[Weights, _Support]] = {}
        self._many = np.diff(tallies.by_one.starts)

    def both(self, one: Weights, other: Weights) -> Weights:
        """Two parts together."""
        key = (id(one), id(other)) if id(one) < id(other) else (id(other), id(one))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = one, other, self._both(one, other)
        return known[2]

    def _both(self, one: Weights, other: Weights) -> Weights:
        first, second = self._support(one), self._support(other)
        if first.least + second.least > self._most:
            return self.nothing
        if first.pairs > second.pairs:
            one, other, first = other, one, second
        if first.pairs > FEW * len(self.tallies.one):
            return self.tallies.together(one, other)
        by_one = self.tallies.by_one
        source, pair = each_of(by_one.starts, first.tallies)
        weight = one[first.tallies][source] * other[by_one.other[pair]]
        return np.bincount(by_one.both[pair], weight, self.tallies.many).astype(np.float64, copy=False)

    def _support(self, table: Weights) -> _Support:
        known = self._supports.get(id(table))
        if known is None:
            at = np.flatnonzero(table)
            least = int(self._harm[at].min()) if len(at) else self._most + 1
            known = self._supports[id(table)] = table, _Support(at, int(self._many[at].sum()), least)
        return known[1]

    def plus(self, one: Weights, other: Weights) -> Weights:
        """One or the other."""
        return one + other


class Sums(Generic[V]):
    """All parts that a machine may be in, with a table for each of them; None for what is not there at all."""

    def __init__(self, course: Course, algebra: Algebra[V], tables: Mapping[int, V]) -> None:
        self.course, self._algebra, self._tables = course, algebra, tables
        self._modes: dict[int, list[Mode]] = {torso: [None] for torso in course.torsos}
        self._centres = [part for part in course.parts.things if part.root == course.anatomy.centre]
        for part in self._centres:
            for torso in course.torsos:
                mode = self._mode(part, torso)
                if mode not in self._modes[torso]:
                    self._modes[torso].append(mode)
        self._sides: dict[tuple[int, Mode], list[V] | None] = {}
        self._outer: dict[tuple[int, Mode], V | None] = {}
        self._limbs_left: dict[tuple[int, frozenset[int], int | None], list[V] | None] = {}

    def _mode(self, part: Part, torso: int) -> Mode:
        """What a centre has absorbed of a side."""
        return part.absorbed & {*self.course.limbs[torso]} if torso in part.absorbed else None

    def _table(self, root: int, absorbed: frozenset[int] = NOTHING) -> list[V] | None:
        number = self.course.parts.known(Part(root, absorbed))
        found = None if number is None else self._tables.get(number)
        return None if found is None else [found]

    def _product(self, *factors: list[V] | None) -> V | None:
        """What some tables come to together, of which none may be missing."""
        found: list[V] | None = self._one(*factors)
        return found[0] if found else None

    def _one(self, *factors: list[V] | None) -> list[V] | None:
        """The same, with an empty list for nothing at all to be multiplied."""
        found: list[V] = []
        for factor in factors:
            if factor is None:
                return None
            for table in factor:
                found = [self._algebra.both(found[0], table) if found else table]
        return found

    def _added(self, tables: Iterable[V | None]) -> V | None:
        found: V | None = None
        for table in tables:
            if table is not None:
                found = table if found is None else self._algebra.plus(found, table)
        return found

    def _torsos(self, torso: int) -> list[Part]:
        """A torso with all that it may have absorbed."""
        return [part for part in self.course.parts.things if part.root == torso]

    def _limbs(self, torso: int, absorbed: frozenset[int], but: int | None = None) -> list[V] | None:
        """Limbs of a side that are not absorbed, or all of them but one."""
        key = torso, absorbed, but
        if key not in self._limbs_left:
            limbs = [limb for limb in self.course.limbs[torso] if limb not in absorbed and limb != but]
            self._limbs_left[key] = self._one(*(self._table(limb) for limb in limbs))
        return self._limbs_left[key]

    def _side(self, torso: int, mode: Mode) -> list[V] | None:
        """A side with its torso in all arrangements, or what is left of it once the centre has absorbed that."""
        key = torso, mode
        if key not in self._sides:
            if mode is not None:
                self._sides[key] = self._limbs(torso, mode)
            else:
                closed = self._added(
                    self._product(self._limbs(torso, part.absorbed), self._table(*part)) for part in self._torsos(torso)
                )
                self._sides[key] = None if closed is None else [closed]
        return self._sides[key]

    @property
    def head(self) -> V | None:
        """The head."""
        return self._product(self._table(self.course.anatomy.head))

    def inner(self) -> V | None:
        """All but the head."""
        return self._added(self._product(*self._around(part), self._table(*part)) for part in self._centres)

    def _around(self, centre: Part, but: int | None = None) -> list[list[V] | None]:
        """The sides around a centre, or all but one."""
        return [self._side(torso, self._mode(centre, torso)) for torso in self.course.torsos if torso != but]

    def _beyond(self, torso: int, mode: Mode) -> list[V] | None:
        """All but a side of which so much is absorbed."""
        key = torso, mode
        if key not in self._outer:
            head = self._table(self.course.anatomy.head)
            self._outer[key] = self._added(
                self._product(*self._around(part, torso), head, self._table(*part))
                for part in self._centres
                if self._mode(part, torso) == mode
            )
        found = self._outer[key]
        return None if found is None else [found]

    def others(self, part: Part) -> V | None:
        """All but a part."""
        anatomy = self.course.anatomy
        if part.root == anatomy.head:
            return self.inner()
        if part.root == anatomy.centre:
            return self._product(*self._around(part), self._table(anatomy.head))
        if part.root in self.course.torsos:
            return self._product(self._limbs(part.root, part.absorbed), self._beyond(part.root, None))
        limb, torso = part.root, anatomy.inward[part.root]
        closed = self._added(
            self._product(self._limbs(torso, other.absorbed, limb), self._table(*other))
            for other in self._torsos(torso)
            if limb not in other.absorbed
        )
        return self._added(
            [
                None if closed is None else self._product([closed], self._beyond(torso, None)),
                *(
                    self._product(self._limbs(torso, mode, limb), self._beyond(torso, mode))
                    for mode in self._modes[torso]
                    if mode is not None and limb not in mode
                ),
            ]
        )
