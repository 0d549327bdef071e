"""What a layer changes, told for those who choose it: every rule and every row as it is under it and without it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import msgspec

from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import ROW, Entry, Rows, Rule, Swap, Table, Wrap
from overheat.kernel.wording.phrases import counted

MOST = 40
"""How many rows of one table are told."""


class Row(NamedTuple):
    """A place of a table, and what stands there: nothing before for what is new, nothing now for what is taken out."""

    place: str
    before: str
    now: str


class Change(NamedTuple):
    """One thing that a layer changes."""

    id: str
    what: str
    """What it is: a rule, a table, or what the rows of its table are, such as a command."""
    change: str
    """adds, changes, replaces, wraps or drops."""
    says: str
    """As it is under the layer."""
    before: str
    """As it is without."""
    cite: str
    rows: tuple[Row, ...] = ()
    more: int = 0
    """How many rows are not told."""


def about(layer: Layer) -> str:
    """What a layer is about: the first paragraph of the file that it is written in."""
    if id(layer) not in _HOMES:
        for module in list(sys.modules.values()):
            found = vars(module).get("LAYER")
            if isinstance(found, Layer):
                _HOMES.setdefault(id(found), (found, module.__doc__ or ""))
    _, words = _HOMES.get(id(layer), (layer, ""))
    return " ".join(words.strip().split("\n\n", 1)[0].split())


_HOMES: dict[int, tuple[Layer, str]] = {}
"""The layers that were found in modules, by what they are, with what the first module that has one says of itself."""


def changes(layer: Layer, layers: Mapping[str, Layer]) -> list[Change]:
    """Everything that a layer of a game changes; the first of the layers is the game itself."""
    below = _below(layer, layers)
    rows = [change for each in layer.rows for change in _in_rows(each, below[each.table.id])]
    swaps = [_swapped(swap, below.get(swap.old.id)) for swap in layer.swaps]
    added = [_added(entry) for entry in layer.add]
    dropped = [_change(entry, "drops", "", _says(below.get(entry.id, entry))) for entry in layer.drop]
    return sorted([*rows, *added, *swaps, *dropped], key=_prominence)


def _prominence(change: Change) -> int:
    """What a player can do comes first, then rules, then tables."""
    return {"rule": 1, "table": 2}.get(change.what, 0)


def _below(layer: Layer, layers: Mapping[str, Layer]) -> dict[str, Entry]:
    """What stands below a layer: the game itself as the layers that it needs leave it."""
    names = dict.fromkeys([next(iter(layers)), *_needed(layer, layers)])
    return _composed(tuple(_Same(layers[name]) for name in names))


class _Same(NamedTuple):
    """A layer that is told from others by being itself."""

    layer: Layer

    def __hash__(self) -> int:
        return id(self.layer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.layer is self.layer


@lru_cache(maxsize=64)
def _composed(layers: tuple[_Same, ...]) -> dict[str, Entry]:
    """What layers come to, found once for all that lie over the same ones."""
    return dict(compose(*(each.layer for each in layers)).items())


def _needed(layer: Layer, layers: Mapping[str, Layer]) -> Iterator[str]:
    for need in layer.needs:
        yield from _needed(layers[need], layers)
        yield need


def _added(entry: Entry) -> Change:
    if not isinstance(entry, Table):
        return _change(entry, "adds", entry.says)
    told = [Row(place, "", text) for place, text in _flat(entry.rows)]
    return _change(entry, "adds", _says(entry), rows=told)


def _swapped(swap: Swap[..., Any], below: Entry | None) -> Change:
    told = _change(swap.new, "wraps" if isinstance(swap, Wrap) else "replaces", swap.new.says, _says(below or swap.old))
    return told._replace(id=swap.old.id)


def _says(entry: Entry) -> str:
    """A rule in its sentence; a table by how many rows it has."""
    return entry.says if isinstance(entry, Rule) else counted(len(entry.rows), "row")


def _change(entry: Entry, change: str, says: str, before: str = "", rows: list[Row] | None = None) -> Change:
    slot = entry.slot if isinstance(entry, Rule) else None
    what = "table" if isinstance(entry, Table) else slot.of if slot else "rule"
    return _cut(Change(entry.id, what, change, says, before, str(entry.cite)), rows or [])


def _cut(change: Change, rows: list[Row]) -> Change:
    return change._replace(rows=tuple(rows[:MOST]), more=max(0, len(rows) - MOST))


def _in_rows(rows: Rows[Any, Any], below: Entry) -> Iterator[Change]:
    """The rows that a layer brings: each by itself where it is something of its own, such as a phase."""
    assert isinstance(below, Table)
    if rows.table.of == ROW:
        told = [row for key in rows.keys for row in _row(rows, below, key)]
        change = "adds" if not any(row.before for row in told) else "changes"
        yield _cut(Change(below.id, "table", change, "", "", str(rows.cite)), told)
        return
    for key in rows.keys:
        shown = below.shows(key, rows.rows[key]) if below.shows and key in rows.rows else None
        before = (shown.before if shown else "") or (_plain(below[key]) if key in below else "")
        now = _plain(rows.rows[key]) if key in rows.rows else ""
        change = "drops" if not now else "changes" if before else "adds"
        yield Change(shown.name if shown else _plain(key), below.of, change, now, before, str(rows.cite))


def _row(rows: Rows[Any, Any], below: Table[Any, Any], key: Any) -> Iterator[Row]:
    """What changes in one row, place by place."""
    here = dict(_flat(rows.rows[key], _plain(key))) if key in rows.rows else {}
    there = dict(_flat(below[key], _plain(key))) if key in below else {}
    for place in {**here, **there}:
        if here.get(place) != there.get(place):
            yield Row(place, there.get(place, ""), here.get(place, ""))


def _flat(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """What stands at each place of a table, however its rows are made, in plain text."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        for key, held in value.items():
            yield from _flat(held, ", ".join(filter(None, (place, _plain(key)))))
    else:
        yield place, _plain(value)


