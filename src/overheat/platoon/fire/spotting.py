"""Spotting: what a gun aims at, what it needs to hit it, and who sees where its shells fall."""

from __future__ import annotations

from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Spot, arcs, bearing
from overheat.platoon.rules.standard import drones, helicopters, indirect

Aim = Unit | Spot
"""What a gun that fires in an arc aims at: a unit, or a place on the ground."""


def place_of(aim: Aim) -> Spot:
    """Where what is aimed at lies on the map."""
    return aim.at if isinstance(aim, Unit) else aim


def aim_at(battle: Battle, aim: Aim) -> Spot:
    """Where a shell is aimed: at the man in the midst of a unit, at a vehicle, or at a man's height above a place."""
    if isinstance(aim, Spot):
        return battle.standing_at(aim)
    eyes = battle.eyes(aim)
    x, y = sum(eye.x for eye in eyes) // len(eyes), sum(eye.y for eye in eyes) // len(eyes)
    return min(eyes, key=lambda eye: ((eye.x - x) ** 2 + (eye.y - y) ** 2, eye))


def sees_aim(battle: Battle, unit: Unit, aim: Aim) -> bool:
    """Whether anybody of a unit sees what is aimed at."""
    return battle.sees(unit, aim) if isinstance(aim, Unit) else battle.sees_spot(unit, aim)


def need_for(battle: Battle, unit: Unit, aim: Aim) -> int:
    """The number that a gun needs to hit a unit or a place now."""
    zero = unit.zero
    if zero is None:
        return indirect.START
    moved = zero.aim != place_of(aim)
    other = zero.target != aim.id if isinstance(aim, Unit) else bool(zero.target) or moved
    return battle.rules[indirect.need_now](battle.rules, zero.need, unit.moved, other, moved)


def observed(battle: Battle, unit: Unit, aim: Aim) -> bool:
    """Whether anybody who may tell the gun sees where its shells fall."""
    key = observed, unit.id, aim.id if isinstance(aim, Unit) else aim
    if key not in battle.kept:
        battle.kept[key] = _find_observed(battle, unit, aim)
    return bool(battle.kept[key])


def _find_observed(battle: Battle, unit: Unit, aim: Aim) -> bool:
    if sees_aim(battle, unit, aim):
        return True
    if not battle.rules[indirect.takes_spotters](battle.rules, battle.sheet(unit).quality):
        return False
    return observer(battle, unit, aim) is not None


def observer(battle: Battle, unit: Unit, aim: Aim) -> Unit | None:
    """Somebody of a gun's side who sees its aim for it: its own spotter first, then other men, then drones, who tell
    but one gun in a turn."""
    own = battle.sheet(unit).id
    others = sorted(battle.side(unit.side), key=lambda other: (battle.sheet(other).gun != own, other.drone is not None))
    return next((other for other in others if other.id != unit.id and _observes(battle, unit, other, aim)), None)


def _observes(battle: Battle, gun: Unit, other: Unit, aim: Aim) -> bool:
    rules = battle.rules
    observes = rules[indirect.observes]
    down = battle.order_of(other).low
    if other.drone is not None and other.place == "table" and other.drone.airborne:
        payload = battle.sheet(other).payload or "recon"
        eyes = battle.eyes(aim) if isinstance(aim, Unit) else (battle.standing_at(aim),)
        sees = any(battle.clear(other.drone.at, eye) for eye in eyes)
        silent = rules[drones.report_refused](rules, down, other.acted)
        hears = rules[drones.reports_to](rules, True, True, battle.distance(other, gun))
        if silent is None and hears and not _hushed(battle, other) and rules[drones.spots](rules, payload, sees):
            return observes(rules, indirect.Observer(is_drone=True, down=down))
        return False
    if "spotter" not in battle.sheet(other).flags:
        return False
    if other.place == "table":
        return observes(rules, indirect.Observer(sees=sees_aim(battle, other, aim)))
    return other.place == "aboard" and _spots_from_door(battle, other, aim)


def _hushed(battle: Battle, other: Unit) -> bool:
    """Whether a drone has told a gun something already this turn, or is jammed."""
    return other.drone is None or other.drone.reported or other.drone.silent_until >= battle.turn


def _spots_from_door(battle: Battle, other: Unit, aim: Aim) -> bool:
    """Whether a spotter aboard a helicopter sees an aim through an open door."""
    carrier = battle.units[other.carrier or ""]
    if battle.sheet(carrier).kind != "helicopter" or carrier.place != "table":
        return False
    lies_in = battle.rules[arcs](battle.rules, bearing(carrier.at, carrier.heading, place_of(aim)))
    return battle.rules[helicopters.door_sees](battle.rules, carrier.doors, lies_in) and sees_aim(battle, carrier, aim)
