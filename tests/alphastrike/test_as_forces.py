"""Forces: our own files and the ecosystem's unit lists, added up and printed."""

import csv
import io
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines import HUNTER
from overheat.alphastrike.forces import field_force
from overheat.classic.muster.force_files import Library, read_force, read_toml
from overheat.classic.muster.unit_list import read_mul
from overheat.kernel.refusal import RefusedError
from terminal import refused, run

LANCE = """name = "Second lance"

[[unit]]
unit = "Warhammer WHM-6R"
skill = 3

[[unit]]
unit = "Phoenix Hawk PXH-1"
count = 2
"""
LIST = """<?xml version="1.0" encoding="UTF-8"?>
<unit version="0.49.7" >
    <entity chassis="Warhammer" model="WHM-6R" type="Biped" commander="true">
        <pilot name="Natasha" gunnery="2" piloting="3"/>
    </entity>
    <entity chassis="Mad Cat (Timber Wolf)" model="Prime" type="Biped">
        <crew><crewMember slot="0" gunnery="3" piloting="4"/><crewMember slot="1" gunnery="7" piloting="7"/></crew>
    </entity>
    <entity chassis="Vedette Medium Tank" model="" type="Tracked"/>
</unit>
"""


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))


def written(tmp_path: Path, content: str, name: str = "lance.toml") -> str:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return str(path)


def test_a_force_adds_up(tmp_path: Path) -> None:
    told = json.loads(run("force", written(tmp_path, LANCE), "--format", "json").stdout)
    assert told["name"] == "Second lance"
    assert [(unit["unit"], unit["skill"]) for unit in told["units"]] == [
        ("Warhammer WHM-6R", 3),
        ("Phoenix Hawk PXH-1", 4),
        ("Phoenix Hawk PXH-1", 4),
    ]
    assert [unit["pv"] for unit in told["units"]] == [38, 26, 26]
    assert told["total"]["pv"] == 38 + 26 + 26
    assert told["total"]["units"] == 3
    assert told["units"][1]["bv"] == 1041
    assert told["total"]["bv"] == sum(unit["bv"] for unit in told["units"])


def test_people_get_a_table_and_programs_rows(tmp_path: Path) -> None:
    path = written(tmp_path, LANCE)
    table = run("force", path).stdout
    assert table.startswith("Second lance\n")
    assert "90" in table.splitlines()[-1]
    assert table.rstrip().endswith("3 units")
    rows = list(csv.DictReader(io.StringIO(run("force", path, "--format", "csv").stdout)))
    assert [row["pv"] for row in rows] == ["38", "26", "26"]
    assert (rows[0]["gunnery"], rows[0]["piloting"]) == ("3", "4")


def test_a_force_is_printed_with_its_total(tmp_path: Path) -> None:
    path = written(tmp_path, LANCE)
    page = run("force", path, "--format", "svg").stdout
    assert "Second lance: 90 points" in page
    assert page.count('data-part="facts"') == 3
    assert "needs 2" in refused(
        "force", written(tmp_path, LANCE.replace("count = 2", "count = 8")), "--format", "svg", code=2
    )
    pytest.importorskip("reportlab")
    out = tmp_path / "lance.pdf"
    run("force", path, "--format", "pdf", "--paper", "letter", "--out", str(out))
    assert out.read_bytes().startswith(b"%PDF")


def test_a_unit_may_be_a_file_beside_the_force(tmp_path: Path) -> None:
    written(tmp_path, HUNTER, "mine.mtf")
    path = written(tmp_path, '[[unit]]\nunit = "mine.mtf"\n', "own.toml")
    told = json.loads(run("force", path, "--format", "json").stdout)
    assert (told["name"], told["units"][0]["unit"]) == ("own", "Hunter HUN-1A")


def test_units_of_the_library_are_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "units").mkdir()
    written(tmp_path / "units", HUNTER, "h.mtf")
    path = written(tmp_path, '<unit><entity chassis="Hunter" model="HUN-1A"/></unit>', "x.mul")
    assert "line 1: no unit 'Hunter HUN-1A'" in run("force", path, code=1).stderr
    run("library", "add", str(tmp_path / "units"))
    assert "Hunter HUN-1A" in run("force", path).stdout