def _figures(record: Any) -> Iterator[str]:
    """The figures of a record that are not the usual ones; names and procedures are left out."""
    for field in fields(record):
        value, name = getattr(record, field.name), field.name.replace("_", " ")
        if isinstance(value, bool) and value != field.default:
            yield name if value else f"no {name}"
        elif isinstance(value, int | float) and value != field.default:
            yield f"{name} {value:+}"


HEADINGS = ("title", "says", "of")
"""The fields of a record whose text stands for itself."""


def _facts(record: msgspec.Struct) -> Iterator[str]:
    """What a record says that is not the usual, field by field."""
    for field in msgspec.structs.fields(record):
        value, name = getattr(record, field.name), field.name.replace("_", " ")
        usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if value == usual or name == "page":
            continue
        if isinstance(value, bool):
            yield name if value else f"no {name}"
        elif name in HEADINGS:
            yield _plain(value).removesuffix(".")
        else:
            yield f"{name} {_plain(value)}"


def _plain(value: Any) -> str:
    """A key or a value in plain text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, msgspec.Struct):
        worded = type(value).__str__ is not object.__str__
        return str(getattr(value, "name", "") or (value if worded else "; ".join(_facts(value))) or "as usual")
    if isinstance(value, FunctionType):
        return (value.__doc__ or "otherwise").strip().partition("\n")[0].removesuffix(".")
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(key)} {_plain(held)}" for key, held in value.items())
    if is_dataclass(value) and not isinstance(value, type):
        worded = type(value).__str__ is not object.__str__
        return str(value) if worded else ", ".join(_figures(value)) or "new"
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(map(_plain, value)))
    return ", ".join(map(_plain, value)) if isinstance(value, tuple | list) else str(value)
