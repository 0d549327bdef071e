"""Hitting a squad in battle armour: each hit strikes one trooper, his suit first and then himself."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.sums import off_armour, off_structure, weighed_at
from overheat.classic.facts.events import FateMet, Felled, LocationLost, Struck
from overheat.classic.rules.standard.battle_armour import trooper_hit, troopers_left
from overheat.classic.rules.standard.impacts import Hit


def hit_squad(scene: Scene, hit: Hit) -> None:
    """A squad is hit: a trooper by the dice, where none is named; what is more than he takes is lost."""
    hit_trooper(scene, hit, hit.location or pick_trooper(scene, hit.unit))


def pick_trooper(scene: Scene, id: str) -> str:
    """A trooper by the dice, again until one is still up; the last one needs no dice."""
    unit = scene.unit(id)
    left = troopers_left(unit)
    if len(left) == 1:
        return left[0]
    while True:
        code = scene.rules[trooper_hit](scene.rules, unit, scene.roll("location.trooper", 1, target=id))
        if code is not None:
            return code


def hit_trooper(scene: Scene, hit: Hit, code: str) -> int:
    """A trooper takes damage; how much of it goes past him."""
    id, hit = hit.unit, weighed_at(scene, hit, code)
    if hit.damage <= 0:
        return 0
    scene.tell(Struck(id, code, False, hit.damage, hit.what, hit.item))
    inside = off_armour(scene, hit, code, hit.damage)
    if inside:
        inside = off_structure(scene, id, code, inside)
    if scene.unit(id).condition[code].structure <= 0:
        fell_trooper(scene, id, code)
    return inside


def fell_trooper(scene: Scene, id: str, code: str) -> None:
    """A trooper is out; with the last one the squad is gone."""
    scene.tell(LocationLost(id, code))
    left = len(troopers_left(scene.unit(id)))
    scene.tell(Felled(id, left))
    if left == 0:
        scene.tell(FateMet(id, "destroyed", "no_trooper_is_left"))
