"""`overheat rules` counts, lists and shows the register."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import overheat.register.coverage as coverage_module
from overheat.cli import rules
from overheat.register import Claim, load, status
from overheat.register.coverage import coverage, reasons

NAMES = ["quickref", "tacops", "omega", "alphastrike", "heat"]

app = typer.Typer()
app.add_typer(rules.app, name="rules")


@app.callback()
def root() -> None:
    """A program that has only this one command."""


def run(*arguments: str, columns: int = 80, code: int = 0) -> Result:
    """Run `rules` with these arguments on a screen of that width, and see that it leaves as it should."""
    result = CliRunner().invoke(app, ["rules", *arguments], env={"COLUMNS": str(columns)})
    assert result.exit_code == code, result.output
    return result


def test_the_bare_command_counts_every_document() -> None:
    lines = run().stdout.splitlines()
    assert [line.split()[0] for line in lines if line.split()[:1] in [[name] for name in NAMES]] == NAMES
    assert lines[-1].split()[0] == "all"
    assert "1409" in lines[-1]


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("arguments", [(), ("--document", "tacops"), ("show", "TO-077-quad-prone-hit-table")])
def test_nothing_is_wider_than_the_screen_or_coloured(columns: int, arguments: tuple[str, ...]) -> None:
    output = run(*arguments, columns=columns).stdout
    assert max(map(len, output.splitlines())) <= columns
    assert "\x1b" not in output
    assert "…" not in output


def test_json_is_exactly_the_counts() -> None:
    told = json.loads(run("--format", "json").stdout)
    counts = {id: {"done": c.done, "open": c.open, "editorial": c.editorial} for id, c in coverage().items()}
    assert told == {"documents": counts}
    assert list(told["documents"]) == NAMES


def test_csv_has_a_row_for_each_document() -> None:
    rows = list(csv.reader(io.StringIO(run("--format", "csv").stdout)))
    assert rows[0] == ["document", "done", "open", "editorial"]
    assert [row[0] for row in rows[1:]] == NAMES
    assert rows[2][3] == str(141 + len(reasons()))


def test_filters_list_the_rulings() -> None:
    told = json.loads(run("--document", "tacops", "--status", "editorial", "--format", "json").stdout)
    assert list(told["documents"]) == ["tacops"]
    assert len(told["rulings"]) == 141 + len(reasons())
    assert told["rulings"][0] == {
        "id": "TO-002-image-caption",
        "document": "tacops",
        "status": "editorial",
        "area": "credits",
        "kind": "editorial",
        "title": "Image",
    }


def test_a_status_alone_lists_from_all_documents() -> None:
    rows = list(csv.DictReader(io.StringIO(run("--status", "open", "--format", "csv").stdout)))
    assert [row["id"] for row in rows] == [id for id in load() if status(id) == "open"]


@pytest.mark.parametrize("columns", [80, 120])
def test_the_list_for_people_tells_id_status_area_kind_and_title(columns: int) -> None:
    output = run("--document", "tacops", "--status", "editorial", columns=columns).stdout
    for word in ("TO-002-image-caption", "editorial", "credits", "Image", f"{141 + len(reasons())} rulings"):
        assert word in output


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    assert run("--format", "csv", "--out", str(path)).stdout == ""
    assert path.read_text(encoding="utf-8").startswith("document,done,open,editorial\nquickref,")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "absent" / "counts.csv"), code=1)
    assert result.stderr.count("\n") == 1


def test_a_ruling_is_shown_with_its_tables_readings_and_cases() -> None:
    output = run("show", "QR-attacker-movement").stdout
    for words in (
        "QR-attacker-movement  Attacker movement modifier",
        "Quick Reference",
        "lines 5-10",
        "stationary: 0, walked: 1, ran: 2, jumped: 3",
        "-> Any declared walk/run/jump MP expenditure",
        "=> mod: 3",
        "Implemented",
        "src/overheat/classic/rules/standard/to_hit.py: ",
        "Tested",
    ):
        assert words in output


def test_brackets_in_a_table_are_words_and_not_markup() -> None:
    output = run("show", "TO-077-quad-prone-hit-table", columns=120).stdout
    assert "Center Torso (R) [critical]" in output
    assert "p. 77, Advanced Combat" in output


def test_errata_say_whether_they_changed() -> None:
    changed = next(ruling.id for ruling in load().values() if ruling.changed_from_previous_errata)
    assert "changed from the previous one" in run("show", changed).stdout


def test_every_ruling_can_be_shown() -> None:
    for id in list(load())[::40]:
        assert id in run("show", id, columns=120).stdout


def test_show_tells_who_implements_tests_and_overrides(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Claim("sight.woods", "made.up.woods", "made up", "sight.old_woods")
    monkeypatch.setattr(coverage_module, "claims", lambda: {"OM-scope": (claim,)})
    monkeypatch.setattr(coverage_module, "proofs", lambda: {"OM-scope": ("tests/test_made_up.py::test_woods",)})
    output = run("show", "OM-scope").stdout
    assert "made.up.woods (rule sight.woods, layer made up)" in output
    assert "overrides rule sight.old_woods of the layers below" in output
    assert "tests/test_made_up.py::test_woods" in output
    told = json.loads(run("show", "OM-scope", "--format", "json").stdout)
    assert told["status"] == "done"
    assert told["claims"][0]["replaces"] == "sight.old_woods"
    assert told["proofs"] == ["tests/test_made_up.py::test_woods"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--document", "quikref"), 2, "no document 'quikref'; did you mean quickref?"),
        (("--document", "zzz"), 2, "no document 'zzz'; there are quickref, tacops, omega, alphastrike, heat"),
        (("--status", "dune"), 2, "no status 'dune'; did you mean done?"),
        (("show", "QR-los-intervenning"), 1, "no ruling 'QR-los-intervenning'; did you mean QR-los-intervening"),
        (("show", "qr-los-inter"), 1, "no ruling 'qr-los-inter'; did you mean QR-los-intervening"),
    ],
)
def test_what_is_unknown_is_refused_in_one_line(arguments: tuple[str, ...], code: int, message: str) -> None:
    result = run(*arguments, code=code)
    assert result.stdout == ""
    assert result.stderr.startswith(f"overheat: {message}")
    assert result.stderr.count("\n") == 1


def test_an_unknown_format_is_wrong_usage() -> None:
    run("--format", "xml", code=2)


def test_the_command_loads_nothing_heavy_before_it_runs() -> None:
    watch = "import sys, overheat.cli.rules; print([m for m in ('rich.table', 'msgspec', 'numpy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", watch], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_show_tells_the_door_of_a_figure_and_why_a_ruling_is_editorial() -> None:
    assert (
        "equipment.flail.to_hit, seen with `overheat equipment show flail`"
        in run("show", "TO-089-physical-table-2", columns=160).stdout
    )
    told = run("show", "TO-405-construction-data-405-8", columns=160).stdout
    assert reasons()["TO-405-construction-data-405-8"] in told
    given = json.loads(run("show", "TO-405-construction-data-405-8", "--format", "json").stdout)
    assert (given["status"], given["editorial"]) == ("editorial", reasons()["TO-405-construction-data-405-8"])
