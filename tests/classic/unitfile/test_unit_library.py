"""The bundled units: every one reads cleanly, obeys the rules of construction, and has its published battle value."""

import csv
from collections import Counter
from math import ceil
from pathlib import Path

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unit.equipment import Armour, Equipment, Structure, key
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unit.slot_line import understand
from overheat.classic.unitfile.library import find, names, spellings
from overheat.kernel.refusal import RefusedError

ENGINE_TONS = {
    60: 1.5,
    120: 4,
    140: 5,
    150: 5.5,
    160: 6,
    180: 7,
    200: 8.5,
    210: 9,
    240: 11.5,
    245: 12,
    250: 12.5,
    255: 13,
    260: 13.5,
    270: 14.5,
    275: 15.5,
    280: 16,
    300: 19,
    320: 22.5,
    325: 23.5,
    330: 24.5,
    340: 27,
    350: 29.5,
    360: 33,
    375: 38.5,
    380: 41,
    400: 52.5,
}
"""Tons of a standard fusion engine by its rating, for the ratings that occur."""

PUBLISHED = {
    "Atlas AS7-D": 1897,
    "Awesome AWS-8Q": 1605,
    "Banshee BNC-3E": 1422,
    "Black Hawk (Nova) Prime": 2663,
    "Blackjack BJ-1": 949,
    "Centurion CN9-A": 945,
    "Charger CGR-1A1": 981,
    "Cicada CDA-2A": 659,
    "Commando COM-2D": 541,
    "Daishi (Dire Wolf) Prime": 2712,
    "Dervish DV-6M": 1146,
    "Enforcer ENF-4R": 1032,
    "Goliath GOL-1H": 1449,
    "Grasshopper GHR-5H": 1427,
    "Hatamoto-Chi HTM-27T": 1607,
    "Hatchetman HCT-3F": 854,
    "Hermes II HER-2S": 784,
    "Hunchback HBK-4G": 1041,
    "JagerMech JM6-S": 901,
    "Locust LCT-1V": 432,
    "Loki (Hellbringer) Prime": 2654,
    "Mad Cat (Timber Wolf) Prime": 2737,
    "Panther PNT-9R": 769,
    "Raven RVN-3L": 708,
    "Scorpion SCP-1N": 1019,
    "Thor (Summoner) Prime": 2298,
    "Thunderbolt TDR-5S": 1335,
    "Trebuchet TBT-5N": 1191,
    "UrbanMech UM-R60": 504,
    "Valkyrie VLK-QA": 723,
    "Vindicator VND-1R": 1024,
    "Vulture (Mad Dog) Prime": 2351,
    "Whitworth WTH-1": 982,
    "Zeus ZEU-6S": 1348,
}
"""Published battle values of the machines that the reference collection does not list."""

EVERY = names()
UNITS = {name: find(name).sheet for name in EVERY}
MACHINES = tuple(name for name in EVERY if UNITS[name].kind == "war machine")
WALKERS = {"HD", "LL", "RL", "FLL", "FRL", "RLL", "RRL"}
"""The locations with six slots; the others have twelve."""


def halves(tons: float) -> float:
    """Tons rounded up to halves."""
    return ceil(round(tons * 2, 6)) / 2


def tons_of(sheet: Sheet, mount: Mount) -> float:
    tons = mount.equipment.tons
    if not isinstance(tons, str):
        return tons
    if mount.equipment.id == "jump_jet":
        return 0.5 if sheet.tons <= 55 else 1 if sheet.tons <= 85 else 2
    assert mount.equipment.id in ("hatchet", "clan_targeting_computer")
    return mount.slots


def armour_points(sheet: Sheet) -> int:
    return sum(location.armour + location.rear_armour for location in sheet.locations)


def spread(sheet: Sheet, kind: type[Equipment]) -> int:
    """How many slots a kind of armour or structure takes up."""
    held = [understand(line, sheet.tech).equipment for location in sheet.locations for line in location.slots if line]
    return sum(isinstance(item, kind) for item in held)


def test_there_are_units_of_every_kind() -> None:
    kinds = Counter(sheet.kind for sheet in UNITS.values())
    assert kinds == {
        "war machine": 70,
        "vehicle": 17,
        "infantry": 4,
        "battle armour": 5,
        "aerospace fighter": 4,
    }
    assert {sheet.motive for sheet in UNITS.values()} >= {"biped", "quad", "tracked", "wheeled", "hover", "vtol"}


def test_no_two_units_are_called_the_same() -> None:
    called = Counter(key(spelling) for name in EVERY for spelling in spellings(name))
    assert [name for name, times in called.items() if times > 1] == []


@pytest.mark.parametrize("name", EVERY)
def test_a_bundled_unit_reads_without_notices_and_is_named_as_its_file(name: str) -> None:
    reading = find(name)
    assert reading.notices == ()
    sheet = reading.sheet
    assert sheet.name in spellings(name)
    assert sheet.extra == ()
    assert (sheet.quirks, sheet.weapon_quirks) == ((), ())
    assert all(mount.known for mount in sheet.mounts)
    assert sheet.year
    assert sheet.role
    assert sheet.source


@pytest.mark.parametrize("name", MACHINES)
def test_the_slots_of_a_machine_are_as_many_as_it_has(name: str) -> None:
    for location in UNITS[name].locations:
        assert len(location.slots) == (6 if location.code in WALKERS else 12)


