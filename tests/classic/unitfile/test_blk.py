"""Block files are read into sheets of every kind, or refused in one line; and written so that they read the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from boards import CORPUS, needs_corpus
from overheat.classic.unit.sheet import Complement, HeatSinks, Mount, Sheet, TechRatings
from overheat.classic.unitfile import text
from overheat.classic.unitfile.blk import parse_blk, read_blk, write_blk
from overheat.classic.unitfile.blocks import NOTICE_LIMIT
from overheat.classic.unitfile.mounting import equipment_line, mount
from overheat.classic.unitfile.reading import UnitReading
from overheat.kernel.refusal import RefusedError


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def unit(unit_type: str, *more: str, tech: str = "IS Level 2", motion: str = "Tracked") -> str:
    """A unit of our own with what every file has, and more blocks."""
    common = (block("UnitType", unit_type), block("Name", "Mole"), block("Model", "Mk. 2"), block("type", tech))
    return "\n".join((*common, block("year", 3030), block("motion_type", motion), *more))


TANK = unit(
    "Tank",
    block("tonnage", "42.0"),
    block("cruiseMP", 4),
    block("engine_type", 1),
    block("armor", 20, 15, 14, 10, 18),
    block("Body Equipment", "IS Ammo SRM-6"),
    block("Front Equipment", "Machine Gun", "Medium Laser:OMNI"),
    block("Right Equipment", "Machine Gun(ST)"),
    block("Rear Equipment"),
    block("Turret Equipment", "SRM 6"),
    block("quirks", "easy_maintain", "gas_hog"),
    block("transporters", "troopspace:3.0"),
)
CRAFT = (block("tonnage", 1500), block("heatsinks", 30), block("sink_type", 1), block("fuel", 400))
BATTLE_ARMOUR = (
    block("Trooper Count", 3),
    block("chassis", "biped"),
    block("weightclass", 2),
    block("cruiseMP", 1),
    block("jumpingMP", 3),
    block("armor", 7),
    block("armor_type", 28),
    block("Squad Equipment", "BAAPMount:LA", "InfantryAssaultRifle:LA:APM", "ISBASmallLaser:RA"),
    block("Trooper 2 Equipment", "ISBAMineDispenser:Body"),
)


def again(sheet: Sheet) -> Sheet:
    return parse_blk(write_blk(sheet)).sheet


def read(text: str) -> UnitReading:
    """A unit as read, once it is sure that it is written and read again the same."""
    reading = parse_blk(text, "mole")
    assert again(reading.sheet) == reading.sheet
    return reading


def refusal(data: bytes | str, name: str = "mole") -> tuple[str, str]:
    with pytest.raises(RefusedError) as caught:
        parse_blk(data, name)
    return caught.value.refusal.id, caught.value.refusal.reason


def armour(sheet: Sheet) -> dict[str, tuple[int, int]]:
    return {location.code: (location.armour, location.structure) for location in sheet.locations}


def test_a_vehicle_has_armour_structure_and_equipment_by_location() -> None:
    reading = read(TANK)
    sheet = reading.sheet
    assert reading.notices == ()
    assert (sheet.kind, sheet.name, sheet.motive, sheet.tons, sheet.walk) == ("vehicle", "Mole Mk. 2", "tracked", 42, 4)
    assert (sheet.tech, sheet.mixed, sheet.level, sheet.year) == ("IS", False, "2", 3030)
    structure = 5
    assert armour(sheet) == {
        "BD": (0, 0),
        "FR": (20, structure),
        "RS": (15, structure),
        "LS": (14, structure),
        "RR": (10, structure),
        "TU": (18, structure),
    }
    assert [(item.location, item.written) for item in sheet.mounts] == [
        ("BD", "IS Ammo SRM-6"),
        ("FR", "Machine Gun"),
        ("FR", "Medium Laser"),
        ("RS", "Machine Gun"),
        ("TU", "SRM 6"),
    ]
    assert [item.omnipod for item in sheet.mounts] == [False, False, True, False, False]
    assert sheet.mounts[3].mounting == "sponson"
    assert sheet.quirks == ("easy_maintain", "gas_hog")
    assert sheet.transporters == ("troopspace:3.0",)


def test_the_engine_comes_from_its_code_and_its_rating_from_speed_weight_and_suspension() -> None:
    engine = parse_blk(TANK).sheet.engine
    assert engine is not None
    assert (engine.kind.code, engine.rating, engine.clan) == (1, 170, False)
    hover = parse_blk(TANK.replace("Tracked", "Hover").replace("42.0", "35.0").replace("\n4\n", "\n8\n")).sheet.engine
    assert hover is not None
    assert hover.rating == 105
    towed = parse_blk(TANK.replace("<engine_type>\n1\n", "<engine_type>\n8\n")).sheet
    assert towed.engine is None
    assert towed.extra == (("engine_type", "8"),)


def test_a_vehicle_may_have_a_rotor_two_turrets_or_six_sides() -> None:
    flying = TANK.replace("<UnitType>\nTank", "<UnitType>\nVTOL").replace("<Turret Equipment>", "<Rotor Equipment>")
    flying = flying.replace("</Turret Equipment>", "</Rotor Equipment>")
    assert [place.code for place in read(flying).sheet.locations] == ["BD", "FR", "RS", "LS", "RR", "RO"]
    turrets = TANK.replace("18\n</armor>", "18\n12\n</armor>") + block("Front Turret Equipment", "PPC")
    reading = read(
        turrets.replace("Turret Equipment>\nSRM", "Rear Turret Equipment>\nSRM", 1).replace(
            "SRM 6\n</", "SRM 6\n</Rear "
        )
    )
    assert armour(reading.sheet)["TU"][0] == 18
    assert armour(reading.sheet)["FT"][0] == 12
    assert {item.location for item in reading.sheet.weapons} == {"FR", "RS", "TU", "FT"}
    sides = TANK.replace("18\n</armor>", "18\n12\n</armor>") + block("Front Left Equipment", "PPC")
    places = [place.code for place in parse_blk(sides).sheet.locations]
    assert places == ["BD", "FR", "FRRS", "FRLS", "RRRS", "RRLS", "RR"]


def test_support_vehicles_keep_their_ratings() -> None:
    more = (block("barrating", 6), block("structural_tech_rating", 3), block("fuel", ".5"), block("trailer", 1))
    sheet = read(TANK.replace("<UnitType>\nTank", "<UnitType>\nSupportTank") + "\n".join(more)).sheet
    assert (sheet.kind, sheet.bar, sheet.fuel, sheet.trailer) == ("support vehicle", 6, 0.5, True)
    assert sheet.tech_ratings == TechRatings("D")
    assert sheet["FR"].armour_kind is not None
    assert sheet["FR"].armour_kind.code == 47


def test_armour_is_known_by_its_code_and_technology() -> None:
    clan = read(TANK + block("armor_type", 1) + block("armor_tech", 2)).sheet["FR"].armour_kind
    sphere = read(TANK + block("armor_type", 1) + block("armor_tech", 1)).sheet["FR"].armour_kind
    assert clan is not None
    assert sphere is not None
    assert (clan.code, clan.tech, sphere.code, sphere.tech) == (1, "Clan", 1, "IS")


def test_patchwork_armour_differs_by_location() -> None:
    sheet = read(TANK + block("armor_type", 7) + block("Front_armor_type", 4) + block("Left_armor_type", 1)).sheet
    assert sheet.patchwork
    kinds = {place.code: place.armour_kind.code for place in sheet.locations if place.armour_kind}
    assert kinds == {"FR": 4, "RS": 0, "LS": 1, "RR": 0, "TU": 0}


def test_codes_that_nothing_has_are_told_and_kept() -> None:
    text = TANK.replace("<engine_type>\n1\n", "<engine_type>\n77\n")
    reading = read(text + block("armor_type", 99) + block("internal_type", 55) + block("cockpit_type", 9))
    told = [notice.message for notice in reading.notices]
    assert sorted(told) == [f"no {part} has the code {code}" for part, code in ODD_CODES]
    assert reading.sheet.engine is None
    assert reading.sheet.structure is None
    assert reading.sheet["FR"].armour_kind is None
    assert {tag for tag, _ in reading.sheet.extra} == {"engine_type", "armor_type", "internal_type", "cockpit_type"}


ODD_CODES = (("armour", 99), ("cockpit", 9), ("engine", 77), ("structure", 55))


def test_a_platoon_has_squads_weapons_training_and_field_guns() -> None:
    text = unit(
        "Infantry",
        block("squad_size", 7),
        block("squadn", 4),
        block("Primary", "InfantryAssaultRifle"),
        block("Secondary", "Machine Gun (Portable)"),
        block("secondn", 2),
        block("armorKit", "Generic Infantry Kit"),
        block("armordivisor", "2.0"),
        block("encumberingarmor", "true"),
        block("spacesuit"),
        block("sneakir", "false"),
        block("specialization", 8192 + 512 + 2),
        block("antimek", 5),
        block("augmentation", "dermal_armor"),
        block("Field Guns Equipment", "Autocannon/5", "IS Ammo AC/5"),
        motion="Beast:Elephant",
    )
    sheet = read(text).sheet
    platoon = sheet.platoon
    assert platoon is not None
    assert (sheet.kind, sheet.troopers, sheet.motive, platoon.beast) == ("infantry", 28, "beast", "Elephant")
    assert platoon.primary is not None
    assert platoon.primary.weapon is not None
    assert platoon.secondary is not None
    assert (platoon.secondary.written, platoon.secondary_per_squad) == ("Machine Gun (Portable)", 2)
    assert platoon.armour_kit is not None
    assert platoon.armour_divisor == 2.0
    assert platoon.protection == ("encumbering", "spacesuit")
    assert platoon.specialities == ("demolition engineers", "paratroops", "8192")
    assert (platoon.anti_mek_skill, platoon.augmentations) == (5, ("dermal_armor",))
    assert armour(sheet) == {"Troopers": (0, 28), "Field Guns": (0, 0)}
    assert [item.location for item in sheet.mounts] == ["Field Guns", "Field Guns"]


@pytest.mark.parametrize(
    ("motion", "motive", "walk", "jump"),
    [("Leg", "foot", 1, 0), ("Jump", "jump", 1, 3), ("Motorized", "motorized", 3, 0), ("Hover", "hover", 5, 0)],
)
def test_infantry_moves_as_the_rules_say(motion: str, motive: str, walk: int, jump: int) -> None:
    sheet = read(unit("Infantry", block("squad_size", 5), block("squadn", 2), motion=motion)).sheet
    assert (sheet.motive, sheet.walk, sheet.jump) == (motive, walk, jump)


def test_battle_armour_has_a_suit_for_every_trooper() -> None:
    sheet = read(unit("BattleArmor", *BATTLE_ARMOUR, motion="Jump")).sheet
    assert sheet.suit is not None
    assert (sheet.suit.chassis, sheet.suit.weight_class, sheet.suit.armour) == ("biped", "medium", 7)
    assert (sheet.kind, sheet.troopers, sheet.walk, sheet.jump) == ("battle armour", 3, 1, 3)
    assert armour(sheet) == {"Squad": (0, 0)} | {f"Trooper {number}": (7, 1) for number in (1, 2, 3)}
    assert [(item.location, item.limb, item.mounting) for item in sheet.mounts] == [
        ("Squad", "left arm", ""),
        ("Squad", "left arm", "anti-personnel mount"),
        ("Squad", "right arm", ""),
        ("Trooper 2", "body", ""),
    ]
    clan = unit("BattleArmor", *BATTLE_ARMOUR, motion="Jump", tech="Clan Level 2").replace("Squad Eq", "Point Eq")
    assert len(read(clan).sheet.mounts) == 4
    assert "<Point Equipment>" in write_blk(parse_blk(clan).sheet)


def test_a_protomech_has_its_structure_by_weight() -> None:
    more = (block("tonnage", 6), block("cruiseMP", 5), block("jumpingMP", 5), block("engine_type", 0))
    arms = (block("Torso Equipment", "CLERMicroLaser"), block("Main Gun Equipment", "CLERSmallLaser"))
    text = unit("ProtoMek", *more, block("armor", 3, 8, 2, 2, 5, 2), *arms, tech="Clan Level 2", motion="Biped")
    sheet = read(text).sheet
    assert armour(sheet) == {
        "BD": (0, 0),
        "HD": (3, 2),
        "T": (8, 6),
        "RA": (2, 2),
        "LA": (2, 2),
        "L": (5, 4),
        "MG": (2, 1),
    }
    assert sheet.engine is not None
    assert (sheet.kind, sheet.jump, sheet.engine.rating) == ("protomech", 5, 48)
    assert armour(read(text.replace("Biped", "Quad")).sheet)["RA"] == (2, 0), "a quad has no arms"


@pytest.mark.parametrize(
    ("word", "kind", "rating"),
    [("Aero", "aerospace fighter", 180), ("ConvFighter", "conventional fighter", 300), ("FixedWingSupport", "", 0)],
)
def test_fighters_have_thrust_fuel_and_heat_sinks(word: str, kind: str, rating: int) -> None:
    more = (block("tonnage", 60), block("SafeThrust", 5), block("cockpit_type", 1), block("fuel", 400))
    sinks = (block("heatsinks", 12), block("sink_type", 1), block("omnipodheatsinks", 2), block("vstol", 1))
    guns = (block("Nose Equipment", "PPC"), block("Left Wing Equipment", "(R) Medium Laser"), block("engine_type", 0))
    sheet = read(unit(word, *more, *sinks, *guns, block("armor", 40, 31, 30, 20), motion="Aerodyne")).sheet
    assert sheet.kind == (kind or "support vehicle")
    assert (sheet.walk, sheet.fuel, sheet.cockpit, sheet.vstol) == (5, 400, "Small Cockpit", True)
    assert sheet.heat_sinks == HeatSinks(12, "double", 2)
    assert sheet.structural_integrity == (6 if kind else 0)
    assert [sheet[code].armour for code in ("NOS", "LWG", "RWG", "AFT")] == [40, 31, 30, 20]
    assert [(item.location, item.rear) for item in sheet.mounts] == [("NOS", False), ("LWG", True)]
    assert sheet.engine is not None
    assert sheet.engine.rating == rating


def test_a_gun_emplacement_is_its_guns() -> None:
    text = unit("GunEmplacement", block("Turret", 1), block("Guns Equipment", "PPC", "PPC")).replace("Tracked", "None")
    sheet = read(text).sheet
    assert (sheet.kind, sheet.motive, sheet.tons, sheet.walk) == ("gun emplacement", "none", 0, 0)
    assert [item.location for item in sheet.mounts] == ["GUN", "GUN"]
    assert sheet.extra == (("Turret", "1"),)


def test_a_handheld_weapon_counts_its_shots() -> None:
    ammunition = "IS Ammo LRM-20:Shots6#"
    text = unit(
        "HandheldWeapon", block("tonnage", 6.5), block("armor", 8), block("Gun Equipment", "LRM 20", ammunition)
    )
    sheet = read(text).sheet
    assert (sheet.kind, sheet.tons, armour(sheet)) == ("handheld weapon", 6.5, {"GUN": (8, 0)})
    assert [item.shots for item in sheet.mounts] == [None, 6]


@pytest.mark.parametrize(
    ("word", "kind", "values", "side"),
    [
        ("SmallCraft", "small craft", 4, "Left Side"),
        ("Dropship", "dropship", 4, "Left Side"),
        ("Jumpship", "jumpship", 6, "Left Front Side"),
        ("Warship", "warship", 6, "Left Broadsides"),
        ("SpaceStation", "space station", 6, "Aft Left Side"),
    ],
)
def test_large_craft_have_bays_crews_and_integrity(word: str, kind: str, values: int, side: str) -> None:
    bays = block(f"{side} Equipment", "(B) LRM 20", "LRM 20", "IS Ammo LRM-20:48", "(R) (B) PPC")
    people = (block("crew", 30), block("marines", 9), block("escape_pod", 4), block("structural_integrity", 12))
    text = unit(word, *CRAFT, *people, block("SafeThrust", 3), block("armor", *[50] * values), bays, motion="Spheroid")
    sheet = read(text).sheet
    assert (sheet.kind, sheet.structural_integrity, sheet.motive) == (kind, 12, "spheroid")
    assert sheet.complement == Complement(crew=30, marines=9, escape_pods=4)
    assert [(item.bay, item.rear, item.shots) for item in sheet.mounts] == [
        (True, False, None),
        (False, False, None),
        (False, False, 48),
        (True, True, None),
    ]
    assert "IS Ammo LRM-20:48\n" in write_blk(sheet)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Machine Gun(PT)", {"written": "Machine Gun", "mounting": "pintle"}),
        ("ISVehicularGrenadeLauncher (FL)", {"written": "ISVehicularGrenadeLauncher", "facing": "FL"}),
        ("Medium Laser (omnipod)", {"written": "Medium Laser", "omnipod": True}),
        ("Medium Laser (R)", {"written": "Medium Laser", "rear": True}),
        ("Medium Laser (T)", {"written": "Medium Laser", "turret": True}),
        ("MASH Equipment:SIZE:2", {"written": "MASH Equipment", "size": 2.0}),
        ("ISDroneCarrierControlSystem:OMNI:SIZE:6.0", {"omnipod": True, "size": 6.0}),
        ("Communications Equipment (3 ton)", {"written": "Communications Equipment", "size": 3.0}),
        ("CommsGear:1", {"written": "CommsGear", "size": 1.0}),
        ("Clan Ammo SRM-2 (10)", {"written": "Clan Ammo SRM-2", "shots": 10}),
        ("BA-SRM4 Ammo:TU:Shots3#", {"written": "BA-SRM4 Ammo", "shots": 3, "limb": "turret"}),
        ("ISBATaser:DWP", {"mounting": "detachable weapon pack"}),
        ("ISBALightTAG:SSWM:LA", {"mounting": "squad support weapon mount", "limb": "left arm"}),
        ("Thing of Nowhere:colon", {"written": "Thing of Nowhere:colon"}),
    ],
)
def test_marks_around_a_name_say_how_it_is_mounted(line: str, fields: dict[str, object]) -> None:
    found = mount(line, "IS", "FR")
    assert {name: getattr(found, name) for name in fields} == fields
    assert mount(equipment_line(found), "IS", "FR") == found


def test_unknown_equipment_stays_mounted_by_its_name_and_is_told() -> None:
    reading = read(TANK.replace("Medium Laser:OMNI", "(R) Quantum Sling:OMNI"))
    found = reading.sheet.mounts[2]
    assert [notice.message for notice in reading.notices] == ["unknown equipment 'Quantum Sling' in Front"]
    assert reading.notices[0].line == TANK.split("\n").index("Medium Laser:OMNI") + 1
    assert (found.equipment.name, found.known, found.rear, found.omnipod) == ("Quantum Sling", False, True, True)
    assert (found.weapon, found.ammunition, found.gear) == (None, None, None)


def test_equipment_in_a_place_that_a_unit_does_not_have_is_told_and_kept() -> None:
    reading = read(TANK + block("Tail Equipment", "PPC"))
    assert [notice.message for notice in reading.notices] == [
        "<Tail Equipment> is no place of this unit; its equipment is not mounted"
    ]
    assert reading.sheet.extra == (("Tail Equipment", "PPC"),)


@pytest.mark.parametrize(
    ("text", "tech", "mixed", "level"),
    [
        ("Clan Level 5", "Clan", False, "5"),
        ("Clan", "Clan", False, ""),
        ("Mixed (IS Chassis)", "IS", True, ""),
        ("Mixed (Clan Chassis) Advanced", "Clan", True, "Advanced"),
    ],
)
def test_technology_may_be_mixed(text: str, tech: str, mixed: bool, level: str) -> None:
    sheet = read(TANK.replace("IS Level 2", text)).sheet
    assert (sheet.tech, sheet.mixed, sheet.level) == (tech, mixed, level)


def test_letter_case_line_ends_comments_and_encodings_make_no_difference() -> None:
    sheet = parse_blk(TANK).sheet
    assert parse_blk("#a word\n" + TANK.replace("\n", "\r\n")).sheet == sheet
    assert parse_blk(b"\xef\xbb\xbf" + TANK.encode()).sheet == sheet
    assert parse_blk("\ufeff" + TANK).sheet == sheet
    assert parse_blk(TANK.replace("<armor>", "<Armor >").replace("</armor>", "</ARMOR>")).sheet == sheet
    assert parse_blk(TANK.replace("Mole", "M\xf6le").encode("latin-1")).sheet.chassis == "Möle"


def test_blocks_that_no_field_takes_up_are_kept_as_written() -> None:
    story = block("overview", "Once <upon> a time,", "in a mine.")
    assert read(TANK + story + block("hasNoControlSystems", 1)).sheet.extra == (
        ("overview", "Once <upon> a time,\nin a mine."),
        ("hasNoControlSystems", "1"),
    )


def test_a_block_given_twice_counts_as_first_given() -> None:
    reading = parse_blk(TANK + block("tonnage", 99) + block("cruiseMP", 4))
    assert reading.sheet.tons == 42
    assert [notice.message for notice in reading.notices] == ["<tonnage> is given again; the one of line 25 counts"]


def test_small_slips_of_the_syntax_are_told() -> None:
    text = "</notes>\nloose words\n" + TANK.replace("</quirks>\n", "") + block("jumpingMP")
    reading = parse_blk(text)
    assert [(notice.line, notice.message) for notice in reading.notices[:2]] == [
        (1, "</notes> closes nothing; left out"),
        (2, "'loose words' stands outside of every block; left out"),
    ]
    assert "is not closed; it ends here" in reading.notices[2].message
    assert reading.notices[3].message == "<jumpingMP> is empty; left out"
    assert reading.sheet.quirks == ("easy_maintain", "gas_hog")


def test_many_notices_are_counted() -> None:
    reading = parse_blk("loose\n" * (NOTICE_LIMIT + 5) + TANK)
    assert len(reading.notices) == NOTICE_LIMIT + 1
    assert reading.notices[-1].message == "5 more things of this kind"


@pytest.mark.parametrize(
    ("change", "to", "id", "words"),
    [
        ("<tonnage>\n42.0\n</tonnage>\n", "", "unit.missing", "there is no block <tonnage>"),
        ("42.0", "heavy", "unit.number", "tonnage: 'heavy' is not a number"),
        ("42.0", "-1", "unit.number", "is out of bounds"),
        ("42.0", "1\n2", "unit.number", "is not a number"),
        ("<cruiseMP>\n4\n", "<cruiseMP>\nfour\n", "unit.number", "cruiseMP: 'four' is not a whole number"),
        ("<cruiseMP>\n4\n", "<cruiseMP>\n", "unit.missing", "the block <cruiseMP> is empty"),
        ("\n15\n", "\n-15\n", "unit.number", "armor: '-15' is not a whole number"),
        ("\n15\n", "\n15\n1\n1\n1\n1\n", "unit.armour", "values of armour for"),
        ("\n15\n14\n", "\n", "unit.armour", "3 values of armour for 4 locations"),
        ("<UnitType>\nTank", "<UnitType>\nTeapot", "unit.kind", "'Teapot' is no type of unit"),
        ("IS Level 2", "Elvish", "unit.type", "'Elvish' is neither"),
        ("</armor>", "</armour>", "unit.block", "</armour> where <armor> of line"),
        ("SRM 6\n", "S" * 300 + "\n", "unit.equipment", "is too long for a name of equipment"),
        ("<Name>\nMole\n</Name>\n", "", "unit.missing", "there is no block <name>"),
    ],
)
def test_what_makes_a_unit_uncertain_is_refused_with_its_line(change: str, to: str, id: str, words: str) -> None:
    found, reason = refusal(TANK.replace(change, to, 1))
    assert found == id
    assert reason.startswith("mole: line ")
    assert words in reason


def test_what_is_no_text_breaks_off_or_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(b"<a>\n\0")[0] == "unit.binary"
    assert refusal(TANK + "<notes>\nthe tail")[0] == "unit.block"
    assert "breaks off" in refusal(TANK + "<notes>\nthe tail")[1]
    assert refusal("")[0] == "unit.missing"
    assert refusal("", "a\nfile")[1].startswith("a file: line ")
    assert refusal("", "")[1].startswith("the unit: line ")
    monkeypatch.setattr(text, "LINE_LIMIT", 50)
    assert refusal("x" * 51)[0] == "unit.line_limit"
    monkeypatch.setattr(text, "FILE_LIMIT", 100)
    assert refusal(TANK)[0] == "unit.file_limit"


def test_files_are_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "mole.blk"
    path.write_text(TANK, encoding="utf-8")
    assert read_blk(path) == parse_blk(TANK)
    for wrong in (tmp_path, tmp_path / "absent.blk"):
        with pytest.raises(RefusedError) as caught:
            read_blk(wrong)
        assert caught.value.refusal.id == "unit.file"


def test_war_machines_and_texts_that_are_no_lines_are_not_written() -> None:
    machine = Sheet(kind="war machine", chassis="Mole", motive="biped", tons=20, tech="IS")
    with pytest.raises(RefusedError, match="block files hold no war machine"):
        write_blk(machine)
    sheet = parse_blk(TANK).sheet
    for name in ("two\nlines", "#comment", "<tag>", ""):
        with pytest.raises(RefusedError, match="cannot be written"):
            write_blk(
                Sheet(kind="vehicle", chassis=name, motive="tracked", tons=20, tech="IS", locations=sheet.locations)
            )


def test_a_sheet_from_elsewhere_is_written_by_its_kind_and_movement() -> None:
    vehicle = parse_blk(TANK).sheet
    bare = Sheet(kind="vehicle", chassis="A", motive="tracked", tons=20, tech="Clan", locations=vehicle.locations)
    assert "<UnitType>\nTank\n" in write_blk(bare)
    craft = Sheet(kind="support vehicle", chassis="B", motive="vtol", tons=9, tech="IS", unit_type="")
    with pytest.raises(RefusedError, match="a support vehicle without Front cannot be written"):
        write_blk(craft)


BLOCKS = some.sampled_from(TANK.split("\n\n") + [part + "\n" for part in BATTLE_ARMOUR])
WORDS = some.sampled_from(
    [
        "<armor>",
        "</armor>",
        "<",
        ">",
        "7",
        "-3",
        "1e9",
        "#",
        "Infantry",
        "Warship",
        "BattleArmor",
        "\n",
        "(R) (B) x:LA:1",
    ]
)


def refused(data: bytes | str) -> str | None:
    """Why a text is not read, or cannot be written again; a text that is read must be written so that it reads the
    same."""
    try:
        sheet = parse_blk(data, "mole").sheet
        text = write_blk(sheet)
    except RefusedError as error:
        return str(error)
    assert parse_blk(text).sheet == sheet
    return None


def survives(data: bytes | str) -> None:
    assert len((refused(data) or "read").splitlines()) == 1


@given(some.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(data)
    survives(TANK.encode() + data)


@given(some.lists(BLOCKS | WORDS | some.text(max_size=20), max_size=30))
@settings(max_examples=200)
def test_blocks_in_any_disorder_are_read_or_refused(parts: list[str]) -> None:
    survives("\n".join(parts))
    survives(TANK + "\n".join(parts))


@given(some.integers(0, len(TANK)), some.integers(0, 30), some.text(max_size=10) | WORDS)
@settings(max_examples=300)
def test_a_damaged_file_is_read_or_refused(start: int, length: int, put: str) -> None:
    survives(TANK[:start] + put + TANK[start + length :])


LINE = some.lists(
    some.sampled_from(["(R) ", "(B) ", "Foo", " Ammo", ":40", ":Shots3#", ":SIZE:2.5", "(ST)", " (FL)", ":OMNI", ":LA"])
    | some.sampled_from(
        [":APM", "(2 ton)", "(10)", "(omnipod)", ":", " ", "(T)", "Medium Laser", "IS Ammo SRM-6", "(R)"]
    )
    | some.text(max_size=3),
    max_size=8,
).map("".join)


@given(LINE)
@example("Foo:2:3")
@example("(R)")
@settings(max_examples=300)
def test_any_equipment_line_is_written_so_that_it_reads_the_same(line: str) -> None:
    found: Mount = mount(line.strip(), "IS", "FR")
    for large in (False, True):
        assert mount(equipment_line(found, large=large), "IS", "FR") == found


@cache
def corpus() -> list[tuple[Path, UnitReading]]:
    return [(path, read_blk(path)) for path in sorted((CORPUS / "units").rglob("*.blk"))]


@needs_corpus
def test_every_real_unit_is_read_and_written_so_that_it_reads_the_same() -> None:
    assert len(corpus()) > 3000
    assert [path.name for path, reading in corpus() if again(reading.sheet) != reading.sheet] == []


@needs_corpus
def test_all_equipment_of_real_units_is_known() -> None:
    told = {notice.message for _, reading in corpus() for notice in reading.notices}
    assert [message for message in sorted(told) if message.startswith(("unknown ", "no "))] == []


@needs_corpus
def test_real_units_of_every_kind_have_what_their_kind_needs() -> None:
    for path, reading in corpus():
        sheet = reading.sheet
        assert (sheet.platoon is not None) == (sheet.kind == "infantry"), path.name
        assert (sheet.suit is not None) == (sheet.kind == "battle armour"), path.name
        assert {item.location for item in sheet.mounts} <= {location.code for location in sheet.locations}, path.name
        if sheet.kind in ("vehicle", "support vehicle", "protomech"):
            assert all(place.structure > 0 for place in sheet.locations if place.armour and sheet.motive != "aerodyne")
