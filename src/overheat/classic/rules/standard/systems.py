"""What still works: systems by their critical slots, and mounts by theirs."""

from __future__ import annotations

from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit

SHUT_OFF = named("shut_off", "{kind} ({about}) shut off")
"""The mark of a mount that has no power, of each by its number; nothing in the standard game lays it."""


def hits_on(unit: Unit, system: str, location: str | None = None) -> int:
    """How many slots of a system are hit, in one location or in all."""
    hit, hits = unit.condition.hit, 0
    for code, index in unit.plan.systems.get(system, ()) if hit else ():
        if (location is None or code == location) and index in hit.get(code, ()):
            hits += 1
    return hits


def has(unit: Unit, system: str, location: str) -> bool:
    """Whether a location has a system at all, hit or not."""
    return location in [code for code, _ in unit.plan.systems.get(system, ())]


def sensor_hits(unit: Unit) -> int:
    """Hits on the sensors."""
    return hits_on(unit, "sensors") if unit.machine else 0


def cockpit_in(unit: Unit) -> str:
    """Where the pilot sits: the head, unless the cockpit's slot is elsewhere."""
    return next((code for code, _ in unit.plan.systems.get("cockpit", ())), "HD")


def gyro_destroyed(unit: Unit) -> bool:
    """Whether the gyro is gone: with the second hit, a heavy-duty one with the third."""
    return hits_on(unit, "gyro") >= (3 if "heavy" in unit.sheet.gyro.lower() else 2)


HOT_MYOMER = 9
"""The heat from which triple-strength myomer works."""


def strengthened(unit: Unit) -> bool:
    """Whether a machine has triple-strength myomer that is hot enough to work."""
    return unit.condition.heat >= HOT_MYOMER and "tsm" in unit.plan.flags


def engine_hits(unit: Unit) -> int:
    """Hits on the engine: its slots that were hit, and those in side torsos that are gone."""
    hit, gone = unit.condition.hit, unit.condition.gone
    if not hit and not gone:
        return 0
    return sum(code in gone or index in hit.get(code, ()) for code, index in unit.plan.systems.get("engine", ()))


def powered(unit: Unit, mount: int) -> bool:
    """Whether a mount has power."""
    return not unit.marks or each(SHUT_OFF, mount) not in unit.marks


def works(unit: Unit, mount: int) -> bool:
    """A mount works while it has power, until one of its slots is hit or its location is lost."""
    return whole(unit, mount) and powered(unit, mount)


def whole(unit: Unit, mount: int) -> bool:
    """A mount is whole until one of its slots is hit or its location is lost."""
    condition = unit.condition
    if mount in condition.lost:
        return False
    hit, gone = condition.hit, condition.gone
    if not hit and not gone:
        return True
    slots = unit.plan.mount_slots.get(mount, ())
    if any(code in gone or index in hit.get(code, ()) for code, index in slots):
        return False
    return unit.sheet.mounts[mount].location not in gone
