"""Fighters that break no rule, and the same with one error planted; and what their parts weigh."""

import pytest

from builds import Plant, all_found, errors, findings, part
from overheat.classic.construction.check import weigh
from vehicles import add, drop, of, put, sheet, vehicle, wearing

PLACES = ("Nose", "Left Wing", "Right Wing", "Aft", "Wings", "Fuselage")


def fighter(armour: str, equipment: dict[str, str], **fields: str) -> str:
    """The text of a fighter's file; it has no body."""
    return vehicle(PLACES, armour, equipment, **fields).replace("<Body Equipment>\n</Body Equipment>\n", "")


KESTREL = fighter(
    "60 44 44 36",
    {
        "Nose": "ISAC10, Medium Laser",
        "Left Wing": "Medium Laser, LRM 5",
        "Right Wing": "Medium Laser, LRM 5",
        "Fuselage": "ISAC10 Ammo, ISAC10 Ammo, ISLRM5 Ammo",
    },
    UnitType="Aero",
    Name="Kestrel",
    Model="K-1",
    type="IS Level 2",
    year="3030",
    tonnage="50",
    motion_type="Aerodyne",
    SafeThrust="6",
    cockpit_type="0",
    heatsinks="10",
    sink_type="0",
    fuel="400",
    engine_type="0",
    armor_type="0",
)
"""Fifty tons for space and air."""

SWIFT = fighter(
    "9 5 5 5",
    {
        "Nose": "Medium Laser, SRM 2, Machine Gun",
        "Left Wing": "SRM 2",
        "Right Wing": "SRM 2",
        "Fuselage": "ISSRM2 Ammo, ISSRM2 Ammo, IS Machine Gun Ammo - Full",
    },
    UnitType="ConvFighter",
    Name="Swift",
    Model="S-2",
    type="IS Level 2",
    year="3030",
    tonnage="30",
    motion_type="Aerodyne",
    SafeThrust="5",
    cockpit_type="0",
    heatsinks="3",
    sink_type="0",
    fuel="320",
    vstol="1",
    engine_type="1",
    armor_type="0",
)
"""Thirty tons for air alone, without need of a runway."""

VALID = {"Kestrel": KESTREL, "Swift": SWIFT}

PLANTS: dict[str, Plant] = {
    "not by steps of five": (of(KESTREL, tons=52), "tonnage", None),
    "too heavy for air": (of(SWIFT, tons=55), "tonnage", None),
    "too heavy": (add(KESTREL, "Aft", "Medium Laser"), "weight", None),
    "too light": (drop(KESTREL, "Nose", "Medium Laser"), "weight", None),
    "more fuel than it has room for": (put(KESTREL, "fuel", "480"), "weight", None),
    "drifting": (put(KESTREL, "SafeThrust", "2"), "thrust", None),
    "no engine": (of(KESTREL, engine=None), "engine", None),
    "burning oil in space": (put(KESTREL, "engine_type", "1"), "engine", None),
    "engine too large": (put(KESTREL, "SafeThrust", "11"), "engine_limit", None),
    "nine heat sinks": (put(KESTREL, "heatsinks", "9"), "heat_sinks", None),
    "too much armour": (put(KESTREL, "armor", "101 / 100 / 100 / 100"), "armour_limit", None),
    "too much armour for air": (put(SWIFT, "armor", "10 / 7 / 7 / 7"), "armour_limit", None),
    "armour of war machines": (wearing(KESTREL, "is_ferro_fibrous"), "armour_kind", "NOS"),
    "six weapons ahead": (add(KESTREL, "Nose", *["Small Laser"] * 4), "arc", "NOS"),
    "weapon inside": (add(KESTREL, "Fuselage", "Small Laser"), "weapon_place", "FSLG"),
    "ammunition in a wing": (add(KESTREL, "Left Wing", "ISLRM5 Ammo"), "ammunition_place", "LWG"),
    "no ammunition": (drop(KESTREL, "Fuselage", "ISLRM5 Ammo"), "ammunition_missing", "LWG"),
    "ammunition for nothing": (add(KESTREL, "Fuselage", "ISSRM2 Ammo"), "ammunition_unused", "FSLG"),
    "stealth without ECM": (wearing(KESTREL, "vehicular_stealth_armour"), "stealth", None),
    "two computers": (add(KESTREL, "Nose", *["ISTargeting Computer"] * 2), "once", "NOS"),
    "hatchet in the air": (add(KESTREL, "Nose", "Hatchet"), "barred", "NOS"),
    "jump jet": (add(KESTREL, "Aft", "Jump Jet"), "barred", "AFT"),
    "boosted master": (add(KESTREL, "Nose", "C3 Boosted Master"), "boosted_master", "NOS"),
    "emergency master": (add(SWIFT, "Nose", "ISC3EmergencyMaster"), "boosted_master", "NOS"),
    "heavy flamer": (add(KESTREL, "Nose", "ISHeavyFlamer"), "heavy_flamer", "NOS"),
    "coolant pod in air": (add(SWIFT, "Fuselage", "IS Coolant Pod"), "coolant_pod", "FSLG"),
    "laser of the Clans": (add(KESTREL, "Nose", "CLERMediumLaser"), "tech", "NOS"),
    "beyond its level": (add(put(KESTREL, "type", "IS Level 1"), "Nose", "ISERLargeLaser"), "level", "NOS"),
    "pod on what has none": (add(KESTREL, "Nose", "Small Laser:OMNI"), "pods_of_others", "NOS"),
}


