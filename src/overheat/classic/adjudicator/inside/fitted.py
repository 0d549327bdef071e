"""A unit as it would be with other parts: an engine of another kind, equipment that its file does not list."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from overheat.classic.facts.state import Unit
from overheat.classic.unit.condition import Condition
from overheat.classic.unit.equipment import Engine, Equipment, key
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.plan import Plan
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

ARMOURED = "armoured "


def fitted(rules: Ruleset, unit: Unit, engine: str = "", carries: Iterable[str] = ()) -> Unit:
    """The unit with an engine of some kind, and with further equipment: `Coolant Pod in LT`, `armoured PPC in RA`."""
    sheet = _powered(rules, unit.sheet, engine) if engine else unit.sheet
    for words in carries:
        sheet = _carrying(rules, sheet, words)
    if sheet is unit.sheet:
        return unit
    shots = (*unit.condition.shots, *Condition.fresh(sheet).shots[len(unit.sheet.mounts) :])
    condition = msgspec.structs.replace(unit.condition, shots=shots)
    return msgspec.structs.replace(unit, sheet=sheet, plan=Plan(sheet), condition=condition)


def _powered(rules: Ruleset, sheet: Sheet, engine: str) -> Sheet:
    wanted = {key(engine), key(f"{engine} engine")}
    kinds = [
        entry
        for entry in catalogue_of(rules).entries.values()
        if isinstance(entry, Engine) and not wanted.isdisjoint(map(key, (entry.name, *entry.aliases)))
    ]
    kinds.sort(key=lambda entry: entry.tech not in (sheet.tech, "All"))
    if sheet.engine is None or not kinds:
        raise refuse("situation.engine", f"engine: there is no engine {engine[:60]!r} for {sheet.name}", field="engine")
    return msgspec.structs.replace(sheet, engine=msgspec.structs.replace(sheet.engine, kind=kinds[0]))


def _carrying(rules: Ruleset, sheet: Sheet, words: str) -> Sheet:
    """A sheet with one more piece of equipment, in the first free slots of its location, and beyond where none is."""
    said, _, code = words.partition(" in ")
    armoured = said.lower().startswith(ARMOURED)
    name = said[len(ARMOURED) :] if armoured else said
    equipment = catalogue_of(rules).find(name.strip(), sheet.tech)
    if equipment is None:
        raise refuse("situation.carries", f"carries: there is no equipment {name[:60]!r}", field="carries")
    place = next((place for place in sheet.locations if place.code.lower() == code.strip().lower()), None)
    if place is None:
        codes = ", ".join(place.code for place in sheet.locations)
        raise refuse("situation.carries", f"carries: {words[:60]!r} names none of {codes}", field="carries")
    many = _slots(equipment)
    line = f"{equipment.name} (armored)" if armoured else equipment.name
    mount = Mount(equipment=equipment, location=place.code, slots=many, armoured=armoured)
    places = (_filled(each, line, many) if each is place else each for each in sheet.locations)
    return msgspec.structs.replace(sheet, locations=tuple(places), mounts=(*sheet.mounts, mount))


def _slots(equipment: Equipment) -> int:
    return max(1, equipment.slots) if isinstance(equipment.slots, int) else 1


def _filled(place: Location, line: str, many: int) -> Location:
    slots = list(place.slots)
    for _ in range(many):
        free = next((at for at, held in enumerate(slots) if not held), None)
        if free is None:
            slots.append(line)
        else:
            slots[free] = line
    return msgspec.structs.replace(place, slots=tuple(slots))
