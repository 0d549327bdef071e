"""How fast units are read and valued: the reference collection where it is there, else the bundled units."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unitfile.blk import read_blk
from overheat.classic.unitfile.mtf import read_mtf

Rate = Callable[..., Any]
COLLECTION = Path(__file__).resolve().parents[1].parent / "shared" / "corpus" / "units"
UNITS = COLLECTION if COLLECTION.is_dir() else Path(str(files("overheat.classic").joinpath("data/units")))


def test_reading_war_machines_from_disk(rate: Rate) -> None:
    paths = sorted(UNITS.rglob("*.mtf"))
    rate(len(paths), "files", lambda: [read_mtf(path) for path in paths])


def test_reading_block_files_from_disk(rate: Rate) -> None:
    paths = sorted(UNITS.rglob("*.blk"))
    rate(len(paths), "files", lambda: [read_blk(path) for path in paths])


def test_battle_values_of_war_machines(rate: Rate) -> None:
    sheets = [read_mtf(path).sheet for path in sorted(UNITS.rglob("*.mtf"))]
    rate(len(sheets), "battle values", lambda: [battle_value(sheet).total for sheet in sheets])


def test_battle_values_of_vehicles(rate: Rate) -> None:
    read = (read_blk(path).sheet for path in sorted(UNITS.rglob("*.blk")))
    sheets = [sheet for sheet in read if sheet.kind == "vehicle"]
    rate(len(sheets), "battle values", lambda: [battle_value(sheet).total for sheet in sheets])
