"""What units may be built with, as the errata rule: fighters, machines, battle armour; and what boarders are worth."""

from fractions import Fraction

import pytest

from builds import errors, findings
from classic.battle_value.inventions import sheet_of
from machines import found as found_in_machine
from overheat.classic.construction.battle_armour.frame import filled
from overheat.classic.construction.battle_armour.plan import SuitPlan
from overheat.classic.rulesets import standard
from overheat.classic.unit.marine_points import MODIFIERS, marine_modifiers
from overheat.kernel.terms import Number
from vehicles import block, sheet, vehicle

ARCS = ("Nose", "Left Wing", "Right Wing", "Aft", "Wings", "Fuselage")


def fighter(unit: str, engine: str, **places: str) -> str:
    """The text of a fighter's file."""
    text = vehicle(
        ARCS,
        "30 20 20 20",
        {place.replace("_", " "): items for place, items in places.items()},
        UnitType=unit,
        Name="Gull",
        Model="G-1",
        type="Mixed (IS Chassis)",
        year="3080",
        tonnage="40",
        motion_type="Aerodyne",
        SafeThrust="4",
        cockpit_type="0",
        heatsinks="10",
        sink_type="0",
        fuel="400",
        engine_type=engine,
        armor_type="0",
    )
    return text.replace("<Body Equipment>\n</Body Equipment>\n", "")


XXL, FUSION = "3", "0"


@pytest.mark.proves("TO-308-engine-master-table-2", "construction.fighter.engine_slots")
def test_the_slots_of_a_fighters_engine_are_in_the_stern_and_leave_the_wings_free() -> None:
    two, five = "Small Laser, Small Laser", ", ".join(["Small Laser"] * 5)
    assert ("arc", "AFT") in findings(fighter("ConvFighter", XXL, Aft=two))
    assert ("arc", "AFT") not in findings(fighter("ConvFighter", FUSION, Aft=two))
    assert ("arc", "LWG") not in findings(fighter("ConvFighter", XXL, Left_Wing=five))


@pytest.mark.proves("TO-322-laser-ams-availability")
def test_fighters_of_either_kind_mount_laser_anti_missile_systems_but_no_hatchets() -> None:
    for unit in ("Aero", "ConvFighter"):
        assert "barred" not in errors(fighter(unit, FUSION, Nose="ISLaserAMS"))
        assert "barred" in errors(fighter(unit, FUSION, Nose="Hatchet"))


@pytest.mark.proves("TO-380-aes-bv-2")
def test_enhanced_actuators_do_not_go_with_triple_strength_myomer() -> None:
    aes, tsm = {"LA": ["ISAES"]}, {"LT": ["Triple Strength Myomer"] * 6}
    assert "construction.rivals" in {id for id, _ in found_in_machine(sheet_of({**aes, **tsm}))}
    assert "construction.rivals" not in {id for id, _ in found_in_machine(sheet_of(aes))}


def suit(*equipment: str, chassis: str = "biped") -> str:
    """The text of a squad's file: an assault suit with some equipment."""
    fields = {
        "UnitType": "BattleArmor",
        "Name": "Badger",
        "Model": "B-1",
        "type": "IS Level 3",
        "year": "3080",
        "motion_type": "Leg",
        "cruiseMP": "2",
        "armor_type": "28",
        "armor_tech": "1",
        "armor": "4",
        "chassis": chassis,
        "weightclass": "4",
        "Trooper Count": "4",
    }
    parts = [block(tag, value) for tag, value in fields.items()]
    return "".join(parts) + block("Squad Equipment", *equipment)


@pytest.mark.proves("TO-284-ba-tube-construction-2", "construction.suit.clips")
def test_four_clips_of_two_rounds_for_tube_artillery_take_a_slot() -> None:
    """Two slots of clips beside the four of the tube are six, which is all that a body has."""
    for rounds, slots in ((2, 5), (8, 5), (10, 6), (16, 6), (18, 7)):
        built = sheet(suit("ISBATubeArtillery:Body", f"ISBATubeArtilleryAmmo:Body:Shots{rounds}#"))
        _, mounts = SuitPlan(built, standard()).troopers[0]
        assert filled(standard(), mounts)["body"] == slots
    assert "slots" in errors(suit("ISBATubeArtillery:Body", "ISBATubeArtilleryAmmo:Body:Shots18#"))


@pytest.mark.proves("TO-286-ba-dwp", "construction.suit.pack")
def test_a_detachable_pack_holds_one_weapon_on_the_body_or_an_arm() -> None:
    for limb in ("Body", "LA"):
        assert "pack" not in errors(suit(f"ISDetachableWeaponPack:{limb}", "ISBAMediumLaser:DWP"))
    assert "pack" in errors(suit("ISDetachableWeaponPack:TU", "ISBAMediumLaser:DWP"))
    assert "pack" in errors(suit("ISDetachableWeaponPack:Body", "ISBAMediumLaser:DWP", "ISBASmallLaser:DWP"))
    assert "pack" in errors(suit("ISDetachableWeaponPack:Body:SSWM", "ISBAMediumLaser:DWP"))


def boarding(*equipment: str, weightless: bool = False, chassis: str = "biped") -> Number:
    return marine_modifiers(standard(), sheet(suit(*equipment, chassis=chassis)), weightless=weightless).total


def test_what_suits_add_to_the_marine_points_of_their_troopers() -> None:
    assert boarding("BABattleClaw:LA", "BABattleClaw:RA") == 1
    assert boarding("BABattleClawVibro:LA", "BABattleClawVibro:RA") == 2
    assert boarding("ISBAMachineGun:LA") == 1
    assert boarding("BAHeavyBattleClaw:LA", "BACuttingTorch:Body") == Fraction(1, 2)
    assert boarding("BAIndustrialDrill:LA", "BAIndustrialDrill:RA") == Fraction(1, 4)


def test_some_of_it_counts_in_next_to_no_gravity_alone() -> None:
    clamps = ("ISBAMagneticClamp:Body", "ISBASpaceOperationsAdaptation:Body")
    assert boarding(*clamps) == 0
    assert boarding(*clamps, weightless=True) == 2
    assert boarding(chassis="quad", weightless=True) == -1
    assert sum(MODIFIERS.rows.values()) == Fraction("5.75")
