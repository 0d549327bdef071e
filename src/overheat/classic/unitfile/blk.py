"""Every unit that is no war machine, from `.blk` files: vehicles, soldiers, fighters, emplacements and large craft.

The syntax is that of `blocks`. A number that is none, an unknown type of unit, or a unit without its name, armour or
movement is refused with the file, the line and the reason. Equipment that the catalogue does not know stays mounted
by its name and is told; so is armour, structure or an engine of an unknown code. Blocks that no rule of the format
explains are kept in `Sheet.extra`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from overheat.classic.unit.equipment import Armour, Engine, Structure, Tech
from overheat.classic.unit.sheet import Complement, HeatSinks, Location, Mount, Platoon, Powerplant, Sheet, TechRatings
from overheat.classic.unitfile.blk_writing import COMPLEMENT, write_blk
from overheat.classic.unitfile.blocks import Block, Blocks
from overheat.classic.unitfile.codes import COCKPITS, MOTIVES, PATCHWORK, RATINGS, by_code, tech_of
from overheat.classic.unitfile.implied import engine_rating, infantry_movement, integrity, structure_points
from overheat.classic.unitfile.infantry import SQUADS_LIMIT, read_platoon, read_suit
from overheat.classic.unitfile.layouts import TYPES, Place, UnitType, places, squad
from overheat.classic.unitfile.mounting import mounted
from overheat.classic.unitfile.reading import UnitReading, swims
from overheat.classic.unitfile.text import read_bytes

__all__ = ["parse_blk", "read_blk", "write_blk"]

_TECH = re.compile(r"(IS|Clan)(?:\s+Level\s+(\S+))?", re.IGNORECASE)
_MIXED = re.compile(r"Mixed\s*\((IS|Clan) Chassis\)\s*(.*)", re.IGNORECASE)
_NO_ENGINE = 8
"""The code of units that are towed or carried."""
_ARMOUR_CODES = {"protomech": 42, "suit": 28, "craft": 41, "ship": 41}
"""The kind of armour that a family has when its file names none; others have standard armour."""
_SUPPORT_ARMOUR = 41
"""Support vehicles have armour of this code and their barrier rating added up."""


class Build(NamedTuple):
    """What most of a sheet depends on."""

    unit: UnitType
    tech: Tech
    motive: str
    tons: float
    walk: int
    bar: int | None


def read_blk(path: Path) -> UnitReading:
    """The unit in a file."""
    return parse_blk(read_bytes(path), str(path))


def parse_blk(data: bytes | str, name: str = "") -> UnitReading:
    """The unit in a text; `name` is what refusals call it."""
    blocks = Blocks(data, name)
    sheet = _sheet(blocks)
    return UnitReading(sheet, blocks.told())


def _sheet(blocks: Blocks) -> Sheet:
    unit = _type(blocks)
    tech, mixed, level = _tech(blocks)
    motive, beast = _motive(blocks, unit)
    bar = blocks.whole("barrating")
    build = Build(unit, tech, motive, _tons(blocks, unit), _walk(blocks, unit, motive), bar)
    platoon = read_platoon(blocks, tech, beast) if unit.family == "infantry" else None
    troopers = _troopers(blocks, unit, platoon)
    armour = blocks.need("armor") if unit.family != "infantry" and unit.kind != "gun emplacement" else None
    layout = (
        squad(troopers) if unit.family == "suit" else places(unit, len(armour.values) if armour else 0, blocks.left)
    )
    suit = read_suit(blocks, armour) if unit.family == "suit" and armour else None
    points = [suit.armour] * troopers if suit else blocks.wholes(armour) if armour else []
    patchwork, kinds = _armour_kinds(blocks, build, layout, armour)
    blocks.take("blockversion")
    blocks.take("version")
    mounts, jump = _mounts(blocks, layout, tech), _jump(blocks, unit, motive)
    return Sheet(
        kind=unit.kind,
        chassis=" ".join(blocks.need("name").values),
        model=blocks.text("model"),
        motive=motive,
        tons=build.tons,
        tech=tech,
        mixed=mixed,
        level=level,
        year=blocks.whole("year"),
        source=blocks.text("source"),
        role=blocks.text("role"),
        mul_id=blocks.whole("mul id:"),
        clan_name=blocks.text("clanname"),
        omni=blocks.flag("omni"),
        walk=build.walk,
        jump=0 if swims(mounts) and unit.family != "suit" else jump,
        engine=_engine(blocks, build),
        cockpit=_cockpit(blocks),
        structure=_structure(blocks, build),
        heat_sinks=_heat_sinks(blocks),
        locations=_locations(blocks, build, layout, points, kinds, armour, troopers),
        mounts=mounts,
        quirks=blocks.texts("quirks"),
        weapon_quirks=blocks.texts("weaponquirks"),
        troopers=troopers,
        unit_type=unit.word,
        original_year=blocks.whole("originalbuildyear"),
        structural_integrity=_integrity(blocks, build),
        fuel=blocks.decimal("fuel"),
        bar=bar,
        tech_ratings=_ratings(blocks),
        trailer=blocks.flag("trailer"),
        vstol=blocks.flag("vstol"),
        patchwork=patchwork,
        transporters=blocks.texts("transporters"),
        complement=_complement(blocks, unit),
        platoon=platoon,
        suit=suit,
        extra=_extra(blocks),
    )


def _type(blocks: Blocks) -> UnitType:
    block = blocks.need("unittype")
    word = " ".join(block.values)
    if word.lower() not in TYPES:
        raise blocks.refused("kind", f"{word[:40]!r} is no type of unit that block files hold", block.lines[0])
    return TYPES[word.lower()]


def _tech(blocks: Blocks) -> tuple[Tech, bool, str]:
    """The technology of a unit, whether it is mixed, and the level of its rules."""
    block = blocks.need("type")
    text = " ".join(block.values)
    mixed = _MIXED.fullmatch(text)
    found = mixed or _TECH.fullmatch(text)
    if found is None:
        raise blocks.refused("type", f"{text[:40]!r} is neither Inner Sphere, Clan nor mixed", block.lines[0])
    return "Clan" if found[1].lower() == "clan" else "IS", mixed is not None, found[2] or ""


def _motive(blocks: Blocks, unit: UnitType) -> tuple[str, str]:
    """How a unit moves, and on which animal."""
    if unit.family == "gun":
        return blocks.text("motion_type").lower() or "none", ""
    block = blocks.need("motion_type")
    word, beast = " ".join(block.values).lower(), ""
    if unit.family == "infantry" and word.startswith("beast:"):
        word, _, beast = (part.strip() for part in " ".join(block.values).partition(":"))
    return MOTIVES.get(word.lower(), word.lower()), beast


def _tons(blocks: Blocks, unit: UnitType) -> float:
    if unit.weightless:
        return blocks.decimal("tonnage") or 0.0
    return blocks.decimal_in(blocks.need("tonnage"))


def _walk(blocks: Blocks, unit: UnitType, motive: str) -> int:
    if unit.family == "gun":
        return 0
    if unit.family == "infantry":
        return infantry_movement(motive)[0]
    return blocks.whole_in(blocks.need("safethrust" if unit.flies else "cruisemp"), 0, 1000)


def _jump(blocks: Blocks, unit: UnitType, motive: str) -> int:
    if unit.family == "infantry":
        return blocks.whole("jumpmp") or infantry_movement(motive)[1]
    return blocks.whole("jumpingmp") or 0


def _troopers(blocks: Blocks, unit: UnitType, platoon: Platoon | None) -> int:
    if unit.family == "suit":
        return blocks.whole_in(blocks.need("trooper count"), 1, SQUADS_LIMIT)
    return platoon.squads * platoon.squad_size if platoon else 0


def _integrity(blocks: Blocks, build: Build) -> int:
    stated = blocks.whole("structural_integrity") if build.unit.flies else None
    return integrity(build.unit, build.tons, build.walk) if stated is None else stated


def _engine(blocks: Blocks, build: Build) -> Powerplant | None:
    block, own = blocks.take("engine_type"), blocks.take("clan_engine")
    code = blocks.whole_in(block) if block and block.values else None
    clan = build.tech == "Clan" if own is None else " ".join(own.values).lower() == "true"
    kind = by_code(Engine, code, "Clan" if clan else "IS") if code is not None and code != _NO_ENGINE else None
    if kind is not None:
        return Powerplant(kind, engine_rating(build.unit, build.motive, build.tons, build.walk), clan)
    if block and code is not None and code != _NO_ENGINE:
        blocks.notice(block.lines[0], f"no engine has the code {code}")
    _keep(blocks, block, own)
    return None


def _structure(blocks: Blocks, build: Build) -> Structure | None:
    block = blocks.take("internal_type")
    code = blocks.whole_in(block) if block and block.values else -1
    if code < 0:
        return by_code(Structure, 0, build.tech) if build.unit.kind == "vehicle" else None
    kind = by_code(Structure, code, build.tech)
    if kind is None and block:
        blocks.notice(block.lines[0], f"no structure has the code {code}")
        _keep(blocks, block)
    return kind


def _armour_kinds(
    blocks: Blocks, build: Build, layout: tuple[Place, ...], armour: Block | None
) -> tuple[bool, dict[str, Armour | None]]:
    """Whether armour is patchwork, and the kind in each location that has armour."""
    if armour is None:
        return False, {}
    armoured = [place for place in layout if place.armoured]
    default = _ARMOUR_CODES.get(build.unit.family, 0)
    if build.unit.kind == "support vehicle" and build.bar:
        default = _SUPPORT_ARMOUR + build.bar
    stated = blocks.left.get("armor_type")
    if stated and stated.values and blocks.whole_in(stated) == PATCHWORK:
        blocks.take("armor_type")
        return True, {
            place.code: _armour_kind(blocks, f"{place.name.lower()}_", build.tech, 0, armour) for place in armoured
        }
    kind = _armour_kind(blocks, "", build.tech, default, armour)
    return False, dict.fromkeys((place.code for place in armoured), kind)


def _armour_kind(blocks: Blocks, where: str, own: Tech, default: int, armour: Block) -> Armour | None:
    """The kind of armour that the blocks of a location, or of the whole unit, name."""
    block, base = blocks.take(f"{where}armor_type"), blocks.take(f"{where}armor_tech")
    code = blocks.whole_in(block) if block and block.values else -1
    tech = tech_of(" ".join(base.values), own) if base else own
    kind = by_code(Armour, code if code >= 0 else default, tech)
    if kind is None:
        line = block.line if block else armour.line
        blocks.notice(line, f"no armour has the code {code if code >= 0 else default}")
        _keep(blocks, block, base)
    return kind


def _keep(blocks: Blocks, *taken: Block | None) -> None:
    for block in taken:
        if block is not None:
            blocks.put_back(block)


def _locations(
    blocks: Blocks,
    build: Build,
    layout: tuple[Place, ...],
    points: list[int],
    kinds: dict[str, Armour | None],
    armour: Block | None,
    troopers: int,
) -> tuple[Location, ...]:
    wanted = sum(place.armoured for place in layout)
    if wanted != len(points):
        line = armour.line if armour else None
        raise blocks.refused("armour", f"{len(points)} values of armour for {wanted} locations", line)
    left = iter(points)
    return tuple(
        Location(
            code=place.code,
            armour=next(left) if place.armoured else 0,
            structure=structure_points(build.unit, place, build.tons, build.motive, troopers),
            armour_kind=kinds.get(place.code),
        )
        for place in layout
    )


def _mounts(blocks: Blocks, layout: tuple[Place, ...], tech: Tech) -> tuple[Mount, ...]:
    """The equipment of every location, in order."""
    mounts: list[Mount] = []
    for place in layout:
        names = ("squad", "point") if place.name == "Squad" else (place.name.lower(),)
        for name in names:
            block = blocks.take(f"{name} equipment")
            if block is None or not block.values:
                continue
            mounts += [
                mounted(blocks, value, line, tech, place.code, place.name)
                for value, line in zip(block.values, block.lines, strict=True)
            ]
    return tuple(mounts)


def _cockpit(blocks: Blocks) -> str:
    block = blocks.take("cockpit_type")
    if block is None or not block.values:
        return ""
    code = blocks.whole_in(block)
    if 0 <= code < len(COCKPITS):
        return COCKPITS[code]
    blocks.notice(block.lines[0], f"no cockpit has the code {code}")
    blocks.put_back(block)
    return ""


def _heat_sinks(blocks: Blocks) -> HeatSinks | None:
    count = blocks.whole("heatsinks")
    if count is None:
        return None
    kind = "double" if blocks.whole("sink_type") else "single"
    return HeatSinks(count, kind, blocks.whole("omnipodheatsinks") or 0)


def _ratings(blocks: Blocks) -> TechRatings | None:
    letters = [_rating(blocks, f"{part}_tech_rating") for part in ("structural", "engine", "armor")]
    return TechRatings(*letters) if any(letters) else None


def _rating(blocks: Blocks, tag: str) -> str:
    block = blocks.take(tag)
    return RATINGS[blocks.whole_in(block, 0, len(RATINGS) - 1)] if block and block.values else ""


def _complement(blocks: Blocks, unit: UnitType) -> Complement | None:
    if unit.family not in ("craft", "ship"):
        return None
    return Complement(**{field: blocks.whole(tag) or 0 for tag, field in COMPLEMENT.items()})


def _extra(blocks: Blocks) -> tuple[tuple[str, str], ...]:
    """The blocks that are left over; equipment among them is in a place that the unit does not have."""
    for tag, block in tuple(blocks.left.items()):
        if tag.endswith("equipment"):
            if block.values:
                blocks.notice(block.line, f"<{block.tag[:40]}> is no place of this unit; its equipment is not mounted")
            else:
                blocks.take(tag)
    return blocks.rest()
