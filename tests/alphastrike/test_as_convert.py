"""`overheat convert`: the cards of units, the way to each figure, and the comparison with published cards."""

import csv
import doctest
import io
import json
import re
import shlex
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import CORPUS, needs_corpus
from machines import HUNTER
from overheat.alphastrike.comparison import COMPARED, differing, read_published, special_set
from overheat.alphastrike.convert import convert
from overheat.alphastrike.wording import columns, explain, number, sentence
from overheat.classic.unitfile.library import find
from overheat.classic.unitfile.mtf import parse_mtf, read_mtf
from overheat.kernel.refusal import RefusedError
from terminal import refused, run

HEADER = "file,name,type,tons,size,tmm,move,s,m,l,e,ov,armor,structure,specials,pv,error"
PUBLISHED = {
    "Phoenix Hawk PXH-1": ("BM", "2", '12"j', "2/2/0/0", "0", "4", "4", "", "26"),
    "Rifleman RFL-3N": ("BM", "3", '8"', "2/2/1/0", "2", "4", "5", "", "26"),
    "Warhammer WHM-6R": ("BM", "3", '8"', "3/3/2/0", "1", "5", "6", "", "32"),
    "Manticore Heavy Tank": ("CV", "3", '8"t', "3/3/2/0", "0", "6", "3", "IF1,SRCH,TUR(2/3/2,IF1)", "28"),
    "Shilone SL-17": ("AF", "2", "6a", "3/3/2/0", "0", "6", "3", "BOMB2,FUEL20,REAR1/1/-,SPC,VSTOL", "33"),
}
"""Cards as they are published: type, size, move, damage, overheat, armour, structure, abilities, points."""
CARDS = (
    'file,type,size,move,s,m,l,e,ov,armor,structure,pv,specials\nx/Hunter.mtf,BM,2,"9""",1,1,1,0,0,9,9,99,"IF9,ECM"\n'
)


@pytest.fixture
def hunter(tmp_path: Path) -> Path:
    path = tmp_path / "x" / "Hunter.mtf"
    path.parent.mkdir()
    path.write_text(HUNTER, encoding="utf-8")
    return path


@pytest.mark.proves(
    "as.card.movement",
    "as.card.firepower",
    "as.card.armour",
    "as.card.structure",
    "as.card.abilities",
    "as.card.points",
)
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_bundled_unit_has_its_published_card(name: str) -> None:
    card = columns(convert(find(name).sheet).card)
    damage = "/".join(str(card[band]) for band in "smle")
    rest = tuple(str(card[column]) for column in ("ov", "armor", "structure", "specials", "pv"))
    assert (card["type"], str(card["size"]), card["move"], damage, *rest) == PUBLISHED[name]


def test_a_suit_weighs_what_its_class_may_and_a_platoon_what_it_takes_aboard() -> None:
    names = ("Elemental Battle Armor [Laser](Sqd5)", "Gray Death Scout Suit (Sqd4)", "Foot Platoon (Rifle)")
    assert [convert(find(name).sheet).card.tons for name in names] == [1, 0.75, 3]


def test_a_better_crew_costs_more_points_and_changes_nothing_else() -> None:
    sheet = find("Warhammer WHM-6R").sheet
    plain, veteran = convert(sheet), convert(sheet, 2)
    assert veteran.card.points > plain.card.points
    same = [(columns(each.card) | {"pv": 0}) for each in (plain, veteran)]
    assert same[0] == same[1]


def test_every_number_of_a_card_is_a_figure_that_adds_up() -> None:
    conversion = convert(find("Rifleman RFL-3N").sheet)
    card = conversion.card
    for id, printed in (
        ("size", card.size),
        ("tmm", card.tmm),
        ("armour", card.armour),
        ("structure", card.structure),
        ("overheat", card.overheat),
        ("points", card.points),
    ):
        assert conversion[id].value == printed
        assert all(term.cite.section for term in conversion[id].tally)
    with pytest.raises(KeyError):
        conversion["nothing"]


def test_a_worksheet_tells_inputs_formula_rounding_and_source() -> None:
    conversion = convert(find("Warhammer WHM-6R").sheet)
    told = explain(conversion)
    assert "Warhammer WHM-6R  BM  70 tons  PV 32" in told
    assert "PPC" in told
    for words in ("Heat output", "Heat dissipation", "Armour: 5", "Point value: 32", "[Converting Heat"):
        assert words in told
    armour = sentence(conversion["armour"])
    assert armour.startswith("Armour: 160")
    assert ": 5 [" in armour


def test_an_ability_that_carries_damage_is_explained_at_every_range() -> None:
    conversion = convert(find("Manticore Heavy Tank").sheet)
    turret = [conversion[f"damage.TUR.{reach}"].value for reach in ("short", "medium", "long")]
    assert (turret, conversion["damage.IF.long"].value) == ([2, 3, 2], 1)
    assert PUBLISHED["Manticore Heavy Tank"][7] == "IF1,SRCH,TUR(2/3/2,IF1)"