def test_a_unit_list_of_the_ecosystem_is_read_with_its_crews(tmp_path: Path) -> None:
    force = read_mul(LIST.encode(), "x.mul")
    assert [(unit.unit, unit.gunnery, unit.piloting, unit.line) for unit in force.members] == [
        ("Warhammer WHM-6R", 2, 3, 3),
        ("Mad Cat (Timber Wolf) Prime", 3, 4, 6),
        ("Vedette Medium Tank", 4, 5, 9),
    ]
    told = json.loads(run("force", written(tmp_path, LIST, "x.mul"), "--format", "json").stdout)
    assert [unit["skill"] for unit in told["units"]] == [2, 3, 4]
    assert told["units"][2]["unit"] == "Vedette Medium Tank"


def test_a_unit_list_is_written_and_reads_back_as_the_same_force(tmp_path: Path) -> None:
    crewed = LANCE.replace("skill = 3", "gunnery = 2\npiloting = 6").replace("Second lance", "Ann & <Bob>'s own")
    out = tmp_path / "written.mul"
    run("force", written(tmp_path, crewed), "--out", str(out))
    again = read_mul(out.read_bytes(), "written.mul")
    assert again.name == "Ann & <Bob>'s own"
    assert [(unit.unit, unit.gunnery, unit.piloting) for unit in again.members] == [
        ("Warhammer WHM-6R", 2, 6),
        ("Phoenix Hawk PXH-1", 4, 5),
        ("Phoenix Hawk PXH-1", 4, 5),
    ]
    assert "3 units" in run("force", str(out)).stdout


def test_forces_meet_in_battle_with_their_crews(tmp_path: Path) -> None:
    mine, theirs = written(tmp_path, LANCE), written(tmp_path, LIST, "x.mul")
    log = tmp_path / "battle.jsonl"
    told = run("battle", mine, theirs, "--board", "pass", "--red", "random", "--save", str(log)).stdout
    assert told.startswith("Second lance against x (seed 1")
    assert "Warhammer (red): Warhammer WHM-6R, 70 tons, crew 3/4" in told
    assert "Mad Cat Prime" in told
    assert "crew 3/4" in told.partition("blue:")[2]
    assert json.loads(log.read_text().splitlines()[0])["setup"]["board"] == "pass"
    assert "every byte" in run("replay", str(log)).stdout


def test_units_beside_a_force_file_and_a_board_of_ones_own_are_read_into_the_battle(tmp_path: Path) -> None:
    written(tmp_path, HUNTER, "mine.mtf")
    force = written(tmp_path, '[[unit]]\nunit = "mine.mtf"\n', "own.toml")
    board = tmp_path / "field.board"
    run("board", "generate", "--out", str(board))
    setup = json.loads(run("battle", force, force, "--board", str(board), "--format", "json").stdout.splitlines()[0])
    assert setup["setup"]["board_text"] == board.read_text(encoding="utf-8")
    assert setup["setup"]["units"][0]["text"] == HUNTER


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (["lance.toml"], "two to 4 forces meet, not 1"),
        (["lance.toml"] * 5, "two to 4 forces meet, not 5"),
        (["lance.toml", "none.toml"], "none.toml"),
        (["lance.toml", "bad.toml"], "bad.toml: line 1: no unit 'Warhammer WHM-9Q'; did you mean"),
    ],
)
def test_forces_that_cannot_meet_are_refused(tmp_path: Path, files: list[str], reason: str) -> None:
    written(tmp_path, LANCE)
    written(tmp_path, '[[unit]]\nunit = "Warhammer WHM-9Q"\n', "bad.toml")
    paths = [str(tmp_path / name) for name in files]
    assert reason in refused("battle", *paths, "--board", "valley", code=1)


