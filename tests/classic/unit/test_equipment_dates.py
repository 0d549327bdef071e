"""How available equipment is, when it was tried, lost and found again, as the errata rule."""

import pytest

from classic.unit.figures import BOTH, by_tonnage, has
from overheat.classic.unit.equipment import catalogue

MORTARS = (1, 2, 4, 8)

# Availability


@pytest.mark.proves("TO-293-partial-wing-rating-1")
def test_partial_wings_are_of_the_clans_and_those_of_machines_of_the_inner_sphere_too() -> None:
    has("clan_partial_wing", tech="Clan", rating="F", availability="X-X-E")
    has("protomech_partial_wing", tech="Clan", rating="F", availability="X-X-E")
    has("is_partial_wing", tech="IS", rating="F", availability="X-X-E")
    wings = [entry for entry in catalogue().entries.values() if "partial_wing" in entry.flags and entry.tech == "IS"]
    assert [wing.id for wing in wings if "protomech" in wing.flags] == []


@pytest.mark.proves("TO-315-silver-bullet-rating")
def test_a_silver_bullet_gauss_rifle_is_rated_e() -> None:
    has("is_silver_bullet_gauss_rifle", tech="IS", rating="E", availability="X-X-F")


@pytest.mark.proves("TO-407-construction-data-407-10")
def test_a_silver_bullet_gauss_rifle_is_rated_e_in_the_compiled_table_too() -> None:
    has("is_silver_bullet_gauss_rifle", rating="E", availability="X-X-F")


@pytest.mark.proves("TO-317-infantry-armor-table-2")
def test_how_available_the_environment_suit_of_marines_is() -> None:
    has("kit_environment_suit_marine", tech=BOTH, rating="D", availability="E-E-D")


@pytest.mark.proves("TO-318-infantry-armor-table-cont-1")
def test_how_available_the_combat_spacesuit_is() -> None:
    has("kit_spacesuit_combat", tech=BOTH, rating="C", availability="D-D-D")


@pytest.mark.proves("TO-318-infantry-armor-table-cont-2")
def test_how_available_the_kits_of_four_factions_are() -> None:
    has("kit_capellan_confederation", availability="X-X-C")
    has("kit_lyran_alliance_lyran_commonwealth_3060_plus", availability="X-X-B")
    has("kit_marian_hegemony", availability="X-F-B")
    has("kit_taurian_concordat_calderon", availability="X-X-B")


@pytest.mark.proves("TO-345-supercharger-1")
def test_how_available_superchargers_are() -> None:
    has("supercharger", tech=BOTH, rating="C", availability="F-F-F")


@pytest.mark.proves("TO-347-mech-turret-1")
def test_turrets_of_machines_are_of_both_technologies_and_rated_by_their_kind() -> None:
    has("quad_turret", tech=BOTH)
    has("shoulder_turret", tech=BOTH)
    assert catalogue()["quad_turret"].availability != catalogue()["head_turret"].availability


@pytest.mark.proves("TO-347-dual-turret-rating")
def test_how_available_dual_turrets_are() -> None:
    has("dual_turret", tech=BOTH, rating="B", availability="F-F-F")


@pytest.mark.proves("TO-411-construction-data-411-10")
def test_how_available_dual_turrets_are_in_the_compiled_table() -> None:
    has("dual_turret", rating="B", availability="F-F-F")


@pytest.mark.proves("TO-348-sponson-rating")
def test_how_available_sponsons_are() -> None:
    has("sponson_turret", tech=BOTH, rating="B", availability="F-F-F")


@pytest.mark.proves("TO-411-construction-data-411-11")
def test_how_available_sponsons_are_in_the_compiled_table() -> None:
    has("sponson_turret", rating="B", availability="F-F-F")


@pytest.mark.proves("TO-411-construction-data-411-8")
def test_the_inner_sphere_alone_has_tried_turrets_on_heads_since_3055() -> None:
    has("head_turret", tech="IS", rating="C", availability="X-X-F", prototype=3055)


@pytest.mark.proves("TO-411-construction-data-411-9")
def test_how_available_turrets_of_four_legged_machines_are() -> None:
    has("quad_turret", rating="C", availability="F-F-F")


