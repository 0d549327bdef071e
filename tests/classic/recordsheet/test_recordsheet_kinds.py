"""Record sheets of everything that is no war machine: pips counted right, numbers right, large craft refused."""

import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.recordsheet import PAPERS, draw_sheet
from overheat.classic.recordsheet.draw import KINDS
from overheat.classic.recordsheet.infantry import damage_of, reach_of
from overheat.classic.rulesets import standard
from overheat.classic.unit.infantry_fire import damage_each
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.kernel.refusal import RefusedError

SVG = "{http://www.w3.org/2000/svg}"


def read(word: str, tags: dict[str, object]) -> Sheet:
    head = {"UnitType": word, "Name": "Made Up", "Model": "One", "year": 3050, "type": "IS Level 2"}
    text = "".join(f"<{tag}>\n{value}\n</{tag}>\n" for tag, value in (head | tags).items())
    return parse_blk(text, "test.blk").sheet


TANK: dict[str, object] = {
    "motion_type": "Tracked",
    "cruiseMP": 4,
    "engine_type": 0,
    "tonnage": 60,
    "armor": "42\n33\n33\n26\n42",
    "Turret Equipment": "PPC\nLRM 10",
    "Body Equipment": "IS Ammo LRM-10",
}
ROTOR: dict[str, object] = {
    "motion_type": "VTOL",
    "cruiseMP": 9,
    "engine_type": 1,
    "tonnage": 21,
    "armor": "6\n5\n5\n6\n2",
    "Front Equipment": "SRM 4",
}
SOLDIERS: dict[str, object] = {
    "motion_type": "Leg",
    "squad_size": 7,
    "squadn": 4,
    "Primary": "InfantryAssaultRifle",
}
SUITS: dict[str, object] = {
    "motion_type": "Jump",
    "cruiseMP": 1,
    "jumpingMP": 3,
    "Trooper Count": 5,
    "chassis": "biped",
    "weightclass": 2,
    "armor": 10,
}
FIGHTER: dict[str, object] = {
    "motion_type": "Aerodyne",
    "SafeThrust": 6,
    "engine_type": 0,
    "tonnage": 50,
    "heatsinks": 12,
    "sink_type": 0,
    "fuel": 400,
    "armor": "50\n40\n40\n30",
    "Nose Equipment": "Large Laser",
}
SMALL: dict[str, object] = {
    "motion_type": "Biped",
    "cruiseMP": 6,
    "tonnage": 5,
    "armor": "3\n7\n2\n2\n4",
}
UNITS = {
    "tank": ("Tank", TANK),
    "rotorcraft": ("VTOL", ROTOR),
    "soldiers": ("Infantry", SOLDIERS),
    "suits": ("BattleArmor", SUITS),
    "fighter": ("Aero", FIGHTER),
    "protomech": ("ProtoMek", SMALL),
}


def pips(svg: str) -> dict[tuple[str | None, str | None], int]:
    return {
        (group.get("data-location"), group.get("data-what")): len(group.findall(f"{SVG}circle"))
        for group in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if group.get("data-what")
    }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", UNITS)
def test_every_location_has_as_many_pips_as_points(name: str, paper: str) -> None:
    sheet = read(*UNITS[name])
    found = pips(draw_sheet(sheet, paper="a4" if paper == "a4" else "letter", bv=500))
    if sheet.kind == "infantry":
        assert found == {("Troopers", "men"): 28}
        return
    for place in sheet.locations:
        assert found.get((place.code, "armour"), 0) == place.armour
        assert found.get((place.code, "structure"), 0) == place.structure
    assert found.get(("SI", "structure"), 0) == sheet.structural_integrity


def test_soldiers_do_damage_by_their_number() -> None:
    platoon = read("Infantry", SOLDIERS).platoon
    assert platoon is not None
    assert damage_each(platoon) == Fraction(52, 100)
    assert [damage_of(standard(), platoon, men) for men in (28, 21, 3, 1)] == [15, 11, 2, 1]
    assert reach_of(standard(), platoon) == (-2, 0, 2, 4)


def test_a_second_weapon_counts_for_those_that_carry_it() -> None:
    platoon = read("Infantry", SOLDIERS | {"Secondary": "InfantryAssaultRifle", "secondn": 2}).platoon
    assert platoon is not None
    assert damage_each(platoon) == Fraction(52, 100)


def test_a_kind_without_a_sheet_is_refused() -> None:
    sheet = read("GunEmplacement", {"Guns Equipment": "PPC"})
    assert sheet.kind not in KINDS
    with pytest.raises(RefusedError) as refused:
        draw_sheet(sheet)
    assert refused.value.refusal.id == "sheet.kind"


@needs_corpus
@pytest.mark.parametrize(
    "name",
    [
        "vehicles/3039u/Manticore Heavy Tank.blk",
        "vehicles/3039u/Warrior H-7 Attack Helicopter.blk",
        "infantry/TW/IS Platoons/Foot Platoon (Rifle).blk",
        "battlearmor/3085u/ONN/Elemental BA (Fire) [APG] (Sqd6).blk",
        "protomeks/3060/Centaur.blk",
    ],
)
def test_real_units_are_drawn(name: str) -> None:
    sheet = read_blk(CORPUS / "units" / name).sheet
    points = sum(place.armour + place.structure for place in sheet.locations)
    assert sum(pips(draw_sheet(sheet)).values()) == points
