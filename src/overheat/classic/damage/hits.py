"""A hit on whatever kind of unit it is: each kind takes it its own way."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.battle_armour import hit_squad, pick_trooper
from overheat.classic.damage.kinds.infantry import hit_platoon
from overheat.classic.damage.kinds.machine import hit_machine, set_off_dumping
from overheat.classic.damage.kinds.protomech import hit_protomech, place_on_protomech
from overheat.classic.damage.kinds.vehicle import place_on_vehicle, strike_vehicle
from overheat.classic.damage.passengers import shielded
from overheat.classic.damage.places import Place, place_hit, placed_otherwise
from overheat.classic.facts.events import Deflected
from overheat.classic.rules.standard.damage import by_slots
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import on_rear_armour
from overheat.classic.unit.sheet import Kind


def take(scene: Scene, hit: Hit) -> None:
    """A unit takes a hit, as its kind does."""
    unit = scene.unit(hit.unit)
    if unit.active and hit.damage > 0 and not scene.catches(hit):
        (_machine if scene.rules[by_slots](scene.rules, unit) else TAKERS[unit.sheet.kind])(scene, hit)


def place_of(scene: Scene, hit: Hit) -> str:
    """Where the dice would have a hit on a unit; nothing for a platoon, which has no places."""
    unit = scene.unit(hit.unit)
    if unit.sheet.kind == "infantry":
        return ""
    otherwise = placed_otherwise(scene, hit)
    if otherwise is not None:
        return otherwise.code
    if scene.rules[by_slots](scene.rules, unit):
        return place_hit(scene, unit.id, hit.side).code
    if unit.protomech:
        return place_on_protomech(scene, unit.id)
    return place_on_vehicle(scene, unit.id, hit.side)[1] if unit.vehicle else pick_trooper(scene, unit.id)


def _machine(scene: Scene, hit: Hit) -> None:
    """A war machine is hit where two dice say."""
    strike_machine(scene, hit, place_on_machine(scene, hit))


def place_on_machine(scene: Scene, hit: Hit) -> Place:
    """Where a machine is hit."""
    return placed_otherwise(scene, hit) or place_hit(scene, hit.unit, hit.side, in_cover=hit.in_cover)


def strike_machine(scene: Scene, hit: Hit, place: Place) -> None:
    """A war machine is hit at a place; cover keeps hits from its legs."""
    rules, unit = scene.rules, scene.unit(hit.unit)
    code = place.code
    if code in hit.in_cover:
        scene.tell(Deflected(unit.id, code, hit.damage))
        return
    rear = rules[on_rear_armour](rules, unit, hit.side, code)
    left = shielded(scene, hit, code, rear)
    if left.damage > 0:
        hit_machine(scene, left, code, rear=rear, through_armour=place.critical, certain=place.certain)
        scene.then(set_off_dumping, unit.id, code, rear)


def _infantry(scene: Scene, hit: Hit) -> None:
    """Soldiers fall by the kind of weapon."""
    scene.rules[hit_platoon](scene, hit)


def _squad(scene: Scene, hit: Hit) -> None:
    """A trooper is struck."""
    hit_squad(scene, hit)


def _vehicle(scene: Scene, hit: Hit) -> None:
    """A vehicle is hit by a table of its own."""
    strike_vehicle(scene, hit)


def _protomech(scene: Scene, hit: Hit) -> None:
    """A ProtoMech is hit, or nearly missed."""
    hit_protomech(scene, hit)


TAKERS: dict[Kind, Callable[[Scene, Hit], None]] = {
    "infantry": _infantry,
    "battle armour": _squad,
    "war machine": _machine,
    "industrial machine": _machine,
    "vehicle": _vehicle,
    "support vehicle": _vehicle,
    "protomech": _protomech,
}
"""How each kind of unit takes a hit."""
