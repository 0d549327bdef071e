"""Rolling for where a machine is hit, and for what a lucky roll does besides."""

from __future__ import annotations

from overheat.classic.rules.standard.locations import (
    Placement,
    Side,
    kick_location,
    luck,
    punch_location,
    weapon_location,
)
from overheat.classic.scene import Scene


def place_hit(scene: Scene, id: str, side: Side, *, in_cover: bool = False) -> tuple[str, bool]:
    """Where a machine is hit by two dice, and whether a critical hit is rolled for even if the armour holds."""
    placement = Placement(scene.rules, scene.unit(id), side, scene.roll(f"location on {id}"), in_cover)
    found = scene.rules[luck](placement)
    critical = found.critical
    while found.again:
        roll = scene.roll(f"location on {id}")
        placement = Placement(scene.rules, scene.unit(id), side, roll, in_cover, again=True)
        found = scene.rules[luck](placement)
    return scene.rules[weapon_location](placement), critical


def place_punch(scene: Scene, id: str, side: Side) -> str:
    """Where a blow from high up lands, by one die."""
    roll = scene.roll(f"location on {id}", 1)
    return scene.rules[punch_location](Placement(scene.rules, scene.unit(id), side, roll))


def place_kick(scene: Scene, id: str, side: Side, what: str = "location on") -> str:
    """Where a blow to the legs lands, by one die."""
    roll = scene.roll(f"{what} {id}", 1)
    return scene.rules[kick_location](Placement(scene.rules, scene.unit(id), side, roll))
