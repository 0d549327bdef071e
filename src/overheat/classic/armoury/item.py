"""An item of the armoury: what it is called, and every figure of it with its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from overheat.classic.armoury.dates import Dates
from overheat.classic.unit.amendments import Amendment
from overheat.classic.unit.figures import Source
from overheat.kernel.terms import number_as_text

TECHNOLOGIES = {"IS": "Inner Sphere", "Clan": "Clan", "All": "both"}
"""Whose technology a thing is, in words."""


UNDATED = Dates()


class Figure(NamedTuple):
    """One figure of an item: the field that holds it, what people call it, and its value."""

    field: str
    label: str
    value: Any
    usual: bool = False
    """Whether it is what most items have there, so that nobody needs to be told."""


class Fitting(NamedTuple):
    """Another item that goes with one: ammunition for a weapon, weapons for ammunition, special rounds for both."""

    as_what: str
    id: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Item:
    """An item under some rules."""

    id: str
    name: str
    kind: str
    groups: tuple[str, ...] = ()
    """Further words that it is listed under."""
    tech: str = "All"
    aliases: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    dates: Dates = UNDATED
    amendments: tuple[Amendment, ...] = ()
    """What rulings of the errata amend of it."""
    changed_by: Source | None = None
    """The layer that changes it or brings it."""
    before: Mapping[str, Any] | None = None
    """What figures were that a layer changes, by field."""
    fits: tuple[Fitting, ...] = ()
    in_battle: str = ""
    """What of it battles pass over, in words; nothing where all of it is played."""

    @property
    def technology(self) -> str:
        """Whose technology it is, in words."""
        return TECHNOLOGIES.get(self.tech, self.tech)

    def explain(self) -> str:
        """Every figure of it in words, with its citation and what rulings say of it."""
        from overheat.classic.armoury.wording import describe

        return describe(self)

    def as_json(self) -> dict[str, object]:
        """Every figure of it for programs."""
        from overheat.classic.armoury.wording import as_json

        return as_json(self)

    def __getitem__(self, field: str) -> Any:
        """The value of a figure, by the name of its field."""
        for figure in self.figures:
            if figure.field == field:
                return figure.value
        raise KeyError(field)


def plain(value: Any) -> Any:
    """A figure as a program reads it: numbers, texts and lists of them; a fraction is a text."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else number_as_text(value)
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, msgspec.Struct):
        given = msgspec.structs.asdict(value)
        return {name: plain(each) for name, each in given.items() if each is not None}
    return value