@pytest.mark.proves("TO-375-remote-sensor-rating")
def test_how_available_remote_sensors_are() -> None:
    has("remote_sensor_dispenser", rating="C", availability="E-F-D")
    has("ba_remote_sensor_dispenser", rating="D", availability="F-F-D")


@pytest.mark.proves("TO-417-ammo-417-2")
def test_how_available_remote_sensors_are_in_the_compiled_table() -> None:
    has("remote_sensor_dispenser", rating="C", availability="E-F-D")
    has("ba_remote_sensor_dispenser", rating="D", availability="F-F-D")


@pytest.mark.proves("TO-407-construction-data-407-5")
def test_docking_hardpoints_are_common_since_2304() -> None:
    has("docking_collar", tech=BOTH, rating="C", availability="C-C-C", year=2304)


@pytest.mark.proves("TO-413-flak-rating-413")
def test_how_available_flak_ammunition_is() -> None:
    has("munition_flak", rating="C", availability="D-F-E")


# Prototypes, extinction and recovery


@pytest.mark.proves("TO-284-arrow-iv-dates")
def test_arrow_launchers_came_in_2600_and_the_inner_sphere_lacked_them_from_2830_to_3044() -> None:
    has("is_arrow_iv", prototype=2593, year=2600, extinct=2830, recovered=3044)
    has("clan_arrow_iv", year=2850, extinct=None)


@pytest.mark.proves("TO-353-arrow-homing-dates")
def test_homing_arrows_came_in_2600_and_were_lost_from_2830_to_3045() -> None:
    has("munition_homing", prototype=2593, year=2600, extinct=2830, recovered=3045)


@pytest.mark.proves("TO-354-arrow-nonhoming-dates")
def test_ordinary_arrows_came_in_2600_and_were_lost_from_2830_to_3044() -> None:
    has("is_arrow_iv_ammo", munition="standard", prototype=2593, year=2600, extinct=2830, recovered=3044)


@pytest.mark.proves("TO-324-mech-mortar-dates")
def test_mortars_came_in_2531_and_the_inner_sphere_lacked_them_from_2819_to_3043() -> None:
    for size in MORTARS:
        has(f"is_mech_mortar_{size}", year=2531, extinct=2819, recovered=3043)
        has(f"clan_mech_mortar_{size}", year=2840, extinct=None)


@pytest.mark.proves("TO-369-incendiary-lrm-dates")
def test_incendiary_lrms_were_tried_in_2341_and_came_in_2342() -> None:
    has("munition_incendiary_lrm", prototype=2341, year=2342)


@pytest.mark.proves("TO-292-partial-wing-date")
def test_mercenaries_tried_partial_wings_of_machines_in_3074() -> None:
    has("is_partial_wing", prototype=3074)


@pytest.mark.proves("TO-405-construction-data-405-9")
def test_partial_wings_of_machines_came_in_3074_and_the_clans_tried_theirs_in_3067() -> None:
    has("is_partial_wing", tech="IS", rating="F", availability="X-X-E", year=3074, slots=8, cost="50000 x tons")
    has("clan_partial_wing", tech="Clan", rating="F", availability="X-X-E", prototype=3067, slots=6)
    has("clan_partial_wing", cost="50000 x tons")
    assert by_tonnage(catalogue()["is_partial_wing"].tons, 100) == 7
    assert by_tonnage(catalogue()["clan_partial_wing"].tons, 100) == 5


@pytest.mark.proves("TO-405-construction-data-405-3")
def test_the_inner_sphere_tried_armoured_motive_systems_in_3071() -> None:
    has("armoured_motive_system_is", tech="IS", prototype=3071)


@pytest.mark.proves("TO-405-construction-data-405-4")
def test_the_clans_tried_armoured_motive_systems_in_3057() -> None:
    has("armoured_motive_system_clan", tech="Clan", prototype=3057)


@pytest.mark.proves("TO-407-construction-data-407-2")
def test_the_inner_sphere_alone_tried_chaff_pods_in_3069() -> None:
    has("chaff_pod", tech="IS", prototype=3069)