def test_an_unknown_unit_is_told_with_its_line_and_the_rest_are_counted(tmp_path: Path) -> None:
    for name, content in (
        ("x.toml", LANCE + '\n[[unit]]\nunit = "Warhammer WHM-9Q"\n'),
        ("x.mul", LIST.replace("</unit>", '\n\n\n<entity chassis="Warhammer" model="WHM-9Q"/></unit>')),
    ):
        result = run("force", written(tmp_path, content, name), "--format", "csv", code=1)
        line = 11 if name == "x.toml" else 13
        assert f"line {line}: no unit 'Warhammer WHM-9Q'; did you mean Warhammer WHM-6R" in result.stderr
        assert len(result.stdout.splitlines()) == 4


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<unit><entity chassis="&b;" model=""/></unit>
"""
REACHING = '<!DOCTYPE unit SYSTEM "file:///etc/passwd"><unit><entity chassis="a"/></unit>'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (BOMB, "line 2: a document type is not allowed"),
        (REACHING, "line 1: a document type is not allowed"),
        ("<unit>", "line 1: is no whole unit list: no element found"),
        ("<unit></unit>", "names no unit"),
        ("<html></html>", "<html> does not begin a unit list"),
        ('<unit><entity model="x"/></unit>', "an entity without a chassis"),
        ('<unit><entity chassis="x"><pilot gunnery="9"/></entity></unit>', "gunnery goes from 0 to 8, not '9'"),
        ('<unit><entity chassis="x"><pilot gunnery="²"/></entity></unit>', "gunnery goes from 0 to 8"),
        ("<unit>" * 60, "nested too deep"),
        ("", "no element found"),
        ("hello", "syntax error"),
    ],
)
def test_a_unit_list_that_is_none_is_refused_with_its_line(tmp_path: Path, content: str, reason: str) -> None:
    assert reason in refused("force", written(tmp_path, content, "x.mul"), code=1)


def test_what_was_lost_in_a_battle_is_no_part_of_the_force() -> None:
    record = LIST.replace("<unit version", "<record><unit version").replace("</unit>", "</unit>") + (
        '<kills><entity chassis="Atlas" model="AS7-D"/></kills></record>'
    )
    assert len(read_mul(record.encode(), "x.mul").members) == 3


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "unit"),
        ("name = 3", "name"),
        ('[[unit]]\nunit = "a"\nskil = 3\n', "skil"),
        ('\n[[unit]]\nunit = "a"\nskill = 9\n', "line 2: a: skill goes from 0 to 8, not 9"),
        ('[[unit]]\nunit = "a"\ncount = 0\n', "line 1: a: 0 of a unit"),
        ('[[unit]]\nunit = "a"\ncount = 300\n[[unit]]\nunit = "a"\ncount = 300\n', "600 units are too many"),
        ("[[unit", "at end of document"),
        ("\xff", "line 1"),
    ],
)
def test_a_force_file_that_is_none_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    assert reason in refused("force", written(tmp_path, content), code=1)


def test_a_force_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "No such file" in refused("force", str(tmp_path / "none.toml"), code=1)
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused("force", str(tmp_path / "bad.toml"), code=1)


def test_a_name_in_a_unit_list_never_reaches_for_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.mtf"
    path.write_text(HUNTER, encoding="utf-8")
    force = read_mul(f'<unit><entity chassis="{path}"/></unit>'.encode(), "x.mul")
    (found,) = field_force(force, Library())
    assert isinstance(found, RefusedError)


def test_a_force_without_lines_of_its_own_is_read() -> None:
    force = read_toml(b'unit = [{unit = "a", gunnery = 2}, {unit = "b", skill = 5, piloting = 1}]', "x")
    assert [(unit.skill, unit.gunnery, unit.piloting) for unit in force.members] == [(2, 2, 3), (5, 5, 1)]


@given(st.binary(max_size=200), st.sampled_from([b"", b"<unit>", b'<unit><entity chassis="a">', LIST.encode()]))
@settings(max_examples=60)
def test_any_bytes_are_a_force_or_refused(content: bytes, before: bytes) -> None:
    for read in (read_mul, read_toml):
        with suppress(RefusedError):
            assert read(before + content, "x").members


def test_a_force_is_named_after_its_file(tmp_path: Path) -> None:
    assert read_force(Path(written(tmp_path, LIST, "wolf.mul"))).name == "wolf"
