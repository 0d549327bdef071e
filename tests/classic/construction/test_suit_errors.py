"""Battle armour that breaks no rule, and the same with one error planted; and what its parts weigh."""

import pytest

from builds import Plant, all_found, errors, findings, part
from vehicles import add, block, drop, of, put, wearing


def suit(troopers: int, equipment: str, **fields: str) -> str:
    """The text of a squad's file: what all its troopers carry, and the rest of its blocks."""
    parts = [block(tag.replace("_count", " Count"), value) for tag, value in fields.items()]
    parts.append(block("Trooper Count", str(troopers)))
    parts.append(block("Squad Equipment", *equipment.split(", ")))
    return "".join(parts)


LYNX = suit(
    4,
    "ISBASmallLaser:RA, BAAPMount:LA, InfantryAssaultRifle:APM:LA, BABattleClaw:LA, SwarmMek, LegAttack",
    UnitType="BattleArmor",
    Name="Lynx",
    Model="L-1",
    type="IS Level 2",
    year="3060",
    motion_type="Jump",
    cruiseMP="1",
    jumpingMP="3",
    armor_type="28",
    armor_tech="1",
    armor="5",
    chassis="biped",
    weightclass="1",
)
"""A light suit that jumps: 100 kg of chassis, 75 of jump jets, 250 of armour."""

BADGER = suit(
    5,
    "CLBASRM2:Body, BA-SRM2 Ammo:Body:Shots2#",
    UnitType="BattleArmor",
    Name="Badger",
    Model="B-4",
    type="Clan Level 2",
    year="3070",
    motion_type="Leg",
    cruiseMP="3",
    armor_type="28",
    armor_tech="2",
    armor="12",
    chassis="quad",
    weightclass="4",
)
"""An assault suit on four legs."""

VALID = {"Lynx": LYNX, "Badger": BADGER}
SQUAD = "Squad"


def more(text: str, *items: str) -> str:
    return add(text, SQUAD, *items)


PLANTS: dict[str, Plant] = {
    "seven suits": (put(LYNX, "Trooper Count", "7"), "squad", None),
    "too heavy": (more(LYNX, "ISBAERSmallLaser:LA"), "weight", None),
    "too heavy for its class": (put(LYNX, "weightclass", "0"), "weight", None),
    "runs too fast": (put(LYNX, "cruiseMP", "4"), "walk", None),
    "four legs that crawl": (put(BADGER, "cruiseMP", "1"), "walk", None),
    "jumps too far": (put(LYNX, "jumpingMP", "4"), "jump", None),
    "four legs that jump": (put(BADGER, "jumpingMP", "1"), "jump", None),
    "too much armour": (put(LYNX, "armor", "7"), "armour_limit", None),
    "armour of war machines": (wearing(LYNX, "is_reactive"), "armour_kind", None),
    "arm too full": (more(LYNX, *["ISBALightMG:RA"] * 2), "slots", "right arm"),
    "weapon on an arm that is a leg": (more(BADGER, "CLBALightMG:LA"), "slots", "left arm"),
    "claw on the body": (more(LYNX, "BABattleClaw:Body"), "manipulators", "body"),
    "two claws on an arm": (more(LYNX, "BABattleClaw:LA"), "manipulators", "left arm"),
    "half a pair": (more(LYNX, "BACargoLifter:RA"), "manipulators", None),
    "claw on four legs": (more(BADGER, "BABattleClaw:LA"), "manipulators", "left arm"),
    "wing and booster": (more(LYNX, "BAPartialWing:Body", "BAJumpBooster:Body"), "rivals", None),
    "booster in stealth": (more(put(LYNX, "armor_type", "31"), "BAMyomerBooster:Body"), "rivals", None),
    "laser of war machines": (more(LYNX, "Medium Laser:RA"), "barred", "right arm"),
    "ECM of war machines": (more(LYNX, "ISAngelECMSuite:Body"), "barred", "body"),
    "artillery on an arm": (more(BADGER, "ISBATubeArtillery:LA"), "tube", "left arm"),
    "two weapons for the squad": (more(LYNX, *["ISBALightMG:LA:SSWM"] * 2), "support_weapon", None),
    "no pack": (more(LYNX, "ISBALightMG:DWP"), "pack", None),
    "rifle and no mount": (drop(LYNX, SQUAD, "BAAPMount:LA"), "personal_weapon", None),
    "launcher of the Clans": (more(LYNX, "CLBASRM2:Body"), "tech", None),
    "beyond its level": (more(LYNX, "ISBATubeArtillery:Body"), "level", None),
}


