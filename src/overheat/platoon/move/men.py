"""Moving men: on foot, into buildings, into contact. What all moves share."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Charge, Occupy, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Man, Unit, men_at
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.ground.geometry import (
    BETWEEN,
    FILES,
    SCALE,
    Body,
    Box,
    Spot,
    box_around,
    box_of,
    flat,
    formation,
    heading_to,
    nearest,
    towards,
    within,
)
from overheat.platoon.ground.terrain import Feature, line
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import (
    close_quarters,
    cover,
    movement,
)
from overheat.platoon.rules.standard.movement import PACES, March

MOVES = BASE("Movement")


COMING_ON = HOUSE("Coming on")
ROOM = 2
"""Inches from all others at which nobody is in anybody's way."""


def march_over(
    battle: Battle,
    unit: Unit,
    inches: float,
    crossed: list[Feature],
    pivots: tuple[int, ...] = (),
    areas: Sequence[BaseGeometry] = (),
) -> March:
    """A move over some pieces of terrain, and over some ground that wrecks may lie on, as the rules see it."""
    closed = [each for each in crossed if each.kind.ground != "obstacle" or each.index not in battle.breached]
    grounds = {feature.kind.ground for feature in closed}
    assert unit.order is not None
    return March(
        mobility=battle.sheet(unit).mobility,
        order=unit.order,
        inches=inches,
        pivots=pivots,
        backwards=inches < 0,
        recce="recce" in battle.sheet(unit).flags,
        rough="rough" in grounds,
        obstacle="obstacle" in grounds,
        impassable="impassable" in grounds or any(battle.wreck_in_way(unit, area) for area in areas),
    )


def ground_refused(battle: Battle, march: March) -> Refusal | None:
    rules = battle.rules
    return (
        rules[movement.impassable_refused](rules, march)
        or rules[movement.rough_refused](rules, march)
        or rules[movement.obstacle_refused](rules, march)
    )


def march_reach(battle: Battle, march: March) -> float:
    pace = battle.rules[PACES][march.mobility]
    return battle.rules[movement.allowance](battle.rules, march, pace) * battle.rules[movement.road_factor](
        battle.rules, march
    )


def places_for(battle: Battle, unit: Unit, to: Spot) -> list[Spot] | None:
    """Places for the men of a unit around one, or None where there is no room."""
    known = battle.standing.rooms(battle.wrecks)
    key = to.x, to.y, len(unit.men), battle.sheet(unit).width
    if key not in known:
        known[key] = _find_places(battle, unit, to)
    found: list[Spot] | None = known[key]
    return found


def _find_places(battle: Battle, unit: Unit, to: Spot) -> list[Spot] | None:
    limit = battle.rules[movement.coherency](battle.rules)
    base = battle.sheet(unit).width / SCALE
    for spacing in (base + BETWEEN * limit, base + 0.1 * limit):
        places = formation(to._replace(z=0), len(unit.men), spacing)
        if all(battle.can_stand(place, base) for place in places):
            return places
    return None


def crowded(battle: Battle, unit: Unit, bodies: list[Body], *, by_enemies: bool = True) -> Refusal | None:
    """Whether bodies would stand too near to an enemy, or in the way of somebody."""
    if bodies[0].at.z > 0:
        return None
    box, (west, south, east, north) = box_around(bodies), _reached(bodies)
    for other, x, y, reach in _in_the_way(battle):
        if not (west - reach <= x <= east + reach and south - reach <= y <= north + reach) or other.id == unit.id:
            continue
        if box.apart(battle.box(other)) > ROOM:
            continue
        enemy = other.side != unit.side
        close = nearest(bodies, battle.bodies(other))
        if enemy and by_enemies and battle.rules[movement.too_close](battle.rules, close):
            return Refusal("movement.close", f"{close:.1f} inches from an enemy, where it must be more than 1", MOVES)
        if close <= 0:
            return Refusal("movement.overlap", "somebody stands there", MOVES)
    return None


