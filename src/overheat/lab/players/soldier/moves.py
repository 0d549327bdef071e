"""Where a unit moves to: what it can shoot from there, what it risks there, and what it comes nearer to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import value as plain_worth
from overheat.lab.players.soldier.aims import Aim, aim_of, left_to_go
from overheat.lab.players.soldier.charges import charge_worth
from overheat.lab.players.soldier.danger import danger, prospects
from overheat.lab.players.soldier.kills import foreseen
from overheat.lab.players.soldier.preferences import Preferences
from overheat.lab.players.soldier.turning import fixed_weapon, headings
from overheat.lab.players.soldier.ways import SHY, drives_to, walks_to
from overheat.platoon.battle.commands import Charge, Drive, Fly, Hold, Occupy, Walk
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.fire import aiming
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import SCALE, Spot, driven, flat, heading_to, towards
from overheat.platoon.move import men as moving

ADVANCING = 0.7
"""What is left of a shot on an advance."""
INCH = 0.03
"""What an inch nearer counts that nothing depends on."""
Move = Walk | Drive | Fly | Charge | Occupy | Hold


def best_moves(
    game: PlatoonGame, battle: Thinking, unit: Unit, offered: Sequence[Move], likes: Preferences
) -> list[tuple[float, Any, str]]:
    """The moves that promise most, the shots after them included where a unit may shoot then."""
    moves: list[Move] = list(offered)
    if likes.looks and battle.order_of(unit).gait == "advance" and fixed_weapon(battle, unit) is not None:
        turns = (Walk(unit.at, way) for way in headings(battle, unit))
        stays: list[Move] = [*(each for each in moves if isinstance(each, Hold)), *turns]
        return [move_worth(game, battle, unit, move, likes) for move in stays or moves]
    if battle.sheet(unit).soft and battle.order_of(unit).moves:
        moves += _further(battle, unit, likes)
    elif battle.sheet(unit).kind == "vehicle" and (aim := aim_of(battle, unit, likes)) is not None:
        moves += drives_to(battle, unit, aim.at, aim.near)
    scored = [(_worth(battle, unit, move, likes), move) for move in moves]
    if not battle.order_of(unit).shoots or not likes.looks or not _shoots(battle, unit):
        scored.sort(key=lambda each: -each[0][0])
        return [(worth, move, why) for (worth, why), move in scored[: max(1, likes.looks)]]
    scored.sort(key=lambda each: -each[0][0] - promise(battle, unit, _end(battle, unit, each[1])[0]))
    return [move_worth(game, battle, unit, move, likes) for _, move in scored[: likes.looks]]


def promise(battle: Thinking, unit: Unit, at: Spot) -> float:
    """What a shot on an advance that ends at a place may be worth, at a glance."""
    return ADVANCING * prospects(battle, unit, at) if not unit.at.z else 0.0


def move_worth(
    game: PlatoonGame, battle: Thinking, unit: Unit, move: Move, likes: Preferences
) -> tuple[float, Any, str]:
    """What one move is worth, the shots after it included where it may shoot then."""
    worth, why = _worth(battle, unit, move, likes)
    shoots = battle.order_of(unit).shoots and likes.looks and _shoots(battle, unit)
    return worth + (shot_after(game, battle, unit, move) if shoots else 0.0), move, why


def _shoots(battle: Thinking, unit: Unit) -> bool:
    sheet = battle.sheet(unit)
    return bool(sheet.mounts or unit.men)


def _further(battle: Thinking, unit: Unit, likes: Preferences) -> Iterator[Walk]:
    """Straight towards what a unit is after, and into cover near by."""
    reach = moving.march_reach(battle, moving.march_over(battle, unit, 0, [])) - SHY
    aim = aim_of(battle, unit, likes)
    ends: list[Spot] = []
    if aim is not None and left_to_go(battle, aim, unit.at) > 0:
        yield from walks_to(battle, unit, aim.at, aim.near)
        ends.append(towards(unit.at, aim.at, min(reach, left_to_go(battle, aim, unit.at) + 1)))
    near = [feature for feature in battle.ground.features if flat(feature.centre, unit.at) < reach + 8]
    ends += (towards(unit.at._replace(z=0), each.centre, reach) for each in near if each.kind.cover != "none")
    for end in dict.fromkeys(ends):
        walk = Walk(end._replace(z=0), round(heading_to(unit.at, end)) % 360)
        if end != unit.at and moving.walk_refused(battle, unit, walk) is None:
            yield walk


def _worth(battle: Thinking, unit: Unit, move: Move, likes: Preferences) -> tuple[float, str]:
    """What a move is worth without the shots after it."""
    if isinstance(move, Charge):
        worth = charge_worth(battle, unit, battle.units[move.target])
        return worth, f"charges {battle.sheet(move.target).name}, worth {worth:.2f}"
    if isinstance(move, Fly):
        flown = _flown(battle, unit, move)
        worth = 0.5 * plain_worth(battle, move) - likes.risk * danger(battle, unit, flown.at, flown.heading)
        return worth, f"flies where its weapons bear, worth {worth:.2f}"
    to, heading = _end(battle, unit, move)
    sheet = battle.sheet(unit)
    if sheet.gun is not None:
        return (0.0 if isinstance(move, Hold) else plain_worth(battle, move)), "looks for a view"
    risk = danger(battle, unit, to, heading) if likes.risk else 0.0
    if isinstance(move, Occupy):
        risk *= 0.4
    aim = aim_of(battle, unit, likes)
    near = gone = 0.0
    if aim is not None:
        gone = left_to_go(battle, aim, unit.at) - left_to_go(battle, aim, to)
        near = gone * (max(INCH, min(0.14, aim.worth / 7)) if aim.objective else INCH)
        if aim.objective:
            near += aim.worth * ((left_to_go(battle, aim, to) <= 0) - (left_to_go(battle, aim, unit.at) <= 0))
    turned = 0.03 if isinstance(move, Walk) and move.to == unit.at else 0.0
    return near - likes.risk * risk + turned, f"danger {risk:.2f} there{_gone(aim, gone)}"


def _gone(aim: Aim | None, inches: float) -> str:
    """How far a move leads, in words."""
    if aim is None or abs(inches) < 0.5:
        return ", no nearer to anything"
    return f", {abs(inches):.0f}″ {'nearer to' if inches > 0 else 'farther from'} {aim.name}"


def _end(battle: Thinking, unit: Unit, move: Move) -> tuple[Spot, int]:
    match move:
        case Walk():
            return move.to, unit.heading
        case Occupy():
            return battle.ground.features[move.feature].centre, unit.heading
        case Drive():
            body = driven(battle.hull(unit), move.legs)
            return body.at, body.heading
    return unit.at, unit.heading


def shot_after(game: PlatoonGame, battle: Thinking, unit: Unit, move: Move) -> float:
    """The best shot from where a move leads."""
    after = _moved(battle, unit, move)
    if after is None:
        return 0.0
    state = battle.frozen()
    there = Thinking(game, msgspec.structs.replace(state, units={**state.units, unit.id: after}))
    if not aiming.can_fire(there, after):
        return 0.0
    every = volley_choices(there, Shooting(unit.side, unit.id))
    return max((foreseen(there, after, volleys, "order").worth for volleys in every), default=0.0)


def _flown(battle: Thinking, unit: Unit, move: Fly) -> Unit:
    """A helicopter where a flight takes it."""
    body = driven(battle.hull(unit), move.legs)
    at = body.at._replace(z=unit.at.z + round(move.up * SCALE))
    return msgspec.structs.replace(unit, at=at, heading=body.heading, moved=True)


def _moved(battle: Thinking, unit: Unit, move: Move) -> Unit | None:
    match move:
        case Hold():
            return unit
        case Walk():
            heading = unit.heading if move.heading is None else move.heading
            if move.to == unit.at:
                return msgspec.structs.replace(unit, heading=heading)
            places = moving.places_for(battle, unit, move.to)
            if places is None:
                return None
            at = move.to._replace(z=0)
            men = moving.moved_men(unit, places)
            return msgspec.structs.replace(unit, at=at, heading=heading, men=men, moved=True)
        case Drive():
            body = driven(battle.hull(unit), move.legs)
            return msgspec.structs.replace(unit, at=body.at, heading=body.heading, moved=True)
        case Fly():
            return _flown(battle, unit, move)
    return None
