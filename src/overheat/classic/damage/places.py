"""Rolling for where a unit is hit, and for what a lucky roll does besides."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import (
    Luck,
    Placement,
    Side,
    kick_location,
    luck,
    punch_location,
    strikes_again,
    weapon_location,
)
from overheat.classic.rules.standard.storeys import Storey, storey_location
from overheat.classic.rules.standard.storeys import storey as storey_of
from overheat.kernel.rules.rule import Slot


class Place(NamedTuple):
    """Where a unit is hit, and what the roll for it does besides."""

    code: str
    critical: bool = False
    """Whether a critical hit is rolled for, even if the armour holds."""
    certain: int = 0
    """Critical hits that need no roll."""


PLACES: Slot[[Scene, Hit], Place | None] = Slot("locations.places", nothing=None)
"""Where a hit goes, with the dice that it takes, where that is not as usual. The first rule that says so decides."""


def placed_otherwise(scene: Scene, hit: Hit) -> Place | None:
    """Where a hit goes that was aimed, or that rules of a layer place; None where the usual dice say."""
    if hit.location:
        return Place(hit.location)
    found = next((found for rule in scene.rules[PLACES] if (found := rule.function(scene, hit)) is not None), None)
    return _between_storeys(scene, hit) if found is None else found


def _between_storeys(scene: Scene, hit: Hit) -> Place | None:
    """Where a machine is hit from another floor of the building that it is in; None for everybody else."""
    if not isinstance(hit.by, WeaponAttack) or not scene.unit(hit.unit).machine:
        return None
    storey = scene.rules[storey_of](scene.rules, hit.by)
    return None if storey is None else Place(place_from(scene, hit.unit, hit.side, storey))


def place_from(scene: Scene, id: str, side: Side, storey: Storey) -> str:
    """Where a shot from above or below lands, by one die."""
    roll = scene.roll(f"location.{storey}", 1, target=id)
    return scene.rules[storey_location](Placement(scene.rules, scene.unit(id), side, roll), storey)


MOST_ROLLS = 12
"""How often a location is rolled for at most, whatever rules ask for another roll."""


def place_hit(scene: Scene, id: str, side: Side, *, in_cover: frozenset[str] = frozenset()) -> Place:
    """Where a machine is hit by two dice; what lucky rolls on the way do adds up."""
    critical, certain, code = False, 0, ""
    for rolls in range(MOST_ROLLS):
        found, code = place_once(scene, id, side, in_cover=in_cover, again=rolls > 0)
        critical, certain = critical or found.critical, certain + found.certain
        if not found.again and not scene.rules[strikes_again](scene.rules, scene.unit(id), code):
            break
    return Place(code, critical, certain)


def place_once(
    scene: Scene, id: str, side: Side, *, in_cover: frozenset[str] = frozenset(), again: bool = False
) -> tuple[Luck, str]:
    """What one roll for a location does besides, and where it has the hit."""
    roll = scene.roll("location", target=id)
    placement = Placement(scene.rules, scene.unit(id), side, roll, in_cover, again)
    return scene.rules[luck](placement), scene.rules[weapon_location](placement)


def place_punch(scene: Scene, id: str, side: Side) -> str:
    """Where a blow from high up lands, by one die."""
    roll = scene.roll("location.punch", 1, target=id)
    return scene.rules[punch_location](Placement(scene.rules, scene.unit(id), side, roll))


def place_kick(scene: Scene, id: str, side: Side, purpose: str = "location.kick") -> str:
    """Where a blow to the legs lands, by one die."""
    roll = scene.roll(purpose, 1, target=id)
    return scene.rules[kick_location](Placement(scene.rules, scene.unit(id), side, roll))
