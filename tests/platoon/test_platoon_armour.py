"""Damage to vehicles and helicopters."""

from __future__ import annotations

import pytest

from overheat.platoon.resolution import odds
from overheat.platoon.rules.standard import armour, blast, indirect
from platoon.cases import F, asked, heat, results, strike


@pytest.mark.proves("HEAT-base-vehicle-damage-values", "HEAT-heli-damage-value")
def test_damage_values_of_vehicles() -> None:
    values = heat()[armour.DAMAGE_VALUES]
    classes = ("soft_skin", "carrier", "light_tank", "medium_tank", "heavy_tank", "super_heavy_tank")
    assert [values[name] for name in classes] == [6, 7, 8, 9, 10, 11]
    assert values["helicopter"] == 7


@pytest.mark.proves("HEAT-base-vehicle-facing")
def test_the_line_from_the_firer_decides_the_facing() -> None:
    facing = asked(armour.facing)
    assert [facing(angle) for angle in (0, 30, 100, 170, 260, 330)] == [
        "front",
        "front",
        "side",
        "rear",
        "side",
        "front",
    ]


@pytest.mark.proves("HEAT-base-penetration")
def test_facing_and_range_change_penetration() -> None:
    assert 1 - results("rpg", 9, facing="rear")[0] == F(5, 6)
    assert results("at_medium", 9, distance=40)[0] == F(2, 3)


@pytest.mark.proves("armour.facing_counts")
def test_sides_and_rear_are_weaker() -> None:
    assert [results("rpg", 9, facing=side)[0] for side in ("front", "side", "rear")] == [F(1, 2), F(1, 3), F(1, 6)]


@pytest.mark.proves("HEAT-base-small-arms-armour")
def test_small_arms_cannot_hurt_armour() -> None:
    assert results("rifle", 7, distance=10)[0] == 1
    assert results("rifle", 6, distance=10)[0] == F(5, 6)


@pytest.mark.proves("HEAT-base-softskin", "HEAT-base-damage-table-modifiers")
def test_small_arms_glance_off_soft_skins() -> None:
    assert results("rifle", 5, distance=10)[:3] == (F(2, 3), F(1, 3), F(0))
    assert odds.effects(heat(), strike("rifle", 6), "glancing").probability("stunned") == F(2, 3)


@pytest.mark.proves("HEAT-base-vehicle-damage-table", "armour.glancing")
def test_the_damage_table() -> None:
    full = odds.effects(heat(), strike("rpg", 9), "full")
    assert full.probability("knocked_out") == F(1, 2)
    glancing = odds.effects(heat(), strike("rpg", 9), "glancing")
    found = [glancing.probability(effect) for effect in ("stunned", "immobilised", "on_fire")]
    assert found == [F(2, 3), F(1, 6), F(1, 6)]


@pytest.mark.proves("armour.open_top", "HEAT-base-open-topped")
def test_a_shell_into_an_open_top_does_one_more() -> None:
    struck = strike("mortar_medium", 7, open_topped=True, indirect=True, facing="top")
    assert odds.effects(heat(), struck, "full").probability("knocked_out") == F(2, 3)


@pytest.mark.proves("armour.fuel_burns")
def test_a_flamethrower_vehicle_burns_well() -> None:
    struck = strike("rpg", 9, flamethrower_vehicle=True)
    assert odds.effects(heat(), struck, "full").probability("knocked_out") == F(2, 3)


@pytest.mark.proves("HEAT-base-indirect-top")
def test_a_mortar_strikes_the_top() -> None:
    facing = asked(indirect.strikes)()
    assert results("mortar_medium", 7, facing=facing, indirect=True) == (F(1, 2), F(1, 6), F(1, 3), F(0), F(1, 6))


@pytest.mark.proves("HEAT-base-turret-jam", "HEAT-heli-turret-jam")
def test_a_turret_jams_on_four_or_more() -> None:
    assert [asked(armour.turret_jams)(face) for face in (3, 4)] == [False, True]


@pytest.mark.proves("HEAT-base-vehicle-mounts")
def test_mounts_decide_where_a_weapon_fires() -> None:
    bears = asked(armour.bears)
    assert [bears("hull", angle) for angle in (40, 60)] == [True, False]
    assert bears("turret", 180) is True
    assert [bears("rear", 180), bears("left", 90)] == [True, False]


@pytest.mark.proves("armour.coaxial")
def test_a_coaxial_weapon_fires_instead_of_the_main_gun() -> None:
    refused = asked(armour.coaxial_refused)
    assert refused(("turret", "coaxial")).id == "armour.coaxial"  # type: ignore[union-attr]
    assert refused(("turret", "pintle")) is None


@pytest.mark.proves("HEAT-base-he-vehicle")
def test_a_blast_strikes_a_vehicle_once() -> None:
    assert asked(blast.vehicle_hits)() == 1
    assert results("at_super", 7, high_explosive=True) == (F(1, 2), F(1, 6), F(1, 3), F(0), F(1, 6))


@pytest.mark.proves("armour.other_charges")
def test_blasts_lose_nothing_with_the_distance() -> None:
    assert results("at_super", 7, high_explosive=True, distance=80)[0] == F(1, 2)


@pytest.mark.proves("HEAT-weapon-flamethrower-infantry")
def test_flames_on_a_carriers_top() -> None:
    assert results("flame_inf", 7, facing="top", distance=5)[4] == F(7, 24)


@pytest.mark.proves("HEAT-heli-damage-chart", "HEAT-heli-damage-mode")
def test_a_rocket_brings_a_helicopter_down_after_it_penetrates() -> None:
    assert results("rpg", 7)[:4] == (F(1, 6), F(1, 6), F(1, 3), F(1, 3))
    assert odds.strike_helicopter(heat(), strike("rpg", 7)) == F(5, 12)
