"""Driving: vehicles on the ground."""

from __future__ import annotations

import msgspec
from shapely import LineString, Polygon

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Drive
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.books import BASE
from overheat.platoon.ground.geometry import (
    SCALE,
    Body,
    Leg,
    driven,
    flat,
    outline,
    swept,
    within,
)
from overheat.platoon.move.men import crowded, ground_refused, march_over, march_reach
from overheat.platoon.rules.standard import (
    movement,
)
from overheat.platoon.rules.standard.movement import PACES, March

MOVES = BASE("Movement")


def drive_refused(battle: Battle, unit: Unit, command: Drive) -> Refusal | None:
    """Why a vehicle may not drive so, or None."""
    if unit.immobilised:
        return Refusal("movement.immobilised", "it cannot move any more", MOVES)
    inches = [leg.inches for leg in command.legs]
    total = sum(inches)
    if any(length < 0 for length in inches) and (len(inches) > 1 or command.legs[0].pivot):
        return Refusal("movement.reverse", "a vehicle goes straight back", BASE("Reversing"))
    hull = battle.hull(unit)
    areas = swept(hull, command.legs)
    march = _march(battle, unit, command, areas)
    pace = battle.rules[PACES][march.mobility]
    back = total < 0
    allowed = drive_reach(battle, march)
    if not battle.rules[within](battle.rules, abs(total), allowed):
        return Refusal("movement.far", f"{abs(total):g} inches where {allowed:g} are allowed", MOVES)
    if back and battle.order_of(unit).gait == "run":
        return Refusal("movement.reverse", "a vehicle goes back on an Advance", BASE("Reversing"))
    refused = battle.rules[movement.pivot_refused](battle.rules, march, pace) or ground_refused(battle, march)
    if refused:
        return refused
    if not all(battle.ground.holds(area) for area in areas):
        return Refusal("movement.edge", "that leads off the table", MOVES)
    return _run_over(battle, unit, areas) or crowded(battle, unit, [driven(hull, command.legs)])


def drive_march(battle: Battle, unit: Unit, command: Drive) -> March:
    """A drive as the rules of movement see it."""
    return _march(battle, unit, command, swept(battle.hull(unit), command.legs))


def _march(battle: Battle, unit: Unit, command: Drive, areas: list[Polygon]) -> March:
    crossed = [feature for area in areas for feature in battle.ground.crossed(area)]
    pivots = tuple(leg.pivot for leg in command.legs if leg.pivot)
    march = march_over(battle, unit, sum(leg.inches for leg in command.legs), crossed, pivots, areas)
    return msgspec.structs.replace(march, on_road=_on_road(battle, battle.hull(unit), command.legs))


def drive_reach(battle: Battle, march: March) -> float:
    """How far a vehicle may drive so, ahead or back."""
    pace = battle.rules[PACES][march.mobility]
    return (
        battle.rules[movement.reverse_limit](battle.rules, march, pace)
        if march.inches < 0
        else march_reach(battle, march)
    )


def _on_road(battle: Battle, hull: Body, legs: tuple[Leg, ...]) -> bool:
    """Whether the middle of a vehicle keeps to roads all the way."""
    roads = [feature for feature in battle.ground.features if feature.kind.ground == "road"]
    if not roads or not legs:
        return False
    at = hull
    for leg in legs:
        after = driven(at, [leg])
        path = LineString([(at.at.x, at.at.y), (after.at.x, after.at.y)])
        if not any(road.area.covers(path) for road in roads):
            return False
        at = after
    return True


def _run_over(battle: Battle, unit: Unit, areas: list[Polygon]) -> Refusal | None:
    """Nobody drives through other vehicles; the oblongs around them are asked first."""
    bounds = [area.bounds for area in areas]
    for other in battle.on_table():
        if other.id == unit.id or battle.sheet(other).soft or other.at.z > 0:
            continue
        hull = battle.hull(other)
        reach = (hull.length + battle.sheet(unit).length) / 2 + 30 * SCALE
        if flat(hull.at, unit.at) * SCALE > reach:
            continue
        west, south, east, north = battle.box(other)
        near = [
            area
            for area, (left, low, right, high) in zip(areas, bounds, strict=True)
            if left <= east and right >= west and low <= north and high >= south
        ]
        if near and any(area.intersects(outline(hull)) for area in near):
            return Refusal("movement.overlap", "a vehicle is in the way", MOVES)
    return None


def drive(battle: Battle, unit: Unit, command: Drive) -> None:
    """A vehicle drives, with everybody aboard."""
    after = driven(battle.hull(unit), command.legs)
    moved = after.at != unit.at
    battle.tell(told.Moved(unit.id, after.at, after.heading))
    if moved:
        battle.lose_guidance(unit.id, down=False, moved=True)
