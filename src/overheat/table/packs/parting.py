"""An answer of many parts, learnt by asking: which facts each part goes by, and what it is for each of them.

Whoever answers is not looked into. A part is a table over the few facts that it goes by; values of a fact that it does
not tell apart share a column. At first a part goes by what changes it alone. Then whole situations are drawn, and where
a table is wrong about one, the single fact is found that makes the difference there, all its values are asked in that
place, and the table grows. Facts that act together thus come to stand in one table, and a table that would be too large
is left with holes: what was not asked is not known, and never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

import msgspec

Situation = tuple[int, ...]
"""Which of its values each fact has."""
Answers = Mapping[str, Hashable]
"""What is answered, by part; a part that is not there is nothing."""
Ask = Callable[[Situation], Answers]
"""Who answers."""
WHY_NOT = "why not"
"""The part that says why a situation cannot be; then of others only those are known that are told all the same."""
UNASKED = "unasked"
"""A part of which nobody knows in a situation, since it does not matter there."""
USUAL = 0
"""Every fact names its usual value first."""
AS_USUAL = 0.4
"""How many facts of a drawn situation are as usual."""
AT_RANDOM = 0.3
"""How many of the others are any value at all."""
ANOTHER_WAY = 12
"""How many members of columns are tried for a cell before it is left a hole."""
UNKNOWN = -1


class Fact(msgspec.Struct, frozen=True):
    """Something that a question says, and all that it may be, the usual first."""

    name: str
    values: tuple[Any, ...]


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How much is asked."""

    most: int = 4000
    """Questions in all before the tables are filled."""
    quiet: int = 250
    """Situations in a row about which nothing was wrong; then it is enough."""
    cells: int = 1500
    """The largest table that is filled."""


class Table(msgspec.Struct, frozen=True):
    """What a part is: the facts that it goes by, the column of each of their values, and its cells row by row."""

    by: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]
    cells: tuple[Hashable, ...]
    known: tuple[bool, ...]

    def at(self, situation: Situation) -> int:
        """The cell of a situation."""
        cell = 0
        for fact, columns in zip(self.by, self.columns, strict=True):
            cell = cell * (max(columns) + 1) + columns[situation[fact]]
        return cell


class _Part:
    """A part while it is learnt."""

    def __init__(self) -> None:
        self.columns: dict[int, list[int]] = {}
        self.members: dict[int, list[list[int]]] = {}
        self.by: tuple[int, ...] = ()
        self.stand_ins: dict[tuple[int, ...], Situation | None] = {}

    def parted(self, fact: int, told: Sequence[tuple[bool, Hashable]]) -> bool:
        """Part the values of a fact by what was answered about each; whether any were that had not been."""
        held = self.columns.get(fact, [0] * len(told))
        first: dict[int, Hashable] = {}
        for column, (known, answer) in zip(held, told, strict=True):
            if known:
                first.setdefault(column, answer)
        order: dict[tuple[int, Hashable], int] = {}
        tidy = [
            order.setdefault((column, answer if known else first.get(column)), len(order))
            for column, (known, answer) in zip(held, told, strict=True)
        ]
        if len(order) == len(set(held)):
            return False
        self.columns[fact] = tidy
        self.members[fact] = [[value for value, column in enumerate(tidy) if column == at] for at in order.values()]
        self.by, self.stand_ins = tuple(sorted(self.columns)), {}
        return True


