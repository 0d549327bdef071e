"""The figures of equipment under a ruleset: what layers change of the catalogue, and what they bring to it.

A row of `FIGURES` stands under the id or the name of an entry and holds only the fields that change; a row of `ENTRIES`
is an entry that the catalogue does not have. `figured` gives a sheet with the figures that some rules have for it, and
`catalogue_of` all equipment that there is under them. Where no layer says anything both are what they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

import msgspec

from overheat.classic.books import TECH_MANUAL
from overheat.classic.unit.equipment import KINDS, Catalogue, Equipment, catalogue, read_entry
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.classic.unit.slot_line import Part, understand
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.layers import CHECKS
from overheat.kernel.rules.rule import Ruleset, Shown, Table, rule
from overheat.kernel.terms import number_as_text

EQUIPMENT = TECH_MANUAL("Weapons and equipment")
FIXED = ("id",)
"""What an entry is known by, which no row changes."""
FOUND_BY = frozenset({"name", "aliases", "tech", "words"})
"""What an entry is found by in a catalogue."""
KEPT = 64
"""For how many rulesets the equipment is kept."""

E = TypeVar("E", bound=Equipment)


@dataclass(frozen=True, init=False)
class Figure:
    """What a row changes of an entry: some of its fields, by name. A field `cite` says where that is written."""

    changes: Mapping[str, Any]

    def __init__(self, **changes: Any) -> None:
        object.__setattr__(self, "changes", changes)

    def __str__(self) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {told(value)}" for name, value in self.changes.items())

    def laid_over(self, below: Figure) -> Figure:
        """The fields of both, its own where both have one."""
        return Figure(**{**below.changes, **self.changes})


def told(value: object) -> str:
    """A figure of equipment as people write it: `3/2`, `0/3/6/9/12`."""
    if isinstance(value, Fraction):
        return number_as_text(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return "/".join(map(told, value)) or "none"
    return ", ".join(sorted(value)) or "none" if isinstance(value, frozenset) else str(value)


def _figure(name: str, given: Any) -> Figure:
    """A row as a file gives it."""
    if not isinstance(given, dict):
        raise ValueError("figures are given by name, as in {damage = 6}")
    return Figure(**given)


def _brought(id: str, given: Any) -> Equipment:
    """A new entry as a file gives it, with its kind among the fields."""
    fields = dict(given) if isinstance(given, dict) else {}
    kind = fields.pop("kind", None)
    if kind not in KINDS:
        raise ValueError(f"an entry has a kind, one of {', '.join(KINDS)}")
    return read_entry(KINDS[kind], {"cite": "house rule", **fields, "id": id})


def _shown(name: str, figure: Figure) -> Shown:
    """What equipment is called, and the figures of the catalogue that a row changes."""
    entry = catalogue().entries.get(name) or catalogue().find(name)
    if entry is None:
        return Shown(name)
    usual = {field: getattr(entry, field) for field in figure.changes if hasattr(entry, field)}
    return Shown(f"{entry.name} ({entry.tech})" if entry.tech == "Clan" else entry.name, str(Figure(**usual)))


FIGURES: Table[str, Figure] = Table(
    "equipment.figures",
    {},
    cite=EQUIPMENT,
    where="overheat.classic.unit.figures.FIGURES",
    reads=_figure,
    of="equipment",
    shows=_shown,
)
"""By the id or the name of an entry of the catalogue, what is otherwise under these rules."""

ENTRIES: Table[str, Equipment] = Table(
    "equipment.entries",
    {},
    cite=EQUIPMENT,
    where="overheat.classic.unit.figures.ENTRIES",
    reads=_brought,
    of="equipment",
)
"""By id, equipment that there is under these rules besides that of the catalogue."""


class Source(NamedTuple):
    """Which layer brings a row, by which change, and where it is written."""

    layer: str
    id: str
    cite: Cite


def source_of(rules: Ruleset, table: Table[str, Any], name: str) -> Source:
    """Who brings a row: the uppermost layer that has it."""
    for layer in reversed(rules.stack):
        for rows in layer.rows:
            if rows.table.id == table.id and name in rows.rows:
                return Source(layer.id, rows.id, rows.cite)
    return Source(rules.layers[0], table.id, table.cite)


class Listed(NamedTuple):
    """All equipment under some rules, and the ids of what is otherwise than in the catalogue, with who says so."""

    catalogue: Catalogue
    changed: Mapping[str, Source]
    brought: Mapping[str, Source]


class _Kept(NamedTuple):
    made_from: tuple[object, ...]
    listed: Listed


_KEPT: dict[Ruleset, _Kept] = {}


def catalogue_of(rules: Ruleset) -> Catalogue:
    """All equipment that there is under some rules, with their figures."""
    found = listed(rules)
    return catalogue() if found is None else found.catalogue


def knows(rules: Ruleset, name: str) -> bool:
    """Whether some rules know equipment by a name that the catalogue does not have."""
    found = listed(rules)
    return found is not None and bool(name) and found.catalogue.find(name) is not None


def listed(rules: Ruleset) -> Listed | None:
    """What some rules make of the catalogue; None where they leave it as it is."""
    figures, entries = rules[FIGURES].rows, rules[ENTRIES].rows
    if not figures and not entries:
        return None
    whole = catalogue()
    kept = _KEPT.get(rules)
    made_from = (whole.edition, figures, entries)
    if kept is None or any(one is not other for one, other in zip(kept.made_from, made_from, strict=True)):
        for oldest in list(_KEPT)[: len(_KEPT) - KEPT + 1]:
            _KEPT.pop(oldest, None)
        kept = _KEPT[rules] = _Kept(made_from, _listed(rules, whole))
    kept.listed.catalogue.hidden = whole.hidden
    return kept.listed


def _listed(rules: Ruleset, whole: Catalogue) -> Listed:
    """The catalogue with what layers bring and change; a row that fits nothing is refused by name."""
    brought = {id: source_of(rules, ENTRIES, id) for id in rules[ENTRIES].rows}
    twice = next((id for id in brought if id in whole.entries), None)
    if twice is not None:
        raise _refused(brought[twice], twice, "is in the catalogue already; its figures may be changed", "entries")
    misnamed = next((id for id, entry in rules[ENTRIES].rows.items() if entry.id != id or "." in id), None)
    if misnamed is not None:
        raise _refused(brought[misnamed], misnamed, "is no id that its entry has, without a dot in it", "entries")
    every = whole.with_more(rules[ENTRIES].rows.values())
    changed: dict[str, Source] = {}
    for name, figure in rules[FIGURES].rows.items():
        source = source_of(rules, FIGURES, name)
        entry = _meant(every, name, source)
        if entry.id in changed:
            raise _refused(source, name, f"is changed twice: {changed[entry.id].layer!r} has a row for {entry.id!r}")
        every.put(_changed(entry, figure, name, source))
        changed[entry.id] = source
    if any(not FOUND_BY.isdisjoint(figure.changes) for figure in rules[FIGURES].rows.values()):
        every = Catalogue(every.entries.values())
    return Listed(every, changed, brought)


def _refused(source: Source, name: str, why: str, table: str = "figures") -> RefusedError:
    reason = f"layer {source.layer!r}, row {name!r} of 'equipment.{table}': {name!r} {why}"
    return refuse(f"equipment.{table}", reason, source.cite, layer=source.layer, equipment=name)


def _meant(every: Catalogue, name: str, source: Source) -> Equipment:
    """The one entry that a row is about."""
    found = every.called(name)
    if not found:
        raise _refused(source, name, "is no equipment that there is")
    if len(found) > 1:
        ids = " or ".join(repr(entry.id) for entry in found)
        raise _refused(source, name, f"is the name of several; the row is for {ids}")
    return found[0]


def _changed(entry: E, figure: Figure, name: str, source: Source) -> E:
    """An entry with other figures; fields that it does not have, or that do not fit, are refused by name."""
    fields = [field for field in entry.__struct_fields__ if field not in FIXED]
    unknown = next((field for field in figure.changes if field not in fields), None)
    if unknown is not None:
        there = ", ".join(fields)
        raise _refused(source, name, f"is a {type(entry).__name__.lower()} and has no {unknown!r}; it has {there}")
    changes = {"cite": str(source.cite), **figure.changes}
    if isinstance(changes.get("heat"), Fraction):
        changes["heat"] = number_as_text(changes["heat"])
    needed = {field: getattr(entry, field) for field in _required(type(entry))}
    try:
        read = read_entry(type(entry), {**needed, **changes})
    except ValueError as error:
        raise _refused(source, name, f"cannot be changed so: {error}") from None
    return msgspec.structs.replace(entry, **{field: getattr(read, field) for field in changes})


@cache
def _required(kind: type[Equipment]) -> tuple[str, ...]:
    """The fields without which there is no equipment of a kind."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


