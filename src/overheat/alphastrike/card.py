"""The card: what is printed for a unit in Alpha Strike."""

from __future__ import annotations

from typing import Literal

import msgspec

CardType = Literal["BM", "IM", "PM", "CV", "SV", "BA", "CI", "AF", "CF", "SC", "DS", "DA", "JS", "WS", "SS", "MS"]
Band = Literal["S", "M", "L", "E"]


class Damage(msgspec.Struct, frozen=True, order=True, gc=False):
    """A damage cell: a whole number, or minimal damage, printed `0*`, that is more than nothing and less than one."""

    value: int = 0
    minimal: bool = False

    def __str__(self) -> str:
        return "0*" if self.minimal else str(self.value)

    def __bool__(self) -> bool:
        return self.minimal or self.value > 0


class DamageRow(msgspec.Struct, frozen=True, gc=False):
    """Damage at short, medium, long and extreme range."""

    short: Damage = Damage()
    medium: Damage = Damage()
    long: Damage = Damage()
    extreme: Damage = Damage()


class Move(msgspec.Struct, frozen=True, gc=False):
    """A way to move: inches (or thrust) and the letter of the mode; war machines on foot have none."""

    inches: int
    mode: str = ""


class Ability(msgspec.Struct, frozen=True, gc=False):
    """A special unit ability: its code as printed with its numbers (`AC2/2/-`), and what it comes from."""

    code: str
    printed: str
    because: str = ""
    damage: tuple[Damage, ...] = ()
    """Its damage at short, medium, long and extreme range, where it carries some; one cell where it has no ranges."""


class Arc(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One firing arc of a large craft: the damage of each class of its weapons, and the abilities of all that fires."""

    name: Literal["front", "left", "right", "rear"]
    standard: DamageRow = DamageRow()
    capital: DamageRow = DamageRow()
    capital_missiles: DamageRow = DamageRow()
    sub_capital: DamageRow = DamageRow()
    abilities: tuple[Ability, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """All that a card shows."""

    name: str
    chassis: str = ""
    model: str = ""
    type: CardType
    tons: float
    size: int
    moves: tuple[Move, ...]
    tmm: int
    damage: DamageRow
    overheat: int = 0
    armour: int = 0
    structure: int = 0
    threshold: int | None = None
    abilities: tuple[Ability, ...] = ()
    arcs: tuple[Arc, ...] = ()
    """The arcs of a large craft, whose damage is told for each of them and not for the unit."""
    role: str = ""
    skill: int = 4
    points: int = 0
    """The point value at the card's skill."""
