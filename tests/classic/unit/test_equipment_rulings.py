"""Figures of equipment that the errata rule on: each test holds what the ruling says against the entry."""

from fractions import Fraction

import pytest

from classic.unit.figures import BOTH, choices, has, is_marked, munition, tons_for, weapon
from overheat.classic.battle_value.weapons import counted_heat
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Ammunition, Weapon, catalogue

PRE_SPACEFLIGHT = 1950
"""What entries give as the year of what is older than spaceflight."""

MORTARS = (1, 2, 4, 8)


def fed_by(family: str) -> set[str]:
    """The names, without their sizes, of the weapons that take a family of ammunition."""
    listed = catalogue().entries.values()
    return {
        entry.name.rstrip("0123456789 ") for entry in listed if isinstance(entry, Weapon) and entry.ammunition == family
    }


# Years


@pytest.mark.proves("TO-302-flotation-hull-date")
def test_flotation_hulls_came_in_2470() -> None:
    has("flotation_hull", year=2470)


@pytest.mark.proves("TO-302-limited-amphibious-1")
def test_limited_amphibious_vehicles_came_in_2470() -> None:
    has("limited_amphibious", year=2470)


@pytest.mark.proves("TO-303-fully-amphibious-date")
def test_fully_amphibious_vehicles_came_in_2470() -> None:
    has("fully_amphibious", year=2470)


@pytest.mark.proves("TO-303-dune-buggy-date")
def test_dune_buggies_came_in_2470() -> None:
    has("dune_buggy", year=2470)
    has("support_dune_buggy", year=2470)


@pytest.mark.proves("TO-303-vacuum-sealing-date")
def test_sealed_combat_vehicles_came_in_2470() -> None:
    has("vehicle_environmental_sealing", year=2470)


@pytest.mark.proves("TO-407-construction-data-407-3")
def test_five_chassis_modifications_came_in_2470_for_both_technologies() -> None:
    has("flotation_hull", year=2470, tech=BOTH)
    has("limited_amphibious", year=2470, tech=BOTH)
    has("fully_amphibious", year=2470, tech=BOTH)
    has("dune_buggy", year=2470, tech=BOTH)
    has("vehicle_environmental_sealing", year=2470, tech=BOTH)


@pytest.mark.proves("TO-304-docking-hardpoint-date")
def test_docking_hardpoints_came_in_2304() -> None:
    has("docking_collar", year=2304)


@pytest.mark.proves("TO-307-cv-fission-1")
def test_fission_engines_of_vehicles_came_in_2470_and_modern_ones_in_2882() -> None:
    has("primitive_fission_engine", year=2470)
    has("fission_engine", year=2882)


@pytest.mark.proves("TO-307-cv-fuel-cell-date")
def test_fuel_cells_of_vehicles_came_in_2046_and_modern_ones_in_2470() -> None:
    has("primitive_fuel_cell_engine", year=2046)
    has("fuel_cell_engine", year=2470)


@pytest.mark.proves("TO-317-infantry-armor-table-3")
def test_the_combat_suit_of_mechwarriors_came_in_2790() -> None:
    has("kit_mechwarrior_combat_suit", year=2790)


@pytest.mark.proves("TO-317-infantry-armor-table-4")
def test_the_cooling_suit_of_mechwarriors_came_in_2500_and_costs_5000() -> None:
    has("kit_mechwarrior_cooling_suit", year=2500, cost=5000)


@pytest.mark.proves("TO-323-lf-battery-date")
def test_lithium_fusion_batteries_came_in_2529() -> None:
    has("lithium_fusion_battery", year=2529)


@pytest.mark.proves("TO-326-nlrm-date")
def test_enhanced_lrms_are_experiments_of_3058() -> None:
    for size in (5, 10, 15, 20):
        has(f"is_enhanced_lrm_{size}", year=3058, level="experimental")


