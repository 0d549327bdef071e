"""What two units do to one another: expected damage both ways, for every place of the one against every place of the
other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from overheat.classic.battle.chances import chance_of
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.physical import LEVELS
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.sight.field import UNSEEN
from overheat.classic.sight.relief import Relief
from overheat.lab.players.fighter.bearings import (
    BEARINGS,
    QUARTERS,
    Bools,
    Floats,
    Ints,
    bearings,
    distances,
    ground_between,
    sides_shown,
)
from overheat.lab.players.fighter.options import Options
from overheat.lab.players.fighter.shooting.arsenal import ENDLESS, LEAST, REACH, SHIFTS, arsenal, carries, volleys
from overheat.lab.players.fighter.shooting.cover import cover

NEXT_TO_PRONE = -2
PRONE_FAR_OFF = 1
"""What it adds to shots at a unit that it lies on the ground."""
KICKS = 5
"""A kick does a point for so many tons."""
KICK_NUMBER = -2
"""What a kick needs beyond the pilot's skill."""
WET_FORCE = 0.5
"""What is left of a kick under water."""


class Fighter(NamedTuple):
    """A unit with what is known of it for a whole turn."""

    unit: Unit
    room: float
    """The heat that it may make this turn, its move included."""
    tender: Floats
    """How much worse a hit on each side is than on a fresh front."""


def damage(state: State, by: Fighter, places: Options, target: Fighter, theirs: Options) -> Floats:
    """The damage that a unit does from each of its places to another in each of its own: places by places of its."""
    sunk, low = _sunk(state.relief, by.unit, places), _sunk(state.relief, target.unit, theirs)
    if sunk is None and low is None:
        return _damage(state, by, places, target, theirs)
    found = np.zeros((len(places.at), len(theirs.at)))
    deep, dry = _parted(sunk, len(places.at))
    wet = np.flatnonzero(_depths(state.relief)[theirs.at] > 0) if target.unit.machine else np.zeros(0, np.int64)
    for mine, others, under_water in ((dry, _parted(low, len(theirs.at))[1], False), (deep, wet, True)):
        if len(mine) and len(others):
            done = _damage(state, by, places.picked(mine), target, theirs.picked(others), under_water)
            found[np.ix_(mine, others)] = done
    return found


def _damage(
    state: State, by: Fighter, places: Options, target: Fighter, theirs: Options, under_water: bool = False
) -> Floats:
    """The same where nothing is fired through the surface: all of it above the water, or all of it below."""
    relief = state.relief
    size = relief.board.width, relief.board.height
    at, there = places.at[:, None], theirs.at[None, :]
    far = np.minimum(distances(*size)[at, there], REACH - 1)
    if far.min() > carries(state, by.unit, target.unit):
        return np.zeros(far.shape)
    arms = arsenal(state, by.unit, target.unit, int(far.min()), int(far.max()), under_water)
    rooms, which = np.unique(by.room - places.heat, return_inverse=True)
    curves = volleys(arms, rooms)
    ground = ground_between(relief, by.unit.stature, target.unit.stature)[at, there]
    added = np.where(ground == UNSEEN, 0, ground) + places.aim[:, None] + theirs.dodge[None, :]
    if theirs.prone:
        added = added + np.where(far <= 1, NEXT_TO_PRONE, PRONE_FAR_OFF)
    shift = np.clip(added - LEAST, 0, SHIFTS - 1)
    room = which.reshape(-1)[:, None]
    bearing = bearings(*size)[at, there]
    done = _best_turn(arms.bearing, curves, room, _seen_from(bearing, places), far, shift, places.turns, arms.ahead)
    done = np.where((ground != UNSEEN) & places.fires[:, None], done, 0.0)
    left = cover(state, by.unit, target.unit)
    done = done if left is None else done * left[there]
    if not theirs.turns:
        back = _seen_from(bearings(*size)[there, at], theirs, axis=1)
        done = done * target.tender[sides_shown(relief.rules, target.unit)[back]]
    return done


def _sunk(relief: Relief, unit: Unit, places: Options) -> Bools | None:
    """In which of its places all of a machine is below the surface; None where it is in none."""
    depths = _depths(relief)
    if not unit.machine or not depths.any():
        return None
    tall = 0 if places.prone else unit.plan.stature if places.turns else unit.stature
    deep: Bools = depths[places.at] > tall
    return deep if deep.any() else None


