"""How equipment strikes, shoots and sees, and what battle armour is issued with, as the errata rule."""

import pytest

from classic.unit.figures import BOTH, by_tonnage, choices, gear, has, is_marked, munition, weapon
from overheat.classic.unit.equipment import catalogue

# Physical weapons


@pytest.mark.proves("TO-089-physical-table-1")
def test_a_chain_whip_does_3_damage() -> None:
    has("chain_whip", damage=3)


@pytest.mark.proves("TO-404-combat-data-404-6")
def test_a_chain_whip_does_3_damage_without_any_note() -> None:
    has("chain_whip", damage=3)


@pytest.mark.proves("TO-421-chain-whip-damage-421")
def test_a_chain_whip_does_3_damage_in_the_compiled_table_too() -> None:
    has("chain_whip", damage=3)


@pytest.mark.proves("TO-089-physical-table-2")
def test_a_flail_hits_as_easily_as_not() -> None:
    has("flail", to_hit=0)


@pytest.mark.proves("TO-089-physical-table-3")
def test_a_mace_hits_by_one_less_easily() -> None:
    has("mace", to_hit=1)


@pytest.mark.proves("TO-404-combat-data-404-7")
def test_a_lance_does_a_point_of_damage_for_every_five_tons() -> None:
    assert by_tonnage(gear("lance").damage, 50) == 10
    assert by_tonnage(gear("lance").damage, 60) == 12


# To hit and heat


@pytest.mark.proves("TO-410-combat-data-410-3")
def test_rifles_change_no_number_to_hit() -> None:
    for size in ("light", "medium", "heavy"):
        has(f"is_{size}_rifle", to_hit=0)


@pytest.mark.proves("TO-410-combat-data-410-4")
def test_a_piranha_changes_no_number_to_hit() -> None:
    has("piranha", to_hit=0)


@pytest.mark.proves("TO-410-combat-data-410-8")
def test_thunderbolts_change_no_number_to_hit() -> None:
    for size in (5, 10, 15, 20):
        has(f"is_thunderbolt_{size}", to_hit=0)


@pytest.mark.proves("TO-408-combat-data-408-4")
def test_a_mobile_hyperpulse_generator_makes_40_heat() -> None:
    has("mobile_hpg", heat=40)


@pytest.mark.proves("TO-408-combat-data-408-5")
def test_a_ground_mobile_hyperpulse_generator_makes_20_heat() -> None:
    has("ground_mobile_hpg", heat=20)


# Probes


@pytest.mark.proves("TO-278-watchdog-cews")
def test_a_watchdog_sees_as_far_as_a_light_probe_of_the_clans() -> None:
    assert gear("watchdog_cews").reach == gear("clan_light_active_probe").reach > 0


@pytest.mark.proves("TO-404-combat-data-404-1")
def test_a_watchdog_sees_three_hexes_far() -> None:
    has("watchdog_cews", reach=3)


# Missiles and artillery


@pytest.mark.proves("TO-408-combat-data-408-3")
def test_streak_lrms_hit_in_fives_and_all_together_in_the_air() -> None:
    for size in (5, 10, 15, 20):
        has(f"clan_streak_lrm_{size}", damage=1, cluster=size, group=5, aerospace_damage=size)
    has("clan_streak_lrm_1", damage=1, cluster=1, group=5, aerospace_damage=None)


@pytest.mark.proves("TO-414-ammo-414-2")
def test_how_far_missiles_that_are_hung_as_bombs_reach() -> None:
    """The column has the least range first, then short, medium and long."""
    for id, ranges, aerospace in (
        ("aaa_missile", (6, 12, 18, 24), "Medium-C"),
        ("as_missile", (9, 17, 25, 32), "Long-C"),
        ("asew_missile", (7, 14, 21, 28), "Medium-C"),
        ("laa_missile", (7, 14, 21, 28), "Medium-C"),
    ):
        assert weapon(id).range[:4] == ranges
        has(id, aerospace_range=aerospace)


