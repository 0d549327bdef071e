"""`overheat doctor`: what it finds here, and what it says of what is broken."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from overheat.cli import doctor
from terminal import run

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_a_whole_installation_is_found_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path))
    found = {row["what"]: row for row in json.loads(run("doctor", "--format", "json").stdout)}
    assert {row["state"] for row in found.values()} <= {"ok", "not installed"}
    assert "byte for byte" in found["battle"]["told"]
    assert str(tmp_path) in found["database"]["told"]


def test_the_extras_are_those_of_the_project() -> None:
    """Every extra but that of developers, with the packages that it declares."""
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {extra: {re.split(r"[\[>=<]", line)[0] for line in lines} for extra, lines in declared.items()}
    del names["dev"]
    assert {extra: set(packages) for extra, (_, packages) in doctor.EXTRAS.items()} == names


def test_a_missing_package_is_told_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "EXTRAS", {"ray": ("studies on a Ray cluster", ("no-such-package",))})
    told = run("doctor").stdout
    assert "not installed" in told
    assert "pip install 'overheat[ray]'" in told


def test_a_database_that_cannot_be_opened_fails(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all, only some words" * 40)
    told = run("doctor", "--database", str(tmp_path / "games.sqlite"), code=1).stdout
    assert re.search(r"database +fails", told)
