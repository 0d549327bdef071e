"""The options of the game by name, as the rules in force have them."""

from __future__ import annotations

from math import inf

import pytest

from overheat.platoon.rules.configuration import configuration, readings
from platoon.cases import heat

DEFAULTS = {
    "ruleset": "seed",
    "ifv_leash": "two_band",
    "heli_damage_mode": "chart_after_pen",
    "heli_damage_value": 7,
    "heli_max_alt": 60,
    "heli_min_alt": 6,
    "heli_rappel_max": 20,
    "heli_move": "exclusive",
    "drone_battery_free": 2,
    "drone_range_free": 60,
    "drone_range_rounding": "floor",
    "drone_max_alt": 24,
    "drone_small_unit": False,
    "drone_comm_free": True,
    "atgm_speed": 32,
    "atgm_range": inf,
    "atgm_advance": "turn_start",
    "law_profile": "rpg",
    "law_targets": "vehicles",
    "dmr_range": "24-38",
    "ar_long_band_replaces_long_range": True,
    "he_size": "diameter",
    "indirect_miss": "no_effect",
    "massive_damage": True,
    "natural_one_fails": True,
    "snake_eyes_bonus": False,
    "full_strength_reroll": False,
    "mg_pins_d2": False,
    "weapon_swap_cost": 3,
    "pistol_refund": 3,
    "softskin_small_arms": "glancing",
    "turret_jam_on": 4,
    "smoke": {"remove_on": 3, "drift": "D6"},
    "random_direction": "uniform",
    "game_turns": 6,
    "extra_turn_on": 4,
}


@pytest.mark.proves("HEAT-base-config")
def test_the_thirty_six_options_have_their_defaults() -> None:
    found = configuration(heat())
    assert len(found) == 36
    assert found == DEFAULTS


@pytest.mark.proves("HEAT-base-config")
@pytest.mark.parametrize(
    ("layer", "option", "value"),
    [
        ("leash_36", "ifv_leash", "upstream_36"),
        ("chart_margin", "heli_damage_mode", "margin"),
        ("later_helicopters", "heli_max_alt", 30),
        ("later_helicopters", "heli_move", "combined"),
        ("later_drones", "drone_battery_free", 4),
        ("guided_limits", "atgm_range", 90),
        ("guided_limits", "atgm_speed", 30),
        ("law_any_target", "law_targets", "any"),
        ("dmr_0_36", "dmr_range", "0-36"),
        ("ar_long_range", "ar_long_band_replaces_long_range", False),
        ("he_radius", "he_size", "radius"),
        ("stray_shells", "indirect_miss", "stray"),
        ("no_massive_damage", "massive_damage", False),
        ("ones_may_succeed", "natural_one_fails", False),
        ("double_one_steadies", "snake_eyes_bonus", True),
        ("full_strength_reroll", "full_strength_reroll", True),
        ("machine_gun_pins", "mg_pins_d2", True),
        ("list_prices", "weapon_swap_cost", 5),
        ("later_weapons", "ruleset", "seed+upstream"),
        ("six_directions", "random_direction", "six"),
    ],
)
def test_a_layer_changes_its_option(layer: str, option: str, value: object) -> None:
    assert configuration(heat(layer))[option] == value


@pytest.mark.proves("HEAT-base-he-template", "HEAT-heli-arcs")
def test_two_rulings_name_options_of_their_own() -> None:
    assert readings(heat()) == {"model_size": "base", "rotating_weapons": "front"}
    both = readings(heat("model_size_point", "rotating_weapons"))
    assert both == {"model_size": "point", "rotating_weapons": "all_round"}
