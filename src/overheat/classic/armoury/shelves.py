"""What stands in the armoury: the catalogue of equipment, special infantry, and the tables of support vehicles.

Everything is read through a ruleset when it is asked for, so that a layer's figures are the ones that are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from overheat.classic.armoury.dates import Dates
from overheat.classic.armoury.item import Figure, Fitting, Item
from overheat.classic.armoury.labels import ALWAYS, FIRST, OF_WEAPONS, label
from overheat.classic.armoury.vehicle_tables import VEHICLE_TABLES
from overheat.classic.construction.support_vehicle.frame import CHANGES
from overheat.classic.unit import infantry_types
from overheat.classic.unit.amendments import INFANTRY, amendments_of
from overheat.classic.unit.equipment import (
    KINDS,
    Ammunition,
    Catalogue,
    Equipment,
    Munition,
    Weapon,
    catalogue,
)
from overheat.classic.unit.figures import catalogue_of, listed
from overheat.classic.unit.plan import feeds
from overheat.kernel.rules.rule import Ruleset

NO_FIGURES = frozenset({"id", "name", "cite", "tech", "aliases"})
"""What an entry is, and not how much of it there is."""
GROUPS = {
    "armour_kit": "infantry armour kit",
    "infantry": "infantry",
    "battle_armour": "battle armour",
    "protomech": "ProtoMech",
    "physical": "physical weapon",
    "chassis": "chassis modification",
    "capital": "capital weapon",
    "sub_capital": "sub-capital weapon",
    "bomb": "bomb",
    "artillery": "artillery",
    "aerospace": "aerospace",
    "manipulator": "manipulator",
    "bay": "transport bay",
    "prototype": "prototype",
}
"""Words that equipment is listed under, by the flag that puts it there."""
KIND_OF = {entry: kind for kind, entry in KINDS.items()}


def items(rules: Ruleset) -> Iterator[Item]:
    """Everything that there is under some rules."""
    for shelf in SHELVES:
        yield from shelf(rules)


def _equipment(rules: Ruleset) -> Iterator[Item]:
    """The catalogue of equipment, with what layers bring to it."""
    held = catalogue_of(rules)
    return (item_of(rules, entry) for entry in held.entries.values() if entry.id not in held.hidden)


def item_of(rules: Ruleset, entry: Equipment) -> Item:
    """An entry of the catalogue as an item, without what fits it."""
    found = listed(rules)
    changed = (found.changed.get(entry.id) or found.brought.get(entry.id)) if found else None
    usual = catalogue().entries.get(entry.id) if changed else None
    return Item(
        id=entry.id,
        name=entry.name,
        kind=KIND_OF[type(entry)],
        groups=tuple(word for flag, word in GROUPS.items() if flag in entry.flags),
        tech=entry.tech,
        aliases=entry.aliases,
        cites=tuple(cite.strip() for cite in entry.cite.split(";")),
        figures=(*_figures(entry), *_chassis_changes(rules, entry)),
        dates=dates_of(entry),
        amendments=amendments_of(entry.id),
        changed_by=changed,
        before=_before(entry, usual),
    )


def _figures(entry: msgspec.Struct) -> Iterator[Figure]:
    """Every figure of an entry, by the fields of its kind: those first that people look for first."""
    told = ALWAYS | OF_WEAPONS if isinstance(entry, Weapon) else ALWAYS
    for field, called, default in _fields(type(entry)):
        value = getattr(entry, field)
        yield Figure(field, called, value, usual=field not in told and value == default)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a kind that hold figures, what each is called, and what it usually holds."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind) if field.name not in NO_FIGURES}
    ordered = dict.fromkeys((*(name for name in FIRST if name in defaults), *defaults))
    return tuple((field, label(field), defaults[field]) for field in ordered)


def _before(entry: Equipment, usual: Equipment | None) -> dict[str, Any] | None:
    """What the figures were that a layer has changed."""
    if usual is None:
        return None
    pairs = ((field, getattr(usual, field)) for field in entry.__struct_fields__ if field not in NO_FIGURES)
    return {field: value for field, value in pairs if value != getattr(entry, field)}


def dates_of(entry: Equipment) -> Dates:
    """When equipment could be had."""
    only = "prototype" in entry.flags
    return Dates(entry.year, entry.prototype, entry.extinct, entry.recovered, only, entry.availability)


def _chassis_changes(rules: Ruleset, entry: Equipment) -> Iterator[Figure]:
    """What a change to the chassis of a support vehicle makes of its weight and its price."""
    if "chassis" not in entry.flags:
        return
    for flag, change in rules[CHANGES].rows.items():
        if flag in entry.flags:
            yield Figure("chassis_weight", "weight of the chassis times", change.weight)
            yield Figure("chassis_price", "price of the chassis times", change.price)


def fits(rules: Ruleset, item: Item) -> tuple[Fitting, ...]:
    """What goes with an item: ammunition and special rounds for a weapon, and the other way round."""
    held = catalogue_of(rules)
    entry = held.entries.get(item.id) or held.made(item.id)
    found = {
        (as_what, other.id): Fitting(as_what, other.id, other.name)
        for as_what, other in _fitting(held, entry)
        if other.id not in held.hidden
    }
    return tuple(found.values())


def _fitting(held: Catalogue, entry: Equipment | None) -> Iterator[tuple[str, Equipment]]:
    others = tuple(held.entries.values())
    if isinstance(entry, Weapon):
        yield from (("ammunition", other) for other in others if isinstance(other, Ammunition) and _feeds(other, entry))
        yield from (("munition", other) for other in held.rounds_for(entry))
    elif isinstance(entry, Ammunition):
        yield from (("weapon", other) for other in others if isinstance(other, Weapon) and _feeds(entry, other))
        yield from (
            ("munition", other) for other in others if isinstance(other, Munition) and entry.feeds in other.families
        )
    elif isinstance(entry, Munition):
        families = set(entry.families)
        yield from (
            ("weapon", other)
            for other in others
            if isinstance(other, Weapon) and not families.isdisjoint({other.ammunition, other.loads})
        )


def _feeds(rounds: Ammunition, weapon: Weapon) -> bool:
    """Whether ammunition is made for a weapon, by family, size, technology, and who carries it."""
    alike = ("battle_armour" in rounds.flags) == ("battle_armour" in weapon.flags)
    return alike and rounds.tech in (weapon.tech, "All") and feeds(rounds, weapon)


def _infantry(rules: Ruleset) -> Iterator[Item]:
    """Special types of conventional infantry."""
    for kind in infantry_types.known():
        yield Item(
            id=f"{INFANTRY}{kind.id}",
            name=kind.name,
            kind="infantry type",
            cites=(kind.cite,),
            figures=tuple(_figures(kind)),
            dates=Dates(kind.year),
            amendments=amendments_of(f"{INFANTRY}{kind.id}"),
        )


SHELVES: tuple[Callable[[Ruleset], Iterator[Item]], ...] = (_equipment, _infantry, *VEHICLE_TABLES)
"""Whatever holds items."""
