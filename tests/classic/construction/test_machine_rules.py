"""The checks of a war machine, rule by rule: each finds the error that was planted for it."""

import msgspec
import pytest

from machines import HARVESTER, HUNTER, KNIGHT, PROWLER, found, line, sheet, slot
from overheat.classic.construction.check import check, weigh
from plants import planted


@pytest.mark.proves("construction.tonnage", "construction.limits")
def test_a_machine_weighs_10_to_200_tons_in_steps_of_five() -> None:
    assert planted("tons between steps")
    assert planted("too heavy to fly")


@pytest.mark.proves("construction.weight", "construction.jump_jet_tons")
def test_the_parts_of_a_machine_weigh_what_the_machine_weighs() -> None:
    assert planted("too heavy")
    assert planted("too light")


@pytest.mark.proves("construction.locations", "construction.places")
def test_a_machine_has_the_locations_of_its_shape() -> None:
    assert planted("no head")
    assert planted("a leg too many")


@pytest.mark.proves("construction.engine_rating")
def test_the_rating_of_an_engine_is_tons_times_walking_points() -> None:
    assert planted("walking too fast")


@pytest.mark.proves("construction.engine_limit")
def test_engines_are_rated_in_steps_of_five_up_to_a_limit() -> None:
    assert planted("rating between steps")
    assert planted("rating too high")
    assert planted("large engine too small")


@pytest.mark.proves("construction.engine_slots")
def test_an_engine_fills_its_slots_and_no_others() -> None:
    assert planted("engine short of a slot")
    assert planted("side of the engine missing")
    assert planted("engine in an arm")


@pytest.mark.proves("construction.gyro", "construction.gyros")
def test_a_gyro_fills_the_slots_of_its_kind() -> None:
    assert planted("gyro missing")
    assert planted("large gyro in the slots of a standard one")


@pytest.mark.proves("construction.cockpit", "construction.cockpits")
def test_a_cockpit_has_its_sensors_and_life_support() -> None:
    assert planted("sensors missing")
    assert planted("life support for a small cockpit")


@pytest.mark.proves("construction.actuators")
def test_limbs_have_their_actuators() -> None:
    assert planted("no foot")
    assert planted("no shoulder")
    assert planted("hand on no lower arm")


@pytest.mark.proves("construction.conversion", "construction.conversion_gear")
def test_what_changes_its_shape_has_the_gear_for_it() -> None:
    assert planted("no landing gear")


@pytest.mark.proves("construction.slots")
def test_a_location_holds_twelve_slots_and_a_head_or_leg_six() -> None:
    assert planted("head too full")
    assert planted("torso too full")


@pytest.mark.proves("construction.structure_slots")
def test_bulky_structure_fills_its_slots() -> None:
    assert planted("structure short of a slot")


@pytest.mark.proves("construction.armour_slots", "construction.measures")
def test_bulky_armour_fills_its_slots() -> None:
    assert planted("armour short of a slot")
    assert planted("armour in a slot too many")


@pytest.mark.proves("construction.armour_limit")
def test_armour_is_twice_the_structure_and_thrice_on_the_head() -> None:
    assert planted("head armour 10")
    assert planted("too much armour on a leg")


@pytest.mark.proves("construction.heat_sink_minimum", "construction.free_heat_sinks")
def test_a_fusion_engine_comes_with_ten_heat_sinks() -> None:
    assert planted("too few heat sinks")


@pytest.mark.proves("construction.heat_sink_count")
def test_heat_sinks_stand_in_slots_or_in_the_engine() -> None:
    assert planted("heat sink nowhere")
    assert planted("heat sinks not counted")


@pytest.mark.proves("construction.heat_sink_kind")
def test_single_and_double_heat_sinks_are_not_mixed() -> None:
    assert planted("double among single")


@pytest.mark.proves("construction.compact_heat_sinks", "TO-316-heat-sinks-compact")
def test_compact_heat_sinks_stand_beside_no_others() -> None:
    assert planted("compact among single")


