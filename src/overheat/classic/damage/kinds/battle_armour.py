"""Hitting a squad in battle armour: each hit strikes one trooper, his suit first and then himself."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.sums import off_armour, off_structure, roll_for_criticals, weighed_at
from overheat.classic.facts.events import FateMet, Felled, LocationLost, Struck, StructureLost
from overheat.classic.rules.standard.battle_armour import trooper_hit, troopers_left
from overheat.classic.rules.standard.impacts import Hit, Impact, piercing
from overheat.kernel.terms import number_as_json

PIERCED = 8
"""The roll from which a trooper falls in a suit that is pierced."""


def hit_squad(scene: Scene, hit: Hit) -> None:
    """A squad is hit: a trooper by the dice, where none is named; what is more than he takes is lost."""
    hit_trooper(scene, hit, hit.location or pick_trooper(scene, hit.unit))


def pick_trooper(scene: Scene, id: str) -> str:
    """A trooper by the dice, again until one is still up; the last one needs no dice."""
    unit = scene.unit(id)
    left = troopers_left(unit)
    if len(left) == 1:
        return left[0]
    return scene.until(
        lambda: scene.rules[trooper_hit](scene.rules, unit, scene.roll("location.trooper", 1, target=id)),
        lambda code: (unit.condition[code].armour, unit.condition[code].structure),
    )


def hit_trooper(scene: Scene, hit: Hit, code: str) -> int:
    """A trooper takes damage; how much of it goes past him."""
    id, hit = hit.unit, weighed_at(scene, hit, code)
    if hit.damage <= 0:
        return 0
    scene.tell(Struck(id, code, False, hit.damage, hit.what, hit.item))
    whole = scene.unit(id).condition[code].structure
    inside = off_armour(scene, hit, code, hit.damage)
    if inside:
        inside = off_structure(scene, id, code, inside)
    if scene.unit(id).condition[code].structure <= 0:
        fell_trooper(scene, id, code)
    elif scene.unit(id).condition[code].structure == whole:
        _pierce(scene, hit, code)
    return inside


def _pierce(scene: Scene, hit: Hit, code: str) -> None:
    """What goes through a suit that holds fells the trooper in it on a roll that would be a critical hit elsewhere."""
    for term in piercing(Impact(scene.rules, scene.unit(hit.unit), hit, hit.damage, code)):
        if scene.unit(hit.unit).condition[code].destroyed:
            return
        if roll_for_criticals(scene, hit.unit, code, hit, "criticals", term) >= PIERCED:
            place = scene.unit(hit.unit).condition[code]
            scene.tell(StructureLost(hit.unit, code, number_as_json(place.structure), 0))
            fell_trooper(scene, hit.unit, code)


def fell_trooper(scene: Scene, id: str, code: str) -> None:
    """A trooper is out; with the last one the squad is gone."""
    scene.tell(LocationLost(id, code))
    left = len(troopers_left(scene.unit(id)))
    scene.tell(Felled(id, left))
    if left == 0:
        scene.tell(FateMet(id, "destroyed", "no_trooper_is_left"))
