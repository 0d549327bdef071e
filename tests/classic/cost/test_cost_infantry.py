"""What conventional infantry costs, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.cost.infantry import root
from overheat.classic.cost.unit import unit_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.classic.unitfile.codes import speciality_bits
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number

RIFLE = 80
"""C-bills of an automatic rifle."""


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def platoon(*more: str, motion: str = "Leg") -> Sheet:
    """Four squads of six with automatic rifles."""
    head = block("UnitType", "Infantry") + block("Name", "Shrews") + block("type", "IS Level 2")
    body = block("motion_type", motion) + block("squadn", 4) + block("squad_size", 6)
    return parse_blk(head + body + block("Primary", "InfantryAssaultRifle") + "".join(more)).sheet


def factors(sheet: CostSheet) -> list[Number]:
    return [factor.value for factor in sheet.structure.factors]


def refusal(sheet: Sheet) -> str:
    with pytest.raises(RefusedError) as refused:
        unit_cost(sheet)
    return refused.value.refusal.id


@pytest.mark.parametrize(("value", "answer"), [("0", "0"), ("49", "7"), ("2", "1.414213"), ("2.25", "1.5")])
def test_roots_are_taken_to_the_millionth(value: str, answer: str) -> None:
    assert root(Fraction(value)) == Fraction(answer)


@pytest.mark.proves("cost.infantry.figures", "cost.infantry.weapons")
def test_a_soldier_costs_two_thousand_times_the_root_of_his_weapon() -> None:
    assert catalogue()["infantry_auto_rifle"].cost == RIFLE
    sheet = unit_cost(platoon())
    assert sheet.structure.tally["cost.weapons"].value == 24 * 2000 * Fraction("8.944271")
    assert sheet.total == sheet.dry == 429_325


def test_support_weapons_are_paid_for_by_those_who_carry_them() -> None:
    sheet = unit_cost(platoon(block("Secondary", "InfantryMachineGunPortable"), block("secondn", 2)))
    first, second = (term for term in sheet.structure.tally if term.id == "cost.weapons")
    gun = catalogue()["infantry_machine_gun_portable"].cost
    assert isinstance(gun, float)
    assert first.value == 16 * 2000 * Fraction("8.944271")
    assert second.value == 8 * 2000 * root(Fraction(gun))


@pytest.mark.proves("cost.infantry.armour")
def test_a_kit_is_paid_for_by_each_soldier() -> None:
    told = unit_cost(platoon(block("armorKit", "ComstarKit"))).structure.tally["cost.armour"]
    kit = next(entry for entry in catalogue().entries.values() if "ComstarKit" in entry.aliases)
    assert told.value == 24 * Fraction(str(kit.cost)) > 0


WORN = [
    (("armordivisor", 2), 4300),
    (("encumberingarmor", "true"), 0),
    (("spacesuit", "true"), 5000),
    (("dest", "true"), 50_000),
    (("sneakcamo", "true"), 7000),
    (("sneakir", "true"), 7000),
]


@pytest.mark.parametrize(("said", "price"), WORN)
def test_armour_without_a_name_costs_by_what_it_does(said: tuple[str, object], price: int) -> None:
    tally = unit_cost(platoon(block(*said))).structure.tally
    assert (tally["cost.armour"].value if "cost.armour" in tally else 0) == 24 * price


def test_armour_that_hinders_is_cheaper_and_sneaking_twice_dearer() -> None:
    hindering = platoon(block("armordivisor", 2), block("encumberingarmor", "true"))
    assert unit_cost(hindering).structure.tally["cost.armour"].value == 24 * 1600
    sneaking = platoon(block("sneakcamo", "true"), block("sneakir", "true"))
    assert unit_cost(sneaking).structure.tally["cost.armour"].value == 24 * 21_000
    ghosts = platoon(block("sneakcamo", "true"), block("sneakir", "true"), block("sneakecm", "true"))
    assert unit_cost(ghosts).structure.tally["cost.armour"].value == 24 * 28_000


MOTIONS = [
    ("Motorized", "1.6"),
    ("Jump", "2.6"),
    ("Hover", "3.2"),
    ("Wheeled", "3.2"),
    ("Tracked", "3.2"),
    ("UMU", "2"),
]


@pytest.mark.proves("cost.infantry.motives")
@pytest.mark.parametrize(("motion", "factor"), MOTIONS)
def test_what_carries_soldiers_makes_them_dearer(motion: str, factor: str) -> None:
    assert factors(unit_cost(platoon(motion=motion))) == [Fraction(factor)]


def test_training_makes_soldiers_dearer() -> None:
    assert factors(unit_cost(platoon(block("antimek", 5)))) == [5]
    assert factors(unit_cost(platoon(block("antimek", 8)))) == []


@pytest.mark.proves("cost.infantry.training")
def test_marines_cost_three_times_as_much() -> None:
    assert factors(unit_cost(platoon(block("specialization", speciality_bits(("marines",)))))) == [3]


SPECIALITIES = [("demolition engineers", 5), ("marines", 3), ("mountain troops", 2), ("paratroops", 3)]


@pytest.mark.parametrize(("speciality", "factor"), SPECIALITIES)
def test_special_training_makes_soldiers_dearer(speciality: str, factor: int) -> None:
    assert factors(unit_cost(platoon(block("specialization", speciality_bits((speciality,)))))) == [factor]


@pytest.mark.proves("cost.infantry.factors")
def test_engineers_of_two_sorts_pay_for_their_training_once() -> None:
    bits = speciality_bits(("bridge engineers", "trench engineers"))
    assert factors(unit_cost(platoon(block("specialization", bits)))) == [5]


def test_field_guns_come_on_top_whatever_carries_the_platoon() -> None:
    plain = unit_cost(platoon(motion="Motorized"))
    gun = unit_cost(platoon(block("Field Guns Equipment", "ISAC5"), motion="Motorized"))
    assert gun.total - plain.total == 125_000


@pytest.mark.proves("cost.infantry.implants", "cost.infantry.implanted")
def test_implants_are_paid_for_by_each_soldier_and_an_unknown_one_is_refused() -> None:
    dermal = unit_cost(platoon(block("augmentation", "dermal_armor"), motion="Jump"))
    assert dermal.others[0].total == 24 * 1_500_000
    assert refusal(platoon(block("augmentation", "third_eye"))) == "cost.implant"


def test_animals_have_no_known_price() -> None:
    assert refusal(platoon(motion="Beast:Horse")) == "cost.motive"


@needs_corpus
def test_all_official_infantry_without_animals_has_a_price() -> None:
    for path in sorted((CORPUS / "units" / "infantry").rglob("*.blk")):
        sheet = read_blk(path).sheet
        if sheet.motive != "beast":
            assert unit_cost(sheet).dry > 0, path.name