@rule("equipment.rows_fit", cite=EQUIPMENT, slot=CHECKS)
def rows_fit(rules: Ruleset) -> Refusal | None:
    """Every row about equipment is about equipment that there is, and about figures that it has."""
    try:
        listed(rules)
    except RefusedError as error:
        return error.refusal
    return None


RULES = (FIGURES, ENTRIES, rows_fit)


def figured(rules: Ruleset, sheet: Sheet) -> Sheet:
    """A sheet with the figures that some rules have for its equipment; the same sheet where they change none."""
    found = listed(rules)
    return sheet if found is None else _Reader(found, sheet).sheet()


class _Reader:
    """A sheet on its way to other figures."""

    def __init__(self, found: Listed, sheet: Sheet) -> None:
        self._found = found
        self._sheet = sheet

    def sheet(self) -> Sheet:
        """The sheet with the figures in force, and with equipment that only these rules know."""
        before = self._sheet
        engine, platoon = before.engine, before.platoon
        if engine is not None:
            engine = msgspec.structs.replace(engine, kind=self._entry(engine.kind))
        if platoon is not None:
            primary, secondary, kit = map(self._mount, (platoon.primary, platoon.secondary, platoon.armour_kit))
            platoon = msgspec.structs.replace(platoon, primary=primary, secondary=secondary, armour_kit=kit)
        mounts = tuple(found for mount in before.mounts if (found := self._mount(mount)) is not None)
        after = msgspec.structs.replace(
            before,
            mounts=(*mounts, *(mount for place in before.locations for mount in self._in_slots(place))),
            engine=engine,
            platoon=platoon,
            structure=None if before.structure is None else self._entry(before.structure),
            locations=tuple(map(self._location, before.locations)),
        )
        return before if after == before else after

    def _entry(self, entry: E) -> E:
        """An entry as the rules have it."""
        whole, changed = self._found.catalogue, self._found.changed
        if changed.keys().isdisjoint(entry.id.split(".")):
            return entry
        made, plain = whole.made(entry.id), catalogue().made(entry.id)
        if made is None or plain is None or not isinstance(made, type(entry)):
            return entry
        if entry == plain:
            return made
        others = {name: value for name, value in _fields(made) if value != getattr(plain, name)}
        return msgspec.structs.replace(entry, **others)

    def _mount(self, mount: Mount | None) -> Mount | None:
        if mount is None:
            return None
        entry = self._entry(mount.equipment)
        if not mount.known:
            entry = self._brought(entry.name) or entry
        return mount if entry is mount.equipment else msgspec.structs.replace(mount, equipment=entry)

    def _brought(self, name: str) -> Equipment | None:
        """What only these rules know by a name."""
        return None if catalogue().find(name) else self._found.catalogue.find(name, self._sheet.tech)

    def _location(self, place: Location) -> Location:
        kind = place.armour_kind
        return place if kind is None else msgspec.structs.replace(place, armour_kind=self._entry(kind))

    def _in_slots(self, place: Location) -> Iterator[Mount]:
        """What the slots of a location hold that only these rules know, for which its file could make no mount."""
        for line, run in groupby(place.slots if self._found.brought else ()):
            part = understand(line, self._sheet.tech)
            entry = None if part.system or part.equipment else self._brought(part.name)
            if entry is None:
                continue
            size = entry.slots if isinstance(entry.slots, int) else 1
            there = sum(mount.location == place.code and mount.equipment.id == entry.id for mount in self._sheet.mounts)
            for _ in range(len(list(run)) // max(1, size) - there):
                yield _mounted(entry, place.code, size, part)


def _mounted(entry: Equipment, location: str, slots: int, part: Part) -> Mount:
    return Mount(
        equipment=entry,
        location=location,
        slots=slots,
        rear=part.rear,
        turret=part.turret,
        omnipod=part.omnipod,
        armoured=part.armoured,
    )


def _fields(entry: Equipment) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(entry, name)) for name in entry.__struct_fields__)
