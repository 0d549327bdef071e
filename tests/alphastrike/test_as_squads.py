"""The damage of battle armour and infantry, by hand one rule at a time, and against the published cards."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.alphastrike.card import Damage
from overheat.alphastrike.damage.conversion import firepower
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.damage.squads import (
    in_hand,
    platoon_firepower,
    platoon_heat,
    platoon_range,
    soldier_damage,
    squad_damage,
    squad_factor,
    troop_factor,
)
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.kernel.refusal import RefusedError

PUBLISHED = {"BA": 95, "CI": 96, "PM": 100}
"""How many of a hundred cards must be met in short, medium and long damage."""
ABILITIES = ("HT", "IF", "FLK", "ART", "AC")
SMALL_LASER, FLAMER, MACHINE_GUN = "ISBASmallLaser", "CLBAFlamer", "CLBAMG"
RIFLE, PORTABLE_FLAMER = "InfantryAssaultRifle", "InfantryPortableFlamer"


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def squad(*gear: str, troopers: int = 4, more: str = "") -> Sheet:
    """A squad of medium suits."""
    head = block("UnitType", "BattleArmor") + block("Name", "Vole") + block("type", "IS Level 2")
    body = block("motion_type", "Leg") + block("cruiseMP", 3) + block("jumpingMP", 0) + block("armor", 8)
    suit = block("Trooper Count", troopers) + block("weightclass", 2) + block("armor_type", 28)
    return parse_blk(head + body + suit + block("Squad Equipment", *gear) + more).sheet


def platoon(*more: str, squads: int = 4, size: int = 7, primary: str = RIFLE) -> Sheet:
    """Four squads of seven with rifles, on foot."""
    head = block("UnitType", "Infantry") + block("Name", "Shrews") + block("type", "IS Level 2")
    body = block("motion_type", "Leg") + block("squadn", squads) + block("squad_size", size)
    return parse_blk(head + body + block("Primary", primary) + "".join(more)).sheet


def support(weapon: str, number: int) -> str:
    return block("Secondary", weapon) + block("secondn", number)


def armed(sheet: Sheet) -> Firepower:
    return firepower(Subject(standard(), sheet))


def damage(sheet: Sheet) -> tuple[str, str, str]:
    row = armed(sheet).row
    return str(row.short), str(row.medium), str(row.long)


def abilities(sheet: Sheet) -> list[str]:
    return [ability.printed for ability in armed(sheet).abilities]


@pytest.mark.proves("as.troop_factor")
def test_troopers_hit_as_a_cluster_of_their_number_does() -> None:
    assert [troop_factor(standard(), troopers) for troopers in (1, 4, 5, 6, 21, 28, 30, 45)] == [
        0,
        3,
        3,
        4,
        13,
        17,
        18,
        18,
    ]


@pytest.mark.proves("as.squad_factor")
def test_battle_armour_counts_half_a_trooper_more() -> None:
    assert [squad_factor(standard(), troopers) for troopers in (4, 5, 6)] == [
        Fraction(7, 2),
        Fraction(7, 2),
        Fraction(9, 2),
    ]


@pytest.mark.proves("as.squad_factor")
def test_a_squad_does_the_damage_of_a_suit_times_its_factor() -> None:
    figure = armed(squad(SMALL_LASER + ":RA")).figures[0]
    assert figure.tally.total == Fraction(3, 10)
    assert [step.value for step in figure.steps] == [Fraction(105, 100), 2]
    assert damage(squad(SMALL_LASER + ":RA")) == ("2", "0", "0")


@pytest.mark.proves("as.squad_damage")
def test_a_squad_that_does_less_than_half_a_point_does_minimal_damage() -> None:
    assert [str(squad_damage(standard(), Fraction(text))) for text in ("0.45", "0.5", "1.01", "0")] == [
        "0*",
        "1",
        "2",
        "0",
    ]


@pytest.mark.proves("as.in_hand")
def test_weapons_in_the_hand_add_a_twentieth_and_gloves_only_without_them() -> None:
    assert [in_hand(standard(), *held) for held in ((0, 0), (0, 2), (1, 2), (2, 0))] == [0, 1, 1, 2]


def test_gloves_alone_make_minimal_damage() -> None:
    assert damage(squad("BAArmoredGlove:LA", "BAArmoredGlove:RA")) == ("0*", "0", "0")


def test_an_anti_personnel_weapon_adds_to_short_range_alone() -> None:
    plain = squad("CLBALightMG:RA")
    held = squad("CLBALightMG:RA", "BAAPMount:LA", RIFLE + ":APM:LA")
    assert (armed(held).heat_modified[0] - armed(plain).heat_modified[0]) / squad_factor(standard(), 4) == Fraction(
        1, 20
    )
    assert armed(held).heat_modified[1] == armed(plain).heat_modified[1] == Fraction(35, 100)


def test_a_squad_support_weapon_counts_once_for_all() -> None:
    sheet = squad("ISBAMediumLaser:SSWM")
    assert armed(sheet).heat_modified[:2] == (Fraction(1, 2), Fraction(1, 2))
    assert damage(sheet) == ("1", "1", "0")


def test_what_every_trooper_has_for_himself_counts_as_the_squads() -> None:
    alone = "".join(block(f"Trooper {number} Equipment", SMALL_LASER + ":RA") for number in range(1, 5))
    assert armed(squad(more=alone)).heat_modified == armed(squad(SMALL_LASER + ":RA")).heat_modified


def test_each_vibro_claw_adds_a_tenth_for_the_squad() -> None:
    sheet = squad("BABattleClawVibro:LA", "BABattleClawVibro:RA", MACHINE_GUN + ":Body")
    assert armed(sheet).heat_modified[0] == Fraction(2, 10) * Fraction(7, 2) + Fraction(2, 10)


def test_launchers_that_fire_once_or_with_few_shots_do_a_share_of_their_damage() -> None:
    once = squad("ISBASRM2OS:Body")
    assert armed(once).heat_modified[0] == Fraction(2, 100) * Fraction(7, 2)
    scarce = squad("ISBASRM4:Body", "BA-SRM4 Ammo:Body:Shots2#")
    assert armed(scarce).heat_modified[0] == Fraction(6, 10) * Fraction(3, 4) * Fraction(7, 2)


def test_flames_heat_by_the_troopers_that_hit() -> None:
    assert abilities(squad(FLAMER + ":RA")) == ["HT1/-/-"]
    assert abilities(squad(FLAMER + ":RA", FLAMER + ":LA")) == ["HT2/-/-"]
    assert abilities(squad(FLAMER + ":SSWM")) == []


def test_missiles_of_a_squad_fire_indirectly_and_its_cluster_cannons_against_aircraft() -> None:
    assert abilities(squad("CLBALRM4:Body", "BACL Ammo LRM-4:Body:Shots4#")) == ["IF1"]
    assert abilities(squad("CLBALBX:RA", troopers=6)) == ["FLK1/1/-"]


def test_a_mortar_that_does_not_reach_long_range_gives_no_indirect_fire() -> None:
    assert abilities(squad("CLBALightMortar:Body")) == []


@pytest.mark.proves("as.troop_factor")
def test_a_platoon_does_the_mean_damage_of_a_soldier_by_those_that_hit() -> None:
    figure = armed(platoon()).figures[0]
    each = soldier_damage(standard(), weapon("infantry_auto_rifle"), own=True)
    assert figure.steps[0].value == each * 17 / 10
    assert damage(platoon()) == ("1", "0", "0")


def weapon(id: str) -> Weapon:
    found = catalogue()[id]
    assert isinstance(found, Weapon)
    return found


@pytest.mark.proves("as.soldier_damage")
def test_a_soldiers_own_arms_do_six_tenths_at_most() -> None:
    strong = weapon("infantry_laser_rifle_mauser_iic_ias")
    assert (soldier_damage(standard(), strong, own=True), soldier_damage(standard(), strong, own=False)) == (
        Fraction(6, 10),
        Fraction(137, 100),
    )


@pytest.mark.proves("as.platoon_range")
def test_two_support_weapons_of_each_squad_decide_how_far_a_platoon_reaches() -> None:
    reaches = []
    for number in (1, 2):
        unit = platoon(support("InfantryLRM", number)).platoon
        assert unit is not None
        reaches.append(platoon_range(standard(), unit))
    assert reaches == [3, 9]
    assert damage(platoon(support("InfantryLRM", 2))) == ("1", "1", "0")


@pytest.mark.proves("as.platoon_heat")
def test_soldiers_heat_a_target_by_their_damage_and_by_two_at_most() -> None:
    assert [platoon_heat(standard(), cell).value for cell in (Damage(0, True), Damage(1), Damage(3))] == [0, 1, 2]


def test_a_platoon_with_flamers_heats_its_target() -> None:
    assert abilities(platoon(support(PORTABLE_FLAMER, 2))) == ["HT1/-/-"]
    assert abilities(platoon(support(PORTABLE_FLAMER, 2), squads=1)) == []


def test_field_guns_count_instead_of_the_soldiers() -> None:
    guns = platoon(block("Field Guns Equipment", "ISAC10", "ISAC10 Ammo", "ISAC10", "ISAC10 Ammo"))
    assert damage(guns) == ("2", "2", "0")
    assert abilities(guns) == ["AC2/2/-"]


def test_whoever_is_no_platoon_is_refused() -> None:
    with pytest.raises(RefusedError, match="Vole is no platoon of infantry"):
        platoon_firepower(Subject(standard(), squad()))


def test_a_platoon_with_an_unknown_weapon_is_refused_by_its_name() -> None:
    with pytest.raises(RefusedError, match="Shrews: what 'Boomerang' does is not known"):
        armed(platoon(primary="Boomerang"))


@needs_corpus
@pytest.mark.parametrize("kind", PUBLISHED)
def test_most_squads_agree_with_their_card(kind: str) -> None:
    with (CORPUS / "official_cards.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["type"] == kind]
    right = told = 0
    for row in rows:
        sheet = read_blk(CORPUS / "units" / row["file"]).sheet
        right += damage(sheet) == (row["s"], row["m"], row["l"])
        printed = {one for one in row["specials"].split(",") if one.startswith(ABILITIES)}
        told += printed == {one for one in abilities(sheet) if one.startswith(ABILITIES)}
    assert rows
    assert 100 * right >= PUBLISHED[kind] * len(rows)
    assert 100 * told >= 98 * len(rows)
