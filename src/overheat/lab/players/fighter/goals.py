"""What places are worth for what a side wants: what an aim scores, and whether one gets there in the rounds that are
left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from overheat.classic.battle.steps import allowance
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.rules.standard.hills import hills
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.turn.reach import Place
from overheat.kernel.game import Player
from overheat.lab.players.classic_aims import AT_HAND, CHASE, aims, pull
from overheat.lab.players.fighter.bearings import Floats, Ints
from overheat.lab.players.fighter.lives import life
from overheat.lab.players.fighter.options import has_moved
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.pressing import foremost, ground_of

STAYS = 0.8
"""How surely who stands somewhere still does when the round is over."""
RELIED = 0.4
"""How much one relies on a friend who stands there: alone among enemies nobody lasts long, so others come as well."""
COMES = 0.5
"""How surely an enemy who has still to move comes where it could."""
AROUND = 6
"""Hexes from some ground within which a unit takes part in the fight for it."""
HINDERED = 0.6
"""The share of its pace that a unit is sure to make in rounds to come, with enemies about."""
LIGHTLY = 0.3
"""What a hex nearer to ground is worth as long as there is time."""


def aspired(state: State, unit: Unit, places: list[Place], pace: int, likes: Preferences) -> Floats:
    """What each place is worth for what its side wants, and against what others want."""
    worth = np.zeros(len(places))
    for aim in aims(state, unit):
        weigh = _BY_KIND.get((aim.kind, aim.side == unit.side))
        if weigh is None:
            worth += pull(state, unit, places, [aim])
        else:
            worth += weigh(_Aspirant(state, unit, places, pace, likes), aim)
    for aim in state.objectives:
        if aim.kind == "breakthrough" and aim.side != unit.side:
            worth += _barring(state, places, aim)
    return worth


class _Aspirant(NamedTuple):
    """Who wants something, and where it may go."""

    state: State
    unit: Unit
    places: Sequence[Place]
    pace: int
    likes: Preferences

    @property
    def victory(self) -> float:
        """What winning is worth, in points of damage."""
        enemies = [unit for unit in self.state.units.values() if unit.active and unit.side != self.unit.side]
        return self.likes.stake * sum(map(life, enemies))

    @property
    def rounds_left(self) -> int:
        """The rounds after this one; many in a battle without an end."""
        return self.state.rounds - self.state.round if self.state.rounds else self.likes.horizon

    def turns(self, away: Ints) -> Floats:
        """How many rounds it takes from places that are so many hexes away."""
        found: Floats = away / max(1, self.pace)
        return found


class _Presence(NamedTuple):
    """How surely somebody besides the unit stands on some ground when the round is over."""

    ours: float
    theirs: float


def _presence(who: _Aspirant, away: Callable[[Hex], int]) -> _Presence:
    ours = theirs = 1.0
    for other in who.state.units.values():
        if other.active and other.id != who.unit.id:
            missing = 1.0 - _is_there(who.state, other, away(other.hex), who.unit.side)
            ours, theirs = (ours * missing, theirs) if other.side == who.unit.side else (ours, theirs * missing)
    return _Presence(1.0 - ours, 1.0 - theirs)


def _is_there(state: State, other: Unit, away: int, side: Player) -> float:
    """How surely a unit ends the round on some ground; nobody counts on a friend who is not there yet."""
    if not away:
        return STAYS if other.side != side else RELIED
    if other.side == side or has_moved(state, other):
        return 0.0
    return COMES if away <= max(allowance(state, other, mode) for mode in state.relief.rules[MODES].rows) else 0.0


def _lasts(who: _Aspirant, away: Callable[[Hex], int]) -> float:
    """How surely a unit still stands on some ground when the round is over, by the forces of both sides around it."""
    sides = {True: life(who.unit), False: 0.0}
    for other in who.state.units.values():
        if other.active and other.id != who.unit.id and away(other.hex) <= AROUND:
            sides[other.side == who.unit.side] += life(other)
    return STAYS * min(1.0, 2.0 * sides[True] / (sides[True] + sides[False]))


def _hill(who: _Aspirant, aim: Objective) -> Floats:
    """The point of the round, ours or one that the enemy does not get, less those of the rounds on the way."""
    near = _to_hexes(who.state, aim)
    there = _presence(who, near)
    need = {each.side: each.points - who.state.scores.get(each.side, 0) for each in hills(who.state)}
    ours = _point(who, aim, need[aim.side])
    denied = max((_point(who, aim, left) for side, left in need.items() if side != aim.side), default=0.0)
    matters = (1.0 - there.ours) * _lasts(who, near) * ((1.0 - there.theirs) * ours + there.theirs * denied)
    away = _away(who, near)
    return np.asarray(matters * ((away == 0) - who.likes.patience * who.turns(away)), dtype=float)


def _point(who: _Aspirant, aim: Objective, need: int) -> float:
    """What a point is worth: the victory, by the points that are still wanted for it."""
    rounds = who.rounds_left + 1
    return who.victory / max(1, min(need, rounds) if aim.points else rounds)


def _holding(who: _Aspirant, aim: Objective) -> Floats:
    """To be on the ground at the end, alone."""
    near = _to_hexes(who.state, aim)
    there = _presence(who, near)
    alone = 1.0 - (there.theirs if not who.rounds_left else COMES)
    return _at_the_end(who, _away(who, near), (1.0 - there.ours) * alone)


def _denying(who: _Aspirant, aim: Objective) -> Floats:
    """To be on the ground at the end if the enemy is."""
    near = _to_hexes(who.state, aim)
    there = _presence(who, near)
    return _at_the_end(who, _away(who, near), (1.0 - there.ours) * max(COMES, there.theirs))


def _breaking(who: _Aspirant, aim: Objective) -> Floats:
    """To be behind the line at the end."""

    def near(hex: Hex) -> int:
        return max(0, who.state.relief.board.from_edge(hex, aim.edge) - aim.depth + 1)

    return _at_the_end(who, _away(who, near), 1.0 - _presence(who, near).ours)


def _at_the_end(who: _Aspirant, away: Ints, matters: float) -> Floats:
    """What places are worth from which one is in time where it counts at the end, as much as it matters."""
    lightly = -LIGHTLY * away
    if not who.rounds_left:
        return np.asarray(matters * STAYS * who.victory * (away == 0) + lightly, dtype=float)
    late = np.maximum(0.0, who.turns(away) - HINDERED * who.rounds_left)
    return np.asarray(matters * STAYS * who.victory * who.likes.patience ** (2 * late) + lightly, dtype=float)


def _to_hexes(state: State, aim: Objective) -> Callable[[Hex], int]:
    """How far any hex is from the ground of an aim."""
    hexes = ground_of(state, aim)
    return lambda hex: min(hex.distance(other) for other in hexes)


def _away(who: _Aspirant, near: Callable[[Hex], int]) -> Ints:
    known: dict[Hex, int] = {hex: near(hex) for hex in {place.hex for place in who.places}}
    return np.array([known[place.hex] for place in who.places], np.int64)


def _barring(state: State, places: Sequence[Place], aim: Objective) -> Floats:
    """Who bars the way keeps close to those who are nearest to getting through."""
    runners = [unit.hex for unit in foremost(state, aim)]
    if not runners:
        return np.zeros(len(places))
    known = {hex: min(hex.distance(other) for other in runners) for hex in {place.hex for place in places}}
    return np.array([-CHASE * max(0, known[place.hex] - AT_HAND) for place in places])


_BY_KIND: dict[tuple[str, bool], Callable[[_Aspirant, Objective], Floats]] = {
    ("hill", True): _hill,
    ("hold", True): _holding,
    ("hold", False): _denying,
    ("line", False): _breaking,
}
"""How an aim is weighed, by its kind and by whether it is one's own; others pull as they do for everybody."""
