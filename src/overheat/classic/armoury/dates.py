"""When a thing could be had: its prototypes, its introduction, its loss and its return."""

from __future__ import annotations

from typing import Literal, NamedTuple

Standing = Literal["not dated", "not yet", "prototype", "production", "extinct", "recovered"]
"""How a thing stands in a year; what has no date is said to have none."""

SPACEFLIGHT = 1950
"""The year that stands for everything older than spaceflight."""
ERAS = (("Star League", 2781), ("Succession Wars", 3050), ("Clan Invasion", None))
"""The three eras of availability, each with the year that the next begins in."""


class Dates(NamedTuple):
    """The years of a thing, as far as they are known."""

    introduced: int | None = None
    prototype: int | None = None
    extinct: int | None = None
    recovered: int | None = None
    only_prototypes: bool = False
    """Whether it never was anything but a prototype."""
    availability: str = ""

    def standing(self, year: int) -> Standing:
        """How a thing stands in a year."""
        if self.introduced is None and self.prototype is None:
            return "not dated"
        if self.introduced is None or year < self.introduced:
            return "prototype" if self.prototype is not None and year >= self.prototype else "not yet"
        if self.extinct is not None and year >= self.extinct:
            back = self.recovered is not None and year >= self.recovered
            return "recovered" if back else "extinct"
        return "prototype" if self.only_prototypes else "production"

    def there(self, year: int) -> bool:
        """Whether a thing could be had in a year; one without dates is taken to be there."""
        return self.standing(year) not in ("not yet", "extinct")

    def letter(self, year: int) -> str:
        """The letter of how available it is in the era of a year; empty where none is given."""
        return dict(self.letters()).get(era_of(year), "")

    def letters(self) -> tuple[tuple[str, str], ...]:
        """The letter of each era, where letters are given."""
        found = self.availability.split("-")
        return tuple(zip((name for name, _ in ERAS), found, strict=True)) if len(found) == len(ERAS) else ()


def era_of(year: int) -> str:
    """The era of availability that a year lies in."""
    return next(name for name, end in ERAS if end is None or year < end)


def told_year(year: int) -> str:
    """A year in words; what is older than spaceflight has none."""
    return "before spaceflight" if year <= SPACEFLIGHT else str(year)
