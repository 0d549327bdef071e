"""Putting heat into what is hit, and burning fuel onto who keeps no heat."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.battle_armour import fell_trooper, pick_trooper
from overheat.classic.damage.kinds.vehicle import place_on_vehicle, roll_vehicle_critical
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Doused, FateMet, Felled, MarkLaid, Scorched, StructureLost
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.armours import heat_through
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.infantry import casualties
from overheat.classic.rules.standard.infernos import FUEL, on_soldiers, on_suits, on_vehicles
from overheat.classic.rules.standard.locations import Side
from overheat.classic.rules.standard.scorching import INFERNO_HEAT, scorches
from overheat.kernel.terms import number_as_json, parts


def scorch(scene: Scene, attack: WeaponAttack, hits: int) -> bool:
    """Put heat into a target, or fuel onto it, for weapons that do; whether that is all they do."""
    heat = scene.rules[scorches](attack)
    points = hits * heat.points
    if heat.dice:
        points += scene.roll(
            "fire.heat", heat.dice, who=attack.attacker.id, target=attack.target.id, weapon=attack.weapon.name
        )
    points = scene.rules[heat_through](scene.rules, scene.unit(attack.target.id), points) if points else 0
    if points:
        scene.tell(Scorched(attack.target.id, points, attack.weapon.name))
    if heat.fuel:
        scene.tell(Doused(attack.target.id, hits * heat.fuel, attack.weapon.name))
    return heat.instead


def set_alight(scene: Scene, id: str, missiles: int, side: Side, what: str) -> None:
    """Burning fuel hits a unit without an attack: heat for who keeps any, and for others what the fuel does to them."""
    unit, told = scene.unit(id), len(scene.events)
    if not scene.rules[tracks_heat](scene.rules, unit):
        scene.tell(Doused(id, missiles, what))
        let_burn(scene, side, told)
        return
    points = scene.rules[heat_through](scene.rules, unit, INFERNO_HEAT * missiles)
    if points:
        scene.tell(Scorched(id, points, what))


def let_burn(scene: Scene, side: Side, since: int) -> None:
    """What the fuel does that has hit a unit from a side since so many events were told."""
    for event in [event for event in scene.events[since:] if isinstance(event, Doused)]:
        unit = scene.unit(event.unit)
        if not unit.active:
            continue
        if unit.vehicle:
            _on_vehicle(scene, unit, side, event.missiles)
        elif unit.sheet.kind == "battle armour":
            _on_suits(scene, unit, event.missiles)
        elif unit.sheet.kind == "infantry":
            _on_soldiers(scene, unit, event)


def _on_vehicle(scene: Scene, unit: Unit, side: Side, missiles: int) -> None:
    for _ in range(missiles):
        if scene.unit(unit.id).active:
            _, code = place_on_vehicle(scene, unit.id, side)
            roll_vehicle_critical(scene, unit.id, code, None, scene.rules[on_vehicles](scene.rules, unit))


def _on_suits(scene: Scene, unit: Unit, missiles: int) -> None:
    felled, left = scene.rules[on_suits](scene.rules, unit, missiles)
    for _ in range(felled):
        if scene.unit(unit.id).active:
            code = pick_trooper(scene, unit.id)
            left_of_him = number_as_json(scene.unit(unit.id).condition[code].structure)
            scene.tell(StructureLost(unit.id, code, left_of_him, 0))
            fell_trooper(scene, unit.id, code)
    if scene.unit(unit.id).active and left:
        scene.tell(MarkLaid(unit.id, FUEL, Mark(left, this_round=True)))


def _on_soldiers(scene: Scene, unit: Unit, event: Doused) -> None:
    fallen = casualties(unit, scene.rules[on_soldiers](scene.rules, event.missiles), ())
    left = unit.condition.troopers - int(fallen.total)
    scene.tell(Felled(unit.id, left, "fire", parts(fallen), event.what))
    if left <= 0:
        scene.tell(FateMet(unit.id, "destroyed", "no_soldier_is_left"))
