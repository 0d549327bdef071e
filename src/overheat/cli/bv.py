"""`overheat bv`: battle values of unit files, with the whole sum if asked."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console import FAILED, Out, progress, refusals, say, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.unitfile.collect import Source
    from overheat.kernel.refusal import RefusedError

COLUMNS = ("file", "name", "tons", "bv", "error")
CHUNK = 64
"""How many files a worker is handed at a time."""


class Form(StrEnum):
    """How battle values are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


Row = dict[str, object]
Equipment = Annotated[
    list[Path] | None, typer.Option("--equipment", metavar="FILE", help="A file of equipment entries of your own.")
]


def bv(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Unit files, folders of them, or zip archives.")
    ],
    gunnery: Annotated[int, typer.Option(min=0, max=8, help="The gunnery skill of the crew.")] = 4,
    piloting: Annotated[int, typer.Option(min=0, max=8, help="Its piloting, driving or anti-'Mech skill.")] = 5,
    equipment: Equipment = None,
    worksheet: Annotated[bool, typer.Option("--worksheet", help="Print every step of the sum.")] = False,
    jobs: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="How many processes share the work.")] = 1,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the battle values of units and their crews."""
    from overheat.classic.unitfile.collect import sources

    own = tuple(equipment or ())
    with refusals():
        add_own_equipment(own)
    listed = list(sources(paths))
    asked = partial(value_of, worksheet=worksheet, skills=(gunnery, piloting))
    rows = list(progress(_answers(listed, asked, jobs, own), len(listed), "Weighing"))
    for row in rows:
        if row["error"]:
            say(str(row["error"]))
    with writing(out) as file:
        _write(rows, worksheet, form, file)
    if not rows:
        say("there is no unit file there")
    if not rows or any(row["error"] for row in rows):
        raise typer.Exit(FAILED)


def add_own_equipment(paths: tuple[Path, ...]) -> None:
    """Take in the user's own entries, here and in every process that helps."""
    if paths:
        from overheat.classic.equipment import add_equipment

        add_equipment(paths)


def _answers(
    listed: list[Source | RefusedError], ask: Callable[[Source], Row], jobs: int, own: tuple[Path, ...]
) -> Iterator[Row]:
    """A row for each source, in order."""
    from overheat.kernel.refusal import RefusedError

    told = [
        {**dict.fromkeys(COLUMNS), "error": str(item)} if isinstance(item, RefusedError) else item for item in listed
    ]
    if jobs == 1:
        yield from (item if isinstance(item, dict) else ask(item) for item in told)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=add_own_equipment, initargs=(own,)) as pool:
        asked = (item for item in told if not isinstance(item, dict))
        answered = pool.map(ask, asked, chunksize=CHUNK)
        yield from (item if isinstance(item, dict) else next(answered) for item in told)


def value_of(source: Source, worksheet: bool, skills: tuple[int, int]) -> Row:
    """The battle value of one file, or what is wrong with it."""
    from overheat.classic.battle_value.skill import with_skills
    from overheat.classic.battle_value.unit import battle_value
    from overheat.classic.unitfile.collect import read_source
    from overheat.kernel.refusal import RefusedError

    row: Row = {**dict.fromkeys(COLUMNS), "file": source.name}
    try:
        reading = read_source(source)
        row |= {"name": reading.sheet.name, "tons": reading.sheet.tons}
        if reading.unknown:
            row["error"] = f"{source.name}: {reading.unknown[0]}"
            return row
        sheet = with_skills(battle_value(reading.sheet), *skills)
    except RefusedError as error:
        row["error"] = str(error)
        return row
    row["bv"] = sheet.total
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
        file.writelines(f"{row['name']}\n\n{row['explained']}\n\n" for row in rows if row["bv"] is not None)
    else:
        file.writelines(
            f"{row['bv']:>7}  {_tons(row['tons']):>6}  {row['name']}\n" for row in rows if row["bv"] is not None
        )


def _tons(tons: object) -> str:
    return f"{tons:g}" if isinstance(tons, int | float) else ""
