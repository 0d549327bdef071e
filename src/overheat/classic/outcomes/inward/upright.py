"""What a machine that is looked at by its parts has to stand on at the end, and how likely."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import cast

import numpy as np

from overheat.classic.outcomes.inward.sums import Products, Sums
from overheat.classic.outcomes.inward.tellings import Tellings
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.standing import Bearing, Leg, Met, Shape, Standing
from overheat.classic.outcomes.tallies import Weights

Label = tuple[tuple[int, object], ...]
"""What locations are to standing, by their numbers: legs, the gyro with the centre, the pilot with the head."""
Labelled = dict[Label, Weights]
MOST_LABELS = 1000


class _Products:
    """Tables by what they are to standing."""

    def __init__(self, products: Products, alike: Callable[[Label], Label]) -> None:
        self._products, self._alike = products, alike

    def both(self, one: Labelled, other: Labelled) -> Labelled:
        """Two parts together."""
        found: Labelled = {}
        for left, table in one.items():
            for right, more in other.items():
                both = self._products.both(table, more)
                if both is not self._products.nothing:
                    label = self._alike((*left, *right))
                    found[label] = found[label] + both if label in found else both
        if len(found) > MOST_LABELS:
            raise NotForeseenError("more ways to stand than anybody adds up")
        return found

    def plus(self, one: Labelled, other: Labelled) -> Labelled:
        """One or the other."""
        found = dict(one)
        for label, table in other.items():
            found[label] = found[label] + table if label in found else table
        return found


class Upright:
    """All that a machine may have to stand on."""

    def __init__(self, tellings: Tellings, standing: Standing) -> None:
        self._tellings, self._standing = tellings, standing
        self.course, self.body, self.anatomy = tellings.course, tellings.body, tellings.course.anatomy
        self._first: dict[tuple[Bearing, ...], Label] = {}

    def met(self) -> Met:
        """How likely a machine stands as it does, with its pilot, hit hard enough to roll or not."""
        tallies, anatomy = self._tellings.tallies, self.anatomy
        tables = {number: self._labelled(number) for number in self._tellings.alive}
        sums = Sums(self.course, _Products(self._tellings.products, self._alike), tables)
        head, inner = sums.head or {}, sums.inner() or {}
        bearings: dict[Bearing, Weights] = {}
        for label, table in inner.items():
            bearing = self._bearing(label, cast("int", dict(label)[anatomy.centre]))
            bearings[bearing] = bearings[bearing] + table if bearing in bearings else table
        hard = self._standing.hard(int(self.course.harm.max(initial=0)))[self.course.harm]
        pilots = [self.body.lumped.crews.things[cast("int", crew)] for ((_, crew),) in head]
        carried = np.array([*bearings.values()])
        found: Met = {}
        for battered in (False, True):
            whole = np.where(hard == battered, tallies.ends * tallies.orders, 0.0)
            against = np.array([tallies.against(whole, table) for table in head.values()])
            for pilot, chances in zip(pilots, (against @ carried.T).tolist() if bearings else (), strict=False):
                for bearing, chance in zip(bearings, chances, strict=True):
                    if chance:
                        found[bearing, pilot, battered] = found.get((bearing, pilot, battered), 0.0) + chance
        return found

    def _bearing(self, label: Label, gyro: int) -> Bearing:
        borne = dict(label)
        return self._standing.bearing(Shape(tuple([cast("Leg", borne[leg]) for leg in self.anatomy.legs]), gyro))

    def _alike(self, label: Label) -> Label:
        """All legs as others that bear a machine as well, however often its gyro is hit; fewer legs as they are."""
        places = {place for place, _ in label}
        if self.anatomy.centre in places or not places.issuperset(self.anatomy.legs):
            return label
        bearings = tuple([self._bearing(label, gyro) for gyro in range(self._standing.gyros + 1)])
        return self._first.setdefault(bearings, label)

    def _labelled(self, number: int) -> Labelled:
        """A part by what it is to standing; legs that it has absorbed and that are there no longer are gone."""
        part, held = self.course.parts.things[number], self.course.of_part(number)
        told = {*self.anatomy.legs, self.anatomy.centre, self.anatomy.head}
        if told.isdisjoint({part.root, *part.absorbed}):
            return {(): self._tellings.alive[number]}
        gone = [leg for leg in self.anatomy.legs if leg in part.absorbed]
        present, inverse = np.unique(held.condition, return_inverse=True)
        shares: dict[Label, Weights] = {}
        for at, condition in enumerate(present.tolist()):
            for label, share in self._of_condition(condition):
                missing = [(leg, Leg(True)) for leg in gone if all(leg != place for place, _ in label)]
                key = (*label, *missing)
                if key not in shares:
                    shares[key] = np.zeros(len(present))
                shares[key][at] += share
        many = self._tellings.tallies.many
        found: Labelled = {}
        for label, by_condition in shares.items():
            weight = held.weight[:, 0] * by_condition[inverse]
            ordered = tuple(sorted(label, key=lambda one: one[0]))
            table = np.bincount(held.tally, weight, many).astype(np.float64, copy=False)
            found[ordered] = found[ordered] + table if ordered in found else table
        return found

    def _of_condition(self, condition: int) -> list[tuple[Label, float]]:
        """What a condition is to standing, with its chances."""
        key = self.body.conditions.things[condition]
        known = self._standing.known.get(key)
        if known is None:
            place, local, crew, beside = key
            each = [
                [((at, thing), share) for thing, share in told.items()]
                for at, left in ((place, local), *beside)
                if (told := self._standing.borne(at, self.body.lumped.locals[at].things[left], crew)) is not None
            ]
            known = self._standing.known[key] = [
                (tuple([one for one, _ in chosen]), prod(share for _, share in chosen)) for chosen in product(*each)
            ]
        return known
