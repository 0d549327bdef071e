"""`overheat cost` as people and programs use it."""

import csv
import io
import json
from importlib.resources import files
from pathlib import Path

import pytest

from machines import HUNTER
from overheat.classic.cost.unit import unit_cost
from overheat.classic.unitfile.library import names
from overheat.classic.unitfile.mtf import parse_mtf
from terminal import run

HEADER = ["file", "name", "tons", "cost", "error"]


@pytest.fixture
def hunter(tmp_path: Path) -> Path:
    path = tmp_path / "hunter.mtf"
    path.write_text(HUNTER, encoding="utf-8")
    return path


def price() -> int:
    return unit_cost(parse_mtf(HUNTER).sheet).total


def test_prices_are_a_table_for_people(hunter: Path) -> None:
    assert run("cost", str(hunter)).stdout.split() == [f"{price():,}", "50", "Hunter", "HUN-1A"]


def test_prices_are_csv_for_programs_and_a_bad_file_does_not_stop_the_rest(hunter: Path) -> None:
    (hunter.parent / "a.mtf").write_text("mass:heavy", encoding="utf-8")
    result = run("cost", str(hunter.parent), "--format", "csv", code=1)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == HEADER
    assert rows[0]["error"]
    assert (rows[1]["name"], rows[1]["tons"], rows[1]["cost"]) == ("Hunter HUN-1A", "50", str(price()))


def test_a_price_explains_itself(hunter: Path) -> None:
    explained = run("cost", str(hunter), "--worksheet").stdout
    assert "Weapons and equipment" in explained
    assert "1 + tons / 100" in explained
    (row,) = json.loads(run("cost", str(hunter), "--worksheet", "--format", "json").stdout)
    assert row["worksheet"]["cost"] == row["cost"] == price()
    assert row["worksheet"]["dry"] < row["cost"]


def test_prices_are_written_to_a_file(hunter: Path, tmp_path: Path) -> None:
    out = tmp_path / "prices.csv"
    run("cost", str(hunter), "--format", "csv", "--out", str(out))
    assert out.read_text(encoding="utf-8").startswith(",".join(HEADER))


def test_a_kind_without_rules_and_unknown_equipment_are_told(hunter: Path) -> None:
    station = "<UnitType>\nSpaceStation\n</UnitType>\n<Name>\nHub\n</Name>\n"
    (hunter.parent / "hub.blk").write_text(f"{station}<armor>\n1\n1\n1\n1\n1\n1\n</armor>\n", encoding="utf-8")
    assert "hub.blk" in run("cost", str(hunter.parent / "hub.blk"), code=1).stderr
    hunter.write_text(HUNTER.replace("LRM 5", "Puff Gun"), encoding="utf-8")
    assert "Puff Gun" in run("cost", str(hunter), code=1).stderr


def test_a_folder_without_units_is_told(tmp_path: Path) -> None:
    assert "there is no unit file there" in run("cost", str(tmp_path), code=1).stderr


def test_every_bundled_unit_of_every_kind_has_a_price() -> None:
    units = files("overheat.classic").joinpath("data/units")
    result = run("cost", str(units), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == len(names())
    assert all(int(row["cost"]) > 0 for row in rows)


def test_the_worksheet_of_a_squad_tells_what_each_suit_and_its_trooper_cost() -> None:
    told = run("cost", "Elemental Battle Armor [Laser](Sqd5)", "--worksheet").stdout
    assert "suits of the Clans" in told
    assert "training of a trooper" in told
    assert "x 5  squad of 5" in told
