"""Items by the names that people use, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from overheat.classic.armoury.item import Item
from overheat.classic.armoury.shelves import fits, item_of, items
from overheat.classic.rules.standard.played import part_of
from overheat.classic.unit.equipment import key
from overheat.classic.unit.figures import catalogue_of
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.register.ruling import unknown

BREAKS = re.compile(r"[\s()/,]+")
"""What divides the words of a name."""
NAME_LIMIT = 60
"""How much of an unknown name is told again."""
CANDIDATES = 8
"""How many items are named where a name could be that of many."""
TECHNOLOGIES = {
    "is": ("IS", "All"),
    "innersphere": ("IS", "All"),
    "clan": ("Clan", "All"),
    "mixed": ("IS", "Clan", "All"),
    "both": ("All",),
    "all": ("All",),
}
"""Whose equipment somebody may have, by the words for them."""


def find(rules: Ruleset, name: str, technology: str | None = None) -> tuple[Item, ...]:
    """The items that a name means, with what fits them: one for each technology that has something of that name.

    Letter case, spaces and punctuation do not matter. Part of a name is enough where only one item has it; otherwise
    the refusal names those that have.
    """
    wanted = key(name)
    if not wanted:
        raise refuse("equipment.name", "an empty name is no equipment")
    found = _of_id(rules, name) if technology is None else ()
    if not found:
        every = tuple(_of(technology, items(rules)))
        found = _called(every, wanted) or _loaded(rules, name, technology) or _holding(every, wanted, name)
    return tuple(replace(item, fits=fits(rules, item), in_battle=_in_battle(rules, item)) for item in found)


def _in_battle(rules: Ruleset, item: Item) -> str:
    """What of an item battles pass over, in words."""
    held = catalogue_of(rules)
    entry = held.entries.get(item.id) or held.made(item.name)
    part = None if entry is None else part_of(rules, entry)
    return "" if part is None else "played in part" if part.partly else "not played"


def _of_id(rules: Ruleset, id: str) -> tuple[Item, ...]:
    """The item of an id, which nothing else need be looked at for."""
    held = catalogue_of(rules)
    return (item_of(rules, held.entries[id]),) if id in held.entries and id not in held.hidden else ()


def _of(technology: str | None, listed: Iterable[Item]) -> Iterable[Item]:
    if technology is None:
        return listed
    allowed = allowed_by(technology)
    return (item for item in listed if item.tech in allowed)


def allowed_by(technology: str) -> tuple[str, ...]:
    """Whose equipment a technology has; a word for none is refused."""
    if key(technology) not in TECHNOLOGIES:
        raise refuse("equipment.technology", f"no technology {technology[:40]!r}; there are inner_sphere, clan, mixed")
    return TECHNOLOGIES[key(technology)]


def _called(every: tuple[Item, ...], wanted: str) -> tuple[Item, ...]:
    """What is called just so: by its id before all, then by its name, then by another of its names."""
    by_id = tuple(item for item in every if key(item.id) == wanted)
    by_name = tuple(item for item in every if key(item.name) == wanted)
    return by_id or by_name or tuple(item for item in every if wanted in map(key, item.aliases))


def _loaded(rules: Ruleset, name: str, technology: str | None) -> tuple[Item, ...]:
    """Special ammunition that is made from the ordinary kind."""
    held = catalogue_of(rules)
    allowed = ("IS", "Clan") if technology is None else allowed_by(technology)
    made = [held.made(name), *(held.find(name, "Clan" if tech == "Clan" else "IS") for tech in allowed)]
    return tuple({entry.id: item_of(rules, entry) for entry in made if entry is not None}.values())


def _holding(every: tuple[Item, ...], wanted: str, name: str) -> tuple[Item, ...]:
    """The items of the only name that has the words; where there are several they are told, ammunition last."""
    holding = [item for item in every if wanted in key(item.name)]
    holding = holding or [item for item in every if any(wanted in key(alias) for alias in item.aliases)]
    holding = [item for item in holding if item.kind != "ammunition"] or holding
    names = list(dict.fromkeys(item.name for item in holding))
    if not names:
        raise unknown("equipment.unknown", "equipment", name[:NAME_LIMIT], (item.name for item in every))
    if len(names) > 1:
        told = ", ".join(names[:CANDIDATES]) + (", ..." if len(names) > CANDIDATES else "")
        raise refuse("equipment.which", f"{name[:NAME_LIMIT]!r} is in the names of {len(names)} items: {told}")
    return tuple(holding)


def listed(
    rules: Ruleset,
    *,
    search: str = "",
    kind: str | None = None,
    technology: str | None = None,
    available: int | None = None,
) -> tuple[Item, ...]:
    """The items of a kind and a technology that could be had in a year and have some words in their names."""
    words = [key(word) for word in search.split()]
    wanted = key(kind or "")
    every = tuple(items(rules))
    if kind and not any(wanted in key(group) for group in kinds(rules)):
        raise refuse("equipment.kind", f"no kind {kind[:40]!r}; there are {', '.join(kinds(rules))}")
    found = (
        item
        for item in _of(technology, every)
        if (available is None or item.dates.there(available))
        and all(any(word in key(name) for name in (item.id, item.name, *item.aliases)) for word in words)
        and any(wanted in key(group) for group in (item.kind, *item.groups))
    )
    return tuple(sorted(found, key=lambda item: not _begins(item, words)))


def _begins(item: Item, words: Sequence[str]) -> bool:
    """Whether each word that is looked for begins a word of the name, so that it is not a syllable of another."""
    parts = [key(part) for part in BREAKS.split(item.name)]
    return all(any(part.startswith(word) for part in (*parts, key(item.name))) for word in words)


def kinds(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of items, and the words that they are listed under."""
    return tuple(sorted({group for item in items(rules) for group in (item.kind, *item.groups)}, key=str.lower))
