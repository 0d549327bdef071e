"""Where to go: every place a unit can reach this turn, weighed by what it could give and would take there."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from overheat.classic.board.hexes import Hex, bearing
from overheat.classic.facts.commands import Command, Leave
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.ranges import bracket_at, by_bracket, limits
from overheat.classic.rules.standard.to_hit import RANGES, TARGET_MOVEMENT_BANDS, banded
from overheat.classic.sight.field import UNSEEN, all_pairs
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import Place, reach
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.classic_aims import aims, gets_through, pull
from overheat.lab.players.classic_volleys import SHARE_OF_CLUSTER, chance

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

REACH = 31
"""Distances that the tables of damage go to."""
SHIFTS = 16
"""Additions to the target number that they go to."""
FEAR = 0.85
"""What damage taken counts against damage given."""
TRIP = 2.5
"""What a piloting roll on the way counts."""
STRIKING = 0.2
"""What standing next to an enemy, face to face, adds, for each ten tons."""
DRAW = 0.5
"""What a hex nearer to the enemy is worth when nothing can be shot at."""


def best_move(state: State, unit: Unit) -> list[Command]:
    """The commands that take a unit to its best place."""
    enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
    places = reach(state, unit)
    wants = aims(state, unit)
    if len(places) == 1 or not (enemies or wants):
        return []
    worth = _worth(state, unit, enemies, places) + pull(state, unit, places, wants)
    best = places[int(np.argmax(worth))]
    way_out = [Leave()] if any(gets_through(state, unit, best, aim) for aim in wants) else []
    return [*best.path, *way_out]


def _worth(state: State, unit: Unit, enemies: list[Unit], places: list[Place]) -> Floats:
    """What each place promises: damage given less damage taken, and the rest."""
    relief, rules = state.relief, state.relief.rules
    size = relief.board.width, relief.board.height
    own = _curves(relief, unit)
    at = np.array([_number(relief, place.hex) for place in places])
    facing = np.array([place.facing for place in places])
    moved = np.array([rules[MODES][place.mode].attacker for place in places])
    dodge = np.array([_dodge(rules, place) for place in places])
    given, taken, near = np.zeros(len(places)), np.zeros(len(places)), np.full(len(places), 99.0)
    for enemy in enemies:
        there = _number(relief, enemy.hex)
        far = np.minimum(_distances(*size)[at, there], REACH - 1)
        added = _modifiers(relief, unit.stature, enemy.stature)[at, there]
        seen = added != UNSEEN
        hard = np.where(seen, added, 0)
        theirs = banded(rules[TARGET_MOVEMENT_BANDS], enemy.motion.hexes) + mode_of(rules, enemy).target
        ahead = (_bearings(*size)[at, there] - facing) % 6
        can_bear = (ahead <= 2) | (ahead >= 4)
        shift = np.clip(hard + moved + theirs, 0, SHIFTS - 1)
        given = np.maximum(given, np.where(seen & can_bear, own[far, shift], 0.0))
        back = (_bearings(*size)[at, there] - facing) % 6
        exposed = np.where(back == 3, 1.4, 1.0)
        enemy_shift = np.clip(hard + dodge + 1, 0, SHIFTS - 1)
        bears = _bears(relief, enemy, at)
        if not enemy.immobile:
            taken = taken + np.where(seen & bears, _curves(relief, enemy)[far, enemy_shift], 0.0) * exposed
        near = np.minimum(near, far)
        striking = (far == 1) & (ahead == 0)
        given = given + np.where(striking, STRIKING * unit.sheet.tons / 10, 0.0)
    given = np.where([rules[MODES][place.mode].attacks for place in places], given, 0.0)
    trips = np.array([place.trips for place in places])
    heat = np.array([max(0, place.hexes - 2) if place.mode == "jump" else 0 for place in places])
    return (
        given
        - FEAR * taken / max(1, len(state.on_side(unit.side)))
        - TRIP * trips
        - 0.3 * heat
        - DRAW * near * (given < 1)
    )


def _dodge(rules: Ruleset, place: Place) -> int:
    return banded(rules[TARGET_MOVEMENT_BANDS], place.hexes) + rules[MODES][place.mode].target


def _bears(relief: Relief, enemy: Unit, at: Ints) -> npt.NDArray[np.bool_]:
    """Whether an enemy could fire at each place: one that has still to move can turn."""
    if not enemy.motion.done and enemy.motion.mode == "stationary":
        return np.ones(len(at), np.bool_)
    bearings = _bearings(relief.board.width, relief.board.height)
    ahead: Ints = (bearings[_number(relief, enemy.hex), at] - enemy.facing) % 6
    bears: npt.NDArray[np.bool_] = (ahead <= 2) | (ahead >= 4)
    return bears


def _number(relief: Relief, hex: Hex) -> int:
    return (hex.row - 1) * relief.board.width + hex.column - 1


def _modifiers(relief: Relief, height: int, target_height: int) -> Ints:
    """What the ground adds to a number from any hex to any other, for units of some heights."""
    return relief.remember(
        f"bot modifiers {height} {target_height}",
        lambda relief: all_pairs(relief, height, target_height).modifier.astype(np.int64),
    )


@lru_cache(maxsize=32)
def _distances(width: int, height: int) -> Ints:
    """How far any two hexes of a board of a size are apart."""
    axial = np.array([hex.axial for hex in _hexes(width, height)])
    q = axial[:, None, 0] - axial[None, :, 0]
    r = axial[:, None, 1] - axial[None, :, 1]
    far: Ints = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)).astype(np.int64)
    return far


@lru_cache(maxsize=32)
def _bearings(width: int, height: int) -> Ints:
    """In which direction any hex of a board of a size lies from any other."""
    hexes = _hexes(width, height)
    return np.array([[_sixth(one, other) for other in hexes] for one in hexes], np.int64)


def _hexes(width: int, height: int) -> list[Hex]:
    return [Hex(column, row) for row in range(1, height + 1) for column in range(1, width + 1)]


@lru_cache(maxsize=1 << 17)
def _sixth(one: Hex, other: Hex) -> int:
    turn = bearing(one, other)
    return (turn.sixths + (1 if turn.past_half else 0)) % 6


def _curves(relief: Relief, unit: Unit) -> Floats:
    """The damage that a unit does on average, by distance and by what is added to its numbers."""
    working = tuple(at for at in unit.plan.weapons if at not in unit.condition.lost)
    ready = tuple(at for at in working if _loaded(unit, at) and not _dead(unit, at))
    key = f"bot curve {id(unit.plan)} {unit.gunnery} {hash(ready)}"
    return relief.remember(key, lambda relief: _curve(relief, unit, ready))


def _loaded(unit: Unit, mount: int) -> bool:
    bins = unit.plan.feeds.get(mount)
    return bins is None or any(unit.condition.shots[at] for at in bins)


def _dead(unit: Unit, mount: int) -> bool:
    place = unit.sheet.mounts[mount].location
    return any(found.code == place and found.destroyed for found in unit.condition.locations)


def _curve(relief: Relief, unit: Unit, weapons: tuple[int, ...]) -> Floats:
    curve = np.zeros((REACH, SHIFTS))
    ranges = relief.rules[RANGES]
    for at in weapons:
        weapon = unit.sheet.mounts[at].weapon
        if weapon is None or unit.sheet.mounts[at].rear:
            continue
        minimum, ends = weapon.range[0], limits(relief.rules, weapon.range)
        damage = max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage
        damage *= weapon.cluster * (SHARE_OF_CLUSTER if weapon.cluster > 1 else 1.0)
        for far in range(1, REACH):
            bracket = bracket_at(ends, far)
            if bracket is None:
                break
            base = unit.gunnery + by_bracket(ranges.rows, bracket) + max(0, minimum - far + 1 if minimum else 0)
            for shift in range(SHIFTS):
                curve[far, shift] += damage * chance(base + shift)
    return curve
