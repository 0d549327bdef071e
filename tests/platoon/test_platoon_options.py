"""Optional rules: each changes what it says."""

from __future__ import annotations

import pytest

from overheat.kernel.dice import every
from overheat.kernel.refusal import RefusedError
from overheat.platoon.battle.scenario import load_scenario, set_up
from overheat.platoon.ground.geometry import Body, spot
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rules.standard import blast, dice, drones, indirect, missiles, movement, orders, pins, shooting
from overheat.platoon.rules.standard.helicopters import LIMITS, MOVES, FlightPlan
from overheat.platoon.rulesets import LAYERS, ruleset
from overheat.platoon.units.weapons import armoury
from platoon.cases import F, asked, heat, hit, obeys, results, shot, strike
from platoon.test_platoon_movement import tethered


def test_every_option_composes_with_the_standard_rules() -> None:
    for name in LAYERS:
        assert name in ruleset([name]).layers


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(RefusedError, match="leesh_36"):
        ruleset(["leesh_36"])


@pytest.mark.proves("HEAT-up-ifv-leash-36")
def test_the_later_leash_has_one_band() -> None:
    assert [tethered("veteran", length, 0, "leash_36") for length in (33, 37)] == [1, F(11, 12)]


@pytest.mark.proves("helicopters.entry_by_margin")
def test_the_helicopter_chart_by_margin() -> None:
    assert odds.strike_helicopter(heat("chart_margin"), strike("rpg", 7)) == F(1, 6)


@pytest.mark.proves("helicopters.entry_on_hit")
def test_the_helicopter_chart_on_every_hit() -> None:
    assert odds.strike_helicopter(heat("chart_on_hit"), strike("rpg", 7)) == F(1, 2)


@pytest.mark.proves("HEAT-up-he-radius")
def test_blasts_as_wide_as_their_number_to_every_side() -> None:
    def covered(x: float, *layers: str) -> bool:
        rules = heat("model_size_point", *layers)
        return rules[blast.covers](rules, spot(0, 0), rules[blast.radius](rules, 2), Body(spot(x, 0), 100))

    assert [covered(1.5), covered(1.5, "he_radius"), covered(2.1, "he_radius")] == [False, True, False]


@pytest.mark.proves("weapons.marksman_0_38")
def test_a_marksmans_rifle_without_minimum_range() -> None:
    assert [hit("dmr", 10, "dmr_0_38"), hit("dmr", 38, "dmr_0_38")] == [F(2, 3), F(1, 2)]


@pytest.mark.proves("HEAT-up-dmr", "weapons.marksman_0_36")
def test_the_final_marksmans_rifle_heeds_cover() -> None:
    assert hit("dmr", 18, "dmr_0_36") == F(2, 3)
    assert hit("dmr", 30, "dmr_0_36", target={"cover": "hard"}) == F(1, 6)
    assert hit("dmr", 37, "dmr_0_36") == 0


def test_assault_rifles_at_long_range_like_other_weapons() -> None:
    assert hit("ar", 18, "ar_long_range") == F(1, 2)


@pytest.mark.proves("armour.one_table_roll")
def test_without_massive_damage_one_roll_is_made() -> None:
    assert results("rpg", 9, "no_massive_damage", facing="rear")[4] == F(1, 3)


@pytest.mark.proves("orders.double_one_steadies")
def test_a_double_one_may_rally() -> None:
    rallies = asked(orders.double_one_rallies, "double_one_steadies")
    assert [rallies(2), rallies(3)] == [True, False]
    assert asked(orders.pins_after_rally)(4, 2) == 1


@pytest.mark.proves("HEAT-base-full-strength-reroll")
def test_full_strength_squads_try_again() -> None:
    assert obeys("regular", 3, "full_strength_reroll", full_strength=True) == F(95, 144)
    assert obeys("regular", 3, "full_strength_reroll") == F(5, 12)


