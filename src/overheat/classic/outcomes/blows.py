"""What one hit does to a machine, with the chances of everything that it may set off.

Most hits concern one location and are worked out once for all that the others may be in. What goes on inward, takes an
arm along, hurts the pilot or explodes is gone through way by way, in the order in which the engine resolves it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from overheat.classic.damage.kinds.machine import REAR_ARMOUR
from overheat.classic.outcomes.anatomy import NOWHERE, Anatomy, Crew, Local
from overheat.classic.outcomes.lottery import Drawn, Lottery
from overheat.classic.rules.standard.locations import Side
from overheat.kernel.dice import advance

T = TypeVar("T")
C = TypeVar("C", bound=Hashable)


class Blow(NamedTuple):
    """A hit on a place, as far as it matters."""

    place: int
    damage: int
    rear: bool
    critical: bool
    """Whether luck goes through the armour."""
    certain: int
    """Critical hits that need no roll."""
    side: Side | None = None
    """The side that it comes from, where that matters."""
    then: Blow | None = None
    """What it does besides to a target that is still in the battle."""


class Fate(NamedTuple):
    """How a machine is lost: why, and what else happens at that moment that is not told by what is left of it."""

    why: str
    more: frozenset[str] = frozenset()


class Locally(NamedTuple):
    """What a hit makes of a location: how likely, what is left, and whether the machine is lost by it."""

    chance: float
    local: Local
    fate: Fate | None


class Widely(NamedTuple, Generic[C]):
    """What a hit makes of a whole target."""

    locals: tuple[Local, ...]
    crew: C
    harm: int
    """What explosions did, besides the damage of the hit."""
    fate: Fate | None


class LostError(Exception):
    """A machine is out of the battle; nothing that follows counts."""

    def __init__(self, fate: Fate) -> None:
        super().__init__(fate.why)
        self.fate = fate


class Blows:
    """Hits on one machine, each worked out once."""

    def __init__(self, anatomy: Anatomy) -> None:
        self.anatomy, self.lottery = anatomy, Lottery(anatomy)
        self._here: dict[tuple[Blow, Local], tuple[Locally, ...] | None] = {}

    # Where one location is concerned

    def here(self, blow: Blow, local: Local) -> tuple[Locally, ...] | None:
        """What a hit makes of a location; None where more than that is concerned."""
        key = blow, local
        if key not in self._here:
            self._here[key] = self._struck_here(blow, local)
        return self._here[key]

    def _struck_here(self, blow: Blow, local: Local) -> tuple[Locally, ...] | None:
        anatomy, at = self.anatomy, blow.place
        if local.gone or anatomy.head_hits[at]:
            return None
        rear = blow.rear and anatomy.codes[at] in REAR_ARMOUR
        armour = local.rear if rear else local.front
        left, worn = max(0, blow.damage - armour), max(0, armour - blow.damage)
        after = local._replace(rear=worn) if rear else local._replace(front=worn)
        if left >= local.structure:
            gone = after._replace(structure=0)
            if at == anatomy.centre:
                return (Locally(1.0, gone, Fate("centre_torso_destroyed")),)
            alone = left == local.structure and not anatomy.hanging[at] and not anatomy.engine_slots[at]
            return (Locally(1.0, gone, None),) if alone and not blow.certain else None
        found = [Locally(1.0, after._replace(structure=local.structure - left), None)]
        for count in (None,) * ((left > 0) + blow.critical) + (blow.certain,) * (blow.certain > 0):
            again: list[Locally] = []
            for each in found:
                if each.fate is not None or (each.local.gone and count is None):
                    again.append(each)
                    continue
                more = None if each.local.gone else self._criticals_here(at, each.local, count)
                if more is None:
                    return None
                again += [Locally(each.chance * one.chance, one.local, one.fate) for one in more]
            found = again
        return tuple(found)

    def _criticals_here(self, at: int, local: Local, count: int | None) -> list[Locally] | None:
        """Critical hits on a location; None where they concern more than it."""
        lottery, found = self.lottery, []
        for sign, chance, lot in lottery.roll(at, local.lot) if count is None else lottery.strike(at, local.lot, count):
            after = local._replace(lot=lot)
            match sign.shown:
                case "nothing":
                    found.append(Locally(chance, after, None))
                case "lost":
                    found.append(Locally(chance, after, Fate(sign.why)))
                case "blown off" if not self.anatomy.hanging[at] and at != self.anatomy.head:
                    found.append(Locally(chance, after._replace(structure=0), None))
                case "explodes" if self.anatomy.goes_all_the_way(at, self.anatomy.specials[at][sign.special]):
                    if self.anatomy.spread:
                        return None
                    found.append(Locally(chance, after, all_lost(self.anatomy, at)))
                case _:
                    return None
        return found

    # Where more is concerned

    def surely(self, blow: Blow) -> tuple[int, ...]:
        """The locations that a hit comes to in any case: the one that it strikes."""
        return (blow.place,)

    def widely(self, blow: Blow, left: tuple[Local, ...], crew: Crew) -> tuple[tuple[Widely[Crew], float], ...]:
        """What a hit makes of a machine; of the locations that it cannot concern nothing changes."""
        return self.concerned(blow, left, crew)[0]

    def concerned(
        self, blow: Blow, left: tuple[Local, ...], crew: Crew
    ) -> tuple[tuple[tuple[Widely[Crew], float], ...], frozenset[int]]:
        """The same, and the locations that it came to on any way, the crew as the one after the last of them.

        Whatever else may be otherwise, it makes the same of them.
        """
        merged: dict[Widely[Crew], float] = {}
        path: list[int] = []
        met: set[int] = set()
        while True:
            way = OneWay(self, left, crew, path, met)
            after = way.resolved(blow)
            merged[after] = merged.get(after, 0.0) + way.chance
            if not advance(path, way.widths):
                break
        return tuple(merged.items()), frozenset(met)


class OneWay:
    """A hit on one of the ways that it can go, step by step as the engine has them."""

    def __init__(self, blows: Blows, left: tuple[Local, ...], crew: Crew, path: list[int], met: set[int]) -> None:
        self.anatomy, self.lottery = blows.anatomy, blows.lottery
        self.locals, self.crew, self.harm = list(left), crew, 0
        self._met = met
        self._path = path
        self.widths: list[int] = []
        self.chance = 1.0

    def _choose(self, options: Sequence[tuple[T, float]]) -> T:
        depth = len(self.widths)
        if depth == len(self._path):
            self._path.append(0)
        self.widths.append(len(options))
        found, chance = options[self._path[depth]]
        self.chance *= chance
        return found

    def resolved(self, blow: Blow) -> Widely[Crew]:
        """What the hit leaves."""
        fate = None
        try:
            self._struck(blow)
        except LostError as lost:
            fate = lost.fate
        return Widely(tuple(self.locals), self.crew, self.harm, fate)

    def _struck(self, blow: Blow) -> None:
        place, anatomy = blow.place, self.anatomy
        self._met.add(place)
        if place == anatomy.head:
            self._met.add(len(self.locals))
            self.crew = self.crew._replace(head=True)
        self._hurt(anatomy.head_hits[place])
        self._wear_down(blow)
        if blow.critical and not self.locals[place].gone:
            self._roll(place)
        if blow.certain:
            self._strike(place, blow.certain)

    def _hurt(self, hits: int) -> None:
        for _ in range(hits):
            self._met.add(len(self.locals))
            self.crew = self.crew._replace(hits=self.crew.hits + 1)
            if self.anatomy.killed(self.crew.hits):
                raise LostError(Fate("pilot_killed"))
            if self.crew.awake:
                ways, whole = self.anatomy.stays_awake(self.crew.hits)
                self.crew = self.crew._replace(awake=self._choose([(awake, many / whole) for awake, many in ways]))

    def _leaves(self, onward: Blow) -> bool:
        """Whether what goes on to a location is no longer followed: on none of the ways of a whole machine."""
        return False

    def _follows(self, at: int) -> bool:
        """Whether a location is followed: on the ways of a whole machine all are."""
        return True

    def _wear_down(self, blow: Blow) -> None:
        at, damage = blow.place, blow.damage
        while damage > 0 and at != NOWHERE and not self._leaves(Blow(at, damage, blow.rear, False, 0)):
            self._met.add(at)
            local = self.locals[at]
            if not local.gone:
                rear = blow.rear and self.anatomy.codes[at] in REAR_ARMOUR
                armour = local.rear if rear else local.front
                worn = max(0, armour - damage)
                damage = max(0, damage - armour)
                self.locals[at] = local._replace(rear=worn) if rear else local._replace(front=worn)
                if damage > 0:
                    damage = self._into_structure(at, damage)
            at = self.anatomy.inward[at]

    def _into_structure(self, at: int, damage: int) -> int:
        structure = self.locals[at].structure
        if damage < structure:
            self.locals[at] = self.locals[at]._replace(structure=structure - damage)
            self._roll(at)
            return 0
        self._lose(at)
        return damage - structure

    def _lose(self, at: int) -> None:
        self.locals[at] = self.locals[at]._replace(structure=0)
        for arm in filter(self._follows, self.anatomy.hanging[at]):
            self._met.add(arm)
            if not self.locals[arm].gone:
                self._lose(arm)
        self._see_fate()

    def _see_fate(self) -> None:
        anatomy = self.anatomy
        if self.locals[anatomy.head].gone:
            raise LostError(Fate("head_destroyed"))
        if self.locals[anatomy.centre].gone:
            raise LostError(Fate("centre_torso_destroyed"))
        if anatomy.spread and self._engine() >= anatomy.limit:
            raise LostError(Fate("engine_destroyed"))

    def _engine(self) -> int:
        """Hits on the engine by now: its slots that were hit, and all of those in side torsos that are gone."""
        total = 0
        for index, slots in enumerate(self.anatomy.engine_slots):
            if slots:
                self._met.add(index)
            if slots and self.locals[index].gone:
                total += slots
            elif slots:
                total += self.anatomy.engine_before[index]
                total += self.lottery.engine_drawn(index, self.locals[index].lot)
        return total

    def _roll(self, at: int) -> None:
        self._drawn(at, self.lottery.roll(at, self.locals[at].lot))

    def _strike(self, at: int, count: int) -> None:
        """Critical hits on a location, or on the next one inward that has anything to hit."""
        self._met.add(at)
        while self.locals[at].gone:
            at = self.anatomy.inward[at]
            if at == NOWHERE or self._leaves(Blow(at, 0, False, False, count)):
                return
            self._met.add(at)
        self._drawn(at, self.lottery.strike(at, self.locals[at].lot, count))

    def _drawn(self, at: int, ways: tuple[Drawn, ...]) -> None:
        found = self._choose([(way, way.chance) for way in ways])
        sign = found.sign
        self.locals[at] = self.locals[at]._replace(lot=found.lot)
        match sign.shown:
            case "blown off":
                self._lose(at)
            case "lost":
                raise LostError(Fate(sign.why))
            case "inward":
                at = self.anatomy.inward[at]
                if not self._leaves(Blow(at, 0, False, False, sign.left)):
                    self._strike(at, sign.left)
            case "engine":
                self._see_fate()
                self._rest(at, sign.left)
            case "explodes":
                special = self.anatomy.specials[at][sign.special]
                if self.anatomy.goes_all_the_way(at, special) and not self.anatomy.spread:
                    raise LostError(all_lost(self.anatomy, at))
                self._explode(at, special.power)
                self._see_fate()
                self._rest(at, sign.left)

    def _rest(self, at: int, left: int) -> None:
        """The other critical hits of a roll; where nothing is left to hit, they find nothing."""
        if left and not self.locals[at].gone:
            ways = self.lottery.strike(at, self.locals[at].lot, left)
            if ways[0].sign.shown != "inward":
                self._drawn(at, ways)

    def _explode(self, at: int, damage: int) -> None:
        self._met.add(len(self.locals))
        self.crew, self.harm = self.crew._replace(exploded=True), self.harm + damage
        place = at
        while damage > 0 and place != NOWHERE:
            self._met.add(place)
            if not self.locals[place].gone:
                damage = self._into_structure(place, damage)
            if self.anatomy.vented[place]:
                break
            place = self.anatomy.inward[place]
        self._see_fate()
        self._hurt(self.anatomy.explosion_hits)


def all_lost(anatomy: Anatomy, at: int) -> Fate:
    """How a machine is lost by an explosion that nothing outlasts: every location on its way is."""
    lost = {"explosion"}
    while True:
        for one in (at, *anatomy.hanging[at]):
            if not anatomy.start[one].gone:
                lost.add(f"lost.{anatomy.codes[one]}")
        if at == anatomy.head:
            return Fate("head_destroyed", frozenset(lost))
        if at == anatomy.centre:
            return Fate("centre_torso_destroyed", frozenset(lost))
        at = anatomy.inward[at]
