"""The units that come with the project, and any unit by its name or its path.

A bundled file is named after its unit, as in `Atlas AS7-D.mtf`, so that names are known without reading any file. A
machine of the Clans has both of its names there, `Mad Cat (Timber Wolf) Prime.mtf`, and is found by either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from overheat.classic.unit.equipment import key
from overheat.classic.unitfile.blk import parse_blk
from overheat.classic.unitfile.collect import Source, read_source
from overheat.classic.unitfile.mtf import parse_mtf
from overheat.classic.unitfile.reading import UnitReading
from overheat.register.ruling import unknown

READERS = {".mtf": parse_mtf, ".blk": parse_blk}
"""What reads a unit file, by how its name ends."""

NAME_LIMIT = 60
"""How much of an unknown name is told again."""

_TWO_NAMES = re.compile(r"(.+) \((.+)\) (\S.*)")


def names() -> tuple[str, ...]:
    """The names of the units that come with the project for the game as published."""
    return tuple(sorted(_in("units")))


def variants() -> tuple[str, ...]:
    """The names of the units that come with the project and were designed for other rules."""
    return tuple(sorted(_in("variants")))


def find(name_or_path: str | Path) -> UnitReading:
    """A unit by the name of a bundled one, as in `Atlas AS7-D`, by its model alone, or by the path of a unit file.

    Letter case, spaces and punctuation of a name do not matter. A path is taken as such when it is a `Path`, ends as
    unit files do or is there; anything else is a name.
    """
    if isinstance(name_or_path, Path):
        return read_source(Source(str(name_or_path)))
    name = known_as(name_or_path)
    if name is not None:
        return _read(name)
    path = Path(name_or_path)
    if name_or_path.lower().endswith(tuple(READERS)) or _is_there(path):
        return read_source(Source(name_or_path))
    known = (spelling for name in _bundled() for spelling in spellings(name))
    raise unknown("unit.name", "unit", name_or_path[:NAME_LIMIT], known)


def known_as(name: str) -> str | None:
    """The bundled unit that a name stands for in any of its spellings; none where it stands for none."""
    return _keys().get(key(name))


def spellings(name: str) -> tuple[str, ...]:
    """What a unit is called: a machine that the Clans and the Inner Sphere name differently has three names."""
    found = _TWO_NAMES.fullmatch(name)
    return (name, f"{found[1]} {found[3]}", f"{found[2]} {found[3]}") if found else (name,)


@cache
def _bundled() -> dict[str, Traversable]:
    """The bundled files by the names of their units."""
    return _in("variants") | _in("units")


@cache
def _in(folder: str) -> dict[str, Traversable]:
    """The bundled files of a folder of data, by the names of their units."""
    found = files("overheat.classic").joinpath(f"data/{folder}")
    return {PurePosixPath(file.name).stem: file for file in _files(found)}


def _files(folder: Traversable) -> Iterator[Traversable]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item)
        elif item.name.endswith(tuple(READERS)):
            yield item


@cache
def _keys() -> dict[str, str]:
    """The names of the bundled units by every spelling as it is looked up, and by models that only one unit has."""
    models: dict[str, list[str]] = {}
    for name in _bundled():
        models.setdefault(key(name.rpartition(" ")[2]), []).append(name)
    alone = {model: found[0] for model, found in models.items() if len(found) == 1 and any(map(str.isdigit, model))}
    return alone | {key(spelling): name for name in _bundled() for spelling in spellings(name)}


@cache
def _read(name: str) -> UnitReading:
    file = _bundled()[name]
    return READERS[PurePosixPath(file.name).suffix](file.read_bytes(), name)


def _is_there(path: Path) -> bool:
    """Whether something is at a path; a path that the system cannot even ask about is not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
