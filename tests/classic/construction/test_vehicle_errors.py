"""Combat vehicles that break no rule, and the same with one error planted: each is found by its rule, where it is."""

import msgspec
import pytest

from overheat.classic.construction.check import check
from overheat.classic.unit.sheet import Location, Sheet
from overheat.classic.unitfile.mounting import mount
from vehicles import HERON, MAMMOTH, SKIMMER, VALID, WARDEN, add, drop, found, of, put, sheet, wearing

Plant = tuple[Sheet | str, str, str | None]


def mounting(text: str, place: str, *items: str) -> Sheet:
    """A vehicle with equipment in a place that its file has no block for."""
    built = sheet(text)
    more = tuple(mount(item, built.tech, place) for item in items)
    return msgspec.structs.replace(built, mounts=built.mounts + more)


def two_turrets(text: str) -> Sheet:
    built = sheet(text)
    turrets = tuple(Location(code=code, armour=1, structure=3) for code in ("TU", "FT"))
    return msgspec.structs.replace(built, locations=built.locations + turrets)


def weaker(text: str) -> Sheet:
    """A vehicle with a point of structure too few on its right side."""
    built = sheet(text)
    places = tuple(
        msgspec.structs.replace(place, structure=place.structure - (place.code == "RS")) for place in built.locations
    )
    return msgspec.structs.replace(built, locations=places)


SIX_SIDES = ("FR", "FRRS", "FRLS", "RRRS", "RRLS", "RR")
BRIM_FULL = add(WARDEN, "Right", *["Machine Gun"] * 9)
"""All sixteen slots filled; another thing is one too many."""

FRAME: dict[str, Plant] = {
    "hovercraft too heavy": (put(SKIMMER, "tonnage", "101"), "tonnage", None),
    "rotor craft too heavy": (of(HERON, tons=61), "tonnage", None),
    "half a ton": (of(WARDEN, tons=54.5), "tonnage", None),
    "superheavy and standard": (put(MAMMOTH, "type", "IS Level 2"), "superheavy", None),
    "too heavy": (add(WARDEN, "Front", "Machine Gun"), "weight", None),
    "too light": (drop(WARDEN, "Body", "ISCASE"), "weight", None),
    "energy weapon without heat sinks": (add(HERON, "Rear", "ISERPPC"), "weight", None),
    "superheavy with four sides": (of(WARDEN, tons=120), "locations", "FRRS"),
    "no rotor": (of(SKIMMER, motive="vtol"), "locations", "RO"),
    "rotor on tracks": (of(HERON, motive="tracked"), "locations", "RO"),
    "weak side": (weaker(WARDEN), "structure_points", "RS"),
    "engine too small": (of(WARDEN, walk=4), "engine_rating", None),
    "no such engine": (of(WARDEN, engine=None), "engine_rating", None),
    "engine too large": (put(WARDEN, "cruiseMP", "8"), "engine_limit", None),
    "stands still": (put(WARDEN, "cruiseMP", "0"), "cruise", None),
    "superheavy that stands still": (put(MAMMOTH, "cruiseMP", "0"), "cruise", None),
    "too many items": (add(BRIM_FULL, "Left", "Machine Gun"), "slots", None),
    "too much armour": (put(WARDEN, "armor", "44 / 32 / 32 / 22 / 103"), "armour_limit", None),
    "rotor of iron": (put(HERON, "armor", "18 / 12 / 12 / 11 / 3"), "rotor_armour", "RO"),
}

