"""`overheat unit`, `overheat library` and `overheat bv` as people and programs use them."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from machines import HUNTER
from overheat.cli.main import app
from terminal import refused, run
from testbed import MACHINE

HEADER = ["file", "name", "tons", "bv", "error"]


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))


def test_a_bundled_unit_is_shown() -> None:
    shown = run("unit", "show", "atlas as7-d").stdout
    assert "Atlas AS7-D  biped  war machine  100 tons" in shown
    assert "AC/20" in shown


def test_a_unit_is_json_for_programs() -> None:
    unit = json.loads(run("unit", "show", "Locust LCT-1V", "--format", "json").stdout)
    assert (unit["name"], unit["tons"], unit["walk"]) == ("Locust LCT-1V", 20, 8)
    assert {mount["name"] for mount in unit["mounts"]} >= {"Medium Laser", "Machine Gun"}


def test_an_unknown_unit_is_told_with_close_ones() -> None:
    assert "did you mean Atlas AS7" in run("unit", "show", "atlas as9", code=1).stderr


def test_units_are_listed_by_weight_technology_and_year() -> None:
    rows = json.loads(
        run("unit", "list", "--tons", "95-100", "--tech", "IS", "--year", "2800", "--format", "json").stdout
    )
    assert {"Atlas AS7-D", "Banshee BNC-3E"} <= {row["name"] for row in rows}
    assert all(95 <= row["tons"] <= 100 and row["year"] <= 2800 for row in rows)
    run("unit", "list", "--tons", "heavy", code=2)


def test_units_are_listed_by_role_and_by_the_era_they_are_new_in() -> None:
    told = json.loads(run("unit", "list", "--role", "missile boat", "--format", "json").stdout)
    assert told
    assert {unit["role"].lower() for unit in told} == {"missile boat"}
    told = json.loads(run("unit", "list", "--era", "star league", "--technology", "IS", "--format", "json").stdout)
    assert told
    assert all(2571 <= unit["year"] <= 2780 and unit["era"] == "Star League" for unit in told)
    rows = json.loads(run("unit", "list", "--era", "succession wars", "--format", "json").stdout)
    assert {unit["year"] // 100 for unit in rows} <= {27, 28, 29, 30}
    assert all(2781 <= unit["year"] <= 3049 for unit in rows)
    assert "there are Age of War; Star League" in refused("unit", "list", "--era", "stone age", code=2)
    assert run("unit", "list", "--role", "gardener", "--format", "csv").stdout.partition("\n")[2] == ""


def test_units_are_found_by_the_name_the_clans_have_for_them() -> None:
    assert "Prime" in run("unit", "list", "timber").stdout


def test_a_folder_of_ones_own_is_searched(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "testbed.mtf").write_text(MACHINE, encoding="utf-8")
    run("library", "add", str(tmp_path / "mine"))
    assert "Testbed TST-1" in run("unit", "list", "testbed").stdout
    assert str(tmp_path / "mine") in run("library", "show").stdout
    run("library", "remove", str(tmp_path / "mine"))
    assert "Testbed" not in run("unit", "list", "testbed").stdout
    run("library", "add", str(tmp_path / "none"), code=1)


def test_battle_values_are_csv_for_programs_and_a_bad_file_does_not_stop_the_rest(tmp_path: Path) -> None:
    good, bad = tmp_path / "b.mtf", tmp_path / "a.mtf"
    good.write_text(MACHINE, encoding="utf-8")
    bad.write_text("mass:heavy", encoding="utf-8")
    result = run("bv", str(tmp_path), "--format", "csv", code=1)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == HEADER
    assert [Path(row["file"]).name for row in rows] == ["a.mtf", "b.mtf"]
    assert rows[0]["error"]
    assert rows[1]["name"] == "Testbed TST-1"
    assert int(rows[1]["bv"]) > 500


def test_a_battle_value_explains_itself(tmp_path: Path) -> None:
    path = tmp_path / "testbed.mtf"
    path.write_text(MACHINE, encoding="utf-8")
    explained = run("bv", str(path), "--worksheet").stdout
    assert "Defensive battle rating" in explained
    assert "speed factor" in explained
    (row,) = json.loads(run("bv", str(path), "--worksheet", "--format", "json").stdout)
    assert row["worksheet"]["bv"] == row["bv"]


def test_many_processes_give_the_same_answer(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.mtf").write_text(MACHINE.replace("TST-1", f"TST-{number}"), encoding="utf-8")
    one, two = (run("bv", str(tmp_path), "--format", "csv", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two


def test_a_folder_without_units_is_told(tmp_path: Path) -> None:
    assert "there is no unit file there" in run("bv", str(tmp_path), code=1).stderr


def test_a_unit_is_checked_and_a_wrong_one_leaves_with_1(tmp_path: Path) -> None:
    assert "built by the rules" in run("unit", "check", "Atlas AS7-D").stdout
    heavy = tmp_path / "heavy.mtf"
    heavy.write_text(MACHINE.replace("HD armor:9", "HD armor:12"), encoding="utf-8")
    result = CliRunner().invoke(app, ["unit", "check", str(heavy)])
    assert result.exit_code == 1
    assert "HD" in result.stdout
    assert "built by the rules" in run("unit", "check", "Manticore Heavy Tank").stdout
    found = json.loads(run("unit", "check", "Atlas AS7-D", "--format", "json").stdout)
    assert found["findings"] == []
    assert found["weight"]["total"] == 100


def test_record_sheets_are_pictures_and_pages(tmp_path: Path) -> None:
    assert run("unit", "sheet", "Locust LCT-1V").stdout.startswith("<svg")
    pdf = tmp_path / "lance.pdf"
    run("unit", "sheet", "Locust LCT-1V", "Atlas AS7-D", "--format", "pdf", "--paper", "letter", "--out", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF")
    run("unit", "sheet", "Locust LCT-1V", "Atlas AS7-D", code=2)
    run("unit", "sheet", "Nobody", code=1)


def test_a_fighter_is_shown_with_thrust_fuel_and_structural_integrity_and_no_structure() -> None:
    told = run("unit", "show", "Shilone SL-17").stdout
    assert "thrust 6  at most 9  structural integrity 6  fuel 400" in told
    assert "structure " not in told.replace("structural", "")
    shown = json.loads(run("unit", "show", "Shilone SL-17", "--format", "json").stdout)
    assert (shown["structural_integrity"], shown["fuel"]) == (6, 400)


def test_what_a_squad_does_is_nothing_that_it_carries() -> None:
    told = run("unit", "show", "Elemental Battle Armor [Laser](Sqd5)").stdout
    assert "Small Laser" in told
    assert "Swarm" not in told
    assert "Leg Attack" not in told


def test_underwater_units_are_shown_as_swimming(tmp_path: Path) -> None:
    diver = tmp_path / "diver.mtf"
    diver.write_text(HUNTER.replace("Jump Jet", "UMU"), encoding="utf-8")
    assert "walk 4  run 6  jump 0  swim 4" in run("unit", "show", str(diver)).stdout