def test_numbers_are_written_exactly() -> None:
    assert [number(value) for value in (3, Fraction(47, 20), Fraction(-1, 2), Fraction(62, 21))] == [
        "3",
        "2.35",
        "-0.5",
        "62/21 (2.952)",
    ]


def test_programs_get_the_columns_they_were_promised(hunter: Path) -> None:
    lines = run("convert", str(hunter), "Warhammer WHM-6R", "--format", "csv").stdout.splitlines()
    assert lines[0] == HEADER
    own, known = csv.DictReader(io.StringIO("\n".join(lines)))
    assert (own["file"], own["name"], own["tons"]) == (str(hunter), "Hunter HUN-1A", "50")
    assert (known["file"], known["s"], known["pv"], known["error"]) == ("Warhammer WHM-6R", "3", "32", "")


def test_battle_values_and_costs_take_names_of_bundled_units_too() -> None:
    assert run("bv", "warhammer whm-6r").stdout.split() == ["1,299", "70", "Warhammer", "WHM-6R"]
    assert run("cost", "Warhammer WHM-6R").stdout.split()[1:] == ["70", "Warhammer", "WHM-6R"]


def test_people_get_a_table() -> None:
    head, line = run("convert", "warhammer whm-6r").stdout.splitlines()
    assert head.split() == ["PV", "TP", "SZ", "MV", "S/M/L/E", "OV", "A+S", "name", "special"]
    assert line.split() == ["32", "BM", "3", '8"', "3/3/2/0", "1", "5+6", "Warhammer", "WHM-6R"]


def test_json_holds_the_worksheet_if_asked() -> None:
    (plain,) = json.loads(run("convert", "Warhammer WHM-6R", "--format", "json").stdout)
    assert "worksheet" not in plain
    assert (plain["pv"], plain["skill"], plain["threshold"]) == (32, 4, None)
    (row,) = json.loads(run("convert", "Warhammer WHM-6R", "--format", "json", "--worksheet", "--skill", "3").stdout)
    figures = {figure["id"]: figure for figure in row["worksheet"]["figures"]}
    assert figures["points"]["value"] == row["pv"] > 32
    assert sum(term["value"] for term in figures["armour"]["terms"]) == 160


def test_a_worksheet_is_a_page_that_needs_no_other_file() -> None:
    page = run("convert", "Warhammer WHM-6R", "Shilone SL-17", "--worksheet", "--format", "html").stdout
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") == 2
    assert "Heat dissipation" in page
    assert "REAR1/1/-" in page
    assert not any(word in page for word in ("src=", "<script", "<link", "url("))
    assert "Heat dissipation" not in run("convert", "Warhammer WHM-6R", "--format", "html").stdout


def test_markup_in_a_name_stays_a_name(hunter: Path) -> None:
    hunter.write_text(HUNTER.replace("HUN-1A", "<script>&amp;"), encoding="utf-8")
    for form in ("html", "svg"):
        assert "<script" not in run("convert", str(hunter), "--format", form).stdout


def test_folders_and_archives_are_searched_and_processes_share_the_work(hunter: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "units.zip", "w") as archive:
        archive.writestr("a/Hunter.mtf", HUNTER)
    for arguments in ((), ("--jobs", "2")):
        rows = run("convert", str(tmp_path / "x"), str(tmp_path / "units.zip"), "--format", "csv", *arguments).stdout
        assert rows.count("Hunter HUN-1A") == 2


