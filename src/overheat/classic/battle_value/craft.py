"""Vehicles and fighters as the rules for weapons, ammunition and armour read them.

Those rules ask of each weapon whether it fires to the rear or turns, and of each ton of ammunition and each point of
armour what it is worth. On a war machine the record sheet says so; here the location does.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.defence import defensive
from overheat.classic.battle_value.shots import part_load
from overheat.classic.battle_value.worksheet import exact
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.formulas import worked_out
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.terms import Term

TECH_MANUAL = Book("TechManual")
DEFENSIVE = TECH_MANUAL("Battle Value, defensive", 302)
OFFENSIVE = TECH_MANUAL("Battle Value, offensive", 303)
FINAL = TECH_MANUAL("Battle Value, final", 304)

REAR = frozenset({"RR", "AFT"})
"""Where weapons fire to the rear."""
AHEAD = frozenset({"FR", "NOS", "LWG", "RWG", "WNG", "FSLG"})
"""Where weapons count as firing ahead when they are weighed against those to the rear."""
KEPT = frozenset({"bv.armour", "bv.modular_armour", "bv.defence", "bv.defence_ammunition", "bv.armoured"})
"""The terms of a war machine's defence that every unit has."""


def as_counted(sheet: Sheet) -> Sheet:
    """A sheet whose mounts face as their locations do, with part loads and rated armour at what they are worth."""
    mounts = tuple(_mounted(mount) for mount in sheet.mounts)
    locations = tuple(_plated(sheet, place) for place in sheet.locations)
    return msgspec.structs.replace(sheet, mounts=mounts, locations=locations)


def _mounted(mount: Mount) -> Mount:
    """A mount that knows where it fires: weapons on neither front nor rear are not weighed against each other."""
    rear = mount.rear or mount.location in REAR
    turret = mount.turret or bool(mount.mounting) or mount.location not in REAR | AHEAD
    return msgspec.structs.replace(mount, rear=rear, turret=turret, equipment=part_load(mount) or mount.equipment)


def _plated(sheet: Sheet, place: Location) -> Location:
    """Armour of a support vehicle counts a tenth for each point of its barrier rating, whichever kind is written."""
    kind = place.armour_kind
    if kind is None or sheet.bar is None or sheet.kind != "support vehicle":
        return place
    rated: Armour = msgspec.structs.replace(kind, bv_multiplier=sheet.bar / 10)
    return msgspec.structs.replace(place, armour_kind=rated)


def protection(build: Build) -> Iterator[Term]:
    """Armour and equipment that protects, valued as on a war machine."""
    return (term for term in defensive(build).tally if term.id in KEPT and term.value)


def tools(build: Build) -> Iterator[Term]:
    """Gear that helps to attack. A bulldozer blade shields and strikes, so it counts on both sides."""
    for mount in build.sheet.mounts:
        gear = mount.gear
        if gear is None or not gear.bv or gear.bv == "ppc capacitor":
            continue
        if "defensive" not in gear.flags or "bulldozer" in gear.flags:
            worth = worked_out(gear.bv, build.sheet, mount) if isinstance(gear.bv, str) else exact(gear.bv)
            yield Term("bv.tool", worth, gear.name, OFFENSIVE)