@pytest.mark.proves("HEAT-up-mg-buff")
def test_machine_gun_teams_pin_harder() -> None:
    gained, weapon = asked(pins.gained, "machine_gun_pins"), armoury()["mmg"]
    assert [gained(weapon, 3, "machine_gun"), gained(weapon, 3, "infantry"), gained(weapon, 0, "machine_gun")] == [
        "D2",
        1,
        0,
    ]


@pytest.mark.proves("HEAT-up-pins-column", "pins.column")
def test_pins_by_weapon() -> None:
    gained = asked(pins.gained, "pins_by_weapon")
    assert [gained(armoury()[name], 3, "") for name in ("rifle", "mmg", "atgm", "how_heavy")] == [1, "D2", "D3", "D6"]
    assert gained(armoury()["mmg"], 0, "") == 0


@pytest.mark.proves("dice.six_directions")
def test_six_directions() -> None:
    direction = asked(dice.direction, "six_directions")
    found = every(lambda rolled: direction(rolled, "drift"))
    assert {way: found.probability(way) for way in found} == {way: F(1, 6) for way in range(0, 360, 60)}


@pytest.mark.proves("to_hit.ones_may_hit", "damage.ones_may_hurt")
def test_ones_may_succeed() -> None:
    rules = heat("ones_may_succeed")
    assert odds.to_hit(rules, shot("rifle", 5, pins=-1)) == 1
    assert odds.casualty(rules, shot("tandem", 10), 4) == 1


@pytest.mark.proves("HEAT-up-law-any-target")
def test_light_anti_tank_weapons_at_any_target() -> None:
    assert asked(missiles.law_refused, "law_any_target")(False) is None


@pytest.mark.proves("indirect.stray")
def test_shells_that_miss_fall_elsewhere() -> None:
    lands, small = asked(indirect.miss_lands, "stray_shells"), asked(dice.small)
    assert [(lands(6) or 0) * small(3, 4), (lands(4) or 0) * small(3, 6)] == [12, 12]


@pytest.mark.proves("HEAT-up-atgm-limits")
def test_guided_missiles_of_later_versions_fly_less_far() -> None:
    rules = heat("guided_limits")
    refused = asked(missiles.target_refused, "guided_limits")
    assert refused(True, True, False, 91) is not None
    assert refused(True, True, False, 90) is None
    assert rules[missiles.speed](rules) == 30
    assert results("atgm_light", 9, "later_weapons")[4] == F(1, 6)
    assert resolve.weapon_of(rules, "atgm").crew == 1


@pytest.mark.proves("HEAT-up-heli-v3")
def test_helicopters_of_later_versions_fly_lower_and_along_and_up_at_once() -> None:
    rules = heat("later_helicopters")
    medium = rules[MOVES]["medium"]
    assert (medium.horizontal_run.inches, medium.horizontal_run.turns) == (48, 1)
    assert rules[LIMITS]["rappel"] == 10
    assert resolve.flight_refused(rules, medium, FlightPlan(order="advance", forward=12, up=5)) is None
    assert resolve.flight_refused(rules, medium, FlightPlan(order="advance", up=5, height=26)) is not None


@pytest.mark.proves("HEAT-up-drone-quadcopter")
def test_quadcopters_are_slower() -> None:
    assert [asked(drones.reach, "later_drones")(order) for order in ("run", "advance")] == [20, 10]


@pytest.mark.proves("drones.longer_battery")
def test_batteries_of_later_versions_last_four_turns() -> None:
    penalty = asked(drones.battery_penalty, "later_drones")
    assert [penalty(4), penalty(5)] == [None, 1]


@pytest.mark.proves("HEAT-up-drone-ied-simple")
def test_loads_fall_simply() -> None:
    falls = asked(drones.ied_falls, "later_drones")
    assert [falls(face) for face in range(1, 7)] == [None, "D3", 0, 0, 0, 0]
    found = odds.at_ied(heat("later_drones"))
    assert found.probability("hangs") == F(1, 6)


@pytest.mark.proves("drones.simple_at_drop")
def test_anti_tank_loads_fall_simply() -> None:
    falls = asked(drones.at_ied_falls, "later_drones")
    assert [falls(face, None) for face in (1, 2, 3, 6)] == ["hangs", "tumbles", "straight", "straight"]