class _Cells:
    """The situations that were asked about, by the cell of a table that they are in."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, ...], list[Situation]] = {}
        self.upto = 0
        """How many of them are told of."""


class Learner:
    """Asks about situations, and knows afterwards what the parts of every answer go by."""

    def __init__(self, facts: Sequence[Fact], ask: Ask, effort: Effort, seed: str) -> None:
        self.facts = facts
        self._ask, self._effort = ask, effort
        self._random = Random(seed)
        self._asked: dict[Situation, Answers] = {}
        self._parts: dict[str, _Part] = {WHY_NOT: _Part()}
        self._swept: set[tuple[int, Situation]] = set()
        self._told_apart: dict[int, list[list[list[int]]]] = {}
        """The ways in which tables tell values of a fact apart."""
        self._cells: dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], _Cells] = {}
        self._cannot_be: Table | None = None
        """Which situations cannot be, once that is known."""
        self.doubtful: set[str] = set()
        """Parts of which something stayed wrong: they are not told."""

    def ask(self, situation: Situation) -> Answers:
        """What is answered about a situation, asked once."""
        if situation not in self._asked:
            self._asked[situation] = self._ask(situation)
        return self._asked[situation]

    def _told(self, name: str, situation: Situation) -> tuple[bool, Hashable]:
        """Whether a part of an answer is known, and what it is."""
        answer = self.ask(situation)
        told = answer.get(name)
        return (WHY_NOT not in answer or name in answer) and told != UNASKED, told

    @property
    def asked(self) -> int:
        """How many situations were asked about."""
        return len(self._asked)

    def learn(self) -> dict[str, Table]:
        """All parts as tables."""
        usual, most = (USUAL,) * len(self.facts), self._effort.most + self.asked
        for fact in range(len(self.facts)):
            self.look(fact, usual)
        quiet = 0
        while quiet < self._effort.quiet and self.asked < most:
            quiet = quiet + 1 if self._right(self.drawn()) else 0
        found = {}
        for name in sorted(self._parts.keys() - self.doubtful, key=lambda name: (name != WHY_NOT, name)):
            found[name] = self._filled(name)
            if name == WHY_NOT:
                self._cannot_be = found[name]
        self.doubtful |= {name for name, table in found.items() if table is None}
        return {name: table for name, table in found.items() if table is not None}

    def drawn(self) -> Situation:
        """A situation in which much is unusual; what tables tell apart is drawn as often, however few values it is."""
        return tuple(USUAL if self._random.random() < AS_USUAL else self._any(at) for at in range(len(self.facts)))

    def _any(self, fact: int) -> int:
        """A value of a fact: one of any column of any table, or any at all."""
        told_apart = self._told_apart.setdefault(fact, [])
        if not told_apart or self._random.random() < AT_RANDOM:
            return self._random.randrange(len(self.facts[fact].values))
        return self._random.choice(self._random.choice(self._random.choice(told_apart)))

    def look(self, fact: int, place: Situation) -> None:
        """Ask about every value of a fact in some place, and part them in all parts of the answer."""
        around = (*place[:fact], USUAL, *place[fact + 1 :])
        if (fact, around) in self._swept:
            return
        self._swept.add((fact, around))
        places = [(*place[:fact], value, *place[fact + 1 :]) for value in range(len(self.facts[fact].values))]
        for name in sorted({name for each in places for name in self.ask(each)} | self._parts.keys()):
            answers = [self._told(name, each) for each in places]
            part = self._parts.setdefault(name, _Part())
            apart = self._told_apart.setdefault(fact, [])
            if part.parted(fact, answers) and part.members[fact] not in apart:
                apart.append(part.members[fact])

    def _right(self, situation: Situation) -> bool:
        """Whether all tables were right about a situation; those that were not are mended."""
        right = True
        for name in sorted(self._parts.keys() | self.ask(situation).keys()):
            self._parts.setdefault(name, _Part())
            while name not in self.doubtful and not self._agrees(name, situation):
                right = False
                if not self._mended(name, situation):
                    self.doubtful.add(name)
        return right

    def _agrees(self, name: str, situation: Situation) -> bool:
        place = self._stand_in(name, self._columns(name, situation))
        known, told = self._told(name, situation)
        return place is None or not known or told == self._told(name, place)[1]

    def _columns(self, name: str, situation: Situation) -> tuple[int, ...]:
        part = self._parts[name]
        return tuple(part.columns[fact][situation[fact]] for fact in part.by)

    def _stand_in(self, name: str, columns: tuple[int, ...]) -> Situation | None:
        """A situation that stands for all of a cell: everything that the part does not go by is as usual."""
        part = self._parts[name]
        if columns not in part.stand_ins:
            part.stand_ins[columns] = self._found_for(name, part, columns)
        return part.stand_ins[columns]

    def _found_for(self, name: str, part: _Part, columns: tuple[int, ...]) -> Situation | None:
        members = [part.members[fact][column] for fact, column in zip(part.by, columns, strict=True)]
        for values in islice(product(*members), ANOTHER_WAY):
            place = [USUAL] * len(self.facts)
            for fact, value in zip(part.by, values, strict=True):
                place[fact] = value
            if self._may_be(name, tuple(place)) and self._told(name, tuple(place))[0]:
                return tuple(place)
        return next((place for place in self._asked_in(part, columns) if self._told(name, place)[0]), None)

    def _may_be(self, name: str, place: Situation) -> bool:
        """Whether it is worth asking for a part in a situation: not where it is known that there is none."""
        table = None if name == WHY_NOT else self._cannot_be
        if table is None or place in self._asked:
            return True
        cell = table.at(place)
        return not table.known[cell] or table.cells[cell] is None

    def _asked_in(self, part: _Part, columns: tuple[int, ...]) -> Sequence[Situation]:
        """The situations of a cell that were asked about, in that order; parts that go by the same share them."""
        told_apart = tuple(tuple(part.columns[fact]) for fact in part.by)
        cells = self._cells.setdefault((part.by, told_apart), _Cells())
        for place in islice(self._asked, cells.upto, None):
            cell = tuple(row[place[fact]] for fact, row in zip(part.by, told_apart, strict=True))
            cells.places.setdefault(cell, []).append(place)
        cells.upto = len(self._asked)
        return cells.places.get(columns, ())

    def _mended(self, name: str, situation: Situation) -> bool:
        """Find the fact that makes a table wrong about a situation, and ask about all its values there."""
        start = self._stand_in(name, self._columns(name, situation))
        assert start is not None
        differing = [fact for fact in range(len(self.facts)) if start[fact] != situation[fact]]
        for _ in range(ANOTHER_WAY):
            found = self._turning_point(name, start, situation, differing)
            if found is not None:
                self.look(*found)
                return True
            self._random.shuffle(differing)
        return False

    def _turning_point(
        self, name: str, start: Situation, end: Situation, order: Sequence[int]
    ) -> tuple[int, Situation] | None:
        """The fact at which an answer changes on the way from one situation to another, and where that is."""

        def on_the_way(steps: int) -> Situation:
            place = list(start)
            for fact in order[:steps]:
                place[fact] = end[fact]
            return tuple(place)

        low, high = 0, len(order)
        before = self._told(name, start)
        while high - low > 1:
            middle = (low + high) // 2
            told = self._told(name, on_the_way(middle))
            if not told[0]:
                return None
            low, high = (middle, high) if told == before else (low, middle)
        return order[low], on_the_way(low)

    def _filled(self, name: str) -> Table | None:
        """A part with every cell asked about; None where there are too many."""
        part = self._parts[name]
        widths = [len(part.members[fact]) for fact in part.by]
        if prod(widths) > self._effort.cells:
            return None
        places = [self._stand_in(name, columns) for columns in product(*map(range, widths))]
        cells = tuple(None if place is None else self._told(name, place)[1] for place in places)
        columns = tuple(tuple(part.columns[fact]) for fact in part.by)
        return Table(part.by, columns, cells, tuple(place is not None for place in places))
