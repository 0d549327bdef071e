"""Going into the water with holes in the armour."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.flooding import flood, open_places
from overheat.classic.damage.kinds.machine import see_fate
from overheat.classic.damage.kinds.protomech import see_wrecked


def wade(scene: Scene, id: str) -> None:
    """Water runs into every place of a unit that it covers and that has no armour left."""
    for code in open_places(scene, id):
        if not scene.unit(id).active:
            return
        flood(scene, id, code)
        if scene.unit(id).machine:
            see_fate(scene, id)
        elif scene.unit(id).protomech:
            see_wrecked(scene, id)
