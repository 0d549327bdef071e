"""Conditions of locations apart that become rows: just before a hit that concerns more than one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from overheat.classic.outcomes.apart import ALL, Apart, Held, each_of
from overheat.classic.outcomes.blows import Blow
from overheat.classic.outcomes.lumped import Rows
from overheat.classic.outcomes.tallies import Numbers, Step, Weights

NOT_YET = -1
"""In a row, a location that nothing is known of but how many hits struck it and others."""


class _Wider(NamedTuple):
    """Conditions of locations that a kind of hit concerns more than: by their numbers, with the blow and its chance."""

    tally: Numbers
    kind: Numbers
    blow: Numbers
    weight: Weights


class Handover:
    """Hands over all conditions of a machine in which the next hit concerns more than a location."""

    def __init__(self, apart: Apart, harm: Callable[[int, int], int]) -> None:
        self.apart, self.tallies, self.lumped, self._harm = apart, apart.tallies, apart.lumped, harm
        self._wider = [self._wide(hit) for hit in range(len(apart.landings))]
        columns = len(apart.anatomy.codes)
        self._crew, self._harms, self._left, self._blow = range(columns, columns + 4)

    def _wide(self, hit: int) -> _Wider:
        """Conditions that a kind of hit concerns more than a location or a pair."""
        apart = self.apart
        at = apart.candidates(apart.held, hit)
        kinds, joined = apart.held.kind[at], apart.joined[hit]
        found: list[tuple[Held, int, float]] = []
        for number, (kind, by, only) in enumerate(apart.passages.things):
            passage = apart.found[number]
            if by != hit or not passage.wider:
                continue
            here, there = at[kinds == kind], np.flatnonzero(joined.passage == number)
            if only == ALL:
                held = Held(apart.held.tally[here], apart.held.kind[here], apart.held.weight[here])
            else:
                held = Held(joined.tally[there], np.full(len(there), kind), joined.weight[there])
            found += [(held, blow, chance) for blow, chance in passage.wider]
        empty = np.zeros(0, dtype=np.int64)
        return _Wider(
            np.concatenate([empty, *(held.tally for held, _, _ in found)]),
            np.concatenate([empty, *(held.kind for held, _, _ in found)]),
            np.concatenate([empty, *(np.full(len(held.tally), blow) for held, blow, _ in found)]),
            np.concatenate([np.zeros(0), *(held.weight * chance for held, _, chance in found)]),
        )

    def before(self, step: Step, to_come: int) -> list[tuple[Blow, Rows, Weights]]:
        """The conditions just before a hit that concerns more, with the blow that they take."""
        wider = self._wider[step.kind]
        if not len(wider.tally):
            return []
        rows, weights = self._first(step, wider, to_come)
        if not len(rows):
            return []
        *sides, last = sorted(range(len(self.apart.sides)), key=self._many)
        for side in (*sides, last):
            rows, weights = self._side(rows, weights, side, to_come, side == last)
        whole = rows[:, self._left] == 0
        rows, weights = rows[whole], weights[whole]
        places = self.apart.landings[step.kind].places
        found: list[tuple[Blow, Rows, Weights]] = []
        for number, (blow, _) in enumerate(places):
            those = rows[:, self._blow] == number
            if blow is not None and those.any():
                found.append((blow, rows[those][:, : self._left], weights[those]))
        return found

    def _many(self, side: int) -> tuple[int, int]:
        """In how many conditions a side may be."""
        units = {unit for arranged in self.apart.sides[side] for unit in arranged}
        return -len(units), int(np.isin(self.apart.row_unit, list(units)).sum())

    def _side(self, rows: Rows, weights: Weights, side: int, to_come: int, last: bool) -> tuple[Rows, Weights]:
        """Rows in every condition that a side may be in: with a pair in it, and each location by itself.

        A limb that is struck was paired with its torso before, unless that is in a pair with another limb already.
        """
        alone, *paired = self.apart.sides[side]
        limbs = alone[:-1]
        hidden = rows[:, list(alone)] == NOT_YET
        parts = [(rows, weights)]
        if paired:
            struck = hidden[:, -1] & ~hidden[:, :-1].all(axis=1)
            parts = [(rows[~struck], weights[~struck])]
            for pair, *_ in paired:
                both = hidden[:, -1] & hidden[:, limbs.index(self.apart.units[pair][0])]
                parts.append(self._reveal(rows[both], weights[both], pair, to_come, False))
        rows, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        for place in alone:
            rows, weights = self._reveal(rows, weights, place, to_come, last and len(alone) == 1)
            rows, weights = self.lumped.thin(*self._summed(rows, weights))
        return rows, weights

    def _summed(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """Equal rows as one, with all their weight."""
        rows, weights = self.lumped.summed(rows - NOT_YET, weights)
        return rows + NOT_YET, weights

    def _first(self, step: Step, wider: _Wider, to_come: int) -> tuple[Rows, Weights]:
        """The location that is struck, with all tallies that all others may have."""
        tallies = self.tallies
        chances = step.reached * tallies.orders
        pairs = np.flatnonzero(chances[tallies.both])
        order = pairs[np.argsort(tallies.one[pairs], kind="stable")]
        starts = np.searchsorted(tallies.one[order], np.arange(tallies.many + 1))
        source, chosen = each_of(starts, wider.tally)
        if not len(source):
            return np.zeros((0, self._blow + 1), dtype=np.int64), np.zeros(0)
        pair = order[chosen]
        rows = np.full((len(pair), self._blow + 1), NOT_YET, dtype=np.int64)
        rows[:, self._crew] = self.apart.first_crew
        harms = np.array([self._harm(taken, to_come) for taken in range(int(self.apart.harm.max()) + 1)])
        rows[:, self._harms] = harms[self.apart.harm[tallies.both[pair]]]
        rows[:, self._left], rows[:, self._blow] = tallies.other[pair], wider.blow[source]
        kinds = wider.kind[source]
        for kind in np.unique(kinds).tolist():
            self._tell(rows, np.flatnonzero(kinds == kind), kind, to_come)
        return self._summed(rows, wider.weight[source] * chances[tallies.both[pair]])

    def _tell(self, rows: Rows, some: Numbers, kind: int, to_come: int) -> None:
        """Rows with what is known of a unit."""
        unit, numbers, crew = self.apart.kinds.things[self.apart.lump(kind, to_come)]
        for place, local in zip(self.apart.units[unit], numbers, strict=True):
            rows[some, place] = local
            if place == self.apart.anatomy.head:
                rows[some, self._crew] = crew

    def _reveal(self, rows: Rows, weights: Weights, unit: int, to_come: int, last: bool) -> tuple[Rows, Weights]:
        """Rows in every condition that a unit may be in, by how many of the hits that are left struck it."""
        places = list(self.apart.units[unit])
        hidden = (rows[:, places] == NOT_YET).any(axis=1)
        if not hidden.any():
            return rows, weights
        tallies = self.tallies
        some, weighed = rows[hidden], weights[hidden]
        wanted = np.zeros(tallies.many, dtype=bool)
        wanted[some[:, self._left]] = True
        use = wanted[tallies.both]
        if last:
            use &= tallies.other == 0
        pairs = np.flatnonzero(use)
        tally, told, likely = self._conditions(unit, tallies.one[pairs], to_come)
        source, entry = each_of(np.searchsorted(tally, np.arange(tallies.many + 1)), tallies.one[pairs])
        total, left = tallies.both[pairs][source], tallies.other[pairs][source]
        row, chosen = each_of(np.searchsorted(total, np.arange(tallies.many + 1)), some[:, self._left])
        after = some[row]
        after[:, places] = told[entry[chosen]][:, :-1]
        if self.apart.anatomy.head in places:
            after[:, self._crew] = told[entry[chosen]][:, -1]
        after[:, self._left] = left[chosen]
        return (
            np.concatenate([rows[~hidden], after]),
            np.concatenate([weights[~hidden], weighed[row] * likely[entry[chosen]]]),
        )

    def _conditions(self, unit: int, tallies: Numbers, to_come: int) -> tuple[Numbers, Rows, Weights]:
        """What a unit may be after some tallies, ordered by them; what nothing to come can tell apart is one."""
        apart, held = self.apart, self.apart.held
        wanted = np.zeros(self.tallies.many, dtype=bool)
        wanted[tallies] = True
        at = np.flatnonzero((apart.row_unit == unit) & wanted[held.tally])
        listed, inverse = np.unique(held.kind[at], return_inverse=True)
        kinds = [apart.kinds.things[apart.lump(kind, to_come)] for kind in listed.tolist()]
        width = len(apart.units[unit]) + 1
        told = np.array([(*kind.locals, kind.crew) for kind in kinds], dtype=np.int64).reshape(-1, width)[inverse]
        rows, weights = self.lumped.summed(np.column_stack([held.tally[at], told]), held.weight[at])
        order = np.argsort(rows[:, 0], kind="stable")
        return rows[order, 0], rows[order, 1:], weights[order]
