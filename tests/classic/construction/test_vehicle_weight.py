"""What a combat vehicle weighs, part by part, against sums done by hand."""

import pytest

from overheat.classic.construction.check import weigh
from vehicles import HERON, MAMMOTH, SKIMMER, VALID, WARDEN, add, of, put, sheet, tons, wearing


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_the_parts_of_a_valid_vehicle_add_up_to_its_tons(text: str) -> None:
    built = sheet(text)
    assert weigh(built).total == built.tons


@pytest.mark.proves("construction.vehicle_weight.structure")
def test_structure_weighs_a_tenth_and_on_superheavy_vehicles_a_fifth() -> None:
    assert tons(WARDEN, "structure") == 5.5
    assert tons(MAMMOTH, "structure") == 24


@pytest.mark.proves("construction.vehicle_weight.engine")
def test_an_engine_weighs_by_its_rating_and_kind_and_fusion_is_shielded() -> None:
    assert tons(WARDEN, "engine") == 12
    assert tons(put(WARDEN, "engine_type", "0"), "engine") == 9
    assert tons(put(WARDEN, "engine_type", "2"), "engine") == 4.5
    assert tons(put(WARDEN, "engine_type", "4"), "engine") == 7
    assert tons(put(WARDEN, "engine_type", "6"), "engine") == 7.5
    assert tons(SKIMMER, "engine") == 3


@pytest.mark.proves("construction.vehicle_weight.engine")
def test_superheavy_vehicles_have_suspensions_of_their_own() -> None:
    for moving, weight, cruising, engine in (("Wheeled", 150, 2, 20.5), ("Hover", 90, 7, 37), ("VTOL", 40, 7, 4.5)):
        text = put(put(put(WARDEN, "motion_type", moving), "tonnage", str(weight)), "cruiseMP", str(cruising))
        assert tons(put(text, "engine_type", "0"), "engine") == engine


@pytest.mark.proves("construction.vehicle_weight.controls")
def test_controls_weigh_a_twentieth() -> None:
    assert tons(WARDEN, "controls") == 3
    assert tons(put(WARDEN, "hasNoControlSystems", "1"), "controls") == 0


@pytest.mark.proves("construction.vehicle_weight.lift")
def test_what_lifts_a_vehicle_weighs_a_tenth() -> None:
    assert tons(HERON, "lift") == 2.5
    assert tons(SKIMMER, "lift") == 3
    assert tons(WARDEN, "lift") == 0


@pytest.mark.proves("construction.vehicle_weight.heat_sinks")
def test_energy_weapons_have_heat_sinks_beyond_those_of_the_engine() -> None:
    assert tons(WARDEN, "heat_sinks") == 3
    assert tons(SKIMMER, "heat_sinks") == 5
    assert tons(HERON, "heat_sinks") == 0
    assert tons(put(WARDEN, "engine_type", "6"), "heat_sinks") == 2
    assert tons(wearing(WARDEN, "vehicular_stealth_armour"), "heat_sinks") == 13
    assert tons(add(MAMMOTH, "Turret", "ISPPCCapacitor"), "heat_sinks") == 15
    assert tons(add(WARDEN, "Front", "ISVehicleFlamer"), "heat_sinks") == 3


@pytest.mark.proves("construction.vehicle_weight.amplifiers")
def test_combustion_needs_amplifiers() -> None:
    assert tons(WARDEN, "amplifiers") == 0.5
    assert tons(add(WARDEN, "Front", "ISPPC"), "amplifiers") == 1
    assert tons(put(WARDEN, "engine_type", "0"), "amplifiers") == 0


@pytest.mark.proves("TO-319-chemical-lasers-construction", "construction.vehicle_weight.amplifiers")
def test_chemical_lasers_need_neither_amplifiers_nor_heat_sinks() -> None:
    chemical = add(WARDEN, "Front", *["CLLargeChemLaser"] * 2)
    assert tons(chemical, "amplifiers") == 0.5
    assert tons(chemical, "heat_sinks") == 3


@pytest.mark.proves("construction.vehicle_weight.armour")
def test_armour_weighs_by_its_points_and_kind() -> None:
    assert tons(WARDEN, "armour") == 10
    assert tons(SKIMMER, "armour") == 2
    assert tons(put(WARDEN, "armor", "45 / 32 / 32 / 22 / 30"), "armour") == 10.5
    assert tons(wearing(WARDEN, "hardened_armour"), "armour") == 20


@pytest.mark.proves("construction.vehicle_weight.turret")
def test_a_turret_weighs_a_tenth_of_what_it_holds_or_what_the_chassis_says() -> None:
    assert tons(WARDEN, "turret") == 1.5
    assert tons(add(WARDEN, "Turret", "Machine Gun", "Machine Gun", "ISPPC"), "turret") == 2.5
    assert tons(add(WARDEN, "Turret", *["ISAC10 Ammo"] * 9), "turret") == 1.5
    assert tons(SKIMMER, "turret") == 1
    assert tons(HERON, "turret") == 0


@pytest.mark.proves("construction.vehicle_weight.equipment")
def test_equipment_weighs_what_it_says() -> None:
    assert tons(WARDEN, "is_ac_10") == 12
    assert tons(WARDEN, "is_machine_gun_ammo_half") == 0.5
    assert tons(HERON, "is_vtol_jet_booster") == 0.5
    assert tons(add(WARDEN, "Body", *["VehicleJumpJet"] * 2), "vehicle_jump_jet") == 1


@pytest.mark.proves("construction.vehicle_weight.equipment", "TO-376-fractional-accounting")
def test_fractions_are_rounded_up_and_ammunition_comes_by_half_tons() -> None:
    assert tons(add(WARDEN, "Body", "ISMG Ammo (50)"), "is_machine_gun_ammo") == 0.5
    assert tons(add(WARDEN, "Body", "ISTargeting Computer"), "is_targeting_computer") == 4


@pytest.mark.proves("construction.vehicle_weight.equipment")
def test_sponsons_weigh_a_tenth_of_what_all_of_them_hold() -> None:
    sides = add(add(WARDEN, "Left", "ISPPC(ST)"), "Right", "ISPPC(ST)")
    assert tons(add(sides, "Body", "SponsonTurret"), "sponson_turret") == 1.5
    assert tons(add(sides, "Body", "SponsonTurret", "SponsonTurret"), "sponson_turret") == 1.5


@pytest.mark.proves("construction.vehicle_weight.amphibious")
def test_swimming_weighs_a_tenth_or_a_twenty_fifth() -> None:
    assert tons(add(WARDEN, "Body", "Limited Amphibious"), "limited_amphibious") == 2.5
    assert tons(add(WARDEN, "Body", "Fully Amphibious"), "fully_amphibious") == 5.5


@pytest.mark.proves("construction.vehicle_weight.drone", "TO-306-drone-os-construction")
def test_a_drone_operating_system_weighs_a_tenth() -> None:
    assert tons(add(WARDEN, "Body", "ISDroneOperatingSystem"), "drone_operating_system") == 5.5


@pytest.mark.proves("construction.vehicle_weight.transport", "construction.vehicle.rooms")
def test_room_for_soldiers_and_cargo_weighs_what_it_holds() -> None:
    assert tons(WARDEN, "transport") == 3
    assert tons(MAMMOTH, "transport") == 10
    assert tons(of(WARDEN, transporters=("troopspace:4.0:omni", "insulatedcargobay:2.175:1")), "transport") == 6.5
    assert tons(of(WARDEN, transporters=("BattleArmorHandles - troopers:-1",)), "transport") == 0
