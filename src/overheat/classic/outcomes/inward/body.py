"""A machine as its locations see hits: what each hit makes of each condition of a location, found out once.

It is kept as long as the machine stays as it is, for as many volleys as are fired at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overheat.classic.facts.state import State
from overheat.classic.outcomes.anatomy import NOWHERE, Anatomy, Crew, Local
from overheat.classic.outcomes.blows import Blow, Blows, Fate, OneWay, Widely, all_lost
from overheat.classic.outcomes.effects import COUNTED
from overheat.classic.outcomes.inward.growing import Growing
from overheat.classic.outcomes.lottery import Drawn
from overheat.classic.outcomes.lumped import Lumped, Numbered
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.standing import Standing
from overheat.classic.outcomes.tallies import Numbers, Weights
from overheat.classic.outcomes.verdicts import Verdicts, of_fate
from overheat.kernel.dice import advance
from overheat.kernel.wording.phrases import as_id

NO_END = 10**9
STAYS = -1
"""Where nothing goes on inward."""
UNKNOWN = -1
GONE = Local(0, 0, 0)
COUNTED_NAMES = frozenset(f"critical.{as_id(system)}" for system in COUNTED)
MOST_TIMES = 13
"""More slots than a location has."""

Beside = tuple[tuple[int, int], ...]
"""Locations that are still there, by their numbers, each with its condition by its number."""
Steps = tuple[Blow, ...]
"""Blows, one after the other."""
Mixture = tuple[tuple[Steps, float], ...]
"""Blows that a hit may be to a part of a machine, each with its chance."""


class Condition(NamedTuple):
    """A location as it may be, by its number, with others beside it that it has to do with; the pilot at the head."""

    place: int
    local: int
    crew: int
    beside: Beside = ()

    def with_local(self, place: int, local: int) -> Condition:
        """The same with one of its locations otherwise."""
        if place == self.place:
            return self._replace(local=local)
        return self._replace(beside=tuple([(at, local if at == place else left) for at, left in self.beside]))


class Passed(NamedTuple):
    """What goes on inward from a part, and what is still there of it."""

    steps: Steps
    remains: Beside


class Outcome(NamedTuple):
    """What blows make of a condition."""

    after: int
    chance: float
    fate: int
    onward: int
    """What goes on inward, by its number."""


class Passages(NamedTuple):
    """What mixtures of blows make of conditions: by rows, and of each row every outcome.

    Those that stay in the battle and pass nothing on come first in a row.
    """

    condition: Numbers
    first: Numbers
    staying: Numbers
    many: Numbers
    after: Numbers
    chance: Weights
    fate: Numbers
    onward: Numbers


class Body:
    """A machine and what hits make of its locations."""

    def __init__(self, state: State, target: str) -> None:
        self.anatomy = anatomy = Anatomy(state, target)
        self._check(anatomy)
        self.lumped = Lumped(anatomy, lambda harm, _: harm, NO_END)
        self.verdicts = Verdicts(self.lumped)
        self._standing: Standing | None = None
        self.conditions: Numbered[Condition] = Numbered()
        self.mixtures: Numbered[Mixture] = Numbered()
        self.passed: Numbered[Passed] = Numbered()
        self.fates: Numbered[Fate | None] = Numbered()
        self.fates.number(None)
        self._vital = anatomy.head, anatomy.centre
        self.taking = self.passed.number(Passed((), ()))
        """That a torso beside a centre is gone and takes along the arms that are not."""
        self.first_crew = self.lumped.crews.number(anatomy.crew)
        self.names: Numbered[str] = Numbered()
        places = Counter(name for _, name in set(self._named()))
        for name in sorted(places, key=lambda name: (places[name] == 1, name)):
            self.names.number(name)
        self.shared = [name for name in self.names.things if places[name] > 1]
        """What may happen in more than one location; these names come first."""
        self._struck: dict[tuple[int, Blow], tuple[Outcome, ...]] = {}
        self._joined: dict[tuple[int, int], tuple[int, int]] = {}
        self._rows = np.full((8, 64), UNKNOWN, dtype=np.int64)
        self._by_row = Growing(np.int64, 4)
        self._flat = Growing(np.float64, len(Outcome._fields))
        self._new_rows: list[tuple[int, int, int, int]] = []
        self._new_flat: list[Outcome] = []
        self._passages: Passages | None = None
        self._lumps: dict[tuple[int, int, frozenset[bool]], int] = {}
        self._lumps_passed: dict[tuple[int, int, frozenset[bool]], int] = {}
        self._told_of: dict[tuple[int, bool, bool, bool, int, int], Weights] = {}
        self._spared = Growing(np.float64, len(self.names.things))
        self._forgotten: dict[int, Weights] = {}
        self.start = [self._condition(place, local) for place, local in enumerate(anatomy.start)]

    def _check(self, anatomy: Anatomy) -> None:
        """Whether damage only ever goes inward, and nothing is counted over several locations."""
        if anatomy.spread:
            raise NotForeseenError("an engine in several locations")
        for system in COUNTED:
            if len({code for code, _ in anatomy.unit.plan.systems.get(system, ())}) > 1:
                raise NotForeseenError("a system in several locations of which hits are counted")
        for place, hanging in enumerate(anatomy.hanging):
            if any(anatomy.inward[arm] != place for arm in hanging):
                raise NotForeseenError("locations that are lost with others which they do not hang on")
            if anatomy.start[place].gone and not all(anatomy.start[arm].gone for arm in hanging):
                raise NotForeseenError("arms that hang on nothing")

    def _named(self) -> Iterable[tuple[int, str]]:
        """Everything that may happen in each location, by its name; what is told of a fate alone is not counted."""
        anatomy = self.anatomy
        for place, (ordinary, specials) in enumerate(zip(anatomy.ordinary, anatomy.specials, strict=True)):
            code = anatomy.codes[place]
            names = {name for _, held in ordinary for name in self.verdicts.named(held)}
            names |= {special.name for special in specials}
            names |= {"critical"} if names else set()
            names |= {f"{name}.{times}" for name in names for times in range(2, MOST_TIMES) if name in COUNTED_NAMES}
            names |= {f"lost.{anatomy.codes[at]}" for at in (place, *anatomy.hanging[place])}
            names |= {f"breach.{code}", f"breach.{code}.rear"}
            if place == anatomy.head:
                names |= {"head", "explosion", "crew.hurt", "crew.unconscious"}
            for special in specials:
                if special.kind == "explosive" and anatomy.goes_all_the_way(place, special):
                    names |= {name for name in all_lost(anatomy, place).more if name.startswith("lost.")}
            yield from ((place, name) for name in names)

    def _condition(self, place: int, local: Local) -> int:
        return self.conditions.number(Condition(place, self.lumped.locals[place].number(local), self.first_crew))

    def standing(self, state: State) -> Standing:
        """Its rolls to stay, in a battle as it is."""
        if self._standing is None or self._standing.state is not state:
            self._standing = Standing(self.lumped, self.verdicts.of_crew, state)
        return self._standing

    # What blows do

    def rows(self, mixtures: Numbers, conditions: Numbers) -> Numbers:
        """The rows of passages by which mixtures of blows strike conditions."""
        self._grow()
        found = self._rows[mixtures, conditions]
        unknown = np.flatnonzero(found < 0)
        if len(unknown):
            for mixture, condition in {*zip(mixtures[unknown].tolist(), conditions[unknown].tolist(), strict=True)}:
                self._rows[mixture, condition] = self._row(mixture, condition)
            found = self._rows[mixtures, conditions]
        return found

    def _grow(self) -> None:
        """Room for all mixtures and conditions that there are."""
        wide, long = self._rows.shape
        mixtures, conditions = len(self.mixtures.things), len(self.conditions.things)
        if mixtures > wide or conditions > long:
            more = np.full((max(wide, 2 * mixtures), max(long, 2 * conditions)), UNKNOWN, dtype=np.int64)
            more[:wide, :long] = self._rows
            self._rows = more

    def _row(self, mixture: int, condition: int) -> int:
        chances: dict[tuple[int, int, int], float] = {}
        for steps, share in self.mixtures.things[mixture]:
            for after, chance, fate, onward in self._taken(condition, steps):
                key = after, fate, onward
                chances[key] = chances.get(key, 0.0) + share * chance
        listed = [Outcome(after, chance, fate, onward) for (after, fate, onward), chance in chances.items()]
        listed.sort(key=lambda one: one.fate > 0 or one.onward != STAYS)
        staying = sum(not one.fate and one.onward == STAYS for one in listed)
        first = self._flat.many + len(self._new_flat)
        self._new_rows.append((condition, first, staying, len(listed)))
        self._new_flat += listed
        self._passages = None
        return self._by_row.many + len(self._new_rows) - 1

    @property
    def passages(self) -> Passages:
        """All passages that were found so far."""
        if self._passages is None:
            self._by_row.append(np.array(self._new_rows, dtype=np.int64))
            self._flat.append(np.array(self._new_flat))
            self._new_rows, self._new_flat = [], []
            after, chance, fate, onward = self._flat.all.T
            condition, first, staying, many = self._by_row.all.T
            after, fate, onward = (column.astype(np.int64) for column in (after, fate, onward))
            self._passages = Passages(condition, first, staying, many, after, chance, fate, onward)
        return self._passages

    def _taken(self, condition: int, steps: Steps) -> Sequence[Outcome]:
        """What blows make of a condition, one after the other."""
        first, *others = steps
        found = self._outcomes(condition, first)
        for blow in others:
            if any(one.onward != STAYS for one in found):
                raise NotForeseenError("several things at once that go on inward")
            found = tuple(
                [one for one in found if one.fate]
                + [
                    Outcome(after, one.chance * chance, fate, onward)
                    for one in found
                    if not one.fate
                    for after, chance, fate, onward in self._outcomes(one.after, blow)
                ]
            )
        return found

    def _outcomes(self, number: int, blow: Blow) -> tuple[Outcome, ...]:
        """What a blow makes of a condition."""
        condition = self.conditions.things[number]
        blow = self._met_by(blow, condition)
        found = self._struck.get((number, blow))
        if found is None:
            struck = self._plainly(condition, blow)
            found = self._struck[number, blow] = tuple(self._inside(condition, blow) if struck is None else struck)
        return found

    def _met_by(self, blow: Blow, condition: Condition) -> Blow:
        """A blow on a location that is there no longer, as one on the next inward that is."""
        place, there = blow.place, {condition.place, *(place for place, _ in condition.beside)}
        while place not in there:
            place = self.anatomy.inward[place]
        if place == blow.place:
            return blow
        if blow.certain and blow.damage:
            raise NotForeseenError("critical hits that go on inward")
        return Blow(place, blow.damage, blow.rear, False, blow.certain)

    def _plainly(self, condition: Condition, blow: Blow) -> list[Outcome] | None:
        """What a blow makes of a location that concerns no other; None where it does."""
        at = blow.place
        held = self.lumped.locals[at]
        own = condition.local if at == condition.place else dict(condition.beside)[at]
        here = self.lumped.blows.here(blow, held.things[own])
        if here is None or (at != condition.place and any(one.local.gone for one in here)):
            return None
        return [
            Outcome(
                self.conditions.number(condition.with_local(at, held.number(one.local))),
                one.chance,
                self.fates.number(one.fate),
                STAYS,
            )
            for one in here
        ]

    def _inside(self, condition: Condition, blow: Blow) -> Iterable[Outcome]:
        """What a blow makes of a condition, way by way, as far as that concerns nothing else."""
        there = {condition.place: condition.local, **dict(condition.beside)}
        held = self.lumped.locals
        left = tuple(
            [
                held[at].things[there[at]] if at in there else whole if at in self._vital else GONE
                for at, whole in enumerate(self.anatomy.start)
            ]
        )
        crew = self.lumped.crews.things[condition.crew]
        chances: dict[tuple[int, int, int], float] = {}
        path: list[int] = []
        while True:
            way = _Inside(self.lumped.blows, left, crew, path, condition.place, frozenset(there))
            fate = way.resolved(blow).fate
            key = self._told(condition, way, fate)
            chances[key] = chances.get(key, 0.0) + way.chance
            if not advance(path, way.widths):
                break
        return [Outcome(after, chance, fate, onward) for (after, fate, onward), chance in chances.items()]

    def _told(self, condition: Condition, way: _Inside, fate: Fate | None) -> tuple[int, int, int]:
        """A way as a condition, a fate and what goes on inward."""
        numbers = [(at, self.lumped.locals[at].number(way.locals[at])) for at, _ in condition.beside]
        root = self.lumped.locals[condition.place].number(way.locals[condition.place])
        crew = self.lumped.crews.number(way.crew)
        after = self.conditions.number(Condition(condition.place, root, crew, tuple(numbers)))
        onward = STAYS
        if way.onward and fate is None:
            arm = condition.place in self.anatomy.hanging[self.anatomy.inward[condition.place]]
            there = [one for one in ((condition.place, root), *numbers) if not self._gone(*one)]
            gone = (
                [(condition.place, self._nothing(condition.place))] if arm and self._gone(condition.place, root) else []
            )
            onward = self.passed.number(Passed(tuple(way.onward), tuple(sorted([*there, *gone]))))
        elif way.takes_along and fate is None:
            onward = self.taking
        return after, self.fates.number(fate), onward

    def _gone(self, place: int, local: int) -> bool:
        return self.lumped.locals[place].things[local].gone

    def _nothing(self, place: int) -> int:
        """A location that is gone, as those see it whom it does not matter to how that came."""
        return self.lumped.locals[place].number(GONE)

    def marked(self, passed: int, arms: Iterable[int]) -> int:
        """What is passed on by a torso, with arms that are gone already."""
        steps, remains = self.passed.things[passed]
        more = [(arm, self._nothing(arm)) for arm in arms if arm not in dict(remains)]
        return self.passed.number(Passed(steps, tuple(sorted([*remains, *more]))))

    def joined(self, passed: int, condition: int) -> tuple[int, int]:
        """The blows that come from another part, and a condition with what is still there of that part beside it.

        Of an arm that is gone it is known as long as its torso is there, which would take it along.
        """
        key = passed, condition
        found = self._joined.get(key)
        if found is None:
            steps, remains = self.passed.things[passed]
            before = self.conditions.things[condition]
            both = (*before.beside, *remains)
            there = {place for place, local in both if not self._gone(place, local)}
            beside = [one for one in both if one[0] in there or self.anatomy.inward[one[0]] in there]
            after = self.conditions.number(before._replace(beside=tuple(sorted(beside))))
            found = self._joined[key] = self.mixtures.number(((steps, 1.0),)), after
        return found

    def cleared(self, condition: int) -> int:
        """A condition without all that is gone beside it."""
        before = self.conditions.things[condition]
        beside = tuple([one for one in before.beside if not self._gone(*one)])
        return self.conditions.number(before._replace(beside=beside))

    def lumped_as(self, condition: int, to_come: int, faces: frozenset[bool]) -> int:
        """A condition as one of all that so much damage to come cannot tell from it."""
        key = condition, to_come, faces
        found = self._lumps.get(key)
        if found is None:
            place, local, crew, beside = self.conditions.things[condition]
            lumped = [self._lumped_as(at, left, to_come, faces) for at, left in ((place, local), *beside)]
            others = tuple([(at, left) for (at, _), left in zip(beside, lumped[1:], strict=True)])
            found = self._lumps[key] = self.conditions.number(Condition(place, lumped[0], crew, others))
        return found

    def passed_as(self, passed: int, to_come: int, faces: frozenset[bool]) -> int:
        """What is passed on, with what remains as one of all that so much damage to come cannot tell from it."""
        key = passed, to_come, faces
        found = self._lumps_passed.get(key)
        if found is None:
            steps, remains = self.passed.things[passed]
            lumped = tuple([(at, self._lumped_as(at, left, to_come, faces)) for at, left in remains])
            found = self._lumps_passed[key] = self.passed.number(Passed(steps, lumped))
        return found

    def _lumped_as(self, place: int, number: int, to_come: int, faces: frozenset[bool]) -> int:
        return self.lumped.lump(place, self.lumped.locals[place], to_come, number, faces)

    def remains(self, passed: int, place: int) -> bool:
        """Whether a location is still there that passes something on."""
        return any(at == place and not self._gone(at, local) for at, local in self.passed.things[passed].remains)

    # What conditions mean

    @property
    def spared(self) -> Weights:
        """By condition and name, how likely a thing has not happened there."""
        known = self._spared.many
        if known < len(self.conditions.things):
            self._spared.append(np.array([self._meant(condition) for condition in self.conditions.things[known:]]))
        return self._spared.all

    def _meant(self, condition: Condition) -> Weights:
        found = self._of_place(condition.place, condition.local, condition.crew)
        for place, local in condition.beside:
            found = found * self._of_place(place, local, condition.crew)
        return found

    def _of_place(self, place: int, number: int, crew: int) -> Weights:
        """By name, how likely a thing has not happened in a location; once for all that the same is told of."""
        front, rear, structure, lot = self.lumped.locals[place].things[number]
        key = place, front == 0, rear == 0, structure <= 0, lot, crew
        found = self._told_of.get(key)
        if found is None:
            found = self._told_of[key] = np.ones(len(self.names.things))
            for name, chance in self.verdicts.of_place(place, number, crew).items():
                found[self.names.number(name)] = chance
        return found

    def forgotten(self, conditions: Numbers) -> Weights:
        """By condition and shared name, how likely a thing has not happened in any location of it that is gone."""
        present, inverse = np.unique(conditions, return_inverse=True)
        return np.array([self._forgot(number) for number in present.tolist()])[inverse]

    def _forgot(self, number: int) -> Weights:
        found = self._forgotten.get(number)
        if found is None:
            found = np.ones(len(self.shared))
            place, local, crew, beside = self.conditions.things[number]
            for one in ((place, local), *beside):
                if self._gone(*one):
                    found = found * self._of_place(*one, crew)[: len(self.shared)]
            self._forgotten[number] = found
        return found

    def lasting(self, fate: int) -> npt.NDArray[np.bool_]:
        """By name, whether a fate leaves a thing as it was: whatever it does not mean."""
        certain = of_fate(self.fates.things[fate])
        return np.array([name not in certain for name in self.names.things])


class _Inside(OneWay):
    """A hit on one of the ways that it can go, within a part of a machine; what goes on further is kept."""

    def __init__(
        self,
        blows: Blows,
        left: tuple[Local, ...],
        crew: Crew,
        path: list[int],
        root: int,
        inside: frozenset[int],
    ) -> None:
        super().__init__(blows, left, crew, path, set())
        self._root, self._within = root, inside
        self.onward: list[Blow] = []
        self.takes_along = False
        """Whether arms are lost that are looked at elsewhere."""

    def resolved(self, blow: Blow) -> Widely[Crew]:
        """What the hit leaves; a torso that is gone with nothing left to go on still takes its arms along."""
        there = [at for at in self._within if self.anatomy.hanging[at] and not self.locals[at].gone]
        found = super().resolved(blow)
        for at in there:
            if self.locals[at].gone and not self._within.issuperset(self.anatomy.hanging[at]):
                self.takes_along = True
                if at == self._root and not self.onward:
                    self.onward.append(Blow(self.anatomy.inward[at], 0, False, False, 0))
        return found

    def _follows(self, at: int) -> bool:
        return at in self._within

    def _leaves(self, onward: Blow) -> bool:
        at = onward.place
        while at not in self._within:
            at = self.anatomy.inward[at]
            if at == NOWHERE:
                self.onward.append(onward)
                return True
        return False

    def _drawn(self, at: int, ways: tuple[Drawn, ...]) -> None:
        if self.onward and any(way.sign.shown != "inward" and way.lot != self.locals[at].lot for way in ways):
            raise NotForeseenError("critical hits after others that go on inward")
        super()._drawn(at, ways)

    def _explode(self, at: int, damage: int) -> None:
        raise NotForeseenError("an explosion that a machine may outlast")
