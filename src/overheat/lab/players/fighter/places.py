"""Where to go: every place that a unit can reach, weighed by what it gives and takes there, the enemy's reply included.

An enemy that has moved is where it is. One that moves later may answer: it is expected to take, the more surely the
better it is for it, one of the places that it can reach, looking at what it would do to us and we to it.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import DREAD, Arrival
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.piloting import PILOTING, Check, piloting_number
from overheat.classic.rules.standard.under_water import water_covers
from overheat.classic.sight.field import UNSEEN
from overheat.classic.turn.heat import heat_room
from overheat.classic.turn.reach import Place
from overheat.kernel.terms import Term
from overheat.lab.players.classic_aims import aims
from overheat.lab.players.fighter.backs import NEAR
from overheat.lab.players.fighter.bearings import (
    BEARINGS,
    QUARTERS,
    Bools,
    Floats,
    Ints,
    bearings,
    distances,
    ground_between,
    hex_number,
)
from overheat.lab.players.fighter.falling import crew_at_risk, skids
from overheat.lab.players.fighter.goals import aspired
from overheat.lab.players.fighter.lives import VITAL, by_side, caution_of, is_down, life, useful_of, weights
from overheat.lab.players.fighter.options import Options, has_moved, of_places, replies, where_it_stands
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.prospects import guns_ahead, pace_of, prospects
from overheat.lab.players.fighter.shooting.arsenal import ENDLESS
from overheat.lab.players.fighter.shooting.exchange import Fighter, blows, damage, tender_there
from overheat.lab.players.fighter.shooting.heat import cost_of_heat, heat_so_far, minds_heat
from overheat.lab.players.fighter.ways import goes_on_foot, points_to, turns_left

BEARABLE = 1
"""The walking points, and the points on every shot, that the heat of a volley may cost."""
ENOUGH = 0.4
"""The share of a unit's life that is much to expect of a round's fire."""
OUT_OF_MIND = 21
"""Hexes beyond which others do nothing to one another that is worth a thought: as far as most weapons carry."""
MAKES_USE = 1.0
"""The damage to expect in a place from which on enemies are taken to make use of a fall there."""
NO_WAY = 10
"""The points that it counts more than the straight line where no way leads to an enemy."""
USUAL_MOVE = 1
"""What the move of somebody who has not moved yet is taken to add, to its shots and to shots at it."""


class Appraisal(NamedTuple):
    """What each of some places is worth, and why."""

    places: list[Place]
    worth: Floats
    given: Floats
    """The damage that is expected of its best volley."""
    taken: Floats
    """The damage that it is expected to draw upon itself."""
    at_whom: list[str]
    """The enemy that this volley would be for."""
    rear_shown: Floats
    """How many enemies may be expected to see its back."""

    @property
    def best(self) -> int:
        return int(np.argmax(self.worth))


class Plain(NamedTuple):
    """What a place comes to in damage as it is expected, whatever side it lands on."""

    given: float
    """By the best volley, and a kick, to the enemy that they would be for."""
    kicked: float
    """What of that a kick does if that enemy stays where it is."""
    taken: float


class Field(NamedTuple):
    """The battle as one unit sees it in its turn."""

    state: State
    likes: Preferences
    unit: Fighter
    enemies: list[Fighter]
    friends: list[Fighter]
    weight: dict[str, float]
    """What a point of damage to each unit counts."""
    caution: float
    """What a point taken counts against a point given."""
    leaves: bool
    """Whether the unit is to get out, so that there are no rounds to come in which it would profit from the fight."""


def field_of(state: State, unit: Unit, likes: Preferences) -> Field:
    """The battle as a unit sees it."""
    active = [other for other in state.units.values() if other.active]
    enemies = [fighter(state, other, likes) for other in active if other.side != unit.side]
    friends = [fighter(state, other, likes) for other in active if other.side == unit.side and other.id != unit.id]
    weight = weights(state, active, likes)
    for id, share in _with_friends(state, enemies, friends, weight, likes).items():
        weight[id] *= share
    caution = caution_of(state, unit.side, likes)
    leaves = any(aim.kind == "breakthrough" and aim.side == unit.side for aim in aims(state, unit))
    return Field(state, likes, fighter(state, unit, likes), enemies, friends, weight, caution, leaves)


def _with_friends(
    state: State, enemies: list[Fighter], friends: list[Fighter], weight: dict[str, float], likes: Preferences
) -> dict[str, float]:
    """How many times as much each enemy counts for what friends who have moved will do: more where they may well bring
    it down with some help, and less where those whom it is best for are enough for that."""
    moved = [friend for friend in friends if has_moved(state, friend.unit) and not friend.unit.helpless]
    if not (moved and enemies) or not (likes.concert or likes.wasted):
        return {}
    there = [_as_seen(state, enemy.unit) for enemy in enemies]
    left = np.array([life(enemy.unit) for enemy in enemies])
    counts = np.array([weight[enemy.unit.id] for enemy in enemies])
    able, promised = np.zeros(len(enemies)), np.zeros(len(enemies))
    for friend in moved:
        stands = where_it_stands(state, friend.unit)
        seen = zip(enemies, there, strict=True)
        done = np.array([float(damage(state, friend, stands, enemy, theirs)[0, 0]) for enemy, theirs in seen])
        able += done
        best = int(np.argmax(np.minimum(done, left) * counts))
        promised[best] += done[best]
    found: dict[str, float] = {}
    for at, enemy in enumerate(enemies):
        more = 1.0 + likes.concert * min(1.0, float(able[at]) / (ENOUGH * float(left[at])))
        found[enemy.unit.id] = more * (1.0 - likes.wasted * is_down(float(promised[at]), float(left[at])))
    return found


def fighter(state: State, unit: Unit, likes: Preferences) -> Fighter:
    """A unit with what is found out of it once, as long as it is what it was."""
    kept: dict[tuple[str, float], tuple[Unit, Fighter]] = state.relief.remember("fighters", lambda _: {})
    known = kept.get((unit.id, likes.sides))
    if known is None or known[0] is not unit:
        room = heat_room(state, unit, BEARABLE)
        made = Fighter(unit, float(ENDLESS if room is None else room), by_side(state, unit, likes))
        known = kept[unit.id, likes.sides] = unit, made
    return known[1]


def appraise(state: State, unit: Unit, places: list[Place], likes: Preferences, keep: int | None = None) -> Appraisal:
    """What each place is worth to a unit; one that is to be kept is looked at closely whatever it is worth."""
    field = field_of(state, unit, likes)
    mine = of_places(state, unit, places)
    besides = _besides(field, mine, places)
    rough = _looked_at(field, mine, [_as_seen(state, enemy.unit) for enemy in field.enemies])
    worth = rough.worth + besides - _falls(field, places, rough)
    later = [enemy for enemy in field.enemies if not has_moved(state, enemy.unit)]
    if not (likes.reply and later):
        return Appraisal(places, _closer(field, mine, rough, worth), *rough[1:])
    short = np.argsort(-_closer(field, mine, rough, worth), kind="stable")[: likes.short_list]
    if keep is not None and keep not in short:
        short = np.append(short, keep)
    answers = [_answers(state, enemy.unit) for enemy in field.enemies]
    close = _blended(likes.reply, _looked_at(field, mine.picked(short), answers), rough, short)
    looked_at = [places[at] for at in short]
    worth = close.worth + besides[short] - _falls(field, looked_at, close)
    return Appraisal(looked_at, _closer(field, mine.picked(short), close, worth), *close[1:])


def plainly(state: State, unit: Unit, place: Place, at_whom: str, likes: Preferences) -> Plain:
    """What a place comes to in damage alone, as it is told."""
    field = field_of(state, unit, msgspec.structs.replace(likes, sides=0.0))
    mine, given, kicked, taken = of_places(state, unit, [place]), 0.0, 0.0, 0.0
    for enemy in field.enemies:
        stands = _as_seen(state, enemy.unit)
        ways = [(1.0, stands)]
        if likes.reply and not has_moved(state, enemy.unit):
            ways = [(1.0 - likes.reply, stands), (likes.reply, _answers(state, enemy.unit))]
        for share, theirs in ways:
            met = _met(field, mine, enemy, theirs)
            taken += share * float(met.taken[0])
            given += share * float(met.given[0]) if enemy.unit.id == at_whom else 0.0
        if enemy.unit.id == at_whom:
            kicked = float(blows(state, unit, mine, enemy.unit, stands)[0, 0])
    return Plain(given, kicked, taken)


def _blended(reply: float, close: _Look, rough: _Look, short: Ints) -> _Look:
    """What was found with the enemy's reply, and without it, by what the reply counts."""
    worth, given, taken, rear = (
        reply * one + (1.0 - reply) * other[short]
        for one, other in (
            (close.worth, rough.worth),
            (close.given, rough.given),
            (close.taken, rough.taken),
            (close.rear_shown, rough.rear_shown),
        )
    )
    return _Look(worth, given, taken, [rough.at_whom[at] for at in short], rear)


