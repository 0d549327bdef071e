"""Who sits on a unit, riding it or swarming it: taking hits for it, thrown off, brushed off."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.battle_armour import fell_trooper, hit_trooper
from overheat.classic.facts.events import Boarded
from overheat.classic.rules.standard.aboard import passengers
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.riding import CarrierHit, shielding


def shielded(scene: Scene, hit: Hit, location: str, rear: bool) -> Hit:
    """What is left of a hit on a machine after the troopers who sit there have taken theirs."""
    for unit in passengers(scene.state, hit.unit):
        code = scene.rules[shielding](CarrierHit(scene.rules, unit, location, rear))
        if code is not None and hit.damage > 0:
            left = hit_trooper(scene, msgspec.structs.replace(hit, unit=unit.id), code)
            hit = msgspec.structs.replace(hit, damage=left)
    return hit


def lose_riders(scene: Scene, id: str, location: str) -> None:
    """Troopers who sit on a part of a machine that is destroyed are lost with it."""
    for unit in passengers(scene.state, id):
        for rear in (False, True):
            code = scene.rules[shielding](CarrierHit(scene.rules, scene.unit(unit.id), location, rear))
            if code is not None and scene.unit(unit.id).active:
                fell_trooper(scene, unit.id, code)


def throw_off(scene: Scene, carrier: str) -> None:
    """A machine goes down: who sits on it is on the ground."""
    for unit in passengers(scene.state, carrier):
        scene.tell(Boarded(unit.id, ""))
