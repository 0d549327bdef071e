"""A unit as it would be with other parts: an engine of another kind, equipment that its file does not list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.unit.equipment import Ammunition, Engine, Equipment, Munition, key, loaded
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

ARMOURED, TURRET = "armoured ", "turret "


def fitted(rules: Ruleset, sheet: Sheet, engine: str = "", carries: Iterable[str] = ()) -> Sheet:
    """The sheet with an engine of some kind, and with further equipment where it is said.

    `Coolant Pod in LT`, `armoured PPC in RA`, `turret Medium Laser in HD`, `Vehicle Flamer Ammo with coolant in BD`.
    """
    sheet = _powered(rules, sheet, engine) if engine else sheet
    for words in carries:
        sheet = _carrying(rules, sheet, words)
    return sheet


def marked(unit: Unit, marks: Mapping[str, int]) -> Unit:
    """The unit with marks of its own; one that belongs to a part may name the part: `cooled:Coolant Pod`."""
    if not marks:
        return unit
    held = {_resolved(unit, name): Mark(value) for name, value in marks.items()}
    return msgspec.structs.replace(unit, marks={**unit.marks, **held})


def _resolved(unit: Unit, name: str) -> str:
    kind, _, which = name.partition(":")
    found = (at for at, mount in enumerate(unit.sheet.mounts) if which and _called(mount.equipment, which))
    at = next(found, None)
    return name if at is None else each(kind, at)


def _called(equipment: Equipment, name: str) -> bool:
    return key(name) in map(key, (equipment.name, *equipment.aliases))


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
    said, _, code = words.rpartition(" in ")
    armoured, turret = (said.lower().startswith(word) for word in (ARMOURED, TURRET))
    bare = said[len(ARMOURED) :] if armoured else said[len(TURRET) :] if turret else said
    name, _, munition = bare.partition(" with ")
    equipment = catalogue_of(rules).find(name.strip(), sheet.tech)
    if equipment is None:
        raise refuse("situation.carries", f"carries: there is no equipment {name[:60]!r}", field="carries")
    equipment = _filled_with(rules, equipment, munition.strip()) if munition else equipment
    place = next((place for place in sheet.locations if place.code.lower() == code.strip().lower()), None)
    if place is None:
        codes = ", ".join(place.code for place in sheet.locations)
        raise refuse("situation.carries", f"carries: {words[:60]!r} names none of {codes}", field="carries")
    many = _slots(equipment)
    line = f"{equipment.name} (armored)" if armoured else equipment.name
    mount = Mount(equipment=equipment, location=place.code, slots=many, armoured=armoured, turret=turret)
    places = (_filled(each, line, many) if each is place else each for each in sheet.locations)
    return msgspec.structs.replace(sheet, locations=tuple(places), mounts=(*sheet.mounts, mount))


def _filled_with(rules: Ruleset, rounds: Equipment, munition: str) -> Equipment:
    """Ammunition of a special kind."""
    kinds = (entry for entry in catalogue_of(rules).entries.values() if isinstance(entry, Munition))
    found = next((kind for kind in kinds if key(munition) in map(key, (kind.id, kind.name, *kind.words))), None)
    if found is None or not isinstance(rounds, Ammunition):
        raise refuse("situation.carries", f"carries: no {rounds.name} with {munition[:60]!r}", field="carries")
    return loaded(rounds, found)


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