@pytest.mark.proves("TO-340-look-down-radar-1")
def test_look_down_radar_is_older_than_spaceflight() -> None:
    has("look_down_radar", year=PRE_SPACEFLIGHT)


@pytest.mark.proves("TO-411-construction-data-411-1")
def test_look_down_radar_is_older_than_spaceflight_for_both_technologies() -> None:
    has("look_down_radar", year=PRE_SPACEFLIGHT, tech=BOTH)


@pytest.mark.proves("TO-350-vtol-jet-booster-1")
def test_jet_boosters_came_in_3009_to_the_inner_sphere_and_in_2839_to_the_clans() -> None:
    has("is_vtol_jet_booster", tech="IS", year=3009)
    has("clan_vtol_jet_booster", tech="Clan", year=2839)


@pytest.mark.proves("TO-352-flak-ac-1")
def test_flak_ammunition_came_in_2310() -> None:
    has("munition_flak", year=2310)


@pytest.mark.proves("TO-353-tracer-ac-date")
def test_tracer_ammunition_came_in_2310() -> None:
    has("munition_tracer", year=2310)


@pytest.mark.proves("TO-369-heat-seeking-dates")
def test_heat_seeking_missiles_came_in_2340_for_long_range_and_in_2370_for_short() -> None:
    assert "lrm" in munition("munition_heat_seeking_lrm").families
    assert "srm" in munition("munition_heat_seeking_srm").families
    has("munition_heat_seeking_lrm", year=2340)
    has("munition_heat_seeking_srm", year=2370)


@pytest.mark.proves("TO-371-smoke-missiles-1")
def test_smoke_missiles_came_in_2333_for_long_range_and_in_2370_for_short() -> None:
    assert "lrm" in munition("munition_smoke_lrm").families
    assert "srm" in munition("munition_smoke_srm").families
    has("munition_smoke_lrm", year=2333)
    has("munition_smoke_srm", year=2370)


# Technology, level and cost


@pytest.mark.proves("TO-407-construction-data-407-4")
def test_both_technologies_have_the_collapsible_command_module() -> None:
    has("collapsible_command_module", tech=BOTH)


@pytest.mark.proves("TO-411-construction-data-411-7")
def test_both_technologies_have_the_supercharger() -> None:
    has("supercharger", tech=BOTH)


@pytest.mark.proves("TO-411-construction-data-411-6")
def test_a_supercharger_costs_10000_for_each_point_of_engine_rating_or_each_ton_of_a_support_vehicles_engine() -> None:
    has("supercharger", cost="10000 x engine rating; support vehicle: 10000 x engine tons")


@pytest.mark.proves("TO-410-combat-data-410-1")
def test_look_down_radar_is_of_the_advanced_level() -> None:
    has("look_down_radar", level="advanced")


@pytest.mark.proves("TO-409-construction-data-409-3")
def test_a_ton_of_mortar_ammunition_costs_28000() -> None:
    for size in MORTARS:
        has(f"is_mech_mortar_{size}_ammo", cost=28_000)
        has(f"clan_mech_mortar_{size}_ammo", cost=28_000)


@pytest.mark.proves("TO-409-construction-data-409-4")
def test_an_enhanced_lrm_15_costs_218750() -> None:
    has("is_enhanced_lrm_15", cost=218_750)


@pytest.mark.proves("TO-413-ba-construction-413-2")
def test_a_battle_armour_myomer_booster_costs_75000_for_each_point_of_movement_it_gives() -> None:
    has("ba_myomer_booster", cost="75000 x MP provided")


# Weight and slots


@pytest.mark.proves("TO-302-limited-amphibious-weight")
def test_limited_amphibious_takes_a_twenty_fifth_of_the_vehicle_up_to_half_tons() -> None:
    assert tons_for("limited_amphibious", 50) == 2
    assert tons_for("limited_amphibious", 60) == Fraction(5, 2)
    assert tons_for("limited_amphibious", 65) == 3