def _as_seen(state: State, enemy: Unit) -> Options:
    """Where an enemy stands; one that has still to move is taken to turn as it likes, and to move a little."""
    found = where_it_stands(state, enemy)
    if has_moved(state, enemy):
        return found
    return found._replace(turns=True, aim=found.aim + USUAL_MOVE, dodge=found.dodge + USUAL_MOVE)


def _answers(state: State, enemy: Unit) -> Options:
    """Where an enemy may be when the shooting starts; where it can go is found out once a round."""
    if has_moved(state, enemy):
        return where_it_stands(state, enemy)
    kept: dict[str, tuple[Unit, int, Options]] = state.relief.remember("fighters' replies", lambda _: {})
    known = kept.get(enemy.id)
    if known is None or known[0] is not enemy or known[1] != state.round:
        found = replies(state, enemy) or _as_seen(state, enemy)
        known = kept[enemy.id] = enemy, state.round, found
    return known[2]


class _Look(NamedTuple):
    worth: Floats
    given: Floats
    taken: Floats
    at_whom: list[str]
    rear_shown: Floats


def _looked_at(field: Field, mine: Options, where: list[Options]) -> _Look:
    """What places give and take, with the enemies where they may be."""
    number, likes, me = len(mine.at), field.likes, field.unit.unit
    values, given = np.zeros((len(where) + 1, number)), np.zeros((len(where) + 1, number))
    taken, weighed, rear, turned = (np.zeros(number) for _ in range(4))
    for row, (enemy, theirs) in enumerate(zip(field.enemies, where, strict=True)):
        met = _met(field, mine, enemy, theirs)
        given[row] = met.given
        values[row] = useful_of(met.given, life(enemy.unit)) * field.weight[enemy.unit.id]
        taken += met.taken
        weighed += met.weighed
        rear += met.rear
        turned += met.rear * _surely(field, mine, enemy.unit, theirs)
    order = np.sort(values, axis=0)
    best = np.argmax(values, axis=0)
    second = order[-2] if len(where) > 1 else 0.0
    backs = likes.back * rear + likes.turned_back * turned
    gives = (order[-1] + likes.second_target * second) * (likes.errand if field.leaves else 1.0)
    ends = likes.finishing * field.weight[me.id] * life(me) * np.minimum(1.0, taken / life(me)) ** 3
    worth = gives - field.caution * (weighed + ends) - backs
    names = [*(enemy.unit.id for enemy in field.enemies), ""]
    return _Look(worth, given[best, np.arange(number)], taken, [names[at] for at in best], rear)


