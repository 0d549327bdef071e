"""Templates on the table: whom a blast of a size covers. Play, previews, odds and bots all ask here."""

from __future__ import annotations

from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.fire.spotting import aim_at
from overheat.platoon.ground.geometry import Body, Spot
from overheat.platoon.rules.standard import blast


def men_under(battle: Battle, at: Spot, size: int, unit: Unit) -> int:
    """How many men of a unit a blast covers; nobody in a building is under a template."""
    if unit.building is not None:
        return 0
    covers, radius = battle.rules[blast.covers], battle.rules[blast.radius](battle.rules, size)
    return sum(covers(battle.rules, at, radius, body) for body in battle.men_bodies(unit))


def hull_under(battle: Battle, at: Spot, size: int, unit: Unit) -> bool:
    """Whether a blast covers a part of a vehicle that stands on the ground."""
    return unit.at.z == 0 and battle.rules[blast.covers](
        battle.rules, at, battle.rules[blast.radius](battle.rules, size), battle.hull(unit)
    )


def drone_under(battle: Battle, at: Spot, size: int, unit: Unit) -> bool:
    """Whether a blast covers the drone of a unit, which lies on the ground."""
    if unit.drone is None or unit.drone.airborne:
        return False
    return battle.rules[blast.covers](
        battle.rules, at, battle.rules[blast.radius](battle.rules, size), battle.drone_body(unit)
    )


def bodies_under(battle: Battle, at: Spot, size: int, unit: Unit) -> list[Body]:
    """The models of a unit that a blast covers: men, a hull, or a drone that lies on the ground."""
    if not battle.sheet(unit).soft:
        return [battle.hull(unit)] if hull_under(battle, at, size, unit) else []
    covers, radius = battle.rules[blast.covers], battle.rules[blast.radius](battle.rules, size)
    men = () if unit.building is not None else battle.men_bodies(unit)
    lying = [battle.drone_body(unit)] if drone_under(battle, at, size, unit) else []
    return [body for body in men if covers(battle.rules, at, radius, body)] + lying


def centre_on(battle: Battle, target: Unit) -> Spot:
    """Where the middle of a template lies that is laid on a unit."""
    return aim_at(battle, target)._replace(z=0)
