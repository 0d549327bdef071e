"""Water that comes in: hulls that are breached under water, and what shots through the water strike."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.places import PLACES, Place, place_kick
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import FateMet, Flooded, MountLost
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.under_water import UNDER_WATER, Hull, breached_on, exposed, water_covers
from overheat.kernel.rules.rule import rule


def see_breach(scene: Scene, id: str, location: str, *, rear: bool = False) -> None:
    """A place was struck: where it is under water, the hull may let it in."""
    unit = scene.unit(id)
    if not unit.active or not scene.rules[exposed](scene.state, unit, location):
        return
    place = unit.condition[location]
    if place.destroyed or place.flooded:
        return
    needed = scene.rules[breached_on](Hull(scene.rules, unit, location, place.rear_armour if rear else place.armour))
    if needed is not None and (
        not needed or scene.roll("water.breach", target=id, location=location, needed=needed) >= needed
    ):
        flood(scene, id, location)


def _covered(scene: Scene, id: str, location: str) -> bool:
    unit = scene.unit(id)
    return scene.rules[water_covers](scene.rules, unit, scene.state.relief.board[unit.hex], location)


def flood(scene: Scene, id: str, location: str) -> None:
    """A place is full of water: nothing in it works any more; a vehicle sinks, and its crew with it."""
    scene.tell(Flooded(id, location))
    unit = scene.unit(id)
    if unit.vehicle:
        scene.tell(FateMet(id, "destroyed", "hull_breached"))
        return
    for at, mount in enumerate(unit.sheet.mounts):
        if unit.protomech and mount.location == location and mount.weapon is not None and works(unit, at):
            scene.tell(MountLost(id, at, "under water"))


def open_places(scene: Scene, id: str) -> list[str]:
    """The places of a unit that water runs into as soon as it is around them: those that have lost their armour."""
    unit = scene.unit(id)
    if unit.elevation >= 0 or not (unit.machine or unit.protomech or unit.vehicle):
        return []
    worn = (place for place in unit.condition.locations if not place.destroyed and not place.flooded)
    return [
        place.code
        for place in worn
        if _covered(scene, id, place.code)
        and place.armour == 0 < unit.sheet[place.code].armour
        and scene.rules[breached_on](Hull(scene.rules, unit, place.code, 0)) is not None
    ]


@rule("water.legs_only", cite=UNDER_WATER, slot=PLACES)
def through_the_water(scene: Scene, hit: Hit) -> Place | None:
    """A shot through the water finds only the legs of a machine that stands in depth 1."""
    target = scene.unit(hit.unit)
    if target.elevation != -1 or not target.machine or not isinstance(hit.by, WeaponAttack):
        return None
    if not hit.by.under_water or target.stature < 1:
        return None
    return Place(place_kick(scene, hit.unit, hit.side))


RULES = (through_the_water,)