@pytest.mark.proves("HEAT-up-anti-drone")
def test_shotguns_and_pintle_guns_hit_drones_like_anything_else() -> None:
    ran = {"drone": "ran", "men": 1}
    assert hit("shotgun", 5, "anti_drone", target=ran) == F(5, 6)
    assert hit("rifle", 5, "anti_drone", target=ran) == F(1, 2)
    assert hit("mmg", 10, "anti_drone", target=ran, pintle=True, mounted=True) == F(2, 3)


@pytest.mark.proves("HEAT-up-multi-axle")
def test_many_axles_turn_less_easily() -> None:
    pace = heat("many_axles")[movement.PACES]["multi_axle"]
    assert (pace.advance, pace.advance_pivots, pace.run, pace.run_pivots) == (12, 1, 24, 0)


def price(unit: str, *options: str, swap: dict[str, int] | None = None) -> int:
    entry = Enlisted(unit=unit, swap=swap or {})
    return muster(Roster(name="One", selector="open", units=(entry,)), heat(*options)).points


@pytest.mark.proves("HEAT-up-list-overrides")
def test_prices_of_the_lists() -> None:
    assert [price("atgm_team"), price("atgm_team", "list_prices")] == [85, 75]
    assert price("drone_team", "list_prices") == 52
    assert [unit_kind(id).cost for id in ("old_transport_helicopter", "utility_helicopter")] == [
        (50, 55, 60),
        (35, 50, 65),
    ]
    assert unit_kind("utility_helicopter").airframe == "light"


def test_the_platoons_of_a_scenario_fight_whatever_they_cost_under_other_prices() -> None:
    scenario, rules = load_scenario("crossroads"), heat("list_prices")
    first, second = set_up(scenario, rules).forces
    assert sum(sheet.points for sheet in first) <= 1000 < sum(sheet.points for sheet in second)
    with pytest.raises(RefusedError, match="points, 1000 allowed"):
        set_up(scenario, rules, scenario.platoons)


@pytest.mark.proves("HEAT-up-list-weapon-swap")
def test_swaps_of_the_lists_cost_five() -> None:
    found = [price("rifle_squad", *options, swap={"smg": 1}) for options in ((), ("list_prices",))]
    assert found == [43, 45]


@pytest.mark.proves("HEAT-up-list-leaders")
def test_leaders_of_the_lists() -> None:
    rules = heat()
    ranks = rules[orders.OFFICERS]
    found = [
        (unit_kind(id).cost, ranks[unit_kind(id).officer or ""].snaps) for id in ("junior_leader", "senior_leader")
    ]
    assert found == [((35, 50, 65), 1), ((60, 75, 90), 2)]


@pytest.mark.proves("HEAT-up-list-typos")
def test_the_rocket_team_of_the_lists_has_a_rocket_launcher() -> None:
    assert unit_kind("rpg_team").system == "rpg"


@pytest.mark.proves("HEAT-up-ruleset")
def test_weapons_of_later_versions_are_to_be_had() -> None:
    assert resolve.weapon_of(heat("later_weapons"), "manpads").pins == "D2"


@pytest.mark.proves("HEAT-up-agl")
def test_an_automatic_grenade_launcher() -> None:
    assert odds.hits(heat("later_weapons"), shot("agl", 18, "later_weapons")).mean == F(4, 3)
    assert hit("agl", 30, "later_weapons") == F(1, 2)
    assert price("agl_team", "later_weapons") == 60


@pytest.mark.proves("HEAT-up-manpads", "missiles.at_aircraft")
def test_air_defence_fires_at_what_flies() -> None:
    rules = heat("later_weapons")
    weapon = resolve.weapon_of(rules, "manpads")
    (rule,) = rules[missiles.FIRES_AT]
    assert rule(rules, weapon, True, False) is None
    assert rule(rules, weapon, True, True) is not None
    assert rule(rules, weapon, False, False) is not None
    assert results("manpads", 7, "later_weapons", distance=30)[3:] == (F(1, 6), F(7, 24))
    assert results("manpads_light", 7, "later_weapons", distance=30)[4] == F(1, 12)