def planted(*names: str) -> bool:
    return all_found(PLANTS, *names)


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_fighters_that_are_built_by_the_rules_have_no_findings(text: str) -> None:
    assert findings(text) == set()
    assert weigh(sheet(text)).total == sheet(text).tons


@pytest.mark.parametrize("name", PLANTS)
def test_an_error_planted_in_a_fighter_is_found(name: str) -> None:
    assert planted(name)


@pytest.mark.proves("construction.fighter.tonnage")
def test_fighters_weigh_so_much_by_steps_of_five() -> None:
    assert planted("not by steps of five", "too heavy for air")
    assert "tonnage" not in errors(of(KESTREL, tons=100))


@pytest.mark.proves("construction.fighter.weight")
def test_the_parts_of_a_fighter_weigh_what_it_weighs() -> None:
    assert planted("too heavy", "too light", "more fuel than it has room for")
    assert "weight" not in errors(drop(KESTREL, "Nose", "Medium Laser"))


@pytest.mark.proves("construction.fighter.thrust")
def test_a_fighter_for_space_has_more_than_two_points_of_thrust() -> None:
    assert planted("drifting")
    assert "thrust" not in errors(put(SWIFT, "SafeThrust", "1"))


@pytest.mark.proves("construction.fighter.engine")
def test_only_fusion_flies_in_space() -> None:
    assert planted("no engine", "burning oil in space")


@pytest.mark.proves("construction.fighter.engine_limit")
def test_engines_of_fighters_are_rated_up_to_400() -> None:
    assert planted("engine too large")
    assert "engine_limit" not in errors(put(KESTREL, "SafeThrust", "10"))


@pytest.mark.proves("construction.fighter.heat_sinks")
def test_a_fighter_for_space_has_ten_heat_sinks() -> None:
    assert planted("nine heat sinks")


@pytest.mark.proves("construction.fighter.armour_limit")
def test_the_armour_of_a_fighter_is_limited_by_its_weight() -> None:
    assert planted("too much armour", "too much armour for air")
    assert "armour_limit" not in errors(put(KESTREL, "armor", "100 / 100 / 100 / 100"))


@pytest.mark.proves("construction.fighter.armour_kind")
def test_fighters_wear_their_own_armour() -> None:
    assert planted("armour of war machines")
    assert "armour_kind" not in errors(wearing(KESTREL, "is_ferro_aluminum"))


@pytest.mark.proves("construction.fighter.arc")
def test_an_arc_has_five_weapons_at_most() -> None:
    assert planted("six weapons ahead")
    assert "arc" not in errors(add(KESTREL, "Nose", *["Small Laser"] * 3))


@pytest.mark.proves("construction.fighter.weapon_place")
def test_weapons_of_a_fighter_stand_in_an_arc() -> None:
    assert planted("weapon inside")


@pytest.mark.proves("construction.fighter.ammunition_place")
def test_ammunition_of_a_fighter_is_in_the_fuselage() -> None:
    assert planted("ammunition in a wing")


@pytest.mark.proves("construction.fighter.ammunition_missing")
def test_weapons_of_a_fighter_without_ammunition_are_told() -> None:
    assert planted("no ammunition")


@pytest.mark.proves("construction.fighter.ammunition_unused")
def test_ammunition_of_a_fighter_without_a_weapon_is_told() -> None:
    assert planted("ammunition for nothing")


@pytest.mark.proves("construction.fighter.stealth")
def test_stealth_of_a_fighter_needs_ecm() -> None:
    assert planted("stealth without ECM")


@pytest.mark.proves("construction.fighter.once")
def test_a_fighter_has_one_targeting_computer() -> None:
    assert planted("two computers")


