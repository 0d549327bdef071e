"""Units that are asked about with another engine or further equipment: rulings of equipment through the adjudicator."""

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.kernel.refusal import RefusedError

WARHAMMER, QUAD, TANK = "Warhammer WHM-6R", "Scorpion SCP-1N", "Manticore Heavy Tank"


def heat(*rules: str, **facts: Any) -> dict[str, Any]:
    return adjudicated("heat", *rules, unit=WARHAMMER, **facts)


@pytest.mark.proves("TO-309-xxl-engine", "heat.engine_kind")
def test_an_xxl_engine_is_two_points_of_heat_at_rest_four_walking_and_six_running() -> None:
    builds = heat(engine="XXL")["builds"]
    assert [builds[mode] for mode in ("stationary", "walk", "run")] == [2, 4, 6]


def test_a_war_machine_with_a_combustion_engine_walks_as_hot_as_any() -> None:
    builds = heat(engine="ICE")["builds"]
    assert (builds["walk"], builds["run"]) == (1, 2)


@pytest.mark.proves("heat.coolant_pods")
def test_a_coolant_pod_that_is_used_sinks_a_point_more_for_every_sink() -> None:
    pod: Any = {"carries": ["Coolant Pod in LT"]}
    assert heat(**pod)["sinks"]["land"] == 18
    assert heat(**pod, marks={"cooled:Coolant Pod": 1})["sinks"]["land"] == 18 + 18


@pytest.mark.proves(
    "TO-106-coolant-systems-1", "coolant_trucks.fills_up", "coolant_trucks.figures", "coolant_trucks.questions"
)
def test_a_coolant_truck_brings_back_two_points_of_coolant_and_sinks_fifteen_more() -> None:
    def asked(lost: int) -> dict[str, Any]:
        return adjudicated("coolant truck", "coolant_failure", "coolant_trucks", unit=WARHAMMER, lost=lost)

    assert [asked(lost)["coolant_lost"] for lost in (0, 1, 2, 3, 7)] == [0, 0, 0, 1, 5]
    assert asked(0)["sinks_more"] == 15


@pytest.mark.proves("TO-361-coolant-ammo", "TO-106-coolant-truck-fire-2a", "coolant.takes", "coolant.figures")
def test_jets_of_coolant_take_three_points_each_four_from_a_heavy_flamer_and_nine_in_a_round() -> None:
    def taken(weapon: str, jets: int) -> int:
        return int(adjudicated("coolant", unit=WARHAMMER, weapon=weapon, jets=jets)["heat_taken"])

    assert [taken("Vehicle Flamer", jets) for jets in (1, 2, 3, 4)] == [3, 6, 9, 9]
    assert [taken("Heavy Flamer", jets) for jets in (1, 2, 3)] == [4, 8, 9]
    assert taken("Fluid Gun", 1) == 3


@pytest.mark.proves("TO-106-coolant-truck-fire-2b", "coolant.puts_out", "coolant.figures")
def test_coolant_puts_fires_out_on_four_and_those_of_inferno_fuel_on_twelve() -> None:
    found = adjudicated("coolant", unit=TANK)
    assert (found["fire_out_on"], found["inferno_out_on"], found["heat_taken"]) == (4, 12, 0)


@pytest.mark.proves("TO-347-mech-turret-2", "fire.head_turret")
def test_a_quad_with_two_turrets_does_not_fire_the_one_on_its_head_to_the_rear() -> None:
    def no(*more: str) -> str | None:
        carries = ["BattleMech Turret (Head) in CT", "turret Medium Laser in HD", *more]
        attacker = {"unit": QUAD, "hex": "0809", "facing": 0, "carries": carries}
        target, weapon = {"unit": WARHAMMER, "hex": "0812"}, {"name": "Medium Laser", "location": "HD"}
        told = adjudicated("attack", board="valley", attacker=attacker, target=target, weapon=weapon)
        return None if told["refusal"] is None else str(told["refusal"]["id"])

    assert (no(), no("BattleMech Turret (Quad) in LT")) == (None, "fire.head_turret")


@pytest.mark.parametrize(
    "carried", ["Coolant Pod", "Coolant Pod in XX", "Warp Core in LT", "Medium Laser with coolant in LT"]
)
def test_what_no_unit_can_carry_there_is_refused(carried: str) -> None:
    with pytest.raises(RefusedError) as no:
        heat(carries=[carried])
    assert no.value.refusal.id == "situation.carries"


def criticals(*rules: str, **facts: Any) -> int:
    return int(adjudicated("criticals", *rules, unit=WARHAMMER, location="CT", **facts)["criticals"])