def _surely(field: Field, mine: Options, enemy: Unit, theirs: Options) -> Bools:
    """In which places an enemy that has moved is near and sees a unit, so that it makes use of a back for certain."""
    state, me = field.state, field.unit.unit
    if not has_moved(state, enemy):
        return np.zeros(len(mine.at), np.bool_)
    seen = ground_between(state.relief, enemy.stature, me.stature)[theirs.at[0], mine.at] != UNSEEN
    found: Bools = seen & (_far(state, mine, enemy) <= NEAR)
    return found


class _Met(NamedTuple):
    """What places come to against one enemy."""

    given: Floats
    taken: Floats
    weighed: Floats
    """What is taken by all of us because of who stands there, by what it counts."""
    rear: Floats


def _met(field: Field, mine: Options, enemy: Fighter, theirs: Options) -> _Met:
    state, likes, me = field.state, field.likes, field.unit
    own, other = field.weight[me.unit.id], field.weight[enemy.unit.id]
    give = damage(state, me, mine, enemy, theirs) + blows(state, me.unit, mine, enemy.unit, theirs)
    if enemy.unit.helpless:
        take = np.zeros_like(give)
    else:
        take = damage(state, enemy, theirs, me, mine).T + blows(state, enemy.unit, theirs, me.unit, mine).T
    drawn, spread, most, fear = _others(field, enemy, theirs)
    strong = take**likes.shared_fire
    both = strong + spread[None, :]
    share = np.divide(strong, both, out=np.zeros_like(strong), where=both > 0)
    whole = np.divide(strong * take * own + drawn[None, :], both, out=np.zeros_like(strong), where=both > 0)
    alone = np.divide(drawn, spread, out=np.zeros_like(drawn), where=spread > 0)
    chance = _replied(likes, np.maximum(take * own, most[None, :]) - likes.caution * (give * other + fear[None, :]))
    behind = chance * tender_there(state, me.unit, _REAR, mine, theirs) * (not enemy.unit.helpless)
    drawn_here = chance * take * share
    more = (chance * (whole - alone[None, :])).sum(axis=1)
    return _Met(
        (chance * give).sum(axis=1),
        drawn_here.sum(axis=1),
        np.maximum(more, likes.own_skin * own * drawn_here.sum(axis=1)) if likes.own_skin else more,
        behind.sum(axis=1),
    )