@pytest.mark.proves("TO-302-fully-amphibious-weight")
def test_fully_amphibious_takes_a_tenth_of_the_vehicle_up_to_half_tons() -> None:
    assert tons_for("fully_amphibious", 50) == 5
    assert tons_for("fully_amphibious", 55) == Fraction(11, 2)
    assert tons_for("fully_amphibious", 52) == Fraction(11, 2)


@pytest.mark.proves("TO-326-ios-weight")
def test_an_improved_one_shot_launcher_weighs_half_a_ton_less() -> None:
    listed = catalogue()
    improved = [id for id, entry in listed.entries.items() if "improved_one_shot" in entry.flags]
    assert len(improved) > 40
    for id in improved:
        ordinary = listed[id.removesuffix("_ios")].tons
        assert isinstance(ordinary, float)
        least = 0.25 if listed[id].tech == "Clan" else 0.5
        has(id, tons=max(ordinary - 0.5, least))
    has("is_srm_2_ios", tons=0.5)
    has("clan_srm_2_ios", tons=0.25)


@pytest.mark.proves("TO-405-construction-data-405-7")
def test_a_chain_whip_takes_two_slots() -> None:
    has("chain_whip", slots=2)


@pytest.mark.proves("TO-405-construction-data-405-8")
def test_shields_take_slots_that_do_not_depend_on_the_machine() -> None:
    has("small_shield", slots=3)
    has("medium_shield", slots=5)
    has("large_shield", slots=7)


@pytest.mark.proves("TO-407-construction-data-407-11")
def test_a_laser_heat_sink_takes_two_slots() -> None:
    has("clan_laser_heat_sink", slots=2)


@pytest.mark.proves("TO-411-construction-data-411-2")
def test_a_stingray_launcher_weighs_120_tons() -> None:
    has("stingray", tons=120)


@pytest.mark.proves("TO-411-construction-data-411-3")
def test_a_swordfish_launcher_weighs_140_tons() -> None:
    has("swordfish", tons=140)


@pytest.mark.proves("TO-411-construction-data-411-4")
def test_a_manta_ray_launcher_weighs_160_tons() -> None:
    has("manta_ray", tons=160)


@pytest.mark.proves("TO-410-combat-data-410-5")
def test_a_stingray_missile_takes_12_tons() -> None:
    has("stingray_ammo", shots=1, tons=12)


@pytest.mark.proves("TO-410-combat-data-410-6")
def test_a_swordfish_missile_takes_15_tons() -> None:
    has("swordfish_ammo", shots=1, tons=15)


@pytest.mark.proves("TO-410-combat-data-410-7")
def test_a_manta_ray_missile_takes_18_tons() -> None:
    has("manta_ray_ammo", shots=1, tons=18)


# Heat, damage and range


@pytest.mark.proves("TO-181-artillery-ranges-ba-tube")
def test_battle_armour_tube_artillery_shoots_two_mapsheets_far() -> None:
    assert weapon("ba_tube_artillery").range[3] == 2
    is_marked("ba_tube_artillery", "range_in_mapsheets")


@pytest.mark.proves("TO-422-artillery-ranges-422")
def test_the_compiled_table_too_gives_tube_artillery_two_mapsheets() -> None:
    assert weapon("ba_tube_artillery").range[3] == 2
    is_marked("ba_tube_artillery", "range_in_mapsheets")


@pytest.mark.proves("TO-404-combat-data-404-5")
def test_clan_rotary_autocannons_make_one_heat_a_shot_and_six_at_most() -> None:
    for id in ("clan_rotary_ac_2", "clan_rotary_ac_5"):
        has(id, heat=1)
        assert counted_heat.function(standard(), weapon(id).heat, weapon(id).flags) == 6


@pytest.mark.proves("TO-406-combat-data-406-5")
def test_a_binary_laser_does_12_damage_for_16_heat() -> None:
    has("is_binary_laser", damage=12, heat=16)


