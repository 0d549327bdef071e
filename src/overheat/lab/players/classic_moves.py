"""Where to go: every place a unit can reach this turn, weighed by what it could give and would take there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

import msgspec
import numpy as np
import numpy.typing as npt

from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.board.hexes import Hex, bearing
from overheat.classic.facts.commands import Command, Jump, Leave, Stand, Step
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.arrivals import DREAD, Arrival
from overheat.classic.rules.standard.bridges import bridge_factor
from overheat.classic.rules.standard.buildings import factor
from overheat.classic.rules.standard.falls import rises_by_itself
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.piloting import DEEDS, PILOTING, Check, cause, piloting_number
from overheat.classic.rules.standard.to_hit import TARGET_MOVEMENT_BANDS, banded, steady
from overheat.classic.sight.field import UNSEEN, all_pairs
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import Place, reach
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Term
from overheat.lab.players.classic_aims import aims, gets_through, pull
from overheat.lab.players.classic_guns import REACH, SHIFTS, Floats, damage_curve

Ints = npt.NDArray[np.int64]

FEAR = 0.85
"""What damage taken counts against damage given."""
FALL = 15.0
"""What a fall on the way counts."""
HEAT = 0.3
"""What a point of heat counts."""
STRIKING = 0.2
"""What standing next to an enemy, face to face, adds, for each ten tons."""
DRAW = 0.5
"""What a hex nearer to the enemy is worth when nothing can be shot at."""


INTO = ("forward", "climb", "back", "shift left", "shift right")
"""Steps that enter a hex."""


def best_move(state: State, unit: Unit) -> list[Command]:
    """The commands that take a unit to its best place; who is on the ground stays there."""
    enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
    places = firm(state, unit, reach(state, unit))
    if unit.condition.prone:
        places = [place for place in places if Stand() not in place.path]
    wants = aims(state, unit)
    if len(places) == 1 or not (enemies or wants):
        return []
    worth = _worth(state, unit, enemies, places) + pull(state, unit, places, wants)
    best = places[int(np.argmax(worth))]
    way_out = [Leave()] if any(gets_through(state, unit, best, aim) for aim in wants) else []
    return [*best.path, *way_out]


def firm(state: State, unit: Unit, places: list[Place]) -> list[Place]:
    """Places without those on bridges and roofs that would not bear the unit."""
    relief = state.relief
    bridges: dict[Hex, int] = relief.lastingly("bridges", lambda _: _bridges(relief))
    weak = {hex for hex, bears in bridges.items() if bears < unit.sheet.tons and hex != unit.hex}
    places = [place for place in places if place.hex not in weak] if weak else places
    if not unit.machine:
        return places
    roofs: dict[Hex, int] = relief.remember("roofs", lambda _: _roofs(relief))
    frail = {hex for hex, bears in roofs.items() if bears < unit.sheet.tons and hex != unit.hex}
    return [place for place in places if place.hex not in frail or not _climbs(place)] if frail else places


def _roofs(relief: Relief) -> dict[Hex, int]:
    """What the roof of each building bears."""
    board, rules = relief.board, relief.rules
    return {hex: rules[factor](rules, board[hex]) for hex in board if "building" in board[hex]}


def _climbs(place: Place) -> bool:
    """Whether a way ends on a roof: climbed onto at last, or jumped onto."""
    steps = [step for step in place.path if isinstance(step, Jump) or (isinstance(step, Step) and step.way in INTO)]
    return bool(steps) and (isinstance(steps[-1], Jump) or steps[-1] == Step("climb"))


def _bridges(relief: Relief) -> dict[Hex, int]:
    """What each bridge of a board bears."""
    board, rules = relief.board, relief.rules
    return {hex: rules[bridge_factor](rules, board[hex]) for hex in board if "bridge" in board[hex]}


def _worth(state: State, unit: Unit, enemies: list[Unit], places: list[Place]) -> Floats:
    """What each place promises: damage given less damage taken, and the rest."""
    relief, rules = state.relief, state.relief.rules
    size = relief.board.width, relief.board.height
    at = np.array([_number(relief, place.hex) for place in places])
    facing = np.array([place.facing for place in places])
    moved = _of_moves(places, lambda mode, hexes: _aim_spoilt(rules, unit, mode))
    dodge = _of_moves(places, partial(_dodge, rules))
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
        given = np.maximum(given, np.where(seen & can_bear, damage_curve(state, unit, enemy)[far, shift], 0.0))
        back = (_bearings(*size)[at, there] - facing) % 6
        exposed = np.where(back == 3, 1.4, 1.0)
        enemy_shift = np.clip(hard + dodge + _aim_spoilt(rules, enemy, _expected_mode(enemy)), 0, SHIFTS - 1)
        bears = _bears(relief, enemy, at)
        if not enemy.immobile:
            taken = taken + np.where(seen & bears, damage_curve(state, enemy, unit)[far, enemy_shift], 0.0) * exposed
        near = np.minimum(near, far)
        striking = (far == 1) & (ahead == 0)
        given = given + np.where(striking, STRIKING * unit.sheet.tons / 10, 0.0)
    given = np.where(_of_moves(places, lambda mode, hexes: rules[MODES][mode].attacks), given, 0.0)
    trips = np.array([place.trips for place in places])
    return (
        given
        - FEAR * taken / max(1, len(state.on_side(unit.side)))
        - FALL * _risk(state, unit) * trips
        - HEAT * _of_moves(places, partial(_heat, rules, unit))
        - DRAW * near * (given < 1)
        - _dread(state, unit, places)
    )


def _dread(state: State, unit: Unit, places: list[Place]) -> Floats:
    """What it costs to end the turn in each place: fires, magma, ground that swallows."""
    relief, rules = state.relief, state.relief.rules
    kept: dict[Hex, float] = relief.remember(f"dread {unit.sheet.kind} {unit.motive}", lambda _: {})
    for hex in {place.hex for place in places} - kept.keys():
        arrival = Arrival(rules, state, msgspec.structs.replace(unit, hex=hex))
        kept[hex] = sum(dread.function(arrival) for dread in rules[DREAD])
    return np.array([kept[place.hex] for place in places])


def _aim_spoilt(rules: Ruleset, unit: Unit, mode: str) -> int:
    """What a way to move adds to the attacks of a unit."""
    return 0 if rules[steady](rules, unit) else rules[MODES][mode].attacker


def _expected_mode(enemy: Unit) -> str:
    """How an enemy moves this turn: it is expected to walk as long as it has not moved."""
    return enemy.motion.mode if enemy.motion.done else "walk"


def _risk(state: State, unit: Unit) -> float:
    """The chance to fall where the ground asks for a roll."""
    why = Term("piloting.ground", 0, "the ground", PILOTING)
    number = piloting_number(Check(state.relief.rules, unit, why, state=state))
    return 1 - float(chance_to_stand(state, unit, int(number.total), why))


def odds_of_rising(state: State, unit: Unit) -> tuple[int, float]:
    """What a machine on the ground needs to stand up, and the chance of that."""
    rules = state.relief.rules
    why = cause(rules[DEEDS], "standing up")
    number = int(piloting_number(Check(rules, unit, why, state.relief.board[unit.hex], state=state)).total)
    by_itself = rules[rises_by_itself](rules, unit)
    return number, 1.0 if by_itself else float(chance_to_stand(state, unit, number, why))


def _heat(rules: Ruleset, unit: Unit, mode: str, hexes: int) -> int:
    """The heat that a move makes."""
    made = msgspec.structs.replace(unit, motion=Motion(mode, hexes, hexes))
    return rules[MODES][mode].heat(rules, made) if rules[tracks_heat](rules, unit) else 0


def _dodge(rules: Ruleset, mode: str, hexes: int) -> int:
    return banded(rules[TARGET_MOVEMENT_BANDS], hexes) + rules[MODES][mode].target


def _of_moves(places: list[Place], figure: Callable[[str, int], int]) -> Ints:
    """A figure of how far and in which mode each place is reached."""
    found = {(place.mode, place.hexes): 0 for place in places}
    found = {way: figure(*way) for way in found}
    return np.array([found[place.mode, place.hexes] for place in places])


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
    return relief.lastingly(
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
    """In which direction any hex of a board of a size lies from any other: alike for all that lie as far apart."""
    axial = np.array([hex.axial for hex in _hexes(width, height)])
    offsets = axial[None, :, :] - axial[:, None, :]
    found, which = np.unique(offsets.reshape(-1, 2), axis=0, return_inverse=True)
    sixths = np.array([_sixth(int(q), int(r)) for q, r in found], np.int64)
    return sixths[which.reshape(len(axial), len(axial))]


def _hexes(width: int, height: int) -> list[Hex]:
    return [Hex(column, row) for row in range(1, height + 1) for column in range(1, width + 1)]


def _sixth(q: int, r: int) -> int:
    turn = bearing(Hex.from_axial(0, 0), Hex.from_axial(q, r))
    return (turn.sixths + (1 if turn.past_half else 0)) % 6
