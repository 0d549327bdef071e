"""What a war machine weighs, part by part, against sums done by hand."""

from fractions import Fraction

import msgspec
import pytest

from machines import HARVESTER, HUNTER, KNIGHT, PROWLER, VALID, line, sheet, slot
from overheat.classic.construction.check import weigh
from overheat.classic.unit.sheet import Sheet


def tons(built: Sheet | str, part: str) -> Fraction:
    """What one part of a machine weighs, all its terms together; nothing if there is none."""
    tally = weigh(sheet(built) if isinstance(built, str) else built)
    found = [term.value for term in tally if term.id == f"construction.weight.{part}"]
    return sum(map(Fraction, found), start=Fraction(0))


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_the_parts_of_a_valid_machine_add_up_to_its_tons(text: str) -> None:
    built = sheet(text)
    assert weigh(built).total == built.tons


@pytest.mark.proves("construction.weight.structure", "construction.frame_weight")
def test_structure_weighs_a_share_of_the_machine() -> None:
    assert tons(HUNTER, "structure") == 5
    assert tons(PROWLER, "structure") == 2
    assert tons(HARVESTER, "structure") == 6
    assert tons(msgspec.structs.replace(sheet(HUNTER), tons=150), "structure") == 30
    assert tons(msgspec.structs.replace(sheet(HUNTER), motive="tripod"), "structure") == Fraction(11, 2)


@pytest.mark.proves("construction.weight.engine", "construction.engines")
def test_an_engine_weighs_by_its_rating_and_kind() -> None:
    assert tons(HUNTER, "engine") == Fraction(17, 2)
    assert tons(KNIGHT, "engine") == Fraction(19, 2)
    assert tons(PROWLER, "engine") == 6
    assert tons(HARVESTER, "engine") == 6


@pytest.mark.proves("construction.weight.gyro")
def test_a_gyro_weighs_a_ton_for_each_hundred_of_the_rating_or_fraction_of_it() -> None:
    assert tons(HUNTER, "gyro") == 2
    assert tons(PROWLER, "gyro") == 3
    assert tons(msgspec.structs.replace(sheet(PROWLER), gyro="XL Gyro"), "gyro") == Fraction(3, 2)
    assert tons(msgspec.structs.replace(sheet(PROWLER), gyro="Compact Gyro"), "gyro") == Fraction(9, 2)


@pytest.mark.proves("construction.weight.cockpit")
def test_a_cockpit_weighs_what_its_kind_says() -> None:
    assert tons(HUNTER, "cockpit") == 3
    assert tons(msgspec.structs.replace(sheet(HUNTER), cockpit="Small Cockpit"), "cockpit") == 2


@pytest.mark.proves("construction.weight.heat_sinks", "construction.heat_sink_tons")
def test_heat_sinks_beyond_those_of_the_engine_weigh_a_ton() -> None:
    assert tons(HUNTER, "heat_sinks") == 0
    assert tons(line(HUNTER, "heat sinks:10 Single", "heat sinks:14 Single"), "heat_sinks") == 4
    assert tons(line(HUNTER, "heat sinks:10 Single", "heat sinks:14 Compact"), "heat_sinks") == 6


@pytest.mark.proves("construction.weight.heat_sinks", "construction.weight.amplifiers", "TO-308-nonfusion-mechs-b")
def test_combustion_brings_no_heat_sinks_and_needs_amplifiers() -> None:
    assert tons(HARVESTER, "heat_sinks") == 3
    assert tons(HARVESTER, "amplifiers") == Fraction(1, 2)
    assert tons(HUNTER, "amplifiers") == 0
    assert tons(line(HUNTER, "engine:200 Fusion Engine(IS)", "engine:200 Fuel Cell Engine(IS)"), "heat_sinks") == 10


@pytest.mark.proves("construction.weights")
def test_fuel_cells_bring_one_heat_sink_to_industrial_machines() -> None:
    assert tons(line(HARVESTER, "engine:90 ICE Engine(IS)", "engine:90 Fuel Cell Engine(IS)"), "heat_sinks") == 2


@pytest.mark.proves("TO-319-chemical-lasers-construction")
def test_chemical_lasers_need_no_amplifiers() -> None:
    chemical = slot(HARVESTER, "LA", "Medium Laser", "CLMediumChemLaser")
    assert tons(slot(chemical, "LT", "-Empty-", "Small Laser"), "amplifiers") == Fraction(1, 2)
    assert tons(chemical, "amplifiers") == 0