def _parted(deep: Bools | None, number: int) -> tuple[Ints, Ints]:
    """The places below the surface, and the others."""
    below = np.zeros(number, np.bool_) if deep is None else deep
    return np.flatnonzero(below), np.flatnonzero(~below)


def _depths(relief: Relief) -> Ints:
    """How deep the water of each hex is that a machine wades into, which is not so where there is ice or a bridge."""
    return relief.lastingly("bot depths", _waded)


def _waded(relief: Relief) -> Ints:
    dry = ("ice", "bridge")
    depths = (0 if any(over in ground for over in dry) else ground.amount("water") for ground in relief.board.grounds)
    return np.array([*depths], np.int64)


def _seen_from(bearing: Ints, places: Options, axis: int = 0) -> Ints:
    """Bearings as they are from who faces some way."""
    facing = places.facing[:, None] if axis == 0 else places.facing[None, :]
    return (bearing - QUARTERS * facing) % BEARINGS


def _best_turn(
    turns: Ints, curves: Floats, room: Ints, bearing: Ints, far: Ints, shift: Ints, free: bool, ahead: int
) -> Floats:
    """The most that is done, torso or turret turned as is best."""
    if free:
        found: Floats = curves[room, ahead, far, shift]
        return found
    best: Floats = curves[room, turns[0][bearing], far, shift]
    for row in turns[1:]:
        best = np.maximum(best, curves[room, row[bearing], far, shift])
    return best


def tender_there(state: State, unit: Unit, tender: Floats, places: Options, theirs: Options) -> Floats:
    """How tender the side is that each place shows to each place of an enemy."""
    size = state.relief.board.width, state.relief.board.height
    seen = _seen_from(bearings(*size)[places.at[:, None], theirs.at[None, :]], places)
    shown: Floats = tender[sides_shown(state.relief.rules, unit)[seen]]
    return shown


def kicks(unit: Unit) -> bool:
    """Whether a unit has all that a kick takes: legs, and hips."""
    legs = (place for place in unit.condition.locations if place.code in LEGS)
    return unit.machine and not hits_on(unit, "hip") and not any(leg.destroyed for leg in legs)


def blows(state: State, by: Unit, places: Options, target: Unit, theirs: Options) -> Floats:
    """What kicks promise where two machines come to stand next to one another, the one before the other, and no higher
    or lower than a leg reaches; half as much with legs in the water."""
    size = state.relief.board.width, state.relief.board.height
    if not kicks(by) or by.condition.prone or by.helpless:
        return np.zeros((len(places.at), len(theirs.at)))
    at, there = places.at[:, None], theirs.at[None, :]
    needed = np.clip(by.piloting + KICK_NUMBER + places.aim[:, None] + theirs.dodge[None, :], 2, 13)
    hits = _CHANCES[needed]
    ahead = _seen_from(bearings(*size)[at, there], places)
    before = (ahead <= QUARTERS) | (ahead >= BEARINGS - QUARTERS)
    near = (distances(*size)[at, there] == 1) & (before | places.turns)
    near &= _kicked(state.relief, theirs.prone)[at, there]
    force = np.where(_depths(state.relief)[at] > 0, WET_FORCE, 1.0)
    return np.where(near, force * hits * by.sheet.tons / KICKS, 0.0)


def _kicked(relief: Relief, prone: bool) -> Bools:
    """From which hexes a leg reaches who stands, or lies, in which others, by their levels."""
    return relief.lastingly(f"bot kicks {prone}", lambda relief: _in_levels(relief, prone))


def _in_levels(relief: Relief, prone: bool) -> Bools:
    floors, levels = _floors(relief), relief.rules[LEVELS]["kick"]
    above = floors[None, :] - floors[:, None]
    struck: Bools = np.isin(above, levels)
    return struck & np.isin(above - 1, levels) if prone else struck


def _floors(relief: Relief) -> Ints:
    """The level that a machine stands on in each hex: the bottom, where there is water."""
    return np.array([ground.level - ground.amount("water") for ground in relief.board.grounds], np.int64)


_CHANCES = np.array([1.0, 1.0, *(float(chance_of(number)) for number in range(2, 13)), 0.0])
COOL = float(ENDLESS)
