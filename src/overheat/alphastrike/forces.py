"""Forces with the card and the worth of each unit, those in C3 networks worth more, added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from overheat.alphastrike.convert import Conversion, convert
from overheat.classic.battle_value.force import FORCES, force_value, networked
from overheat.classic.battle_value.networks import link_of, no_network
from overheat.classic.battle_value.skill import MULTIPLIERS
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.battle_value.worksheet import round_half_up
from overheat.classic.muster.force import Force, Member
from overheat.classic.muster.force_files import Library
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term


class Fielded(msgspec.Struct, frozen=True):
    """A unit of a force: its crew, its card, and what it is worth."""

    member: Member
    sheet: Sheet
    conversion: Conversion
    battle_value: int | None
    """With its crew and its network; none for a kind that has no rules for it."""
    network_value: int = 0
    """What its C3 network adds to that."""

    @property
    def network(self) -> str:
        """The C3 network that it is in, if it gains by it."""
        return self.member.network if self.network_value else ""


def field_force(force: Force, library: Library, rules: Ruleset | None = None) -> list[Fielded | RefusedError]:
    """Every unit of a force with its card, in order, its C3 networks counted in.

    One that cannot be fielded comes as a refusal with its line, a network that is none as a refusal after the units.
    """
    fielded: list[Fielded | RefusedError] = []
    for member in force.members:
        try:
            unit = field_unit(member, library.sheet(member), rules)
        except RefusedError as error:
            where = f"line {member.line}: " if member.line else ""
            fielded.append(refuse(error.refusal.id, where + error.refusal.reason, error.refusal.cite))
            continue
        fielded += [unit] * member.count
    return _linked(fielded, rules or standard())


def field_unit(member: Member, sheet: Sheet, rules: Ruleset | None = None) -> Fielded:
    """A unit under its crew, by some rules."""
    conversion = convert(sheet, member.skill, rules)
    try:
        value: int | None = with_skills(battle_value(sheet, rules), member.gunnery, member.piloting, rules).total
    except RefusedError:
        value = None
    return Fielded(member, sheet, conversion, value)


def _linked(fielded: list[Fielded | RefusedError], rules: Ruleset) -> list[Fielded | RefusedError]:
    """The same units with what their networks add; what is no network is refused, and adds nothing."""
    places: dict[str, list[int]] = {}
    for at, unit in enumerate(fielded):
        if isinstance(unit, Fielded) and unit.member.network:
            places.setdefault(unit.member.network, []).append(at)
    linked = list(fielded)
    for name, held in places.items():
        units = [unit for at in held if isinstance(unit := fielded[at], Fielded)]
        try:
            for at, unit in zip(held, _network(units, rules), strict=True):
                linked[at] = unit
        except RefusedError as error:
            linked.append(refuse(error.refusal.id, f"network {name!r}: {error.refusal.reason}", error.refusal.cite))
    return linked


def _network(units: Sequence[Fielded], rules: Ruleset) -> list[Fielded]:
    """The units of one network with what it adds to each, before its crew counts."""
    sheets = [unit.sheet for unit in units]
    no = rules[no_network](rules, sheets)
    if no is not None:
        raise RefusedError(no)
    worth = networked(rules, sheets)
    return [_worth(unit, tally, rules) for unit, tally in zip(units, worth, strict=True)]


def _worth(unit: Fielded, tally: Tally, rules: Ruleset) -> Fielded:
    factor = rules[MULTIPLIERS][unit.member.gunnery, unit.member.piloting]
    value = round_half_up(tally.total * factor)
    gained = value - (unit.battle_value or 0)
    return msgspec.structs.replace(unit, battle_value=value, network_value=gained)


def unlinked(fielded: Iterable[Fielded]) -> list[str]:
    """The names of units that have C3 and are in no network of the force."""
    return [unit.sheet.name for unit in fielded if link_of(unit.sheet) and not unit.network]


class Totals(msgspec.Struct, frozen=True):
    """What a force adds up to."""

    units: int
    points: int
    battle_value: int
    network_value: int = 0
    """What C3 networks add to the battle value."""


def totals(fielded: Iterable[Fielded], rules: Ruleset | None = None) -> Totals:
    """The sums of a force; a unit without a battle value adds none."""
    units = list(fielded)
    held = rules or standard()
    worth = [Tally((Term("bv.unit", unit.battle_value or 0, unit.sheet.name, FORCES),)) for unit in units]
    return Totals(
        units=len(units),
        points=sum(unit.conversion.card.points for unit in units),
        battle_value=round_half_up(held[force_value](held, worth).total),
        network_value=sum(unit.network_value for unit in units),
    )
