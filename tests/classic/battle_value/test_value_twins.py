"""What battle values work out once is what the plain way works out each time."""

from __future__ import annotations

from fractions import Fraction
from math import floor, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from classic.battle_value.inventions import sheet_of
from overheat.classic.battle_value import weapons
from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.battle_value.machine import defence
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Step, Worksheet, round_half_up
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.equipment import Armour, catalogue
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unitfile import library
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number, Tally, Term, added, multiplied, ratio

HERE = Cite("Rulebook", "sums")

WEAPONS = ("ISMediumLaser", "ISPPC", "ISLRM5", "ISSRM2", "ISMRM10", "ISStreakSRM2", "ISSmallLaser")
AIDS = ("ISArtemisIV", "ISPPCCapacitor", "ISTargeting Computer", "ISLaserInsulator", "ISApollo", "ISFlamer")
numbers = some.one_of(some.integers(-999, 999), some.fractions(min_value=-99, max_value=99, max_denominator=60))
slots = some.lists(some.sampled_from((*WEAPONS, *AIDS)), max_size=4)
machines = some.builds(
    lambda left, right, arm: {"LT": left, "RT": right, "LA": arm},
    some.lists(some.sampled_from(WEAPONS), max_size=3),
    slots,
    slots,
)


def armed(build: Build, mounts: list[Mount], kept: dict[int, weapons.Armed]) -> None:
    for mount in mounts:
        alike = kept.get(id(mount.equipment)) or weapons._alike(build, mount, HERE, kept)
        assert alike == weapons._armed(build, mount, HERE)


@pytest.mark.parametrize("layers", [(), ("omega",)])
def test_a_weapon_without_an_aid_counts_alike_in_every_bundled_machine(layers: tuple[str, ...]) -> None:
    rules = ruleset(layers)
    kept: dict[bool, dict[int, weapons.Armed]] = {False: {}, True: {}}
    for name in library.names():
        build = Build(rules, library.find(name).sheet)
        if build.sheet.kind == "war machine" and "aes" not in build.flags:
            aided = weapons._aided(build)
            alone = [mount for mount in build.weapons if mount.equipment.flags.isdisjoint(aided)]
            armed(build, alone, kept["targeting_computer" in build.flags])
    assert kept[False]


@settings(max_examples=60)
@given(machines, some.sampled_from(("Inner Sphere", "Clan")))
def test_a_weapon_without_an_aid_counts_alike_whatever_else_is_mounted(held: dict[str, list[str]], tech: str) -> None:
    build = Build(ruleset(()), sheet_of(held, TechBase=tech))
    aided = weapons._aided(build)
    armed(build, [mount for mount in build.weapons if mount.equipment.flags.isdisjoint(aided)], {})


def forget() -> None:
    """Give a table its rows anew: all that was worked out by rules and tables is worked out anew then."""
    FACTORS.rows = FACTORS.rows


def valued(sheet: Sheet) -> Worksheet | None:
    try:
        return battle_value(sheet)
    except RefusedError:
        return None


def test_a_bundled_unit_has_the_same_value_after_all_others_and_alone() -> None:
    sheets = [library.find(name).sheet for name in library.names()]
    after = [valued(sheet) for sheet in sheets]
    assert any(after)
    for sheet, worksheet in zip(sheets, after, strict=True):
        forget()
        assert valued(sheet) == worksheet


def test_other_factors_are_felt_by_a_unit_that_was_valued_before() -> None:
    sheet = library.find("Archer ARC-2R").sheet
    before, usual = battle_value(sheet), FACTORS.rows
    doubled = ("armour", "structure", "gyro", "explosive ammunition")
    FACTORS.rows = {**usual, **{row: 2 * usual[row] for row in doubled}}
    try:
        after = battle_value(sheet)
    finally:
        FACTORS.rows = usual
    assert [term.value for term in after.steps[0].tally] == [2 * term.value for term in before.steps[0].tally]
    assert battle_value(sheet) == before


@settings(max_examples=60)
@given(
    some.lists(
        some.sampled_from([entry for entry in catalogue().entries.values() if isinstance(entry, Armour)]),
        min_size=8,
        max_size=8,
    )
)
def test_armour_counts_the_same_kind_by_kind_and_location_by_location(kinds: list[Armour]) -> None:
    build = Build(ruleset(()), _clad(kinds))
    assert defence._plain_plates(build) == defence._plates(build)


def _clad(kinds: list[Armour]) -> Sheet:
    """The plain machine in armour of some kinds."""
    from msgspec.structs import replace

    sheet = sheet_of({})
    places = zip(sheet.locations, kinds, strict=True)
    return replace(sheet, locations=tuple(replace(place, armour_kind=kind) for place, kind in places))


@given(some.lists(numbers, max_size=6))
def test_sums_and_products_are_those_of_fractions(held: list[Number]) -> None:
    assert added(held) == sum(map(Fraction, held))
    assert multiplied(held) == prod(map(Fraction, held))


@given(some.integers(-9999, 9999), some.integers(1, 999))
def test_a_ratio_is_the_fraction_and_rounds_as_it(above: int, below: int) -> None:
    assert ratio(above, below) == Fraction(above, below)
    assert round_half_up(ratio(above, below)) == floor(Fraction(above, below) + Fraction(1, 2))


sums = some.lists(some.tuples(some.lists(numbers, max_size=5), some.lists(numbers, max_size=2)), max_size=3)


@given(sums, some.lists(numbers, max_size=2))
def test_a_worksheet_comes_to_what_fractions_come_to(
    held: list[tuple[list[Number], list[Number]]], last: list[Number]
) -> None:
    def terms(values: list[Number]) -> tuple[Term, ...]:
        return tuple(Term("bv.term", value, "a term", HERE) for value in values)

    sheet = Worksheet(tuple(Step("step", Tally(terms(values)), terms(times)) for values, times in held), terms(last))
    parts = [sum(map(Fraction, values)) * prod(map(Fraction, times)) for values, times in held]
    assert [step.total for step in sheet.steps] == parts
    assert sheet.exact == sum(parts) * prod(map(Fraction, last))
    assert sheet.total == floor(sheet.exact + Fraction(1, 2))
