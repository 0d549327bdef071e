"""Where a unit can get this turn: every place it can end its move in, and the commands that take it there.

The search goes forward and turns; stepping back and aside are left to those who step themselves. Each place is reached
the cheapest way, and of equally cheap ways the one that asks for the fewest piloting rolls.
"""

from __future__ import annotations

import heapq
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from overheat.classic.battle.steps import (
    Prospect,
    allowance,
    by_road,
    elevation_in,
    entry_of,
    has_room_for,
    jumped,
    points_left,
    turned,
)
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Command, Go, Jump, Stand, Step
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.crew import at_the_controls
from overheat.classic.rules.standard.driving import SLIDES, air_is_clear
from overheat.classic.rules.standard.entries import entry_checks
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.movement import BARS, COSTS, entry_cost
from overheat.classic.rules.standard.switches import shines
from overheat.classic.turn.moves import begins, held_down, prospect, stood
from overheat.classic.turn.verb import vetoed
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset

HIGHEST_RISE = 3
"""As many levels as a rotorcraft is thought to rise at once."""
Way = Literal["forward", "left", "right"]
Facing = tuple[Hex, int]
"""A hex and the way a unit faces in it."""


class Place(NamedTuple):
    """A way to end a move."""

    hex: Hex
    facing: int
    mode: Mode
    hexes: int
    spent: int
    trips: int
    """Piloting rolls that the ground on the way asks for."""
    path: tuple[Command, ...]


def reach(state: State, unit: Unit) -> list[Place]:
    """Every place where a unit can end its move, from where it is and with what it has left; staying is one of them.

    Paths hold what is still to be said: no mode once the unit has set off, and first to stand up when it is prone.
    """
    motion = unit.motion
    places = [Place(unit.hex, unit.facing, motion.mode, motion.travelled, motion.spent, 0, ())]
    if motion.done or carrier_of(unit) or vetoed(state, unit, Step("forward")) is not None:
        return places
    if state.relief.rules[at_the_controls](state.relief.rules, unit) is not None:
        return places
    if mode_of(state.relief.rules, unit).leaps:
        return places + (_landed(unit) if motion.travelled else _through_the_air(state, unit, motion.mode))
    outset = _outset(state, unit)
    if outset is not None:
        places += _flying(state, outset) if unit.sheet.motive == "vtol" else _on_foot(state, outset)
    if unit.condition.prone:
        return places + _on_its_belly(state, unit)
    if motion.mode == "stationary" and _points(state, unit, "jump") > 0:
        places += _through_the_air(state, unit, "jump")
    return places + (_otherwise(state, unit) if motion.mode == "stationary" else [])


def _on_its_belly(state: State, unit: Unit) -> list[Place]:
    """Places that a unit reaches without getting up, in each mode in which the rules let it."""
    found: list[Place] = []
    begun = unit.motion.mode != "stationary"
    for mode, way in state.relief.rules[MODES].rows.items():
        off = unit if begun else msgspec.structs.replace(unit, motion=Motion(mode))
        if way.leaps or (begun and mode != unit.motion.mode) or held_down(state, off, "forward") is not None:
            continue
        if begun or (vetoed(state, unit, Go(mode)) is None and begins(state, unit, mode) is None):
            points = allowance(state, unit, mode)
            found += _on_foot(state, _Outset(off, points, points, begun, rises=False, only=mode))
    return found


def _otherwise(state: State, unit: Unit) -> list[Place]:
    """Places reached in modes that layers bring, each by itself: it may have costs of its own."""
    found: list[Place] = []
    for mode, way in state.relief.rules[MODES].rows.items():
        if mode in _OWN or vetoed(state, unit, Go(mode)) is not None or begins(state, unit, mode) is not None:
            continue
        if way.leaps:
            found += _through_the_air(state, unit, mode)
            continue
        points, off = allowance(state, unit, mode), msgspec.structs.replace(unit, motion=Motion(mode))
        outset = _Outset(off, points, points, begun=False, rises=False, only=mode)
        found += _flying(state, outset) if unit.sheet.motive == "vtol" else _on_foot(state, outset)
    return found


def foreseen(state: State, unit: Unit, command: Command) -> Prospect | Refusal | None:
    """What a command of a path comes to; None for what is only said."""
    if isinstance(command, Step | Jump):
        return prospect(state, unit, command)
    return stood(state, unit) if isinstance(command, Stand) else None


def gone(unit: Unit, command: Command, step: Prospect | None) -> Unit:
    """A unit after a command of a path, if no die goes against it."""
    if step is None:
        return msgspec.structs.replace(unit, motion=Motion(command.mode)) if isinstance(command, Go) else unit
    if isinstance(command, Stand):
        unit = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=False))
    return msgspec.structs.replace(unit, hex=step.hex, facing=step.facing, elevation=step.elevation, motion=step.motion)


def rehearse(state: State, unit: Unit, path: tuple[Command, ...]) -> list[Prospect] | Refusal:
    """What each step of a path comes to, as long as no die goes against it; or why it cannot be gone."""
    found: list[Prospect] = []
    for command in path:
        step = foreseen(state, unit, command)
        if isinstance(step, Refusal):
            return step
        if step is not None:
            found.append(step)
        unit = gone(unit, command, step)
    return found