def test_what_cannot_be_converted_is_told_with_its_file_and_the_rest_go_on(hunter: Path, tmp_path: Path) -> None:
    (tmp_path / "x" / "bad.mtf").write_text("mass:heavy", encoding="utf-8")
    (tmp_path / "x" / "odd.mtf").write_text(HUNTER.replace("LRM 5", "Puff Gun"), encoding="utf-8")
    held = tmp_path / "x" / "held.blk"
    held.write_text("<UnitType>\nHandheldWeapon\n</UnitType>\n<Name>\nGun\n</Name>\n<tonnage>\n2\n</tonnage>\n")
    result = run("convert", str(tmp_path / "x"), "--format", "csv", code=1)
    rows = {Path(row["file"]).name: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert not rows["Hunter.mtf"]["error"]
    assert "Puff Gun" in rows["odd.mtf"]["error"]
    for name in ("bad.mtf", "odd.mtf", "held.blk"):
        assert rows[name]["error"]
        assert str(tmp_path / "x" / name) in rows[name]["error"]
    assert len(result.stderr.splitlines()) == 3


def test_wrong_wishes_are_told(tmp_path: Path) -> None:
    assert "a worksheet is table, json or html" in refused(
        "convert", "Atlas AS7-D", "--worksheet", "--format", "csv", code=2
    )
    assert "svg is one card" in refused("convert", "Atlas AS7-D", "Atlas AS7-K", "--format", "svg", code=2)
    assert "no unit 'Nothing'" in run("convert", "Nothing", code=1).stderr
    assert "there is no unit file there" in run("convert", str(tmp_path), code=1).stderr
    assert "a comparison is table" in refused("convert", "Atlas AS7-D", "--against", "x", "--format", "svg", code=2)


def test_published_cards_are_compared_with_the_line_that_decides(hunter: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text(CARDS, encoding="utf-8")
    told = json.loads(run("convert", str(hunter), "--against", str(cards), "--format", "json").stdout)
    assert told["summary"]["BM"]["units"] == told["summary"]["all"]["units"] == 1
    assert told["summary"]["BM"]["core_equal"] == 0
    found = {each["column"]: each for each in told["differences"]}
    assert "size" not in found
    assert found["armor"]["published"] == "9"
    assert found["armor"]["because"].startswith("Armour: ")
    assert "nothing in the file gives ECM" in found["specials"]["because"]
    table = run("convert", str(hunter), "--against", str(cards)).stdout
    assert "type  units  all core  specials" in table
    assert "pv: ours" in table
    lines = run("convert", str(hunter), "--against", str(cards), "--format", "csv").stdout.splitlines()
    assert lines[0] == "file,name,type,column,ours,published,because"


def test_a_card_equal_to_the_published_one_counts_as_such(hunter: Path, tmp_path: Path) -> None:
    row = next(csv.DictReader(io.StringIO(run("convert", str(hunter), "--format", "csv").stdout)))
    cards = tmp_path / "cards.csv"
    with cards.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, row)
        writer.writeheader()
        writer.writerow(row | {"file": "x/Hunter.mtf", "specials": row["specials"].replace(",", " , ")})
    told = json.loads(run("convert", str(hunter), "--against", str(cards), "--format", "json").stdout)
    assert told["summary"]["all"]["all_equal"] == 1
    assert told["differences"] == []


def test_a_unit_that_is_not_published_is_told(hunter: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text(CARDS.replace("x/Hunter", "y/Hunter"), encoding="utf-8")
    assert (
        "1 of 1 units are not among the published cards" in run("convert", str(hunter), "--against", str(cards)).stderr
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1: no column file"),
        (b"file,type\n", "no column size"),
        (CARDS.encode() + b"a,b\n", "line 3: not as many fields"),
        (b"\xff\xfe\x00", "UTF-8"),
        (CARDS.encode() + b"\0\n", "line 3: is not text"),
        (CARDS.encode() + b"x" * 20_000, "line 3: is not text"),
    ],
)
def test_a_file_of_cards_that_is_none_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_bytes(content)
    assert reason in refused("convert", "Atlas AS7-D", "--against", str(cards), code=1)
    with pytest.raises(RefusedError, match="cannot be read"):
        read_published(tmp_path / "none.csv")


def test_abilities_are_compared_whatever_their_order() -> None:
    assert special_set("ECM, AC2/2/-,TUR(2/2/-,IF1)") == special_set("TUR(IF1, 2/2/-),AC2/2/-,ECM")
    assert special_set("ECM") != special_set("ECM,TAG")
    assert special_set("") == frozenset()


LINES = HUNTER.splitlines()


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1), st.sampled_from([*LINES, "", "-1", "x:" * 9, "mass:0", "walk mp:99"])
        ),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=150)
def test_a_damaged_unit_has_a_card_that_explains_itself_or_is_refused(changes: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for at, line in changes:
        lines[at] = line
    with suppress(RefusedError):
        conversion = convert(parse_mtf("\n".join(lines)).sheet)
        assert explain(conversion)
        assert conversion["points"].value == conversion.card.points >= 1


GUIDE = Path(__file__).parents[2] / "docs" / "alphastrike.md"
SHOWN = re.findall(r"```console\n\$ overheat ([^\n]*)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_guide_says(command: str, output: str) -> None:
    assert run(*shlex.split(command)).stdout.strip() == output.strip()


def test_the_python_of_the_guide_runs() -> None:
    failures, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried > 5
    assert failures == 0


@needs_corpus
def test_war_machines_of_the_reference_collection_have_their_published_numbers() -> None:
    published = read_published(CORPUS / "official_cards.csv")
    files = sorted((CORPUS / "units" / "meks" / "3039u").glob("*.mtf"))
    found = [(path, published.find(str(path))) for path in files]
    compared = [differing(convert(read_mtf(path).sheet).card, row) for path, row in found if row]
    assert len(compared) > 50
    for column in COMPARED:
        assert sum(column not in each for each in compared) >= 0.97 * len(compared), column
