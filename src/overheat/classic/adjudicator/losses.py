"""What a unit has lost so far, in a few words each: `LL hip`, `RA lost`, `CT gyro`, `CT armour 5`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from overheat.classic.facts.state import Unit
from overheat.classic.unit.condition import Condition, LocationCondition
from overheat.classic.unit.equipment import key
from overheat.classic.unit.plan import Held
from overheat.kernel.refusal import refuse

LOST = "lost"
WORN = {"armour": "armour", "rear armour": "rear_armour", "structure": "structure"}
ACTUATORS = ("upper arm", "lower arm", "hand", "upper leg", "lower leg", "foot")
"""Systems that are called actuators on a record sheet and need not be here."""
MOTIVE = (" motive damage", " motive")
GRADES = ("minor", "moderate", "heavy")
PENALTY = "motive penalty "
PENALTIES = {"1": "minor", "2": "moderate", "3": "heavy"}
"""The grade of motive damage that adds so much to driving."""
HULL: dict[str, dict[str, Any]] = {
    "driver": {"driver_hit": True},
    "commander": {"commander_hit": True},
    "engine": {"engine_hit": True},
    "immobile": {"immobile": True},
    "crew stunned": {"crew_stunned": 1},
    "turret jammed": {"turret_jammed": True},
}
"""What happens to vehicles and their crews, and what it changes."""


def worn(unit: Unit, losses: Iterable[str], role: str = "unit") -> Unit:
    """A unit that has taken some losses, one after the other; a critical hit takes the next slot of its system."""
    for loss in losses:
        said = " ".join(loss.split()).removesuffix(" second hit")
        condition = _hull(unit, said.lower().removesuffix(" hit")) if unit.vehicle else None
        condition = condition or _place(unit, said)
        if condition is None:
            raise refuse("situation.damage", f"{role}: {unit.sheet.name} has no {loss[:60]!r} to lose", field="damage")
        unit = msgspec.structs.replace(unit, condition=condition)
    return unit


def _hull(unit: Unit, words: str) -> Condition | None:
    """A vehicle after something has happened to it as a whole."""
    vehicle = unit.condition.vehicle
    changed = HULL.get(words)
    grade = next((words.removesuffix(end) for end in MOTIVE if words.endswith(end)), "")
    if words == "sensors":
        changed = {"sensors": vehicle.sensors + 1}
    elif words.startswith("stabiliser "):
        changed = {"stabilisers": vehicle.stabilisers | {words.removeprefix("stabiliser ").upper()}}
    elif words.startswith(PENALTY) and words.removeprefix(PENALTY) in PENALTIES:
        changed = {"motive_levels": vehicle.motive_levels | {PENALTIES[words.removeprefix(PENALTY)]}}
    elif grade in GRADES:
        changed = {"motive_levels": vehicle.motive_levels | {grade}}
    if changed is None:
        return None
    return msgspec.structs.replace(unit.condition, vehicle=msgspec.structs.replace(vehicle, **changed))


def _place(unit: Unit, words: str) -> Condition | None:
    """A unit that has lost a location, or has been hit in a slot of one."""
    said = words.upper()
    place = next((place for place in unit.condition.locations if said.startswith(f"{place.code.upper()} ")), None)
    if place is None:
        return None
    what = words[len(place.code) + 1 :]
    worn = _points(place, what.lower())
    if worn is not None:
        return unit.condition.with_location(worn)
    if what.lower() == LOST:
        return unit.condition.with_location(msgspec.structs.replace(place, structure=0, blown_off=True))
    slots = [at for at in _slots(unit, place.code, what) if at not in place.critical_hits]
    if not slots:
        return None
    return unit.condition.with_location(msgspec.structs.replace(place, critical_hits=place.critical_hits | {slots[0]}))


def _points(place: LocationCondition, words: str) -> LocationCondition | None:
    """A place that has lost points of its armour or structure: `CT armour 5`, `CT rear armour 2`."""
    name, _, many = words.rpartition(" ")
    if name not in WORN or not (many.isascii() and many.isdigit()):
        return None
    field = WORN[name]
    return msgspec.structs.replace(place, **{field: max(0, getattr(place, field) - int(many))})


def slots_called(unit: Unit, location: str, what: str) -> list[tuple[tuple[str, int], Held]]:
    """The slots that hold a system, or equipment, of some name: those of a location, or of all where none is named."""
    codes = [code for code in unit.plan.slots if location.lower() in ("", code.lower())]
    return [((code, at), unit.plan.slots[code][at]) for code in codes for at in _slots(unit, code, what)]


def _slots(unit: Unit, code: str, what: str) -> list[int]:
    """The slots of a location that hold a system, or equipment, of some name."""
    name = what.lower().removesuffix(" actuator")
    system = f"{name} actuator" if name in ACTUATORS else name
    held = list(enumerate(unit.plan.slots.get(code, ())))
    found = [at for at, slot in held if slot.system == system]
    mounts = unit.sheet.mounts
    return found or [at for at, slot in held if any(_called(mounts[mount].equipment, what) for mount in slot.mounts)]


def _called(equipment: Any, name: str) -> bool:
    return key(name) in map(key, (equipment.name, *equipment.aliases))