class _Outset(NamedTuple):
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

    def path(self, mode: Mode, rise: int, ways: tuple[Way, ...]) -> tuple[Command, ...]:
        """The commands that are still to be said."""
        said: tuple[Command, ...] = () if self.begun else (Go(mode),)
        up: tuple[Command, ...] = (Stand(),) if self.rises else ()
        return (*said, *up, *(Step("up"),) * rise, *(Step(way) for way in ways))


def _outset(state: State, unit: Unit) -> _Outset | None:
    """How a unit can go on along the ground; None where it cannot."""
    mode, begun = unit.motion.mode, unit.motion.mode != "stationary"
    walk, run = (_points(state, unit, mode if begun else pace) for pace in _PACES)
    most = max(walk, run)
    if most <= 0:
        return None
    if not unit.condition.prone:
        return _Outset(unit, walk, most, begun, rises=False)
    trying = unit if begun else msgspec.structs.replace(unit, motion=Motion("run" if run >= walk else "walk"))
    up = stood(state, trying)
    if isinstance(up, Refusal):
        return None
    risen = gone(trying, Stand(), up)
    if not begun:
        risen = msgspec.structs.replace(risen, motion=msgspec.structs.replace(risen.motion, mode="stationary"))
    return _Outset(risen, walk, most, begun, rises=True)


def _points(state: State, unit: Unit, mode: Mode) -> int:
    """The points of a mode; none in one that the unit may not say."""
    barred = mode != unit.motion.mode and vetoed(state, unit, Go(mode)) is not None
    return 0 if barred else allowance(state, unit, mode)


class _Edge(NamedTuple):
    """A step from a hex into the next: where it leads, what it costs, and how many piloting rolls it asks for."""

    hex: Hex
    elevation: int
    cost: int
    trips: int


class _Known(NamedTuple):
    """The best way to a hex and a facing so far."""

    spent: int
    trips: int
    hexes: int
    elevation: int
    ways: tuple[Way, ...]


class _Search:
    """The cheapest ways on the ground from where a unit stands."""

    def __init__(self, state: State, unit: Unit, most: int) -> None:
        self._state, self._unit, self._most = state, unit, most
        self._edges: dict[tuple[Hex, int, int], _Edge | None] = (
            state.relief.remember(_goes_like(unit), lambda _: {}) if _by_ground_alone(state.relief.rules) else {}
        )
        self._turn = self._cost_of_turning()
        self._queue: list[tuple[int, int, int, Facing]] = []
        self._count = 0
        self.begin = unit.hex, unit.facing
        self._outset = _Known(unit.motion.spent, 0, unit.motion.travelled, unit.elevation, ())
        self.known: dict[Facing, _Known] = {self.begin: self._outset}

    def _cost_of_turning(self) -> int | None:
        setting_out = msgspec.structs.replace(self._unit, motion=Motion("walk"))
        turn = turned(self._state, setting_out, "left")
        return None if isinstance(turn, Refusal) else int(turn.cost.total)

    def run(self) -> dict[Facing, _Known]:
        """Every hex and facing within reach, with the best way there."""
        self._queue = [(self._outset.spent, 0, 0, self.begin)]
        while self._queue:
            spent, _, _, (hex, facing) = heapq.heappop(self._queue)
            here = self.known[hex, facing]
            if here.spent < spent:
                continue
            if self._turn is not None:
                for way, by in _TURNS:
                    self._offer((hex, (facing + by) % 6), here, way, self._turn, here.elevation, 0, 0)
            edge = self._edge(hex, here.elevation, facing)
            if edge is not None and has_room_for(self._state, self._unit, edge.hex, edge.elevation) is None:
                self._offer((edge.hex, facing), here, "forward", edge.cost, edge.elevation, edge.trips, 1)
        return self.known

    def _offer(self, to: Facing, here: _Known, way: Way, cost: int, elevation: int, trips: int, entered: int) -> None:
        """Note a way to a place if it is the best so far. The first hex may cost more than a unit has."""
        spent, tripped = here.spent + cost, here.trips + trips
        affordable = spent <= self._most or (here.spent == 0 and entered == 1 and not here.ways)
        if not affordable or (to in self.known and self.known[to][:2] <= (spent, tripped)):
            return
        self.known[to] = _Known(spent, tripped, here.hexes + entered, elevation, (*here.ways, way))
        self._count += 1
        if spent <= self._most:
            heapq.heappush(self._queue, (spent, tripped, self._count, to))

    def _edge(self, hex: Hex, elevation: int, facing: int) -> _Edge | None:
        """The step ahead from a hex; None where it cannot be taken."""
        key = hex, elevation, facing
        if key not in self._edges:
            self._edges[key] = self._ahead(hex, elevation, facing)
        return self._edges[key]

    def _ahead(self, hex: Hex, elevation: int, facing: int) -> _Edge | None:
        board, ahead = self._state.relief.board, hex.neighbour(facing)
        if ahead not in board:
            return None
        origin, target = board[hex], board[ahead]
        road, level = by_road(origin, target, facing), origin.level + elevation
        unit = msgspec.structs.replace(self._unit, elevation=elevation)
        onto = elevation_in(target, unit, level, road)
        entry = entry_of(self._state, unit, origin, ahead, (level, target.level + onto), road=road)
        cost = entry_cost(entry)
        if isinstance(cost, Refusal):
            return None
        return _Edge(ahead, onto, int(cost.total), len(entry_checks(entry, Motion("walk"))))


