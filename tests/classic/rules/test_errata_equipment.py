"""Figures of equipment that the errata rule on and that no other test holds."""

import pytest
from msgspec.structs import replace

from asking import asked
from classic.battle_value.inventions import sheet_of
from classic.unit.figures import BOTH, gear, has, is_marked, takes, weapon
from overheat.classic.construction.check import weigh
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.machine.shields import Shield, shield, slowing
from overheat.classic.construction.weights import weight_class
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Armour, catalogue
from vehicles import WARDEN, add, sheet

# Electronics


@pytest.mark.proves("TO-279-angel-ecm-1")
def test_angel_ecm_comes_from_clan_nova_cat() -> None:
    has("angel_ecm", makers=("Clan Nova Cat",))


@pytest.mark.proves("TO-332-ncss-construction-1")
def test_a_small_comm_scanner_suite_needs_six_crew_or_six_tons_where_nobody_is_aboard() -> None:
    has("small_naval_comm_scanner_suite", crew=6, unmanned_tons=6)


@pytest.mark.proves("TO-332-ncss-construction-2")
def test_a_large_comm_scanner_suite_is_not_for_small_craft_and_satellites() -> None:
    takes("large_naval_comm_scanner_suite", support_vehicle="1*", small_craft="NA", satellite="NA")


@pytest.mark.proves("TO-333-ncss-1")
def test_comm_scanner_suites_are_for_support_vehicles_too() -> None:
    for size in ("small", "large"):
        assert catalogue()[f"{size}_naval_comm_scanner_suite"].spaces.support_vehicle == "1*"


@pytest.mark.proves("TO-375-remote-sensor-monitor")
def test_a_bloodhound_probe_follows_four_remote_sensors() -> None:
    has("bloodhound_active_probe", monitors=4)


# Vehicles


@pytest.mark.proves("TO-407-construction-data-407-7")
def test_the_first_fission_engines_of_vehicles_came_in_2470() -> None:
    engines = [item for item in ("primitive_fission_engine", "fission_engine") if "fission" in catalogue()[item].flags]
    assert min(catalogue()[item].year or 0 for item in engines) == 2470


@pytest.mark.proves("TO-411-construction-data-411-13")
def test_what_is_priced_by_the_engines_rating_is_priced_by_its_tons_on_support_vehicles() -> None:
    cost = catalogue()["supercharger"].cost
    assert isinstance(cost, str)
    assert cost.split("; ") == ["10000 x engine rating", "support vehicle: 10000 x engine tons"]


@pytest.mark.proves("TO-346-mech-turret-sponson")
def test_a_pair_of_sponsons_weighs_a_tenth_of_all_that_both_hold() -> None:
    """Fifteen tons on one side and five on the other: two tons for both."""
    text = add(WARDEN, "Right", "ISSponsonTurret", "ISGaussRifle(ST)")
    text = add(text, "Left", "ISSponsonTurret", "Large Laser(ST)")
    parts = [term.value for term in weigh(sheet(text)) if term.id.endswith("sponson_turret")]
    assert sum(parts) == 2
    assert parts == [1, 1]


# Machines


@pytest.mark.proves("TO-378-ultralight-mechs", "construction.weight_classes")
def test_a_machine_lighter_than_light_counts_as_light() -> None:
    plans = [Plan(replace(sheet_of({}), tons=tons), standard()) for tons in (10, 15, 20, 35, 40, 60, 80)]
    assert [plan.rules[weight_class](plan) for plan in plans] == [1, 1, 1, 1, 2, 3, 4]


FOREARM, HAND = "Lower Arm Actuator", "Hand Actuator"


def shielded(kind: str, slots: int, *actuators: str, pod: str = "") -> tuple[Shield, int]:
    """What a shield takes on an arm that has some actuators beside the upper one, and what it costs in speed."""
    built = sheet_of({"LA": [*actuators, *[f"{kind}{pod}"] * slots]})
    (mount,) = built.flagged("shield")
    return asked(shield)(built, mount), asked(slowing)(built)


@pytest.mark.proves("TO-288-shield-construction", "construction.shields")
def test_a_shield_loses_a_point_for_each_actuator_that_its_arm_lacks() -> None:
    assert shielded("ISSmallShield", 3, FOREARM, HAND) == (Shield(3, 11), 0)
    assert shielded("ISMediumShield", 5, FOREARM) == (Shield(4, 17), 1)
    assert shielded("ISLargeShield", 7) == (Shield(5, 23), 1)


