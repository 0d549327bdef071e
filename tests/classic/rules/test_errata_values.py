"""Battle values as the errata rule on them: arrays as an option, masts, C3 networks and forces."""

from fractions import Fraction

import pytest

from classic.battle_value.inventions import sheet_of
from overheat.classic.battle_value.force import c3_share, force_value, networked
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.rulesets import ruleset, standard
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number
from vehicles import HERON, add, drop, sheet

ARRAY = {"LT": ["Machine Gun", "Machine Gun", "ISMGA", "IS Machine Gun Ammo - Half"]}
"""Two machine guns at 5 each, and what links them."""


def worth_of(sheet: Worksheet, word: str) -> Number:
    """What the terms with a word in their labels come to."""
    return sum(term.value for step in sheet.steps for term in step.tally if word in term.label)


@pytest.mark.proves("TO-385-bv-clan-cont-4", "TO-385-bv-clan-cont-7")
def test_by_the_letter_of_the_errata_an_array_adds_a_tenth_of_its_guns() -> None:
    """Ten for the guns, and one more."""
    worth = battle_value(sheet_of(ARRAY), ruleset(["errata_arrays"]))
    assert worth_of(worth, "Array") == 1


@pytest.mark.proves("bv.array_share")
def test_as_published_an_array_adds_two_thirds_of_its_guns() -> None:
    assert worth_of(battle_value(sheet_of(ARRAY)), "Array") == Fraction("6.7")
    assert worth_of(battle_value(sheet_of(ARRAY), standard()), "Array") == Fraction("6.7")


def on_mast(*items: str) -> list[tuple[str, Number]]:
    """Where a mast counts, and what it adds, with some items on it."""
    built = sheet(add(drop(HERON, "Rotor", "ISGuardianECMSuite"), "Rotor", *items))
    worth = battle_value(built)
    return [(step.label, term.value) for step in worth.steps for term in step.tally if term.id == "bv.mast_mount"]


DEFENCE, WHOLE = "Defensive battle rating", "Mast mount"


@pytest.mark.proves("TO-382-mast-mount-bv")
def test_each_item_on_a_mast_is_worth_ten_more_and_one_worth_a_share_adds_ten_to_the_whole() -> None:
    assert on_mast("BeagleActiveProbe") == [(DEFENCE, 10)]
    assert on_mast("BeagleActiveProbe", "ISGuardianECMSuite") == [(DEFENCE, 10), (DEFENCE, 10)]
    assert on_mast("ISC3SlaveUnit") == [(WHOLE, 10)]


@pytest.mark.proves("TO-383-bv-is-b-11")
def test_the_notes_too_add_ten_for_each_item_on_a_mast() -> None:
    assert sum(value for _, value in on_mast("BeagleActiveProbe", "ISC3SlaveUnit")) == 20


SLAVE = {"LT": ["ISC3SlaveUnit"]}
BOOSTED = {"LT": ["ISC3BoostedSystemSlaveUnit"] * 2}


def test_in_a_mixed_network_each_unit_gains_by_its_own_kind_of_c3() -> None:
    plain, boosted = sheet_of(SLAVE), sheet_of(BOOSTED)
    assert c3_share(standard(), plain) == Fraction(5, 100)
    assert c3_share(standard(), boosted) == Fraction(7, 100)
    both = battle_value(plain).total + battle_value(boosted).total
    assert [unit["bv.network"].value for unit in networked(standard(), [plain, boosted])] == [
        int(both * 0.05 + 0.5),
        int(both * 0.07 + 0.5),
    ]


def test_a_unit_without_c3_is_refused_a_network() -> None:
    with pytest.raises(RefusedError):
        networked(standard(), [sheet_of({})])


def test_a_force_is_worth_the_sum_of_its_units_however_many_they_are() -> None:
    units = networked(standard(), [sheet_of(SLAVE)] * 3)
    assert force_value(standard(), units).total == sum(unit.total for unit in units)
