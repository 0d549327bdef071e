"""The end of the phase: who was hit hard enough rolls to stay on its feet, by all that may be hit in legs and gyro."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, combinations, product
from math import comb, prod
from typing import NamedTuple, cast

import msgspec
import numpy as np
import numpy.typing as npt

from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.anatomy import TWO_DICE, Anatomy, Crew, Local
from overheat.classic.outcomes.apart import Apart
from overheat.classic.outcomes.effects import DESTROYED, FALL
from overheat.classic.outcomes.lumped import Lumped, Rows
from overheat.classic.outcomes.tallies import Tallies, Weights
from overheat.classic.rules.standard.falls import Fall, seat_belt
from overheat.classic.rules.standard.piloting import (
    CAUSES,
    LEG_ACTUATORS,
    Check,
    battered,
    cause,
    hopeless,
    piloting_number,
)
from overheat.classic.rules.standard.systems import gyro_destroyed
from overheat.classic.unit.condition import LocationCondition
from overheat.kernel.dice import totals_and_weights
from overheat.kernel.terms import Term

GONE = 2**20
HIP = "hip"
Told = dict[tuple[str, ...], float]
"""What happens, by name, with its chance."""


class Leg(NamedTuple):
    """A leg as far as it matters to standing."""

    gone: bool
    hit: tuple[int, ...] = ()
    """Slots of actuators that were hit, of those that do the same the first ones."""


class Shape(NamedTuple):
    """What carries a machine: its legs, and how often its gyro was hit since."""

    legs: tuple[Leg, ...]
    gyro: int


class Bearing(NamedTuple):
    """A machine of a shape: the numbers that it needs to stay up, and whether rolling helps."""

    toppled: int | None
    """What a pilot needs to hold on who falls whatever he rolls."""
    shaken: tuple[int, ...] = ()
    battered: int = 0
    able: bool = True


Met = dict[tuple[Bearing, Crew, bool], float]
"""How likely a machine stands as it does, with its pilot, hit hard or not."""


class Borne(NamedTuple):
    """Locations by what they are to standing, each with its table by tallies; none for nothing at all."""

    tables: dict[tuple[tuple[int, object], ...], Weights | None]

    def both(self, other: Borne, tallies: Tallies) -> Borne:
        """These and others together."""
        found: dict[tuple[tuple[int, object], ...], Weights | None] = {}
        for one, table in self.tables.items():
            for two, more in other.tables.items():
                both = more if table is None else table if more is None else tallies.together(table, more)
                found[*one, *two] = both
        return Borne(found)


def standing(lumped: Lumped, already: Callable[[Crew], Iterable[str]], apart: Apart | None = None) -> dict[str, float]:
    """The chances of what rolls to stay bring, over all conditions; what has happened before is not counted again."""
    return Standing(lumped, already).chances(apart)


class Standing:
    """Rolls to stay of a machine as it stands now."""

    def __init__(self, lumped: Lumped, already: Callable[[Crew], Iterable[str]], state: State | None = None) -> None:
        self.lumped, self.anatomy, self.already = lumped, lumped.anatomy, already
        self.state = state or lumped.anatomy.state
        self.gyros = len(_gyro_slots(self.anatomy.unit))
        """How often the gyro may still be hit."""
        self.known: dict[tuple[object, ...], list[tuple[tuple[tuple[int, object], ...], float]]] = {}
        """What conditions of several locations are to standing, by whatever they are known by."""
        self._bearings: dict[Shape, Bearing] = {}
        self._stood: dict[tuple[Bearing, Crew, bool], Told] = {}
        self._legs: dict[tuple[int, int], dict[Leg, float]] = {}
        self._gyros: dict[int, dict[int, float]] = {}

    def chances(self, apart: Apart | None) -> dict[str, float]:
        """What may come of it, by name, over all conditions by rows and apart."""
        met: defaultdict[tuple[Bearing, Crew, bool], float] = defaultdict(float)
        for shape, crew, hard, chance in chain(self._rows(), () if apart is None else self._of_apart(apart)):
            met[self.bearing(shape), crew, hard] += chance
        return self.told(met)

    def told(self, met: Met) -> dict[str, float]:
        """What may come of it, by name; what has happened before is not counted again."""
        found: defaultdict[str, float] = defaultdict(float)
        if self.anatomy.unit.condition.prone:
            return found
        for (bearing, crew, hard), chance in met.items():
            if not hard and not bearing.shaken and bearing.toppled is None:
                continue
            before = set(self.already(crew))
            key = bearing, crew, hard
            if key not in self._stood:
                self._stood[key] = self._rolled(bearing, crew, hard)
            for names, share in self._stood[key].items():
                for name in names:
                    if name not in before:
                        found[name] += chance * share
        return found

    def _rows(self) -> Iterator[tuple[Shape, Crew, bool, float]]:
        """Everything that a machine may have to stand on, by rows, with its chance."""
        lumped, anatomy = self.lumped, self.anatomy
        columns = [*anatomy.legs, anatomy.centre, lumped.crew_column, lumped.harm_column]
        rows = lumped.rows[:, columns]
        for column, index in enumerate((*anatomy.legs, anatomy.centre)):
            rows[:, column] = self._lots(index, rows[:, column])
        rows[:, -1] = self.hard(int(rows[:, -1].max(initial=0)))[rows[:, -1]]
        rows, weights = lumped.summed(rows, lumped.weights)
        for row, weight in zip(rows.tolist(), weights.tolist(), strict=True):
            crew = lumped.crews.things[row[-2]]
            kinds = [self._leg(index, lot) for index, lot in zip(anatomy.legs, row, strict=False)]
            for gyro, likely in self._gyro(row[len(kinds)]).items():
                for carried in product(*(kind.items() for kind in kinds)):
                    chance = weight * likely
                    for _, share in carried:
                        chance *= share
                    yield Shape(tuple([leg for leg, _ in carried]), gyro), crew, bool(row[-1]), chance

    def hard(self, most: int) -> npt.NDArray[np.bool_]:
        """From which harm on a machine is battered."""
        rules = self.anatomy.rules
        return np.array([rules[battered](rules, self.anatomy.unit, harm) is not None for harm in range(most + 1)])

    def _of_apart(self, apart: Apart) -> Iterator[tuple[Shape, Crew, bool, float]]:
        """The same for locations apart."""
        anatomy, tallies = self.anatomy, apart.tallies
        legs, within = Borne({(): None}), Borne({(): None})
        for side in apart.sides:
            borne = self._side(apart, side)
            if anatomy.centre in side[0] or anatomy.head in side[0]:
                within = within.both(borne, tallies)
            else:
                legs = legs.both(borne, tallies)
        battered = self.hard(int(apart.harm.max(initial=0)))[apart.harm]
        carried = np.array([*legs.tables.values()])
        shapes = [dict(listed) for listed in legs.tables]
        for hard in (False, True):
            whole = np.where(battered == hard, tallies.ends * tallies.orders, 0.0)
            for listed, table in within.tables.items() if whole.any() else ():
                assert table is not None
                inner = dict(listed)
                crew = self.lumped.crews.things[cast("int", inner[anatomy.head])]
                chances = carried @ tallies.against(whole, table)
                for shape, chance in zip(shapes, chances.tolist(), strict=True):
                    if chance > 0:
                        standing = tuple([cast("Leg", shape[leg]) for leg in anatomy.legs])
                        yield Shape(standing, cast("int", inner[anatomy.centre])), crew, hard, chance

    def _side(self, apart: Apart, side: tuple[tuple[int, ...], ...]) -> Borne:
        """A side in all its arrangements, by what it is to standing."""
        found: dict[tuple[tuple[int, object], ...], Weights | None] = {}
        for arranged in side:
            borne = Borne({(): None})
            for unit in arranged:
                borne = borne.both(self._unit(apart, unit), apart.tallies)
            for listed, table in borne.tables.items():
                before = found.get(listed)
                found[listed] = table if before is None or table is None else before + table
        return Borne(found)

    def _unit(self, apart: Apart, unit: int) -> Borne:
        """A location or a pair, by what it is to standing: legs, the gyro with the centre, the pilot with the head."""
        shares: dict[tuple[tuple[int, object], ...], Weights] = {}
        for kind in apart.at(unit):
            _, numbers, crew = apart.kinds.things[kind]
            each: list[list[tuple[tuple[int, object], float]]] = []
            for place, number in zip(apart.units[unit], numbers, strict=True):
                told = self.borne(place, self.lumped.locals[place].things[number], crew)
                if told is not None:
                    each.append([((place, thing), share) for thing, share in told.items()])
            for chosen in product(*each):
                listed = tuple(sorted((one for one, _ in chosen), key=lambda one: one[0]))
                share = prod(share for _, share in chosen)
                shares.setdefault(listed, np.zeros(len(apart.kinds.things)))[kind] += share
        return Borne({listed: apart.table(unit, share) for listed, share in shares.items()})

    def borne(self, place: int, local: Local, crew: int) -> Mapping[object, float] | None:
        """What a location is to standing, with its chances; None where it is nothing."""
        lot = GONE if local.gone else local.lot
        if place in self.anatomy.legs:
            return cast("dict[object, float]", self._leg(place, lot))
        if place == self.anatomy.centre:
            return cast("dict[object, float]", self._gyro(lot))
        return {crew: 1.0} if place == self.anatomy.head else None

    def _lots(self, index: int, column: Rows) -> Rows:
        """Locations by what is known of their critical hits; those that are gone are one."""
        things = self.lumped.locals[index].things
        return np.array([GONE if local.gone else local.lot for local in things], dtype=np.int64)[column]

    def _leg(self, index: int, lot: int) -> dict[Leg, float]:
        """How a leg may be."""
        if (index, lot) not in self._legs:
            self._legs[index, lot] = {Leg(True): 1.0} if lot == GONE else self._within(index, lot)
        return self._legs[index, lot]

    def _rolled(self, bearing: Bearing, crew: Crew, hard: bool) -> Told:
        """One roll after the other until one fails, or a fall whatever is rolled."""
        found: Told = {}
        if bearing.toppled is not None:
            self._falls(found, bearing.toppled, 1.0, crew)
            return found
        left = 1.0
        for needed in (*bearing.shaken, *((bearing.battered,) if hard else ())):
            made = at_least(needed) if bearing.able and crew.awake else 0.0
            self._falls(found, needed, left * (1 - made), crew)
            left *= made
        return found

    def _falls(self, found: Told, needed: int, chance: float, crew: Crew) -> None:
        """A machine falls: its pilot holds on, or is hurt, and may pass out or die of it."""
        if not chance:
            return
        held = at_least(needed + self._belt) if crew.awake else 0.0
        hurt, hits = chance * (1 - held), crew.hits + 1
        _add(found, (FALL,), chance * held)
        if self.anatomy.killed(hits):
            _add(found, ("crew.hurt", DESTROYED, f"{DESTROYED}.pilot_killed", "crew.killed"), hurt)
            return
        ways, whole = self.anatomy.stays_awake(hits) if crew.awake else (((True, 1),), 1)
        for awake, many in ways:
            names = ("crew.hurt", FALL) if awake else ("crew.hurt", "crew.unconscious", FALL)
            _add(found, names, hurt * many / whole)

    @cached_property
    def _belt(self) -> int:
        """What is added to what a pilot needs to hold on, in a fall on the spot."""
        anatomy, unit = self.anatomy, self.anatomy.unit
        falling = Fall(anatomy.rules, unit, self.state.relief.board[unit.hex], 0, state=self.state)
        more = anatomy.rules[seat_belt](falling)
        return 0 if more is None else int(more.value)

    def _within(self, index: int, lot: int) -> dict[Leg, float]:
        """Which actuators of a leg may have been hit; those that do the same count as the first of them."""
        slots, found = self.anatomy.ordinary[index], dict[Leg, float]()
        hips = [slot for slot, held in slots if held.system == HIP]
        others = [slot for slot, held in slots if held.system in LEG_ACTUATORS]
        for hand, chance in self.lumped.blows.lottery.hands[index][lot].items():
            whole = comb(len(slots), hand.ordinary)
            for chosen in combinations(slots, hand.ordinary):
                hip = sum(slot in hips for slot, _ in chosen)
                other = sum(slot in others for slot, _ in chosen)
                leg = Leg(False, (*hips[:hip], *others[:other]))
                found[leg] = found.get(leg, 0.0) + chance / whole
        return found

    def _gyro(self, lot: int) -> dict[int, float]:
        """How often the gyro may have been hit."""
        if lot not in self._gyros:
            found = self._gyros[lot] = dict[int, float]()
            index = self.anatomy.centre
            for hand, chance in self.lumped.blows.lottery.hands[index][lot].items():
                kinds = zip(self.anatomy.specials[index], hand.drawn, strict=True)
                many = sum(drawn for special, drawn in kinds if special.kind == "gyro")
                found[many] = found.get(many, 0.0) + chance
        return self._gyros[lot]

    def bearing(self, shape: Shape) -> Bearing:
        found = self._bearings.get(shape)
        if found is None:
            unit, shaken, toppled = shaped(self.anatomy, shape)
            rules, state = self.anatomy.rules, self.state

            def needed(why: Term) -> int:
                return int(piloting_number(Check(rules, unit, why, state.relief.board[unit.hex], state=state)).total)

            able = not unit.condition.shut_down and not rules[hopeless](rules, unit)
            hard = cause(rules[CAUSES], "20 damage or more in a phase")
            if toppled is not None:
                found = Bearing(needed(toppled))
            else:
                found = Bearing(None, (needed(shaken[0]),) * len(shaken) if shaken else (), needed(hard), able)
            self._bearings[shape] = found
        return found


def at_least(needed: int) -> float:
    """The chance of so much or more with two dice."""
    return sum(weight for faces, weight in totals_and_weights(2, 6) if sum(faces) >= needed) / TWO_DICE


def _add(found: Told, names: tuple[str, ...], chance: float) -> None:
    if chance:
        found[names] = found.get(names, 0.0) + chance


def shaped(anatomy: Anatomy, shape: Shape) -> tuple[Unit, tuple[Term, ...], Term | None]:
    """A machine of a shape, with all that shakes it, and what makes it fall whatever it rolls."""
    causes, unit = anatomy.rules[CAUSES], anatomy.unit
    places = list(unit.condition.locations)
    shaken: list[Term] = []
    toppled: Term | None = None
    for index, leg in zip(anatomy.legs, shape.legs, strict=True):
        place = places[index]
        for slot in leg.hit:
            hip = unit.plan.slots[place.code][slot].system == HIP
            shaken.append(cause(causes, "hip destroyed" if hip else "leg or foot actuator destroyed"))
        if leg.gone and not anatomy.start[index].gone:
            toppled = cause(causes, "leg destroyed")
        places[index] = msgspec.structs.replace(
            place, structure=0 if leg.gone else place.structure, critical_hits=place.critical_hits | frozenset(leg.hit)
        )
    for slot in _gyro_slots(unit)[: shape.gyro]:
        place = places[anatomy.centre]
        places[anatomy.centre] = msgspec.structs.replace(place, critical_hits=place.critical_hits | {slot})
        if gyro_destroyed(_with(unit, places)):
            toppled = cause(causes, "gyro destroyed")
        else:
            shaken.append(cause(causes, "gyro hit"))
    return _with(unit, places), tuple(shaken), toppled


def _with(unit: Unit, places: Iterable[LocationCondition]) -> Unit:
    return msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, locations=tuple(places)))


def _gyro_slots(unit: Unit) -> list[int]:
    """The slots of the gyro that can still be hit."""
    hit, systems = unit.condition["CT"].critical_hits, unit.plan.systems.get("gyro", ())
    return [slot for code, slot in systems if code == "CT" and slot not in hit]
