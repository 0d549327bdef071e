"""Where a unit can get this turn: every place it can end its move in, and the commands that take it there.

The search goes forward, climbs and turns; stepping back and aside are left to those who step themselves. Each place is
reached the cheapest way, and of equally cheap ways the one that asks for the fewest piloting rolls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from overheat.classic.battle.leaps import leaps
from overheat.classic.battle.pathfinding import STUCK, TURNING, Flight, Footing, Known, Outset, Search, Way
from overheat.classic.battle.steps import allowance, drags, paved, points_left
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Command, Go, Jump, Stand, Step
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.crew import at_the_controls
from overheat.classic.rules.standard.driving import SLIDES, road_bonus
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.swimming import under_rotors
from overheat.classic.turn.moves import begins, gone, held_down, stood
from overheat.classic.turn.verb import vetoed
from overheat.kernel.refusal import Refusal

_PACES: tuple[Mode, Mode] = ("walk", "run")
_OWN = ("stationary", *_PACES, "jump")
"""The modes of the standard game, which are searched together."""


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
    afoot = _on_foot(state, outset) if outset is not None else []
    places += afoot
    if unit.condition.prone:
        return places + _on_its_belly(state, unit)
    if motion.mode == "stationary" and _points(state, unit, "jump") > 0:
        places += _through_the_air(state, unit, "jump")
    return places + (_otherwise(state, unit, afoot) if motion.mode == "stationary" else [])


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
            found += _on_foot(state, Outset(off, points, points, begun, rises=False, only=mode))
    return found


def _otherwise(state: State, unit: Unit, afoot: list[Place]) -> list[Place]:
    """Places reached in modes that layers bring, each by itself: it may have costs of its own.

    Where every step is as on foot, the places are those that are reached on foot.
    """
    found: list[Place] = []
    for mode, way in state.relief.rules[MODES].rows.items():
        if mode in _OWN or vetoed(state, unit, Go(mode)) is not None or begins(state, unit, mode) is not None:
            continue
        if way.leaps:
            found += _through_the_air(state, unit, mode)
            continue
        points, off = allowance(state, unit, mode), msgspec.structs.replace(unit, motion=Motion(mode))
        if way.like:
            found += _in_its_way(mode, points, afoot)
            continue
        outset = Outset(off, points, points, begun=False, rises=False, only=mode)
        found += _on_foot(state, outset)
    return found


def _in_its_way(mode: Mode, points: int, afoot: list[Place]) -> list[Place]:
    """Places that are reached on foot, in another mode."""
    within = (place for place in afoot if place.spent <= points)
    return [place._replace(mode=mode, path=(Go(mode), *place.path[1:])) for place in within]


def _outset(state: State, unit: Unit) -> Outset | None:
    """How a unit can go on along the ground; None where it cannot."""
    mode, begun = unit.motion.mode, unit.motion.mode != "stationary"
    walk, run = (_points(state, unit, mode if begun else pace) for pace in _PACES)
    most = max(walk, run)
    if most <= 0 and not drags(state, unit):
        return None
    if not unit.condition.prone:
        return Outset(unit, walk, most, begun, rises=False)
    trying = unit if begun else msgspec.structs.replace(unit, motion=Motion("run" if run >= walk else "walk"))
    up = stood(state, trying)
    if isinstance(up, Refusal):
        return None
    risen = gone(trying, Stand(), up)
    if not begun:
        risen = msgspec.structs.replace(risen, motion=msgspec.structs.replace(risen.motion, mode="stationary"))
    return Outset(risen, walk, most, begun, rises=True)


def _points(state: State, unit: Unit, mode: Mode) -> int:
    """The points of a mode; none in one that the unit may not say."""
    flies = mode == "jump" and under_rotors(unit)
    barred = flies or (mode != unit.motion.mode and vetoed(state, unit, Go(mode)) is not None)
    return 0 if barred else allowance(state, unit, mode)


def _on_foot(state: State, outset: Outset) -> list[Place]:
    """Places reached by walking, running or flying; where a unit has just stood up is one of them."""
    found: dict[tuple[Hex, int], Place] = {}
    find = Search if mode_of(state.relief.rules, outset.unit).bends is None else Flight
    for bonus in (0, _bonus(state, outset)):
        if found and not bonus:
            break
        search = find(state, outset, bonus=bonus)
        for at, known in search.run().items():
            place = _place(outset, at, known, bonus)
            best = found.get(at[:2])
            if (at != search.begin or outset.rises) and (best is None or place[4:6] < best[4:6]):
                found[at[:2]] = place
    return list(found.values())


def _bonus(state: State, outset: Outset) -> int:
    """The points that a vehicle has besides as long as it keeps to the road."""
    unit, rules = outset.unit, state.relief.rules
    if not unit.vehicle or not paved(state.relief.board[unit.hex]):
        return 0
    moving = unit.motion if outset.begun else msgspec.structs.replace(unit.motion, mode="walk")
    return rules[road_bonus](rules, msgspec.structs.replace(unit, motion=moving))


def _place(outset: Outset, at: Footing, known: Known, bonus: int) -> Place:
    mode = outset.mode(known.spent - bonus)
    slides = mode == "run" and outset.unit.sheet.motive in SLIDES
    trips = known.trips + (_swings(known.ways) if slides else 0) + outset.rises
    return Place(at[0], at[1], mode, known.hexes, known.spent, trips, outset.path(mode, known.ways))


def _swings(ways: tuple[Way, ...]) -> int:
    """How often a path goes on another way than it came: what rides on air may slip there."""
    turned, heading, swings = 0, None, 0
    for way in ways:
        if way in TURNING:
            turned += TURNING[way]
        elif way != "up":
            swings += heading is not None and turned != heading
            heading = turned
    return swings


def _through_the_air(state: State, unit: Unit, mode: Mode) -> list[Place]:
    """Places reached by a leap, facing any way: turning on landing is free."""
    flying = msgspec.structs.replace(unit, motion=Motion(mode))
    said: tuple[Command, ...] = (Go(mode),) if unit.motion.mode == "stationary" else ()
    board, left = state.relief.board, points_left(state, flying)
    near = _disc(unit.hex, allowance(state, unit, mode), board.width, board.height)
    turned = [turns(unit.facing, facing) for facing in range(6)]
    return [
        Place(hex, facing, mode, far, far, trips + STUCK * mired, (*said, jump, *turning))
        for hex, far, trips, mired in leaps(state, flying, near, left)
        for jump in (Jump(str(hex)),)
        for facing, turning in enumerate(turned)
    ]


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