@pytest.mark.parametrize("name", MACHINES)
def test_no_location_of_a_machine_has_more_armour_than_it_can_carry(name: str) -> None:
    for location in UNITS[name].locations:
        limit = 9 if location.code == "HD" else 2 * location.structure
        assert 0 < location.armour + location.rear_armour <= limit


@pytest.mark.parametrize("name", MACHINES)
def test_armour_and_structure_fill_the_slots_they_need(name: str) -> None:
    sheet = UNITS[name]
    armour = sheet["CT"].armour_kind
    assert armour is not None
    assert sheet.structure is not None
    assert spread(sheet, Armour) == armour.slots
    assert spread(sheet, Structure) == sheet.structure.slots


@pytest.mark.parametrize("name", MACHINES)
def test_the_engine_of_a_machine_moves_it(name: str) -> None:
    sheet = UNITS[name]
    assert sheet.engine is not None
    assert sheet.engine.rating == sheet.walk * sheet.tons
    assert sum(mount.equipment.id == "jump_jet" for mount in sheet.mounts) == sheet.jump
    assert sheet.heat_sinks is not None
    outside = len(sheet.flagged("heat_sink"))
    assert outside == max(0, sheet.heat_sinks.count - sheet.engine.rating // 25)


@pytest.mark.parametrize("name", MACHINES)
def test_the_parts_of_a_machine_weigh_what_it_weighs(name: str) -> None:
    sheet = UNITS[name]
    armour, engine, sinks, structure = sheet["CT"].armour_kind, sheet.engine, sheet.heat_sinks, sheet.structure
    assert armour is not None
    assert engine is not None
    assert sinks is not None
    assert structure is not None
    weight = (
        halves(sheet.tons * structure.share)
        + halves(ENGINE_TONS[engine.rating] * engine.kind.weight_multiplier)
        + ceil(engine.rating / 100)
        + 3
        + halves(armour_points(sheet) / armour.points_per_ton)
        + (sinks.count - 10)
        + sum(tons_of(sheet, mount) for mount in sheet.mounts if "heat_sink" not in mount.equipment.flags)
    )
    assert weight == sheet.tons


@pytest.mark.parametrize("name", [name for name in EVERY if UNITS[name].kind == "vehicle"])
def test_no_vehicle_has_more_armour_than_it_can_carry(name: str) -> None:
    sheet = UNITS[name]
    assert 0 < armour_points(sheet) <= 40 + 3.5 * sheet.tons
    assert all(location.armour > 0 for location in sheet.locations if location.code != "BD")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Atlas AS7-D", "Atlas AS7-D"),
        ("atlas as7d", "Atlas AS7-D"),
        ("  ATLAS-AS7-D ", "Atlas AS7-D"),
        ("Timber Wolf Prime", "Mad Cat Prime"),
        ("mad cat prime", "Mad Cat Prime"),
        ("Mad Cat (Timber Wolf) Prime", "Mad Cat Prime"),
        ("manticore heavy tank", "Manticore Heavy Tank"),
        ("Foot Platoon, rifle", "Foot Platoon (Rifle)"),
    ],
)
def test_letter_case_and_punctuation_of_a_name_do_not_matter(asked: str, name: str) -> None:
    assert find(asked).sheet.name == name


def test_an_unknown_name_is_refused_with_those_that_look_like_it() -> None:
    with pytest.raises(RefusedError) as refused:
        find("Atlass AS7-D")
    assert refused.value.refusal.id == "unit.name"
    assert "Atlas AS7-D" in refused.value.refusal.reason
    with pytest.raises(RefusedError, match="Timber Wolf Prime"):
        find("timber wolf")
    with pytest.raises(RefusedError) as refused:
        find("q" * 5000 + "\0")
    assert len(refused.value.refusal.reason) < 200


def test_a_unit_is_found_by_its_path(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[3] / "src/overheat/classic/data/units/machines/Atlas AS7-D.mtf"
    copy = tmp_path / "mine.mtf"
    copy.write_bytes(source.read_bytes())
    assert find(copy).sheet == find(str(copy)).sheet == UNITS["Atlas AS7-D"]
    with pytest.raises(RefusedError) as refused:
        find(str(tmp_path / "absent.blk"))
    assert refused.value.refusal.id == "unit.file"


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_machine_has_its_published_battle_value(name: str) -> None:
    assert battle_value(UNITS[name]).total == PUBLISHED[name]


@needs_corpus
def test_all_other_machines_have_the_battle_value_that_the_reference_collection_lists() -> None:
    with (CORPUS / "official_cards.csv").open(newline="", encoding="utf-8") as file:
        published = {key(row["name"]): row for row in csv.DictReader(file)}
    listed = [name for name in MACHINES if key(name) in published]
    assert set(listed) | PUBLISHED.keys() == set(MACHINES)
    wrong = {}
    for name in listed:
        total, row = battle_value(UNITS[name]).total, published[key(name)]
        if total != int(row["bv"]):
            wrong[name] = (total, row["bv"])
    assert wrong == {}


@needs_corpus
def test_numbers_in_the_master_list_are_those_of_the_units() -> None:
    with (CORPUS / "official_cards.csv").open(newline="", encoding="utf-8") as file:
        published = {key(row["name"]): int(row["mul_id"]) for row in csv.DictReader(file)}
    for name, sheet in UNITS.items():
        assert sheet.mul_id == published.get(key(name)), name