@pytest.mark.proves("construction.jump_jets")
def test_a_machine_has_a_jet_for_every_jumping_point() -> None:
    assert planted("jump jet missing")
    assert planted("jump jet for nothing")


@pytest.mark.proves("construction.jump_jet_kind")
def test_jets_are_of_one_kind() -> None:
    assert planted("jets of two kinds")


@pytest.mark.proves("construction.jump_jet_place")
def test_jets_stand_in_torsos_and_legs() -> None:
    assert planted("jump jet in an arm")


@pytest.mark.proves("construction.item_slots")
def test_every_item_fills_all_of_its_slots() -> None:
    assert planted("weapon short of a slot")
    assert planted("computer of the wrong size")
    assert planted("hatchet too large")


@pytest.mark.proves("construction.split")
def test_only_large_weapons_are_split_and_only_between_neighbours() -> None:
    assert planted("small weapon split")
    assert planted("weapon split across the body")


@pytest.mark.proves("construction.place")
def test_some_equipment_stands_only_in_some_places() -> None:
    assert planted("hatchet in a torso")
    assert planted("heavy gauss rifle in an arm")
    assert planted("CASE in a leg")
    assert planted("talons on an arm")


@pytest.mark.proves("construction.booby_trap", "TO-296-booby-trap")
def test_a_booby_trap_goes_where_the_engine_is() -> None:
    assert planted("booby trap in an arm")


@pytest.mark.proves("construction.hand")
def test_what_is_held_in_a_hand_needs_one() -> None:
    assert planted("hatchet and no hand")
    assert planted("claw and a hand")


@pytest.mark.proves("construction.every_leg", "construction.formulas")
def test_what_is_on_one_leg_is_on_all() -> None:
    assert planted("talons on one foot")


@pytest.mark.proves("construction.rear")
def test_arms_have_no_weapons_to_the_rear() -> None:
    assert planted("arm that fires to the rear")


@pytest.mark.proves("construction.ammunition_missing")
def test_a_weapon_without_ammunition_is_worth_a_note() -> None:
    assert planted("no ammunition")


@pytest.mark.proves("construction.ammunition_unused")
def test_ammunition_without_a_weapon_is_worth_a_note() -> None:
    assert planted("ammunition for nothing")


@pytest.mark.proves("construction.once", "construction.once_only")
def test_some_equipment_comes_once() -> None:
    assert planted("two superchargers")


@pytest.mark.proves("construction.rivals")
def test_some_equipment_does_not_go_together() -> None:
    assert planted("strong and quick at once")


@pytest.mark.proves("construction.fire_control")
def test_artemis_stands_beside_its_launcher() -> None:
    assert planted("Artemis without a launcher")


@pytest.mark.proves("construction.apollo", "TO-331-apollo-attachment")
def test_apollo_stands_beside_its_launcher() -> None:
    assert planted("Apollo in another place")


@pytest.mark.proves("construction.stealth")
def test_stealth_armour_needs_ecm() -> None:
    assert planted("stealth without ECM")


@pytest.mark.proves("construction.array")
def test_an_array_links_machine_guns_beside_it() -> None:
    assert planted("array of one gun")


@pytest.mark.proves("construction.tech")
def test_only_mixed_machines_have_equipment_of_the_other_side() -> None:
    assert planted("Clan laser on an Inner Sphere machine")
    assert planted("Inner Sphere item on a Clan machine")
    assert planted("Clan engine on an Inner Sphere machine")


@pytest.mark.proves("construction.level")
def test_equipment_beyond_the_rules_level_is_worth_a_note() -> None:
    assert planted("beyond its rules level")


@pytest.mark.proves("construction.pods_of_others")
def test_only_omni_machines_have_pods() -> None:
    assert planted("pod on a machine that has none")


