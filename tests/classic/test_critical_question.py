"""What a critical hit on a part does, asked of the adjudicator: figures that follow from rulings, through its door."""

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.kernel.refusal import RefusedError

WARHAMMER = "Warhammer WHM-6R"
MANTICORE = "Manticore Heavy Tank"


def critical(part: str, *rules: str, unit: str = WARHAMMER, **facts: Any) -> dict[str, Any]:
    return adjudicated("critical", *rules, unit=unit, part=part, **facts)


@pytest.mark.proves("QR-crit-gyro", "piloting.gyro")
def test_a_gyro_adds_three_to_rolls_asks_for_one_and_drops_the_machine_when_it_is_destroyed() -> None:
    once, twice = critical("gyro"), critical("gyro", hits=2)
    assert (once["piloting"], once["falls"], once["rolls"][0]["target_number"]) == (3, False, 5 + 3)
    assert (twice["falls"], twice["rolls"]) == (True, [])


@pytest.mark.proves("QR-crit-engine", "heat.engine")
def test_an_engine_hit_is_five_points_of_heat_a_turn_and_the_third_ends_the_machine() -> None:
    heat = [critical("engine", hits=hits).get("heat_each_turn") for hits in (1, 2, 3)]
    assert heat == [5, 10, None]
    assert critical("engine", hits=3)["fate"] == "destroyed"


@pytest.mark.proves("to_hit.sensors")
def test_sensors_worsen_every_shot_and_actuators_those_of_their_arm() -> None:
    assert set(critical("sensors")["worse_shots"].values()) == {2}
    assert critical("lower arm", location="RA")["worse_shots"] == {"PPC in RA (2)": 1}
    assert critical("shoulder", location="RA")["worse_shots"] == {"PPC in RA (2)": 4}
    assert len(critical("sensors", hits=2)["weapons_silent"]) == 9


@pytest.mark.proves("piloting.legs")
def test_a_hip_halves_the_walk_and_adds_two_to_rolls() -> None:
    found = critical("hip")
    assert (found["walk"], found["run"], found["piloting"]) == (2, 3, 2)


@pytest.mark.proves("QR-ammo-explosion", "damage.ammunition_explosion")
def test_ammunition_explodes_with_all_that_is_left_and_hurts_the_pilot_twice() -> None:
    found = critical("SRM 6 Ammo")
    assert (found["explosion"], found["pilot_hits"], found["fate"]) == (15 * 6 * 2, 2, "destroyed")


@pytest.mark.proves("TO-304-coolant-pod-2", "damage.weapon_explosion")
def test_a_coolant_pod_explodes_with_ten_points_until_it_is_used() -> None:
    pod: Any = {"carries": ["Coolant Pod in LT"]}
    assert critical("Coolant Pod", **pod)["explosion"] == 10
    assert critical("Coolant Pod", **pod, marks={"cooled:Coolant Pod": 1})["explosion"] == 0


@pytest.mark.proves("TO-299-case-ii-a", "damage.explosion_crew_hits")
def test_case_ii_keeps_an_explosion_to_a_point_inside_and_one_hit_of_the_pilot() -> None:
    found = critical("Gauss Rifle", carries=["CASE II in LT", "Gauss Rifle in LT"])
    assert "structure of the left torso 15 to 14" in found["happens"]
    assert "armour of the left torso (rear) 8 to 0" in found["happens"]
    assert (found["explosion"], found["pilot_hits"]) == (20, 1)


def test_a_weapon_without_power_is_destroyed_and_does_not_explode() -> None:
    gauss: Any = {"carries": ["Gauss Rifle in LT"]}
    rules = "shutting_off_equipment"
    off = critical("Gauss Rifle", rules, **gauss, marks={"shut_off:Gauss Rifle": 1})
    assert (critical("Gauss Rifle", rules, **gauss)["explosion"], off["explosion"]) == (20, 0)
    assert off["weapons_lost"] == ["Gauss Rifle in LT (18)"]


