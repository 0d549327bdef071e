"""`overheat sight` explains one line, shows a field, and answers many lines at once."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find
from overheat.classic.rulesets import standard
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.sight.wording import COLUMNS, as_row
from overheat.cli.console import console
from overheat.cli.sight import PAIR_COLUMNS
from terminal import refused, run

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
HEADER = ",".join(PAIR_COLUMNS)
ANSWER = ",".join((*PAIR_COLUMNS, *COLUMNS))


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def pairs(tmp_path: Path, *lines: str) -> str:
    """A file of pairs with these lines."""
    path = tmp_path / "pairs.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def traced(start: str, end: str, from_height: int = 1, to_height: int = 1) -> dict[str, str]:
    """The figures of a line on the valley as the rules give them, as a table prints them."""
    board = find("valley").board
    ends = [Viewpoint.on(board, Hex.parse(hex), height) for hex, height in ((start, from_height), (end, to_height))]
    return {name: str(value) for name, value in as_row(sight(Relief(board, standard()), *ends)).items()}


def test_one_line_is_explained_with_its_sum() -> None:
    output = run("sight", "valley", "0303", "1414").stdout
    assert output.startswith("0303 (ground 1, unit reaches level 3) to 1414")
    assert "Line of sight.\nIt adds +3 to an attack:" in output


def test_one_line_as_csv_is_its_figures() -> None:
    assert rows_of(run("sight", "valley", "0303", "1414", "--format", "csv").stdout) == [traced("0303", "1414")]


def test_one_line_as_json_has_its_ends_and_its_reasons() -> None:
    told = json.loads(run("sight", "valley", "0101", "0202", "--format", "json").stdout)
    assert (told["from"], told["to"], told["visible"]) == ("0101", "0202", False)
    assert told["refusal"]["facts"] == {"hex": "0102"}


@pytest.mark.parametrize("end", [["1414"], []])
def test_a_line_and_a_field_can_be_drawn(end: list[str]) -> None:
    ElementTree.fromstring(run("sight", "valley", "0303", *end, "--format", "svg").stdout)


def test_a_field_has_a_row_for_every_hex() -> None:
    rows = rows_of(run("sight", "valley", "0805", "--format", "csv").stdout)
    assert [row.pop("target_hex") for row in rows] == [str(hex) for hex in find("valley").board]
    assert rows[0] == traced("0805", "0101")
    assert json.loads(run("sight", "valley", "0805", "--format", "json").stdout)[0]["target_hex"] == "0101"


def test_a_field_in_letters_fits_a_terminal() -> None:
    lines = run("sight", "valley", "0805").stdout.splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert lines[-1].startswith("From 0805 (@)")


def test_heights_are_given_by_name_or_number() -> None:
    named = ("--attacker-height", "prone", "--target-height", "standing")
    numbered = ("--attacker-height", "0", "--target-height", "+1")
    line = ("sight", "valley", "0303", "1414", "--format", "csv")
    assert run(*line, *named).stdout == run(*line, *numbered).stdout
    assert rows_of(run(*line, *named).stdout) == [traced("0303", "1414", 0)]


def test_rule_layers_change_what_is_seen() -> None:
    alone = run("sight", "valley", "0805", "--rules", "classic").stdout
    assert run("sight", "valley", "0805").stdout == alone
    assert run("sight", "valley", "0805", "--rules", " dead_zones, ").stdout != alone


def test_a_row_goes_out_for_every_row_that_comes_in(tmp_path: Path) -> None:
    lines = ["1414,0303,0,1", "0101,0202,1,1", "0303,1414,1,1", "0303,1414,standing,prone"]
    output = run("sight", "valley", "--pairs", pairs(tmp_path, HEADER, *lines)).stdout
    assert output.splitlines()[0] == ANSWER
    rows = rows_of(output)
    assert [",".join(row[column] for column in PAIR_COLUMNS) for row in rows] == lines
    figures = [{column: row[column] for column in COLUMNS} for row in rows]
    expected = [("1414", "0303", 0, 1), ("0101", "0202", 1, 1), ("0303", "1414", 1, 1), ("0303", "1414", 1, 0)]
    assert figures == [traced(*line) for line in expected]
    assert rows[1]["modifier"] == "IMPOSSIBLE"


def test_columns_may_come_in_any_order_and_others_are_passed_over(tmp_path: Path) -> None:
    shuffled = pairs(tmp_path, "note, target_height,target_hex,attacker_hex,attacker_height,", "x,0,1414,0303,1,y")
    row = rows_of(run("sight", "valley", "--pairs", shuffled).stdout)[0]
    assert list(row.values()) == ["0303", "1414", "1", "0", *traced("0303", "1414", 1, 0).values()]


def test_pairs_come_from_standard_input_too() -> None:
    told = run("sight", "valley", "--pairs", "-", typed=f"\ufeff{HEADER}\r\n0303,1414,1,1\r\n").stdout
    assert list(rows_of(told)[0].values()) == ["0303", "1414", "1", "1", *traced("0303", "1414").values()]
    assert refused("sight", "valley", "--pairs", "-", code=1).startswith("overheat: standard input: line 1: no columns")


def test_a_bad_row_is_told_and_left_empty_and_the_rest_go_on(tmp_path: Path) -> None:
    lines = ("9x,0101,1,1", "0303,1414,1,1", "0303", "0303,9901,1,1", "0303,1414,1,high", '"03\n03",1414,1,1')
    path = pairs(tmp_path, HEADER, *lines)
    result = run("sight", "valley", "--pairs", path, code=1)
    rows = rows_of(result.stdout)
    assert len(rows) == len(lines)
    assert [row["visible"] for row in rows] == ["", "1", "", "", "", ""]
    assert [line.split(": ")[2] for line in result.stderr.splitlines()] == [f"line {at}" for at in (2, 4, 5, 6, 8)]
    told = json.loads(run("sight", "valley", "--pairs", path, "--format", "json", code=1).stdout)
    assert told[0]["attacker_hex"] == "9x"
    assert [told[0][column] for column in COLUMNS] == [None] * len(COLUMNS)


def test_a_batch_with_bad_rows_is_written_to_its_file(tmp_path: Path) -> None:
    out = tmp_path / "answer.csv"
    path = pairs(tmp_path, HEADER, "9x,0101,1,1", "0303,1414,1,1")
    assert run("sight", "valley", "--pairs", path, "--out", str(out), code=1).stdout == ""
    assert len(rows_of(out.read_text(encoding="utf-8"))) == 2


def test_pairs_for_people_fit_a_terminal(tmp_path: Path) -> None:
    path = pairs(tmp_path, HEADER, "0303,1414,standing,vehicle", "0101,0202,1,1", "9x,0101,1,1")
    output = run("sight", "valley", "--pairs", path, "--format", "table", code=1).stdout
    assert max(map(len, output.splitlines())) <= 80
    assert "…" not in output
    for word in ("attacker", "modifier", "standing", "yes", "no"):
        assert word in output


def test_a_file_without_rows_gives_a_header(tmp_path: Path) -> None:
    assert run("sight", "valley", "--pairs", pairs(tmp_path, HEADER)).stdout == ANSWER + "\n"


@pytest.mark.parametrize("names", [("attacker_elevation", "target_elevation"), ("attacker_elev", "target_elev")])
def test_with_an_elevation_the_height_is_the_units_own(tmp_path: Path, names: tuple[str, str]) -> None:
    lines = ("0303,1414,1,1,0,0", "0303,1414,0,1,4,0", "0808,0810,1,1,-1,-1", "0101,0202,1,1,9,9")
    path = pairs(tmp_path, f"{HEADER},{','.join(names)}", *lines)
    rows = rows_of(run("sight", "valley", "--pairs", path).stdout)
    assert list(rows[0]) == [*PAIR_COLUMNS, *COLUMNS]
    board = find("valley").board
    for row, line in zip(rows, lines, strict=True):
        start, end, *numbers = line.split(",")
        own, other, base, other_base = map(int, numbers)
        viewer = Viewpoint(Hex.parse(start), base + own, own)
        target = Viewpoint(Hex.parse(end), other_base + other, other)
        figures = as_row(sight(Relief(board, standard()), viewer, target))
        assert {column: row[column] for column in COLUMNS} == {name: str(value) for name, value in figures.items()}


def test_a_unit_high_up_sees_what_it_does_not_see_from_the_ground(tmp_path: Path) -> None:
    path = pairs(tmp_path, f"{HEADER},attacker_elevation,target_elevation", "0101,0202,1,1,0,0", "0101,0202,1,1,9,9")
    assert [row["visible"] for row in rows_of(run("sight", "valley", "--pairs", path).stdout)] == ["0", "1"]


def test_one_end_may_have_an_elevation_and_the_other_none(tmp_path: Path) -> None:
    path = pairs(tmp_path, f"{HEADER},target_elevation", "0303,1414,1,1,0")
    assert rows_of(run("sight", "valley", "--pairs", path).stdout)[0]["visible"] == "1"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("1,1,,0", "'' is not an elevation: a number of levels"),
        ("1,1,high,0", "'high' is not an elevation: a number of levels"),
        ("1,1,100,0", "100 is not an elevation: it must lie between -99 and 99"),
        ("-1,1,0,0", "-1 is not a height: with an elevation it is the unit's own, from 0 up"),
    ],
)
def test_a_wrong_elevation_makes_a_bad_row(tmp_path: Path, cells: str, message: str) -> None:
    path = pairs(tmp_path, f"{HEADER},attacker_elevation,target_elevation", f"0303,1414,{cells}")
    result = run("sight", "valley", "--pairs", path, code=1)
    assert result.stderr == f"overheat: {path}: line 2: {message}\n"
    assert rows_of(result.stdout)[0]["visible"] == ""


def test_a_long_batch_shows_progress_only_to_those_who_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    long = range(console.LONG_WORK)
    assert console.progress(long, len(long), "Looking") is long
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert list(console.progress(long, len(long), "Looking")) == list(long)
    assert "Looking" in capsys.readouterr().err
    short = range(3)
    assert console.progress(short, len(short), "Looking") is short
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a hex to look from, or --pairs with a file of them"),
        (("0101", "--pairs", "x.csv"), "give either a hex to look from or --pairs, not both"),
        (("--pairs", "x.csv", "--format", "svg"), "--pairs has no picture"),
        (("--pairs", "x.csv", "--target-height", "prone"), "with --pairs the heights stand in the file"),
        (("9x",), "'9x' is not a hex name"),
        (("",), "'' is not a hex name"),
        (("0000",), "'0000' is not a hex name: columns and rows count from 01"),
        (("٠١٠١",), "'٠١٠١' is not a hex name"),
        (("0101", "0102x"), "'0102x' is not a hex name"),
        (("1717",), "hex 1717 is not on valley (16x17)"),
        (("01" * 5000,), "'0101010101010101010101010101010101010101' is not a hex name"),
        (("01\n01",), "'01\\n01' is not a hex name"),
        (("\udcff101",), "'\\udcff101' is not a hex name"),
        (("0101", "--attacker-height", "tall"), "'tall' is not a height: standing, prone, vehicle or a number"),
        (("0101", "--attacker-height", "٣"), "'٣' is not a height"),
        (("0101", "--attacker-height", "1_0"), "'1_0' is not a height"),
        (("0101", "--target-height", "100"), "100 is not a height: it must lie between -99 and 99"),
        (("0101", "0102", "--target-height", "9" * 5000), "is not a height"),
        (("0101", "--rules", "chess"), "no rules layer 'chess'; there are classic, "),
        (("0101", "--rules", "classic,classic"), "classic"),
        (("0101", "0102", "0103"), "got unexpected extra argument"),
        (("0101", "--frob"), "; see overheat sight --help"),
        (("0101", "--format", "pdf"), "invalid value for '--format': 'pdf' is not one of"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("sight", "valley", *arguments, code=2)


def test_the_board_must_be_given() -> None:
    assert refused("sight", code=2) == "overheat: missing argument 'BOARD'; see overheat sight --help"


def test_the_usage_line_reads_as_a_person_would_write_it() -> None:
    assert "sight [OPTIONS] BOARD [FROM] [TO]\n" in run("sight", "--help").stdout


def test_the_lines_of_the_corpus_go_through_in_order(tmp_path: Path) -> None:
    if not (CORPUS / "sight_cases.csv").is_file():
        pytest.skip("the corpus of sight cases is not beside the repository")
    cases = rows_of((CORPUS / "sight_cases.csv").read_text(encoding="utf-8"))
    name = cases[0]["board"]
    path = next((CORPUS / "boards").rglob(Path(name).name), None)
    if path is None:
        pytest.skip("the boards of the sight cases are not beside the repository")
    chosen = [case for case in cases if case["board"] == name][:50]
    asked = tmp_path / "cases.csv"
    with asked.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(chosen[0]))
        writer.writeheader()
        writer.writerows(chosen)
    rows = rows_of(run("sight", str(path), "--pairs", str(asked)).stdout)
    assert [row["target_hex"] for row in rows] == [case["target_hex"] for case in chosen]
    assert {row["visible"] for row in rows} <= {"0", "1"}


def test_hexes_beyond_row_99_are_named_and_found(tmp_path: Path) -> None:
    board = tmp_path / "tall.board"
    board.write_text("size 3 120\nend\n", encoding="utf-8")
    assert "0199" in (told := run("sight", str(board), "0199", "003120").stdout)
    assert "003120" in told
    field = rows_of(run("sight", str(board), "003120", "--format", "csv").stdout)
    assert {row["target_hex"] for row in field} >= {"003119", "002120", "0199"}
