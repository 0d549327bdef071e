"""A hit on whatever kind of unit it is: each kind takes it its own way."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from overheat.classic.damage.infantry import hit_platoon
from overheat.classic.damage.machine import hit_machine
from overheat.classic.damage.passengers import shielded
from overheat.classic.damage.places import Place, place_hit
from overheat.classic.damage.squad import hit_squad
from overheat.classic.damage.vehicle import strike_vehicle
from overheat.classic.equipment import Weapon
from overheat.classic.events import Deflected
from overheat.classic.rules.standard.locations import Side, covered
from overheat.classic.scene import Scene
from overheat.classic.sheet import Kind


class Hit(msgspec.Struct, frozen=True):
    """Damage on its way to a unit, from a side."""

    unit: str
    side: Side
    damage: int
    what: str
    in_cover: bool = False
    weapon: Weapon | None = None
    """The weapon that it comes from; None for blows, falls and the like."""
    munition: str = "standard"
    location: str = ""
    """Where it was aimed, if that is where it goes."""


def take(scene: Scene, hit: Hit) -> None:
    """A unit takes a hit, as its kind does."""
    unit = scene.unit(hit.unit)
    if unit.active and hit.damage > 0:
        TAKERS[unit.sheet.kind](scene, hit)


def _machine(scene: Scene, hit: Hit) -> None:
    """A war machine is hit where two dice say; cover keeps hits from its legs."""
    rules, unit = scene.rules, scene.unit(hit.unit)
    place = Place(hit.location) if hit.location else place_hit(scene, unit.id, hit.side, in_cover=hit.in_cover)
    code = place.code
    if hit.in_cover and rules[covered](rules, unit, code):
        scene.tell(Deflected(unit.id, code, hit.damage))
        return
    rear = hit.side == "rear"
    left = shielded(scene, unit.id, code, rear, hit.damage, hit.what)
    if left > 0:
        hit_machine(
            scene, unit.id, code, left, hit.what, rear=rear, through_armour=place.critical, certain=place.certain
        )


def _infantry(scene: Scene, hit: Hit) -> None:
    """Soldiers fall by the kind of weapon."""
    hit_platoon(scene, hit.unit, hit.damage, hit.what, hit.weapon, hit.munition)


def _squad(scene: Scene, hit: Hit) -> None:
    """A trooper is struck."""
    hit_squad(scene, hit.unit, hit.damage, hit.what)


def _vehicle(scene: Scene, hit: Hit) -> None:
    """A vehicle is hit by a table of its own."""
    strike_vehicle(scene, hit.unit, hit.side, hit.damage, hit.what)


TAKERS: dict[Kind, Callable[[Scene, Hit], None]] = {
    "infantry": _infantry,
    "battle armour": _squad,
    "war machine": _machine,
    "industrial machine": _machine,
    "vehicle": _vehicle,
    "support vehicle": _vehicle,
}
"""How each kind of unit takes a hit."""