def planted(*names: str) -> bool:
    return all_found(PLANTS, *names)


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_battle_armour_that_is_built_by_the_rules_has_no_findings(text: str) -> None:
    assert findings(text) == set()


@pytest.mark.parametrize("name", PLANTS)
def test_an_error_planted_in_battle_armour_is_found(name: str) -> None:
    assert planted(name)


@pytest.mark.proves("construction.suit.squad", "construction.suit.limits")
def test_a_squad_has_six_suits_at_most() -> None:
    assert planted("seven suits")
    assert "squad" not in errors(put(LYNX, "Trooper Count", "6"))


@pytest.mark.proves("construction.suit.weight")
def test_a_suit_weighs_no_more_than_its_class() -> None:
    assert planted("too heavy", "too heavy for its class")


@pytest.mark.proves("construction.suit.walk")
def test_a_suit_walks_as_far_as_its_class_allows() -> None:
    assert planted("runs too fast", "four legs that crawl")
    assert "walk" not in errors(put(BADGER, "cruiseMP", "4"))


@pytest.mark.proves("construction.suit.jump")
def test_a_suit_jumps_as_far_as_its_class_allows() -> None:
    assert planted("jumps too far", "four legs that jump")
    assert "jump" not in errors(put(put(LYNX, "motion_type", "VTOL"), "jumpingMP", "6"))


@pytest.mark.proves("construction.suit.armour_limit")
def test_a_suit_wears_as_much_armour_as_its_class_allows() -> None:
    assert planted("too much armour")
    assert "armour_limit" not in errors(put(LYNX, "armor", "6"))


@pytest.mark.proves("construction.suit.armour_kind", "TO-281-reflective-armor-1")
def test_reflective_armour_is_made_for_suits() -> None:
    assert "armour_kind" in errors(wearing(LYNX, "is_reflective"))
    assert "armour_kind" not in errors(wearing(LYNX, "is_ba_reflective"))


@pytest.mark.proves("construction.suit.armour_kind", "TO-282-reactive-armor-1")
def test_reactive_armour_is_made_for_suits() -> None:
    assert planted("armour of war machines")
    assert "armour_kind" not in errors(wearing(LYNX, "is_ba_reactive"))


@pytest.mark.proves("construction.suit.slots")
def test_a_limb_holds_what_it_has_slots_for() -> None:
    assert planted("arm too full", "weapon on an arm that is a leg")
    assert "slots" not in errors(more(LYNX, "ISBALightMG:RA"))


@pytest.mark.proves("construction.suit.slots", "TO-286-ba-myomer-booster")
def test_a_myomer_booster_may_be_split_among_limbs() -> None:
    split = more(LYNX, "BAMyomerBooster:Body", "BAMyomerBooster:LA", "BAMyomerBooster:RA")
    assert "slots" not in errors(split)
    assert ("slots", "right arm") in findings(more(split, "BAMyomerBooster:RA"))


@pytest.mark.proves("construction.suit.manipulators")
def test_manipulators_are_on_arms_and_some_in_pairs() -> None:
    assert planted("claw on the body", "two claws on an arm", "half a pair", "claw on four legs")
    paired = more(drop(LYNX, SQUAD, "BABattleClaw:LA"), "BACargoLifter:RA", "BACargoLifter:LA")
    assert "manipulators" not in errors(paired)


@pytest.mark.proves("construction.suit.rivals")
def test_some_equipment_of_suits_does_not_go_together() -> None:
    assert planted("wing and booster", "booster in stealth")
    assert "rivals" not in errors(more(LYNX, "BAMyomerBooster:Body"))


@pytest.mark.proves("construction.suit.barred", "TO-279-angel-ecm-2")
def test_suits_have_an_angel_ecm_of_their_own() -> None:
    assert planted("laser of war machines", "ECM of war machines")
    assert "barred" not in errors(more(LYNX, "ISBAAngelECM:Body"))


@pytest.mark.proves("construction.suit.barred", "TO-312-heavy-flamer-1")
def test_suits_have_a_heavy_flamer_of_their_own() -> None:
    assert "barred" in errors(more(LYNX, "ISHeavyFlamer:RA"))
    assert "barred" not in errors(more(LYNX, "ISBAHeavyFlamer:RA"))


