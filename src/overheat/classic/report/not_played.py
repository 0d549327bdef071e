"""What of a unit is not played, in words and for programs, and what of its worth it is paid for with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from overheat.classic.battle_value.kinds import value_of
from overheat.classic.cost.kinds import KINDS as PRICED
from overheat.classic.rules.standard.played import Part, structure_traits, unplayed
from overheat.classic.unit.equipment import Armour, Structure, catalogue
from overheat.classic.unit.sheet import Location, Sheet
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.rule import Ruleset

PLAIN_ARMOUR = "standard_armour"
PLAIN_SUITS = {"IS": "is_ba_standard_armour", "Clan": "clan_ba_standard_armour"}
PLAIN_STRUCTURE = "standard_structure"


class NotPlayed(msgspec.Struct, frozen=True):
    """The parts of a unit that are not played, and by how much they change its battle value and its price."""

    unit: str
    parts: tuple[Part, ...] = ()
    battle_value: int = 0
    cost: int = 0

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def changes_worth(self) -> bool:
        """Whether the unit is paid for what it does not do."""
        return bool(self.battle_value or self.cost)

    @property
    def names(self) -> str:
        """The parts by name."""
        return ", ".join(map(str, self.parts))

    def __str__(self) -> str:
        return f"not played: {self.names}{self.paid}"

    @property
    def paid(self) -> str:
        """What they change of its worth, in words; nothing where it is nothing."""
        figures = (("battle value", self.battle_value), ("C-bills", self.cost))
        told = " and ".join(f"{value:+,} {unit}" for unit, value in figures if value)
        return f" ({told} for it)" if told else ""

    def as_json(self) -> dict[str, object]:
        """All of it for programs."""
        return {
            "parts": [{"name": part.name, "traits": list(part.traits), "partly": part.partly} for part in self.parts],
            "battle_value": self.battle_value,
            "cost": self.cost,
            "text": str(self) if self else "",
        }


def not_played(rules: Ruleset, sheet: Sheet) -> NotPlayed:
    """What of a sheet, as the rules have it, is not played; worked out once for each."""
    kept: dict[str, tuple[Sheet, NotPlayed]] = rules.remembered("play.not_played")
    known = kept.get(sheet.name)
    if known is not None and (known[0] is sheet or known[0] == sheet):
        return known[1]
    parts = rules[unplayed](rules, sheet)
    found = NotPlayed(sheet.name, parts)
    if parts:
        without = stripped(rules, sheet, parts)
        value = _difference(_value, rules, sheet, without)
        found = NotPlayed(sheet.name, parts, value, _difference(_price, rules, sheet, without))
    kept[sheet.name] = sheet, found
    return found


def stripped(rules: Ruleset, sheet: Sheet, parts: Iterable[Part]) -> Sheet:
    """A sheet without what is not played: gear taken out, armour and structure of the plain kind in their place.

    What is played in part stays.
    """
    idle = [part for part in parts if not part.partly]
    missing, names = frozenset(trait for part in idle for trait in part.traits), {part.name for part in idle}
    mounts = tuple(mount for mount in sheet.mounts if mount.equipment.name not in names)
    places = tuple(_plainly(place, sheet, missing) for place in sheet.locations)
    structure = sheet.structure
    if structure is not None and not missing.isdisjoint(structure_traits(structure)):
        plain = catalogue()[PLAIN_STRUCTURE]
        structure = plain if isinstance(plain, Structure) else structure
    return msgspec.structs.replace(sheet, mounts=mounts, locations=places, structure=structure)


def _plainly(place: Location, sheet: Sheet, missing: frozenset[str]) -> Location:
    if place.armour_kind is None or missing.isdisjoint(place.armour_kind.flags):
        return place
    plain = catalogue()[PLAIN_SUITS[sheet.tech] if sheet.suit and sheet.tech in PLAIN_SUITS else PLAIN_ARMOUR]
    return msgspec.structs.replace(place, armour_kind=plain) if isinstance(plain, Armour) else place


def _value(rules: Ruleset, sheet: Sheet) -> int:
    return rules[value_of](rules, sheet).total


def _price(rules: Ruleset, sheet: Sheet) -> int:
    priced = rules[PRICED].get(sheet.kind)
    return 0 if priced is None else priced(rules, sheet).total


def _difference(worth: Callable[[Ruleset, Sheet], int], rules: Ruleset, sheet: Sheet, without: Sheet) -> int:
    """How much more the whole unit is worth; nothing where there are no rules for its worth."""
    try:
        return worth(rules, sheet) - worth(rules, without)
    except RefusedError:
        return 0


def forewarned(found: Mapping[str, NotPlayed]) -> list[str]:
    """What is to be said before a battle begins of units that are paid for what is not played, by their names."""
    return [f"{name}: {each}" for name, each in found.items() if each.changes_worth]
