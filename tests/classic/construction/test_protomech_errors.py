"""Protomechs that break no rule, and the same with one error planted; and what their parts weigh."""

import pytest

from builds import Plant, all_found, errors, findings, part
from overheat.classic.construction.check import weigh
from vehicles import add, drop, of, put, sheet, vehicle, wearing

PLACES = ("Head", "Torso", "Right Arm", "Left Arm", "Legs", "Main Gun")

IMP = vehicle(
    PLACES,
    "3 9 2 2 6 3",
    {
        "Body": "ProtomechJumpJet, ProtomechJumpJet, ProtomechJumpJet, Clan Ammo SRM-2 (10)",
        "Torso": "CLERMicroLaser",
        "Right Arm": "CLERMicroLaser",
        "Left Arm": "CLMicroPulseLaser",
        "Main Gun": "CLSRM2",
    },
    UnitType="ProtoMek",
    Name="Imp",
    Model="1",
    type="Clan Level 2",
    year="3070",
    tonnage="6",
    motion_type="Biped",
    cruiseMP="4",
    jumpingMP="3",
    engine_type="0",
)
"""Six tons on two legs."""

HOUND = vehicle(
    PLACES[:-1],
    "5 14 0 0 16",
    {"Torso": "CLERSmallLaser"},
    UnitType="ProtoMek",
    Name="Hound",
    Model="2",
    type="Clan Level 3",
    year="3080",
    tonnage="7",
    motion_type="Quad",
    cruiseMP="4",
    engine_type="0",
)
"""Seven tons on four legs, with room to spare."""

PLANTS: dict[str, Plant] = {
    "too small": (of(IMP, tons=1), "tonnage", None),
    "too large": (of(IMP, tons=16), "tonnage", None),
    "too heavy": (add(IMP, "Main Gun", "CLLRM5"), "weight", None),
    "too light": (drop(IMP, "Torso", "CLERMicroLaser"), "weight", None),
    "no engine": (of(IMP, engine=None), "engine", None),
    "burning oil": (put(IMP, "engine_type", "1"), "engine", None),
    "crawling on four legs": (put(HOUND, "cruiseMP", "1"), "run", None),
    "jump jet missing": (put(IMP, "jumpingMP", "4"), "jump_jets", None),
    "jumping further than walking": (put(IMP, "cruiseMP", "2"), "jump_jets", None),
    "armoured head": (put(IMP, "armor", "6 / 9 / 3 / 3 / 7 / 3"), "armour_limit", "HD"),
    "armoured arm": (put(IMP, "armor", "3 / 9 / 5 / 3 / 7 / 3"), "armour_limit", "RA"),
    "armour of war machines": (wearing(IMP, "clan_ferro_fibrous"), "armour_kind", None),
    "two weapons on an arm": (add(IMP, "Right Arm", "CLERMicroLaser"), "slots", "RA"),
    "weapon on the head": (add(IMP, "Head", "CLERMicroLaser"), "slots", "HD"),
    "arm too heavy": (add(drop(IMP, "Right Arm", "CLERMicroLaser"), "Right Arm", "CLSRM4"), "load", "RA"),
    "weapon inside": (add(IMP, "Body", "CLERMicroLaser"), "weapon_place", "BD"),
    "better one-shot launcher": (add(IMP, "Torso", "CLSRM2 (I-OS)"), "one_shot", "T"),
}


def planted(*names: str) -> bool:
    return all_found(PLANTS, *names)


@pytest.mark.parametrize("text", [IMP, HOUND], ids=["Imp", "Hound"])
def test_protomechs_that_are_built_by_the_rules_have_no_errors(text: str) -> None:
    assert errors(text) == set()


def test_the_parts_of_a_protomech_add_up() -> None:
    assert weigh(sheet(IMP)).total == 6
    assert findings(IMP) == set()


@pytest.mark.parametrize("name", PLANTS)
def test_an_error_planted_in_a_protomech_is_found(name: str) -> None:
    assert planted(name)


@pytest.mark.proves("construction.protomech.tonnage", "construction.protomech.limits")
def test_a_protomech_weighs_two_to_fifteen_tons() -> None:
    assert planted("too small", "too large")


@pytest.mark.proves("construction.protomech.weight")
def test_the_parts_of_a_protomech_weigh_what_it_weighs() -> None:
    assert planted("too heavy", "too light")
    assert "weight" in errors(add(IMP, "Main Gun", "CLLRM5"))
    assert "weight" not in errors(drop(IMP, "Torso", "CLERMicroLaser"))


@pytest.mark.proves("construction.protomech.engine")
def test_a_protomech_runs_on_fusion() -> None:
    assert planted("no engine", "burning oil")