PLACES: dict[str, Plant] = {
    "turret weapon and no turret": (mounting(HERON, "TU", "Machine Gun"), "place", "TU"),
    "weapon inside the body": (add(WARDEN, "Body", "Machine Gun"), "weapon_place", "BD"),
    "weapon on the rotor": (add(HERON, "Rotor", "Machine Gun"), "weapon_place", "RO"),
    "ammunition in the turret": (add(WARDEN, "Turret", "ISAC10 Ammo"), "ammunition_place", "TU"),
    "minesweeper in the turret": (add(WARDEN, "Turret", "ISMineSweeper"), "turret", "TU"),
    "rotor craft with two turrets": (two_turrets(HERON), "turret", "FT"),
    "turret too light for its pods": (
        put(SKIMMER, "baseChassisTurretWeight", "0.5"),
        "turret_capacity",
        "TU",
    ),
    "sponson at the front": (add(WARDEN, "Front", "Machine Gun(ST)"), "sponson", "FR"),
    "sponson that is not there": (add(WARDEN, "Left", "Machine Gun(ST)"), "sponson", "LS"),
    "electronics without a mast": (drop(HERON, "Rotor", "ISMastMount"), "mast_mount", "RO"),
    "designator on the mast": (add(HERON, "Rotor", "ISTAG"), "mast_mount", "RO"),
    "master computer on the mast": (add(HERON, "Rotor", "ISC3MasterUnit"), "mast_mount", "RO"),
    "mast at the stern": (add(HERON, "Rear", "ISMastMount"), "mast_mount", "RR"),
    "booby trap at the front": (add(WARDEN, "Front", "Booby Trap"), "booby_trap", "FR"),
    "two minesweepers": (add(WARDEN, "Front", "ISMineSweeper", "ISMineSweeper"), "minesweeper", "FR"),
    "jet booster on tracks": (add(WARDEN, "Body", "ISVTOLJetBooster"), "motive", "BD"),
    "swimming hovercraft": (add(SKIMMER, "Body", "Limited Amphibious"), "motive", "BD"),
    "hatchet on a tank": (add(WARDEN, "Front", "Hatchet"), "barred", "FR"),
    "muscle in a tank": (add(WARDEN, "Body", "ISMASC"), "barred", "BD"),
    "jump jets of a suit": (mounting(WARDEN, "BD", "BA Jump Jet"), "barred", "BD"),
    "jumping further than cruising": (
        put(add(WARDEN, "Body", *["VehicleJumpJet"] * 4), "jumpingMP", "4"),
        "jump_jets",
        None,
    ),
    "jump jet missing": (put(add(WARDEN, "Body", "VehicleJumpJet"), "jumpingMP", "2"), "jump_jets", None),
    "double heat sink": (add(WARDEN, "Body", "ISDoubleHeatSink"), "heat_sink_kind", "BD"),
}

FITTINGS: dict[str, Plant] = {
    "no ammunition": (drop(WARDEN, "Body", "IS Machine Gun Ammo - Half"), "ammunition_missing", "FR"),
    "ammunition for nothing": (drop(WARDEN, "Front", "Machine Gun"), "ammunition_unused", "BD"),
    "two computers": (
        add(SKIMMER, "Body", "CLTargeting Computer", "CLTargeting Computer"),
        "once",
        "BD",
    ),
    "two networks": (add(HERON, "Body", "ISC3iUnit"), "rivals", "BD"),
    "swimming in two ways": (add(WARDEN, "Body", "Limited Amphibious", "Fully Amphibious"), "rivals", "BD"),
    "Artemis elsewhere": (
        add(drop(SKIMMER, "Front", "CLArtemisIV:OMNI"), "Rear", "CLArtemisIV:OMNI"),
        "fire_control",
        "RR",
    ),
    "capacitor outside the turret": (add(MAMMOTH, "Front", "ISPPCCapacitor"), "capacitor", "FR"),
    "stealth without ECM": (wearing(WARDEN, "vehicular_stealth_armour"), "stealth", None),
    "array of one gun": (add(WARDEN, "Front", "ISMGA"), "array", "FR"),
    "Clan laser on an Inner Sphere tank": (add(WARDEN, "Front", "CLERMediumLaser"), "tech", "FR"),
    "beyond its rules level": (put(HERON, "type", "IS Level 1"), "level", "BD"),
    "armour in a pod": (add(SKIMMER, "Body", "IS Vehicular Stealth:OMNI"), "pods", "BD"),
    "pod on a tank that has none": (add(WARDEN, "Front", "Machine Gun:OMNI"), "pods_of_others", "FR"),
    "hardened omni vehicle": (wearing(SKIMMER, "hardened_armour"), "hardened_omni", None),
    "armour of fighters": (wearing(WARDEN, "is_ferro_aluminum"), "armour_kind", "FR"),
    "stealth armour of war machines": (wearing(WARDEN, "stealth_armour"), "armour_kind", "TU"),
}

