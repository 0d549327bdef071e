"""Hits that are dealt out among the locations of a machine: in which condition each of them may be after which hits.

A location knows nothing of the others until one that hangs on it is gone and passes on what strikes it. From then on
the two are one: whoever is gone has nothing left to tell but what happened to it, and is absorbed by the next inward.
So a machine is always some locations, each with those that it has absorbed, and its chances are sums of products.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overheat.classic.outcomes.apart import each_of
from overheat.classic.outcomes.inward.body import STAYS, Body, Mixture, Steps
from overheat.classic.outcomes.lumped import Landing, Numbered
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.tallies import Numbers, Tallies, Weights

NOTHING: frozenset[int] = frozenset()


class Part(NamedTuple):
    """A location with those that it has absorbed."""

    root: int
    absorbed: frozenset[int] = NOTHING


class Held(NamedTuple):
    """Conditions of parts: after which hits, of which part, in which condition, and how likely.

    Likely out of all orders of these hits; a column for all, then one for each shared name that has not happened in
    what is absorbed.
    """

    tally: Numbers
    part: Numbers
    condition: Numbers
    weight: Weights

    def where(self, some: Numbers) -> Held:
        """Some of them."""
        return Held(self.tally[some], self.part[some], self.condition[some], self.weight[some])


class Passing(NamedTuple):
    """What a part passes on with a kind of hit: after which hits before it, what by its number, and how likely."""

    tally: Numbers
    onward: Numbers
    weight: Weights

    def where(self, some: Numbers) -> Passing:
        """Some of it."""
        return Passing(self.tally[some], self.onward[some], self.weight[some])


class Event(NamedTuple):
    """Parts just before a kind of hit that makes one of two: after which hits, by which passage, and how likely."""

    tally: Numbers
    part: Numbers
    row: Numbers
    weight: Weights


class Course:
    """All parts of a machine, hit by hit."""

    def __init__(self, body: Body, tallies: Tallies, landings: Sequence[Landing], most: int) -> None:
        """Where there are more than `most` conditions to tell apart, it is left."""
        self._left_to_tell = most
        self.body, self.tallies, self.anatomy = body, tallies, body.anatomy
        self.landings = [landings[landing] for landing in tallies.landings]
        self.kinds = range(len(self.landings))
        self.parts: Numbered[Part] = Numbered()
        self._mixtures: list[list[int]] = []
        self._mixed = np.zeros((0, len(self.landings)), dtype=np.int64)
        self._columns = 1 + len(body.shared)
        places = range(len(self.anatomy.codes))
        centre = self.anatomy.centre
        self.torsos = [place for place in places if self.anatomy.inward[place] == centre]
        self.limbs = {
            torso: [place for place in places if self.anatomy.inward[place] == torso] for torso in self.torsos
        }
        within = {centre, self.anatomy.head, *self.torsos, *chain(*self.limbs.values())}
        if within != {*places}:
            raise NotForeseenError("locations that lie further out than limbs")
        damage = np.array([landing.damage for landing in self.landings], dtype=np.int64)
        self.to_come = tallies.to_come(damage)
        self.harm: Numbers = self.anatomy.unit.taken + tallies.counts @ damage
        """The harm that a machine has taken by each tally."""
        self._most = int(self.to_come.max(initial=0))
        rear = {blow.rear for landing in self.landings for blow, _ in landing.places if blow is not None}
        self._faces = frozenset({False, *rear})
        self.events: list[list[Event]] = [[] for _ in self.kinds]
        """By kind of hit, what makes one of two parts."""
        self._passing: dict[tuple[int, int], list[Passing]] = {}
        self._by_torso: dict[Part, tuple[list[list[Passing]], list[list[Passing]]]] = {}
        self._layers: list[Held] = []
        self._of_part: dict[int, Held] = {}
        self._follow()
        self.held = _all(self._layers)

    def number(self, part: Part) -> int:
        """The number of a part."""
        number = self.parts.number(part)
        if number == len(self._mixtures):
            mixtures = [self.body.mixtures.number(self._mixture(part, landing)) for landing in self.landings]
            self._mixtures.append(mixtures)
            self._mixed = np.array(self._mixtures, dtype=np.int64).reshape(-1, len(self.landings))
        return number

    def of_part(self, number: int) -> Held:
        """The conditions of a part."""
        return self._of_part[number]

    def _mixture(self, part: Part, landing: Landing) -> Mixture:
        """The blows that a hit may be to a part."""
        found: dict[Steps, float] = {}
        for blow, chance in landing.places:
            if blow is not None and (blow.place == part.root or blow.place in part.absorbed):
                found[blow,] = found.get((blow,), 0.0) + chance
        return tuple(found.items())

    # From the limbs inward

    def _follow(self) -> None:
        """Every part in turn: each location by itself, then torsos and the centre with all that they may absorb."""
        first = [self.number(Part(place)) for place in range(len(self.anatomy.codes))]
        none = np.zeros(len(first), dtype=np.int64)
        self._sweep(Held(none, np.array(first), np.array(self.body.start), np.ones((len(first), 1))))
        for many in range(1, 1 + max(map(len, self.limbs.values()), default=0)):
            self._sweep(_all(list(chain(*(self._into_torso(torso, many) for torso in self.torsos)))))
        for many in range(1, len(self.anatomy.codes) - 1):
            self._sweep(_all(list(self._into_centre(many))))

    def _into_torso(self, torso: int, many: int) -> Iterable[Held]:
        """Torsos that absorb one limb more."""
        for number, part in enumerate(list(self.parts.things)):
            if part.root == torso and len(part.absorbed) == many - 1:
                for limb in self.limbs[torso]:
                    if limb not in part.absorbed:
                        into = Part(torso, part.absorbed | {limb})
                        yield from self._join(self._passed(Part(limb)), number, into)

    def _into_centre(self, many: int) -> Iterable[Held]:
        """The centre as it absorbs torsos with all that hangs on them, or another limb of a torso that is gone."""
        centre, hanging = self.anatomy.centre, self.anatomy.hanging
        for number, part in enumerate(list(self.parts.things)):
            if part.root != centre or number not in self._of_part:
                continue
            for torso in self.torsos:
                if torso in part.absorbed:
                    for limb in self.limbs[torso]:
                        if limb not in part.absorbed and len(part.absorbed) + 1 == many:
                            yield from self._join(
                                self._passed(Part(limb)), number, Part(centre, part.absorbed | {limb})
                            )
                    missing = [arm for arm in hanging[torso] if arm not in part.absorbed]
                    if missing and len(part.absorbed) + len(missing) == many:
                        yield from self._taking(number, missing, Part(centre, part.absorbed | {*missing}))
                    continue
                for other in [other for other in self.parts.things if other.root == torso]:
                    arms = [arm for arm in hanging[torso] if arm not in other.absorbed]
                    alone, along = self._passed_by_torso(other, arms)
                    own = part.absorbed | other.absorbed | {torso}
                    if len(own) == many:
                        yield from self._join(alone, number, Part(centre, own))
                    if len({*own, *arms}) == many:
                        yield from self._join(along, number, Part(centre, own | {*arms}))

    # Hit by hit

    def _sweep(self, joining: Held) -> None:
        """Parts from when they are first met, hit by hit; those that join later do so in their turn."""
        if not len(joining.tally):
            return
        tallies = self.tallies
        last, count = tallies.last[joining.tally], tallies.counts[joining.tally]
        whole = [_merged(joining.where(np.flatnonzero(last < 0)), self)]
        for kind in self.kinds:
            those = last == kind
            front = _all(whole)
            for many in range(int(tallies.counts[:, kind].max(initial=0))):
                joined = joining.where(np.flatnonzero(those & (count[:, kind] == many + 1)))
                front = _merged(_all([self._struck(front, kind), joined]), self)
                if len(front.tally):
                    whole.append(front)
                    self._count(len(front.tally))
        held = _all(whole)
        self._layers.append(held)
        for number in np.unique(held.part).tolist():
            self._of_part[number] = held.where(np.flatnonzero(held.part == number))

    def _count(self, many: int) -> None:
        self._left_to_tell -= many
        if self._left_to_tell < 0:
            raise NotForeseenError("more conditions than anybody tells apart")

    def _struck(self, held: Held, kind: int) -> Held:
        """Conditions after one more hit of a kind, of those that stay in the battle and pass nothing on."""
        after = self.tallies.next[kind, held.tally]
        at = np.flatnonzero(after >= 0)
        if len(at) < len(after):
            held, after = held.where(at), after[at]
        if not len(at):
            return held
        rows = self.body.rows(self._mixed[held.part, kind], held.condition)
        return self._after(held, rows, after, kind)

    def _after(self, held: Held, rows: Numbers, after: Numbers, kind: int) -> Held:
        passages = self.body.passages
        source, chosen = each_from(passages.first[rows], passages.staying[rows])
        share = passages.chance[chosen] / self.tallies.counts[after, kind][source]
        return Held(after[source], held.part[source], passages.after[chosen], held.weight[source] * share[:, None])

    def struck(self, kind: int) -> Event:
        """All parts just before a kind of hit, with the passages by which it may strike them."""
        at = np.flatnonzero(self._may_be_next(self.held.tally, kind))
        held = self.held.where(at)
        rows = self.body.rows(self._mixed[held.part, kind], held.condition)
        found = [Event(held.tally, held.part, rows, held.weight), *self.events[kind]]
        weight = [np.broadcast_to(each.weight, (len(each.tally), self._columns)) for each in found]
        tally, part, row = (np.concatenate(column) for column in zip(*(each[:3] for each in found), strict=True))
        return Event(tally, part, row, np.concatenate(weight))

    def lumped(self, held: Held) -> Held:
        """Conditions of parts that have absorbed others as those that nothing to come can tell from them.

        Locations by themselves are in few enough, and what hits make of them is known from volley to volley.
        """
        if held.weight.shape[1] == 1 or not len(held.tally):
            return held
        return held._replace(condition=self._lumps(held.condition, self.to_come[held.tally], self.body.lumped_as))

    # What is passed on

    def _passed(self, part: Part) -> list[list[Passing]]:
        """By kind of hit, what a part passes on."""
        number = self.parts.known(part)
        return [[] if number is None else self._gone(number, kind) for kind in self.kinds]

    def _passed_by_torso(self, part: Part, arms: Sequence[int]) -> tuple[list[list[Passing]], list[list[Passing]]]:
        """What a torso passes on while it is still there, and what it passes on when it takes arms along."""
        if part in self._by_torso:
            return self._by_torso[part]
        alone: list[list[Passing]] = []
        along: list[list[Passing]] = []
        for kind, passed in zip(self.kinds, self._passed(part), strict=True):
            there = [self._remains(each, part.root) for each in passed]
            staying = [each.where(np.flatnonzero(at)) for each, at in zip(passed, there, strict=True)]
            alone.append([self._marked(each, part.absorbed) for each in staying if len(each.tally)])
            going = [each.where(np.flatnonzero(~at)) for each, at in zip(passed, there, strict=True)]
            along.append([more for each in going for more in self._with_arms(each, arms, kind)])
        self._by_torso[part] = alone, along
        return alone, along

    def _remains(self, passing: Passing, torso: int) -> npt.NDArray[np.bool_]:
        """Of what a torso passes on, where it is still there itself."""
        present, inverse = np.unique(passing.onward, return_inverse=True)
        return np.array([self.body.remains(onward, torso) for onward in present.tolist()], dtype=bool)[inverse]

    def _marked(self, passing: Passing, limbs: frozenset[int]) -> Passing:
        """What a torso passes on that has lost arms already."""
        arms = [limb for limb in limbs if limb in self.anatomy.hanging[self.anatomy.inward[limb]]]
        if not arms:
            return passing
        onward = [self.body.marked(onward, arms) for onward in passing.onward.tolist()]
        return passing._replace(onward=np.array(onward, dtype=np.int64))

    def _taking(self, number: int, arms: Sequence[int], into: Part) -> Iterable[Held]:
        """A centre that loses a torso beside it, which takes along arms that are looked at by themselves."""
        held, body = self._of_part[number], self.body
        for kind in self.kinds:
            found: list[Passing] = []
            some = held.where(np.flatnonzero(self._may_be_next(held.tally, kind)))
            struck = [(some.tally, body.rows(self._mixed[some.part, kind], some.condition), some.weight)]
            for event in self.events[kind]:
                here = np.flatnonzero(event.part == number)
                struck.append((event.tally[here], event.row[here], event.weight[here]))
            passages = body.passages
            for tally, rows, weight in struck:
                source, chosen = each_from(passages.first[rows], passages.many[rows])
                those = np.flatnonzero(passages.onward[chosen] == body.taking)
                source, chosen = source[those], chosen[those]
                if len(chosen):
                    told = np.ones((len(chosen), self._columns))
                    told[:, 1:] = body.forgotten(passages.after[chosen])
                    share = passages.chance[chosen, None] * told
                    present, inverse = np.unique(passages.after[chosen], return_inverse=True)
                    after = np.array([body.cleared(condition) for condition in present.tolist()])[inverse]
                    found += self._with_arms(Passing(tally[source], after, weight[source] * share), arms, kind)
            for each in found:
                after = self.tallies.next[kind, each.tally]
                part = np.full(len(after), self.number(into))
                yield Held(after, part, each.onward, each.weight / self.tallies.counts[after, kind][:, None])

    def _gone(self, number: int, kind: int) -> list[Passing]:
        """What a part passes on with a kind of hit: struck itself, and by what another passes on to it just then."""
        key = number, kind
        if key not in self._passing:
            found: list[Passing] = []
            held = self._of_part.get(number)
            if held is not None:
                at = np.flatnonzero(self._may_be_next(held.tally, kind))
                some = held.where(at)
                if len(at):
                    rows = self.body.rows(self._mixed[some.part, kind], some.condition)
                    found += self._onward(some.tally, rows, some.weight, kind)
            for event in self.events[kind]:
                here = np.flatnonzero(event.part == number)
                found += self._onward(event.tally[here], event.row[here], event.weight[here], kind)
            self._passing[key] = [_passing(found)] if found else []
        return self._passing[key]

    def _may_be_next(self, tally: Numbers, kind: int) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (self.tallies.last[tally] <= kind) & (self.tallies.next[kind, tally] >= 0)
        return found

    def _onward(self, tally: Numbers, rows: Numbers, weight: Weights, kind: int) -> list[Passing]:
        """What goes on inward of those that are struck, by how much it is."""
        passages = self.body.passages
        source, chosen = each_from(
            passages.first[rows] + passages.staying[rows], (passages.many - passages.staying)[rows]
        )
        those = np.flatnonzero(passages.onward[chosen] != STAYS)
        if not len(those):
            return []
        source, chosen = source[those], chosen[those]
        told = np.ones((len(chosen), self._columns))
        told[:, 1:] = self.body.forgotten(passages.after[chosen])
        tally = tally[source]
        to_come = self.to_come[self.tallies.next[kind, tally]]
        onward = self._lumps(passages.onward[chosen], to_come, self.body.passed_as)
        return [Passing(tally, onward, weight[source] * passages.chance[chosen, None] * told)]

    def _lumps(self, numbers: Numbers, to_come: Numbers, lump: Callable[[int, int, frozenset[bool]], int]) -> Numbers:
        """Numbers of what so much damage to come cannot tell apart, each pair of them found out once."""
        present, inverse = np.unique(numbers * (self._most + 1) + to_come, return_inverse=True)
        whole = self._most + 1
        found = [lump(key // whole, key % whole, self._faces) for key in present.tolist()]
        return np.array(found, dtype=np.int64)[inverse]

    def _with_arms(self, passing: Passing, arms: Sequence[int], kind: int) -> list[Passing]:
        """What is passed on by a torso that takes along arms, in whatever condition these may be."""
        body, by_one = self.body, self.tallies.by_one
        for arm in arms:
            held = self._of_part[self.number(Part(arm))]
            told = np.ones((len(held.tally), self._columns))
            told[:, 1:] = body.spared[held.condition, : self._columns - 1]
            if not self.anatomy.start[arm].gone:
                told[:, 1 + body.shared.index(f"lost.{self.anatomy.codes[arm]}")] = 0.0
            table = np.zeros((self.tallies.many, self._columns))
            np.add.at(table, held.tally, held.weight * told)
            source, pair = self._pairs(passing.tally, kind)
            weight = passing.weight[source] * table[by_one.other[pair]]
            some = np.flatnonzero(weight[:, 0])
            if not len(some):
                return []
            passing = _passing([Passing(by_one.both[pair[some]], passing.onward[source[some]], weight[some])])
        return [passing]

    def _pairs(self, tally: Numbers, kind: int) -> tuple[Numbers, Numbers]:
        """For each of some tallies all others that go with it before a kind of hit."""
        by_one = self.tallies.by_one
        source, pair = each_of(by_one.starts, tally)
        fit = np.flatnonzero(self._may_be_next(by_one.both[pair], kind))
        return source[fit], pair[fit]

    def _join(self, passed: list[list[Passing]], number: int, into: Part) -> Iterable[Held]:
        """A part in all its conditions as it absorbs others, by what they pass on."""
        held = self._of_part.get(number)
        if held is None or not any(passed):
            return
        order = np.argsort(held.tally, kind="stable")
        held = held.where(order)
        starts = np.searchsorted(held.tally, np.arange(self.tallies.many + 1))
        by_one = self.tallies.by_one
        for kind in self.kinds:
            for each in passed[kind]:
                source, pair = self._pairs(each.tally, kind)
                which, entry = each_of(starts, by_one.other[pair])
                if not len(entry):
                    continue
                source, pair = source[which], pair[which]
                weight = each.weight[source] * held.weight[entry]
                yield from self._joined(
                    by_one.both[pair], each.onward[source], held.condition[entry], weight, kind, into
                )

    def _joined(
        self, tally: Numbers, onward: Numbers, condition: Numbers, weight: Weights, kind: int, into: Part
    ) -> Iterable[Held]:
        body, number = self.body, self.number(into)
        condition = self._lumps(condition, self.to_come[tally], body.lumped_as)
        many = len(body.conditions.things)
        pairs, inverse = np.unique(onward * many + condition, return_inverse=True)
        joined = np.array([body.joined(pair // many, pair % many) for pair in pairs.tolist()])
        mixture, condition = joined[inverse].T
        keys = (tally * len(body.mixtures.things) + mixture) * len(body.conditions.things) + condition
        first, weight = _summed(keys, weight)
        self._count(len(first))
        tally, condition = tally[first], condition[first]
        rows = body.rows(mixture[first], condition)
        part = np.full(len(tally), number)
        self.events[kind].append(Event(tally, part, rows, weight))
        self._passing.pop((number, kind), None)
        yield self._after(Held(tally, part, condition, weight), rows, self.tallies.next[kind, tally], kind)


def each_from(first: Numbers, many: Numbers) -> tuple[Numbers, Numbers]:
    """As many numbers from each first one on, each with whose it is."""
    source = np.repeat(np.arange(len(first)), many)
    return source, np.arange(len(source)) - np.repeat(np.cumsum(many) - many - first, many)


def _summed(keys: Numbers, weight: Weights) -> tuple[Numbers, Weights]:
    """For equal keys where the first of them is, and all their weight."""
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    if not len(starts):
        return order, weight
    return order[starts], np.add.reduceat(weight[order], starts, axis=0)


def _merged(held: Held, course: Course) -> Held:
    """Equal conditions as one."""
    held = course.lumped(held)
    if len(held.tally) < 2:
        return held
    keys = (held.tally * len(course.parts.things) + held.part) * len(course.body.conditions.things) + held.condition
    first, weight = _summed(keys, held.weight)
    return Held(held.tally[first], held.part[first], held.condition[first], weight)


def _passing(found: Sequence[Passing]) -> Passing:
    """What is passed on, as much of it after the same hits as one."""
    tally, onward, weight = (np.concatenate(column) for column in zip(*found, strict=True))
    first, weight = _summed(tally * (int(onward.max(initial=0)) + 1) + onward, weight)
    return Passing(tally[first], onward[first], weight)


def _all(layers: Sequence[Held]) -> Held:
    """Several as one, with as many columns as the widest of them."""
    layers = [layer for layer in layers if len(layer.tally)]
    none = np.zeros(0, dtype=np.int64)
    if len(layers) < 2:
        return layers[0] if layers else Held(none, none, none, np.zeros((0, 1)))
    wide = max(layer.weight.shape[1] for layer in layers)
    columns = [np.broadcast_to(layer.weight, (len(layer.tally), wide)) for layer in layers]
    return Held(
        np.concatenate([layer.tally for layer in layers]),
        np.concatenate([layer.part for layer in layers]),
        np.concatenate([layer.condition for layer in layers]),
        np.concatenate(columns),
    )
