"""An item in words and as JSON: every figure of it, when it could be had, what fits it and what rulings changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overheat.classic.armoury.item import Figure, Fitting, Item, plain
from overheat.classic.armoury.labels import label, words, words_of
from overheat.classic.unit.amendments import Amendment
from overheat.register.ruling import find

WIDE = 34
FITTINGS = {"ammunition": "ammunition", "munition": "special rounds", "weapon": "for"}


def describe(item: Item) -> str:
    """An item for people."""
    parts = [_title(item), *_figures(item), *_eras(item), *_fits(item), *_layer(item), *_errata(item)]
    return "\n".join([*parts, f"[{'; '.join(item.cites)}]"])


def _title(item: Item) -> str:
    groups = f" ({', '.join(item.groups)})" if item.groups else ""
    return f"{item.name}  {item.kind}{groups}  {item.technology}  {item.id}"


def _figures(item: Item) -> Iterator[str]:
    for figure in item.figures:
        if not figure.usual:
            yield _line(figure.label, words_of(figure))
    if item.in_battle:
        yield _line("in battle", item.in_battle)
    if item.aliases:
        yield _line("also called", ", ".join(item.aliases))


def _line(name: str, told: str) -> str:
    return f"  {name:<{WIDE}} {told}".rstrip()


def _eras(item: Item) -> Iterator[str]:
    letters = item.dates.letters()
    if letters:
        yield _line("available by era", ", ".join(f"{era} {letter}" for era, letter in letters))


def _fits(item: Item) -> Iterator[str]:
    for as_what, told in FITTINGS.items():
        names = dict.fromkeys(fitting.name for fitting in item.fits if fitting.as_what == as_what)
        if names:
            yield _line(told, ", ".join(names))


def _layer(item: Item) -> Iterator[str]:
    source = item.changed_by
    if source is None:
        return
    for field, value in (item.before or {}).items():
        told = f"{words(field, item[field])} in place of {words(field, value)}"
        yield f"  changed by {source.layer}: {label(field)} {told} [{source.cite}]"
    if not item.before:
        yield f"  brought by {source.layer} [{source.cite}]"


def _errata(item: Item) -> Iterator[str]:
    """What each ruling says, and below it the figures that it amends."""
    for id, made in _by_ruling(item).items():
        yield f"  errata {id}: {find(id).summary}"
        yield from (f"    {_amended(amendment)}" for amendment in made if amendment.field)


def _by_ruling(item: Item) -> dict[str, list[Amendment]]:
    found: dict[str, list[Amendment]] = {}
    for amendment in item.amendments:
        found.setdefault(amendment.ruling, []).append(amendment)
    return found


def _amended(amendment: Amendment) -> str:
    """`to-hit modifier 0 in place of +1`, of a figure that a ruling amends."""
    name, _, part = amendment.field.partition(".")
    if isinstance(amendment.now, bool):
        return f"{label(name)} {'' if amendment.now else 'no longer '}{part.replace('_', ' ')}"
    before = amendment.printed or ("" if amendment.was is None else words(name, amendment.was))
    of = " ".join(filter(None, (label(name), part.replace("_", " "))))
    return f"{of} {words(name, amendment.now)}" + (f" in place of {before}" if before else "")


def as_json(item: Item) -> dict[str, object]:
    """An item for programs: every figure, usual or not."""
    source = item.changed_by
    return {
        "id": item.id,
        "name": item.name,
        "kind": item.kind,
        "groups": list(item.groups),
        "technology": item.technology,
        "aliases": list(item.aliases),
        "cites": list(item.cites),
        "figures": {figure.field: plain(figure.value) for figure in item.figures},
        "told": [_told(figure) for figure in item.figures if not figure.usual],
        "in_battle": item.in_battle,
        "availability_by_era": dict(item.dates.letters()),
        "fits": _fits_json(item.fits),
        "changed_by": None if source is None else {"layer": source.layer, "rule": source.id, "cite": str(source.cite)},
        "before": {field: plain(value) for field, value in (item.before or {}).items()},
        "errata": [_ruling_json(id, made) for id, made in _by_ruling(item).items()],
    }


def _told(figure: Figure) -> dict[str, str]:
    return {"field": figure.field, "label": figure.label, "words": words_of(figure)}


def _fits_json(fits: Iterable[Fitting]) -> dict[str, list[dict[str, str]]]:
    told: dict[str, list[dict[str, str]]] = {as_what: [] for as_what in FITTINGS}
    for fitting in fits:
        told[fitting.as_what].append({"id": fitting.id, "name": fitting.name})
    return told


def _ruling_json(id: str, made: Iterable[Amendment]) -> dict[str, object]:
    ruling = find(id)
    figures = [
        {
            "field": amendment.field,
            "now": amendment.now,
            "before": amendment.printed or amendment.was,
            "words": _amended(amendment),
        }
        for amendment in made
        if amendment.field
    ]
    return {"id": id, "title": ruling.title, "page": ruling.page, "says": ruling.summary, "figures": figures}


def row(item: Item) -> dict[str, object]:
    """An item in a list: what it is and its most asked figures, those that it has."""
    asked = ("heat", "damage", "range", "tons", "slots", "cost", "bv", "rating", "availability", "level")
    held = {figure.field: plain(figure.value) for figure in item.figures}
    dates = item.dates
    return {
        "id": item.id,
        "name": item.name,
        "kind": item.kind,
        "groups": list(item.groups),
        "technology": item.technology,
        **{field: held.get(field) for field in asked},
        "introduced": dates.introduced,
        "prototype": dates.prototype,
        "extinct": dates.extinct,
        "recovered": dates.recovered,
    }