@pytest.mark.proves("HEAT-up-heli-rocket-pods")
def test_rocket_pods() -> None:
    assert odds.hits(heat("later_weapons"), shot("rocket_pod_light", 20, "later_weapons", mounted=True)).mean == F(2, 3)
    assert hit("rocket_pod_heavy", 40, "later_weapons", mounted=True) == F(1, 6)
    assert [armoury()[f"rocket_pod_{size}"].pen for size in ("light", "medium", "heavy")] == [4, 5, 6]


@pytest.mark.proves("HEAT-up-heli-missiles")
def test_helicopter_missiles() -> None:
    assert [hit("missile_heavy", length, "later_weapons") > 0 for length in (19, 20, 82, 83)] == [
        False,
        True,
        True,
        False,
    ]
    assert results("missile_heavy", 10, "later_weapons", distance=30)[4] == F(7, 24)


@pytest.mark.proves("HEAT-up-heli-bombs")
def test_helicopter_bombs() -> None:
    assert [(armoury()[f"bomb_{size}"].pen, armoury()[f"bomb_{size}"].he) for size in ("light", "medium", "heavy")] == [
        (2, 2),
        (3, 3),
        (4, 4),
    ]
    assert (armoury()["bomb_cluster"].pins, armoury()["bomb_cluster"].he) == ("D6", 3)


def test_a_mine_under_a_tank() -> None:
    assert results("mine", 9, "later_weapons") == (F(1, 3), F(1, 6), F(1, 3), F(1, 6), F(7, 24))


@pytest.mark.proves("HEAT-up-atgm-fire-and-forget", "HEAT-up-atgm-special-rules")
def test_a_missile_that_finds_its_own_way() -> None:
    lost = asked(missiles.guidance_lost, "later_weapons")
    assert lost(armoury()["atgm_modern"], True, True) is False
    assert lost(armoury()["atgm"], True, False) is True


@pytest.mark.proves("HEAT-up-atgm-top-attack", "HEAT-up-atgm-special-rules")
def test_a_missile_that_strikes_from_above() -> None:
    facing = asked(missiles.struck_facing, "later_weapons")(armoury()["atgm_modern"], 0)
    assert results("atgm_modern", 11, "later_weapons", facing=facing)[4] == F(7, 24)
    assert results("atgm_modern", 10, "later_weapons", facing=facing)[4] == F(5, 12)


@pytest.mark.proves("missiles.dodged")
def test_without_later_weapons_nothing_is_dodged() -> None:
    assert asked(missiles.may_dodge)(armoury()["manpads"], 70) == "no"


@pytest.mark.proves("HEAT-up-manpads-reaction")
def test_who_has_time_for_countermeasures() -> None:
    dodges, weapon = asked(missiles.may_dodge, "later_weapons"), armoury()["manpads"]
    assert [dodges(weapon, length) for length in (20, 30, 50, 60, 70)] == ["no", "no", "die", "die", "yes"]
    assert dodges(armoury()["rpg"], 70) == "no"


@pytest.mark.proves("HEAT-up-countermeasures")
def test_countermeasures_make_an_attack_harder() -> None:
    aircraft = {"soft": False}
    assert hit("manpads", 20, "later_weapons", countermeasures=True, target=aircraft) == F(1, 3)
    plain, dodged = (hit("manpads", 50, "later_weapons", countermeasures=way, target=aircraft) for way in (False, True))
    assert (plain + dodged) / 2 == F(1, 3)


@pytest.mark.proves("HEAT-up-heli-hardpoints")
def test_one_set_of_hardpoints_fires_in_a_turn() -> None:
    rules = heat("later_weapons")
    (rule,) = rules[shooting.TOGETHER]
    pods, missile, gun = (armoury()[name] for name in ("rocket_pod_light", "missile_light", "ac_medium"))
    assert rule(rules, (pods, gun)) is None
    assert rule(rules, (pods, missile)) is not None