@pytest.mark.proves("plates.component_armour")
def test_component_armour_takes_the_first_hit() -> None:
    gauss: Any = {"carries": ["armoured Gauss Rifle in LT"]}
    first = critical("Gauss Rifle", **gauss)
    assert (first["explosion"], first["weapons_lost"]) == (0, [])


@pytest.mark.proves("TO-075-expanded-critical-damage")
def test_under_expanded_critical_damage_an_item_of_one_slot_is_lost_at_once_and_a_larger_one_is_not() -> None:
    rules = "expanded_critical_damage"
    assert critical("Medium Laser", rules)["weapons_lost"] == ["Medium Laser in LT (4)"]
    damaged = critical("PPC", rules)
    assert (damaged["weapons_lost"], damaged["to_hit"]) == ([], 1)


@pytest.mark.proves("TO-197-ejection-1", "ejection.by_explosion")
def test_a_pilot_is_thrown_out_before_ammunition_does_its_damage_and_takes_two_hits() -> None:
    found = critical("SRM 6 Ammo", "ejecting_crews")
    assert (found["fate"], found["explosion"], found["pilot_hits"]) == ("ejected", 0, 2)


@pytest.mark.proves("TO-307-cv-fission-2", "TO-308-nonfusion-mechs-a", "engines.leaks_in_machines")
def test_a_fission_engine_that_is_hit_hurts_the_pilot_and_stuns_a_crew_for_a_die_of_turns() -> None:
    assert critical("engine", engine="fission")["pilot_hits"] == 1
    stunned = critical("engine", unit=MANTICORE, engine="fission", dice=[4])
    assert stunned["crew_stunned_turns"] == 4


@pytest.mark.proves("TO-308-nonfusion-mechs-a", "engines.fuel_explodes", "engines.fuel")
def test_fuel_of_a_combustion_engine_may_explode_with_any_hit() -> None:
    assert [critical("engine", engine="ICE", dice=dice)["fate"] for dice in ([4, 5], [5, 5])] == ["", "destroyed"]
    assert critical("engine", engine="ICE")["rolls_due"] == ["fuel of Warhammer (unit) explodes, 10 needed"]


@pytest.mark.proves("TO-312-heavy-flamer-4", "TO-320-chemical-lasers", "vehicles.no_power")
def test_heavy_flamers_and_chemical_lasers_of_a_vehicle_go_on_without_its_engine() -> None:
    carried = ["Heavy Flamer in FR", "Heavy Flamer Ammo in BD"]
    silent = critical("engine", unit=MANTICORE, carries=carried)["weapons_silent"]
    assert any(name.startswith("Medium Laser in FR") for name in silent)
    assert not any(name.startswith("Heavy Flamer") for name in silent)


@pytest.mark.proves("vehicles.driver")
def test_what_happens_to_a_crew_is_asked_by_the_names_of_its_table() -> None:
    assert critical("driver", unit=MANTICORE)["piloting"] == 2
    commander = critical("commander hit", unit=MANTICORE)
    assert (commander["crew_stunned_turns"], commander["piloting"]) == (1, 1)
    assert critical("fuel tank", unit="Vedette Medium Tank")["fate"] == "destroyed"
    assert critical("ammunition", unit=MANTICORE)["explosion"] == 12 * 10 + 15 * 6 * 2


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"part": "warp core"}, "part"),
        ({"part": "gyro", "hits": 5}, "part"),
        ({"part": "fuel tank", "unit": MANTICORE}, "part"),
        ({"part": "driver", "unit": MANTICORE, "location": "LA"}, "location"),
        ({"part": "engine", "engine": "warp"}, "engine"),
        ({"part": "PPC", "carries": ["PPC in the boot"]}, "carries"),
        ({"part": "PPC", "carries": ["Warp Core in LT"]}, "carries"),
        ({"part": "engine", "unit": "Foot Platoon (Rifle)"}, "part"),
        ({"part": "gyro", "dice": [3]}, "dice"),
    ],
)
def test_what_a_unit_does_not_have_is_refused_by_the_name_of_the_fact(facts: dict[str, Any], field: str) -> None:
    with pytest.raises(RefusedError) as no:
        critical(**facts)
    assert no.value.refusal.id == f"situation.{field}"
