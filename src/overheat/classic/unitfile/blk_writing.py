"""Sheets written as block files. Reading what is written gives an equal sheet."""

from __future__ import annotations

from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blocks import Writer
from overheat.classic.unitfile.codes import COCKPITS, MOTIVE_WORDS, PATCHWORK, RATINGS, code_of
from overheat.classic.unitfile.implied import integrity
from overheat.classic.unitfile.infantry import write_platoon, write_suit
from overheat.classic.unitfile.layouts import TYPES, Place, UnitType, places, squad
from overheat.classic.unitfile.mounting import equipment_line
from overheat.kernel.refusal import refuse

COMPLEMENT = {
    "crew": "crew",
    "officers": "officers",
    "gunners": "gunners",
    "passengers": "passengers",
    "marines": "marines",
    "battlearmor": "battle_armour",
    "otherpassenger": "others",
    "life_boat": "life_boats",
    "escape_pod": "escape_pods",
}
"""Who and what is aboard a large craft: the blocks, and the fields of a complement."""


def write_blk(sheet: Sheet) -> str:
    """The text of a block file for a unit of any kind that such files hold."""
    unit = _type(sheet)
    out = Writer()
    kept = {tag.lower() for tag, _ in sheet.extra}
    _header(out, sheet, unit)
    _movement(out, sheet, unit, kept)
    if sheet.platoon is not None:
        write_platoon(out, sheet.platoon)
    if sheet.suit is not None:
        write_suit(out, sheet.suit, sheet.troopers)
    _protection(out, sheet, unit, kept)
    _equipment(out, sheet, unit)
    _particulars(out, sheet, unit)
    for tag, text in sheet.extra:
        out.add(tag, *text.split("\n") if text else ())
    return out.text()


def _type(sheet: Sheet) -> UnitType:
    found = TYPES.get(sheet.unit_type.lower())
    if found is None:
        found = next((unit for unit in TYPES.values() if unit.kind == sheet.kind and _moves_so(unit, sheet)), None)
    if found is None:
        raise refuse("unit.kind", f"{sheet.name}: block files hold no {sheet.kind}")
    return found


def _moves_so(unit: UnitType, sheet: Sheet) -> bool:
    """Whether a unit moves as its type does, where several types are of one kind."""
    return {"vtol": "vtol", "fixed wing": "aerodyne"}.get(unit.family, "") in ("", sheet.motive)


def _header(out: Writer, sheet: Sheet, unit: UnitType) -> None:
    out.add("BlockVersion", 1)
    out.add("Version", "MAM0")
    out.add("UnitType", unit.word)
    out.add("Name", sheet.chassis)
    out.add("Model", *_some(sheet.model))
    level = f"Level {sheet.level}" if sheet.level and not sheet.mixed else sheet.level
    tech = f"Mixed ({sheet.tech} Chassis)" if sheet.mixed else sheet.tech
    out.add("type", f"{tech} {level}".strip())
    for tag, value in (
        ("mul id:", sheet.mul_id),
        ("year", sheet.year),
        ("originalBuildYear", sheet.original_year),
        ("role", sheet.role or None),
        ("source", sheet.source or None),
        ("clanname", sheet.clan_name or None),
        ("omni", 1 if sheet.omni else None),
        ("tonnage", sheet.tons if sheet.tons or not unit.weightless else None),
    ):
        if value is not None:
            out.add(tag, value)


