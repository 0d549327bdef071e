"""A vehicle with coolant to fire, for tests."""

from __future__ import annotations

from typing import Any

from overheat.classic.facts.state import Unit
from overheat.classic.unit.equipment import Ammunition, Munition, catalogue, loaded
from overheat.classic.unit.sheet import Mount
from skirmish import replace, unit
from vehicles import WARDEN, sheet

SOUTH = 3


def truck(weapon: str = "Vehicle Flamer", ammunition: str = "Vehicle Flamer Ammo", **facts: Any) -> Unit:
    """A vehicle with a weapon in front that is loaded with coolant."""
    built = sheet(WARDEN)
    gun, rounds = catalogue().find(weapon, "IS"), catalogue().find(ammunition, "IS")
    coolant = catalogue().entries["fluid_coolant"]
    assert gun is not None
    assert isinstance(rounds, Ammunition)
    assert isinstance(coolant, Munition)
    jets = loaded(rounds, coolant)
    more = (Mount(equipment=gun, location="FR", slots=0), Mount(equipment=jets, location="BD", slots=0))
    return unit(replace(built, mounts=(*built.mounts, *more)), facing=SOUTH, **facts)