@pytest.mark.proves("TO-406-combat-data-406-6")
def test_a_small_er_pulse_laser_does_5_damage_and_more_to_infantry() -> None:
    has("clan_er_small_pulse_laser", damage=5)
    is_marked("clan_er_small_pulse_laser", "burst")


@pytest.mark.proves("TO-408-combat-data-408-2")
def test_an_extended_lrm_20_makes_10_heat() -> None:
    has("is_extended_lrm_20", heat=10)


@pytest.mark.proves("TO-412-ba-combat-412-5")
def test_a_battle_armours_small_er_pulse_laser_is_a_pulse_weapon_against_infantry_with_damage_5_and_range_6() -> None:
    is_marked("clan_ba_er_small_pulse_laser", "pulse", "burst")
    has("clan_ba_er_small_pulse_laser", damage=5)
    assert weapon("clan_ba_er_small_pulse_laser").range[:4] == (0, 2, 4, 6)


@pytest.mark.proves("TO-412-ba-combat-412-6")
def test_a_battle_armours_medium_er_pulse_laser_does_7_damage() -> None:
    has("clan_ba_er_medium_pulse_laser", damage=7)


# Types


@pytest.mark.proves("TO-404-combat-data-404-2")
def test_artillery_cannons_have_no_choice_of_ammunition() -> None:
    for tech in ("is", "clan"):
        for gun in ("long_tom", "sniper", "thumper"):
            assert choices(weapon(f"{tech}_{gun}_cannon").ammunition) == []


@pytest.mark.proves("TO-404-combat-data-404-3")
def test_artillery_cannons_are_flak_weapons() -> None:
    for tech in ("is", "clan"):
        for gun in ("long_tom", "sniper", "thumper"):
            is_marked(f"{tech}_{gun}_cannon", "flak")


@pytest.mark.proves("TO-404-combat-data-404-4")
def test_hyper_velocity_autocannons_have_no_choice_of_ammunition() -> None:
    for size in (2, 5, 10):
        assert choices(weapon(f"is_hvac_{size}").ammunition) == []


@pytest.mark.proves("TO-408-combat-data-408-1")
def test_extended_lrms_are_clusters_of_missiles_without_a_choice_of_ammunition() -> None:
    for size in (5, 10, 15, 20):
        launcher = weapon(f"is_extended_lrm_{size}")
        assert "missile" in launcher.flags
        assert launcher.cluster == size
        assert choices(launcher.ammunition) == []


@pytest.mark.proves("TO-406-combat-data-406-1")
def test_a_chaff_pod_explodes() -> None:
    is_marked("chaff_pod", "explosive")


@pytest.mark.proves("TO-406-combat-data-406-2")
def test_a_coolant_pod_explodes() -> None:
    is_marked("coolant_pod", "explosive")


@pytest.mark.proves("TO-406-combat-data-406-3")
def test_a_fluid_gun_is_a_ballistic_weapon_fired_directly_with_a_choice_of_ammunition() -> None:
    for id in ("is_fluid_gun", "clan_fluid_gun"):
        is_marked(id, "ballistic")
        assert weapon(id).flags.isdisjoint({"indirect", "area_effect", "energy"})
        assert len(choices(weapon(id).ammunition)) > 1


@pytest.mark.proves("TO-406-combat-data-406-4")
def test_no_targeting_computer_serves_a_silver_bullet_gauss_rifle() -> None:
    assert "direct" not in weapon("is_silver_bullet_gauss_rifle").flags


@pytest.mark.proves("TO-406-combat-data-406-7")
def test_improved_heavy_lasers_are_energy_weapons_that_explode() -> None:
    for size in ("small", "medium", "large"):
        is_marked(f"clan_improved_heavy_{size}_laser", "direct", "energy", "explosive")


@pytest.mark.proves("TO-408-combat-data-408-6")
def test_an_m_pod_fires_once_in_a_cluster_does_less_farther_off_and_explodes() -> None:
    is_marked("m_pod", "one_shot", "cluster", "explosive")
    has("m_pod", shots=1)
    damage = weapon("m_pod").damage
    assert isinstance(damage, tuple)
    assert len(set(damage)) == 3


