"""Away from the enemy: panic, vehicles that back off, scouting vehicles that back away from what is fired at them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Drive, Fly, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.damage import losses
from overheat.platoon.fire import devices
from overheat.platoon.ground.geometry import Leg, ahead, heading_to
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import men as moving
from overheat.platoon.move import vehicles as driving
from overheat.platoon.rules.standard import helicopters, movement, orders

SIDEWAYS = 90
"""From here on, in degrees off the way that leads straight from the enemy, a move leads away no more."""


def panic(battle: Battle, unit: Unit) -> bool:
    """The unit runs straight away from the closest enemy that it sees."""
    seen = [enemy for enemy in battle.enemies(unit) if battle.sees(unit, enemy)]
    if not seen or unit.immobilised or battle.sheet(unit).unmanned:
        return False
    closest = min(seen, key=lambda enemy: (battle.distance(unit, enemy), enemy.id))
    running = msgspec.structs.replace(unit, order="run")
    flight = next(_flights(battle, running, heading_to(closest.at, unit.at)), None)
    if flight is None:
        return False
    unit = battle.act(unit, "run")
    battle.tell(told.Misguided(unit.id, "panic"))
    match flight:
        case Walk():
            moving.walk(battle, unit, flight)
        case Drive():
            driving.drive(battle, unit, flight)
        case Fly():
            flying.fly(battle, unit, flight)
    devices.trigger(battle, unit.id)
    return True


def _flights(battle: Battle, unit: Unit, away: float) -> Iterator[Walk | Drive | Fly]:
    """Moves of a Run that lead a unit away, the farthest first; vehicles turn as much as they may."""
    sheet = battle.sheet(unit)
    if sheet.soft:
        walks = (Walk(ahead(unit.at, away, inches)._replace(z=0)) for inches in (12, 9, 6, 3))
        yield from (walk for walk in walks if moving.walk_refused(battle, unit, walk) is None)
        return
    turn_ = round((away - unit.heading + 180) % 360 - 180)
    if sheet.airframe is not None:
        leap = battle.rules[helicopters.MOVES][sheet.airframe].horizontal_run
        sharpest, far = helicopters.SHARPEST_TURN if leap.turns else 0, leap.inches
    else:
        pace = battle.rules[movement.PACES][sheet.mobility]
        sharpest, far = movement.SHARPEST_PIVOT if pace.run_pivots else 0, pace.run
    pivot = max(-sharpest, min(sharpest, turn_))
    if abs(turn_ - pivot) >= SIDEWAYS:
        return
    for share in (1.0, 0.5, 0.25):
        legs = (Leg(pivot, far * share),)
        refused = (
            flying.fly_refused(battle, unit, Fly(legs))
            if sheet.airframe is not None
            else driving.drive_refused(battle, unit, Drive(legs))
        )
        if refused is None:
            yield Fly(legs) if sheet.airframe is not None else Drive(legs)


def backs_off(battle: Battle, unit: Unit) -> bool:
    """A vehicle that has an enemy before it backs off."""
    if battle.sheet(unit).kind != "vehicle" or unit.immobilised:
        return False
    ahead_of = [enemy for enemy in battle.enemies(unit) if battle.sees(unit, enemy)]
    front = any(losses.facing_from(battle, unit, enemy.at) == "front" for enemy in ahead_of)
    if not battle.rules[movement.backs_off](battle.rules, front):
        return False
    unit = battle.act(unit, "advance")
    for inches in (4.5, 3, 1.5):
        drive = Drive((Leg(0, -inches),))
        if driving.drive_refused(battle, unit, drive) is None:
            driving.drive(battle, unit, drive)
            devices.trigger(battle, unit.id)
            break
    battle.go_down(unit.id, "backs_off")
    return True


def may_react(battle: Battle, target: Unit) -> bool:
    """Whether men who are shot at may go down, or a scouting vehicle has time and room to back away."""
    sheet = battle.sheet(target)
    if sheet.soft:
        return battle.rules[orders.may_react](battle.rules, target.acted)
    quick = sheet.kind == "vehicle" and battle.rules[movement.escapes](
        battle.rules, "recce" in sheet.flags, target.acted
    )
    return quick and _way_back(battle, target) is not None


def _way_back(battle: Battle, unit: Unit) -> Drive | None:
    """The farthest that a vehicle can go straight back, in quarters of its reach."""
    backing = msgspec.structs.replace(unit, order="advance")
    far = driving.drive_reach(battle, driving.drive_march(battle, backing, Drive((Leg(0, -1.0),))))
    ways = (Drive((Leg(0, -far * share),)) for share in (1.0, 0.75, 0.5, 0.25))
    return next((way for way in ways if driving.drive_refused(battle, backing, way) is None), None)


def react(battle: Battle, id: str) -> None:
    """A unit that is shot at goes down; a scouting vehicle backs away first."""
    unit = battle.units[id]
    way = None if battle.sheet(unit).soft else _way_back(battle, unit)
    if way is not None:
        driving.drive(battle, unit, way)
        devices.trigger(battle, id)
    battle.go_down(id, "backs_away" if way is not None else "reacts")
