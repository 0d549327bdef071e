"""Whether units can be had in a year and by whom, through `overheat unit check` and `overheat unit list`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from machines import HUNTER, line, slot
from overheat.cli.main import app
from terminal import refused, run

MORTAR = slot(slot(line(HUNTER, "era:3030", "era:2500"), "RT", "LRM 5", "ISMekMortar1"), "LT", "ISCASE")
"""A war machine of 2500 with a mortar, which was introduced in 2531, lost in 2819 and found again in 3043."""
TURRET = slot(HUNTER, "HD", "Medium Laser", "ISHeadTurret")
"""One with a head turret, of which there are prototypes since 3055, and others since 3082."""


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))


def written(folder: Path, text: str, name: str = "unit.mtf") -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def checked(*arguments: str) -> str:
    """What `overheat unit check` prints; it leaves with 1 where it finds errors."""
    result = CliRunner().invoke(app, ["unit", "check", *arguments])
    assert result.exit_code == int("error" in result.stdout), result.output
    return result.stdout


def told(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(checked(*arguments, "--format", "json"))
    return found


def about(severity: str, *arguments: str) -> dict[str, str]:
    """What is found about having a unit: the last reason of each rule that finds something."""
    found = [each for each in told(*arguments)["findings"] if each["id"].startswith("availability.")]
    return {each["id"]: each["reason"] for each in found if each["severity"] == severity}


def standing(path: str, part: str, year: int) -> str:
    found: str = next(
        each["standing"] for each in told(path, "--year", str(year))["parts"] if each["equipment"] == part
    )
    return found


@pytest.mark.proves("availability.standing")
def test_a_part_is_not_there_then_in_production_then_lost_and_found_again(tmp_path: Path) -> None:
    path = written(tmp_path, MORTAR)
    years = {
        2530: "not yet",
        2531: "production",
        2818: "production",
        2819: "extinct",
        3042: "extinct",
        3043: "recovered",
    }
    assert {year: standing(path, "is_mech_mortar_1", year) for year in years} == years


@pytest.mark.proves("availability.parts")
def test_a_unit_with_a_part_that_is_lost_cannot_be_had(tmp_path: Path) -> None:
    path = written(tmp_path, MORTAR)
    reason = about("error", path, "--year", "2900")["availability.parts"]
    assert reason == "'Mech Mortar 1 is extinct in 2900: it was lost in 2819, and is found again in 3043"
    assert about("error", path, "--year", "2520")["availability.parts"].startswith(
        "'Mech Mortar 1 is not there in 2520"
    )
    assert about("error", path, "--year", "2600") == {}
    again = about("note", path, "--year", "3050")["availability.parts"]
    assert again == "'Mech Mortar 1 was lost in 2819 and is there again since 3043"
    people = checked(path, "--year", "2900")
    assert "error availability.parts: 'Mech Mortar 1 is extinct in 2900" in people
    assert "['Mech Mortar 1: TO 324" in people


@pytest.mark.proves("availability.prototypes")
def test_a_part_that_is_a_prototype_is_worth_a_note(tmp_path: Path) -> None:
    path = written(tmp_path, TURRET)
    assert "is a prototype in 3060" in about("note", path, "--year", "3060")["availability.prototypes"]
    assert "availability.prototypes" not in about("note", path, "--year", "3050")
    assert standing(path, "head_turret", 3050) == "not yet"


@pytest.mark.proves("availability.unit")
def test_a_unit_cannot_be_had_before_its_own_year() -> None:
    assert about("error", "Atlas AS7-K", "--year", "3030")["availability.unit"] == "Atlas AS7-K is of 3049, after 3030"
    assert about("error", "Atlas AS7-K", "--year", "3049") == {}


@pytest.mark.proves("availability.technology")
def test_who_has_one_technology_has_nothing_of_the_other() -> None:
    reasons = about("error", "Masakari (Warhawk) Prime", "--technology", "inner_sphere")
    assert "Clan technology, not inner sphere" in reasons["availability.technology"]
    for technology in ("clan", "mixed"):
        assert about("error", "Masakari (Warhawk) Prime", "--technology", technology) == {}
    assert "no technology 'wolf'" in refused("unit", "check", "Atlas AS7-D", "--technology", "wolf", code=2)


def test_people_read_how_each_part_stands_and_what_it_comes_to() -> None:
    people = run("unit", "check", "Atlas AS7-D", "--year", "3025").stdout
    assert "production  AC/20 " in people
    assert people.endswith("Atlas AS7-D: built by the rules, to be had in 3025\n")
    assert "production" not in run("unit", "check", "Atlas AS7-D").stdout


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "units"
    written(folder, HUNTER, "hunter.mtf")
    written(folder, line(HUNTER, "mass:50", "mass:55"), "heavy.mtf")
    written(folder, "no unit at all", "broken.mtf")
    result = run("unit", "check", str(folder), code=1)
    assert "Hunter HUN-1A: error construction." in result.stdout
    assert result.stdout.endswith("2 units checked, 1 without errors, 50.0 %\n")
    assert "broken.mtf" in result.stderr
    rows = json.loads(run("unit", "check", str(folder), "--format", "json", code=1).stdout)
    assert len(rows) == 2


def test_units_are_listed_that_could_be_had_in_a_year(tmp_path: Path) -> None:
    folder = tmp_path / "units"
    written(folder, MORTAR, "mortar.mtf")
    run("library", "add", str(folder))

    def listed(year: int) -> set[str]:
        rows = json.loads(run("unit", "list", "--available", str(year), "--format", "json").stdout)
        return {row["name"] for row in rows}

    assert "Hunter HUN-1A" in listed(2600) & listed(3050)
    assert "Hunter HUN-1A" not in listed(2900) | listed(2520)
    assert "Atlas AS7-D" in listed(2900)
    assert "Highlander HGN-732" in listed(2800) & listed(3050)
    assert "Highlander HGN-732" not in listed(2900)
    assert "Atlas AS7-K" not in listed(3030)
