"""What becomes of a machine whose locations are looked at apart: each thing at the hit with which it happens first.

It happens in one location, by a hit of some kind, while all others are in the battle and have not seen it. How likely
that is, is a sum over all tallies: of what the location can be by then, of all that the others can be, of the hits
that may come next.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

import numpy as np

from overheat.classic.outcomes.apart import ALL, Apart, Passage
from overheat.classic.outcomes.tallies import Numbers, Weights
from overheat.classic.outcomes.verdicts import Verdicts, of_fate


class _Coming(NamedTuple):
    """A kind of hit that may come next: pairs of tallies before it, with the weight of both together."""

    one: Numbers
    other: Numbers
    weight: Weights


class _Met(NamedTuple):
    """Conditions of locations that a kind of hit may do something to that is told."""

    unit: Numbers
    tally: Numbers
    weight: Weights
    passage: Numbers


class Firsts:
    """Everything that may happen to locations apart."""

    def __init__(self, apart: Apart, verdicts: Verdicts) -> None:
        self.apart, self.tallies, self.verdicts = apart, apart.tallies, verdicts
        self._spared: dict[int, dict[str, float]] = {}
        self.changes: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By name and passage, how much more likely a thing is after it than it was before."""
        for number, passage in enumerate(apart.found):
            for name, more in self._changes(passage).items():
                self.changes[name][number] = more

    def chances(self) -> dict[str, float]:
        """How likely each thing happens, by its name."""
        found: dict[str, float] = {}
        apart = self.apart
        alone = self._amounts(apart.others(apart.alive, range(len(apart.units))))
        for name, changes in self.changes.items():
            units = {self._unit(passage) for passage in changes}
            amounts = alone
            if len(units) > 1:
                amounts = self._amounts(apart.others(self._sparing(name), units))
            found[name] = float(sum(amounts[passage] * more for passage, more in changes.items()))
        return found

    def _unit(self, passage: int) -> int:
        return self.apart.kinds.things[self.apart.found[passage].kind].unit

    # What is told

    def spared(self, kind: int) -> dict[str, float]:
        """For a location in some condition, how likely each thing has not happened after all; else it has not."""
        found = self._spared.get(kind)
        if found is None:
            unit, numbers, crew = self.apart.kinds.things[kind]
            found = self._spared[kind] = {}
            for place, local in zip(self.apart.units[unit], numbers, strict=True):
                for name, chance in self.verdicts.of_place(place, local, crew).items():
                    found[name] = found.get(name, 1.0) * chance
        return found

    def _changes(self, passage: Passage) -> dict[str, float]:
        before, found = self.spared(passage.kind), dict[str, float]()
        for after, chance, fate in passage.afters:
            spared = self.spared(after)
            certain = of_fate(fate) if fate is not None else ()
            if not spared and not before and not certain:
                continue
            for name in {*before, *spared, *certain}:
                left = 0.0 if name in certain else spared.get(name, 1.0)
                found[name] = found.get(name, 0.0) + chance * (before.get(name, 1.0) - left)
        return found

    # How likely it comes to that

    @cached_property
    def _coming(self) -> list[_Coming]:
        tallies, found = self.tallies, []
        for hit in range(len(tallies.landings)):
            whole = np.zeros(tallies.many)
            for step in tallies.steps:
                if step.kind == hit:
                    whole += step.reached * step.share
            whole *= tallies.orders
            weight = whole[tallies.both]
            some = np.flatnonzero(weight)
            found.append(_Coming(tallies.one[some], tallies.other[some], weight[some]))
        return found

    @cached_property
    def _met(self) -> list[_Met]:
        apart, found = self.apart, []
        units = np.array([kind.unit for kind in apart.kinds.things])
        of_passage = units[np.array([passage.kind for passage in apart.found])]
        telling = np.zeros(len(apart.found), dtype=bool)
        telling[[passage for changes in self.changes.values() for passage in changes]] = True
        for hit, joined in enumerate(apart.joined):
            at = apart.candidates(apart.held, hit)
            numbers = np.full(len(apart.kinds.things), -1)
            for (kind, by, only), number in zip(apart.passages.things, range(len(apart.found)), strict=True):
                if by == hit and only == ALL and telling[number]:
                    numbers[kind] = number
            passages = numbers[apart.held.kind[at]]
            at, passages = at[passages >= 0], passages[passages >= 0]
            those = telling[joined.passage]
            passages = np.concatenate([passages, joined.passage[those]])
            tally = np.concatenate([apart.held.tally[at], joined.tally[those]])
            weight = np.concatenate([apart.held.weight[at], joined.weight[those]])
            found.append(_Met(of_passage[passages], tally, weight, passages))
        return found

    def _amounts(self, others: dict[int, Weights]) -> Weights:
        """How likely each passage is taken in some units, by what all others are; 0 in the rest."""
        apart, tallies = self.apart, self.tallies
        found = np.zeros(len(apart.found))
        for coming, met in zip(self._coming, self._met, strict=True):
            if not len(met.unit):
                continue
            tables = np.zeros((len(apart.units), tallies.many))
            for unit in {*np.unique(met.unit).tolist()} & {*others}:
                tables[unit] = np.bincount(coming.one, coming.weight * others[unit][coming.other], tallies.many)
            found += np.bincount(met.passage, met.weight * tables[met.unit, met.tally], len(found))
        return found

    def _sparing(self, name: str) -> list[Weights]:
        """What each unit comes to while a thing has not happened in it."""
        apart = self.apart
        share = np.ones(len(apart.kinds.things))
        for kind, spared in self._spared.items():
            share[kind] = spared.get(name, 1.0)
        touched = {apart.kinds.things[kind].unit for kind in np.flatnonzero(share < 1.0).tolist()}
        return [apart.table(unit, share) if unit in touched else alive for unit, alive in enumerate(apart.alive)]
