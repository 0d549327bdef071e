"""`overheat convert`: Alpha Strike cards of units, the way to each figure, and a comparison with published cards."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer

from overheat.cli.console.batch import Equipment, Explained, Jobs, Paths, Row, leave_after, row_of, rows_of
from overheat.cli.console.console import WRONG_USAGE, Out, leave, refusals, write_bytes, write_json, writing
from overheat.cli.console.layers import Rules, conversion_rules

if TYPE_CHECKING:
    from overheat.alphastrike.card import Card
    from overheat.alphastrike.convert import Conversion
    from overheat.classic.unit.sheet import Sheet
    from overheat.classic.unitfile.collect import Source
    from overheat.kernel.rules.rule import Ruleset

COLUMNS = (
    "file",
    "name",
    "type",
    "tons",
    "size",
    "tmm",
    "move",
    "s",
    "m",
    "l",
    "e",
    "ov",
    "armor",
    "structure",
    "specials",
    "pv",
    "error",
)
"""The columns that programs may rely on."""
TABLE = ("PV", "TP", "SZ", "MV", "S/M/L/E", "OV", "A+S", "name", "special")
"""The columns for people."""
Kept = Literal["columns", "card", "conversion"]


class Form(StrEnum):
    """How cards are given."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    SVG = "svg"
    PDF = "pdf"
    PNG = "png"
    HTML = "html"


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"


ONE_PICTURE = (Form.SVG, Form.PNG)
"""Forms that hold a single card."""
SHEETS = (Form.TABLE, Form.JSON, Form.HTML)
"""Forms that a worksheet has."""


def convert(
    paths: Paths,
    form: Annotated[
        Form, typer.Option("--format", help="svg and png are one card, or a folder of them with --out.")
    ] = Form.TABLE,
    worksheet: Explained = False,
    skill: Annotated[int, typer.Option(min=0, max=8, metavar="N", help="The skill of the crew.")] = 4,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", readable=False, help="Published cards to compare with.")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="The size of the pages of a PDF.")] = Paper.A4,
    rules: Rules = None,
    equipment: Equipment = None,
    jobs: Jobs = 1,
    out: Out = None,
) -> None:
    """Convert units to Alpha Strike cards, every figure explained."""
    if worksheet and form not in SHEETS:
        leave(f"a worksheet is {', '.join(SHEETS[:-1])} or {SHEETS[-1]}, not {form}", WRONG_USAGE)
    held = conversion_rules(rules)
    if against is not None:
        from overheat.cli.console.comparing import compare

        compare(paths, against, form.value, equipment, jobs, out, held)
        return
    rows = cards_of(paths, skill, _kept(form, worksheet), jobs, equipment, held)
    _write(rows, form, worksheet, paper, out)
    leave_after(rows)


def _kept(form: Form, worksheet: bool) -> Kept:
    """What a form needs to know of each card."""
    if worksheet or form is Form.HTML:
        return "conversion"
    return "columns" if form in (Form.CSV, Form.TABLE) else "card"


def cards_of(
    paths: list[str], skill: int, kept: Kept, jobs: int, equipment: list[Path] | None, rules: Ruleset
) -> list[Row]:
    """A row for every unit under some paths."""
    return rows_of(paths, partial(card_row, skill=skill, kept=kept, rules=rules), jobs, equipment)


def card_row(source: Source, skill: int, kept: Kept, rules: Ruleset) -> Row:
    """The card of one unit as a row, and itself if it is wanted; what is wrong is told with the file."""

    def row(sheet: Sheet) -> Row:
        from overheat.alphastrike.convert import convert
        from overheat.alphastrike.wording import columns

        conversion = convert(sheet, skill, rules)
        shown = columns(conversion.card)
        if kept == "conversion":
            return {**shown, "conversion": conversion}
        return {**shown, "card": conversion.card, "source": source} if kept == "card" else shown

    found = row_of(source, row)
    error = found["error"]
    if error and source.name not in error:
        found["error"] = f"{source.name}: {error}"
    return found


