"""Force files: lists of units with their crews, read from a file, and the units found in the library."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path, PurePath

import msgspec

from overheat.classic.muster.force import WORST, Force, Member
from overheat.classic.muster.places import Recruit
from overheat.classic.muster.unit_index import BUNDLED, entries
from overheat.classic.muster.unit_list import read_mul
from overheat.classic.rules.standard.networks import NETWORK
from overheat.classic.unit.equipment import key
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.collect import Source, bytes_of, read_source
from overheat.classic.unitfile.library import NAME_LIMIT, READERS, find, known_as, names
from overheat.classic.unitfile.text import decode, read_bytes
from overheat.kernel.refusal import refuse
from overheat.register.ruling import unknown

MOST = 500
"""The most units that a force may have."""


class _Unit(msgspec.Struct, forbid_unknown_fields=True):
    """A unit as a force file lists it."""

    unit: str
    count: int = 1
    skill: int | None = None
    gunnery: int | None = None
    piloting: int | None = None
    network: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A force file."""

    unit: list[_Unit]
    name: str = ""


def read_force(path: Path) -> Force:
    """The force of a file: TOML of our own, or a unit list of the ecosystem (`.mul`)."""
    data = read_bytes(path)
    force = read_mul(data, str(path)) if path.suffix.lower() == ".mul" else read_toml(data, str(path))
    size = sum(member.count for member in force.members)
    if size > MOST:
        raise refuse("force.size", f"{path}: {size} units are too many for a force; it may have {MOST}", units=size)
    return force if force.name else msgspec.structs.replace(force, name=path.stem)


def read_toml(data: bytes, name: str) -> Force:
    """A force file of our own; what is wrong with it is told with its line where that is known."""
    try:
        text = data.decode("utf-8-sig")
        stated = msgspec.convert(tomllib.loads(text), _File)
    except UnicodeDecodeError:
        raise refuse("force.file", f"{name}: is not a text file in UTF-8", file=name) from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise refuse("force.file", f"{name}: {error}", file=name) from None
    starts = [at for at, line in enumerate(text.splitlines(), 1) if line.replace(" ", "").startswith("[[unit]]")]
    lines = starts if len(starts) == len(stated.unit) else [0] * len(stated.unit)
    members = [_member(unit, line, name) for unit, line in zip(stated.unit, lines, strict=True)]
    return Force(stated.name, tuple(members))


def _member(unit: _Unit, line: int, name: str) -> Member:
    """A unit of a force file, with its crew within bounds."""
    skill = unit.skill if unit.skill is not None else unit.gunnery if unit.gunnery is not None else 4
    gunnery = unit.gunnery if unit.gunnery is not None else skill
    piloting = unit.piloting if unit.piloting is not None else min(WORST, gunnery + 1)
    where = f"{name}: line {line}" if line else name
    for word, value in (("skill", skill), ("gunnery", gunnery), ("piloting", piloting)):
        if not 0 <= value <= WORST:
            raise refuse("force.crew", f"{where}: {unit.unit}: {word} goes from 0 to {WORST}, not {value}", line=line)
    if not 1 <= unit.count <= MOST:
        raise refuse("force.count", f"{where}: {unit.unit}: {unit.count} of a unit make no force", line=line)
    return Member(
        unit.unit,
        skill=skill,
        gunnery=gunnery,
        piloting=piloting,
        count=unit.count,
        line=line,
        network=unit.network.strip(),
    )


class Library:
    """Where the units of a force are found: the bundled ones, the user's folders, and files beside the force."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    @cached_property
    def own(self) -> dict[str, Source]:
        """The units of the user's folders by name as it is looked up."""
        return {key(entry.name): Source(entry.path, entry.member) for entry in entries() if entry.path != BUNDLED}

    def sheet(self, member: Member) -> Sheet:
        """The sheet of a unit; one that is not there, or has parts that are not known, is refused."""
        found = self._found(member)
        reading = find(found) if isinstance(found, str) else read_source(found)
        if reading.unknown:
            raise refuse("force.part", f"{member.unit}: {reading.unknown[0]}", unit=member.unit)
        return reading.sheet

    def recruit(self, member: Member) -> Recruit:
        """A unit as it takes the field: by its bundled name, or with the whole text of its file."""
        self.sheet(member)
        found = self._found(member)
        loads = {NETWORK: member.network} if member.network else {}
        if isinstance(found, str):
            return Recruit(unit=found, gunnery=member.gunnery, piloting=member.piloting, loads=loads)
        name, text = PurePath(found.member or found.path).name, decode(bytes_of(found))
        return Recruit(unit=name, text=text, gunnery=member.gunnery, piloting=member.piloting, loads=loads)

    def _found(self, member: Member) -> str | Source:
        """The name of a bundled unit, or where the file of another is."""
        if self.folder is not None and member.unit.lower().endswith(tuple(READERS)):
            return Source(str(self.folder / member.unit))
        for spelling in (member.unit, *member.also):
            name = known_as(spelling)
            if name is not None:
                return name
            if key(spelling) in self.own:
                return self.own[key(spelling)]
        raise unknown("force.unit", "unit", member.unit[:NAME_LIMIT], names(), "; is its folder in the library?")