def _reached(bodies: list[Body]) -> Box:
    """An oblong around bodies, with room to spare."""
    sizes = [body.length if body.length > body.width else body.width for body in bodies]
    return box_of([body.at for body in bodies], max(sizes) // 2 + ROOM * SCALE)


def _in_the_way(battle: Battle) -> list[tuple[Unit, int, int, int]]:
    """Units that stand in the open, on the ground, with where they are and how far from there they may reach."""
    if "in the way" not in battle.kept:
        battle.kept["in the way"] = [
            (other, other.at.x, other.at.y, _spread(battle, other))
            for other in battle.on_table()
            if other.building is None and other.at.z <= 0
        ]
    found: list[tuple[Unit, int, int, int]] = battle.kept["in the way"]
    return found


def _spread(battle: Battle, unit: Unit) -> int:
    """How far from its middle a unit may reach: half a hull, or the half of a rank of men at ease."""
    sheet, limit = battle.sheet(unit), battle.rules[movement.coherency](battle.rules)
    step = sheet.width + round(BETWEEN * limit * SCALE)
    return sheet.length // 2 or FILES // 2 * step + sheet.width // 2


def walk_refused(battle: Battle, unit: Unit, command: Walk, reach: float | None = None) -> Refusal | None:
    """Why men may not walk so, or None."""
    way = (line(unit.at, command.to),) if battle.wrecks and command.to != unit.at else ()
    march = march_over(battle, unit, flat(unit.at, command.to), walked_over(battle, unit, command.to), areas=way)
    inches, allowed = march.inches, walk_reach(battle, unit, march, reach)
    if not battle.rules[within](battle.rules, inches, allowed):
        return Refusal("movement.far", f"{inches:.1f} inches where {allowed:g} are allowed", MOVES)
    if not inches and together(battle, unit):
        return None
    refused = ground_refused(battle, march)
    if refused:
        return refused
    places = places_for(battle, unit, command.to)
    if places is None:
        return Refusal("movement.room", "there is no room there", MOVES)
    return crowded(battle, unit, men_at(battle.sheet(unit), places))


def together(battle: Battle, unit: Unit) -> bool:
    """Whether the men of a unit still stand as one chain; casualties may have torn it apart."""
    if unit.building is not None or unit.place != "table":
        return True
    return not battle.rules[movement.closes_up](battle.rules, tuple(battle.men_bodies(unit)))


def walked_over(battle: Battle, unit: Unit, to: Spot) -> list[Feature]:
    """The pieces of terrain between a unit and a place, the building that it leaves aside."""
    return [feature for feature in battle.ground.on_way(unit.at, to) if feature.index != unit.building]


def walk_reach(battle: Battle, unit: Unit, march: March, reach: float | None = None) -> float:
    """How far men may walk now."""
    if _dug_in(battle, unit):
        return 0
    return march_reach(battle, march) if reach is None else reach


def _dug_in(battle: Battle, unit: Unit) -> bool:
    """A fixed weapon does not move on an Advance; it only turns."""
    system = battle.sheet(unit).system
    return (
        bool(system)
        and battle.order_of(unit).gait == "advance"
        and "Fixed" in resolve.weapon_of(battle.rules, system or "").keywords
    )


def moved_men(unit: Unit, places: list[Spot]) -> tuple[Man, ...]:
    return tuple(msgspec.structs.replace(man, at=at) for man, at in zip(unit.men, places, strict=True))


def walk(battle: Battle, unit: Unit, command: Walk) -> None:
    """Men walk or turn their weapon."""
    heading = command.heading if command.heading is not None else round(heading_to(unit.at, command.to)) % 360
    moved = command.to != unit.at
    places = places_for(battle, unit, command.to) if moved or not together(battle, unit) else []
    assert places is not None
    at = command.to._replace(z=0) if moved else unit.at
    battle.tell(told.Moved(unit.id, at, heading, men=tuple(places)))
    if moved:
        battle.lose_guidance(unit.id, down=False, moved=True)
    recover_drone(battle, battle.units[unit.id])


def occupy_refused(battle: Battle, unit: Unit, command: Occupy) -> Refusal | None:
    """Why men may not enter a building, or None."""
    if not 0 <= command.feature < len(battle.ground.features):
        return Refusal("buildings.none", "there is no such building", BASE("Buildings"))
    feature = battle.ground.features[command.feature]
    if not feature.kind.shelter or battle.sheet(unit).kind in ("gun",):
        return Refusal("buildings.none", "that is no building to enter", BASE("Buildings"))
    if any(other.building == feature.index for other in battle.on_table()):
        return Refusal("buildings.full", "somebody is in the building", BASE("Buildings"))
    door = _door(feature, unit.at)
    assert unit.order is not None
    march = march_over(battle, unit, flat(unit.at, door), [])
    beyond = max(0.0, march.inches - march_reach(battle, march))
    refused = battle.rules[cover.enter_refused](battle.rules, unit.order, beyond)
    way = line(unit.at, door)
    between = [piece for piece in battle.ground.crossed(way) if piece.index != feature.index]
    return refused or ground_refused(battle, march_over(battle, unit, march.inches, between, areas=(way,)))


def _door(feature: Feature, at: Spot) -> Spot:
    """The point of a building's wall that is nearest to a place."""
    wall = feature.area.exterior
    found = wall.interpolate(wall.project(LineString([(at.x, at.y), (at.x + 1, at.y)]).interpolate(0)))
    return Spot(round(found.x), round(found.y))


def occupy(battle: Battle, unit: Unit, command: Occupy) -> None:
    """Men run into a building and stand in its midst."""
    feature = battle.ground.features[command.feature]
    men = (feature.centre,) * len(unit.men)
    battle.tell(told.Moved(unit.id, feature.centre, unit.heading, "into_a_building", men, feature.index))
    battle.lose_guidance(unit.id, down=False, moved=True)


def charge_refused(battle: Battle, unit: Unit, command: Charge) -> Refusal | None:
    """Why men may not charge a unit, or None."""
    target = battle.units.get(command.target)
    on_ground = target is not None and target.place == "table" and target.at.z == 0
    if target is None or not on_ground or target.side == unit.side or battle.sheet(target).unmanned:
        return Refusal("close_quarters.target", "there is no such enemy on the ground", BASE("Close quarters"))
    if battle.sheet(unit).kind not in ("infantry", "team"):
        return Refusal("close_quarters.who", "only men charge", BASE("Close quarters"))
    inches = battle.distance(unit, target)
    crossed = [
        feature
        for feature in battle.ground.on_way(unit.at, target.at)
        if feature.index not in (unit.building, target.building)
    ]
    grounds = {feature.kind.ground for feature in crossed}
    if "impassable" in grounds:
        return Refusal("close_quarters.way", "the way is blocked", BASE("Close quarters"))
    slowed = not grounds.isdisjoint(("rough", "obstacle"))
    return battle.rules[close_quarters.refused](battle.rules, inches, slowed, battle.sees(unit, target))


def contact_point(unit: Unit, target: Unit) -> Spot:
    """Where chargers come to stand."""
    return towards(unit.at, target.at._replace(z=0), max(0.0, flat(unit.at, target.at) - 4))


def contact(battle: Battle, unit: Unit, target: Unit) -> None:
    """Chargers run up to their enemy."""
    to = contact_point(unit, target)
    places = places_for(battle, unit, to) or [man.at for man in unit.men]
    battle.lose_guidance(unit.id, down=False, moved=True)
    at = to if places[0] != unit.men[0].at else unit.at
    battle.tell(told.Charged(unit.id, target.id, at, tuple(places)))


def recover_drone(battle: Battle, unit: Unit) -> None:
    """A drone on the ground beside its team has a new battery."""
    if unit.drone is not None and unit.drone.rounds and battle.drone_recovered(unit):
        battle.tell(told.DroneRecovered(unit.id))