_REAR = np.array([0.0, 0.0, 0.0, 1.0])
"""Sides, of which only the back is looked at."""


def _replied(likes: Preferences, good: Floats) -> Floats:
    """How likely an enemy is in each of its places: the likelier the better that is for it."""
    if good.shape[1] == 1:
        return np.ones_like(good)
    grown = np.exp((good - good.max(axis=1, keepdims=True)) / likes.shrewdness)
    shares: Floats = grown / grown.sum(axis=1, keepdims=True)
    return shares


def _others(field: Field, enemy: Fighter, theirs: Options) -> tuple[Floats, Floats, Floats, Floats]:
    """What an enemy could do to our friends from its places: weighed, by how surely, at most; and what they to it."""
    number, power = len(theirs.at), field.likes.shared_fire
    drawn, spread, most, fear = (np.zeros(number) for _ in range(4))
    for friend in field.friends:
        stands = _as_seen(field.state, friend.unit)
        if _far(field.state, theirs, friend.unit).min() > OUT_OF_MIND:
            continue
        if not enemy.unit.helpless:
            done = damage(field.state, enemy, theirs, friend, stands)[:, 0]
            drawn += done ** (power + 1) * field.weight[friend.unit.id]
            spread += done**power
            most = np.maximum(most, done * field.weight[friend.unit.id])
        if len(theirs.at) > 1:
            back = damage(field.state, friend, stands, enemy, theirs)[0]
            fear += 0.5 * back * field.weight[enemy.unit.id]
    return drawn, spread, most, fear


def _besides(field: Field, mine: Options, places: list[Place]) -> Floats:
    """What places are worth besides damage: ground to shun, friends near by, what the side wants."""
    state, unit, likes = field.state, field.unit.unit, field.likes
    pace = pace_of(state, unit, places)
    worth = aspired(state, unit, places, pace, likes) - _dread(state, unit, places)
    if field.enemies and likes.foresight and not (unit.helpless or field.leaves):
        enemies = [enemy.unit for enemy in field.enemies]
        away = [_far(state, mine, enemy) for enemy in enemies]
        worth = worth + likes.foresight * prospects(state, unit, enemies, away, pace, likes)
    worth = worth - likes.askew * _looks_away(field, mine)
    worth = worth - likes.flooded * _let_in(state, unit, places) - _heats(state, unit, mine, likes)
    if field.friends:
        apart = np.min([_far(state, mine, friend.unit) for friend in field.friends], axis=0)
        worth = worth - likes.company * np.maximum(0, apart - likes.company_within)
    return worth


def _looks_away(field: Field, mine: Options) -> Floats:
    """How far each place faces away from the enemies that it sees where they are, from 0 to 1: the nearer they are the
    more they count."""
    state, size = field.state, (field.state.relief.board.width, field.state.relief.board.height)
    away, whole = np.zeros(len(mine.at)), np.zeros(len(mine.at))
    for enemy in field.enemies:
        if enemy.unit.helpless:
            continue
        there = hex_number(state.relief, enemy.unit.hex)
        seen = ground_between(state.relief, enemy.unit.stature, field.unit.unit.stature)[there, mine.at] != UNSEEN
        far = _far(state, mine, enemy.unit)
        counts = np.where(seen & (far > 0) & (far <= OUT_OF_MIND), 1.0 / np.maximum(1, far), 0.0)
        bearing = (bearings(*size)[mine.at, there] - QUARTERS * mine.facing) % BEARINGS
        away += counts * np.minimum(bearing, BEARINGS - bearing) / (BEARINGS / 2)
        whole += counts
    found: Floats = np.divide(away, whole, out=np.zeros_like(away), where=whole > 0)
    return found


def _heats(state: State, unit: Unit, mine: Options, likes: Preferences) -> Floats:
    """What the heat costs that a unit ends the round with if it fires nothing, by the way it moves."""
    if not minds_heat(state, unit):
        return np.zeros(len(mine.at))
    made, which = np.unique(heat_so_far(state, unit) + mine.heat, return_inverse=True)
    if made[-1] <= 0:
        return np.zeros(len(mine.at))
    cost: Floats = cost_of_heat(state, unit, np.round(made), guns_ahead(state, unit), likes)[which.reshape(-1)]
    return cost


