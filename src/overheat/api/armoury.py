"""Equipment by name: every figure of an item, and lists of items."""

from __future__ import annotations

from overheat.api.questions import Names, layers
from overheat.classic.armoury.finding import find, listed
from overheat.classic.armoury.item import Item
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.rules.rule import Ruleset


def equipment(name: str, rules: Names = (), technology: str | None = None) -> Item:
    """An item by any of its names: `oh.equipment("medium pulse laser", technology="clan")["damage"]` is 7.

    `explain()` writes out every figure, with its citation and what errata changed. Of a name that both technologies
    have, the Inner Sphere's item is meant where none is asked for.
    """
    found = find(_rules(rules), name, technology)
    return next((item for item in found if item.tech != "Clan"), found[0])


def equipment_list(
    search: str = "",
    rules: Names = (),
    kind: str | None = None,
    technology: str | None = None,
    available: int | None = None,
) -> tuple[Item, ...]:
    """The items of a kind and a technology that could be had in a year and have some words in their names."""
    return listed(_rules(rules), search=search, kind=kind, technology=technology, available=available)


def _rules(names: Names) -> Ruleset:
    return LIBRARY.ruleset(layers(names, LIBRARY))
