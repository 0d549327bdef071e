"""Whether a unit can be had in a year and by whom: its own date, those of its parts, eras, and technology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from overheat.classic.armoury.dates import Dates, Standing, era_of, told_year
from overheat.classic.armoury.finding import allowed_by
from overheat.classic.armoury.item import TECHNOLOGIES
from overheat.classic.armoury.shelves import dates_of
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.findings import told
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Slot, rule

DATES = TECH_MANUAL("Technology, dates of introduction and loss")
TECHNOLOGY = TECH_MANUAL("Technology base", 21)


class Fielding(NamedTuple):
    """A unit that somebody wants to have: in a year, or with a technology, or both."""

    rules: Ruleset
    sheet: Sheet
    year: int | None = None
    technology: str | None = None

    @property
    def parts(self) -> tuple[Equipment, ...]:
        """What the unit is made of, each thing once."""
        return tuple({part.id: part for part in built_of(self.sheet)}.values())


FIELDED: Slot[[Fielding], tuple[Finding, ...]] = Slot("availability.fielded", ())
"""What speaks against having a unit, or is worth knowing about it."""


def built_of(sheet: Sheet) -> Iterator[Equipment]:
    """Everything that a unit is made of."""
    if sheet.structure is not None:
        yield sheet.structure
    if sheet.engine is not None:
        yield sheet.engine.kind
    yield from (place.armour_kind for place in sheet.locations if place.armour_kind is not None)
    yield from (mount.equipment for mount in sheet.mounts if mount.known)
    if sheet.platoon is not None:
        carried = (sheet.platoon.primary, sheet.platoon.secondary, sheet.platoon.armour_kit)
        yield from (mount.equipment for mount in carried if mount is not None)


@rule("availability.standing", cite=DATES)
def standing(rules: Ruleset, dates: Dates, year: int) -> Standing:
    """A thing is a prototype before its introduction, then in production until it is lost, and again once recovered.

    What has no dates goes by the letter of its era: X is none.
    """
    found = dates.standing(year)
    return "not yet" if found == "not dated" and dates.letter(year) == "X" else found


@rule("availability.unit", cite=DATES, slot=FIELDED)
def unit_is_there(fielding: Fielding) -> tuple[Finding, ...]:
    """A unit cannot be had before the year that its file gives."""
    sheet, year = fielding.sheet, fielding.year
    if year is None or sheet.year is None or sheet.year <= year:
        return ()
    return (Finding(id="availability.unit", reason=f"{sheet.name} is of {sheet.year}, after {year}", cite=DATES),)


@rule("availability.parts", cite=DATES, slot=FIELDED)
def parts_are_there(fielding: Fielding) -> tuple[Finding, ...]:
    """A part that is not there yet or has been lost cannot be had; one that was found again is worth a note."""
    return tuple(_of_parts(fielding))


def _of_parts(fielding: Fielding) -> Iterator[Finding]:
    for part, found, dates in standings(fielding):
        if found in ("not yet", "extinct"):
            reason = _missing(part, dates, found, fielding.year or 0)
            yield Finding(id="availability.parts", reason=reason, cite=where(part))
        elif found == "recovered":
            reason = f"{part.name} was lost in {dates.extinct} and is there again since {dates.recovered}"
            yield from told("availability.parts", where(part), [(None, reason)])


def _missing(part: Equipment, dates: Dates, found: Standing, year: int) -> str:
    """Why a part cannot be had in a year."""
    if found == "extinct":
        back = f", and is found again in {dates.recovered}" if dates.recovered else ""
        return f"{part.name} is extinct in {year}: it was lost in {dates.extinct}{back}"
    if dates.introduced is None and dates.prototype is None:
        return f"{part.name} is not to be had in {year}: its availability in the era of the {era_of(year)} is X"
    first = f", its first prototypes of {dates.prototype}" if dates.prototype else ""
    return f"{part.name} is not there in {year}: it is of {dates.introduced}{first}"


@rule("availability.prototypes", cite=DATES, slot=FIELDED)
def prototypes(fielding: Fielding) -> tuple[Finding, ...]:
    """A part of which there are only prototypes in a year is worth a note."""
    return tuple(
        Finding(
            id="availability.prototypes",
            severity="note",
            reason=f"{found.part.name} is a prototype in {fielding.year}",
            cite=where(found.part),
        )
        for found in standings(fielding)
        if found.standing == "prototype"
    )


@rule("availability.technology", cite=TECHNOLOGY, slot=FIELDED)
def of_the_technology(fielding: Fielding) -> tuple[Finding, ...]:
    """Who has one technology has nothing that only the other makes; with mixed technology everything may be had."""
    if fielding.technology is None:
        return ()
    allowed = allowed_by(fielding.technology)
    return tuple(
        Finding(
            id="availability.technology",
            reason=f"{part.name} is {TECHNOLOGIES[part.tech]} technology, not {fielding.technology.replace('_', ' ')}",
            cite=where(part),
        )
        for part in fielding.parts
        if part.tech not in allowed
    )


def where(part: Equipment) -> Cite:
    """Where the dates of a part are written."""
    return Cite(part.name, part.cite)


def findings(fielding: Fielding) -> tuple[Finding, ...]:
    """Everything that speaks against having a unit, or is worth knowing about it."""
    return tuple(found for rule in fielding.rules[FIELDED] for found in rule.function(fielding))


class PartStanding(NamedTuple):
    """How a part of a unit stands in a year."""

    part: Equipment
    standing: Standing
    dates: Dates

    def __str__(self) -> str:
        years = (
            ("prototype", self.dates.prototype),
            ("introduced", self.dates.introduced),
            ("extinct", self.dates.extinct),
            ("recovered", self.dates.recovered),
        )
        told = ", ".join(f"{name} {told_year(year)}" for name, year in years if year is not None)
        rare = f"; availability {self.dates.availability}" if self.dates.availability else ""
        return f"{self.standing:<11} {self.part.name:<36} {told}{rare}  [{self.part.cite}]"

    def as_json(self) -> dict[str, object]:
        return {
            "equipment": self.part.id,
            "name": self.part.name,
            "standing": self.standing,
            **{name: value for name, value in self.dates._asdict().items() if name != "only_prototypes"},
            "rating": self.part.rating,
            "cite": self.part.cite,
        }


def standings(fielding: Fielding) -> tuple[PartStanding, ...]:
    """How each part of a unit stands in its year."""
    rules, year = fielding.rules, fielding.year
    if year is None:
        return ()
    dated = ((part, dates_of(part)) for part in fielding.parts)
    return tuple(PartStanding(part, rules[standing](rules, dates, year), dates) for part, dates in dated)


def all_there(rules: Ruleset, ids: Iterable[str], year: int) -> bool:
    """Whether all of some parts, by their ids, could be had in a year; what nobody knows is taken to be there."""
    held = catalogue_of(rules)
    known = (part for id in ids if (part := held.made(id)) is not None)
    return all(rules[standing](rules, dates_of(part), year) not in ("not yet", "extinct") for part in known)


RULES = (standing, unit_is_there, parts_are_there, prototypes, of_the_technology)
