"""Battle values of infantry, worked by hand one rule at a time, and held against the published ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from boards import needs_corpus
from doors import told
from overheat.classic.battle_value.infantry import infantry_battle_value
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.rules.standard.infantry_sheets import climbs, ground_points, jump_points
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number
from published import share_reached

AUTO_RIFLE, PORTABLE_GUN, KATANA, ARROW_IV, MISSILES = (
    Fraction(text) for text in ("1.59", "1.99", "0.29", "240", "30")
)
FOOT, TROTTING = Fraction("0.54"), Fraction("0.77")
"""Speed factors of one point of movement, of none, and of three."""
SUPPORT = "InfantryMachineGunPortable"
BATTERY = ("ISArrowIV", "ISArrowIV Ammo")
PUBLISHED = Fraction(84, 100)
"""The least share of published values that must be reached exactly."""


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def platoon(
    *more: str, motion: str = "Leg", squads: int = 4, size: int = 6, primary: str = "InfantryAssaultRifle"
) -> Sheet:
    """Four squads of six with rifles, on foot."""
    return parse_blk(platoon_file(*more, motion=motion, squads=squads, size=size, primary=primary)).sheet


def platoon_file(
    *more: str, motion: str = "Leg", squads: int = 4, size: int = 6, primary: str = "InfantryAssaultRifle"
) -> str:
    """The file of such a platoon."""
    head = block("UnitType", "Infantry") + block("Name", "Shrews") + block("type", "IS Level 2")
    body = block("motion_type", motion) + block("squadn", squads) + block("squad_size", size)
    return head + body + block("Primary", primary) + "".join(more)


def support(weapon: str, number: int) -> str:
    return block("Secondary", weapon) + block("secondn", number)


def factor(sheet: Sheet, id: str) -> Number:
    return next(term.value for step in battle_value(sheet).steps for term in step.factors if term.id == id)


def terms(sheet: Sheet, id: str) -> list[Number]:
    return [term.value for step in battle_value(sheet).steps for term in step.tally if term.id == id]


def test_a_platoon_is_its_soldiers_and_their_weapons() -> None:
    sheet = platoon(motion="Tracked")
    assert battle_value(sheet).steps[0].total == 24 * Fraction(3, 2) * Fraction(11, 10)
    assert battle_value(sheet).steps[1].total == 24 * AUTO_RIFLE * TROTTING
    assert battle_value(sheet).total == 62


@pytest.mark.proves("bv.infantry.divisors")
def test_a_kit_divides_the_damage_done_to_soldiers() -> None:
    assert terms(platoon(block("armorKit", "ComstarKit")), "bv.soldiers") == [72]
    assert terms(platoon(block("Troopers Equipment", "ComstarKit")), "bv.soldiers") == [72]


def test_a_stated_divisor_goes_before_that_of_the_kit() -> None:
    assert terms(platoon(block("armorKit", "ComstarKit"), block("armordivisor", "1.5")), "bv.soldiers") == [54]


@pytest.mark.proves("bv.infantry.implants")
def test_dermal_armour_adds_to_the_divisor() -> None:
    assert terms(platoon(block("armorKit", "ComstarKit"), block("augmentation", "dermal_armor")), "bv.soldiers") == [
        24 * Fraction(3, 2) * 3
    ]


@pytest.mark.proves("TO-379-adv-infantry-bv", "bv.infantry.hiding")
def test_suits_that_hide_count_in_the_defensive_factor_beside_movement() -> None:
    assert factor(platoon(block("dest", "true"), motion="Jump"), "bv.defensive_factor") == Fraction(14, 10)
    hidden = platoon(block("sneakcamo", "true"), block("sneakir", "true"), block("sneakecm", "true"))
    assert factor(hidden, "bv.defensive_factor") == Fraction(15, 10)


@pytest.mark.proves("TO-379-dest-suit-modifier")
def test_an_infiltration_suit_makes_a_platoon_worth_more_by_two_tenths_of_its_defence(tmp_path: Path) -> None:
    path = tmp_path / "shrews.blk"
    path.write_text(platoon_file(block("dest", "true")), encoding="utf-8")
    assert "x 1.2  defensive factor  [" in told(f"overheat bv {path} --worksheet")


def test_an_infiltration_suit_adds_two_tenths_to_the_defensive_factor() -> None:
    assert factor(platoon(block("dest", "true")), "bv.defensive_factor") == Fraction("1.2")
    assert factor(platoon(block("armorKit", "kit_dest_infiltration_suit")), "bv.defensive_factor") == Fraction("1.2")


@pytest.mark.parametrize(
    ("motion", "points"), [("Leg", 0), ("Motorized", 1), ("Jump", 2), ("Hover", 2), ("VTOL", 3), ("Beast:Branth", 3)]
)
def test_fast_platoons_are_hard_to_hit(motion: str, points: int) -> None:
    assert factor(platoon(motion=motion), "bv.defensive_factor") == 1 + Fraction(points, 10)


def test_weapons_count_twice_for_those_who_climb() -> None:
    sheet = platoon()
    assert terms(sheet, "bv.weapon") == terms(sheet, "bv.anti_mek") == [24 * AUTO_RIFLE]
    assert battle_value(sheet).steps[1].total == 2 * 24 * AUTO_RIFLE * FOOT


def test_soldiers_in_vehicles_or_with_guns_do_not_climb() -> None:
    assert [climbs(platoon(motion=motion)) for motion in ("Leg", "Jump", "Motorized")] == [True] * 3
    assert [climbs(platoon(motion=motion)) for motion in ("Hover", "Tracked", "Wheeled", "VTOL")] == [False] * 4
    assert not climbs(platoon(block("Field Guns Equipment", "Autocannon/10"), motion="Motorized"))


def test_encumbering_armour_slows_and_keeps_from_climbing() -> None:
    sheet = platoon(block("encumberingarmor", "true"))
    fast = msgspec.structs.replace(sheet, walk=3)
    assert [ground_points(standard(), men) for men in (sheet, fast)] == [1, 2]
    assert not climbs(sheet)


def test_archaic_weapons_do_not_count_twice() -> None:
    sheet = platoon(primary="InfantryVibroKatana")
    assert (terms(sheet, "bv.weapon"), terms(sheet, "bv.anti_mek")) == ([24 * KATANA], [])


def test_support_weapons_take_the_place_of_rifles() -> None:
    sheet = platoon(support(SUPPORT, 1), motion="Motorized")
    assert terms(sheet, "bv.weapon") == [20 * AUTO_RIFLE, 4 * PORTABLE_GUN]


def test_two_support_weapons_a_squad_slow_all_but_tracks() -> None:
    assert ground_points(standard(), platoon(support(SUPPORT, 1))) == 1
    assert ground_points(standard(), platoon(support(SUPPORT, 2))) == 0
    assert [
        ground_points(standard(), platoon(support(SUPPORT, 2), motion=motion)) for motion in ("Motorized", "Hover")
    ] == [2, 4]
    assert ground_points(standard(), platoon(support(SUPPORT, 2), motion="Tracked")) == 3
    assert jump_points(standard(), platoon(support(SUPPORT, 2), motion="Jump")) == 2


@pytest.mark.proves("bv.infantry.unstated")
def test_a_second_weapon_slows_those_who_fly() -> None:
    assert jump_points(standard(), platoon(motion="VTOL")) == 5
    assert jump_points(standard(), platoon(support(SUPPORT, 1), motion="VTOL")) == 4


@pytest.mark.parametrize("implant", ["tsm_implant", "dermal_armor"])
def test_implants_bear_support_weapons(implant: str) -> None:
    assert ground_points(standard(), platoon(support(SUPPORT, 2), block("augmentation", implant))) == 1


def test_field_guns_count_with_their_ammunition_beside_all_that_soldiers_hold() -> None:
    sheet = platoon(support(SUPPORT, 2), block("Field Guns Equipment", *BATTERY), motion="Wheeled")
    assert terms(sheet, "bv.field_gun") == [ARROW_IV]
    assert terms(sheet, "bv.ammunition") == [MISSILES]
    assert terms(sheet, "bv.weapon") == [16 * AUTO_RIFLE, 8 * PORTABLE_GUN]


@pytest.mark.parametrize(
    ("motion", "tenths"),
    [("Motorized", 8), ("Wheeled", 8), ("Tracked", 9), ("Hover", 7), ("VTOL", 7), ("Submarine", 6)],
)
def test_what_carries_a_platoon_takes_from_the_whole(motion: str, tenths: int) -> None:
    assert [term.value for term in battle_value(platoon(motion=motion)).factors] == [Fraction(tenths, 10)]


@pytest.mark.proves("bv.infantry.training")
def test_training_adds_to_what_is_left_of_a_platoon_that_is_carried() -> None:
    sheet = platoon(block("specialization", 64), motion="Hover")
    assert [term.value for term in battle_value(sheet).factors] == []


def test_artillery_moves_one_hex_at_most() -> None:
    sheet = platoon(block("Field Guns Equipment", *BATTERY), motion="Wheeled")
    assert ground_points(standard(), sheet) == 1


@pytest.mark.parametrize(
    ("bits", "tenths"),
    [(1, 11), (2 + 16, 11), (64, 13), (128, 12), (512, 11), (4096, 11), (64 + 512, 14)],
    ids=["bridges", "two kinds of engineers", "marines", "mountains", "paratroops", "divers", "two kinds of training"],
)
def test_training_multiplies_the_whole(bits: int, tenths: int) -> None:
    sheet = platoon(block("specialization", bits))
    assert [term.value for term in battle_value(sheet).factors] == [Fraction(tenths, 10)]


def test_other_training_is_worth_nothing() -> None:
    assert battle_value(platoon(block("specialization", 256))).factors == ()


@pytest.mark.proves("bv.infantry.animals")
def test_large_beasts_divide_damage() -> None:
    sheet = platoon(motion="Beast:Elephant")
    assert (terms(sheet, "bv.soldiers"), ground_points(standard(), sheet)) == ([72], 2)


def test_only_infantry_is_valued_so() -> None:
    text = block("UnitType", "ProtoMek") + block("Name", "Vole") + block("type", "Clan Level 2")
    text += block("motion_type", "Biped") + block("cruiseMP", 3) + block("tonnage", 3) + block("armor", 1, 1, 1, 1, 1)
    with pytest.raises(RefusedError):
        infantry_battle_value(standard(), parse_blk(text).sheet)


@needs_corpus
def test_five_in_six_of_the_published_values_are_reached() -> None:
    """Published values of nought say that none was worked out."""
    assert share_reached("CI") >= PUBLISHED
