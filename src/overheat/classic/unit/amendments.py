"""What rulings amend of our data: which figure of which entry, what it is now, and what was printed before.

Read from `data/amendments.toml`. An amendment is of an entry of the catalogue of equipment by its id, of a special type
of infantry as `infantry.ID`, or of a row of a table by the id of the table. Its field is that of the entry, part of one
(`spaces.dropship`), something that a field of several holds or does not (`flags.explosive`, `families.lrm`), or the key
of the row. An amendment without a field brings the whole entry.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from overheat.kernel.refusal import refuse

S = TypeVar("S", bound=msgspec.Struct)

INFANTRY = "infantry."
"""What amendments of special types of infantry begin with."""


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """One figure that a ruling changes."""

    ruling: str
    of: str
    field: str = ""
    now: Any = None
    was: Any = None
    """The figure before; None where the ruling does not tell it, or where there was none."""
    printed: str = ""
    """What was printed before, where that is no figure that the field can hold."""


@cache
def amendments() -> tuple[Amendment, ...]:
    """Every amendment, by the order of the rulings in the file."""
    text = files("overheat.classic").joinpath("data/amendments.toml").read_text(encoding="utf-8")
    return tuple(read_amendments(tomllib.loads(text)))


@cache
def _by_entry() -> dict[str, tuple[Amendment, ...]]:
    found: dict[str, list[Amendment]] = {}
    for amendment in amendments():
        found.setdefault(amendment.of, []).append(amendment)
    return {of: tuple(made) for of, made in found.items()}


def amendments_of(entry: str) -> tuple[Amendment, ...]:
    """What rulings amend of an entry or a table."""
    return _by_entry().get(entry, ())


def read_amendments(tables: Mapping[str, Any]) -> Iterator[Amendment]:
    """The amendments of a file: rows, which give figures of some entries, and columns, which give one of many."""
    for row in tables.get("row", ()):
        fields = {name: value for name, value in row.items() if name not in ("ruling", "of")}
        for of in row["of"]:
            made = tuple(_figures(row["ruling"], of, "", fields))
            yield from made or (Amendment(ruling=row["ruling"], of=of),)
    for column in tables.get("column", ()):
        was = column.get("was", {})
        for of, now in column["now"].items():
            yield Amendment(ruling=column["ruling"], of=of, field=column["field"], now=now, was=was.get(of))


def _figures(ruling: str, of: str, path: str, fields: Mapping[str, Any]) -> Iterator[Amendment]:
    for name, given in fields.items():
        field = f"{path}.{name}" if path else name
        if not isinstance(given, Mapping):
            raise refuse("amendments.figure", f"{ruling}, {of}: {field} is given as {{was = ..., now = ...}}")
        if "now" in given:
            yield msgspec.convert({"ruling": ruling, "of": of, "field": field, **given}, Amendment)
        else:
            yield from _figures(ruling, of, field, given)


def figure(entry: msgspec.Struct, field: str) -> Any:
    """The figure of an entry that a field names: a value, part of one, or whether something is among several."""
    name, _, part = field.partition(".")
    held = getattr(entry, name)
    if not part:
        return held
    return part in held if isinstance(held, tuple | frozenset) else getattr(held, part)


def amended(entry: S, field: str, value: Any) -> S:
    """An entry with another figure; None is what it has where nothing is said."""
    name, _, part = field.partition(".")
    held = getattr(entry, name)
    if not part:
        return msgspec.structs.replace(entry, **{name: _like(held, value, _unsaid(entry, name))})
    if isinstance(held, tuple | frozenset):
        others = [item for item in held if item != part]
        return msgspec.structs.replace(entry, **{name: type(held)([*others, part] if value else others)})
    return msgspec.structs.replace(entry, **{name: msgspec.structs.replace(held, **{part: value})})


def _like(held: object, value: Any, unsaid: Any) -> Any:
    """A value as files give it, as the field has it."""
    if value is None:
        return unsaid
    if not isinstance(value, list):
        return value
    return frozenset(value) if isinstance(held, frozenset) else tuple(value)


def _unsaid(entry: msgspec.Struct, name: str) -> Any:
    """What a field has where nothing is said of it."""
    (field,) = (field for field in msgspec.structs.fields(type(entry)) if field.name == name)
    return "" if field.default is msgspec.NODEFAULT else field.default