_TURNS: tuple[tuple[Way, int], ...] = (("left", -1), ("right", 1))
_PACES: tuple[Mode, Mode] = ("walk", "run")
_OWN = ("stationary", *_PACES, "jump")
"""The modes of the standard game, which are searched together."""


def _by_ground_alone(rules: Ruleset) -> bool:
    """Whether a step costs every unit of a kind the same, as in the game without layers that have a say in it."""
    kept = rules.remembered("steps by ground alone")
    if not kept:
        own = (rule.id for slot in (COSTS, BARS) for rule in rules[slot])
        kept[True] = all(rules.who_says(id).layer == rules.layers[0] for id in own)
    return bool(kept[True])


def _goes_like(unit: Unit) -> str:
    """Units that the ground treats alike."""
    return f"edges {unit.sheet.kind} {unit.sheet.motive} {shines(unit)}"


def _on_foot(state: State, outset: _Outset) -> list[Place]:
    """Places reached by walking or running; where a unit has just stood up is one of them."""
    search = _Search(state, outset.unit, outset.run)
    return [_place(outset, at, known) for at, known in search.run().items() if at != search.begin or outset.rises]


def _flying(state: State, outset: _Outset) -> list[Place]:
    """Places that a rotorcraft reaches when it first rises, as little as it must, and then flies."""
    found: dict[Facing, Place] = {}
    unit = outset.unit
    ground = state.relief.board[unit.hex]
    for rise in range(min(outset.run, HIGHEST_RISE + 1)):
        high = msgspec.structs.replace(unit, elevation=unit.elevation + rise)
        clear = state.relief.rules[air_is_clear](state.relief.rules, ground, high.elevation)
        if not clear or (rise and has_room_for(state, high, high.hex) is not None):
            continue
        search = _Search(state, high, outset.run - rise)
        for at, known in search.run().items():
            if at != search.begin:
                found.setdefault(at, _place(outset, at, known, rise))
    return list(found.values())


def _place(outset: _Outset, at: Facing, known: _Known, rise: int = 0) -> Place:
    spent = known.spent + rise
    mode = outset.mode(spent)
    slides = mode == "run" and outset.unit.sheet.motive in SLIDES
    trips = known.trips + (_swings(known.ways) if slides else 0) + outset.rises
    return Place(at[0], at[1], mode, known.hexes, spent, trips, outset.path(mode, rise, known.ways))


def _swings(ways: tuple[Way, ...]) -> int:
    """How often a path goes on another way than it came: what rides on air may slip there."""
    turned, heading, swings = 0, None, 0
    for way in ways:
        if way != "forward":
            turned += 1 if way == "right" else -1
        else:
            swings += heading is not None and turned != heading
            heading = turned
    return swings


def _through_the_air(state: State, unit: Unit, mode: Mode) -> list[Place]:
    """Places reached by a leap, facing any way: turning on landing is free."""
    flying = msgspec.structs.replace(unit, motion=Motion(mode))
    said: tuple[Command, ...] = (Go(mode),) if unit.motion.mode == "stationary" else ()
    board, left, found = state.relief.board, points_left(state, flying), []
    for hex in _disc(unit.hex, allowance(state, unit, mode), board.width, board.height):
        leap = jumped(state, flying, hex, left)
        if isinstance(leap, Refusal):
            continue
        spent, trips, jump = leap.motion.spent, len(leap.checks), Jump(str(hex))
        for facing in range(6):
            path = (*said, jump, *turns(unit.facing, facing))
            found.append(Place(hex, facing, mode, leap.motion.travelled, spent, trips, path))
    return found


def _landed(unit: Unit) -> list[Place]:
    """A jumper that has landed turns as it likes."""
    motion = unit.motion
    others = [(unit.facing + turn) % 6 for turn in range(1, 6)]
    return [
        Place(unit.hex, facing, motion.mode, motion.travelled, motion.spent, 0, turns(unit.facing, facing))
        for facing in others
    ]


def turns(facing: int, wanted: int) -> tuple[Step, ...]:
    """The shorter way to turn from one facing to another."""
    turn = (wanted - facing) % 6
    return (Step("right"),) * turn if turn <= 3 else (Step("left"),) * (6 - turn)


@lru_cache(maxsize=4096)
def _disc(centre: Hex, reach: int, width: int, height: int) -> tuple[Hex, ...]:
    columns = range(max(1, centre.column - reach), min(width, centre.column + reach) + 1)
    rows = range(max(1, centre.row - reach), min(height, centre.row + reach) + 1)
    near = (Hex(column, row) for column in columns for row in rows)
    return tuple(hex for hex in near if 0 < centre.distance(hex) <= reach)