@pytest.mark.proves("construction.suit.barred", "TO-284-conventional-artillery-2")
def test_suits_have_a_tube_of_artillery_of_their_own() -> None:
    assert "barred" in errors(more(LYNX, "ISThumper:Body"))
    assert "barred" not in errors(more(LYNX, "ISBATubeArtillery:Body"))


@pytest.mark.proves("construction.suit.tube", "TO-284-ba-tube-construction-1")
def test_tube_artillery_is_in_the_body() -> None:
    assert planted("artillery on an arm")
    assert "tube" not in errors(more(LYNX, "ISBATubeArtillery:Body"))


@pytest.mark.proves("construction.suit.support_weapon")
def test_a_squad_has_one_weapon_that_all_serve() -> None:
    assert planted("two weapons for the squad")
    assert "support_weapon" not in errors(more(LYNX, "ISBALightMG:LA:SSWM"))


@pytest.mark.proves("construction.suit.pack")
def test_a_pack_holds_one_weapon() -> None:
    assert planted("no pack")
    assert "pack" not in errors(more(LYNX, "ISBALightMG:DWP", "BADetachableWeaponPack:Body"))


@pytest.mark.proves("construction.suit.personal_weapon", "TO-304-disposable-weapons-ba")
def test_weapons_of_foot_soldiers_need_a_mount_or_gloves() -> None:
    assert planted("rifle and no mount")
    gloved = more(drop(LYNX, SQUAD, "BAAPMount:LA"), "BAArmoredGlove:RA", "BAArmoredGlove:LA")
    assert "personal_weapon" not in errors(gloved)
    disposable = more(drop(gloved, SQUAD, "InfantryAssaultRifle:APM:LA"), "InfantryVLAW:APM:LA")
    assert "personal_weapon" not in errors(disposable)
    assert "personal_weapon" in errors(drop(disposable, SQUAD, "BAArmoredGlove:RA"))


def test_a_disposable_weapon_in_a_mount_leaves_one_glove_to_the_rifle() -> None:
    mounted = more(LYNX, "InfantryVLAW:APM:LA", "BAArmoredGlove:RA")
    assert "personal_weapon" not in errors(mounted)
    assert "personal_weapon" in errors(more(mounted, "InfantryVLAW:APM:LA"))
    assert "personal_weapon" in errors(drop(mounted, SQUAD, "BAArmoredGlove:RA"))


@pytest.mark.proves("construction.suit.tech")
def test_technology_of_suits_is_not_mixed() -> None:
    assert planted("launcher of the Clans")


@pytest.mark.proves("construction.suit.level")
def test_equipment_beyond_the_level_of_suits_is_told() -> None:
    assert planted("beyond its level")


@pytest.mark.proves("construction.suit_weight.chassis", "construction.suit.classes")
def test_a_chassis_weighs_by_class_and_make() -> None:
    classes = [put(LYNX, "weightclass", str(code)) for code in range(5)]
    assert [part(text, "chassis") for text in classes] == [0.08, 0.1, 0.175, 0.3, 0.55]
    assert [part(of(text, tech="Clan"), "chassis") for text in classes] == [0.13, 0.15, 0.25, 0.4, 0.7]


@pytest.mark.proves("construction.suit_weight.movement")
def test_movement_weighs_by_class_and_way() -> None:
    assert part(LYNX, "movement") == 0.075
    assert part(put(LYNX, "cruiseMP", "3"), "movement") == 0.135
    assert part(put(LYNX, "motion_type", "UMU"), "movement") == 0.135
    assert part(BADGER, "movement") == 0.16


@pytest.mark.proves("construction.suit_weight.armour")
def test_the_armour_of_a_suit_weighs_by_its_points() -> None:
    assert part(LYNX, "armour") == 0.25
    assert part(wearing(LYNX, "is_ba_reactive"), "armour") == 0.3
    assert part(wearing(LYNX, "clan_ba_reflective"), "armour") == 0.15


@pytest.mark.proves("construction.suit_weight.equipment", "construction.suit.shares")
def test_equipment_of_a_suit_weighs_what_it_says_and_less_in_a_pack() -> None:
    assert part(LYNX, "ba_small_laser") == 0.2
    assert part(more(BADGER, "CLBALightMG:DWP", "BADetachableWeaponPack:Body"), "ba_light_machine_gun") == 0.05625
    assert part(more(LYNX, "ISBALightMG:LA:SSWM"), "ba_light_machine_gun") == 0.03
    assert part(more(LYNX, "BAMyomerBooster:Body", "BAMyomerBooster:RA"), "ba_myomer_booster") == 0.25
