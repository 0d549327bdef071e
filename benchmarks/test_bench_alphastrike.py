"""How fast units become cards: the reference collection where it is there, else the bundled units."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from overheat.alphastrike.cards import draw_card
from overheat.alphastrike.convert import convert
from overheat.alphastrike.subject import TYPES
from overheat.alphastrike.wording import explain
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import read_blk
from overheat.classic.unitfile.mtf import read_mtf

Rate = Callable[..., Any]
COLLECTION = Path(__file__).resolve().parents[1].parent / "shared" / "corpus" / "units"
UNITS = COLLECTION if COLLECTION.is_dir() else Path(str(files("overheat.classic").joinpath("data/units")))
LARGE = ("SC", "DS", "DA", "JS", "WS", "SS")


def machines() -> list[Sheet]:
    return [read_mtf(path).sheet for path in sorted(UNITS.rglob("*.mtf"))]


def others() -> list[Sheet]:
    read = (read_blk(path).sheet for path in sorted(UNITS.rglob("*.blk")))
    return [sheet for sheet in read if TYPES.get(sheet.kind, "DS") not in LARGE]


def test_reading_and_converting_war_machines_from_disk(rate: Rate) -> None:
    paths = sorted(UNITS.rglob("*.mtf"))
    rate(len(paths), "cards", lambda: [convert(read_mtf(path).sheet) for path in paths])


def test_converting_war_machines(rate: Rate) -> None:
    sheets = machines()
    rate(len(sheets), "cards", lambda: [convert(sheet) for sheet in sheets])


def test_converting_everything_else_but_large_craft(rate: Rate) -> None:
    sheets = others()
    rate(len(sheets), "cards", lambda: [convert(sheet) for sheet in sheets])


def test_explaining_cards(rate: Rate) -> None:
    conversions = [convert(sheet) for sheet in machines()[:200]]
    rate(len(conversions), "worksheets", lambda: [explain(conversion) for conversion in conversions])


def test_drawing_cards(rate: Rate) -> None:
    cards = [convert(sheet).card for sheet in machines()[:200]]
    rate(len(cards), "pictures", lambda: [draw_card(card) for card in cards])
