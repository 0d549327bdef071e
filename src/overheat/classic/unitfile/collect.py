"""Unit files wherever they are: single files, folders searched through, and zip archives."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePosixPath

import msgspec

from overheat.classic.unitfile.blk import parse_blk
from overheat.classic.unitfile.mtf import parse_mtf
from overheat.classic.unitfile.reading import UnitReading
from overheat.classic.unitfile.text import FILE_LIMIT, read_bytes
from overheat.kernel.refusal import RefusedError, refuse

ARCHIVE_LIMIT = 512 * 1024 * 1024
"""The most bytes that the unit files of one archive may unpack to."""
FORCE_LIMIT, MANY = 16 * 1024 * 1024, 500
"""The most bytes and the most files that an archive may unpack to that is taken for a force."""
PACKED_TIMES = 200
"""How many times smaller a file may be packed than it is: more is a trap, not a text."""


class Source(msgspec.Struct, frozen=True):
    """A unit file to be read: its path, and the name inside an archive if it is in one."""

    path: str
    member: str = ""

    @property
    def name(self) -> str:
        return f"{self.path}/{self.member}" if self.member else self.path


def sources(paths: Iterable[Path], suffixes: tuple[str, ...] = (".mtf", ".blk")) -> Iterator[Source | RefusedError]:
    """Every unit file under some paths, folders in order of name. What cannot be looked into comes as a refusal."""
    for path in paths:
        if path.is_dir():
            found = (item for item in path.rglob("*") if item.suffix.lower() in suffixes and item.is_file())
            yield from (Source(str(item)) for item in sorted(found))
        elif path.suffix.lower() == ".zip":
            yield from _members(path, suffixes)
        else:
            yield Source(str(path))


def _members(path: Path, suffixes: tuple[str, ...]) -> Iterator[Source | RefusedError]:
    """The unit files in an archive, if it is one that can be trusted."""
    try:
        with zipfile.ZipFile(path) as archive:
            listed = [entry for entry in archive.infolist() if PurePosixPath(entry.filename).suffix.lower() in suffixes]
    except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
        yield refuse("unit.archive", f"{path}: {getattr(error, 'strerror', None) or error}", file=str(path))
        return
    if sum(entry.file_size for entry in listed) > ARCHIVE_LIMIT:
        yield refuse("unit.archive", f"{path}: unpacks to more than {ARCHIVE_LIMIT:,} bytes", file=str(path))
        return
    for entry in sorted(listed, key=lambda entry: entry.filename):
        trap = _trap(entry)
        yield refuse("unit.archive", f"{path}/{entry.filename}: {trap}") if trap else Source(str(path), entry.filename)


def packed(path: Path) -> bytes:
    """The bytes of an archive that is taken for a force; one that cannot be read or is far too large is refused."""
    try:
        if path.stat().st_size > FORCE_LIMIT:
            raise refuse("unit.archive", f"{path}: is larger than {FORCE_LIMIT:,} bytes", file=str(path))
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse("unit.archive", f"{path}: {reason}", file=str(path)) from None


def unpacked(data: bytes, name: str, suffixes: tuple[str, ...] = (".mtf", ".blk", ".mul")) -> dict[str, bytes]:
    """The files of an archive by their names, of some kinds; one that cannot be trusted is refused by its entry.

    No more is unpacked than a file may have, whatever the archive says of it.
    """
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            listed = [entry for entry in archive.infolist() if PurePosixPath(entry.filename).suffix.lower() in suffixes]
            if len(listed) > MANY:
                raise refuse("unit.archive", f"{name}: holds more than a force: {len(listed)} files", file=name)
            if sum(entry.file_size for entry in listed) > FORCE_LIMIT:
                raise refuse("unit.archive", f"{name}: its units unpack to more than {FORCE_LIMIT:,} bytes", file=name)
            for entry in sorted(listed, key=lambda entry: entry.filename):
                trap = _trap(entry)
                if trap:
                    raise refuse("unit.archive", f"{name}/{entry.filename}: {trap}", file=name)
                with archive.open(entry) as file:
                    found[entry.filename] = file.read(FILE_LIMIT + 1)
                if len(found[entry.filename]) > FILE_LIMIT:
                    raise refuse("unit.file_limit", f"{name}/{entry.filename}: is larger than {FILE_LIMIT:,} bytes")
    except zipfile.BadZipFile:
        raise refuse("unit.archive", f"{name}: is no zip archive, or a damaged one", file=name) from None
    except (OSError, RuntimeError, NotImplementedError, EOFError, ValueError, zlib.error) as error:
        raise refuse("unit.archive", f"{name}: {getattr(error, 'strerror', None) or error}", file=name) from None
    return found


def _trap(entry: zipfile.ZipInfo) -> str | None:
    """What is wrong with a file in an archive."""
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    if entry.filename.startswith(("/", "\\")) or ".." in parts or (parts and ":" in parts[0]):
        return "points outside of the archive"
    if entry.file_size > FILE_LIMIT or entry.file_size > PACKED_TIMES * max(1, entry.compress_size):
        return "is packed far too small to be a unit"
    return None


def bytes_of(source: Source) -> bytes:
    """What a source holds."""
    return read_bytes(Path(source.path)) if not source.member else _unpacked(source)


def read_source(source: Source) -> UnitReading:
    """The unit of a source."""
    data = bytes_of(source)
    suffix = PurePosixPath(source.member or source.path).suffix.lower()
    if suffix == ".mtf":
        return parse_mtf(data, source.name)
    if suffix == ".blk":
        return parse_blk(data, source.name)
    raise refuse("unit.format", f"{source.name}: no reader for {suffix or 'a file without ending'}", file=source.name)


@lru_cache(maxsize=1)
def _opened(path: str, changed: int, size: int, process: int) -> zipfile.ZipFile:
    """The archive that was read last, whose list of files is not read again for each of them."""
    return zipfile.ZipFile(path)


def _unpacked(source: Source) -> bytes:
    try:
        about = os.stat(source.path)
        archive = _opened(source.path, about.st_mtime_ns, about.st_size, os.getpid())
        with archive.open(source.member) as file:
            data = file.read(FILE_LIMIT + 1)
    except (OSError, zipfile.BadZipFile, RuntimeError, KeyError, NotImplementedError, EOFError, ValueError) as error:
        raise refuse("unit.archive", f"{source.name}: {error}", file=source.name) from None
    if len(data) > FILE_LIMIT:
        raise refuse("unit.file_limit", f"{source.name}: is larger than {FILE_LIMIT:,} bytes", file=source.name)
    return data
