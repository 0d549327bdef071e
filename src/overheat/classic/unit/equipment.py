"""Equipment: what a unit can mount. Facts read from `data/equipment/*.toml`, each entry with its citation.

An entry stands under its kind and its own id, `[weapon.is_medium_laser]`. Names that unit files use are listed as
`aliases`; letter case, spaces and punctuation in them do not matter. Where a number depends on the unit, the entry
names the rule that works it out, as in `tons = "hatchet"`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Number

Tech = Literal["IS", "Clan", "All"]
Level = Literal["introductory", "standard", "advanced", "experimental", "unofficial"]


if TYPE_CHECKING:
    Heat = Number
    Points = Number
else:
    Heat = int
    Points = int
"""Points of heat, or of armour, or parts of one. msgspec reads whole numbers by itself; `read_entry` fractions."""

Space = int | str | None
"""A number, or what is published in its place: "NA" where it cannot be mounted, a star where a note adds to it."""


class Spaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The space that an item takes on units other than war machines, by kind of unit, where a ruling gives it."""

    protomech: Space = None
    combat_vehicle: Space = None
    support_vehicle: Space = None
    fighter: Space = None
    small_craft: Space = None
    dropship: Space = None
    jumpship: Space = None
    warship: Space = None
    space_station: Space = None
    satellite: Space = None


class Equipment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all equipment has. A text in place of a number names the rule that works it out from the unit."""

    id: str
    name: str
    cite: str
    tech: Tech = "All"
    aliases: tuple[str, ...] = ()
    tons: float | str = 0
    slots: int | str = 1
    """Critical slots on a war machine."""
    vehicle_slots: int | str = 1
    spaces: Spaces = Spaces()
    bv: float | str = 0
    cost: float | str = 0
    rating: str = "D"
    """The letter of its technology rating."""
    availability: str = ""
    """The letters of how available it is in the three eras, as published: "X-X-E". Empty where no ruling gives them."""
    level: Level = "standard"
    year: int | None = None
    """When it came into use."""
    prototype: int | None = None
    """When its prototypes were first fielded."""
    extinct: int | None = None
    """When it was lost."""
    recovered: int | None = None
    """When it was found again."""
    makers: tuple[str, ...] = ()
    """Who developed it, where a ruling says."""
    tabled_year: int | None = None
    """When it came into use by the compiled tables, where a ruling has them differ from the item's own page."""
    flags: frozenset[str] = frozenset()


class Weapon(Equipment, frozen=True, kw_only=True):
    """A weapon. Missiles and other clusters do `damage` for each of their `cluster`."""

    heat: Heat = 0
    damage: float | tuple[float, ...] = 0
    """By short, medium and long range where it varies."""
    cluster: int = 1
    range: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Minimum, short, medium, long, extreme; 0 where there is no such range."""
    ammunition: str | None = None
    """The family of ammunition it takes, with `cluster` or `rack` telling the size."""
    rack: int = 0
    shots: int = 0
    """What it carries itself: one for a one-shot launcher."""
    heat_damage: int = 0
    to_hit: int | tuple[int, ...] | None = None
    """What it adds to the number to hit with it, where a ruling gives it; by range where it varies."""
    splash: tuple[int, ...] = ()
    """What it does to the hexes around the one it hits, by their distance."""
    smoke_radius: int | None = None
    """How far its smoke spreads, for artillery that fires smoke."""
    group: int | None = None
    """How many of its cluster hit one location together, where a ruling gives it."""
    aerospace_damage: int | None = None
    """What it does as a weapon of an aerospace unit; None where no such unit mounts it or no ruling gives it."""
    aerospace_class: str = ""
    """The class of weapons that it counts to on aerospace units, where a ruling gives it."""
    aerospace_range: str = ""
    """How far it reaches as a weapon of an aerospace unit, as published: "Medium-C" is on the capital scale."""
    bomb_slots: int = 0
    """The hardpoints that a bomb takes."""
    load: int = 0
    """How many shots a weapon of battle armour is issued with, where a ruling gives it."""
    kilograms_per_shot: float = 0
    ammunition_cost: float = 0
    """What its ammunition costs, where that has no entry of its own."""
    loads: str = ""
    """The family of special rounds it may be issued with, for a weapon that comes with its ammunition."""


class Ammunition(Equipment, frozen=True, kw_only=True):
    """Ammunition by the ton."""

    feeds: str
    rack: int = 0
    shots: int = 1
    munition: str = "standard"
    bv_by: Literal["ton", "shot"] = "ton"
    """What its battle value is of; a missile that fills several tons is rated by itself."""


class Gear(Equipment, frozen=True, kw_only=True):
    """Everything else that is mounted: electronics, heat sinks, jump jets, physical weapons, ..."""

    heat: Heat = 0
    """What it makes in a turn of use."""
    damage: float | str = 0
    """What a blow with a physical weapon does, where a ruling gives it."""
    to_hit: int | None = None
    """What it adds to the number to hit with it, where a ruling gives it."""
    reach: int = 0
    """How many hexes far a probe sees, where it is stated."""
    jams: int = 0
    """How many hexes far a jammer works, where that is not the usual distance."""
    monitors: int = 0
    """How many remote sensors it can follow, where a ruling gives it."""
    crew: int = 0
    """How many more crew it needs, where a ruling gives it."""
    unmanned_tons: float = 0
    """The tons of communications equipment that stand in for that crew on an unmanned satellite."""


class Armour(Equipment, frozen=True, kw_only=True):
    """A kind of armour: points for a ton, and how the battle value counts it."""

    points_per_ton: float = 16
    bv_multiplier: float = 1
    halves: frozenset[str] = frozenset()
    """The kinds of weapon whose damage it halves, rounded down, by the flags of their entries."""
    code: int | None = None
    """The number that block files write for it."""


class Structure(Equipment, frozen=True, kw_only=True):
    """A kind of internal structure: its weight as a share of the unit's."""

    share: float = 0.1
    bv_multiplier: float = 1
    code: int | None = None


