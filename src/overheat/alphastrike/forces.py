"""Forces with the card and the worth of each unit, added up."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from overheat.alphastrike.convert import Conversion, convert
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.muster.force import Force, Member
from overheat.classic.muster.force_files import Library
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset


class Fielded(msgspec.Struct, frozen=True):
    """A unit of a force: its crew, its card, and what it is worth."""

    member: Member
    sheet: Sheet
    conversion: Conversion
    battle_value: int | None
    """With its crew; none for a kind that has no rules for it."""


def field_force(force: Force, library: Library, rules: Ruleset | None = None) -> list[Fielded | RefusedError]:
    """Every unit of a force with its card, in order; one that cannot be fielded comes as a refusal with its line."""
    fielded: list[Fielded | RefusedError] = []
    for member in force.members:
        try:
            unit = field_unit(member, library.sheet(member), rules)
        except RefusedError as error:
            where = f"line {member.line}: " if member.line else ""
            fielded.append(refuse(error.refusal.id, where + error.refusal.reason, error.refusal.cite))
            continue
        fielded += [unit] * member.count
    return fielded


def field_unit(member: Member, sheet: Sheet, rules: Ruleset | None = None) -> Fielded:
    """A unit under its crew, by some rules."""
    conversion = convert(sheet, member.skill, rules)
    try:
        value: int | None = with_skills(battle_value(sheet, rules), member.gunnery, member.piloting, rules).total
    except RefusedError:
        value = None
    return Fielded(member, sheet, conversion, value)


class Totals(msgspec.Struct, frozen=True):
    """What a force adds up to."""

    units: int
    points: int
    battle_value: int


def totals(fielded: Iterable[Fielded]) -> Totals:
    """The sums of a force; a unit without a battle value adds none."""
    units = list(fielded)
    return Totals(
        units=len(units),
        points=sum(unit.conversion.card.points for unit in units),
        battle_value=sum(unit.battle_value or 0 for unit in units),
    )
