"""The space that equipment takes on vehicles, aerospace units and ProtoMechs, as the errata rule."""

import pytest

from classic.unit.figures import has, takes
from overheat.classic.unit.equipment import catalogue

NONE = "NA"
"""What is published where an item cannot be mounted."""

TUBES = ("thumper", "sniper", "long_tom")


@pytest.mark.proves("TO-405-construction-data-405-1")
def test_a_bloodhound_and_a_watchdog_take_no_space_on_dropships() -> None:
    takes("bloodhound_active_probe", dropship=0)
    takes("watchdog_cews", dropship=0)


@pytest.mark.proves("TO-405-construction-data-405-2")
def test_an_angel_ecm_takes_no_space_on_dropships() -> None:
    takes("angel_ecm", dropship=0)


@pytest.mark.proves("TO-405-construction-data-405-5")
def test_nine_pieces_of_artillery_take_half_their_slots_on_support_vehicles() -> None:
    arrows_and_tubes = ("is_arrow_iv", "clan_arrow_iv", "is_thumper", "is_sniper", "is_long_tom")
    missiles = tuple(f"is_cruise_missile_{size}" for size in (50, 70, 90, 120))
    for id, space in zip(arrows_and_tubes + missiles, (7, 6, 7, 10, 15, 25, 35, 45, 60), strict=True):
        takes(id, support_vehicle=space)
    for tube in TUBES:
        assert catalogue()[f"clan_{tube}"].spaces == catalogue()[f"is_{tube}"].spaces


@pytest.mark.proves("TO-405-construction-data-405-6")
def test_artillery_cannons_take_one_space_on_what_jumps_and_on_stations() -> None:
    for tube in TUBES:
        takes(f"is_{tube}_cannon", jumpship=1, warship=1, space_station=1)
        takes(f"clan_{tube}_cannon", jumpship=1, warship=1, space_station=1)


@pytest.mark.proves("TO-405-construction-data-405-10")
def test_fighters_mount_no_boosted_and_no_emergency_c3() -> None:
    for id in ("c3_boosted_master", "c3_boosted_slave", "c3_emergency_master"):
        takes(id, fighter=NONE)


@pytest.mark.proves("TO-405-construction-data-405-11")
def test_case_ii_takes_no_space_on_fighters() -> None:
    takes("is_case_ii", fighter=0)


@pytest.mark.proves("TO-407-construction-data-407-1")
def test_case_ii_of_the_clans_takes_no_space_on_fighters() -> None:
    takes("clan_case_ii", fighter=0)


@pytest.mark.proves("TO-407-construction-data-407-6")
def test_electronic_warfare_equipment_takes_four_spaces_on_support_vehicles_and_none_on_dropships() -> None:
    takes("ew_equipment", support_vehicle=4, dropship=0)


@pytest.mark.proves("TO-407-construction-data-407-8")
def test_fighters_small_craft_and_dropships_mount_no_heavy_flamer() -> None:
    takes("is_heavy_flamer", fighter=NONE, small_craft=NONE, dropship=NONE)
    takes("clan_heavy_flamer", fighter=NONE, small_craft=NONE, dropship=NONE)


@pytest.mark.proves("TO-407-construction-data-407-12")
def test_a_large_chemical_laser_takes_one_space_on_protomechs() -> None:
    takes("clan_large_chemical_laser", protomech=1)


@pytest.mark.proves("TO-409-construction-data-409-1")
def test_a_lithium_fusion_battery_takes_no_space_on_what_jumps() -> None:
    takes("lithium_fusion_battery", jumpship=0, warship=0)


@pytest.mark.proves("TO-409-construction-data-409-5")
def test_an_extended_lrm_15_takes_six_spaces_on_support_vehicles() -> None:
    takes("is_extended_lrm_15", support_vehicle=6)


@pytest.mark.proves("TO-409-construction-data-409-6")
def test_an_extended_lrm_20_takes_eight_spaces_on_support_vehicles() -> None:
    takes("is_extended_lrm_20", support_vehicle=8)


@pytest.mark.proves("TO-409-construction-data-409-7")
def test_protomechs_mount_no_improved_one_shot_launcher() -> None:
    listed = catalogue()
    improved = [id for id, entry in listed.entries.items() if "improved_one_shot" in entry.flags]
    assert len(improved) > 40
    for id in improved:
        takes(id, protomech=NONE)


@pytest.mark.proves("TO-409-construction-data-409-8")
def test_a_comm_scanner_suite_takes_a_space_on_support_vehicles_with_a_note() -> None:
    takes("small_naval_comm_scanner_suite", support_vehicle="1*")
    takes("large_naval_comm_scanner_suite", support_vehicle="1*", small_craft="NA", satellite="NA")


@pytest.mark.proves("TO-411-construction-data-411-12")
def test_jump_jets_of_vehicles_take_a_space_with_a_note_and_fighters_mount_none() -> None:
    takes("vehicle_jump_jet", combat_vehicle="1*", support_vehicle="1*", fighter=NONE)


@pytest.mark.proves("TO-359-laa-missiles")
def test_a_light_air_to_air_missile_takes_two_bomb_slots() -> None:
    has("laa_missile", bomb_slots=2)