class Engine(Equipment, frozen=True, kw_only=True):
    """A kind of engine: its weight against a standard fusion one, its side torso slots, and what it adds to the BV."""

    weight_multiplier: float = 1
    side_torso_slots: int = 0
    bv_multiplier: float = 1
    code: int | None = None


KINDS: dict[str, type[Equipment]] = {
    "weapon": Weapon,
    "ammunition": Ammunition,
    "gear": Gear,
    "armour": Armour,
    "structure": Structure,
    "engine": Engine,
}


class Munition(Equipment, frozen=True, kw_only=True):
    """What special ammunition changes of the ordinary kind. A name of ammunition with one of `words` in it is this."""

    words: tuple[str, ...]
    families: tuple[str, ...]
    bv_multiplier: float = 1
    cost_multiplier: float = 1
    shots_multiplier: float = 1
    damage_type: str = ""
    """The letters of what its damage is, with their notes, as published, where a ruling gives them."""


KINDS["munition"] = Munition


@lru_cache(maxsize=1 << 16)
def key(name: str) -> str:
    """A name as it is looked up: letters and digits alone, in lower case; a plus sign counts too."""
    return "".join(sign for sign in name.casefold() if sign.isalnum() or sign == "+")


OWNERS = ("innersphere", "clan", "is", "cl")
"""What files write before a name to say whose equipment it is."""


def _habits(name: str) -> Iterator[str]:
    """A name as it is listed, and the ways in which files write it that no entry lists.

    They put its owner before it (`ISBlazer`, `CLAntiBattleArmorPod`), and the word for ammunition before what it is
    for (`IS Ammo iNarc`).
    """
    yield name
    owners = [owner for owner in OWNERS if name.startswith(owner)]
    for owner in owners:
        bare = name.removeprefix(owner)
        yield bare
        yield from (other + bare for other in OWNERS if other != owner)
    for bare in (name, *map(name.removeprefix, owners)):
        if bare.startswith("ammo"):
            yield bare.removeprefix("ammo") + "ammo"


