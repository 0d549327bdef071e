"""How far helicopters and drones of H.E.A.T can fly, and places to end at."""

from __future__ import annotations

from overheat.platoon.battle.commands import Fly, FlyDrone
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Moving, Unit
from overheat.platoon.ground.geometry import SCALE, Leg, Spot, ahead, distance, driven
from overheat.platoon.ground.terrain import line
from overheat.platoon.move import aircraft as flying
from overheat.platoon.rules.standard import drones, helicopters
from overheat.platoon.turn.turn import offered
from overheat.table.platoon.ground import Way, place_told, stuck
from overheat.table.platoon.shape import point
from overheat.table.platoon.standing import heights

BANKS = (-45, -30, -15, 0, 15, 30, 45)
"""The turns of a helicopter's nose that places are looked for at."""


def flight(battle: Battle, unit: Unit) -> Way:
    """Where a helicopter may fly with its order: along with one turn of its nose, or up and down."""
    rules = battle.rules
    airframe, order = battle.sheet(unit).airframe, unit.order
    assert airframe is not None
    assert order is not None
    wings, limits = rules[helicopters.MOVES][airframe], rules[helicopters.LIMITS]
    slowed = rules[helicopters.slowed]
    along = helicopters.FlightPlan(order=order, half_speed=unit.half_speed)
    climb = helicopters.FlightPlan(order=order, up=1, half_speed=unit.half_speed)
    leap, rise = (rules[helicopters.leap](rules, wings, along), rules[helicopters.leap](rules, wings, climb))
    inches, height = slowed(rules, leap.inches, along), slowed(rules, rise.inches, climb)
    flights = [Fly((Leg(turn, inches * part),)) for turn in BANKS for part in (1.0, 0.5, 0.0) if turn or part]
    flights += [Fly(up=up) for up in (height, height / 2, -rise.inches / 2, -rise.inches) if up]
    down = limits["lowest"] - unit.at.z / SCALE
    flights += [Fly(up=down)] if down < 0 else []
    return {
        "kind": "fly",
        "from": point(unit.at),
        "inches": inches,
        "outline": _flown_fan(battle, unit, inches, leap.turns),
        "limits": {
            "turns": leap.turns,
            "turn_degrees": 45,
            "climb": height,
            "lowest": limits["lowest"],
            "highest": limits["highest"],
        },
        "places": [_flown(battle, unit, fly) for fly in flights if flying.fly_refused(battle, unit, fly) is None],
        "refusal": stuck(flying.fly_refused(battle, unit, Fly())),
    }


def _flown_fan(battle: Battle, unit: Unit, inches: float, turns: int) -> list[list[int]]:
    """Where a helicopter may come to with one turn of its nose, on the table."""
    found = [[unit.at.x, unit.at.y]]
    for turn in BANKS if turns else (0,):
        way = line(unit.at, ahead(unit.at, unit.heading + turn, inches)).intersection(battle.ground.edge)
        end = ahead(unit.at, unit.heading + turn, way.length / SCALE)
        found.append([end.x, end.y])
    return found


def _flown(battle: Battle, unit: Unit, command: Fly) -> Way:
    body = driven(battle.hull(unit), command.legs)
    at = body.at._replace(z=unit.at.z + round(command.up * SCALE))
    if command.up:
        label = f'{"climb" if command.up > 0 else "sink"} {abs(command.up):g}"'
    else:
        leg = command.legs[0]
        label = f'{f"turn {leg.pivot}°, " if leg.pivot else ""}fly {leg.inches:g}"'
    inches = command.up or sum(leg.inches for leg in command.legs)
    return place_told(command, at, body.heading, inches, label, body._replace(at=at))


def drone(battle: Battle, unit: Unit) -> Way:
    """Where a drone may fly with its team's order."""
    assert unit.drone is not None
    assert unit.order is not None
    at = unit.drone.at
    winged = "fixed_wing" in battle.sheet(unit).flags
    glide = drones.glide_of(battle.rules, unit.order)
    inches = glide.inches if winged else battle.rules[drones.reach](battle.rules, unit.order)
    task = Moving(unit.side, unit.id, "drone")
    flights = [command for command in offered(battle, task) if isinstance(command, FlyDrone)]
    stay = flying.fly_drone_refused(battle, unit, FlyDrone(at)) if not winged else None
    return {
        "kind": "drone",
        "from": point(at),
        "inches": inches,
        "limits": {
            "winged": winged,
            "turns": glide.pivots if winged else None,
            "climb": glide.climb if winged else None,
            "payload": battle.sheet(unit).payload,
            "loaded": unit.drone.loaded,
            "may_drop": _may_drop(battle, unit),
            **(heights(battle, unit) or {}),
        },
        "places": [
            place_told(flight, flight.to, unit.heading, distance(at, flight.to), _drone_label(battle, flight, at))
            for flight in flights
        ],
        "refusal": stuck(stay),
    }


def _may_drop(battle: Battle, unit: Unit) -> bool:
    """Whether a drone has something to let go with this order, here or above somebody."""
    assert unit.drone is not None
    high = unit.drone.at._replace(z=max(unit.drone.at.z, SCALE))
    over = [(high, None), *((enemy.at._replace(z=high.z), enemy.id) for enemy in battle.enemies(unit))]
    drops = (FlyDrone(at, drop=True, target=target) for at, target in over)
    return any(flying.drop_refused(battle, unit, drop) is None for drop in drops)


def _drone_label(battle: Battle, command: FlyDrone, start: Spot) -> str:
    high = f'{command.to.z / SCALE:g}" up' if command.to.z else "to the ground"
    drop = f", drop the load on {battle.sheet(command.target).name}" if command.drop and command.target else ""
    return f'fly {distance(start, command.to):.1f}", {high}{drop}'