@pytest.mark.proves("TO-288-shield-construction")
def test_a_shield_in_a_pod_slows_as_much_as_one_built_in() -> None:
    assert shielded("ISMediumShield", 5, FOREARM, HAND, pod=" (omnipod)")[1] == 1


# Battle armour


@pytest.mark.proves("TO-280-ba-advanced-armor")
def test_reactive_and_reflective_armour_of_battle_suits_weighs_by_the_point_and_halves_what_it_is_made_for() -> None:
    for id, kilograms, halved in (
        ("is_ba_reactive", 60, {"missile", "mortar", "artillery"}),
        ("clan_ba_reactive", 35, {"missile", "mortar", "artillery"}),
        ("is_ba_reflective", 55, {"energy"}),
        ("clan_ba_reflective", 30, {"energy"}),
    ):
        kind = catalogue()[id]
        assert isinstance(kind, Armour)
        assert round(1000 / kind.points_per_ton) == kilograms
        assert kind.halves == halved
        assert kind.slots == 7


@pytest.mark.proves("TO-412-ba-combat-412-4")
def test_six_rows_of_the_combat_data_of_battle_armour() -> None:
    for id in ("is_ba_angel_ecm", "clan_ba_angel_ecm"):
        assert (gear(id).reach, gear(id).level) == (2, "experimental")
    autocannon = weapon("clan_ba_lb_x_ac")
    assert (autocannon.damage, autocannon.range[:4], autocannon.to_hit) == (4, (0, 2, 5, 8), -1)
    assert (autocannon.level, autocannon.kilograms_per_shot, autocannon.load) == ("advanced", 4, 10)
    is_marked("clan_ba_lb_x_ac", "ballistic", "flak")
    tube = weapon("ba_tube_artillery")
    assert (tube.damage, tube.splash, tube.range[3]) == (3, (1,), 2)
    assert (tube.level, tube.kilograms_per_shot, tube.load) == ("experimental", 15, 2)
    flamer = weapon("ba_heavy_flamer")
    assert (flamer.damage, flamer.range[:4], flamer.to_hit) == (4, (0, 2, 3, 4), 0)
    assert (flamer.level, flamer.kilograms_per_shot, flamer.load) == ("advanced", 1, 10)
    for tech in ("is", "clan"):
        has(f"{tech}_ba_reactive", level="experimental")
        has(f"{tech}_ba_reflective", level="experimental")


# Infantry


@pytest.mark.proves("TO-317-infantry-armor-table-1")
def test_a_light_environment_suit_does_not_keep_out_the_vacuum_as_the_others_do() -> None:
    assert "vacuum" not in gear("kit_environment_suit_light").flags
    is_marked("kit_environment_suit_hostile", "vacuum")
    is_marked("kit_environment_suit_marine", "vacuum")


@pytest.mark.proves("TO-243-sv-chassis-mods-table")
def test_what_changes_to_a_support_vehicles_chassis_are_rated() -> None:
    for id, rating, availability in (
        ("amphibious", "C", "C-D-C"),
        ("armoured_chassis", "A", "C-E-D"),
        ("environmental_sealing", "C", "B-D-C"),
        ("external_power_pickup", "B", "C-C-C"),
        ("omni_chassis", "E", "X-X-E"),
        ("submersible", "B", "C-D-C"),
        ("tractor", "A", "A-A-A"),
        ("trailer", "A", "A-A-A"),
        ("ultra_light", "D", "C-E-D"),
    ):
        has(id, tech=BOTH, rating=rating, availability=availability)


def test_half_a_ton_of_machine_gun_ammunition_is_called_by_its_hundred_rounds() -> None:
    built = sheet(add(WARDEN, "Body", "ISMG Ammo (100)", "ISMG Ammo (50)"))
    half, part = (mount for mount in built.mounts if mount.written.startswith("ISMG Ammo"))
    assert (half.equipment.tons, half.equipment.bv, half.shots) == (0.5, 0.5, None)
    assert (part.equipment.tons, part.equipment.bv, part.shots) == (1, 1, 50)