PLANTS = FRAME | PLACES | FITTINGS


def planted(*names: str) -> bool:
    """Whether the errors of some names are all found."""
    return all((id, location) in found(built, None) for built, id, location in map(PLANTS.__getitem__, names))


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_vehicles_that_are_built_by_the_rules_have_no_findings(text: str) -> None:
    assert found(text, None) == set()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_error_is_found(name: str) -> None:
    assert planted(name)


def test_many_kinds_of_error_are_planted() -> None:
    assert len(PLANTS) >= 50
    assert len({id for _, id, _ in PLANTS.values()}) >= 35


@pytest.mark.proves("construction.vehicle.tonnage", "construction.vehicle.most_tons")
def test_the_way_of_moving_limits_the_weight() -> None:
    assert planted("hovercraft too heavy", "rotor craft too heavy", "half a ton")


@pytest.mark.proves("construction.vehicle.most_superheavy_tons")
def test_a_superheavy_vehicle_has_a_limit_by_its_way_of_moving_too() -> None:
    assert ("tonnage", None) not in found(of(HERON, tons=60))
    assert ("tonnage", None) in found(of(HERON, tons=61))


@pytest.mark.proves("construction.vehicle.superheavy")
def test_superheavy_vehicles_are_advanced() -> None:
    assert planted("superheavy and standard")


@pytest.mark.proves("construction.vehicle.weight", "construction.vehicle.shares")
def test_the_parts_of_a_vehicle_weigh_what_the_vehicle_weighs() -> None:
    assert planted("too heavy", "too light", "energy weapon without heat sinks")


@pytest.mark.proves("construction.vehicle.locations", "TO-378-superheavy-vehicles-3")
def test_superheavy_vehicles_have_six_sides_but_those_with_a_rotor_four() -> None:
    assert planted("superheavy with four sides", "no rotor", "rotor on tracks")
    assert set(SIX_SIDES) < {place.code for place in sheet(MAMMOTH).locations}
    assert not [place for id, place in found(of(HERON, tons=50)) if id == "locations"]


@pytest.mark.proves("construction.vehicle.structure_points")
def test_a_side_has_a_point_of_structure_for_ten_tons() -> None:
    assert planted("weak side")


@pytest.mark.proves("construction.vehicle.engine_rating")
def test_the_rating_of_an_engine_comes_from_weight_speed_and_suspension() -> None:
    assert planted("engine too small", "no such engine")
    engine = sheet(SKIMMER).engine
    assert engine is not None
    assert engine.rating == 110


@pytest.mark.proves("construction.vehicle.engine_limit")
def test_engines_are_rated_up_to_400() -> None:
    assert planted("engine too large")


@pytest.mark.proves("construction.vehicle.cruise", "TO-378-superheavy-vehicles-2")
def test_only_trailers_stand_still() -> None:
    assert planted("stands still", "superheavy that stands still")
    assert ("cruise", None) not in found(put(put(MAMMOTH, "cruiseMP", "0"), "trailer", "1"))


@pytest.mark.proves("construction.vehicle.slots")
def test_items_fill_no_more_slots_than_there_are() -> None:
    assert planted("too many items")
    assert ("slots", None) not in found(BRIM_FULL)


