"""A machine under fire, in all conditions that it may be in: those that nothing to come can tell apart are one.

A condition is a row of numbers: what is left of each location by its number among all that were met, the pilot, the
harm of the phase. A hit is worked out for whole columns at once. Armour that nothing to come goes through counts as
whole, and structure that nothing to come takes away as well; critical hits stay behind their curtain. So a volley that
could end in millions of ways has some thousand rows, and its chances are exact but for the rounding of numbers with
sixteen digits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from overheat.classic.damage.kinds.machine import REAR_ARMOUR
from overheat.classic.facts.state import Unit
from overheat.classic.outcomes.anatomy import Anatomy, Crew, Local
from overheat.classic.outcomes.blows import Blow, Blows, Fate, Locally, Widely
from overheat.classic.outcomes.tallies import Shares

T = TypeVar("T", bound=Hashable)
C = TypeVar("C", bound=Hashable)
Rows = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
MOST_KEYS = 2**62
ALIVE = 0


class Numbered(Generic[T]):
    """Things by the numbers in which they were first met."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self._numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        """The number of a thing."""
        found = self._numbers.get(thing)
        if found is None:
            found = self._numbers[thing] = len(self.things)
            self.things.append(thing)
        return found

    def known(self, thing: T) -> int | None:
        """The number of a thing; None where it was not met."""
        return self._numbers.get(thing)


class Landing(NamedTuple):
    """A hit that is on its way: its damage, and where it may land."""

    damage: int
    places: tuple[tuple[Blow | None, float], ...]
    """A blow for each place with its chance; None where cover stops it."""


Joining = Callable[[tuple[int, ...], int, int], Sequence[tuple[Blow, Rows, Weights]]]
"""Before a hit, by those of its attack that came before it, its number, and the damage to come with it: the conditions
that join, with the blow that they take."""


class Outcome(NamedTuple):
    """What comes of a blow for some conditions: columns with other numbers, harm besides, a fate, a chance."""

    columns: tuple[int, ...]
    harm: int
    fate: int
    chance: float


class Build(Protocol[C]):
    """A target by its locations, with what they have in common: its crew."""

    codes: list[str]
    start: tuple[Local, ...]
    crew: C
    unit: Unit
    steady_structure: bool
    """Whether structure is only ever lost by hits."""


class Struck(Protocol[C]):
    """What hits do to a target."""

    def here(self, blow: Blow, local: Local) -> tuple[Locally, ...] | None:
        """What a hit makes of a location; None where more than that is concerned."""
        ...

    def concerned(
        self, blow: Blow, left: tuple[Local, ...], crew: C
    ) -> tuple[tuple[tuple[Widely[C], float], ...], frozenset[int]]:
        """What a hit makes of a target, and the locations that it came to, the crew as the one after the last."""
        ...

    def surely(self, blow: Blow) -> tuple[int, ...]:
        """The locations that a hit comes to in any case where it concerns more than one, in the same way."""
        ...


class Conditions(Generic[C]):
    """All conditions that a target may be in."""

    def __init__(
        self,
        build: Build[C],
        struck: Struck[C],
        harm: Callable[[int, int], int],
        most: int,
        faces: frozenset[bool] = frozenset({False}),
    ) -> None:
        self._build, self._by_blows = build, struck
        self._faces = faces
        self._harm = harm
        self.locals: list[Numbered[Local]] = [Numbered() for _ in build.codes]
        self.crews: Numbered[C] = Numbered()
        self.fates: Numbered[Fate | None] = Numbered()
        self.fates.number(None)
        self._met: dict[tuple[Blow, int], list[tuple[int, ...]]] = {}
        self._wide: dict[tuple[Blow, tuple[int, ...], tuple[int, ...]], tuple[Outcome, ...]] = {}
        self.crew_column, self.harm_column = len(build.codes), len(build.codes) + 1
        self.begin(most)

    def begin(self, most: int) -> None:
        """The target as it is at first; what is known of hits on it stays known."""
        build = self._build
        self.most, self.thinned = most, False
        """As many conditions are told apart; of more, some stand for all."""
        self._random = Random(0)
        first = [
            *(held.number(local) for held, local in zip(self.locals, build.start, strict=True)),
            self.crews.number(build.crew),
            build.unit.taken,
        ]
        self.rows: Rows = np.array([first], dtype=np.int64)
        self.weights: Weights = np.ones(1)
        self._lost_rows: list[Rows] = []
        self._lost_weights: list[Weights] = []
        self._lost_fates: list[npt.NDArray[np.int64]] = []
        self._joined: list[tuple[Rows, Weights]] = []
        """Conditions as they joined these: what had become of them by then is told elsewhere."""

    def nobody(self) -> None:
        """No condition at first: all of them are looked at elsewhere, until they join."""
        self.rows, self.weights = self.rows[:0], self.weights[:0]

    # Volleys

    def volley(
        self, ways: Shares, landings: Callable[[int], Landing], to_come: int, joining: Joining | None = None
    ) -> None:
        """An attack that may come to several rows of hits. Those that begin alike are worked out together.

        Conditions that were looked at elsewhere so far may join those that are here, just before a hit.
        """
        ends = dict(ways)
        nodes = {hits[:length] for hits in ends for length in range(len(hits) + 1)}
        damage = {hit: landings(hit).damage for node in nodes for hit in node}
        reached: dict[tuple[int, ...], tuple[Rows, Weights]] = {(): (self.rows, self.weights)}
        rows: list[Rows] = []
        weights: list[Weights] = []
        for node in sorted(nodes, key=len):
            held, weighed = reached.pop(node)
            if node in ends:
                rows.append(held)
                weights.append(weighed * ends[node])
            for hit in sorted({other[-1] for other in nodes if len(other) == len(node) + 1 and other[:-1] == node}):
                child = (*node, hit)
                beyond = [(hits, share) for hits, share in ways if hits[: len(child)] == child]
                share = sum(share for _, share in beyond)
                most = to_come + max(sum(damage[one] for one in hits[len(child) :]) for hits, _ in beyond)
                joined = () if joining is None else joining(node, hit, damage[hit] + most)
                reached[child] = self._land(held, weighed, landings(hit), most, share, joined)
        self.rows, self.weights = self._merge(np.concatenate(rows), np.concatenate(weights), to_come)

    def _land(
        self,
        rows: Rows,
        weights: Weights,
        landing: Landing,
        to_come: int,
        share: float,
        joined: Sequence[tuple[Blow, Rows, Weights]] = (),
    ) -> tuple[Rows, Weights]:
        """One hit on every condition; who is lost by it is set aside with its share of all volleys."""
        rows, weights = self.thin(rows, weights)
        found: list[tuple[Rows, Weights]] = [(rows[:0], weights[:0])]
        struck: list[tuple[Rows, Weights, npt.NDArray[np.int64], int]] = []
        for blow, chance in landing.places if len(rows) else ():
            if blow is None:
                found.append((rows, weights * chance))
            else:
                struck += [(*part, blow.damage) for part in self._in_turn(rows, weights * chance, blow)]
        for blow, some, weighed in joined:
            self._joined.append((some, weighed * -share))
            struck += [(*part, blow.damage) for part in self._struck(some, weighed, blow)]
        for after, weighed, fates, damage in struck:
            after[:, self.harm_column] += damage
            alive = fates == ALIVE
            if alive.all():
                found.append((after, weighed))
                continue
            lost = ~alive
            self._lost_rows.append(after[lost])
            self._lost_weights.append(weighed[lost] * share)
            self._lost_fates.append(fates[lost])
            found.append((after[alive], weighed[alive]))
        return self._merge(
            np.concatenate([after for after, _ in found]), np.concatenate([weighed for _, weighed in found]), to_come
        )

    def _in_turn(self, rows: Rows, weights: Weights, blow: Blow) -> list[tuple[Rows, Weights, npt.NDArray[np.int64]]]:
        """A blow, and what it does besides to those who are still in the battle."""
        found = self._struck(rows, weights, blow)
        while blow.then is not None:
            blow, before, found = blow.then, found, []
            for after, weighed, fates in before:
                lost, alive = fates != ALIVE, fates == ALIVE
                found.append((after[lost], weighed[lost], fates[lost]))
                found += self._struck(after[alive], weighed[alive], blow)
        return found

    def _struck(self, rows: Rows, weights: Weights, blow: Blow) -> list[tuple[Rows, Weights, npt.NDArray[np.int64]]]:
        """A blow: first where one location is concerned, then where more are."""
        at = blow.place
        column = rows[:, at]
        numbers = np.flatnonzero(np.bincount(column))
        known: dict[int, tuple[Outcome, ...]] = {}
        wider = np.zeros(int(numbers[-1]) + 1 if len(numbers) else 1, dtype=bool)
        for number in numbers.tolist():
            here = self._by_blows.here(blow, self.locals[at].things[number])
            if here is None:
                wider[number] = True
            else:
                held = self.locals[at]
                known[number] = tuple(
                    Outcome((held.number(local),), 0, self.fates.number(fate), chance) for chance, local, fate in here
                )
        parts = []
        beyond = wider[column]
        near = ~beyond
        if near.any():
            parts.append(self._spread(rows[near], weights[near], (at,), column[near], known))
        if beyond.any():
            parts += self._widely(rows[beyond], weights[beyond], blow)
        return parts

    def _widely(
        self, rows: Rows, weights: Weights, blow: Blow
    ) -> Iterator[tuple[Rows, Weights, npt.NDArray[np.int64]]]:
        """A blow that concerns more: worked out once for all rows that agree in what it comes to."""
        found: dict[tuple[int, ...], list[tuple[Rows, tuple[Outcome, ...]]]] = {}
        surely = self._by_blows.surely(blow)
        for some in self._alike(rows, np.arange(len(rows)), surely):
            self._concerned(rows, some, surely, blow, found)
        for columns, alike in found.items():
            at = np.concatenate([some for some, _ in alike])
            kinds = np.repeat(np.arange(len(alike)), [len(some) for some, _ in alike])
            yield self._spread(rows[at], weights[at], columns, kinds, dict(enumerate(one for _, one in alike)))

    def _alike(self, rows: Rows, some: Rows, columns: tuple[int, ...]) -> list[Rows]:
        """Some of all rows, sorted into those that have the same numbers in some columns."""
        keys = self._keys(rows[some], columns)
        order = np.argsort(keys, kind="stable")
        return np.split(some[order], np.flatnonzero(np.diff(keys[order])) + 1)

    def _concerned(
        self,
        rows: Rows,
        some: Rows,
        same: tuple[int, ...],
        blow: Blow,
        found: dict[tuple[int, ...], list[tuple[Rows, tuple[Outcome, ...]]]],
    ) -> None:
        """Rows that agree in some columns: what a blow makes of one of them it makes of all, if it comes to no more."""
        row = rows[some[0]].tolist()
        columns, outcomes = self.outcomes(blow, row)
        if set(columns) <= set(same):
            found.setdefault(columns, []).append((some, outcomes))
            return
        more = tuple(sorted({*columns, *same}))
        for fewer in self._alike(rows, some, more):
            self._concerned(rows, fewer, more, blow, found)

    def outcomes(self, blow: Blow, row: list[int]) -> tuple[tuple[int, ...], tuple[Outcome, ...]]:
        """What a blow makes of a condition, and the columns that it comes to."""
        for columns in self._met.setdefault((blow, row[blow.place]), []):
            known = self._wide.get((blow, columns, tuple([row[column] for column in columns])))
            if known is not None:
                return columns, known
        left = tuple([held.things[number] for held, number in zip(self.locals, row, strict=False)])
        ways, met = self._by_blows.concerned(blow, left, self.crews.things[row[self.crew_column]])
        columns = tuple(sorted(met))
        chances: dict[tuple[tuple[int, ...], int, int], float] = {}
        for way, chance in ways:
            after = tuple(
                [
                    self.crews.number(way.crew)
                    if column == self.crew_column
                    else self.locals[column].number(way.locals[column])
                    for column in columns
                ]
            )
            key = after, way.harm, self.fates.number(way.fate)
            chances[key] = chances.get(key, 0.0) + chance
        found = tuple([Outcome(*key, chance) for key, chance in chances.items()])
        if columns not in self._met[blow, row[blow.place]]:
            self._met[blow, row[blow.place]].append(columns)
        self._wide[blow, columns, tuple([row[column] for column in columns])] = found
        return columns, found

    def _spread(
        self,
        rows: Rows,
        weights: Weights,
        columns: tuple[int, ...],
        kinds: npt.NDArray[np.int64],
        known: dict[int, tuple[Outcome, ...]],
    ) -> tuple[Rows, Weights, npt.NDArray[np.int64]]:
        """Every row as often as it has outcomes, by the kind of each row."""
        starts = np.zeros(max(known) + 1, dtype=np.int64)
        counts = np.zeros(max(known) + 1, dtype=np.int64)
        flat: list[Outcome] = []
        for kind, outcomes in known.items():
            starts[kind], counts[kind] = len(flat), len(outcomes)
            flat += outcomes
        many = counts[kinds]
        source = np.repeat(np.arange(len(rows)), many)
        ends = np.cumsum(many)
        chosen = np.arange(len(source)) - np.repeat(ends - many, many) + starts[kinds][source]
        after = rows[source]
        table = np.array([outcome.columns for outcome in flat], dtype=np.int64)
        after[:, columns] = table[chosen]
        harm = np.array([outcome.harm for outcome in flat], dtype=np.int64)
        after[:, self.harm_column] += harm[chosen]
        chances = np.array([outcome.chance for outcome in flat])
        fates = np.array([outcome.fate for outcome in flat], dtype=np.int64)
        return after, weights[source] * chances[chosen], fates[chosen]

    # Merging

    def _merge(self, rows: Rows, weights: Weights, to_come: int) -> tuple[Rows, Weights]:
        """Rows that nothing to come can tell apart as one."""
        rows = rows.copy()
        for index, held in enumerate(self.locals):
            rows[:, index] = _mapped(rows[:, index], partial(self.lump, index, held, to_come))
        rows[:, self.harm_column] = _mapped(rows[:, self.harm_column], lambda harm: self._harm(harm, to_come))
        return self.summed(rows, weights)

    def summed(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """Equal rows as one, with all their weight."""
        keys = self._keys(rows, range(rows.shape[1]))
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        return rows[first], np.bincount(inverse, weights, len(first)).astype(np.float64, copy=False)

    def _keys(self, rows: Rows, columns: range | tuple[int, ...]) -> npt.NDArray[np.int64]:
        """A number for each row that only equal rows share."""
        keys, whole = np.zeros(len(rows), dtype=np.int64), 1
        for column in columns:
            values = rows[:, column]
            many = int(values.max()) + 1 if len(values) else 1
            if whole * many >= MOST_KEYS:
                keys = np.unique(keys, return_inverse=True)[1]
                whole = int(keys.max()) + 1
            keys = keys * many + values
            whole *= many
        return keys

    def lump(
        self, index: int, held: Numbered[Local], to_come: int, number: int, faces: frozenset[bool] | None = None
    ) -> int:
        """A location as one of all that nothing to come can tell from it."""
        whole, local = self._build.start[index], held.things[number]
        front = whole.front if local.front > (0 if local.gone else to_come) else local.front
        rear = whole.rear if local.rear > (0 if local.gone else to_come) else local.rear
        structure = local.structure
        if not local.gone and self._build.steady_structure:
            behind = self._build.codes[index] in REAR_ARMOUR
            thin = min(local.rear if face and behind else local.front for face in faces or self._faces)
            structure = whole.structure if thin + structure > to_come else structure
        return held.number(Local(front, rear, structure, local.lot))

    def thin(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """So many conditions at most: the heavy ones stay, some of the light ones, drawn by weight, stand for all."""
        if len(rows) <= self.most:
            return rows, weights
        self.thinned = True
        whole = float(weights.sum())
        heavy = weights >= whole / self.most
        light = weights[~heavy]
        step = float(light.sum()) / max(1, self.most - int(heavy.sum()))
        marks = np.floor(np.cumsum(light) / step + self._random.random())
        times = np.diff(marks, prepend=0.0)
        drawn = times * (float(light.sum()) / float(times.sum()))
        after = weights.copy()
        after[~heavy] = drawn
        kept = after > 0
        return rows[kept], after[kept]

    def ends(self) -> tuple[Rows, Weights]:
        """Everything that a volley may end in, whoever is lost counted; a last column has the fate.

        Only what is told of a target is told apart: whether its armour is gone, a location, what is known inside.
        """
        lost = [np.column_stack(part) for part in zip(self._lost_rows, self._lost_fates, strict=True)]
        alive = [(self.rows, self.weights), *self._joined]
        rows = np.concatenate([*(np.pad(held, ((0, 0), (0, 1))) for held, _ in alive), *lost])
        weights = np.concatenate([*(weighed for _, weighed in alive), *self._lost_weights])
        for index, held in enumerate(self.locals):
            rows[:, index] = _mapped(rows[:, index], partial(self._told, index, held))
        rows[:, self.harm_column] = 0
        return self.summed(rows, weights)

    def _told(self, index: int, held: Numbered[Local], number: int) -> int:
        """A location as one of all that the same is told of."""
        whole, local = self._build.start[index], held.things[number]
        structure = min(local.structure, whole.structure and 1)
        return held.number(Local(local.front and whole.front, local.rear and whole.rear, structure, local.lot))


class Lumped(Conditions[Crew]):
    """All conditions that a machine may be in."""

    def __init__(
        self, anatomy: Anatomy, harm: Callable[[int, int], int], most: int, faces: frozenset[bool] = frozenset({False})
    ) -> None:
        self.anatomy, self.blows = anatomy, Blows(anatomy)
        super().__init__(anatomy, self.blows, harm, most, faces)


def _mapped(column: Rows, into: Callable[[int], int]) -> Rows:
    """A column with other numbers in the place of its own, each found out once."""
    present = np.flatnonzero(np.bincount(column))
    table = np.zeros(int(present[-1]) + 1 if len(present) else 1, dtype=np.int64)
    table[present] = [into(number) for number in present.tolist()]
    return table[column]