@pytest.mark.proves("construction.armoured_pods", "TO-282-armored-components-2")
def test_a_pod_armours_nothing_of_the_chassis() -> None:
    assert planted("gyro armoured by a pod")


@pytest.mark.proves("construction.industrial_armour", "TO-280-advanced-armor-table-2")
def test_industrial_machines_in_other_armour_are_experimental() -> None:
    assert planted("field hand in battle armour")


@pytest.mark.proves("construction.jump_points", "TO-281-hardened-armor-2")
def test_hardened_armour_takes_nothing_from_the_jets_a_machine_may_have() -> None:
    assert planted("jumping further than walking")
    hardened = line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)")
    improved = slot(hardened, "LL", "-Empty- x2", "Improved Jump Jet")
    assert ("construction.jump_points", None) not in found(line(improved, "jump mp:4", "jump mp:6"))
    assert ("construction.jump_points", None) in found(line(improved, "jump mp:4", "jump mp:7"))


@pytest.mark.proves("construction.jump_jet_power", "TO-308-nonfusion-mechs-b")
def test_combustion_engines_drive_no_jump_jets_but_underwater_units() -> None:
    assert planted("jump jets that burn oil")
    assert ("construction.jump_jet_power", None) not in found(slot(HARVESTER, "LT", "-Empty-", "UMU"))


@pytest.mark.proves("construction.chain_whip", "TO-288-melee-weapons-2")
def test_a_chain_whip_goes_in_an_arm() -> None:
    assert planted("chain whip in a torso")
    whip = slot(HUNTER, "LA", "-Empty- x2", "Chain Whip")
    assert not {id for id, _ in found(whip)} & {"construction.chain_whip", "construction.item_slots"}
    assert weigh(sheet(whip))["construction.weight.chain_whip"].value == 3


@pytest.mark.proves("construction.partial_wing", "TO-292-partial-wing-construction")
def test_a_partial_wing_fills_both_side_torsos_alike() -> None:
    assert planted("wing on one side")
    winged = slot(slot(HUNTER, "RT", "-Empty- x4", "ISPartialWing"), "LT", "-Empty- x4", "ISPartialWing")
    assert not {id for id, _ in found(winged)} & {"construction.partial_wing", "construction.item_slots"}


@pytest.mark.proves("construction.melee", "TO-288-melee-weapons-1")
def test_a_location_holds_one_physical_weapon_beside_a_shield_and_spikes() -> None:
    assert planted("two hatchets in a hand")
    assert ("construction.melee", "RA") not in found(slot(KNIGHT, "RA", "-Empty-", "Spikes"))


@pytest.mark.proves("construction.turret", "TO-347-mech-turret-3")
def test_a_turret_holds_what_a_vehicle_turret_could() -> None:
    assert planted("turret that is not there")
    turret = slot(HUNTER, "RT", "-Empty-, LRM 5", "Shoulder Turret, LRM 5 (T)")
    assert ("construction.turret", "RT") not in found(turret)
    assert ("construction.turret", "RT") in found(slot(turret, "RT", "-Empty-", "B-Pod (T)"))


@pytest.mark.proves("construction.modular_armour", "TO-280-armor-construction")
def test_a_location_has_one_piece_of_modular_armour() -> None:
    assert planted("two plates on an arm")


@pytest.mark.proves("construction.hardened_omni", "TO-280-armor-construction")
def test_omni_machines_wear_no_hardened_armour_and_no_armour_in_pods_but_modular() -> None:
    assert planted("hardened armour on an omni machine")
    modular = slot(PROWLER, "LL", "-Empty-", "Modular Armor (OMNIPOD)")
    assert not {id for id, _ in found(modular)} & {"construction.modular_armour", "construction.pods"}
    assert {id for id, _ in found(slot(modular, "LL", "-Empty-", "Modular Armor (OMNIPOD)"))} >= {
        "construction.modular_armour"
    }


