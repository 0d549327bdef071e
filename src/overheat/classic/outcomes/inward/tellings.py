"""What becomes of a machine that is looked at by its parts: the chances of everything, by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from overheat.classic.outcomes.inward.course import Course, Event, each_from
from overheat.classic.outcomes.inward.sums import Products, Sums
from overheat.classic.outcomes.tallies import Numbers, Weights
from overheat.classic.outcomes.verdicts import of_fate


class _Coming(NamedTuple):
    """A kind of hit that may come next: tallies that it may come after, and by two of them how likely it does."""

    tallies: Numbers
    weight: Weights


class Tellings:
    """What hits on the parts of a machine mean.

    What can happen in one location only is told by the flow of conditions: how likely each of them is ever left and
    come to. What can happen in several is told by all that is left without it, at the end or when a machine is lost.
    """

    def __init__(self, course: Course) -> None:
        self.course, self.body, self.tallies = course, course.body, course.tallies
        self.products = Products(self.tallies, course.harm - course.anatomy.unit.taken)
        self._keys = course.held.part * self.tallies.many + course.held.tally
        self._spared = self.body.spared
        self.alive = self.by_part(course.held.weight[:, 0])
        """By part how likely each tally is with it in the battle."""
        self.sums = Sums(course, self.products, self.alive)
        self.struck = [course.struck(kind) for kind in course.kinds]

    def by_part(self, weight: Weights) -> dict[int, Weights]:
        """Weights of conditions by part and tally."""
        many = len(self.course.parts.things)
        table = np.bincount(self._keys, weight, many * self.tallies.many).reshape(many, -1)
        return {number: table[number] for number in np.flatnonzero(table.any(axis=1)).tolist()}

    def chances(self) -> dict[str, float]:
        """How likely each thing is, by its name; what rolls to stay bring is not counted."""
        found: defaultdict[str, float] = defaultdict(float)
        self._tell_of_one(found)
        self._tell_of_several(found)
        return found

    @cached_property
    def _coming(self) -> list[_Coming]:
        tallies, found = self.tallies, []
        for kind in self.course.kinds:
            whole = np.zeros(tallies.many + 1)
            for step in tallies.steps:
                if step.kind == kind:
                    whole[:-1] += step.reached * step.share * tallies.orders
            before = np.flatnonzero((tallies.last <= kind) & (tallies.next[kind] >= 0))
            found.append(_Coming(before, whole[tallies.sums[np.ix_(before, before)]]))
        return found

    # What happens in one location

    def _tell_of_one(self, found: defaultdict[str, float]) -> None:
        """Names of one location, and how machines are lost."""
        body, passages, spared = self.body, self.body.passages, self._spared
        taken = np.zeros(len(passages.first))
        """How likely each passage is taken."""
        everybody = np.zeros((len(self.course.parts.things), self.tallies.many))
        for number, part in enumerate(self.course.parts.things):
            others = self.sums.others(part)
            if others is not None:
                everybody[number] = others
        for coming, struck in zip(self._coming, self.struck, strict=True):
            ahead = np.zeros_like(everybody)
            ahead[:, coming.tallies] = everybody[:, coming.tallies] @ coming.weight
            taken += np.bincount(struck.row, struck.weight[:, 0] * ahead[struck.part, struck.tally], len(taken))
        rows = np.flatnonzero(taken)
        source, chosen = each_from(passages.first[rows], passages.many[rows])
        amount = taken[rows][source] * passages.chance[chosen]
        fate, after = passages.fate[chosen], passages.after[chosen]
        many = len(spared)
        ends = np.bincount(fate * many + after, amount, len(body.fates.things) * many).reshape(-1, many)
        told = np.bincount(passages.condition[rows][source], amount, many) @ spared
        for number, come in enumerate(ends):
            if come.any():
                told -= np.where(body.lasting(number), come @ spared, 0.0)
                for name in of_fate(body.fates.things[number]):
                    if body.names.known(name) is None:
                        found[name] += float(come.sum())
        shared = len(body.shared)
        found.update(zip(body.names.things[shared:], told[shared:].tolist(), strict=True))

    # What may happen in several

    def _tell_of_several(self, found: defaultdict[str, float]) -> None:
        """Shared names: all that is left without them, in the battle at the end or lost before."""
        tallies, course = self.tallies, self.course
        whole = tallies.ends * tallies.orders
        columns = self._columns()
        deaths = [self._deaths(struck, columns) for struck in self.struck]
        dying = sorted({part for by_part in deaths for part in by_part})
        left = np.zeros(len(columns))
        others = np.zeros((len(dying), len(columns), tallies.many))
        for at, column in enumerate(columns):
            sums = Sums(course, self.products, self._without(column))
            inner, head = sums.inner(), sums.head
            if inner is not None and head is not None:
                left[at] = whole @ self.products.both(inner, head)
            for number, part in enumerate(dying):
                table = sums.others(course.parts.things[part])
                if table is not None:
                    others[number, at] = table
        for coming, by_part in zip(self._coming, deaths, strict=True):
            for part, lost in by_part.items():
                ahead = others[dying.index(part)][:, coming.tallies] @ coming.weight
                left += (ahead * lost[:, coming.tallies]).sum(axis=1)
        for names, chance in zip(columns.values(), left.tolist(), strict=True):
            found.update(dict.fromkeys(names, 1.0 - chance))

    def _columns(self) -> dict[int, list[str]]:
        """Shared names of which the same is told wherever they happen, by the column of the first of them.

        A location is not only lost where it is struck, but also with others: each of those names is told by itself.
        """
        alike: dict[tuple[str, bytes, bytes], int] = {}
        found: dict[int, list[str]] = {}
        lasting = np.array([self.body.lasting(fate) for fate in range(len(self.body.fates.things))])
        for column, name in enumerate(self.body.shared):
            lost = name if name.startswith("lost.") else ""
            key = lost, self._spared[:, column].tobytes(), lasting[:, column].tobytes()
            found.setdefault(alike.setdefault(key, column), []).append(name)
        return found

    def _without(self, column: int) -> dict[int, Weights]:
        """By part how likely each tally is without a shared name; for parts that it cannot happen in as it was."""
        held = self.course.held
        weight = held.weight[:, min(column + 1, held.weight.shape[1] - 1)]
        spared = weight * self._spared[held.condition, column]
        touched = np.zeros(len(self.course.parts.things), dtype=bool)
        touched[held.part[spared != held.weight[:, 0]]] = True
        tables = self.by_part(spared)
        kept = {number: table for number, table in self.alive.items() if not touched[number]}
        return kept | {number: table for number, table in tables.items() if touched[number]}

    def _deaths(self, struck: Event, columns: Iterable[int]) -> dict[int, Weights]:
        """By part how likely a machine is lost by a hit after each tally, without each of some shared names."""
        passages, many = self.body.passages, self.tallies.many
        names = np.array([*columns], dtype=np.int64)
        shared = len(names)
        rows, inverse = np.unique(struck.row, return_inverse=True)
        source, chosen = each_from((passages.first + passages.staying)[rows], (passages.many - passages.staying)[rows])
        fatal = np.flatnonzero(passages.fate[chosen])
        source, chosen = source[fatal], chosen[fatal]
        lasting = np.array([self.body.lasting(fate)[names] for fate in range(len(self.body.fates.things))])
        share = passages.chance[chosen][:, None] * self._spared[np.ix_(passages.after[chosen], names)]
        lost = np.zeros((len(rows), shared))
        np.add.at(lost, source, share * lasting[passages.fate[chosen]])
        dying = np.zeros(len(rows), dtype=bool)
        dying[source] = True
        at = np.flatnonzero(dying[inverse])
        weight = struck.weight[np.ix_(at, 1 + names)] * lost[inverse[at]]
        found: dict[int, Weights] = {}
        for part in np.unique(struck.part[at]).tolist():
            here = np.flatnonzero(struck.part[at] == part)
            keys = (struck.tally[at[here]] + many * np.arange(shared)[:, None]).ravel()
            table = np.bincount(keys, weight[here].T.ravel(), shared * many).astype(np.float64, copy=False)
            found[part] = table.reshape(shared, many)
        return found
