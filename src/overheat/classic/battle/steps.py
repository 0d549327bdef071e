"""One step of a unit, before it is taken: where it leads, what it costs, and what it asks of the pilot."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from overheat.classic.battle.moment import of_moment
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.bogging import stuck_at_once
from overheat.classic.rules.standard.bridges import lands_on_deck
from overheat.classic.rules.standard.driving import (
    CLIMB,
    FLIGHT,
    air_is_clear,
    can_land,
    handling_checks,
    road_bonus,
    turn_checks,
)
from overheat.classic.rules.standard.entries import entry_checks
from overheat.classic.rules.standard.going import no_running
from overheat.classic.rules.standard.infantry import may_drag, turning_cost
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.modes import Mode as Way
from overheat.classic.rules.standard.movement import (
    JUMPING,
    OTHER_COSTS,
    UNTOUCHED,
    Entry,
    barred,
    entry_cost,
    floats,
)
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.rules.standard.turns import may_change
from overheat.kernel.facts import Id
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import as_id, counted

ROUGH_ROAD = 5
"""The grade of what was a road, and leads nobody any more."""
TURNS = {"left": -1, "right": 1}
SHIFTS = {"shift left": 5, "shift right": 1}
WAYS = {"forward": 0, "climb": 0, "back": 3, **SHIFTS}
"""The direction of each way to enter a hex, counted from the facing."""


class Prospect(msgspec.Struct, frozen=True):
    """What a step would come to."""

    how: Id
    hex: Hex
    facing: int
    elevation: int
    motion: Motion
    cost: Tally
    checks: tuple[Term, ...] = ()
    """Piloting rolls that it asks for."""
    levels: int = 0
    """How far the unit falls if it fails one."""
    mired: bool = False
    """Whether it gets stuck where it arrives, without a roll."""


def allowance(state: State, unit: Unit, mode: Mode) -> int:
    """The movement points that a unit has in a mode; none in one that the rules in force do not have."""
    kept = of_moment(state, "points")
    found = kept.get((id(unit), mode))
    if found is None or found[0] is not unit:
        way = state.relief.rules[MODES].get(mode)
        found = kept[id(unit), mode] = unit, 0 if way is None else int(way.points(state, unit))
    points: int = found[1]
    return points


def points_left(state: State, unit: Unit) -> int:
    """The movement points that a unit has still to spend; on a road a vehicle has more than when it leaves it."""
    on_road = unit.vehicle and paved(state.relief.board[unit.hex])
    bonus = state.relief.rules[road_bonus](state.relief.rules, unit) if on_road else 0
    return allowance(state, unit, unit.motion.mode) + bonus - unit.motion.spent


def paved(ground: Ground) -> bool:
    """Whether a hex has a road, a bridge or pavement."""
    if "pavement" in ground or "bridge" in ground:
        return True
    return "road" in ground and ground.amount("road") != ROUGH_ROAD


def turned(state: State, unit: Unit, way: str) -> Prospect | Refusal:
    """A turn by one hexside; in the air, after a jump, it is free, and soldiers turn as they like."""
    rules = state.relief.rules
    rate = 0 if mode_of(rules, unit).leaps else rules[turning_cost](rules, unit, rules[OTHER_COSTS]["hexside"])
    cost = Tally((Term("movement.turn", rate, "a hexside", OTHER_COSTS.cite),))
    if rate > points_left(state, unit):
        return too_far(cost, points_left(state, unit))
    if not rate and (no := rules[may_change](rules, state.changes)) is not None:
        return no
    if (no := _swings_too_far(mode_of(rules, unit), unit, way)) is not None:
        return no
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + rate, turned=True)
    facing = (unit.facing + TURNS[way]) % 6
    return Prospect(f"turn_{way}", unit.hex, facing, unit.elevation, motion, cost, turn_checks(state, unit, way))


def _swings_too_far(mode: Way, unit: Unit, way: str) -> Refusal | None:
    """Why a unit may turn no further in its hex, in a mode that has a limit to it."""
    if mode.bends is None or bends_left(unit, mode.bends)[way == "right"]:
        return None
    return Refusal("movement.turn", f"to {mode.word} is to turn at most {mode.bends} hexsides in a hex", mode.cite)


def bends_left(unit: Unit, most: int) -> tuple[int, int]:
    """The hexsides that a unit may still turn in its hex, to the left and to the right, where it may turn so many.

    They are counted from the way it came in; where it sets out, every one that it has paid for counts.
    """
    motion = unit.motion
    if not motion.travelled:
        return max(0, most - motion.spent), max(0, most - motion.spent)
    came = motion.heading + (3 if motion.backwards else 0)
    by = (unit.facing - came + 2) % 6 - 2
    return max(0, most + by), max(0, most - by)


def too_far(cost: Tally, left: int) -> Refusal:
    """Too few points are left."""
    total = int(cost.total)
    return Refusal("movement.points", f"{total} points are needed and {left} are left", cost.terms[0].cite)


class Stepping(NamedTuple):
    """A step that may be taken: into which hex, what it costs, and who takes it, off its road if need be."""

    entry: Entry
    cost: Tally
    unit: Unit


def entered(state: State, unit: Unit, way: str) -> Prospect | Refusal:
    """What a step into a neighbouring hex would come to, if it may be taken."""
    found = stepping(state, unit, way)
    if isinstance(found, Refusal):
        return found
    entry, cost, unit = found
    assert entry.hex is not None
    assert entry.direction is not None
    motion = _onward(unit.motion, int(cost.total), way == "back", entry.direction)
    if "fire" in entry.target:
        motion = msgspec.structs.replace(motion, fires=motion.fires + 1)
    checks = handling_checks(entry, unit.motion) if unit.vehicle else ()
    checks = (*checks, *entry_checks(entry, unit.motion))
    mired = state.relief.rules[stuck_at_once](entry, False)
    elevation = entry.to_level - entry.target.level
    return Prospect(as_id(way), entry.hex, unit.facing, elevation, motion, cost, checks, mired=mired)


def stepping(state: State, unit: Unit, way: str) -> Stepping | Refusal:
    """How a step enters a neighbouring hex, and what it costs."""
    board, direction = state.relief.board, (unit.facing + WAYS[way]) % 6
    hex = unit.hex.neighbour(direction)
    if hex not in board:
        return Refusal("movement.edge", f"{hex} is off the board", JUMPING)
    back, mode = way == "back", mode_of(state.relief.rules, unit)
    if back and mode.fast:
        return Refusal("movement.back", "no unit runs backwards", JUMPING)
    origin, target = board[unit.hex], board[hex]
    road = by_road(origin, target, direction)
    from_level = origin.level + unit.elevation
    elevation = elevation_in(target, unit, from_level, road, skims=mode.skims)
    if way == "climb":
        top = top_to_climb(target, direction)
        if top is None or top <= elevation:
            return Refusal("movement.climb", f"there is nothing to climb onto in {hex}", JUMPING)
        elevation = top
    levels = from_level, target.level + elevation
    entry = entry_of(state, unit, origin, hex, levels, road=road, back=back, direction=direction)
    cost = step_cost(mode, entry)
    if isinstance(cost, Refusal):
        return cost
    if drags(state, unit):
        cost = Tally((Term("infantry.one_hex", 0, "a hex with all that it carries", cost.terms[0].cite),))
    if way in SHIFTS:
        cost = cost + Tally(
            (Term("movement.shift", state.relief.rules[OTHER_COSTS]["shift"], "a step aside", OTHER_COSTS.cite),)
        )
    if unit.vehicle and not road:
        unit = msgspec.structs.replace(unit, motion=msgspec.structs.replace(unit.motion, off_road=True))
    no = has_room_for(state, unit, hex, elevation) or _affordable(state, unit, cost) or _too_fast(state, entry, cost)
    return no or Stepping(entry, cost, unit)


def step_cost(mode: Way, entry: Entry) -> Tally | Refusal:
    """What a step costs in a mode of movement, term by term, or why it cannot be made."""
    return entry_cost(entry) if mode.prices is None else mode.prices(entry)


def entry_of(
    state: State,
    unit: Unit,
    origin: Ground,
    hex: Hex,
    levels: tuple[int, int],
    *,
    road: bool = False,
    back: bool = False,
    direction: int | None = None,
) -> Entry:
    """A step into a hex as the rules see it, from one level to another; of one into the next, its direction."""
    return Entry(
        state.relief.rules,
        unit,
        origin,
        state.relief.board[hex],
        *levels,
        road,
        back,
        state.weather,
        hex,
        state.effects.get(hex, UNTOUCHED),
        state,
        direction,
    )


def _affordable(state: State, unit: Unit, cost: Tally) -> Refusal | None:
    """A unit that can move at all may always enter one hex that it faces, if it does nothing else."""
    left = points_left(state, unit)
    if cost.total <= left or (unit.motion.spent == 0 and left >= 1 and not mode_of(state.relief.rules, unit).leaps):
        return None
    return too_far(cost, left)


def _too_fast(state: State, entry: Entry, cost: Tally) -> Refusal | None:
    """Why a unit cannot go on at a run; its first hex is always its own, and so is what it could walk."""
    unit, rules = entry.unit, state.relief.rules
    if not mode_of(rules, unit).fast or unit.motion.spent == 0:
        return None
    if unit.motion.spent + cost.total <= allowance(state, unit, "walk"):
        return None
    return rules[no_running](entry)


def drags(state: State, unit: Unit) -> bool:
    """Whether soldiers move the one hex that they may move without points."""
    rules = state.relief.rules
    ready = not unit.motion.travelled and not mode_of(rules, unit).leaps
    return ready and rules[may_drag](state, unit)


def _onward(motion: Motion, cost: int, back: bool, direction: int) -> Motion:
    """The motion after a hex entered; reversing starts the count of hexes anew."""
    reversed_ = back != motion.backwards and motion.travelled > 0
    hexes = 1 if reversed_ else motion.hexes + 1
    return msgspec.structs.replace(
        motion,
        hexes=hexes,
        travelled=motion.travelled + 1,
        spent=motion.spent + cost,
        backwards=back,
        turned=False,
        heading=direction,
    )


def has_room_for(state: State, unit: Unit, hex: Hex, elevation: int | None = None) -> Refusal | None:
    """Whether a unit may stand in a hex with those that are there, or fly at an elevation above them."""
    there = unit if elevation is None else msgspec.structs.replace(unit, elevation=elevation)
    others = tuple(other for other in state.at(hex) if other.id != unit.id and not carrier_of(other))
    return state.relief.rules[has_room](state.relief.rules, there, others)


def climbed(state: State, unit: Unit, way: str) -> Prospect | Refusal:
    """A rotorcraft one level up or down; down to the ground it lands, where it can."""
    if unit.sheet.motive != "vtol":
        return Refusal("movement.height", f"{unit.sheet.name} does not fly", FLIGHT)
    rules, ground = state.relief.rules, state.relief.board[unit.hex]
    elevation = unit.elevation + (1 if way == "up" else -1)
    lands = elevation == 0 and "bldg_elev" not in ground and rules[can_land](rules, ground)
    rises = way == "up" and unit.elevation == 0
    if elevation < 0 or not (lands or rises or rules[air_is_clear](rules, ground, elevation)):
        return Refusal("movement.height", f"{unit.sheet.name} cannot go {way} here", FLIGHT)
    cost = Tally((Term("vehicles.climb", CLIMB, "a level in the air", FLIGHT),))
    no = has_room_for(state, unit, unit.hex, elevation)
    if no is None and cost.total > points_left(state, unit):
        no = too_far(cost, points_left(state, unit))
    if no is not None:
        return no
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + CLIMB)
    return Prospect("land" if lands else way, unit.hex, unit.facing, elevation, motion, cost)


@lru_cache(maxsize=1 << 14)
def by_road(origin: Ground, target: Ground, direction: int) -> bool:
    """Whether a road, a bridge or pavement leads from a hex into the next one."""
    return _leads(origin, direction) and _leads(target, (direction + 3) % 6)


def _leads(ground: Ground, direction: int) -> bool:
    if "pavement" in ground:
        return True
    for kind in ("road", "bridge"):
        feature = ground.get(kind)
        if feature is None or (kind == "road" and feature.level == ROUGH_ROAD):
            continue
        if feature.exits is None or feature.exits & (1 << direction):
            return True
    return False


def elevation_in(ground: Ground, unit: Unit, from_level: int, road: bool, *, skims: bool = False) -> int:
    """How high above the surface a unit comes to stand in a hex it enters; who skims over water stays above it."""
    if unit.sheet.motive == "vtol":
        return max(0, from_level - ground.level)
    if road and "bridge" in ground:
        return ground.amount("bridge_elev")
    if "building" in ground and from_level >= ground.level + ground.amount("bldg_elev") > ground.level:
        return ground.amount("bldg_elev")
    if "water" in ground and "ice" not in ground and not skims and not floats(unit.sheet):
        return -ground.amount("water")
    return 0


def top_to_climb(ground: Ground, direction: int) -> int | None:
    """How high a roof or the deck of a bridge is that can be climbed onto by who comes from some direction."""
    if "building" in ground and ground.amount("bldg_elev") > 0:
        return ground.amount("bldg_elev")
    bridge = ground.get("bridge")
    if bridge is None or (bridge.exits is not None and not bridge.exits & (1 << (direction + 3) % 6)):
        return None
    return ground.amount("bridge_elev")


def jumped(state: State, unit: Unit, hex: Hex, left: int | None = None) -> Prospect | Refusal:
    """What a jump to a hex would come to, if it may be made."""
    entry = landing(state, unit, hex, left)
    if isinstance(entry, Refusal):
        return entry
    far = unit.hex.distance(hex)
    motion = msgspec.structs.replace(unit.motion, hexes=far, travelled=far, spent=far)
    checks, mired = entry_checks(entry, motion, landing=True), state.relief.rules[stuck_at_once](entry, True)
    elevation = entry.to_level - entry.target.level
    return Prospect("jump", hex, unit.facing, elevation, motion, _leap(far), checks, mired=mired)


def landing(state: State, unit: Unit, hex: Hex, left: int | None = None) -> Entry | Refusal:
    """How a jump enters a hex: a point a hex whatever lies between, no higher than the jets lift.

    Who asks about many hexes may say how many points there are.
    """
    board, far = state.relief.board, unit.hex.distance(hex)
    left = points_left(state, unit) if left is None else left
    if unit.motion.travelled or far == 0:
        return Refusal("movement.jump", "a jump is one leap", JUMPING)
    if far > left:
        return too_far(_leap(far), left)
    start, target = board[unit.hex], board[hex]
    ceiling = start.level + unit.elevation + left
    elevation = elevation_in(target, unit, ceiling, road=False)
    if state.relief.rules[lands_on_deck](state.relief.rules, target):
        elevation = max(elevation, target.amount("bridge_elev"))
    if target.level + elevation > ceiling or highest_between(board, unit.hex, hex) > ceiling:
        return Refusal("movement.jump", f"the jets lift no higher than level {ceiling}", JUMPING)
    no = has_room_for(state, unit, hex)
    if no is not None:
        return no
    level = target.level + elevation
    entry = entry_of(state, unit, start, hex, (level, level))
    return barred(entry) or entry


@lru_cache(maxsize=1 << 8)
def _leap(far: int) -> Tally:
    """What a jump over so many hexes costs."""
    return Tally((Term("movement.jump", far, f"for {counted(far, 'hex', 'hexes')} through the air", JUMPING),))


@lru_cache(maxsize=1 << 15)
def highest_between(board: Board, start: Hex, end: Hex) -> int:
    """The lowest that the highest ground on the way can be, where the way may go either side of a hexside."""
    return max((min(board[hex].level for hex in step if hex in board) for step in start.line(end)), default=-99)