@pytest.mark.proves("TO-410-combat-data-410-2")
def test_a_ppc_capacitor_explodes() -> None:
    is_marked("ppc_capacitor", "explosive")


# Munitions


@pytest.mark.proves("TO-412-ammo-412-flak-tracer")
def test_flak_and_tracers_are_for_ordinary_light_and_protomech_autocannons() -> None:
    for id in ("munition_flak", "munition_tracer"):
        assert {"ac", "lac", "protomech_ac"} <= set(munition(id).families)


@pytest.mark.proves("TO-414-ammo-414-1")
def test_artillery_smoke_is_for_arrows_tubes_and_the_tubes_of_battle_armour() -> None:
    families = set(munition("munition_smoke_artillery").families)
    assert families >= {"arrow_iv", "ba_tube_artillery", "long_tom", "sniper", "thumper"}
    assert families.isdisjoint({"cruise_missile", "long_tom_cannon", "sniper_cannon", "thumper_cannon"})


@pytest.mark.proves("TO-363-chaff-grenades")
def test_chaff_grenades_are_for_vehicular_launchers_alone() -> None:
    (family,) = munition("munition_chaff").families
    assert fed_by(family) == {"Vehicular Grenade Launcher"}


@pytest.mark.proves("TO-416-ammo-416-2")
def test_special_thunder_missiles_come_half_as_many_to_the_ton() -> None:
    for kind in ("active", "augmented", "inferno", "vibrabomb"):
        has(f"munition_thunder_{kind}", shots_multiplier=0.5)


def mortar_rounds(kind: str, munition: str) -> None:
    """Rounds of a kind for every size of mortar, and for nothing but mortars of war machines."""
    for tech in ("is", "clan"):
        for size in MORTARS:
            has(f"{tech}_mech_mortar_{size}{kind}_ammo", munition=munition, feeds="mortar", rack=size)
    assert fed_by("mortar") == {"'Mech Mortar"}


@pytest.mark.proves("TO-373-airburst-mortar-1")
def test_airburst_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_airburst", "airburst")


@pytest.mark.proves("TO-373-ap-mortar-title")
def test_anti_personnel_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_anti_personnel", "anti-personnel")


@pytest.mark.proves("TO-374-semi-guided-mortar-title")
def test_semi_guided_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_semi_guided", "semi-guided")


@pytest.mark.proves("TO-374-armor-piercing-mortar-title")
def test_armour_piercing_rounds_are_for_the_mortars_of_war_machines() -> None:
    for size in MORTARS:
        rounds = catalogue().find(f"ISArmorPiercingMortarAmmo{size}")
        assert isinstance(rounds, Ammunition)
        assert (rounds.feeds, rounds.rack) == ("mortar", size)
    mortar_rounds("", "standard")


# Battle value


@pytest.mark.proves("TO-382-bv-is-a-1")
def test_a_binary_laser_is_worth_222() -> None:
    has("is_binary_laser", bv=222)


@pytest.mark.proves("TO-383-bv-is-b-3")
def test_battle_armour_tube_artillery_is_worth_27() -> None:
    has("ba_tube_artillery", bv=27)


@pytest.mark.proves("TO-383-bv-is-b-5")
def test_electronic_warfare_equipment_is_worth_39_in_defence() -> None:
    has("ew_equipment", bv=39)
    is_marked("ew_equipment", "defensive")


@pytest.mark.proves("TO-383-bv-is-b-6")
def test_an_aquatic_survival_system_is_worth_9_in_defence() -> None:
    has("mass", bv=9)
    is_marked("mass", "defensive")


@pytest.mark.proves("TO-385-bv-clan-cont-5")
def test_an_aquatic_survival_system_is_worth_9_in_defence_to_the_clans_too() -> None:
    has("mass", bv=9, tech=BOTH)
    is_marked("mass", "defensive")


