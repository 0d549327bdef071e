"""An index of the bundled units and of the user's folders: searched at once, read again only where files changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from overheat import __version__
from overheat.classic.armoury.availability import built_of
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unit.eras import era_of
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.collect import Source, read_source, sources
from overheat.classic.unitfile.library import find, names, variants
from overheat.kernel.refusal import RefusedError, refuse

VERSION = 4
BUNDLED = "bundled"
PACKAGED = ("data/equipment", "data/units")
"""What comes with the package and decides what an entry says."""


class Entry(msgspec.Struct, frozen=True):
    """What a search wants to know of a unit, and the state of the file it was read from."""

    name: str
    kind: str
    motive: str
    tons: float
    tech: str
    year: int | None
    bv: int | None
    path: str
    member: str = ""
    changed: int = 0
    size: int = 0
    clan_name: str = ""
    """What the Clans call it, where they have a name of their own for it."""
    role: str = ""
    parts: tuple[str, ...] = ()
    """The ids of what it is made of."""

    @property
    def era(self) -> str:
        """The era in which it came into use."""
        return era_of(self.year)


class Kept(msgspec.Struct):
    """What is kept between runs: the user's folders, the entries of the files in them, and those of bundled units."""

    version: int = VERSION
    folders: list[str] = []
    entries: list[Entry] = []
    bundled: list[Entry] = []
    made_with: str = ""
    """The state of the package that the entries were made with."""


def place() -> Path:
    """Where the index is kept: `OVERHEAT_HOME`, or the user's cache folder."""
    home = os.environ.get("OVERHEAT_HOME")
    if home:
        return Path(home) / "units.msgpack"
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "overheat" / "units.msgpack"


def load() -> Kept:
    """What was kept; nothing when there is none, or when it is of another version or broken."""
    try:
        kept = msgspec.msgpack.decode(place().read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError):
        return Kept()
    return kept if kept.version == VERSION else Kept(folders=kept.folders)


def save(kept: Kept) -> None:
    """Keep it, whole or not at all."""
    target = place()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        draft.write_bytes(msgspec.msgpack.encode(kept))
        draft.replace(target)
    except OSError as error:
        raise refuse("index.file", f"{target}: cannot be written: {error.strerror}") from None


def add_folder(folder: Path) -> Kept:
    """Take a folder of the user's into the index."""
    if not folder.is_dir():
        raise refuse("index.folder", f"{folder}: is not a folder", folder=str(folder))
    kept = load()
    name = str(folder.resolve())
    if name not in kept.folders:
        kept.folders.append(name)
    save(kept)
    return kept


def drop_folder(folder: Path) -> Kept:
    """Take a folder out of the index; its files stay where they are."""
    kept = load()
    name = str(folder.resolve())
    if name not in kept.folders:
        raise refuse("index.folder", f"{folder}: is not in the library", folder=name)
    kept.folders.remove(name)
    kept.entries = [entry for entry in kept.entries if not _under(entry.path, name)]
    save(kept)
    return kept


def _under(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def package_state() -> str:
    """What tells one state of the package from another: its version, and the sizes and times of its data."""
    told = [__version__]
    for folder in PACKAGED:
        for item in sorted(_files(files("overheat.classic").joinpath(folder)), key=lambda item: item.name):
            about = os.stat(item) if isinstance(item, Path) else None
            told.append(f"{item.name} {about.st_size} {about.st_mtime_ns}" if about else item.name)
    return sha256("\n".join(told).encode()).hexdigest()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item)
        else:
            yield item


def entries(
    watch: Callable[[Iterable[Source], int], Iterable[Source]] | None = None, *, anew: bool = False
) -> list[Entry]:
    """Every unit there is: the bundled ones, and those of the user's folders as they are now.

    Only files that are new or changed are read, and all of them when the package itself has changed; `watch` may show
    how far that has come. Made anew, everything is read and nothing kept, as equipment of the user's own demands. Where
    nothing can be kept, the next search reads again.
    """
    kept = load()
    state = package_state()
    if anew or kept.made_with != state:
        kept = Kept(folders=kept.folders)
    known = {(entry.path, entry.member, entry.changed, entry.size): entry for entry in kept.entries}
    found: list[Entry] = []
    fresh: list[tuple[Source, int, int]] = []
    for source, changed, size in _states(sources(map(Path, kept.folders))):
        entry = known.get((source.path, source.member, changed, size))
        if entry is None:
            fresh.append((source, changed, size))
        else:
            found.append(entry)
    stated = {source.name: (changed, size) for source, changed, size in fresh}
    reading: Iterable[Source] = [source for source, _, _ in fresh]
    for source in watch(reading, len(fresh)) if watch else reading:
        found += _read(source, *stated[source.name])
    if anew:
        return [*bundled(), *found]
    ours = kept.bundled or bundled()
    if found != kept.entries or ours is not kept.bundled:
        with suppress(RefusedError):
            save(Kept(folders=kept.folders, entries=found, bundled=ours, made_with=state))
    return [*ours, *found]


def _states(listed: Iterable[Source | RefusedError]) -> Iterator[tuple[Source, int, int]]:
    """The sources that can be looked at, with the time they were changed and their size."""
    for item in listed:
        if isinstance(item, Source):
            try:
                about = os.stat(item.path)
            except OSError:
                continue
            yield item, about.st_mtime_ns, about.st_size


def _read(source: Source, changed: int, size: int) -> Iterator[Entry]:
    """The entry of a file; none when it is no unit."""
    try:
        sheet = read_source(source).sheet
    except RefusedError:
        return
    yield entry_of(sheet, source.path, source.member, changed, size)


def bundled() -> list[Entry]:
    """The units that come with the project."""
    return [entry_of(find(name).sheet, BUNDLED, name) for name in (*names(), *variants())]


def entry_of(sheet: Sheet, path: str, member: str = "", changed: int = 0, size: int = 0) -> Entry:
    """What the index keeps of a unit."""
    try:
        bv: int | None = battle_value(sheet).total
    except RefusedError:
        bv = None
    return Entry(
        name=sheet.name,
        kind=sheet.kind,
        motive=sheet.motive,
        tons=sheet.tons,
        tech=sheet.tech,
        year=sheet.year,
        bv=bv,
        path=path,
        member=member,
        changed=changed,
        size=size,
        clan_name=sheet.clan_name,
        role=sheet.role,
        parts=tuple(dict.fromkeys(part.id for part in built_of(sheet))),
    )
