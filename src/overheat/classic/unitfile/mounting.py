"""Equipment lines of block files: a name, with marks around it that say how and where the thing is mounted.

`(R) (B) ISERPPC` faces the rear and begins a bay; `Machine Gun(ST)` is in a sponson; `ISBATaser:DWP` in a detachable
weapon pack; `:OMNI` is in a pod; `:LA`, `:RA`, `:Body` and `:TU` are parts of a suit; `:SIZE:2.0` and `(2 ton)` give
a size, `:Shots40#`, `:40` and `(40)` the shots of ammunition.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from overheat.classic.equipment import Ammunition, Equipment, Tech, catalogue
from overheat.classic.sheet import Mount

HOLDERS = {
    "APM": "anti-personnel mount",
    "DWP": "detachable weapon pack",
    "SSWM": "squad support weapon mount",
}
"""What can hold a weapon of battle armour, by its mark."""
TURRETS = {"ST": "sponson", "PT": "pintle"}
"""The small turrets of vehicles, by their marks."""
LIMBS = {"BODY": "body", "LA": "left arm", "RA": "right arm", "TU": "turret"}
"""The parts of a battle armour suit, by their marks."""

_BEFORE = re.compile(r"\((R|B|T)\)\s*", re.IGNORECASE)
_BEHIND = re.compile(r"\s*\((R|T|ST|PT|FL|FR|RL|RR|OMNIPOD|ARMORED)\)$", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_SHOTS = re.compile(r"SHOTS([0-9]{1,9})#?")
_MEASURE = re.compile(r"(.*\S)\s*\(([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(tons?|kg|m)?\)", re.IGNORECASE)


def unknown(name: str) -> Equipment:
    """What stands for equipment that the catalogue does not know: it has a name and nothing else."""
    return Equipment(id="unknown", name=name, cite="", flags=frozenset({"unknown"}))


@lru_cache(maxsize=100_000)
def mount(line: str, tech: Tech, location: str) -> Mount:
    """The mount that an equipment line stands for, in a location of a unit of some technology."""
    name, fields = _before(line)
    name, *marks = name.split(":")
    while marks:
        mark = marks.pop(0).strip()
        if mark.upper() == "SIZE" and marks and _NUMBER.fullmatch(marks[0].strip()):
            fields["size"] = float(marks.pop(0))
        elif not _marked(mark.upper(), fields):
            name = f"{name}:{mark}"
    name = _behind(name.strip(), fields)
    name, equipment = _measured(name, tech, fields)
    return Mount(equipment=equipment, location=location, written=name, **fields)


def _before(line: str) -> tuple[str, dict[str, Any]]:
    """The marks before a name."""
    fields: dict[str, Any] = {}
    while found := _BEFORE.match(line):
        fields[{"R": "rear", "B": "bay", "T": "turret"}[found[1].upper()]] = True
        line = line[found.end() :]
    return line, fields


def _behind(name: str, fields: dict[str, Any]) -> str:
    """The marks in brackets behind a name."""
    while found := _BEHIND.search(name):
        mark = found[1].upper()
        if mark in TURRETS:
            fields["mounting"] = TURRETS[mark]
        elif word := {"R": "rear", "T": "turret", "OMNIPOD": "omnipod", "ARMORED": "armoured"}.get(mark):
            fields[word] = True
        else:
            fields["facing"] = mark
        name = name[: found.start()]
    return name


def _marked(mark: str, fields: dict[str, Any]) -> bool:
    """Whether what follows a colon is a mark, and if so what it says."""
    if mark in LIMBS:
        fields["limb"] = LIMBS[mark]
    elif mark in HOLDERS:
        fields["mounting"] = HOLDERS[mark]
    elif mark == "OMNI":
        fields["omnipod"] = True
    elif found := _SHOTS.fullmatch(mark):
        fields["shots"] = int(found[1])
    else:
        return False
    return True


def _measured(name: str, tech: Tech, fields: dict[str, Any]) -> tuple[str, Equipment]:
    """The equipment of a name, once a number at the end of the name is taken for its shots or its size."""
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
    equipment = catalogue().find(base, tech)
    if equipment is None:
        whole = catalogue().find(name, tech)
        if whole is not None:
            return name, whole
        equipment = unknown(base)
    if _is_ammunition(equipment) and number.isdigit():
        fields["shots"] = int(number)
    else:
        fields["size"] = float(number)
    return base, equipment


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
    return line.strip() + (f":SIZE:{mount.size}" if mount.size is not None else "")
