"""Layers of rules as an option screen shows them: what each one is about, and every rule that it changes, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from overheat.kernel.layers import Layer, Library, compose
from overheat.kernel.rules import Entry, LayeredTable, Table

ROWS = 6
"""How many changes of a table are told."""


def told(library: Library) -> list[dict[str, object]]:
    """Every layer of a game; the first is the game itself."""
    library.discover()
    return [_layer(layer, library) for layer in library.layers.values()]


def told_bundles(library: Library) -> list[dict[str, object]]:
    """Every name for several layers, with the layers that it stands for."""
    return [
        {"id": bundle.id, "title": bundle.title, "cite": str(bundle.cite), "layers": library.names([bundle.id])[1:]}
        for bundle in library.bundles.values()
    ]


def _layer(layer: Layer, library: Library) -> dict[str, object]:
    base = layer is library.base
    return {
        "id": layer.id,
        "title": layer.title,
        "group": layer.group,
        "cite": str(layer.cite),
        "needs": layer.needs,
        "conflicts": [] if base else list(library.conflicts(layer.id)),
        "adds": [] if base else [entry.id for entry in layer.add],
        "replaces": [*(swap.old.id for swap in layer.swaps), *(rows.table.id for rows in layer.rows)],
        "drops": [entry.id for entry in layer.drop],
        "base": base,
        "about": about(layer),
        "says": [] if base else changes(layer, library.layers),
    }


def about(layer: Layer) -> str:
    """What a layer is about: the first paragraph of the file that it is written in."""
    home = next((module for module in list(sys.modules.values()) if getattr(module, "LAYER", None) is layer), None)
    paragraph = ((home.__doc__ if home else None) or "").strip().split("\n\n", 1)[0]
    return " ".join(paragraph.split())


def changes(layer: Layer, layers: Mapping[str, Layer]) -> list[dict[str, object]]:
    """Every change that a layer makes: the rule as it is under it, and as it is without."""
    below = _below(layer, layers)
    found = [_change(entry.id, "adds", entry, None) for entry in layer.add]
    found += [_change(swap.old.id, "replaces", swap.new, below.get(swap.old.id)) for swap in layer.swaps]
    for rows in layer.rows:
        before = below[rows.table.id]
        assert isinstance(before, Table)
        told = _change(rows.table.id, "replaces", LayeredTable(before, (rows,)), before)
        if not any(key in before for key in rows.keys):
            told |= {
                "change": "adds",
                "before": "",
                "says": "; ".join(f"{key}: {_plain(rows.rows[key])}" for key in rows.rows),
            }
        found.append({**told, "cite": str(rows.cite)})
    found += [_change(entry.id, "drops", None, below.get(entry.id)) for entry in layer.drop]
    return found


def _below(layer: Layer, layers: Mapping[str, Layer]) -> dict[str, Entry]:
    """What stands below a layer: the game itself as the layers that it needs leave it."""
    names = dict.fromkeys([next(iter(layers)), *layer.needs])
    return dict(compose(*(layers[name] for name in names)).items())


def _change(id: str, change: str, now: Entry | None, before: Entry | None) -> dict[str, object]:
    cited = now or before
    return {
        "id": id,
        "change": change,
        "says": "" if now is None else _says(now, before),
        "before": "" if before is None else _says(before, now),
        "cite": None if cited is None else str(cited.cite),
    }


def _says(entry: Entry, other: Entry | None) -> str:
    """A rule in its sentence; a table by what it has otherwise than another, or by how many rows it has."""
    if not isinstance(entry, Table):
        return entry.says
    if not isinstance(other, Table):
        return f"a table of {len(entry.rows)} rows"
    here, there = dict(_flat(entry.rows)), dict(_flat(other.rows))
    places = [place for place in {**here, **there} if here.get(place) != there.get(place)]
    words = [f"{place}: {here.get(place, 'nothing')}" for place in places[:ROWS]]
    return "; ".join([*words, f"and {len(places) - ROWS} more"] if len(places) > ROWS else words)


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
        elif field.name == "after":
            yield f"after {value}"


def _plain(value: Any) -> str:
    """A key or a value in plain text."""
    if isinstance(value, msgspec.Struct):
        return str(getattr(value, "name", value))
    if is_dataclass(value) and not isinstance(value, type):
        worded = type(value).__str__ is not object.__str__
        return str(value) if worded else ", ".join(_figures(value)) or "new"
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(map(_plain, value)))
    return ", ".join(map(_plain, value)) if isinstance(value, tuple | list) else str(value)