@pytest.mark.proves("construction.fighter.barred")
def test_equipment_of_the_ground_is_not_for_fighters() -> None:
    assert planted("hatchet in the air", "jump jet")


@pytest.mark.proves("construction.fighter.boosted_master", "TO-298-c3bs-1")
def test_fighters_have_no_boosted_masters_but_boosted_slaves() -> None:
    assert planted("boosted master")
    assert "boosted_master" not in errors(add(KESTREL, "Nose", "ISC3BoostedSystemSlaveUnit"))


@pytest.mark.proves("construction.fighter.boosted_master", "TO-298-c3em")
def test_fighters_have_no_emergency_masters() -> None:
    assert planted("emergency master")


@pytest.mark.proves("construction.fighter.heavy_flamer", "TO-312-heavy-flamer-2")
def test_fighters_have_no_heavy_flamers() -> None:
    assert planted("heavy flamer")


@pytest.mark.proves("construction.fighter.coolant_pod", "TO-304-coolant-pod-1")
def test_only_fighters_for_space_have_coolant_pods() -> None:
    assert planted("coolant pod in air")
    assert "coolant_pod" not in errors(add(KESTREL, "Fuselage", "IS Coolant Pod"))


@pytest.mark.proves("construction.fighter.tech")
def test_technology_of_a_fighter_is_not_mixed() -> None:
    assert planted("laser of the Clans")


@pytest.mark.proves("construction.fighter.level")
def test_equipment_beyond_the_level_of_a_fighter_is_told() -> None:
    assert planted("beyond its level")


@pytest.mark.proves("construction.fighter.pods_of_others")
def test_only_omni_fighters_have_pods() -> None:
    assert planted("pod on what has none")
    assert "pods_of_others" not in errors(put(add(KESTREL, "Nose", "Small Laser:OMNI"), "omni", "1"))


@pytest.mark.proves("construction.fighter_weight.engine")
def test_the_engine_of_a_fighter_weighs_by_thrust_less_two() -> None:
    assert part(KESTREL, "engine") == 8.5
    assert part(put(KESTREL, "engine_type", "2"), "engine") == 4.5
    assert part(put(KESTREL, "cockpit_type", "3"), "engine") == 11.5
    assert part(SWIFT, "engine") == 11
    assert part(put(SWIFT, "engine_type", "0"), "engine") == 8.5


@pytest.mark.proves("construction.fighter_weight.controls")
def test_the_cockpit_of_a_fighter_weighs_three_tons() -> None:
    assert [part(put(KESTREL, "cockpit_type", str(code)), "controls") for code in range(4)] == [3, 2, 6, 5]
    assert part(SWIFT, "controls") == 3
    assert part(of(SWIFT, tons=45), "controls") == 4.5


@pytest.mark.proves("construction.fighter_weight.lift", "construction.fighter.cockpits")
def test_taking_off_without_a_runway_weighs_a_twentieth() -> None:
    assert part(SWIFT, "lift") == 1.5
    assert part(put(SWIFT, "vstol", "0"), "lift") == 0


@pytest.mark.proves("construction.fighter_weight.fuel", "construction.fighter.weights")
def test_a_ton_of_fuel_is_80_points_and_in_air_160() -> None:
    assert part(KESTREL, "fuel") == 5
    assert part(SWIFT, "fuel") == 2


@pytest.mark.proves("construction.fighter_weight.heat_sinks")
def test_heat_sinks_beyond_those_of_the_engine_weigh_a_ton() -> None:
    assert part(put(KESTREL, "heatsinks", "14"), "heat_sinks") == 4
    assert part(SWIFT, "heat_sinks") == 3
    assert part(add(SWIFT, "Nose", "Vehicle Flamer"), "heat_sinks") == 3


@pytest.mark.proves("construction.fighter_weight.armour", "construction.fighter.limits")
def test_the_armour_of_a_fighter_weighs_by_its_points() -> None:
    assert part(KESTREL, "armour") == 11.5
    assert part(wearing(KESTREL, "is_ferro_aluminum"), "armour") == 10.5


@pytest.mark.proves("construction.fighter_weight.amplifiers")
def test_energy_weapons_without_fusion_need_amplifiers() -> None:
    assert part(SWIFT, "amplifiers") == 0.5
    assert part(put(SWIFT, "engine_type", "0"), "amplifiers") == 0


@pytest.mark.proves("construction.fighter_weight.equipment")
def test_equipment_of_a_fighter_weighs_what_it_says() -> None:
    assert part(KESTREL, "is_ac_10") == 12
