"""How far men and vehicles of H.E.A.T can go over the ground: outlines, what stops them, and places to end at."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point
from shapely.geometry.base import BaseGeometry

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle.commands import Charge, Commands, Drive, Occupy, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Moving, Unit
from overheat.platoon.ground.geometry import SCALE, Body, Leg, Spot, ahead, distance, driven
from overheat.platoon.ground.terrain import Feature, line
from overheat.platoon.move import men as moving
from overheat.platoon.move import vehicles as driving
from overheat.platoon.rules.standard import movement
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.turn.turn import offered
from overheat.table.platoon.shape import outline_of, piece_of, point

ROUND = 5
"""Degrees between the directions that an outline on foot is drawn through."""
TURNS = tuple(range(-90, 91, 15))
"""The pivots of a vehicle that places are looked for at."""
Way = dict[str, object]


def place_told(command: Commands, at: Spot, heading: int, inches: float, label: str, body: Body | None = None) -> Way:
    """A place to end at, with the command that leads there."""
    return {
        "command": command,
        "at": point(at),
        "heading": heading,
        "inches": round(inches, 2),
        "outline": outline_of(body) if body is not None else None,
        "label": label,
    }


def stuck(no: Refusal | None) -> object:
    """Why something cannot move at all, if it cannot."""
    return no.as_json() if no else None


# On foot.


def walk(battle: Battle, unit: Unit) -> Way:
    """Where men may walk with their order, whom they may charge, and which buildings they may enter."""
    march = moving.march_over(battle, unit, 0, [])
    inches = moving.walk_reach(battle, unit, march)
    outline, stopped = outline_on_foot(battle, unit, inches)
    listed = list(offered(battle, Moving(unit.side, unit.id)))
    return {
        "kind": "walk",
        "from": point(unit.at),
        "inches": inches,
        "outline": outline,
        "ground": stopped,
        "places": [walked(unit, command) for command in listed if isinstance(command, Walk)],
        "charges": [_charged(battle, unit, command) for command in listed if isinstance(command, Charge)],
        "buildings": [_entered(battle, command) for command in listed if isinstance(command, Occupy)],
    }


def walked(unit: Unit, command: Walk) -> Way:
    """A walk as a place to end at."""
    heading = unit.heading if command.heading is None else command.heading
    inches = distance(unit.at, command.to)
    label = f'walk {inches:.1f}"' if inches else f"turn to {heading}°"
    return place_told(command, command.to, heading, inches, label)


def _charged(battle: Battle, unit: Unit, command: Charge) -> Way:
    target = battle.units[command.target]
    return {"command": command, "target": command.target, "inches": round(battle.distance(unit, target), 2)}


def _entered(battle: Battle, command: Occupy) -> Way:
    return {"command": command, **piece_of(battle.ground.features[command.feature])}


def _refusing(battle: Battle, unit: Unit) -> list[tuple[Feature, Refusal]]:
    """The pieces of terrain that a unit may not cross with its order, and why."""
    found = []
    for feature in battle.ground.features:
        no = moving.ground_refused(battle, moving.march_over(battle, unit, 1, [feature]))
        if no is not None and feature.index != unit.building:
            found.append((feature, no))
    return found


def outline_on_foot(battle: Battle, unit: Unit, inches: float) -> tuple[list[list[int]], list[Way]]:
    """How far the middle of a unit may come in every direction, and the pieces of terrain that stop it."""
    near = [(feature, no) for feature, no in _refusing(battle, unit) if _within(feature, unit.at, inches)]
    ring = [_farthest(battle, unit.at, heading, inches, near) for heading in range(0, 360, ROUND)] if inches else []
    stopped = [{**piece_of(feature), "reason": no.reason, "cite": str(no.cite)} for feature, no in near]
    return ring, stopped


def _within(feature: Feature, at: Spot, inches: float) -> bool:
    return bool(feature.area.distance(Point(at.x, at.y)) <= inches * SCALE)


def _farthest(battle: Battle, at: Spot, heading: int, inches: float, walls: list[tuple[Feature, Refusal]]) -> list[int]:
    """The last place of a straight way before the edge of the table, or ground that may not be crossed."""
    way: BaseGeometry = line(at, ahead(at, heading, inches)).intersection(battle.ground.edge)
    here = Point(at.x, at.y)
    stops = [way.intersection(feature.area).distance(here) for feature, _ in walls if way.intersects(feature.area)]
    free = min(stops, default=way.length)
    end = ahead(at, heading, min(free, way.length) / SCALE)
    return [end.x, end.y]


# On wheels and tracks.


def drive(battle: Battle, unit: Unit) -> Way:
    """Where a vehicle may drive with its order: with one pivot and a straight way, or back."""
    pace = battle.rules[PACES][battle.sheet(unit).mobility]
    running = battle.order_of(unit).gait == "run"
    pivots = pace.run_pivots if running else pace.advance_pivots
    still = driving.drive_march(battle, unit, Drive(()))
    inches = driving.drive_reach(battle, still)
    back = 0.0 if running else battle.rules[movement.reverse_limit](battle.rules, still, pace)
    roads = any(feature.kind.ground == "road" for feature in battle.ground.features)
    turns = TURNS if pivots or pivots is None else (0,)
    most = inches * 2 if roads else inches
    farthest = [(turn, _stretch(battle, unit, turn, most)) for turn in turns]
    return {
        "kind": "drive",
        "from": point(unit.at),
        "inches": inches,
        "outline": _fan(battle, unit, farthest),
        "limits": {"pivots": pivots, "pivot_degrees": 90, "reverse": back, "road_doubles": roads, "road_inches": most},
        "ground": [
            {**piece_of(feature), "reason": no.reason, "cite": str(no.cite)}
            for feature, no in _refusing(battle, unit)
            if _within(feature, unit.at, inches * (2 if roads else 1))
        ],
        "places": list(_driven(battle, unit, farthest, back)),
        "refusal": stuck(driving.drive_refused(battle, unit, Drive(()))),
    }


def _stretch(battle: Battle, unit: Unit, turn: int, most: float) -> float:
    """The farthest quarter of an inch that a vehicle may drive to after one pivot."""
    low, high = 0, round(most * 4)
    while low < high:
        middle = (low + high + 1) // 2
        if driving.drive_refused(battle, unit, Drive((Leg(turn, middle / 4),))) is None:
            low = middle
        else:
            high = middle - 1
    return low / 4


def _fan(battle: Battle, unit: Unit, farthest: list[tuple[int, float]]) -> list[list[int]]:
    """Where the middle of a vehicle may come to with one pivot and a straight drive."""
    ends = [driven(battle.hull(unit), [Leg(turn, inches)]).at for turn, inches in farthest]
    return [[unit.at.x, unit.at.y], *([end.x, end.y] for end in ends)]


def _driven(battle: Battle, unit: Unit, farthest: list[tuple[int, float]], back: float) -> Iterator[Way]:
    for turn, inches in farthest:
        for length in dict.fromkeys((inches, round(inches * 2) / 4, 0.0)):
            yield from _if_lawful(battle, unit, Drive((Leg(turn, length),)))
    if back:
        yield from _if_lawful(battle, unit, Drive((Leg(0, -back),)))
        yield from _if_lawful(battle, unit, Drive((Leg(0, -back / 2),)))


def _if_lawful(battle: Battle, unit: Unit, command: Drive) -> Iterator[Way]:
    leg = command.legs[0]
    if (leg.pivot or leg.inches) and driving.drive_refused(battle, unit, command) is None:
        body = driven(battle.hull(unit), command.legs)
        turned = f"pivot {leg.pivot}°, " if leg.pivot else ""
        way = "drive" if leg.inches >= 0 else "back"
        label = f'{turned}{way} {abs(leg.inches):g}"' if leg.inches else f"pivot {leg.pivot}°"
        yield place_told(command, body.at, body.heading, leg.inches, label, body)
