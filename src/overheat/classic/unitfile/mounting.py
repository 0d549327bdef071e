"""Equipment lines of block files: a name, with marks around it that say how and where the thing is mounted.

`(R) (B) ISERPPC` faces the rear and begins a bay; `Machine Gun(ST)` is in a sponson; `ISBATaser:DWP` in a detachable
weapon pack; `:OMNI` is in a pod; `:LA`, `:RA`, `:Body` and `:TU` are parts of a suit; `:SIZE:2.0` and `(2 ton)` give
a size, `:Shots40#`, `:40` and `(40)` the shots of ammunition.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from overheat.classic.unit.equipment import Ammunition, Equipment, Tech, catalogue
from overheat.classic.unit.sheet import Mount
from overheat.classic.unitfile.blocks import Blocks, figure

HOLDERS = {
    "APM": "anti-personnel mount",
    "DWP": "detachable weapon pack",
    "SSWM": "squad support weapon mount",
}
"""What can hold a weapon of battle armour, by its mark."""
TURRETS = {"ST": "sponson", "PT": "pintle"}
"""The small turrets of vehicles, by their marks."""
_HELD = HOLDERS | TURRETS
_FLAGS = {"R": "rear", "T": "turret", "OMNI": "omnipod", "OMNIPOD": "omnipod", "ARMORED": "armoured"}
LIMBS = {"BODY": "body", "LA": "left arm", "RA": "right arm", "TU": "turret"}
"""The parts of a battle armour suit, by their marks."""

NAME_LIMIT = 200
"""The longest equipment line that is read, in characters."""

_BEFORE = re.compile(r"\((R|B|T)\)\s*", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s*(?:"
    r"\((?P<bracket>R|T|ST|PT|FL|FR|RL|RR|OMNIPOD|ARMORED)\)"
    r"|:\s*(?P<colon>OMNI|BODY|LA|RA|TU|APM|DWP|SSWM)"
    r"|:\s*SHOTS(?P<shots>[0-9]{1,9})#?"
    r"|:\s*SIZE:\s*(?P<size>[0-9]{1,9}(?:\.[0-9]{1,9})?)"
    r")\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_MEASURE = re.compile(r"(.*\S)\s*\(([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(tons?|kg|m)?\)", re.IGNORECASE)


def unknown(name: str) -> Equipment:
    """What stands for equipment that the catalogue does not know: it has a name and nothing else."""
    return Equipment(id="unknown", name=name, cite="", flags=frozenset({"unknown"}))


def mounted(blocks: Blocks, line: str, number: int, tech: Tech, location: str, where: str) -> Mount:
    """The mount of an equipment line; what the catalogue does not know is told by name."""
    if len(line) > NAME_LIMIT:
        raise blocks.refused("equipment", f"{line[:40]!r}... is too long for a name of equipment", number)
    found = mount(line, tech, location)
    if found.equipment.id == "unknown":
        blocks.notice(number, f"unknown equipment {found.written!r} in {where}", part=found.equipment.name)
    return found


@lru_cache(maxsize=20_000)
def mount(line: str, tech: Tech, location: str) -> Mount:
    """The mount that an equipment line stands for, in a location of a unit of some technology."""
    name, fields = _before(line.strip())
    name, equipment = _measured(_behind(name, fields), tech, fields)
    return Mount(equipment=equipment, location=location, written=name, **fields)


def _before(line: str) -> tuple[str, dict[str, Any]]:
    """A line without the marks before its name, and what they say."""
    fields: dict[str, Any] = {}
    while found := _BEFORE.match(line):
        fields[{"R": "rear", "B": "bay", "T": "turret"}[found[1].upper()]] = True
        line = line[found.end() :]
    return line, fields


def _behind(name: str, fields: dict[str, Any]) -> str:
    """A name without the marks behind it; what they say goes into the fields."""
    name = name.rstrip()
    while found := _BEHIND.search(name):
        mark = (found["bracket"] or found["colon"] or "").upper()
        if found["size"]:
            fields["size"] = float(found["size"])
        elif found["shots"]:
            fields["shots"] = int(found["shots"])
        elif mark in LIMBS:
            fields["limb"] = LIMBS[mark]
        elif mark in _HELD:
            fields["mounting"] = _HELD[mark]
        elif mark in _FLAGS:
            fields[_FLAGS[mark]] = True
        else:
            fields["facing"] = mark
        name = name[: found.start()]
    return name


def _measured(name: str, tech: Tech, fields: dict[str, Any]) -> tuple[str, Equipment]:
    """The equipment of a name, once a number at the end of the name is taken for its shots or its size."""
    whole = catalogue().find_kind(Ammunition, name, tech)
    if whole is not None:
        return name, whole
    base, colon, number = name.rpartition(":")
    if fields.keys().isdisjoint(("size", "shots")):
        if colon and base and _NUMBER.fullmatch(number):
            return _numbered(name, base, number, tech, fields)
        if found := _MEASURE.fullmatch(name):
            equipment = catalogue().find(found[1], tech)
            field = "size" if found[3] else "shots"
            if equipment is not None and (found[3] or (isinstance(equipment, Ammunition) and found[2].isdigit())):
                fields[field] = float(found[2]) if found[3] else int(found[2])
                return found[1], equipment
    return name, catalogue().find(name, tech) or unknown(name)


def _numbered(name: str, base: str, number: str, tech: Tech, fields: dict[str, Any]) -> tuple[str, Equipment]:
    """Equipment with a bare number behind a colon: shots of ammunition, the size of anything else."""
    bare = _behind(base, fields)
    equipment = catalogue().find(bare, tech)
    if equipment is None:
        whole = catalogue().find(name, tech) if bare == base else None
        if whole is not None:
            return name, whole
        equipment = unknown(bare)
    if _is_ammunition(equipment) and number.isdigit():
        fields.setdefault("shots", int(number))
    else:
        fields.setdefault("size", float(number))
    return bare, equipment


def _is_ammunition(equipment: Equipment) -> bool:
    return isinstance(equipment, Ammunition) or (equipment.id == "unknown" and "ammo" in equipment.name.lower())


_MARKS = {word: mark for table in (HOLDERS, LIMBS) for mark, word in table.items()} | {"body": "Body"}
_SMALL = {word: mark for mark, word in TURRETS.items()}


def equipment_line(mount: Mount, *, large: bool = False) -> str:
    """The line that a mount is read from again. Large craft write shots as a bare number."""
    line = "(R) " * mount.rear + "(B) " * mount.bay + (mount.written or mount.equipment.name)
    line += "(T)" * mount.turret + "(ARMORED)" * mount.armoured
    line += f"({_SMALL[mount.mounting]})" if mount.mounting in _SMALL else ""
    line += f" ({mount.facing})" if mount.facing else ""
    line += ":OMNI" * mount.omnipod
    line += f":{_MARKS[mount.mounting]}" if mount.mounting in _MARKS else ""
    line += f":{_MARKS[mount.limb]}" if mount.limb in _MARKS else ""
    if mount.shots is not None:
        bare = large and mount.size is None and _is_ammunition(mount.equipment)
        line += f":{mount.shots}" if bare else f":Shots{mount.shots}#"
    return line.strip() + (f":SIZE:{figure(mount.size)}" if mount.size is not None else "")
