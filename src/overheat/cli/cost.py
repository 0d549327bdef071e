"""`overheat cost`: what the units of unit files cost, with the whole sum if asked."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console import FAILED, Out, progress, say, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.unitfile.collect import Source
    from overheat.kernel.refusal import RefusedError

COLUMNS = ("file", "name", "tons", "cost", "error")


class Form(StrEnum):
    """How prices are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


Row = dict[str, object]


def cost(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Unit files, folders of them, or zip archives.")
    ],
    worksheet: Annotated[bool, typer.Option("--worksheet", help="Print every step of the sum.")] = False,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the prices of war machines and vehicles in C-bills.

    A price is that of the unit with all its ammunition; a worksheet also tells the price without.
    """
    from overheat.classic.unitfile.collect import sources

    listed = list(sources(paths))
    rows = list(progress(_answers(listed, worksheet), len(listed), "Pricing"))
    for row in rows:
        if row["error"]:
            say(str(row["error"]))
    with writing(out) as file:
        _write(rows, worksheet, form, file)
    if not rows:
        say("there is no unit file there")
    if not rows or any(row["error"] for row in rows):
        raise typer.Exit(FAILED)


def _answers(listed: Iterable[Source | RefusedError], worksheet: bool) -> Iterator[Row]:
    """A row for each source, in order."""
    from overheat.kernel.refusal import RefusedError

    for item in listed:
        if isinstance(item, RefusedError):
            yield {**dict.fromkeys(COLUMNS), "error": str(item)}
        else:
            yield price_of(item, worksheet)


def price_of(source: Source, worksheet: bool) -> Row:
    """The price of one file's unit, or what is wrong with it."""
    from overheat.classic.cost.unit import unit_cost
    from overheat.classic.unitfile.collect import read_source
    from overheat.kernel.refusal import RefusedError

    row: Row = {**dict.fromkeys(COLUMNS), "file": source.name}
    try:
        reading = read_source(source)
        row |= {"name": reading.sheet.name, "tons": reading.sheet.tons}
        if reading.unknown:
            row["error"] = f"{source.name}: {reading.unknown[0]}"
            return row
        sheet = unit_cost(reading.sheet)
    except RefusedError as error:
        row["error"] = str(error)
        return row
    row["cost"] = sheet.total
    if worksheet:
        row["worksheet"] = sheet.as_json()
        row["explained"] = sheet.explain()
    return row


def _write(rows: Iterable[Row], worksheet: bool, form: Form, file: TextIO) -> None:
    if form is Form.JSON:
        write_json(file, [{name: cell for name, cell in row.items() if name != "explained"} for row in rows])
    elif form is Form.CSV:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, "tons": _tons(row["tons"])} for row in rows)
    elif worksheet:
        file.writelines(f"{row['name']}\n\n{row['explained']}\n\n" for row in rows if row["cost"] is not None)
    else:
        file.writelines(
            f"{row['cost']:>13,}  {_tons(row['tons']):>6}  {row['name']}\n" for row in rows if row["cost"] is not None
        )


def _tons(tons: object) -> str:
    return f"{tons:g}" if isinstance(tons, int | float) else ""
