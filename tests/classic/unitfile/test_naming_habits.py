"""How files write names and items: owners before names, short names of systems, a line for each ton of cargo."""

import pytest

from machines import HARVESTER, HUNTER, found, line, sheet, slot
from overheat.alphastrike.convert import convert
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unitfile.blk import parse_blk


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ISBlazer", "is_binary_laser"),
        ("IS Ammo iNarc", "is_inarc_ammo"),
        ("IS Ammo iNarc (ECM)", "is_inarc_ecm_ammo"),
        ("IS Ammo iNarc (Haywire)", "is_inarc_haywire_ammo"),
        ("IS Ammo iNarc (Nemesis)", "is_inarc_nemesis_ammo"),
        ("IS Ammo iNarc (Explosive)", "is_inarc_explosive_ammo"),
        ("CLAntiBattleArmorPod", "b_pod"),
        ("Clan Searchlight", "searchlight"),
        ("InfantrySRM", "infantry_srm_launcher_light"),
    ],
)
def test_a_name_is_known_by_any_habit_of_writing_it(written: str, meant: str) -> None:
    item = catalogue().find(written)
    assert item is not None
    assert item.id == meant


def test_what_no_habit_explains_is_unknown() -> None:
    assert catalogue().find("IS Frobnicator") is None
    assert catalogue().find("ISolated") is None


def test_a_gyro_or_cockpit_may_be_named_by_its_kind_alone() -> None:
    short = sheet(line(HUNTER, "walk mp:4", "walk mp:4\nGyro:Heavy Duty\ncockpit:Small"))
    assert (short.gyro, short.cockpit) == ("Heavy Duty Gyro", "Small Cockpit")
    assert "construction.gyro" not in {id for id, _ in found(short)}


@pytest.mark.parametrize(
    ("written", "tons"),
    [
        ("Cargo:SIZE:1.0 x8", "CT8"),
        ("Cargo:SIZE:8.0 x8", "CT8"),
        ("Cargo (1.5 tons) x4", "CT3"),
        ("Cargo (1 ton)", "CT1"),
    ],
)
def test_every_line_of_cargo_is_an_item_unless_it_is_part_of_a_larger_one(written: str, tons: str) -> None:
    laden = sheet(slot(HARVESTER, "RT", "-Empty- x12", f"{written}, -Empty- x4"))
    assert tons in {ability.printed for ability in convert(laden).card.abilities}


def test_a_weapon_that_is_split_between_arm_and_torso_belongs_to_the_torso() -> None:
    split = sheet(slot(slot(HUNTER, "RA", "ISAC10 x7", "ISAC20 x7"), "RT", "-Empty- x3", "ISAC20 x3"))
    gun = next(mount for mount in split.weapons if mount.equipment.id == "is_ac_20")
    assert (gun.location, gun.also_in) == ("RT", ("RA",))


def test_points_of_units_for_under_water_are_no_jump() -> None:
    diver = sheet(line(HUNTER.replace("Jump Jet", "UMU"), "jump mp:4", "jump mp:4"))
    assert (diver.jump, len(diver.flagged("umu"))) == (0, 4)
    head = "<UnitType>\nProtoMek\n</UnitType>\n<Name>\nGnat\n</Name>\n<type>\nClan Level 2\n</type>\n"
    frame = "<motion_type>\nBiped\n</motion_type>\n<tonnage>\n5\n</tonnage>\n<cruiseMP>\n4\n</cruiseMP>\n"
    body = "<jumpingMP>\n2\n</jumpingMP>\n<armor>\n3\n8\n2\n2\n5\n</armor>\n"
    swimmer = parse_blk(f"{head}{frame}{body}<Body Equipment>\nProtoMechUMU\nProtoMechUMU\n</Body Equipment>\n").sheet
    assert swimmer.jump == 0


@pytest.mark.parametrize(("written", "motive"), [("SCUBA", "umu"), ("Motorized SCUBA", "motorized scuba")])
def test_diving_gear_is_read_whether_it_has_a_motor_or_not(written: str, motive: str) -> None:
    text = (
        "<UnitType>\nInfantry\n</UnitType>\n<Name>\nDivers\n</Name>\n<type>\nIS Level 2\n</type>\n"
        f"<motion_type>\n{written}\n</motion_type>\n<squad_size>\n7\n</squad_size>\n<squadn>\n4\n</squadn>\n"
        "<Primary>\nInfantryAssaultRifle\n</Primary>\n"
    )
    read = parse_blk(text).sheet
    assert read.motive == motive
    assert "UMU" in {ability.code for ability in convert(read).card.abilities}
