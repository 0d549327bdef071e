"""Conventional infantry that breaks no rule, and the same with one error planted."""

import pytest

from builds import Plant, all_found, errors, findings
from overheat.classic.construction.check import weigh
from riflemen import RIFLEMEN
from vehicles import add, block, of, put, sheet

GUARDS = RIFLEMEN + block("Secondary", "InfantryERLaser") + block("secondn", "2") + block("armorKit", "SpacesuitCombat")
"""Four squads of seven on foot, with two lasers each and in suits."""

GUNNERS = (
    put(put(GUARDS, "motion_type", "Motorized"), "squadn", "3")
    + block("Field Guns Equipment", "ISAC10", "ISAC10 Ammo")
    + block("Troopers Equipment")
)
"""Twenty-one soldiers with a gun of twelve tons."""

CREWED = "InfantrySupportLaserHeavy"

PLANTS: dict[str, Plant] = {
    "moving like nothing": (of(GUARDS, motive="rail"), "movement", None),
    "squad too large": (put(GUARDS, "squad_size", "11"), "squad_size", None),
    "squad too large for hovercraft": (put(GUARDS, "motion_type", "Hover"), "squad_size", None),
    "too many squads": (put(GUARDS, "squadn", "6"), "squads", None),
    "too many soldiers": (put(GUARDS, "squadn", "5"), "size", None),
    "no weapon": (put(GUARDS, "Primary", CREWED), "primary", None),
    "three lasers in a squad": (put(GUARDS, "secondn", "3"), "secondary", None),
    "tank gun in a squad": (put(GUARDS, "Secondary", "ISAC10"), "secondary", None),
    "too few to serve": (put(put(GUARDS, "Secondary", CREWED), "squad_size", "5"), "crew", None),
    "gun without a crew": (put(GUNNERS, "squadn", "1"), "gun_crew", None),
    "two guns and one crew": (add(GUNNERS, "Field Guns", "ISAC10"), "gun_crew", None),
    "guns of two kinds": (add(GUNNERS, "Field Guns", "ISAC5"), "gun_kind", None),
    "gun on foot": (put(GUNNERS, "motion_type", "Leg"), "gun_towing", None),
    "two kits": (add(GUNNERS, "Troopers", "SpacesuitCombat"), "armour_kit", None),
    "rifle for armour": (put(GUARDS, "armorKit", "InfantryAssaultRifle"), "armour_kit", None),
}


def planted(*names: str) -> bool:
    return all_found(PLANTS, *names)


@pytest.mark.parametrize("text", [GUARDS, GUNNERS], ids=["Guards", "Gunners"])
def test_infantry_that_is_built_by_the_rules_has_no_findings(text: str) -> None:
    assert findings(text) == set()
    assert weigh(sheet(text)).total == 0


@pytest.mark.parametrize("name", PLANTS)
def test_an_error_planted_in_infantry_is_found(name: str) -> None:
    assert planted(name)


@pytest.mark.proves("construction.platoon.movement")
def test_infantry_moves_in_one_of_the_ways_there_are() -> None:
    assert planted("moving like nothing")


@pytest.mark.proves("construction.platoon.squad_size")
def test_the_way_of_moving_limits_a_squad() -> None:
    assert planted("squad too large", "squad too large for hovercraft")
    assert "squad_size" not in errors(put(GUARDS, "squad_size", "10"))


@pytest.mark.proves("construction.platoon.squads", "construction.platoon.largest", "construction.platoon.limits")
def test_a_platoon_has_five_squads_at_most() -> None:
    assert planted("too many squads")
    assert "squads" not in errors(put(GUARDS, "squadn", "5"))


@pytest.mark.proves("construction.platoon.size")
def test_the_way_of_moving_limits_a_platoon() -> None:
    assert planted("too many soldiers")


@pytest.mark.proves("construction.platoon.primary")
def test_every_soldier_has_a_weapon_that_needs_no_crew() -> None:
    assert planted("no weapon")
    assert "primary" in errors(GUARDS.replace(block("Primary", "InfantryAssaultRifle"), ""))


@pytest.mark.proves("construction.platoon.secondary")
def test_a_squad_has_two_secondary_weapons_at_most() -> None:
    assert planted("three lasers in a squad", "tank gun in a squad")


@pytest.mark.proves("construction.platoon.crew")
def test_a_squad_serves_its_secondary_weapons() -> None:
    assert planted("too few to serve")
    assert "crew" not in errors(put(GUARDS, "Secondary", CREWED))


@pytest.mark.proves("construction.platoon.gun_crew", "TO-310-field-guns-crew")
def test_a_field_gun_has_a_soldier_for_each_ton_and_two_at_least() -> None:
    assert planted("gun without a crew", "two guns and one crew")
    light = put(put(GUNNERS, "Field Guns Equipment", "Machine Gun"), "squadn", "1")
    assert "gun_crew" not in errors(put(light, "squad_size", "2"))
    assert "gun_crew" in errors(put(light, "squad_size", "1"))


@pytest.mark.proves("construction.platoon.gun_kind")
def test_field_guns_of_a_platoon_are_of_one_kind() -> None:
    assert planted("guns of two kinds")


@pytest.mark.proves("construction.platoon.gun_towing")
def test_field_guns_come_on_wheels_or_tracks() -> None:
    assert planted("gun on foot")


@pytest.mark.proves("construction.platoon.armour_kit")
def test_soldiers_wear_one_kit_of_armour() -> None:
    assert planted("two kits", "rifle for armour")
