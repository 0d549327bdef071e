"""Hitting a ProtoMech: near misses, armour and structure, and critical hits that its pilot feels."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.flooding import see_breach
from overheat.classic.damage.places import placed_otherwise
from overheat.classic.damage.sums import off_armour, off_structure, roll_for_criticals, weighed_at
from overheat.classic.facts.events import (
    CriticalHit,
    FateMet,
    LocationLost,
    MountLost,
    NearlyMissed,
    Struck,
)
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import NEAR_MISS, protomech_location
from overheat.classic.rules.standard.protomechs import (
    BOXES,
    TORSO,
    boxes_hit,
    criticals_of,
    destroyed,
    pilot_hurt,
    torso_weapon,
)
from overheat.classic.rules.standard.systems import works
from overheat.classic.unit.condition import LocationCondition

HOLDERS = ("LA", "RA", "MG")
"""Locations whose last box is the weapon in them."""


def place_on_protomech(scene: Scene, id: str, *, low: bool = False) -> str:
    """Where a ProtoMech is hit by two dice."""
    roll = scene.roll("location", target=id)
    return scene.rules[protomech_location](scene.rules, scene.unit(id), roll, low)


def hit_protomech(scene: Scene, hit: Hit, *, low: bool = False) -> None:
    """A ProtoMech is hit, or nearly: what strikes a place that is gone, or that it has not, strikes the torso."""
    otherwise = placed_otherwise(scene, hit)
    code = place_on_protomech(scene, hit.unit, low=low) if otherwise is None else otherwise.code
    if code == NEAR_MISS:
        scene.tell(NearlyMissed(hit.unit, hit.damage))
        return
    standing = _place(scene, hit.unit, code)
    code = code if standing is not None and not standing.destroyed else TORSO
    hit = weighed_at(scene, hit, code)
    if hit.damage <= 0:
        return
    scene.tell(Struck(hit.unit, code, False, hit.damage, hit.what, hit.item))
    left = wear_down_part(scene, hit, code)
    if left > 0 and code != TORSO and scene.unit(hit.unit).active:
        wear_down_part(scene, hit.part(left), TORSO)
    see_wrecked(scene, hit.unit)


def _place(scene: Scene, id: str, code: str) -> LocationCondition | None:
    return next((place for place in scene.unit(id).condition.locations if place.code == code), None)


def wear_down_part(scene: Scene, hit: Hit, code: str) -> int:
    """Take damage off a location; what is left goes on to the torso."""
    unit = scene.unit(hit.unit)
    place = unit.condition[code]
    inside = off_armour(scene, hit, code, hit.damage)
    if inside <= 0 or place.destroyed:
        see_breach(scene, unit.id, code)
        return inside
    left = off_structure(scene, unit.id, code, inside)
    if scene.unit(unit.id).condition[code].structure > 0:
        roll = roll_for_criticals(scene, unit.id, code, hit, "criticals")
        for _ in range(scene.rules[criticals_of](scene.rules, roll)):
            cross_out(scene, unit.id, code)
    else:
        lose_part(scene, unit.id, code)
    see_breach(scene, unit.id, code)
    return left


def lose_part(scene: Scene, id: str, code: str) -> None:
    """A location is gone: all of its boxes are crossed out, and what it holds with it."""
    scene.tell(LocationLost(id, code))
    while boxes_hit(scene.unit(id), code) < len(scene.rules[BOXES][code]):
        _cross(scene, id, code)
    see_wrecked(scene, id)


def cross_out(scene: Scene, id: str, code: str) -> None:
    """A critical hit: the next box of a location is crossed out, where one is left."""
    unit = scene.unit(id)
    if not unit.active or boxes_hit(unit, code) >= len(scene.rules[BOXES][code]):
        return
    _cross(scene, id, code)
    if code == TORSO:
        _strike_torso_weapon(scene, id)
    elif code in HOLDERS and boxes_hit(scene.unit(id), code) == len(scene.rules[BOXES][code]):
        _lose_weapons(scene, id, code)
    see_wrecked(scene, id)


def _cross(scene: Scene, id: str, code: str) -> None:
    before = boxes_hit(scene.unit(id), code)
    scene.tell(CriticalHit(id, code, before, "protomech_systems"))
    hurt_crew(scene, id, scene.rules[pilot_hurt](scene.rules, code, before, before + 1), "feedback")


def _strike_torso_weapon(scene: Scene, id: str) -> None:
    die = scene.roll("protomechs.torso_weapon", 1, target=id)
    mount = scene.rules[torso_weapon](scene.rules, scene.unit(id), die)
    if mount is not None and works(scene.unit(id), mount):
        scene.tell(MountLost(id, mount, "critical hit"))


def _lose_weapons(scene: Scene, id: str, code: str) -> None:
    """The last box of an arm or of the main gun is the weapon that it holds."""
    for at, mount in enumerate(scene.unit(id).sheet.mounts):
        if mount.location == code and mount.weapon is not None and works(scene.unit(id), at):
            scene.tell(MountLost(id, at, "critical hit"))


def see_wrecked(scene: Scene, id: str) -> None:
    """Whether a ProtoMech is lost."""
    unit = scene.unit(id)
    why = scene.rules[destroyed](scene.rules, unit) if unit.active else ""
    if why:
        scene.tell(FateMet(id, "destroyed", why))
