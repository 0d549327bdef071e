"""Something worked out for each of many units: what battle values, costs and conversions have in common."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TextIO

import typer

from overheat.cli.console.console import FAILED, progress, refusals, say, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.unit.sheet import Sheet
    from overheat.classic.unitfile.collect import Source
    from overheat.classic.unitfile.reading import UnitReading
    from overheat.kernel.refusal import RefusedError

CHUNK = 64
"""How many files a worker is handed at a time."""


class Form(StrEnum):
    """How figures are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


Row = dict[str, Any]
Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="Unit files, folders of them, zip archives, or names of bundled units."),
]
Explained = Annotated[bool, typer.Option("--worksheet", help="Print every step of the sum.")]
Jobs = Annotated[int, typer.Option(min=1, max=256, metavar="N", help="How many processes share the work.")]
Equipment = Annotated[
    list[Path] | None,
    typer.Option("--equipment", metavar="FILE", readable=False, help="A file of equipment entries of your own."),
]
Printed = Annotated[Form, typer.Option("--format", help="For people or for programs.")]


class Figure(Protocol):
    """A number that can explain itself."""

    @property
    def total(self) -> int: ...

    def explain(self) -> str: ...

    def as_json(self) -> dict[str, object]: ...


def tell_figures(
    paths: list[str],
    figure: str,
    work_out: Callable[[Sheet], Figure],
    *,
    worksheet: bool,
    jobs: int,
    equipment: list[Path] | None,
    form: Form,
    out: Path | None,
    wide: int,
) -> None:
    """Work out a figure for every unit under some paths, and print it in a column of that name.

    A bad file is told and the rest go on; then the command leaves with 1.
    """
    ask = partial(answer, figure=figure, work_out=work_out, worksheet=worksheet)
    rows = rows_of(paths, ask, jobs, equipment)
    with writing(out) as file:
        _write(rows, figure, worksheet, form, wide, file)
    leave_after(rows)


def rows_of(paths: list[str], ask: Callable[[Source], Row], jobs: int, equipment: list[Path] | None) -> list[Row]:
    """A row for every unit under some paths, shared among processes; what is wrong with some is told."""
    own = tuple(equipment or ())
    with refusals():
        add_own_equipment(own)
    listed = list(sources_of(paths))
    rows = list(progress(_answers(listed, ask, jobs, own), len(listed), "Reading"))
    for row in rows:
        if row["error"]:
            say(row["error"])
    return rows


def leave_after(rows: list[Row]) -> None:
    """Leave with 1 when there was no unit, or something was wrong with one."""
    if not rows:
        say("there is no unit file there")
    if not rows or any(row["error"] for row in rows):
        raise typer.Exit(FAILED)


def sources_of(paths: list[str]) -> Iterator[Source | RefusedError]:
    """Every unit that some words stand for: what lies at a path, or else the bundled unit of that name."""
    from overheat.classic.unitfile.collect import Source, sources
    from overheat.classic.unitfile.library import known_as

    for word in filter(None, paths):
        name = None if os.path.exists(word) else known_as(word)
        if name is None:
            yield from sources([Path(word)])
        else:
            yield Source(name)


def add_own_equipment(paths: tuple[Path, ...]) -> None:
    """Take in the user's own entries, here and in every process that helps."""
    if paths:
        from overheat.classic.unit.equipment import add_equipment

        add_equipment(paths)


def _answers(
    listed: list[Source | RefusedError], ask: Callable[[Source], Row], jobs: int, own: tuple[Path, ...]
) -> Iterator[Row]:
    """A row for each source, in order."""
    from overheat.kernel.refusal import RefusedError

    asked = [item for item in listed if not isinstance(item, RefusedError)]
    if jobs == 1:
        yield from _in_order(listed, map(ask, asked))
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=add_own_equipment, initargs=(own,)) as pool:
        yield from _in_order(listed, pool.map(ask, asked, chunksize=CHUNK))


def _in_order(listed: list[Source | RefusedError], answered: Iterator[Row]) -> Iterator[Row]:
    from overheat.kernel.refusal import RefusedError

    for item in listed:
        yield {"file": None, "error": str(item)} if isinstance(item, RefusedError) else next(answered)


def answer(source: Source, figure: str, work_out: Callable[[Sheet], Figure], worksheet: bool) -> Row:
    """The figure of one unit, or what is wrong with it."""

    def row(sheet: Sheet) -> Row:
        found = work_out(sheet)
        explained = {"worksheet": found.as_json(), "explained": found.explain()} if worksheet else {}
        return {figure: found.total, **explained}

    return row_of(source, row)


def row_of(source: Source, work_out: Callable[[Sheet], Row]) -> Row:
    """What is worked out for one unit, or what is wrong with it."""
    from overheat.kernel.refusal import RefusedError

    row: Row = {"file": source.name, "error": None}
    try:
        reading = read_unit(source)
        row |= {"name": reading.sheet.name, "tons": reading.sheet.tons}
        if reading.unknown:
            return row | {"error": f"{source.name}: {reading.unknown[0]}"}
        return row | work_out(reading.sheet)
    except RefusedError as error:
        return row | {"error": str(error)}


def read_unit(source: Source) -> UnitReading:
    """The unit of a source, which may be a bundled one by its name."""
    from overheat.classic.unitfile.collect import read_source
    from overheat.classic.unitfile.library import READERS, find

    named = not source.member and not source.path.lower().endswith(tuple(READERS))
    return find(source.path) if named else read_source(source)


def _write(rows: list[Row], figure: str, worksheet: bool, form: Form, wide: int, file: TextIO) -> None:
    columns = ("file", "name", "tons", figure, "error")
    if form is Form.JSON:
        told = [*columns, "worksheet"] if worksheet else columns
        write_json(file, [{column: row.get(column) for column in told} for row in rows])
    elif form is Form.CSV:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, "tons": _tons(row)} for row in rows)
    elif worksheet:
        file.writelines(f"{row['name']}\n\n{row['explained']}\n\n" for row in rows if figure in row)
    else:
        file.writelines(f"{row[figure]:>{wide},}  {_tons(row):>6}  {row['name']}\n" for row in rows if figure in row)


def _tons(row: Row) -> str:
    return f"{row['tons']:g}" if "tons" in row else ""