@pytest.mark.proves("construction.vehicle.slots")
def test_ammunition_of_one_weapon_has_one_slot_and_jump_jets_have_one_together() -> None:
    assert ("slots", None) not in found(add(BRIM_FULL, "Body", *["ISAC10 Ammo"] * 5))
    jumping = add(BRIM_FULL, "Body", *["VehicleJumpJet"] * 3)
    assert ("slots", None) in found(jumping)
    assert ("slots", None) not in found(drop(jumping, "Right", "Machine Gun"))


@pytest.mark.proves("construction.vehicle.slots", "construction.vehicle.engine_slots")
def test_bulky_engines_and_armour_fill_slots() -> None:
    for bulky, more in (("4", 1), ("2", 2), ("3", 4)):
        text = put(BRIM_FULL, "engine_type", bulky)
        for _ in range(more):
            assert ("slots", None) in found(text)
            text = drop(text, "Right", "Machine Gun")
        assert ("slots", None) not in found(text)
    assert ("slots", None) in found(wearing(BRIM_FULL, "light_ferro_fibrous"))


@pytest.mark.proves("construction.vehicle.armour_limit", "construction.vehicle.limits")
def test_armour_is_limited_by_weight() -> None:
    assert planted("too much armour")
    assert ("armour_limit", None) not in found(put(WARDEN, "armor", "44 / 32 / 32 / 22 / 102"))


@pytest.mark.proves("construction.vehicle.rotor_armour")
def test_a_rotor_has_two_points_of_armour() -> None:
    assert planted("rotor of iron")


@pytest.mark.proves("construction.vehicle.place")
def test_nothing_stands_in_a_turret_that_is_not_there() -> None:
    assert planted("turret weapon and no turret")


@pytest.mark.proves("construction.vehicle.weapon_place")
def test_weapons_stand_outside() -> None:
    assert planted("weapon inside the body", "weapon on the rotor")


@pytest.mark.proves("construction.vehicle.ammunition_place")
def test_ammunition_is_kept_in_the_body() -> None:
    assert planted("ammunition in the turret")


@pytest.mark.proves("construction.vehicle.turret")
def test_turrets_hold_no_parts_of_the_hull() -> None:
    assert planted("minesweeper in the turret", "rotor craft with two turrets")


@pytest.mark.proves("construction.vehicle.turret_capacity")
def test_the_turret_of_an_omni_vehicle_carries_so_much_and_no_more() -> None:
    assert planted("turret too light for its pods")


@pytest.mark.proves("construction.vehicle.sponson")
def test_sponsons_stand_on_the_sides() -> None:
    assert planted("sponson at the front", "sponson that is not there")
    sides = add(add(WARDEN, "Left", "Machine Gun(ST)"), "Body", "SponsonTurret")
    assert ("sponson", "LS") not in found(sides)


@pytest.mark.proves("construction.vehicle.mast_mount", "TO-350-vtol-mast-mount-construction")
def test_a_mast_lifts_electronics_but_no_designator() -> None:
    assert planted(
        "electronics without a mast", "designator on the mast", "master computer on the mast", "mast at the stern"
    )
    assert ("mast_mount", "RO") not in found(add(HERON, "Rotor", "ISC3SlaveUnit", "ISC3iUnit"))


@pytest.mark.proves("construction.vehicle.booby_trap", "TO-296-booby-trap")
def test_a_booby_trap_is_in_the_body() -> None:
    assert planted("booby trap at the front")
    assert ("booby_trap", "BD") not in found(add(WARDEN, "Body", "Booby Trap"))


@pytest.mark.proves("construction.vehicle.minesweeper", "TO-326-minesweeper-3")
def test_a_vehicle_has_one_minesweeper_at_most() -> None:
    assert planted("two minesweepers")
    assert ("minesweeper", "FR") not in found(add(WARDEN, "Front", "ISMineSweeper"))


