"""Locations of a machine that know nothing of one another, each looked at by itself.

As long as what a hit does concerns one location, it is enough to know of each of them how likely it is in which
condition after how many hits of each kind: hits are dealt out among locations, so that whatever all of them come to is
a sum over how many each of them gets. Where damage goes on from a limb to the torso it hangs on, the two are looked at
as a pair from then on. What concerns more than that (what goes on further, explodes, takes an arm along) is left to
the rows of `lumped`, which follow a machine as a whole: such conditions are handed over just before that hit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from overheat.classic.outcomes.blows import Blow, Fate
from overheat.classic.outcomes.lumped import Landing, Lumped, Numbered
from overheat.classic.outcomes.tallies import Numbers, Tallies, Weights

ALL = -1
"""A hit wherever in a unit it lands."""


class Kind(NamedTuple):
    """A location or a pair in some condition; the pilot goes with the head."""

    unit: int
    locals: tuple[int, ...]
    crew: int


class After(NamedTuple):
    """What a hit makes of a location or a pair that concerns no other."""

    kind: int
    chance: float
    fate: Fate | None


class Passage(NamedTuple):
    """What a kind of hit does to a location or a pair: what comes of it, and the blows that concern more."""

    kind: int
    hit: int
    afters: tuple[After, ...]
    wider: tuple[tuple[int, float], ...]
    """Places of the landing, by number, with their chances."""


class Held(NamedTuple):
    """Conditions: after which hits, in which condition, how likely (out of all orders of these hits)."""

    tally: Numbers
    kind: Numbers
    weight: Weights


class Joined(NamedTuple):
    """Conditions of two locations just before the hit with which one of them concerns the other."""

    tally: Numbers
    passage: Numbers
    weight: Weights


Parts = list[tuple[Numbers, Numbers, Weights]]


class Apart:
    """All locations of a machine, each by itself, and pairs of them."""

    def __init__(self, lumped: Lumped, tallies: Tallies, landings: Sequence[Landing]) -> None:
        self.lumped, self.tallies = lumped, tallies
        self.landings = [landings[landing] for landing in tallies.landings]
        self.anatomy = lumped.anatomy
        self._arrange()
        self.kinds: Numbered[Kind] = Numbered()
        self.passages: Numbered[tuple[int, int, int]] = Numbered()
        self.found: list[Passage] = []
        """Passages by their numbers."""
        self._start = tuple(self.anatomy.start)
        self._first = [
            *(lumped.locals[place].number(local) for place, local in enumerate(self._start)),
            lumped.crews.number(self.anatomy.crew),
            0,
        ]
        self.first_crew = self._first[-2]
        damage = np.array([landing.damage for landing in self.landings], dtype=np.int64)
        self.harm: Numbers = self.anatomy.unit.taken + tallies.counts @ damage
        """The harm that a machine has taken by each tally."""
        self.to_come = tallies.to_come(damage)
        self._lumps: dict[tuple[int, int], int] = {}
        self.held = self._follow()
        self.row_unit: Numbers = np.array([kind.unit for kind in self.kinds.things])[self.held.kind]
        self.alive = [self.table(unit) for unit in range(len(self.units))]
        """For each location or pair how likely it is in the battle, by its tally."""

    def _arrange(self) -> None:
        """What may be looked at by itself: every location, and every limb with the torso that it hangs on."""
        anatomy, places = self.anatomy, range(len(self.anatomy.codes))
        torsos = [place for place in places if anatomy.inward[place] == anatomy.centre]
        limbs = [place for place in places if anatomy.inward[place] in torsos]
        self.units: list[tuple[int, ...]] = [(place,) for place in places]
        self.units += [(limb, anatomy.inward[limb]) for limb in limbs]
        self.pair = {limb: len(places) + number for number, limb in enumerate(limbs)}
        """The pair of each limb and its torso, by its number."""
        self.sides: list[tuple[tuple[int, ...], ...]] = []
        """Locations that may concern one another, in all arrangements: by themselves, or two as a pair."""
        for torso in torsos:
            own = [limb for limb in limbs if anatomy.inward[limb] == torso]
            paired = [(self.pair[limb], *(other for other in own if other != limb)) for limb in own]
            self.sides.append(((*own, torso), *paired))
        self.sides += [((place,),) for place in places if place not in torsos and place not in limbs]

    # Hit by hit

    def _follow(self) -> Held:
        """All conditions of each location and pair."""
        places = range(len(self.anatomy.codes))
        first = [self.kinds.number(Kind(place, (self._first[place],), self.first_crew)) for place in places]
        layer = Held(np.zeros(len(first), dtype=np.int64), np.array(first), np.ones(len(first)))
        layers = [layer]
        while len(layer.tally):
            layer = self._merged(self._next(layer))
            layers.append(layer)
        single = _all(layers)
        self.joined = self._join(single)
        """By kind of hit, conditions that are looked at as pairs with that hit."""
        coming: list[Parts] = [[] for _ in range(int(self.tallies.counts.sum(axis=1).max(initial=0)) + 1)]
        for hit, joined in enumerate(self.joined):
            for part in self._expand(joined.tally, joined.passage, joined.weight, hit):
                deep = self.tallies.counts[part[0]].sum(axis=1)
                for depth in np.unique(deep).tolist():
                    those = deep == depth
                    coming[depth].append((part[0][those], part[1][those], part[2][those]))
        layer, layers = Held(single.tally[:0], single.kind[:0], single.weight[:0]), [single]
        for parts in coming:
            layer = self._merged([*self._next(layer), *parts])
            layers.append(layer)
        return _all(layers)

    def candidates(self, held: Held, hit: int) -> Numbers:
        """The conditions that a kind of hit may come to next."""
        tallies = self.tallies
        return np.flatnonzero((tallies.last[held.tally] <= hit) & (tallies.next[hit, held.tally] >= 0))

    def _next(self, layer: Held) -> Parts:
        """One hit more, of every kind that may be next."""
        parts: Parts = []
        for hit in range(len(self.landings)) if len(layer.tally) else ():
            at = self.candidates(layer, hit)
            present, inverse = np.unique(layer.kind[at], return_inverse=True)
            numbers = np.array([self.passage(kind, hit) for kind in present.tolist()], dtype=np.int64)
            parts += self._expand(layer.tally[at], numbers[inverse], layer.weight[at], hit)
        return parts

    def _expand(self, tally: Numbers, passage: Numbers, weight: Weights, hit: int) -> Parts:
        """What becomes of conditions by passages that a kind of hit leads through, of those that stay in the battle."""
        present, inverse = np.unique(passage, return_inverse=True)
        passages = [self.found[number] for number in present.tolist()]
        many = np.array([sum(one.fate is None for one in each.afters) for each in passages], dtype=np.int64)
        flat = [one for each in passages for one in each.afters if one.fate is None]
        if not flat:
            return []
        after = self.tallies.next[hit, tally]
        weight = weight / self.tallies.counts[after, hit]
        source, chosen = each_of(np.concatenate([[0], np.cumsum(many)]), inverse)
        kinds = np.array([one.kind for one in flat])[chosen]
        chances = np.array([one.chance for one in flat])[chosen]
        return [(after[source], kinds, weight[source] * chances)]

    def _merged(self, parts: Parts) -> Held:
        """Conditions that nothing to come can tell apart as one."""
        if not parts:
            return Held(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))
        tally, kind, weight = (np.concatenate(column) for column in zip(*parts, strict=True))
        many = len(self.kinds.things)
        pairs, inverse = np.unique(self.to_come[tally] * many + kind, return_inverse=True)
        kind = np.array([self.lump(pair % many, pair // many) for pair in pairs.tolist()], dtype=np.int64)[inverse]
        many = len(self.kinds.things)
        keys, inverse = np.unique(tally * many + kind, return_inverse=True)
        return Held(keys // many, keys % many, summed(inverse, weight, len(keys)))

    def lump(self, kind: int, to_come: int) -> int:
        """A condition as one of all that nothing to come can tell from it."""
        found = self._lumps.get((kind, to_come))
        if found is None:
            unit, held, crew = self.kinds.things[kind]
            after = tuple(
                [
                    self.lumped.lump(place, self.lumped.locals[place], to_come, local)
                    for place, local in zip(self.units[unit], held, strict=True)
                ]
            )
            found = self._lumps[kind, to_come] = self.kinds.number(Kind(unit, after, crew))
        return found

    # Two locations that become a pair

    def _join(self, single: Held) -> list[Joined]:
        units = np.array([kind.unit for kind in self.kinds.things])[single.kind]
        parts: list[list[Joined]] = [[] for _ in self.landings]
        for limb, pair in self.pair.items():
            torso = np.flatnonzero(units == self.units[pair][1])
            torso = torso[np.argsort(single.tally[torso], kind="stable")]
            for hit, found in enumerate(parts):
                at = np.flatnonzero(units == limb)
                limbs = at[self.candidates(Held(single.tally[at], single.kind[at], single.weight[at]), hit)]
                found += self._pairs(single, limbs, torso, hit, pair)
        empty = np.zeros(0, dtype=np.int64)
        return [
            Joined(*(np.concatenate(column) for column in zip(Joined(empty, empty, np.zeros(0)), *found, strict=True)))
            for found in parts
        ]

    def _pairs(self, single: Held, limbs: Numbers, torso: Numbers, hit: int, pair: int) -> Iterable[Joined]:
        """Conditions of a limb with which a hit concerns its torso, with all conditions that this may be in."""
        tallies = self.tallies
        wide = {
            kind: wider
            for kind in np.unique(single.kind[limbs]).tolist()
            if (wider := self.found[self.passage(kind, hit)].wider)
        }
        if not wide:
            return
        limbs = limbs[np.isin(single.kind[limbs], list(wide))]
        fit = np.flatnonzero((tallies.last[tallies.both] <= hit) & (tallies.next[hit, tallies.both] >= 0))
        fit = fit[np.argsort(tallies.one[fit], kind="stable")]
        source, chosen = each_of(np.searchsorted(tallies.one[fit], np.arange(tallies.many + 1)), single.tally[limbs])
        there = fit[chosen]
        other, entry = each_of(np.searchsorted(single.tally[torso], np.arange(tallies.many + 1)), tallies.other[there])
        one, two, tally = limbs[source[other]], torso[entry], tallies.both[there[other]]
        weight = single.weight[one] * single.weight[two]
        many = len(self.kinds.things)
        keys = (self.to_come[tally] * many + single.kind[one]) * many + single.kind[two]
        listed, inverse = np.unique(keys, return_inverse=True)
        paired = [self._paired(key // many % many, key % many, key // many // many, pair) for key in listed.tolist()]
        for number in sorted({number for wider in wide.values() for number, _ in wider}):
            passages = [
                self.passage(kind, hit, number) if any(number == one for one, _ in wide[key // many % many]) else -1
                for key, kind in zip(listed.tolist(), paired, strict=True)
            ]
            passage = np.array(passages, dtype=np.int64)[inverse]
            those = passage >= 0
            whole = len(self.found)
            merged, where = np.unique(tally[those] * whole + passage[those], return_inverse=True)
            yield Joined(merged // whole, merged % whole, summed(where, weight[those], len(merged)))

    def _paired(self, limb: int, torso: int, to_come: int, pair: int) -> int:
        both = *self.kinds.things[limb].locals, *self.kinds.things[torso].locals
        return self.lump(self.kinds.number(Kind(pair, both, self.first_crew)), to_come)

    # What a hit does

    def passage(self, kind: int, hit: int, only: int = ALL) -> int:
        """What a kind of hit does to a location or a pair, wherever in it or at one place of its landing; by number."""
        number = self.passages.number((kind, hit, only))
        if number == len(self.found):
            self.found.append(self._passed(kind, hit, only))
        return number

    def _passed(self, kind: int, hit: int, only: int) -> Passage:
        places = self.units[self.kinds.things[kind].unit]
        afters: dict[tuple[int, Fate | None], float] = {}
        wider: list[tuple[int, float]] = []
        for number, (blow, chance) in enumerate(self.landings[hit].places):
            if blow is None or blow.place not in places or only not in (ALL, number):
                continue
            found = self._head(blow, kind) if blow.place == self.anatomy.head else self._struck(blow, kind)
            if found is None:
                wider.append((number, chance))
            else:
                for after in found:
                    key = after.kind, after.fate
                    afters[key] = afters.get(key, 0.0) + chance * after.chance
        listed = tuple([After(after, chance, fate) for (after, fate), chance in afters.items()])
        return Passage(kind, hit, listed, tuple(wider))

    def _struck(self, blow: Blow, kind: int) -> list[After] | None:
        unit, numbers, crew = self.kinds.things[kind]
        places, lumped = self.units[unit], self.lumped
        at = places.index(blow.place)
        held = lumped.locals[blow.place]
        here = lumped.blows.here(blow, held.things[numbers[at]])
        if here is not None:
            return [
                After(
                    self.kinds.number(Kind(unit, (*numbers[:at], held.number(one.local), *numbers[at + 1 :]), crew)),
                    one.chance,
                    one.fate,
                )
                for one in here
            ]
        return self._both(blow, unit, numbers, crew) if len(places) > 1 else None

    def _both(self, blow: Blow, unit: int, numbers: tuple[int, ...], crew: int) -> list[After] | None:
        """A blow on one of a pair that concerns the other; None where it concerns more."""
        places, row = self.units[unit], list(self._first)
        for place, number in zip(places, numbers, strict=True):
            row[place] = number
        columns, outcomes = self.lumped.outcomes(blow, row)
        if not set(columns) <= set(places) or any(outcome.harm for outcome in outcomes):
            return None
        found: list[After] = []
        for outcome in outcomes:
            for column, number in zip(columns, outcome.columns, strict=True):
                row[column] = number
            after = Kind(unit, tuple([row[place] for place in places]), crew)
            found.append(After(self.kinds.number(after), outcome.chance, self.lumped.fates.things[outcome.fate]))
        return found

    def _head(self, blow: Blow, kind: int) -> list[After] | None:
        """A hit on the head, which the pilot feels."""
        unit, (number,), crew = self.kinds.things[kind]
        held, crews = self.lumped.locals[unit], self.lumped.crews
        left = (*self._start[:unit], held.things[number], *self._start[unit + 1 :])
        found: list[After] = []
        for way, chance in self.lumped.blows.widely(blow, left, crews.things[crew]):
            if way.harm or any(way.locals[at] != left[at] for at in range(len(left)) if at != unit):
                return None
            after = Kind(unit, (held.number(way.locals[unit]),), crews.number(way.crew))
            found.append(After(self.kinds.number(after), chance, way.fate))
        return found

    # Tables by tallies

    def at(self, unit: int) -> list[int]:
        """The kinds of conditions that a location or a pair may be in."""
        return [int(kind) for kind in np.unique(self.held.kind[self.row_unit == unit])]

    def table(self, unit: int, share: Weights | None = None) -> Weights:
        """How likely each tally of a unit is with it in the battle; a share of each condition where one is given."""
        here = np.flatnonzero(self.row_unit == unit)
        weight = self.held.weight[here]
        if share is not None:
            weight = weight * share[self.held.kind[here]]
        return summed(self.held.tally[here], weight, self.tallies.many)

    def product(self, tables: Iterable[Weights]) -> Weights | None:
        """What some locations come to together; None of none."""
        found: Weights | None = None
        for table in tables:
            found = table if found is None else self.tallies.together(found, table)
        return found

    def side(self, tables: Sequence[Weights], side: int, without: int | None = None) -> Weights | None:
        """What a side comes to in all arrangements; without a unit, what all the others in it come to."""
        found: Weights | None = None
        for arranged in self.sides[side]:
            if without is None or without in arranged:
                one = self.product([tables[unit] for unit in arranged if unit != without])
                if one is None:
                    return None
                found = one if found is None else found + one
        return found

    def others(self, tables: Sequence[Weights], units: Iterable[int]) -> dict[int, Weights]:
        """For each of some units what all others come to together."""
        together = self.tallies.together
        whole = [self.side(tables, side) for side in range(len(self.sides))]
        found: dict[int, Weights] = {}
        wanted = set(units)
        for number, arrangements in enumerate(self.sides):
            here = wanted & {unit for arranged in arrangements for unit in arranged}
            if not here:
                continue
            elsewhere = self.product(
                [table for side, table in enumerate(whole) if side != number and table is not None]
            )
            assert elsewhere is not None
            for unit in here:
                inside = self.side(tables, number, unit)
                found[unit] = elsewhere if inside is None else together(elsewhere, inside)
        return found


def _all(layers: Sequence[Held]) -> Held:
    return Held(*(np.concatenate(column) for column in zip(*layers, strict=True)))


def each_of(starts: Numbers, groups: Numbers) -> tuple[Numbers, Numbers]:
    """For each of some groups, all that lie in it: by which of them it is, and the number of what lies there."""
    many = starts[groups + 1] - starts[groups]
    source = np.repeat(np.arange(len(groups)), many)
    within = np.arange(len(source)) - np.repeat(np.cumsum(many) - many, many)
    return source, starts[groups][source] + within


def summed(where: Numbers, weights: Weights, many: int) -> Weights:
    """Weights by their places, as many as there are."""
    return np.bincount(where, weights, many).astype(np.float64, copy=False)
