"""A war machine in one line, for tests, documents and bug reports: it parses, prints and round-trips.

    Wasp; WSP-1A | biped 20 IS | 120 Fusion Engine | walk 6 jump 6 | 10 single | HD 4, CT 4+2, ... | Medium Laser@RA

Fields stand between bars: name and model, shape with tons and technology, engine, movement, heat sinks, armour (rear
armour after a plus), and equipment by any name that unit files use, at its location, `rear` where it faces back and
`*2` where there are two. What is not said is ordinary: standard armour, structure, gyro and cockpit. Critical slots are
not part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from overheat.classic.unit.equipment import Armour, Engine, Equipment, Structure, Tech, catalogue
from overheat.classic.unit.sheet import HeatSinks, Location, Mount, Powerplant, Sheet
from overheat.classic.unitfile.mtf import SHAPES, structure_points
from overheat.kernel.refusal import refuse

E = TypeVar("E", bound=Equipment)
FIELDS = 7
_SHAPE = re.compile(r"(biped|quad) ([0-9]{2,3}) (IS|Clan)")
_ENGINE = re.compile(r"([0-9]{2,3}) (.+)")
_MOVEMENT = re.compile(r"walk ([0-9]{1,2}) jump ([0-9]{1,2})")
_SINKS = re.compile(r"([0-9]{1,2}) (single|double)")
_ARMOUR = re.compile(r"([A-Z]{2,3}) ([0-9]{1,3})(?:\+([0-9]{1,3}))?")
_ITEM = re.compile(r"(.+)@([A-Z]{2,3})( rear)?(?:\*([0-9]{1,2}))?")


def parse_unit(text: str) -> Sheet:
    """The machine that a line of notation describes. A line that is none is refused with the field."""
    fields = [field.strip() for field in text.split("|")]
    if len(fields) != FIELDS:
        raise refuse("unit.notation", f"a unit has {FIELDS} fields between bars, here are {len(fields)}")
    chassis, _, model = (part.strip() for part in fields[0].partition(";"))
    shape = _field(_SHAPE, fields[1], "shape, tons and technology")
    tech: Tech = "Clan" if shape[3] == "Clan" else "IS"
    movement = _field(_MOVEMENT, fields[3], "movement")
    sinks = _field(_SINKS, fields[4], "heat sinks")
    return Sheet(
        kind="war machine",
        chassis=chassis,
        model=model,
        motive=shape[1],
        tons=int(shape[2]),
        tech=tech,
        engine=_engine(fields[2], tech),
        walk=int(movement[1]),
        jump=int(movement[2]),
        heat_sinks=HeatSinks(int(sinks[1]), sinks[2]),
        gyro="Standard Gyro",
        cockpit="Standard Cockpit",
        myomer="Standard",
        structure=_known(Structure, "Standard Structure", tech),
        locations=tuple(_locations(fields[5], int(shape[2]), tech)),
        mounts=tuple(_mounts(fields[6], tech)),
    )


def print_unit(sheet: Sheet) -> str:
    """The line of notation for a machine: what the notation has words for."""
    if sheet.motive not in ("biped", "quad") or sheet.engine is None or sheet.heat_sinks is None:
        raise refuse("unit.notation", f"{sheet.name}: the notation has no words for it")
    fields = [
        f"{sheet.chassis}; {sheet.model}".strip("; "),
        f"{sheet.motive} {sheet.tons:g} {sheet.tech}",
        f"{sheet.engine.rating} {sheet.engine.kind.name}",
        f"walk {sheet.walk} jump {sheet.jump}",
        f"{sheet.heat_sinks.count} {sheet.heat_sinks.kind}",
        ", ".join(_print_place(place) for place in sheet.locations),
        ", ".join(_print_mounts(sheet)),
    ]
    return " | ".join(fields)


def _field(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise refuse("unit.notation", f"{text[:60]!r} is not {what}")
    return found


def _known(kind: type[E], name: str, tech: Tech) -> E:
    found = catalogue().find_kind(kind, name, tech)
    assert isinstance(found, kind)
    return found


def _engine(text: str, tech: Tech) -> Powerplant:
    found = _field(_ENGINE, text, "an engine")
    kind = catalogue().find_kind(Engine, found[2], tech)
    if not isinstance(kind, Engine):
        raise refuse("unit.notation", f"{found[2][:60]!r} is not an engine")
    return Powerplant(kind, int(found[1]), kind.tech == "Clan")


def _locations(text: str, tons: int, tech: Tech) -> Iterator[Location]:
    points = structure_points().get(tons)
    if points is None:
        raise refuse("unit.notation", f"no war machine weighs {tons} tons")
    for part in text.split(","):
        found = _field(_ARMOUR, part.strip(), "the armour of a location")
        yield Location(
            code=found[1],
            armour=int(found[2]),
            rear_armour=int(found[3] or 0),
            structure=points[SHAPES.get(found[1], 4)],
            armour_kind=_known(Armour, "Standard", tech),
        )


def _mounts(text: str, tech: Tech) -> Iterator[Mount]:
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        found = _field(_ITEM, part, "equipment at a location")
        item = catalogue().find(found[1], tech)
        if item is None:
            raise refuse("unit.notation", f"{found[1][:60]!r} is no equipment")
        slots = item.slots if isinstance(item.slots, int) else 1
        for _ in range(int(found[4] or 1)):
            yield Mount(equipment=item, location=found[2], rear=bool(found[3]), slots=slots)


def _print_place(place: Location) -> str:
    return f"{place.code} {place.armour}" + (f"+{place.rear_armour}" if place.rear_armour else "")


def _print_mounts(sheet: Sheet) -> Iterator[str]:
    counted = Counter((mount.equipment.id, mount.location, mount.rear) for mount in sheet.mounts)
    for (id, location, rear), count in counted.items():
        yield f"{id}@{location}" + (" rear" if rear else "") + (f"*{count}" if count > 1 else "")
