"""Battle values of squads in battle armour, worked by hand one rule at a time, and held against the published ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import needs_corpus
from overheat.classic.battle_value.battle_armour import (
    armour_worth,
    battle_armour_battle_value,
    climbs,
    ecm,
    ground_points,
    jump_points,
    swim_points,
)
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number
from published import share_reached

LIGHT, MEDIUM, HEAVY, ASSAULT = 1, 2, 3, 4
STANDARD, STEALTH, IMPROVED_STEALTH, FIRE_RESISTANT, MIMETIC, REFLECTIVE, REACTIVE = 28, 32, 33, 35, 36, 37, 38
SMALL_LASER, MACHINE_GUN, SRM_2 = 9, 5, 21
PUBLISHED = Fraction(88, 100)
"""The least share of published values that must be reached exactly."""


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def squad(
    *gear: str,
    troopers: int = 4,
    weight: int = MEDIUM,
    walk: int = 3,
    jump: int = 0,
    motion: str = "Leg",
    kind: int = STANDARD,
    more: str = "",
) -> Sheet:
    """A squad of medium suits with eight points of armour and three points of movement."""
    head = block("UnitType", "BattleArmor") + block("Name", "Vole") + block("type", "IS Level 2")
    body = block("motion_type", motion) + block("cruiseMP", walk) + block("jumpingMP", jump) + block("armor", 8)
    suit = block("Trooper Count", troopers) + block("weightclass", weight) + block("armor_type", kind)
    return parse_blk(head + body + suit + block("Squad Equipment", *gear) + more).sheet


def carried(trooper: int, *gear: str) -> str:
    return block(f"Trooper {trooper} Equipment", *gear)


def valued(sheet: Sheet) -> Worksheet:
    return battle_value(sheet)


def factor(sheet: Sheet, id: str) -> Number:
    return next(term.value for step in valued(sheet).steps for term in step.factors if term.id == id)


def terms(sheet: Sheet, id: str) -> list[Number]:
    return [term.value for step in valued(sheet).steps for term in step.tally if term.id == id]


def test_a_squad_is_its_trooper_times_its_size() -> None:
    sheet = squad("BASmallLaser:RA")
    assert valued(sheet).steps[0].total == (8 * Fraction(5, 2) + 1) * Fraction(12, 10)
    assert valued(sheet).steps[1].total == SMALL_LASER * Fraction(77, 100)
    assert valued(sheet).exact == (Fraction("25.2") + Fraction("6.93")) * Fraction("5.2")
    assert battle_value(sheet).total == 167


@pytest.mark.parametrize(("troopers", "worth"), [(1, "1"), (2, "2.2"), (3, "3.6"), (4, "5.2"), (5, "7"), (6, "9")])
def test_each_further_trooper_makes_all_worth_a_tenth_more(troopers: int, worth: str) -> None:
    assert valued(squad(troopers=troopers)).factors[0].value == Fraction(worth)


@pytest.mark.proves("TO-380-modular-armor-bv-3")
def test_reflective_and_reactive_armour_count_like_fire_resistant_armour() -> None:
    for kind in (FIRE_RESISTANT, REFLECTIVE, REACTIVE):
        assert terms(squad(kind=kind), "bv.armour") == [8 * Fraction(7, 2)]


def test_other_armour_counts_two_and_a_half() -> None:
    assert armour_worth(standard(), None) == Fraction(5, 2)
    assert terms(squad(kind=MIMETIC), "bv.armour") == [20]


@pytest.mark.proves("TO-380-ba-angel-ecm-bv")
def test_an_angel_ecm_suite_counts_twice_an_ordinary_one() -> None:
    assert terms(squad("ISBAAngelECM:Body"), "bv.ecm") == [2]
    assert terms(squad("ISBAECM:Body"), "bv.ecm") == [1]


def test_one_trooper_with_an_ecm_suite_or_a_probe_serves_the_squad() -> None:
    sheet = squad(more=carried(1, "ISBAECM:Body", "ISBAImprovedSensors:Body"))
    assert (terms(sheet, "bv.ecm"), terms(sheet, "bv.defence")) == ([1], [1])


def test_a_squad_without_a_suite_has_no_term_for_it() -> None:
    assert ecm(standard(), squad()) is None


def test_point_defence_protects() -> None:
    sheet = squad("ISBAAPDS:RA")
    assert (terms(sheet, "bv.defence"), terms(sheet, "bv.weapon")) == ([7], [])


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        (squad(walk=1), 1),
        (squad(walk=3), 2),
        (squad(walk=1, jump=3, motion="Jump"), 3),
        (squad(walk=1, jump=3, motion="UMU"), 2),
        (squad(walk=1, jump=5, motion="VTOL"), 4),
        (squad("BACamoSystem:Body"), 4),
        (squad(kind=STEALTH), 4),
        (squad(kind=IMPROVED_STEALTH), 5),
        (squad(kind=MIMETIC), 5),
    ],
    ids=["slow", "walking", "jumping", "swimming", "flying", "camouflaged", "stealth", "improved", "mimetic"],
)
def test_small_moving_and_hidden_suits_are_hard_to_hit(sheet: Sheet, points: int) -> None:
    assert factor(sheet, "bv.defensive_factor") == 1 + Fraction(points, 10)


@pytest.mark.proves("TO-380-ba-myomer-bv")
def test_points_of_a_myomer_booster_count_in_both_factors() -> None:
    sheet = squad("BAMyomerBooster:Body")
    assert factor(sheet, "bv.defensive_factor") == Fraction(13, 10)
    assert factor(sheet, "bv.speed") == 1


def test_a_myomer_booster_moves_heavy_suits_less() -> None:
    assert ground_points(standard(), squad("BAMyomerBooster:Body", weight=LIGHT)) == 5
    assert ground_points(standard(), squad("BAMyomerBooster:Body", weight=HEAVY)) == 4


def test_boosters_and_wings_add_to_a_jump() -> None:
    assert jump_points(squad("BAJumpBooster:Body", jump=3)) == 4
    assert jump_points(squad("BAPartialWing:Body", jump=3)) == 4
    assert jump_points(squad("BAPartialWing:Body")) == 0


def test_mechanical_boosters_jump_and_run() -> None:
    sheet = squad("BAMechanicalJumpBooster:Body")
    assert (ground_points(standard(), sheet), jump_points(sheet)) == (4, 1)


def test_what_swims_does_not_jump() -> None:
    sheet = squad(jump=3, motion="UMU")
    assert (jump_points(sheet), swim_points(sheet)) == (0, 3)


def test_ammunition_counts_by_its_weight() -> None:
    sheet = squad("ISBASRM2:Body", "BA-SRM2 Ammo:Body:Shots4#")
    assert (terms(sheet, "bv.weapon"), terms(sheet, "bv.ammunition")) == ([SRM_2], [3 * Fraction(8, 100)])


def test_a_squad_support_weapon_is_shared() -> None:
    assert terms(squad("BASmallLaser:LA:SSWM"), "bv.weapon") == [Fraction(SMALL_LASER, 4)]


def test_what_one_trooper_carries_is_shared() -> None:
    assert terms(squad(more=carried(2, "BAMineDispenser:Body")), "bv.tool") == [2]


def test_weapons_against_infantry_count_nothing() -> None:
    assert valued(squad("BAAPMount:LA", "InfantryAssaultRifle:LA:APM")).steps[1].total == 0


def test_magnetic_clamps_are_tools() -> None:
    assert terms(squad("BAMagneticClamp:Body"), "bv.tool") == [1]


CLAW, GLOVE, HAND = "BABattleClaw", "BAArmoredGlove", "BABasicManipulator"


@pytest.mark.parametrize(
    ("weight", "hands", "climbing"),
    [
        (MEDIUM, (f"{CLAW}:LA",), True),
        (MEDIUM, (f"{HAND}:LA", f"{HAND}:RA"), True),
        (MEDIUM, (f"{HAND}:LA",), False),
        (MEDIUM, (f"{GLOVE}:LA", f"{GLOVE}:RA"), False),
        (LIGHT, (f"{GLOVE}:LA", f"{GLOVE}:RA"), True),
        (LIGHT, (f"{GLOVE}:LA",), False),
        (HEAVY, (f"{CLAW}:LA", f"{CLAW}:RA"), False),
        (ASSAULT, (f"{HAND}:LA", f"{HAND}:RA"), False),
    ],
)
def test_hands_and_weight_decide_who_climbs(weight: int, hands: tuple[str, ...], climbing: bool) -> None:
    assert climbs(squad(*hands, weight=weight)) is climbing


def test_quads_do_not_climb() -> None:
    assert not climbs(squad(f"{CLAW}:LA", more=block("chassis", "quad")))


def test_suits_made_to_swim_do_not_climb() -> None:
    assert not climbs(squad(f"{CLAW}:LA", walk=1, jump=3, motion="UMU"))


def test_weapons_in_hand_count_again_for_those_who_climb() -> None:
    sheet = squad(f"{CLAW}:LA", "BASmallLaser:RA")
    assert (terms(sheet, "bv.weapon"), terms(sheet, "bv.anti_mek")) == ([SMALL_LASER], [SMALL_LASER])


def test_other_weapons_do_not_count_again() -> None:
    gear = ("ISBASRM2:LA", "ISBAMG:Body", "BASmallLaser:LA:SSWM", "ISBAMG:DWP")
    assert terms(squad(f"{CLAW}:LA", *gear), "bv.anti_mek") == []


def test_claws_that_hold_or_cut_count_for_those_who_climb() -> None:
    assert terms(squad("BABattleClawVibro:LA"), "bv.anti_mek") == [1]
    assert terms(squad("BABattleClawVibro:LA", weight=HEAVY), "bv.anti_mek") == []


def test_only_squads_are_valued_so() -> None:
    text = block("UnitType", "ProtoMek") + block("Name", "Vole") + block("type", "Clan Level 2")
    text += block("motion_type", "Biped") + block("cruiseMP", 3) + block("tonnage", 3) + block("armor", 1, 1, 1, 1, 1)
    with pytest.raises(RefusedError):
        battle_armour_battle_value(standard(), parse_blk(text).sheet)


@needs_corpus
def test_most_published_values_are_reached() -> None:
    assert share_reached("BA") >= PUBLISHED
