"""Handheld weapons as the errata let them be built."""

import pytest

from asking import asked
from builds import errors, findings
from classic.battle_value.inventions import sheet_of
from overheat.classic.construction.check import weigh
from overheat.classic.construction.handheld import may_carry
from vehicles import block, sheet


def gun(*items: str, tons: str = "20", armour: str = "8", armour_type: str = "0") -> str:
    """The text of a handheld weapon's file."""
    fields = {
        "UnitType": "HandheldWeapon",
        "Name": "Gun",
        "Model": "G",
        "type": "IS Level 4",
        "year": "3145",
        "armor_type": armour_type,
        "armor": armour,
        "tonnage": tons,
    }
    return "".join(block(tag, value) for tag, value in fields.items()) + block("Gun Equipment", *items)


def weighs(*items: str, armour: str = "8") -> float:
    return float(weigh(sheet(gun(*items, armour=armour))).total)


@pytest.mark.proves("construction.handheld.items")
def test_six_weapons_of_machines_are_held_and_no_more() -> None:
    six = ["Medium Laser"] * 5 + ["TAG"]
    assert errors(gun(*six, tons="60")) == set()
    assert errors(gun(*six, "Medium Laser", tons="60")) == {"items"}


@pytest.mark.proves("construction.handheld.items")
def test_what_needs_a_place_of_its_own_or_is_no_weapon_of_machines_is_not_held() -> None:
    assert "items" in errors(gun("ISHeavyGaussRifle", "ISHeavyGauss Ammo:4", tons="60"))
    assert "items" in errors(gun("ISBASmallLaser", tons="60"))
    assert "items" in errors(gun("ISGuardianECMSuite", tons="60"))


WHOLE = ["Lower Arm Actuator", "Hand Actuator"]


@pytest.mark.proves("construction.handheld_carrier")
def test_only_a_machine_with_two_whole_arms_carries_one() -> None:
    carries = asked(may_carry)
    assert carries(sheet_of({"LA": WHOLE, "RA": WHOLE}))
    assert not carries(sheet_of({"LA": WHOLE, "RA": WHOLE[:1]}))
    assert not carries(sheet(gun("Medium Laser")))


@pytest.mark.proves("TO-314-handheld-construction-b", "construction.handheld.blow")
def test_a_single_physical_weapon_is_held_if_it_is_the_same_for_all() -> None:
    assert errors(gun("Chain Whip")) == set()
    assert "blow" in errors(gun("Chain Whip", "Medium Laser"))
    assert "blow" in errors(gun("Hatchet"))
    assert "blow" in errors(gun("Small Shield"))


@pytest.mark.proves("TO-314-handheld-construction-b", "construction.handheld.launchers")
def test_all_launchers_have_fire_control_or_none_and_it_counts_as_no_item() -> None:
    launchers = ["ISLRM5"] * 3
    shots = "ISLRM5 Ammo:12"
    assert errors(gun(*launchers, *["ISArtemisIV"] * 3, shots)) == set()
    assert errors(gun(*launchers, "ISArtemisIV", shots)) == {"launchers"}
    assert errors(gun(*["ISLRM5"] * 6, *["ISArtemisIV"] * 6, shots, tons="40")) == set()


@pytest.mark.proves("TO-314-handheld-construction-c", "construction.handheld_weight.parts")
def test_parts_heat_sinks_shots_and_armour_add_up_to_the_half_ton() -> None:
    """A laser of one ton with three heat sinks and half a ton of armour; five shots at a twentieth of a ton each."""
    assert weighs("Medium Laser") == 4.5
    assert weighs("ISLAC5", "ISLAC5 Ammo:5", armour="16") == 5 + 0.5 + 1
    assert weighs("ISLAC5", "ISLAC5 Ammo:1", armour="0") == 5.5


@pytest.mark.proves("construction.handheld.weight", "construction.handheld.limits")
def test_a_handheld_weapon_that_weighs_more_than_it_says_is_told() -> None:
    assert errors(gun("Medium Laser", tons="4")) == {"weight"}
    assert errors(gun("Medium Laser", tons="4.5")) == set()


@pytest.mark.proves("TO-314-handheld-construction-c", "construction.handheld.armour")
def test_only_standard_armour_is_on_it() -> None:
    assert "armour" in errors(gun("Medium Laser", armour_type="1"))
    assert "armour" not in errors(gun("Medium Laser"))


@pytest.mark.proves("TO-314-handheld-construction-c", "construction.handheld.ammunition")
def test_what_shoots_ammunition_has_some() -> None:
    assert ("ammunition", None) in findings(gun("ISLAC5"))
    assert ("ammunition", None) not in findings(gun("ISLAC5", "ISLAC5 Ammo:5"))
