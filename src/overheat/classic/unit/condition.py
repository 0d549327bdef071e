"""The condition of a unit: everything that battle changes, apart from the sheet, which never does."""

from __future__ import annotations

import msgspec

from overheat.classic.unit.equipment import Heat, Points
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.facts import Id
from overheat.kernel.kept import kept


class LocationCondition(msgspec.Struct, frozen=True):
    """What is left of a location."""

    code: str
    armour: Points
    rear_armour: Points
    structure: Points
    critical_hits: frozenset[int] = frozenset()
    """The slots that were hit, counted from 0."""
    blown_off: bool = False
    flooded: bool = False
    """Whether water has come in: nothing in it works."""

    @property
    def destroyed(self) -> bool:
        return self.blown_off or self.structure <= 0


class VehicleDamage(msgspec.Struct, frozen=True):
    """What battle does to a vehicle and its crew beyond armour and structure."""

    motive: int = 0
    """Points lost from its cruising movement."""
    motive_levels: frozenset[str] = frozenset()
    """The grades of motive damage taken: each makes driving harder once."""
    immobile: bool = False
    sensors: int = 0
    stabilisers: frozenset[str] = frozenset()
    turret_jammed: bool = False
    turret_locked: bool = False
    driver_hit: bool = False
    commander_hit: bool = False
    crew_stunned: int = 0
    """Turns that the crew is still stunned."""
    crew_dead: bool = False
    engine_hit: bool = False
    rotor_hits: int = 0
    malfunctions: frozenset[int] = frozenset()
    """Weapons that do not work until the crew has cleared them."""


class Stance(msgspec.Struct, frozen=True):
    """A posture that a unit is in besides standing and lying."""

    id: Id
    stature: int
    """How tall it makes the unit."""
    lowered: int = 0
    """Levels that it has made itself smaller by behind what stands next to it."""


class Condition(msgspec.Struct, frozen=True, dict=True):
    """What is left of a unit, and the state its crew is in. A value: every change makes a new one.

    What is found out about its locations is kept with it, beside its fields.
    """

    locations: tuple[LocationCondition, ...]
    shots: tuple[int, ...]
    """Shots left of each mount that carries any, 0 for the others, in the order of the sheet's mounts."""
    heat: Heat = 0
    prone: bool = False
    shut_down: bool = False
    crew_hits: int = 0
    conscious: bool = True
    troopers: int = 0
    lost: frozenset[int] = frozenset()
    """Mounts that no longer work."""
    jammed: frozenset[int] = frozenset()
    """Mounts that are jammed."""
    vehicle: VehicleDamage = VehicleDamage()
    stance: Stance | None = None

    @classmethod
    def fresh(cls, sheet: Sheet) -> Condition:
        """A unit as it leaves the hangar. What has neither armour nor structure cannot be hit and is left out."""
        places = tuple(
            LocationCondition(place.code, place.armour, place.rear_armour, place.structure)
            for place in sheet.locations
            if place.structure or place.armour
        )
        return cls(places, tuple(_shots(sheet)), troopers=sheet.troopers)

    @kept
    def _places(self) -> dict[str, LocationCondition]:
        return {place.code: place for place in reversed(self.locations)}

    @kept
    def hit(self) -> dict[str, frozenset[int]]:
        """The slots that were hit, of the locations that have any."""
        return {code: place.critical_hits for code, place in self._places.items() if place.critical_hits}

    @kept
    def gone(self) -> frozenset[str]:
        """The locations that are destroyed."""
        return frozenset(place.code for place in self.locations if place.destroyed)

    def __getitem__(self, code: str) -> LocationCondition:
        return self._places[code]

    def with_location(self, changed: LocationCondition) -> Condition:
        """The same with one location changed."""
        places = tuple(changed if place.code == changed.code else place for place in self.locations)
        if places == self.locations and changed not in places:
            raise KeyError(changed.code)
        return msgspec.structs.replace(self, locations=places)

    def with_shot_fired(self, mount: int) -> Condition:
        """The same with a shot less in a mount that has one."""
        if self.shots[mount] < 1:
            raise ValueError(f"mount {mount} has no shots left")
        left = tuple(shots - (at == mount) for at, shots in enumerate(self.shots))
        return msgspec.structs.replace(self, shots=left)


def _shots(sheet: Sheet) -> list[int]:
    shots = []
    for mount in sheet.mounts:
        if mount.ammunition is not None:
            shots.append(mount.ammunition.shots if mount.shots is None else mount.shots)
        else:
            shots.append(mount.weapon.shots if mount.weapon is not None else 0)
    return shots
