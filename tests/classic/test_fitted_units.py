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


@pytest.mark.proves("TO-106-coolant-systems-1", "coolant_trucks.fills_up", "coolant_trucks.figures")
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