@pytest.mark.proves("construction.protomech.run", "construction.protomech.least_run")
def test_four_legs_run_at_least_three() -> None:
    assert planted("crawling on four legs")
    assert "run" not in errors(put(IMP, "cruiseMP", "1"))


@pytest.mark.proves("construction.protomech.jump_jets")
def test_jump_jets_of_a_protomech_are_as_many_as_jumping_points() -> None:
    assert planted("jump jet missing", "jumping further than walking")


@pytest.mark.proves("construction.protomech.armour_limit", "construction.protomech.arm_armour")
def test_armour_of_a_protomech_is_limited_by_location() -> None:
    assert planted("armoured head", "armoured arm")
    assert "armour_limit" not in errors(put(IMP, "armor", "5 / 12 / 4 / 4 / 8 / 3"))


@pytest.mark.proves("construction.protomech.armour_kind")
def test_protomechs_wear_their_own_armour() -> None:
    assert planted("armour of war machines")
    assert "armour_kind" not in errors(wearing(IMP, "electric_discharge_armour"))


@pytest.mark.proves("construction.protomech.slots")
def test_a_location_of_a_protomech_holds_so_many_items() -> None:
    assert planted("two weapons on an arm", "weapon on the head")
    assert "slots" not in errors(add(HOUND, "Torso", *["CLERMicroLaser"] * 3))
    assert "slots" in errors(add(HOUND, "Torso", *["CLERMicroLaser"] * 4))


@pytest.mark.proves("construction.protomech.load", "construction.protomech.loads")
def test_a_location_of_a_protomech_carries_so_many_tons() -> None:
    assert planted("arm too heavy")


@pytest.mark.proves("construction.protomech.loads_on_four")
def test_the_torso_of_a_protomech_on_four_legs_carries_five_tons() -> None:
    """Its own laser weighs half a ton, a large one of extended range four, a large pulse laser six."""
    assert "load" not in errors(add(HOUND, "Torso", "CLERLargeLaser"))
    assert "load" in errors(add(HOUND, "Torso", "CLLargePulseLaser"))


@pytest.mark.proves("construction.protomech.weapon_place")
def test_no_weapon_of_a_protomech_is_inside() -> None:
    assert planted("weapon inside")


@pytest.mark.proves("construction.protomech.one_shot", "TO-327-ios-protomech")
def test_protomechs_have_no_improved_one_shot_launchers() -> None:
    assert planted("better one-shot launcher")


@pytest.mark.proves("construction.protomech_weight.structure")
def test_the_structure_of_a_protomech_weighs_a_tenth() -> None:
    assert part(IMP, "structure") == 0.6


@pytest.mark.proves("construction.protomech_weight.engine")
def test_the_engine_of_a_protomech_weighs_by_its_rating() -> None:
    assert part(IMP, "engine") == 0.9
    assert part(put(IMP, "cruiseMP", "5"), "engine") == 1.5
    assert part(HOUND, "engine") == 0.7


@pytest.mark.proves("construction.protomech_weight.cockpit")
def test_the_cockpit_of_a_protomech_weighs_half_a_ton() -> None:
    assert part(IMP, "cockpit") == 0.5
    assert part(of(IMP, tons=10), "cockpit") == 0.75


@pytest.mark.proves("construction.protomech_weight.heat_sinks", "construction.protomech.weights")
def test_energy_weapons_of_a_protomech_need_heat_sinks() -> None:
    assert part(IMP, "heat_sinks") == 0.75
    assert part(HOUND, "heat_sinks") == 0.5


@pytest.mark.proves("construction.protomech_weight.armour")
def test_the_armour_of_a_protomech_weighs_fifty_kilograms_a_point() -> None:
    assert part(IMP, "armour") == 1.25
    assert part(wearing(IMP, "electric_discharge_armour"), "armour") == 1.875


@pytest.mark.proves("construction.protomech_weight.equipment", "construction.protomech.jump_jet_tons")
def test_jump_jets_of_a_protomech_weigh_by_its_tons() -> None:
    assert part(IMP, "protomech_jump_jet") == pytest.approx(0.3)
    assert part(of(IMP, tons=5), "protomech_jump_jet") == pytest.approx(0.15)
    assert part(IMP, "clan_srm_2_ammo") == 0.2


@pytest.mark.proves("construction.protomech.clamp_tons")
def test_magnetic_clamps_of_a_protomech_weigh_by_its_tons() -> None:
    clamped = add(HOUND, "Torso", "ProtoMechMagneticClamp")
    weights = [part(put(clamped, "tonnage", tons), "protomech_magnetic_clamp") for tons in ("5", "9", "10")]
    assert weights == [0.25, 0.5, 1]
