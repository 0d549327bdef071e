"""Odd words to `overheat unit` and `overheat library`: one clear line, and no surprise."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from overheat.classic.muster import unit_index as index
from terminal import run
from testbed import MACHINE

OWN = """
[weapon.puff_gun]
name = "Puff Gun"
cite = "made up"
bv = 1000
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))
    return tmp_path


ODD = [
    (("unit", "show", ""), "an empty name is no unit"),
    (("unit", "show", " "), "an empty name is no unit"),
    (("unit", "check", ""), "an empty name is no unit"),
    (("unit", "sheet", ""), "an empty name is no unit"),
    (("unit", "list", "--tons", "nan"), "is not a weight"),
    (("unit", "list", "--tons", "inf"), "is not a weight"),
    (("unit", "list", "--tons", "55-40"), "is not a weight"),
    (("unit", "list", "--tons", "5-"), "is not a weight"),
    (("unit", "list", "--kind", "banana"), "is none of war machine"),
    (("unit", "list", "--tech", "Clam"), "is none of IS"),
    (("library", "add", ""), "an empty name is no folder"),
    (("library", "remove", " "), "an empty name is no folder"),
]


@pytest.mark.parametrize(("words", "told"), ODD)
def test_odd_words_are_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    result = run(*words, code=2)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize("words", [("--kind", "Machine"), ("--kind", "war machine"), ("--tech", "clan")])
def test_parts_of_known_words_are_understood(words: tuple[str, str]) -> None:
    assert not run("unit", "list", *words).stdout.startswith("0 units")


def with_gun(home: Path) -> Path:
    """A library with a machine that carries a gun that only the user's own entries know."""
    units = home / "units"
    units.mkdir()
    lines = MACHINE.replace("TST-1", "TST-9").splitlines()
    at = lines.index("Left Torso:")
    lines[at + 1] = "Puff Gun"
    (units / "own.mtf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run("library", "add", str(units))
    own = home / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    return own


def listed(*words: str) -> int:
    """The battle value that a list tells of that machine, as a process of its own works it out."""
    command = [sys.executable, "-m", "overheat", "unit", "list", "TST-9", "--format", "csv", *words]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (row,) = csv.DictReader(io.StringIO(told))
    return int(row["bv"])


def test_own_equipment_counts_in_a_list_and_is_not_kept(home: Path) -> None:
    own = with_gun(home)
    before = listed()
    assert listed("--equipment", str(own)) > before + 500
    assert listed() == before


def test_a_list_is_given_even_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("OVERHEAT_HOME", str(home / "file"))
    assert "Atlas AS7-D" in run("unit", "list", "atlas").stdout


def test_entries_are_made_again_when_the_package_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    index.entries()
    kept = index.load()
    assert kept.bundled
    assert kept.made_with == index.package_state()
    monkeypatch.setattr(index, "bundled", list)
    assert len(index.entries()) == len(kept.bundled)
    monkeypatch.setattr(index, "package_state", lambda: "another")
    assert index.entries() == []