def _some(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _movement(out: Writer, sheet: Sheet, unit: UnitType, kept: set[str]) -> None:
    if unit.family != "gun" or sheet.motive != "none":
        word = MOTIVE_WORDS.get(sheet.motive, sheet.motive.capitalize() if sheet.motive.isascii() else sheet.motive)
        beast = sheet.platoon.beast if sheet.platoon else ""
        out.add("motion_type", f"{word}:{beast}" if beast else word)
    if unit.flies:
        out.add("SafeThrust", sheet.walk)
    elif unit.family not in ("infantry", "gun"):
        out.add("cruiseMP", sheet.walk)
    if sheet.jump:
        out.add("JumpMP" if unit.family == "infantry" else "jumpingMP", sheet.jump)
    if sheet.engine is not None and "engine_type" not in kept:
        out.add("engine_type", sheet.engine.kind.code)
        if sheet.engine.clan != sheet.clan:
            out.add("clan_engine", str(sheet.engine.clan).lower())


def _protection(out: Writer, sheet: Sheet, unit: UnitType, kept: set[str]) -> None:
    if sheet.structure is not None and "internal_type" not in kept:
        out.add("internal_type", sheet.structure.code)
    layout = _places(sheet, unit)
    armoured = [place for place in layout if place.armoured]
    if armoured and sheet.suit is None:
        out.add("armor", *(sheet[place.code].armour for place in armoured))
    if sheet.patchwork:
        out.add("armor_type", PATCHWORK)
        for place in armoured:
            _armour_kind(out, sheet, place.code, f"{place.name}_", kept)
    elif armoured:
        _armour_kind(out, sheet, armoured[0].code, "", kept)


def _armour_kind(out: Writer, sheet: Sheet, code: str, where: str, kept: set[str]) -> None:
    kind = sheet[code].armour_kind
    if kind is not None and f"{where}armor_type".lower() not in kept:
        out.add(f"{where}armor_type", kind.code)
        if kind.tech != "All":
            out.add(f"{where}armor_tech", 2 if kind.tech == "Clan" else 1)


def _places(sheet: Sheet, unit: UnitType) -> tuple[Place, ...]:
    """The locations of a unit, told from those that its sheet has."""
    if unit.family == "suit":
        return squad(sheet.troopers)
    codes = {location.code for location in sheet.locations}
    armoured = len(codes - {"BD", "WNG", "FSLG", "HULL", "LBS", "RBS"})
    found = places(unit, armoured, ("front left equipment",) if "FRLS" in codes else ())
    for place in found:
        if place.armoured and place.code not in codes:
            raise refuse("unit.location", f"{sheet.name}: a {sheet.kind} without {place.name} cannot be written")
    return found


def _equipment(out: Writer, sheet: Sheet, unit: UnitType) -> None:
    large = unit.family in ("craft", "ship")
    for place in _places(sheet, unit):
        lines = [equipment_line(mount, large=large) for mount in sheet.mounts if mount.location == place.code]
        name = "Point" if place.code == "Squad" and sheet.clan else place.name
        if lines or not place.name.startswith("Trooper "):
            out.add(f"{name} Equipment", *lines)


def _integrity(sheet: Sheet, unit: UnitType) -> int | None:
    """The structural integrity, where the rules do not already tell it."""
    implied = integrity(unit, sheet.tons, sheet.walk)
    return sheet.structural_integrity if unit.flies and sheet.structural_integrity != implied else None


def _particulars(out: Writer, sheet: Sheet, unit: UnitType) -> None:
    if sheet.heat_sinks is not None:
        out.add("heatsinks", sheet.heat_sinks.count)
        out.add("sink_type", int(sheet.heat_sinks.kind != "single"))
        if sheet.heat_sinks.omnipod:
            out.add("omnipodheatsinks", sheet.heat_sinks.omnipod)
    for tag, value in (
        ("cockpit_type", code_of(COCKPITS, sheet.cockpit) if sheet.cockpit else None),
        ("structural_integrity", _integrity(sheet, unit)),
        ("fuel", sheet.fuel),
        ("barrating", sheet.bar),
        ("trailer", 1 if sheet.trailer else None),
        ("vstol", 1 if sheet.vstol else None),
    ):
        if value is not None:
            out.add(tag, value)
    if sheet.tech_ratings is not None:
        for part in ("structure", "engine", "armour"):
            letter = getattr(sheet.tech_ratings, part)
            tag = {"structure": "structural", "armour": "armor"}.get(part, part)
            if letter:
                out.add(f"{tag}_tech_rating", code_of(RATINGS, letter))
    for tag, values in (
        ("quirks", sheet.quirks),
        ("weaponQuirks", sheet.weapon_quirks),
        ("transporters", sheet.transporters),
    ):
        if values:
            out.add(tag, *values)
    if sheet.complement is not None:
        for tag, field in COMPLEMENT.items():
            out.add(tag, getattr(sheet.complement, field))