@pytest.mark.proves("construction.vehicle.motive")
def test_some_equipment_goes_with_some_ways_of_moving() -> None:
    assert planted("jet booster on tracks", "swimming hovercraft")


@pytest.mark.proves("construction.vehicle.barred")
def test_equipment_of_war_machines_is_not_for_vehicles() -> None:
    assert planted("hatchet on a tank", "muscle in a tank", "jump jets of a suit")


@pytest.mark.proves("construction.vehicle.jump_jets")
def test_jump_jets_are_as_many_as_jumping_points() -> None:
    assert planted("jumping further than cruising", "jump jet missing")


@pytest.mark.proves("construction.vehicle.heat_sink_kind", "construction.vehicle.heat")
def test_vehicles_have_single_heat_sinks() -> None:
    assert planted("double heat sink")


@pytest.mark.proves("construction.vehicle.ammunition_missing")
def test_a_weapon_without_ammunition_is_told() -> None:
    assert planted("no ammunition")


@pytest.mark.proves("construction.vehicle.ammunition_unused")
def test_ammunition_without_a_weapon_is_told() -> None:
    assert planted("ammunition for nothing")


@pytest.mark.proves("construction.vehicle.once")
def test_a_vehicle_has_one_targeting_computer() -> None:
    assert planted("two computers")


@pytest.mark.proves("construction.vehicle.rivals")
def test_some_equipment_does_not_go_together() -> None:
    assert planted("two networks", "swimming in two ways")


@pytest.mark.proves("construction.vehicle.fire_control")
def test_artemis_stands_beside_its_launcher() -> None:
    assert planted("Artemis elsewhere")


@pytest.mark.proves("construction.vehicle.capacitor", "TO-336-ppc-capacitor-turret")
def test_a_capacitor_is_in_the_turret_with_its_cannon() -> None:
    assert planted("capacitor outside the turret")
    assert ("capacitor", "TU") not in found(add(MAMMOTH, "Turret", "ISPPCCapacitor"))


@pytest.mark.proves("construction.vehicle.stealth")
def test_stealth_needs_ecm() -> None:
    assert planted("stealth without ECM")


@pytest.mark.proves("construction.vehicle.array")
def test_an_array_links_machine_guns() -> None:
    assert planted("array of one gun")


@pytest.mark.proves("construction.vehicle.tech")
def test_technology_is_not_mixed() -> None:
    assert planted("Clan laser on an Inner Sphere tank")


@pytest.mark.proves("construction.vehicle.level")
def test_equipment_beyond_the_level_is_told() -> None:
    assert planted("beyond its rules level")


@pytest.mark.proves("construction.vehicle.pods", "TO-275-pod-mounting")
def test_armour_is_in_no_pod_unless_it_is_modular() -> None:
    assert planted("armour in a pod")
    assert ("pods", "BD") not in found(add(SKIMMER, "Body", "Modular Armor:OMNI", "Supercharger:OMNI"))


@pytest.mark.proves("construction.vehicle.pods_of_others")
def test_only_omni_vehicles_have_pods() -> None:
    assert planted("pod on a tank that has none")


@pytest.mark.proves("construction.vehicle.hardened_omni", "TO-280-armor-construction")
def test_omni_vehicles_wear_no_hardened_armour() -> None:
    assert planted("hardened omni vehicle")
    assert ("hardened_omni", None) not in found(wearing(WARDEN, "hardened_armour"))


@pytest.mark.proves("construction.vehicle.armour_kind")
def test_vehicles_wear_their_own_armour() -> None:
    assert planted("armour of fighters", "stealth armour of war machines")


def test_the_reason_tells_what_is_allowed_and_what_was_found() -> None:
    (finding,) = check(sheet(put(HERON, "armor", "18 / 12 / 12 / 11 / 3")))
    assert finding.id == "construction.vehicle.rotor_armour"
    assert "a rotor may have 2 points of armour, found 3" in str(finding)