class Catalogue:
    """All equipment, found by its id or by any name that files use for it."""

    __slots__ = ("_munitions", "_names", "edition", "entries", "hidden")

    def __init__(self, entries: Iterable[Equipment]) -> None:
        self.entries: dict[str, Equipment] = {}
        self.hidden: frozenset[str] = frozenset()
        """Ids that are not to be found for a while, so that tests can see whether they miss them."""
        self.edition = object()
        """Another one whenever an entry is put in the place of another."""
        self._names: dict[str, list[Equipment]] = {}
        self._munitions: list[tuple[str, Munition]] = []
        self._add(entries)

    def _add(self, entries: Iterable[Equipment]) -> None:
        for entry in entries:
            self._take(entry)
            if isinstance(entry, Munition):
                self._munitions += [(key(word), entry) for word in entry.words]
        self._munitions.sort(key=lambda pair: -len(pair[0]))

    def with_more(self, entries: Iterable[Equipment]) -> Catalogue:
        """Another catalogue, of these entries and more."""
        other = Catalogue(())
        other.entries = dict(self.entries)
        other._names = {name: list(holders) for name, holders in self._names.items()}
        other._munitions = list(self._munitions)
        other._add(entries)
        return other

    def _take(self, entry: Equipment) -> None:
        if entry.id in self.entries:
            raise refuse("equipment.twice", f"equipment {entry.id!r} is listed twice", equipment=entry.id)
        self.entries[entry.id] = entry
        if isinstance(entry, Munition):
            return
        for name in dict.fromkeys(map(key, (entry.id, entry.name, *entry.aliases))):
            holders = self._names.setdefault(name, [])
            rival = next((held for held in holders if held.tech == entry.tech and type(held) is type(entry)), None)
            if rival is not None:
                raise refuse("equipment.name", f"{entry.id!r} and {rival.id!r} are both called {name!r}", name=name)
            holders.append(entry)

    def put(self, entry: Equipment) -> None:
        """Put an entry in the place of the one of its id and its names, so that tests can see whether they notice."""
        before = self.entries[entry.id]
        self.entries[entry.id] = entry
        for name in dict.fromkeys(map(key, (entry.id, entry.name, *entry.aliases))):
            if name in self._names:
                self._names[name] = [entry if held is before else held for held in self._names[name]]
        if isinstance(entry, Munition):
            self._munitions = [(word, entry if held is before else held) for word, held in self._munitions]
        self.edition = object()

    def find(self, name: str, tech: Tech = "IS") -> Equipment | None:
        """The equipment that a file means by a name; between equal names the one of the unit's own technology."""
        for habit in _habits(key(name)):
            found = self._named(habit, tech) or self._special(habit, tech)
            if found is not None:
                return found
        return None

    def find_kind(self, kind: type[Equipment], name: str, tech: Tech = "IS") -> Equipment | None:
        """The equipment of one kind that a file means by a name."""
        held = [entry for entry in self._held(key(name)) if isinstance(entry, kind)]
        return next((entry for entry in held if entry.tech == tech), held[0] if held else None)

    def _held(self, name: str) -> list[Equipment]:
        held = self._names.get(name, [])
        return [entry for entry in held if entry.id not in self.hidden] if self.hidden else held

    def __getitem__(self, id: str) -> Equipment:
        """The entry of an id."""
        if id not in self.entries or id in self.hidden:
            raise refuse("equipment.unknown", f"there is no equipment {id!r}", equipment=id)
        return self.entries[id]

    def called(self, name: str) -> tuple[Equipment, ...]:
        """Every entry of an id or a name, whosever technology it is."""
        if name in self.entries:
            return (self.entries[name],)
        munitions = (entry for entry in self.entries.values() if isinstance(entry, Munition))
        return tuple(self._held(key(name))) or tuple(entry for entry in munitions if key(entry.name) == key(name))

    def made(self, id: str) -> Equipment | None:
        """The equipment of an id, which may be that of special ammunition made from the ordinary kind."""
        base, *kinds = id.split(".")
        entry = None if base in self.hidden else self.entries.get(base)
        for kind in kinds:
            munition = self.entries.get(kind)
            if not isinstance(entry, Ammunition) or not isinstance(munition, Munition):
                return None
            entry = loaded(entry, munition)
        return entry

    def rounds_for(self, weapon: Weapon) -> tuple[Munition, ...]:
        """The special kinds of ammunition that a weapon may fire."""
        families = {family for family in (weapon.ammunition, weapon.loads) if family}
        listed = (entry for entry in self.entries.values() if entry.id not in self.hidden)
        return tuple(item for item in listed if isinstance(item, Munition) and not families.isdisjoint(item.families))

    def _named(self, name: str, tech: Tech) -> Equipment | None:
        held = self._held(name)
        mounted = [entry for entry in held if isinstance(entry, Weapon | Ammunition | Gear)] or held
        return next((entry for entry in mounted if entry.tech == tech), mounted[0] if mounted else None)

    def _special(self, name: str, tech: Tech) -> Ammunition | None:
        """Special ammunition by the words in its name, made from the ordinary kind."""
        for word, munition in self._munitions:
            if word in name and munition.id not in self.hidden:
                base = self._named(name.replace(word, "", 1), tech) or self._special(name.replace(word, "", 1), tech)
                if isinstance(base, Ammunition) and base.feeds in munition.families:
                    return loaded(base, munition)
        return None