def _write(rows: list[Row], form: Form, worksheet: bool, paper: Paper, out: Path | None) -> None:
    """Every card in the form asked for."""
    whole = [row for row in rows if not row["error"]]
    if form in ONE_PICTURE:
        _write_pictures(whole, form, out)
        return
    if form is Form.PDF and whole:
        from overheat.alphastrike.cards import card_pdf

        with refusals():
            printed = card_pdf([row["card"] for row in whole], paper.value, _heading(whole))
        with writing(out) as file:
            write_bytes(file, printed)
        return
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, [_json(row, worksheet) for row in rows])
        elif form is Form.CSV:
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows({**row, "tons": _tons(row)} for row in rows)
        elif form is Form.HTML:
            _write_page([row["conversion"] for row in whole], worksheet, file)
        elif worksheet:
            _write_worksheets([row["conversion"] for row in whole], file)
        elif whole:
            file.writelines(table(whole))


def _heading(rows: list[Row]) -> str:
    units = f"{len(rows)} {'unit' if len(rows) == 1 else 'units'}"
    return f"{units}, {sum(row['pv'] for row in rows):,} points"


def _tons(row: Row) -> str:
    return f"{row['tons']:g}" if "tons" in row else ""


def table(rows: list[Row]) -> Iterator[str]:
    """Cards in lines: points, type, size, movement, damage, overheat, armour and structure, name, abilities."""
    shown = [
        (
            str(row["pv"]),
            row["type"],
            str(row["size"]),
            row["move"],
            "/".join(row[band] for band in "smle"),
            str(row["ov"]),
            f"{row['armor']}+{row['structure']}",
            row["name"],
            row["specials"],
        )
        for row in rows
    ]
    lines = [TABLE, *shown]
    wide = [max(len(line[at]) for line in lines) for at in range(len(TABLE))]
    for line in lines:
        yield "  ".join(word.ljust(width) for word, width in zip(line, wide, strict=True)).rstrip() + "\n"


def _json(row: Row, worksheet: bool) -> Row:
    """A row for programs; a row of a bad file has only its file and its error."""
    from overheat.alphastrike.wording import as_json, card_as_json

    if row["error"]:
        return {column: row.get(column) for column in COLUMNS}
    card: Card = row["conversion"].card if worksheet else row["card"]
    told = {"file": row["file"], **card_as_json(card), "error": None}
    return {**told, "worksheet": as_json(row["conversion"])} if worksheet else told


def _write_page(conversions: list[Conversion], worksheet: bool, file: TextIO) -> None:
    from overheat.alphastrike.webpage import web_page

    title = conversions[0].card.name if len(conversions) == 1 else f"{len(conversions)} cards"
    file.write(web_page(conversions, title, worksheet=worksheet))


def _write_worksheets(conversions: list[Conversion], file: TextIO) -> None:
    from overheat.alphastrike.wording import explain

    file.writelines(explain(conversion) + "\n\n" for conversion in conversions)


def _write_pictures(rows: list[Row], form: Form, out: Path | None) -> None:
    """One card to a file or standard output, any number into a folder."""
    cards: list[Card] = [row["card"] for row in rows]
    if out is not None and out.is_dir():
        for card, place in zip(cards, places(cards, out, form.value), strict=True):
            _write_picture(card, form, place)
    elif len(cards) > 1:
        leave(f"{form.value} is one card; name a folder with --out, or ask for --format pdf", WRONG_USAGE)
    elif cards:
        _write_picture(cards[0], form, out)


def places(cards: list[Card], folder: Path, ending: str) -> list[Path]:
    """A file for each card, named after its unit; equal names are told apart by numbers."""
    taken: dict[str, int] = {}
    found = []
    for card in cards:
        name = "".join(sign if sign.isalnum() or sign in " -_.()[]" else "_" for sign in card.name).strip(" .")[:120]
        number = taken[name] = taken.get(name, 0) + 1
        found.append(folder / f"{name or 'card'}{f' {number}' if number > 1 else ''}.{ending}")
    return found


def _write_picture(card: Card, form: Form, out: Path | None) -> None:
    from overheat.alphastrike.cards import card_png, draw_card

    svg = draw_card(card)
    with refusals():
        pixels = card_png(svg) if form is Form.PNG else None
    with writing(out) as file:
        if pixels is None:
            file.write(svg)
        else:
            write_bytes(file, pixels)