@pytest.mark.proves("TO-074-advanced-crits", "advanced_criticals.roll", "advanced_criticals.bands")
def test_attacks_roll_for_critical_hits_by_how_hard_they_hit_and_falls_do_not() -> None:
    """An 8 is one critical hit: -2 for 3 points, 0 for 12, +2 for 25."""
    rules, eight = "advanced_criticals", [4, 4]
    assert [criticals(rules, points=points, dice=eight) for points in (3, 12, 25)] == [0, 1, 2]
    assert criticals(rules, points=3, harm="fall", dice=eight) == 1
    assert criticals(rules, dice=eight) == 1


@pytest.mark.proves("direct_blows.critical_hits")
def test_a_direct_blow_adds_to_the_roll_for_critical_hits() -> None:
    assert [criticals("direct_blows", points=12, margin=margin, dice=[4, 5]) for margin in (2, 3)] == [1, 2]


@pytest.mark.proves(
    "TO-078-engine-explosions-scale",
    "engine_explosions.height",
    "engine_explosions.shares",
    "engine_explosions.questions",
)
def test_five_levels_above_an_exploding_engine_count_as_a_hex() -> None:
    def damage(distance: int, elevation: int) -> int:
        facts = {"rating": 280, "distance": distance, "elevation": elevation}
        return int(adjudicated("engine explosion", "engine_explosions", unit=WARHAMMER, **facts)["damage"])

    assert [damage(distance, 0) for distance in range(5)] == [280, 28, 14, 7, 0]
    assert [damage(0, elevation) for elevation in (4, 5, 9, 10, 20)] == [280, 28, 28, 14, 0]


@pytest.mark.proves("TO-023-taking-damage")
def test_damage_asks_no_roll_of_who_is_hull_down() -> None:
    facts: Any = {"unit": WARHAMMER, "damage_this_phase": 25}
    rules = ("hull_down", "taking_damage")
    assert adjudicated("piloting", *rules, **facts)["target_number"] == 6
    assert adjudicated("piloting", *rules, **facts, posture="hull down")["refusal"]["id"] == "piloting.spared"


@pytest.mark.proves("plates.modular")
def test_modular_armour_takes_ten_points_before_the_armour_takes_any() -> None:
    def lost(points: int) -> int:
        facts = {"points": points, "location": "LT", "carries": ["Modular Armor in LT"]}
        return int(adjudicated("damage", unit=WARHAMMER, **facts)["armour_lost"])

    assert [lost(points) for points in (8, 10, 12)] == [0, 0, 2]


def mishaps(weapon: dict[str, Any], *rules: str, unit: str = "Wolverine WVR-6R", **facts: Any) -> dict[str, Any]:
    attacker = {"unit": unit, **facts}
    return adjudicated("mishaps", *rules, distance=3, attacker=attacker, target={"unit": WARHAMMER}, weapon=weapon)


@pytest.mark.proves("TO-100-autocannon-rapid-fire-2", "rapid_fire_autocannons.jams", "rapid_fire_autocannons.bursts")
def test_a_rapid_firing_autocannon_jams_on_four_and_explodes_on_two() -> None:
    found = mishaps({"name": "AC/5", "rate": 2}, "rapid_fire_autocannons")
    assert (found["jams_on"], found["explodes_on"], found["explosion"], found["shots_used"]) == (4, 2, 10, 2)
    assert set(found["rolls"]) == {"2", "3", "4"}


@pytest.mark.proves("TO-102-machine-guns-1", "rapid_fire_machine_guns.figures")
def test_a_machine_gun_in_rapid_fire_uses_three_shots_a_point() -> None:
    found = mishaps({"name": "Machine Gun", "mode": "rapid fire"}, "rapid_fire_machine_guns", unit=WARHAMMER)
    assert found["shots_used"] == 3


@pytest.mark.proves("hot_loading.explodes")
def test_a_hot_loaded_launcher_explodes_with_its_missiles_on_two() -> None:
    found = mishaps({"name": "LRM 20", "mode": "hot-loaded"}, "hot_loading", unit="Archer ARC-2R")
    assert (found["explodes_on"], found["explosion"]) == (2, 20)


@pytest.mark.proves("TO-279-aes")
def test_an_arm_with_enhanced_actuators_shoots_better_across_a_distance() -> None:
    def needed(**facts: Any) -> int:
        attacker = {"unit": WARHAMMER, **facts}
        shot = {"distance": 5, "target": {"unit": QUAD}, "weapon": {"name": "PPC", "location": "RA"}}
        return int(adjudicated("shot", attacker=attacker, **shot)["target_number"])

    assert needed() - needed(carries=["AES in RA"]) == 1
