"""Force files: lists of units with their crews, read from a file, and the units found in the library."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
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
from overheat.classic.unitfile.collect import Source, bytes_of, packed, read_source, unpacked
from overheat.classic.unitfile.library import NAME_LIMIT, READERS, find, known_as, names
from overheat.classic.unitfile.reading import UnitReading
from overheat.classic.unitfile.text import decode, read_bytes
from overheat.kernel.refusal import RefusedError, refuse
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
    pilot: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A force file."""

    unit: list[_Unit]
    name: str = ""


def is_force_file(named: str) -> bool:
    """Whether what somebody names is a file of a force, and no scenario."""
    if named.lower().endswith((".mul", ".zip")):
        return True
    path = Path(named)
    try:
        return path.is_file() and "unit" in tomllib.loads(read_bytes(path).decode())
    except (OSError, ValueError, RecursionError, RefusedError):
        return False


def read_force(path: Path) -> Force:
    """The force of a file: TOML of our own, a unit list of the ecosystem (`.mul`), or an archive of unit files."""
    if path.suffix.lower() == ".zip":
        force = in_archive(unpacked(packed(path), str(path)), str(path))
    else:
        data = read_bytes(path)
        force = read_mul(data, str(path)) if path.suffix.lower() == ".mul" else read_toml(data, str(path))
    size = sum(member.count for member in force.members)
    if size > MOST:
        raise refuse("force.size", f"{path}: {size} units are too many for a force; it may have {MOST}", units=size)
    return force if force.name else msgspec.structs.replace(force, name=path.stem)


def in_archive(files: Mapping[str, bytes], name: str, aside: list[str] | None = None) -> Force:
    """The force of an archive: the units of the first list that is in it, or one of each unit file.

    What of it makes no sense, and further lists, are put `aside` with their reasons, where there is a place for that.
    """
    listed = sorted(member for member in files if member.lower().endswith(".mul"))
    if listed:
        force = read_mul(files[listed[0]], f"{name}/{listed[0]}", aside)
        if aside is not None:
            aside += [
                f"{name}/{other}: one list of an archive is read; bring this one by itself" for other in listed[1:]
            ]
        return force
    members = tuple(Member(member) for member in sorted(files) if member.lower().endswith(tuple(READERS)))
    if not members:
        raise refuse(
            "force.file", f"{name}: holds no unit file and no list of units (archives in it are not opened)", file=name
        )
    return Force(PurePath(name).stem, members)


def read_toml(data: bytes, name: str, aside: list[str] | None = None) -> Force:
    """A force file of our own; what is wrong with it is told with its line where that is known.

    A unit that makes no sense refuses the file, or, where there is a list for that, is put `aside` with its reason.
    """
    try:
        text = data.decode("utf-8-sig")
        stated = msgspec.convert(tomllib.loads(text), _File)
    except UnicodeDecodeError:
        raise refuse("force.file", f"{name}: is not a text file in UTF-8", file=name) from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise refuse("force.file", f"{name}: {error}", file=name) from None
    starts = [at for at, line in enumerate(text.splitlines(), 1) if line.replace(" ", "").startswith("[[unit]]")]
    lines = starts if len(starts) == len(stated.unit) else [0] * len(stated.unit)
    members = []
    for unit, line in zip(stated.unit, lines, strict=True):
        try:
            members.append(_member(unit, line, name))
        except RefusedError as error:
            if aside is None:
                raise
            aside.append(error.refusal.reason)
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
        pilot=unit.pilot.strip()[:60],
    )


class _Along(msgspec.Struct, frozen=True):
    """A unit file that came along with a force."""

    name: str


class Library:
    """Where the units of a force are found: the bundled ones, the user's folders, files beside the force or with it.

    A library that is not `at_home` knows nothing of the user's folders.
    """

    def __init__(
        self, folder: Path | None = None, files: Mapping[str, bytes] | None = None, *, at_home: bool = True
    ) -> None:
        self.folder = folder
        self.files = {name: data for name, data in (files or {}).items() if name.lower().endswith(tuple(READERS))}
        self.at_home = at_home

    @classmethod
    def beside(cls, path: Path) -> Library:
        """The library of a force file: what lies beside it, or in it."""
        if path.suffix.lower() == ".zip":
            return cls(files=unpacked(packed(path), str(path)))
        return cls(None if path.suffix.lower() == ".mul" else path.parent)

    @cached_property
    def _filed(self) -> dict[str, str]:
        """The files that came along by the names of their units; what cannot be read has none."""
        found = {}
        for name in self.files:
            with suppress(RefusedError):
                found[key(self._read(name).sheet.name)] = name
        return found

    def _read(self, name: str) -> UnitReading:
        ending = next(ending for ending in READERS if name.lower().endswith(ending))
        return READERS[ending](self.files[name], name)

    @cached_property
    def own(self) -> dict[str, Source]:
        """The units of the user's folders by name as it is looked up."""
        listed = entries() if self.at_home else ()
        return {key(entry.name): Source(entry.path, entry.member) for entry in listed if entry.path != BUNDLED}

    def sheet(self, member: Member) -> Sheet:
        """The sheet of a unit; one that is not there, or has parts that are not known, is refused."""
        found = self._found(member)
        if isinstance(found, _Along):
            reading = self._read(found.name)
        else:
            reading = find(found) if isinstance(found, str) else read_source(found)
        if reading.unknown:
            raise refuse("force.part", f"{member.unit}: {reading.unknown[0]}", unit=member.unit)
        return reading.sheet

    def recruit(self, member: Member) -> Recruit:
        """A unit as it takes the field: by its bundled name, or with the whole text of its file."""
        self.sheet(member)
        found = self._found(member)
        loads = {NETWORK: member.network} if member.network else {}
        name, text = (found, "") if isinstance(found, str) else self._text(found)
        return Recruit(
            unit=name, text=text, gunnery=member.gunnery, piloting=member.piloting, loads=loads, pilot=member.pilot
        )

    def _text(self, found: Source | _Along) -> tuple[str, str]:
        """The name of a unit file, and what is in it."""
        if isinstance(found, _Along):
            return PurePath(found.name).name, decode(self.files[found.name])
        return PurePath(found.member or found.path).name, decode(bytes_of(found))

    def _found(self, member: Member) -> str | Source | _Along:
        """The name of a bundled unit, or where the file of another is."""
        if member.unit in self.files:
            return _Along(member.unit)
        if self.folder is not None and member.unit.lower().endswith(tuple(READERS)):
            return Source(str(self.folder / member.unit))
        for spelling in (member.unit, *member.also):
            name = known_as(spelling)
            if key(spelling) in self._filed:
                return _Along(self._filed[key(spelling)])
            if name is not None:
                return name
            if key(spelling) in self.own:
                return self.own[key(spelling)]
        hint = "is its folder in the library?" if self.at_home else "bring its file, or both in one archive"
        raise unknown("force.unit", "unit", member.unit[:NAME_LIMIT], names(), f"; {hint}")
