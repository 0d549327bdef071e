"""War machines written as `.mtf` files: what is read back from one is equal to what was written."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.unit.equipment import Armour, Weapon
from overheat.classic.unit.sheet import Location, Sheet
from overheat.classic.unitfile.mtf import LOCATIONS, REAR
from overheat.kernel.refusal import refuse

NAMES = {code: name.title() for name, code in LOCATIONS.items()}
CONFIGS = {"biped": "Biped", "quad": "Quad", "tripod": "Tripod", "lam": "LAM", "quadvee": "QuadVee"}


def write_mtf(sheet: Sheet) -> str:
    """The text of a war machine's file; without an engine and a structure that are known, no reader would take it."""
    for part, known in (("engine", sheet.engine), ("structure", sheet.structure)):
        if known is None:
            reason = f"{sheet.name}: its {part} is not known, so no file can be written"
            raise refuse("unit.write", reason, unit=sheet.name)
    parts = [_head(sheet), _body(sheet), _armour(sheet), _weapons(sheet)]
    parts += [_slots(place) for place in sheet.locations]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _head(sheet: Sheet) -> list[str]:
    tech = {"Clan": "Clan", "IS": "Inner Sphere"}[sheet.tech]
    chassis = {"Clan": "Mixed (Clan Chassis)", "IS": "Mixed (IS Chassis)"}[sheet.tech]
    told = {
        "chassis": sheet.chassis,
        "clanname": sheet.clan_name,
        "model": sheet.model,
        "mul id": sheet.mul_id,
        "Config": CONFIGS[sheet.motive] + (" Omnimech" if sheet.omni else ""),
        "techbase": chassis if sheet.mixed else tech,
        "era": sheet.year,
        "source": sheet.source,
        "rules level": sheet.level,
        "role": sheet.role,
    }
    lines = [f"{word}:{value}" for word, value in told.items() if value or word == "model"]
    lines += [f"quirk:{quirk}" for quirk in sheet.quirks]
    return lines + [f"weaponquirk:{quirk}" for quirk in sheet.weapon_quirks]


def _body(sheet: Sheet) -> list[str]:
    told = {
        "mass": f"{sheet.tons:g}",
        "engine": _engine(sheet),
        "structure": _structure(sheet),
        "myomer": sheet.myomer,
        "cockpit": sheet.cockpit,
        "gyro": sheet.gyro,
        "ejection": sheet.ejection,
        "heat sinks": _heat_sinks(sheet),
        "walk mp": sheet.walk,
        "jump mp": sheet.jump,
    }
    lines = [f"{word}:{value}" for word, value in told.items() if value != ""]
    return lines + [f"{word}:{value}" for word, value in sheet.extra]


def _structure(sheet: Sheet) -> str:
    if sheet.structure is None:
        return ""
    return sheet.structure.name if sheet.structure.tech == "All" else f"{sheet.structure.tech} {sheet.structure.name}"


def _engine(sheet: Sheet) -> str:
    engine = sheet.engine
    if engine is None:
        return ""
    return f"{engine.rating} {engine.kind.name}{'(Clan)' if engine.clan else ''}"


def _heat_sinks(sheet: Sheet) -> str:
    return f"{sheet.heat_sinks.count} {sheet.heat_sinks.kind.title()}" if sheet.heat_sinks else ""


def _armour(sheet: Sheet) -> list[str]:
    """The kind of armour and its points; where locations differ in kind, each states its own."""
    kinds = {place.armour_kind for place in sheet.locations}
    patchwork = len(kinds) > 1
    lines = ["armor:Patchwork" if patchwork else f"armor:{_armour_name(sheet.locations[0].armour_kind)}"]
    for place in sheet.locations:
        own = f"{_armour_name(place.armour_kind)}:" if patchwork and place.armour_kind else ""
        lines.append(f"{place.code} armor:{own}{place.armour}")
        if place.code in REAR:
            lines.append(f"{REAR[place.code].upper()} armor:{place.rear_armour}")
    return lines


def _armour_name(kind: Armour | None) -> str:
    if kind is None:
        return "Patchwork"
    tech = {"IS": "(Inner Sphere)", "Clan": "(Clan)", "All": ""}[kind.tech]
    return f"{kind.name}{tech}"


def _weapons(sheet: Sheet) -> list[str]:
    weapons = [mount for mount in sheet.mounts if isinstance(mount.equipment, Weapon)]
    lines = [f"{mount.equipment.name}, {NAMES.get(mount.location, mount.location)}" for mount in weapons]
    return [f"Weapons:{len(weapons)}", *lines]


def _slots(place: Location) -> list[str]:
    return [f"{NAMES[place.code]}:", *_slot_lines(place)]


def _slot_lines(place: Location) -> Iterator[str]:
    for slot in place.slots:
        yield slot or "-Empty-"