@pytest.mark.proves("TO-416-aero-weapon-classes-1")
def test_medium_and_large_chemical_lasers_are_lasers_on_aerospace_units() -> None:
    has("clan_medium_chemical_laser", tech="Clan", aerospace_class="laser")
    has("clan_large_chemical_laser", tech="Clan", aerospace_class="laser")


@pytest.mark.proves("TO-416-aero-weapon-classes-2")
def test_a_small_chemical_laser_is_for_point_defence_on_aerospace_units() -> None:
    has("clan_small_chemical_laser", tech="Clan", aerospace_class="point defence")


def tube_artillery_of_battle_armour() -> None:
    """It bursts for 3 and around it for 1, smokes a hex around, and fires nothing else."""
    has("ba_tube_artillery", damage=3, splash=(1,), smoke_radius=1)
    assert choices(weapon("ba_tube_artillery").ammunition) == ["munition_smoke_artillery"]
    assert "Smoke" in munition("munition_smoke_artillery").name


@pytest.mark.proves("TO-184-artillery-ordnance-ba-tube")
def test_tube_artillery_of_battle_armour_fires_explosives_and_smoke_alone() -> None:
    tube_artillery_of_battle_armour()


@pytest.mark.proves("TO-423-artillery-ordnance-423")
def test_the_compiled_table_gives_tube_artillery_the_same_ordnance() -> None:
    tube_artillery_of_battle_armour()


# Battle armour


@pytest.mark.proves("TO-412-ba-combat-412-2")
def test_weapons_of_battle_armour_state_what_a_shot_weighs_and_how_many_there_are() -> None:
    for id in (
        "clan_ba_er_small_pulse_laser",
        "clan_ba_er_medium_pulse_laser",
        "is_ba_small_variable_speed_pulse_laser",
        "is_ba_medium_variable_speed_pulse_laser",
    ):
        assert weapon(id).kilograms_per_shot > 0
        assert weapon(id).load > 0


@pytest.mark.proves("TO-412-ba-combat-412-3")
def test_what_shots_of_lasers_and_of_the_taser_weigh() -> None:
    has("clan_ba_er_small_pulse_laser", kilograms_per_shot=0.41, load=12)
    has("clan_ba_er_medium_pulse_laser", kilograms_per_shot=0.45, load=11)
    has("is_ba_small_variable_speed_pulse_laser", kilograms_per_shot=0.33, load=15)
    has("is_ba_medium_variable_speed_pulse_laser", kilograms_per_shot=0.38, load=13)
    has("is_ba_taser", load=1)
    is_marked("is_ba_taser", "one_shot")


@pytest.mark.proves("TO-413-ba-construction-413-1")
def test_rows_of_construction_that_battle_armour_gains() -> None:
    angel = {"rating": "F", "availability": "X-X-F", "cost": 750_000, "slots": 3}
    has("is_ba_angel_ecm", tech="IS", prototype=3063, tons=0.25, **angel)
    has("clan_ba_angel_ecm", tech="Clan", prototype=3059, tons=0.15, **angel)
    has("clan_ba_lb_x_ac", tech="Clan", rating="F", availability="X-X-E", year=3075)
    has("clan_ba_lb_x_ac", cost=70_000, ammunition_cost=1000, tons=0.4, slots=2)
    has("ba_tube_artillery", tech="IS", rating="E", availability="X-X-F", prototype=3075)
    has("ba_tube_artillery", cost=200_000, tons=0.5, slots=4)
    has("ba_tube_artillery_ammo", cost=900)
    has("ba_heavy_flamer", tech=BOTH, rating="C", availability="X-X-E", year=3073)
    has("ba_heavy_flamer", cost=11_250, ammunition_cost=2000, tons=0.35, slots=2)
    for kind, year in (("reflective", 3074), ("reactive", 3075)):
        for tech in ("IS", "Clan"):
            id = f"{tech.lower()}_ba_{kind}"
            has(id, tech=tech, rating="F", availability="X-X-F", prototype=year, cost=37_000, slots=7)
            assert "battle_armour" in catalogue()[id].flags