@pytest.mark.proves("TO-385-bv-clan-cont-6")
def test_a_watchdog_system_is_worth_68_in_defence() -> None:
    has("watchdog_cews", bv=68)
    is_marked("watchdog_cews", "defensive")


def sub_capital_missiles_are_rated_by_the_shot() -> None:
    """An entry is one missile, however many tons it takes, and worth an eighth of its launcher."""
    for missile in ("piranha", "stingray", "swordfish", "manta_ray"):
        entry, launcher = catalogue()[f"{missile}_ammo"], catalogue()[missile]
        assert isinstance(entry.tons, float)
        assert entry.tons > 1
        assert isinstance(launcher.bv, float)
        has(f"{missile}_ammo", shots=1, bv=int(launcher.bv / 8 + 0.5), tech=BOTH)


@pytest.mark.proves("TO-384-bv-is-capital-1")
def test_sub_capital_missiles_are_among_the_ammunition_rated_by_the_shot() -> None:
    sub_capital_missiles_are_rated_by_the_shot()


@pytest.mark.proves("TO-384-bv-is-capital-2")
def test_sub_capital_missiles_are_rated_by_the_shot_and_not_by_the_ton() -> None:
    sub_capital_missiles_are_rated_by_the_shot()


@pytest.mark.proves("TO-384-bv-clan-capital-1")
def test_sub_capital_missiles_of_the_clans_are_among_the_ammunition_rated_by_the_shot() -> None:
    sub_capital_missiles_are_rated_by_the_shot()


@pytest.mark.proves("TO-384-bv-clan-capital-2")
def test_sub_capital_missiles_of_the_clans_are_rated_by_the_shot_and_not_by_the_ton() -> None:
    sub_capital_missiles_are_rated_by_the_shot()


@pytest.mark.proves("TO-385-bv-clan-cont-2")
def test_what_artillery_cannons_of_the_clans_and_their_ammunition_are_worth() -> None:
    for gun, worth, ammunition in (("long_tom", 329, 41), ("sniper", 77, 10), ("thumper", 41, 5)):
        has(f"clan_{gun}_cannon", bv=worth)
        has(f"clan_{gun}_cannon_ammo", bv=ammunition)


@pytest.mark.proves("TO-385-bv-clan-cont-3")
def test_mortars_and_artillery_of_the_clans_are_worth_what_those_of_the_inner_sphere_are() -> None:
    mortars = [f"mech_mortar_{size}" for size in MORTARS]
    for gun in (*mortars, "long_tom", "sniper", "thumper", "arrow_iv"):
        has(f"clan_{gun}", bv=catalogue()[f"is_{gun}"].bv)
        has(f"clan_{gun}_ammo", bv=catalogue()[f"is_{gun}_ammo"].bv)


STREAK_LRMS = (17, 34, 51, 68, 86, 103, 120, 137, 155, 173, 190, 207, 224, 241, 259, 276, 293, 310, 327, 345)
STREAK_LRM_AMMUNITION = (2, 4, 7, 9, 11, 13, 15, 17, 19, 22, 24, 26, 28, 30, 32, 35, 37, 39, 41, 43)
ONE_SHOT_STREAK_LRMS = {5: 17, 10: 35, 15: 52, 20: 69}


@pytest.mark.proves("TO-385-bv-streak-lrm")
def test_what_streak_lrms_of_every_size_and_their_ammunition_are_worth() -> None:
    for size, (worth, ammunition) in enumerate(zip(STREAK_LRMS, STREAK_LRM_AMMUNITION, strict=True), start=1):
        has(f"clan_streak_lrm_{size}", bv=worth)
        has(f"clan_streak_lrm_{size}_ammo", bv=ammunition)
    for size, worth in ONE_SHOT_STREAK_LRMS.items():
        has(f"clan_streak_lrm_{size}_os", bv=worth)