def _falls(field: Field, places: list[Place], look: _Look) -> Floats:
    """What falls on the way cost: more where somebody is there to make use of them, and where they may knock out the
    crew; and who falls or skids does not do what it came for."""
    likes, unit = field.likes, field.unit.unit
    trips = np.array([place.trips for place in places]) + _shaken(field.state, unit, places)
    trips = trips + skids(field.state, unit, places)
    if not trips.any():
        return np.zeros(len(places))
    risk = _risk(field.state, unit)
    if not unit.machine:
        missed: Floats = likes.skid * risk * trips + (1.0 - (1.0 - risk) ** trips) * look.given
        return missed
    used = np.minimum(1.0, look.taken / MAKES_USE)
    each = likes.tumble + (likes.fall - likes.tumble) * used + crew_at_risk(field.state, unit, risk, likes)
    found: Floats = each * risk * trips + (1.0 - (1.0 - risk) ** trips) * likes.spoilt * look.given
    return found


def _shaken(state: State, unit: Unit, places: list[Place]) -> Ints:
    """The rolls that places ask for at the end of the way: of who runs on a damaged gyro or hip."""
    rules = state.relief.rules
    if not unit.machine or rules[running_check](rules, unit) is None:
        return np.zeros(len(places), np.int64)
    return np.array([int(rules[MODES][place.mode].fast and place.spent > 0) for place in places], np.int64)


def _closer(field: Field, mine: Options, look: _Look, worth: Floats) -> Floats:
    """The same with what it is worth to come nearer to the enemy, above all where nothing can be shot at."""
    if not field.enemies:
        return worth
    near = np.min([_far(field.state, mine, enemy.unit) for enemy in field.enemies], axis=0)
    if look.given.max() < 1 and goes_on_foot(field.state, field.unit.unit):
        near = _on_foot(field, mine, near)
    nearer: Floats = worth - np.where(look.given < 1, field.likes.approach, field.likes.strolling) * near
    return nearer


def _on_foot(field: Field, mine: Options, near: Ints) -> Floats:
    """How far the nearest enemy is from each place for who walks there."""
    state, unit = field.state, field.unit.unit
    ways = np.min([points_to(state, unit, enemy.unit.hex) for enemy in field.enemies], axis=0)
    there = ways[mine.at] + turns_left(state, ways, mine.at, mine.facing)
    found: Floats = np.where(np.isfinite(ways[mine.at]), there, near + NO_WAY)
    return found


def _far(state: State, mine: Options, other: Unit) -> Ints:
    board = state.relief.board
    number = (other.hex.row - 1) * board.width + other.hex.column - 1
    far: Ints = distances(board.width, board.height)[mine.at, number]
    return far


def _dread(state: State, unit: Unit, places: list[Place]) -> Floats:
    """What it costs to end the turn in each place: fires, magma, ground that swallows."""
    relief, rules = state.relief, state.relief.rules
    if not rules[DREAD]:
        return np.zeros(len(places))
    kept: dict[Hex, float] = relief.remember(f"dread {unit.sheet.kind} {unit.motive}", lambda _: {})
    for hex in {place.hex for place in places} - kept.keys():
        arrival = Arrival(rules, state, msgspec.structs.replace(unit, hex=hex))
        kept[hex] = sum(dread.function(arrival) for dread in rules[DREAD])
    return np.array([kept[place.hex] for place in places])


def _let_in(state: State, unit: Unit, places: list[Place]) -> Floats:
    """What water gets into in each place: what has lost its armour and is below the surface there."""
    worn = [place for place in unit.condition.locations if not (place.destroyed or place.flooded or place.armour)]
    bare = [place.code for place in worn if unit.sheet[place.code].armour]
    if not bare or not unit.machine:
        return np.zeros(len(places))
    board, rules = state.relief.board, state.relief.rules
    found: dict[Hex, float] = {}
    for hex in {place.hex for place in places}:
        ground = board[hex]
        there = msgspec.structs.replace(unit, hex=hex, elevation=-ground.amount("water"))
        found[hex] = sum(VITAL.get(code, 1.0) for code in bare if rules[water_covers](rules, there, ground, code))
    return np.array([found[place.hex] for place in places])


def _risk(state: State, unit: Unit) -> float:
    """The chance to fall where the ground asks for a roll."""
    why = Term("piloting.ground", 0, "the ground", PILOTING)
    number = piloting_number(Check(state.relief.rules, unit, why, state=state))
    return 1 - float(chance_to_stand(state, unit, int(number.total), why))