@pytest.mark.proves("construction.weight.armour")
def test_armour_weighs_by_its_points_and_kind_rounded_up_to_half_tons() -> None:
    assert tons(HUNTER, "armour") == 9
    assert tons(line(HUNTER, "HD armor:8", "HD armor:9"), "armour") == Fraction(19, 2)
    assert tons(PROWLER, "armour") == 6
    assert tons(line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)"), "armour") == 18


@pytest.mark.proves("construction.weight.equipment", "TO-376-fractional-accounting")
def test_equipment_weighs_what_it_says_fractions_rounded_up() -> None:
    assert tons(HUNTER, "is_ac_10") == 12
    assert tons(HUNTER, "jump_jet") == 2
    assert tons(KNIGHT, "hatchet") == 4
    assert tons(slot(HUNTER, "LA", "-Empty- x4", "Hatchet"), "hatchet") == 4
    assert tons(PROWLER, "clan_masc") == 2
    assert tons(PROWLER, "clan_targeting_computer") == 2
    assert tons(PROWLER, "supercharger") == 1


@pytest.mark.proves("construction.weight.equipment")
def test_jump_jets_weigh_more_on_heavier_machines_and_improved_ones_twice_as_much() -> None:
    for weight, jet in ((10, 2), (55, 2), (60, 4), (85, 4), (90, 8)):
        assert tons(msgspec.structs.replace(sheet(HUNTER), tons=weight), "jump_jet") == jet
    improved = slot(HUNTER, "LL", "-Empty- x2", "Improved Jump Jet")
    assert tons(improved, "improved_jump_jet") == 1


@pytest.mark.proves("construction.weight.talons", "TO-288-talons-construction")
def test_a_set_of_talons_weighs_a_fifteenth_of_the_machine() -> None:
    assert tons(slot(slot(HUNTER, "LL", "-Empty- x2", "Talons"), "RL", "-Empty- x2", "Talons"), "talons") == 4


@pytest.mark.proves("construction.weight.drone", "TO-306-drone-os-construction")
def test_a_drone_operating_system_weighs_a_tenth_of_the_machine() -> None:
    assert tons(slot(HUNTER, "RT", "-Empty-", "ISDroneOperatingSystem"), "drone_operating_system") == 5


@pytest.mark.proves("construction.weight.partial_wing", "TO-292-partial-wing-construction")
def test_a_partial_wing_weighs_5_or_7_in_100_of_the_machine() -> None:
    sphere = slot(slot(HUNTER, "RT", "-Empty- x4", "ISPartialWing"), "LT", "-Empty- x4", "ISPartialWing")
    assert tons(sphere, "is_partial_wing") == Fraction(7, 2)
    clan = slot(slot(PROWLER, "RT", "-Empty- x3", "CLPartialWing"), "LT", "Clan Endo Steel x3", "CLPartialWing")
    assert tons(clan, "clan_partial_wing") == 2


@pytest.mark.proves("construction.weight.armoured_components", "TO-282-armored-components-1")
def test_armouring_a_cockpit_weighs_a_ton_and_any_other_slot_half() -> None:
    assert tons(slot(HUNTER, "HD", "Cockpit", "Cockpit (ARMORED)"), "armoured_components") == 1
    assert tons(slot(HUNTER, "CT", "Gyro x4", "Gyro (ARMORED)"), "armoured_components") == 2
    console = slot(HUNTER, "HD", "Cockpit, Medium Laser", "Cockpit (ARMORED)")
    assert tons(console, "armoured_components") == 2


@pytest.mark.proves("construction.weight.conversion", "construction.conversion_weight")
def test_changing_shape_weighs_a_tenth_of_the_machine() -> None:
    assert tons(msgspec.structs.replace(sheet(HUNTER), motive="lam"), "conversion") == 5
    two_shapes = msgspec.structs.replace(sheet(HUNTER), motive="lam", extra=(("lam", "Bimodal"),))
    assert tons(two_shapes, "conversion") == 8


def test_the_weight_explains_itself() -> None:
    lines = weigh(sheet(HUNTER)).explain().splitlines()
    assert lines[0].split() == ["5", "Standard", "Structure", "[TechManual:", "Internal", "structure,", "p.", "46]"]
    assert lines[-1].strip() == "=50"
