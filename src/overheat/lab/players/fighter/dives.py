"""Whom nothing reaches from above the water: how to get at an enemy that lies there, with beams that burn below.

Nothing is fired through the surface. So where all enemies that are left lie under water, a machine with beams goes
where it is under water as well: it wades in where that is deep, or lies down where it reaches to the hips.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from overheat.classic.battle.steps import allowance
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Command, DropProne, Go, Twist
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.twists import may_twist
from overheat.classic.rules.standard.under_water import water_covers
from overheat.classic.turn.moves import price
from overheat.classic.turn.reach import Place
from overheat.classic.turn.weapons import fires
from overheat.lab.players.fighter.lives import VITAL, weights
from overheat.lab.players.fighter.places import appraise
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.shooting.volleys import Shooting, best_volley

WALK = "walk"
BELOW = 9
"""Hexes that most beams carry under water, and no more."""
FEW = 10
"""Hexes that are looked at."""
WORTH_A_DIVE = 1.0
"""The damage that a volley must promise to lie down for it, or to stay there."""


class Diving(NamedTuple):
    """A place under water, and why."""

    worth: float
    """By the measure of places, with what can be fired there."""
    place: Place
    """With all that is to be said to get there, and to lie down."""
    lies: bool
    """Whether it lies there, and does not stand in the deep."""
    volley: Shooting


def all_submerged(state: State, unit: Unit) -> bool:
    """Whether there are enemies, and nothing but the water is to be seen of them."""
    rules, board = state.relief.rules, state.relief.board
    enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
    return bool(enemies) and all(
        other.hex in board and rules[submerged](rules, board, other.viewpoint) for other in enemies
    )


def best_dive(state: State, unit: Unit, places: Sequence[Place], likes: Preferences) -> Diving | None:
    """The place under water that is worth most; None where there is none from which a volley is worth it."""
    if not unit.machine or not all_submerged(state, unit):
        return None
    dives = [*_dives(state, unit, places)]
    if not dives:
        return None
    found = appraise(state, unit, [place for place, _ in dives], likes)
    weight = weights(state, [other for other in state.units.values() if other.active], likes)
    whole = []
    for at, place in enumerate(found.places):
        lies = dict(dives)[place]
        volley = _volley(state, unit, place, lies, likes)
        if volley.promise >= WORTH_A_DIVE:
            other = float(found.given[at]) * weight.get(found.at_whom[at], 1.0)
            rests = float(found.worth[at]) - (1 + likes.second_target) * other
            down = likes.tumble if lies and not unit.condition.prone else 0.0
            worth = rests + volley.worth - down - likes.flooded * _let_in(state, _there(state, unit, place, lies))
            whole.append(Diving(worth, place, lies, volley))
    return max(whole, key=lambda dive: dive.worth, default=None)


def _dives(state: State, unit: Unit, places: Sequence[Place]) -> Iterator[tuple[Place, bool]]:
    """The best way to each hex where a unit may get under water near an enemy, and whether it lies down there."""
    enemies = [other.hex for other in state.units.values() if other.active and other.side != unit.side]
    modes, board = state.relief.rules[MODES], state.relief.board
    ways: dict[Hex, list[tuple[Place, bool]]] = {}
    for place in places:
        depth = board[place.hex].amount("water")
        if not depth or not modes[place.mode].attacks or min(map(place.hex.distance, enemies)) > BELOW:
            continue
        lies = unit.condition.prone or depth <= unit.stature
        way = _lying_down(state, unit, place) if lies and not unit.condition.prone else place
        if way is not None:
            ways.setdefault(place.hex, []).append((way, lies))
    near = sorted(ways, key=lambda hex: min(map(hex.distance, enemies)))[:FEW]
    for hex in near:
        aim = min(enemies, key=hex.distance)
        yield min(ways[hex], key=lambda way: (_off(way[0], aim), way[0].trips, modes[way[0].mode].attacker))


def _off(place: Place, aim: Hex) -> int:
    """By how many hexsides a unit in a place looks away from a hex."""
    ahead = [place.hex.neighbour((place.facing + turn) % 6).distance(aim) for turn in range(6)]
    turn = min(range(6), key=lambda turn: (ahead[turn], min(turn, 6 - turn)))
    return min(turn, 6 - turn)


def _lying_down(state: State, unit: Unit, place: Place) -> Place | None:
    """A place with what it takes to lie down there; None where there are no points left for it."""
    if state.relief.rules[MODES][place.mode].leaps:
        return None
    mode = WALK if place.mode == "stationary" else place.mode
    said: tuple[Command, ...] = place.path or (Go(WALK),)
    cost = int(price(state, "drop prone").total)
    if place.spent + cost > allowance(state, unit, mode):
        return None
    return place._replace(mode=mode, spent=place.spent + cost, path=(*said, DropProne()))


def _there(state: State, unit: Unit, place: Place, lies: bool) -> Unit:
    """A unit as it would be in a place."""
    return msgspec.structs.replace(
        unit,
        hex=place.hex,
        facing=place.facing,
        torso=place.facing,
        elevation=-state.relief.board[place.hex].amount("water"),
        condition=msgspec.structs.replace(unit.condition, prone=lies),
        motion=Motion(place.mode, place.hexes, place.hexes, place.spent),
    )


def _volley(state: State, unit: Unit, place: Place, lies: bool, likes: Preferences) -> Shooting:
    """The best volley from a place."""
    rules, there = state.relief.rules, _there(state, unit, place, lies)
    then = msgspec.structs.replace(state, phase="weapons", units={**state.units, unit.id: there})
    turns = [Twist(turn) for turn in range(6) if rules[may_twist](rules, there, turn) is None]
    return best_volley(then, there, [*fires(then, there), *turns], likes, {})


def _let_in(state: State, there: Unit) -> float:
    """What water gets into where a unit is: what has lost its armour and is below the surface."""
    rules, ground = state.relief.rules, state.relief.board[there.hex]
    worn = [place for place in there.condition.locations if not (place.destroyed or place.flooded or place.armour)]
    bare = [place.code for place in worn if there.sheet[place.code].armour]
    return sum(VITAL.get(code, 1.0) for code in bare if rules[water_covers](rules, there, ground, code))
