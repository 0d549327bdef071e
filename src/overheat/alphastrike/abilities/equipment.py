"""Abilities that equipment gives, read from `data/abilities.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, CardType
from overheat.alphastrike.figure import exact
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Ammunition, Equipment
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number

Amount = float | Literal["size"]


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What some equipment gives: abilities without a number, and abilities whose numbers add up."""

    cite: str
    ids: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    """Equipment with any of these flags is meant, and with none of those in `without`."""
    without: frozenset[str] = frozenset()
    types: frozenset[CardType] | None = None
    """The types of card it is limited to."""
    gives: tuple[str, ...] = ()
    adds: dict[str, Amount] = {}
    aimed: bool = False
    """Whether it also stands in the list of the turret that holds the equipment."""

    def covers(self, equipment: Equipment, card: CardType) -> bool:
        """Whether it speaks of some equipment on a card of a type."""
        if self.types is not None and card not in self.types:
            return False
        flags = equipment.flags
        return equipment.id in self.ids or not (flags.isdisjoint(self.flags) or not flags.isdisjoint(self.without))


@cache
def grants() -> tuple[Grant, ...]:
    """Every entry of the table of abilities."""
    text = files("overheat.alphastrike").joinpath("data/abilities.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(entry, Grant) for entry in tomllib.loads(text).values())


_KNOWN: dict[CardType, dict[str, tuple[Equipment, tuple[Grant, ...]]]] = {}
"""By type of card and id, the equipment that was last asked about: other rules may have another of the same id."""


def granted(equipment: Equipment, card: CardType) -> tuple[Grant, ...]:
    """All that some equipment gives on a card of a type; worked out once for each."""
    known = _KNOWN.setdefault(card, {})
    found = known.get(equipment.id)
    if found is None or found[0] is not equipment:
        given = () if isinstance(equipment, Ammunition) else tuple(g for g in grants() if g.covers(equipment, card))
        found = known[equipment.id] = equipment, given
    return found[1]


def gather(pool: Pool, subject: Subject) -> None:
    """Put into a pool what everything that is mounted gives."""
    card, first = subject.type, dict[str, str]()
    known = _KNOWN.setdefault(card, {})
    for mount in subject.sheet.mounts:
        kept = known.get(mount.equipment.id)
        found = kept[1] if kept and kept[0] is mount.equipment else granted(mount.equipment, card)
        if found and (card != "BA" or first.setdefault(mount.equipment.id, mount.location) == mount.location):
            for grant in found:
                _take(pool, grant, mount)
    stations = subject.having("communications")
    if any(subject.rules[recon_station].function(subject.rules, mount, subject.sheet) for mount in stations):
        pool.give("RCN", "communications equipment")


@rule("as.recon_station", cite=ALPHA_STRIKE("Special unit abilities: recon"))
def recon_station(rules: Ruleset, mount: Mount, sheet: Sheet) -> bool:
    """Communications equipment of a twentieth of the unit's weight, or more, makes it a recon unit too."""
    return "communications" in mount.equipment.flags and (mount.size or 1) * 20 >= sheet.tons


def aimed_abilities(mounts: Iterable[Mount], card: CardType) -> tuple[Ability, ...]:
    """What the equipment in a turret adds to the turret's own list besides damage, in order."""
    pool = Pool()
    for mount in mounts:
        for grant in granted(mount.equipment, card):
            if grant.aimed:
                _take(pool, grant, mount)
    return tuple(sorted(pool.listed(), key=lambda ability: ability.printed))


def _take(pool: Pool, grant: Grant, mount: Mount) -> None:
    name = mount.equipment.name
    for code in grant.gives:
        pool.give(code, name)
    for code, amount in grant.adds.items():
        pool.add(code, _amount(amount, mount), name)


def _amount(amount: Amount, mount: Mount) -> Number:
    """A fixed number, or the size of the item: that of the file, or its tons where all are of one size."""
    if amount != "size":
        return exact(amount)
    if mount.size is not None:
        return exact(mount.size)
    return exact(mount.equipment.tons) if isinstance(mount.equipment.tons, float) else 1


RULES = (recon_station,)