@pytest.mark.proves("construction.capacitor", "TO-336-ppc-capacitor-turret")
def test_a_capacitor_is_in_the_turret_with_its_cannon() -> None:
    assert planted("capacitor without a cannon")
    text = slot(slot(KNIGHT, "LA", "ISPPC x3, ISPPCCapacitor"), "RT", "Machine Gun x2, ISMGA", "-Empty-")
    turret = slot(text, "RT", "-Empty- x4", "Shoulder Turret, ISPPC (T), ISPPC (T), ISPPC (T)")
    turret = slot(turret, "RT", "IS Machine Gun Ammo - Half", "ISPPCCapacitor")
    assert ("construction.capacitor", "RT") in found(turret)
    both = slot(turret, "RT", "ISPPCCapacitor", "ISPPCCapacitor (T)")
    assert ("construction.capacitor", "RT") not in found(both)


@pytest.mark.proves("construction.pods", "TO-275-pod-mounting", "TO-344-supercharger-pod")
def test_superchargers_stand_in_pods_and_musculature_does_not() -> None:
    assert planted("MASC in a pod")
    assert planted("structure in a pod")
    assert ("construction.pods", "CT") not in found(PROWLER)


@pytest.mark.proves("construction.armour_kind", "TO-377-patchwork-armor")
def test_patchwork_has_no_armour_that_the_machine_could_not_wear() -> None:
    assert planted("armour of fighters")
    patched = line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Patchwork")
    for code, points in {"LA": 16, "RA": 16, "LT": 18, "RT": 18, "CT": 20, "HD": 8, "LL": 16, "RL": 16}.items():
        kind = "Ferro-Aluminum(Inner Sphere)" if code == "LA" else "Standard(Inner Sphere)"
        patched = line(patched, f"{code} armor:{points}", f"{code} armor:{kind}:{points}")
    assert {place for id, place in found(patched) if id == "construction.armour_kind"} == {"LA"}


def test_the_reason_tells_what_is_needed_and_what_was_found() -> None:
    (finding,) = check(sheet(line(HUNTER, "HD armor:8", "HD armor:10").replace("RTC armor:6", "RTC armor:4")))
    assert finding.id == "construction.armour_limit"
    assert str(finding) == (
        "error construction.armour_limit in HD: HD may have 9 points of armour, found 10 [TechManual: Armour, p. 55]"
    )


def test_other_kinds_of_unit_are_passed_over() -> None:
    assert found(msgspec.structs.replace(sheet(HUNTER), kind="dropship", tons=3)) == set()


def ids(text: str) -> set[str]:
    return {id for id, _ in found(text)}


FOUR_LEGS = {
    "Config:Biped": "Config:Quad",
    "\nLeft Arm:": "\nFront Left Leg:",
    "\nRight Arm:": "\nFront Right Leg:",
    "\nLeft Leg:": "\nRear Left Leg:",
    "\nRight Leg:": "\nRear Right Leg:",
}


@pytest.mark.proves("construction.place")
def test_a_tool_is_swung_by_an_arm_and_stands_at_the_side_of_a_machine_on_four_legs() -> None:
    beside = slot(slot(HARVESTER, "RA", "Chainsaw x5"), "RT", "-Empty- x5", "Chainsaw x5")
    assert "construction.place" in ids(beside)
    for old, new in FOUR_LEGS.items():
        beside = beside.replace(old, new)
    assert "construction.place" not in ids(beside)


def test_a_cargo_container_of_ten_tons_fills_one_slot() -> None:
    laden = slot(HARVESTER, "RT", "-Empty-", "Cargo Container (10 tons)")
    assert "construction.item_slots" not in ids(laden)


@pytest.mark.parametrize("pod", ["ISAntiPersonnelPod", "CLAntiPersonnelPod", "ISBPod", "CLBPod", "ISMPod", "CLMPod"])
def test_pods_are_made_by_both_sides(pod: str) -> None:
    assert "construction.tech" not in ids(slot(HARVESTER, "LL", "-Empty-", pod))
