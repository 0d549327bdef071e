"""The cheapest ways along the ground: from where a unit is to every hex, facing and height that its points reach.

Steps go forward, climb and turn. Of equally cheap ways the one is kept that asks for the fewest piloting rolls. What a
step costs is asked of the rules once for hexes of a kind, and known from then on to all who go alike.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

import msgspec

from overheat.classic.battle.gaits import (
    DIRECTION,
    HEX,
    MOST_GAITS,
    Gait,
    Treading,
    gait_of,
    known_between,
    steps_are_kept,
)
from overheat.classic.battle.moment import standing_in
from overheat.classic.battle.steps import (
    allowance,
    bends_left,
    by_road,
    drags,
    elevation_in,
    has_room_for,
    step_cost,
    top_to_climb,
    turned,
)
from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Command, Go, Stand, Step
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.bogging import stuck_at_once
from overheat.classic.rules.standard.driving import CLIMB, TURN_CHECKS, air_is_clear, top_of, turn_checks
from overheat.classic.rules.standard.entries import entry_checks
from overheat.classic.rules.standard.going import no_running
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import UNTOUCHED
from overheat.classic.sight.relief import Relief
from overheat.kernel.refusal import Refusal

Way = Literal["forward", "climb", "left", "right", "up"]
_STEPS: dict[Way, Step] = {way: Step(way) for way in get_args(Way)}
Footing = tuple[Hex, int, int]
"""A hex, the way a unit faces in it, and how high it is there."""
_TURNS: tuple[tuple[Way, int], ...] = (("left", -1), ("right", 1))
TURNING: dict[Way, int] = dict(_TURNS)
STUCK = 3
"""How many rolls it counts as to get stuck for certain."""


class Outset(NamedTuple):
    """How a unit sets out or goes on: as it is once it stands, what it may spend, and what it has still to say."""

    unit: Unit
    walk: int
    run: int
    begun: bool
    """Whether it has said how it moves."""
    rises: bool
    """Whether it has to stand up first."""
    only: Mode = ""
    """The mode that it sets out in, if it is neither a walk nor a run."""

    def mode(self, spent: int) -> Mode:
        """The mode to spend so many points in: walking where that is enough."""
        if self.begun or self.only:
            return self.unit.motion.mode
        return "walk" if spent <= self.walk or (spent > self.run and self.walk > 0) else "run"

    def path(self, mode: Mode, ways: tuple[Way, ...]) -> tuple[Command, ...]:
        """The commands that are still to be said."""
        said: tuple[Command, ...] = () if self.begun else (Go(mode),)
        up: tuple[Command, ...] = (Stand(),) if self.rises else ()
        return (*said, *up, *map(_STEPS.__getitem__, ways))


class Edge(NamedTuple):
    """A step from a hex into the next: how, where it leads, what it costs, and how many piloting rolls it asks for."""

    way: Way
    hex: Hex
    elevation: int
    cost: int
    trips: int
    walked: bool
    """Whether it is a step that nobody takes at a run."""
    road: bool


class Between(NamedTuple):
    """A step from a hex of some kind into one of another: what it depends on besides who takes it."""

    origin: Ground
    target: Ground
    elevation: int
    """How high above its hex it begins."""
    road: bool
    top: int | None
    """What can be climbed onto."""
    direction: int | None = None
    """Its direction, where that matters."""


class Known(NamedTuple):
    """The best way to a hex, a facing and a height so far."""

    spent: int
    trips: int
    hexes: int
    ways: tuple[Way, ...]


class Search:
    """The cheapest ways from where a unit is: on the ground, onto roofs, and for what flies also up on the way."""

    def __init__(self, state: State, outset: Outset, *, bonus: int = 0) -> None:
        unit = outset.unit
        self._state, self._unit, self._mode = state, unit, mode_of(state.relief.rules, unit)
        self._walk, self._most, self._by_road = allowance(state, unit, "walk"), outset.run + bonus, bonus > 0
        kept = steps_are_kept(state, unit)
        self._edges: dict[tuple[Hex, int, int], tuple[Edge, ...]] = _steps_kept(state, unit) if kept else {}
        self._alike: dict[Between, tuple[Edge, ...]] | None = known_between("steps", state, unit) if kept else None
        self._turn = self._cost_of_turning()
        self._checked, self._checks = bool(state.relief.rules[TURN_CHECKS]), dict[int | None, int]()
        fast = Motion("run" if outset.run > outset.walk else "walk")
        self._turner = unit if outset.begun or outset.only else msgspec.structs.replace(unit, motion=fast)
        self._drags = drags(state, unit)
        self._taken, self._empty = standing_in(state, unit), dict[int, bool]()
        self._ceiling = _ceiling(state.relief) if unit.sheet.motive == "vtol" else None
        self._queue: list[tuple[int, int, int, Footing]] = []
        self._count = 0
        self.begin = unit.hex, unit.facing, unit.elevation
        self._outset = Known(unit.motion.spent, 0, unit.motion.travelled, ())
        self.known: dict[Footing, Known] = {self.begin: self._outset}

    def _cost_of_turning(self) -> int | None:
        setting_out = msgspec.structs.replace(self._unit, motion=Motion("walk"))
        turn = turned(self._state, setting_out, "left")
        return None if isinstance(turn, Refusal) else int(turn.cost.total)

    def _swerves(self, here: Known) -> int:
        """How many rolls a turn asks for after the way so far, for who may run as for who does."""
        since = (count for count, way in enumerate(reversed(here.ways)) if way in TURNING)
        straight = next(since, len(here.ways)) if here.ways else None
        if straight not in self._checks:
            self._checks[straight] = len(turn_checks(self._state, self._turner, "left", straight))
        return self._checks[straight]

    def run(self) -> dict[Footing, Known]:
        """Every hex, facing and height within reach, with the best way there."""
        self._queue = [(begun.spent, 0, 0, at) for at, begun in self.known.items()]
        while self._queue:
            spent, _, _, at = heapq.heappop(self._queue)
            here = self.known[at]
            if here.spent < spent:
                continue
            hex, facing, elevation = at
            if self._turn is not None:
                trips = self._swerves(here) if self._checked else 0
                for way, by in _TURNS:
                    self._offer((hex, (facing + by) % 6, elevation), here, way, self._turn, trips)
            if self._ceiling is not None:
                self._rise(at, here)
            for edge in self._ahead(hex, elevation, facing):
                self._step(edge, facing, here)
        return self.known

    def _step(self, edge: Edge, facing: int, here: Known) -> None:
        """Offer a step into the next hex. The first hex may cost more than a unit has, or lead a runner into water."""
        first = here.spent == 0 and here.hexes == self._outset.hexes
        cost = 0 if self._drags and first else edge.cost
        if (edge.walked and not first and here.spent + cost > self._walk) or (self._by_road and not edge.road):
            return
        if self._has_room(edge):
            to = edge.hex, facing, edge.elevation
            self._offer(to, here, edge.way, cost, edge.trips, 1, always=first and not self._by_road)

    def _has_room(self, edge: Edge) -> bool:
        """Whether a hex has room; where nobody is, it has the same for a unit of the same height everywhere."""
        if edge.hex in self._taken:
            return has_room_for(self._state, self._unit, edge.hex, edge.elevation) is None
        if edge.elevation not in self._empty:
            no = has_room_for(self._state, self._unit, edge.hex, edge.elevation)
            self._empty[edge.elevation] = no is None
        return self._empty[edge.elevation]

    def _rise(self, at: Footing, here: Known) -> None:
        """Offer a level up, as long as there is anything on the board to rise above."""
        hex, facing, elevation = at
        rules, ground = self._state.relief.rules, self._state.relief.board[hex]
        if self._ceiling is None or ground.level + elevation >= self._ceiling:
            return
        if not elevation or rules[air_is_clear](rules, ground, elevation + 1):
            self._offer((hex, facing, elevation + 1), here, "up", CLIMB)

    def _offer(
        self, to: Footing, here: Known, way: Way, cost: int, trips: int = 0, entered: int = 0, *, always: bool = False
    ) -> None:
        """Note a way to a place if it is the best so far."""
        spent, tripped = here.spent + cost, here.trips + trips
        if not (spent <= self._most or always) or (to in self.known and self.known[to][:2] <= (spent, tripped)):
            return
        self.known[to] = Known(spent, tripped, here.hexes + entered, (*here.ways, way))
        self._count += 1
        if spent <= self._most:
            heapq.heappush(self._queue, (spent, tripped, self._count, to))

    def _ahead(self, hex: Hex, elevation: int, facing: int) -> tuple[Edge, ...]:
        """The steps ahead from a hex, into the next and on top of what stands there."""
        key = hex, elevation, facing
        found = self._edges.get(key)
        if found is None:
            found = self._edges[key] = self._found(hex, elevation, facing)
        return found

    def _found(self, hex: Hex, elevation: int, facing: int) -> tuple[Edge, ...]:
        """The same, as it is between other hexes of these kinds where no rule asks which they are."""
        board, ahead = self._state.relief.board, hex.neighbour(facing)
        if ahead not in board:
            return ()
        origin, target = board[hex], board[ahead]
        road = by_road(origin, target, facing)
        top = None if self._ceiling is not None else top_to_climb(target, facing)
        between = Between(origin, target, elevation, road, top)
        if self._alike is None:
            return tuple(self._asked(ahead, facing, between, set()))
        one_way = Between(origin, target, elevation, road, top, facing)
        known = self._alike.get(between)
        if known is None:
            known = self._alike.get(one_way)
        if known is not None:
            return tuple([Edge(edge.way, ahead, *edge[2:]) for edge in known])
        noted: set[str] = set()
        found = tuple(self._asked(ahead, facing, between, noted))
        if HEX not in noted:
            self._alike[one_way if DIRECTION in noted else between] = found
        return found

    def _asked(self, ahead: Hex, facing: int, between: Between, noted: set[str]) -> Iterator[Edge]:
        """The same, with all rules asked; what they ask about the place is noted."""
        origin, target, elevation, road, top, _ = between
        state, level = self._state, origin.level + elevation
        unit = msgspec.structs.replace(self._unit, elevation=elevation)
        onto = elevation_in(target, unit, level, road, skims=self._mode.skims)
        climb: Way = "climb"
        for way, end in (("forward", onto), *(((climb, top),) if top is not None and top > onto else ())):
            entry = Treading(
                state.relief.rules,
                unit,
                origin,
                target,
                level,
                target.level + end,
                road,
                weather=state.weather,
                hex=ahead,
                effects=state.effects.get(ahead, UNTOUCHED),
                state=state,
                direction=facing,
                noted=noted,
            )
            cost = step_cost(self._mode, entry)
            if not isinstance(cost, Refusal):
                trips = len(entry_checks(entry, Motion("walk"))) + STUCK * entry.rules[stuck_at_once](entry, False)
                walked = not self._mode.skims and entry.rules[no_running](entry) is not None
                yield Edge(way, ahead, end, int(cost.total), trips, walked, road)


class Flight(Search):
    """The cheapest ways of who may turn only so far in a hex: how it came into one says where it can go on to."""

    def run(self) -> dict[Footing, Known]:
        """Every hex, facing and height within reach, with the best way there."""
        most = self._mode.bends or 0
        self.known, ends = {}, {self.begin: self._outset}
        self._go_on(self.begin, self._outset, bends_left(self._unit, most), ends)
        while self._queue:
            spent, _, _, at = heapq.heappop(self._queue)
            if self.known[at].spent >= spent:
                self._go_on(at, self.known[at], (most, most), ends)
        for at, known in self.known.items():
            _note(ends, at, known)
        return ends

    def _go_on(self, at: Footing, here: Known, bends: tuple[int, int], ends: dict[Footing, Known]) -> None:
        """Turn in a hex as far as may be, and from every facing step into the next."""
        hex, facing, elevation = at
        for by in range(-bends[0], bends[1] + 1):
            spent, way = here.spent + abs(by) * (self._turn or 0), _TURNS[by > 0][0]
            if spent > self._most:
                continue
            turned = Known(spent, here.trips, here.hexes, (*here.ways, *(way,) * abs(by)))
            towards = (facing + by) % 6
            if by:
                _note(ends, (hex, towards, elevation), turned)
            for edge in self._ahead(hex, elevation, towards):
                self._step(edge, towards, turned)


def _note(ends: dict[Footing, Known], at: Footing, known: Known) -> None:
    """Note how a move may end, if it is the best way to end it there."""
    if at not in ends or known[:2] < ends[at][:2]:
        ends[at] = known


def _steps_kept(state: State, unit: Unit) -> dict[tuple[Hex, int, int], tuple[Edge, ...]]:
    """The steps that are known for units that go alike."""
    kept: dict[Gait, dict[tuple[Hex, int, int], tuple[Edge, ...]]] = state.relief.lastingly("steps", lambda _: {})
    if len(kept) >= MOST_GAITS:
        kept.clear()
    return kept.setdefault(gait_of(state, unit), {})


def _ceiling(relief: Relief) -> int:
    """A level that is above all that stands on the board."""
    kept: dict[str, int] = relief.lastingly("ceiling", lambda _: {})
    if not kept:
        board = relief.board
        kept["level"] = max(board[hex].level + top_of(board[hex]) for hex in board) + 1
    return kept["level"]