def loaded(base: Ammunition, munition: Munition) -> Ammunition:
    """Ordinary ammunition turned into a special kind."""

    def times(value: float | str, by: float) -> float | str:
        return value if isinstance(value, str) else value * by

    kind = munition.name if base.munition == "standard" else f"{base.munition}, {munition.name}"
    return msgspec.structs.replace(
        base,
        id=f"{base.id}.{munition.id}",
        name=f"{base.name} ({munition.name})",
        munition=kind,
        bv=times(base.bv, munition.bv_multiplier),
        cost=times(base.cost, munition.cost_multiplier),
        shots=max(1, int(base.shots * munition.shots_multiplier)),
        level=munition.level,
    )


def read_entries(text: str, source: str) -> list[Equipment]:
    """The entries of one file of equipment, checked against their kinds; a wrong one is refused by name."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refuse("equipment.file", f"{source}: {error}", file=source) from None
    entries = []
    for kind, listed in tables.items():
        if kind not in KINDS or not isinstance(listed, dict):
            raise refuse("equipment.kind", f"{source}: [{kind}] is no kind of equipment", file=source)
        for id, fields in listed.items():
            entries.append(_entry(kind, id, fields, source))
    return entries


def _entry(kind: str, id: str, fields: object, source: str) -> Equipment:
    if not isinstance(fields, Mapping):
        raise refuse("equipment.entry", f"{source}: [{kind}.{id}] is not an entry", file=source, equipment=id)
    try:
        return read_entry(KINDS[kind], {"id": id, **fields})
    except ValueError as error:
        raise refuse("equipment.entry", f"{source}: [{kind}.{id}]: {error}", file=source, equipment=id) from None


def read_entry(kind: type[Equipment], fields: Mapping[str, Any]) -> Equipment:
    """The entry of a kind that some fields give; fields that do not fit are a ValueError. Heat may be "3/2"."""
    heat = fields.get("heat", 0)
    if isinstance(heat, int) or "heat" not in kind.__struct_fields__:
        return msgspec.convert(fields, kind)
    entry = msgspec.convert({**fields, "heat": 0}, kind)
    return msgspec.structs.replace(entry, heat=number(heat))


def number(value: object) -> Number:
    """A whole number or a fraction, as a file gives it: 2, 1.5 or "3/2"."""
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'{value!r} is no number; write 2, 1.5 or "3/2"') from None
    return found.numerator if found.denominator == 1 else found


_OWN: list[Path] = []
"""Files of the user's own entries."""


def add_equipment(paths: Iterable[Path]) -> None:
    """Let a user's files add entries, or take the place of ours by id. To be done before any unit is read."""
    _OWN.extend(paths)
    catalogue.cache_clear()
    catalogue()


def _own_entries(path: Path) -> list[Equipment]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "is not a text file in UTF-8"
        raise refuse("equipment.file", f"{path}: {reason}", file=str(path)) from None
    return read_entries(text, str(path))


@cache
def catalogue() -> Catalogue:
    """The equipment that comes with the package, and the user's own."""
    own = {entry.id: entry for path in _OWN for entry in _own_entries(path)}
    return Catalogue([*(entry for entry in packaged() if entry.id not in own), *own.values()])


@cache
def packaged() -> tuple[Equipment, ...]:
    """The equipment that comes with the package."""
    folder = files("overheat.classic").joinpath("data/equipment")
    listed = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return tuple(entry for item in listed for entry in read_entries(item.read_text(encoding="utf-8"), item.name))


@contextmanager
def hidden(id: str) -> Iterator[None]:
    """Hide an entry for a while."""
    listed = catalogue()
    before = listed.hidden
    listed.hidden = before | {id}
    try:
        yield
    finally:
        listed.hidden = before
