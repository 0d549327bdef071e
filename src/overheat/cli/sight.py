"""`overheat sight`: lines of sight on a board, one explained or many counted."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console import FAILED, WRONG_USAGE, Out, leave, refusals, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.relief import Relief

HEIGHTS = {"standing": 1, "prone": 0, "vehicle": 0}
LINE_LIMIT = 10_000
"""The longest line of a file of pairs, in characters."""


class Form(StrEnum):
    """How lines of sight are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    SVG = "svg"


Height = Annotated[
    str,
    typer.Option(
        help="How high the unit reaches above the level of its hex: standing (1), prone (0), vehicle (0) or a number. "
        "In a water hex 1 is a war machine that stands on the bottom."
    ),
]


def sight(
    board: Annotated[str, typer.Argument(help="A board file, or the name of a bundled board.")],
    start: Annotated[str | None, typer.Argument(metavar="[FROM]", help="The hex looked from, such as 0805.")] = None,
    end: Annotated[str | None, typer.Argument(metavar="[TO]", help="The hex looked at.")] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(help="A CSV file of attacker_hex,target_hex,attacker_height,target_height; - is standard input."),
    ] = None,
    attacker_height: Height = "standing",
    target_height: Height = "standing",
    rules: Annotated[str, typer.Option(help="Rule layers, separated by commas: classic, dead_zones.")] = "classic",
    form: Annotated[Form | None, typer.Option("--format", help="table by default, csv with --pairs.")] = None,
    out: Out = None,
) -> None:
    """Tell what can be seen: FROM TO explains one line, FROM alone shows all seen from there, --pairs does many."""
    if (pairs is None) == (start is None):
        leave("give a hex to look from, or --pairs with a file of them", WRONG_USAGE)
    relief = _relief(board, rules)
    if pairs is not None:
        _many(relief, pairs, form or Form.CSV, out)
        return
    with refusals(WRONG_USAGE):
        viewer = _viewpoint(relief, start or "", attacker_height)
        target = None if end is None else _viewpoint(relief, end, target_height)
    with refusals(WRONG_USAGE), writing(out) as file:
        if target is None:
            _field(relief, viewer, _height(target_height), form or Form.TABLE, file)
        else:
            _one(relief, viewer, target, form or Form.TABLE, file)


def _relief(board: str, rules: str) -> Relief:
    """The board as the rules asked for see it; notices about its file go to standard error."""
    from overheat.classic.board.library import find
    from overheat.classic.rules import ruleset
    from overheat.classic.sight.relief import Relief

    with refusals(WRONG_USAGE):
        layers = ruleset([name.strip() for name in rules.split(",") if name.strip()])
    with refusals():
        reading = find(board)
    for notice in reading.warnings:
        typer.echo(f"{board}: {notice}", err=True)
    return Relief(reading.board, layers)


def _height(text: str) -> int:
    """A height by name or number."""
    from overheat.kernel.refusal import refuse

    text = text.strip()
    if text in HEIGHTS:
        return HEIGHTS[text]
    try:
        height = int(text)
    except ValueError:
        raise refuse("sight.height", f"{text[:40]!r} is not a height: standing, prone, vehicle or a number") from None
    if not -99 <= height <= 99:
        raise refuse("sight.height", f"{text[:40]!r} is not a height: it must lie between -99 and 99")
    return height


def _viewpoint(relief: Relief, hex: str, height: str) -> Viewpoint:
    from overheat.classic.sight.model import Viewpoint

    return Viewpoint.on(relief.board, relief.board.parse_hex(hex.strip()), _height(height))


def _one(relief: Relief, viewer: Viewpoint, target: Viewpoint, form: Form, file: TextIO) -> None:
    from overheat.classic.sight.picture import draw_line
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import COLUMNS, as_json, as_row, explain

    line = sight(relief, viewer, target)
    if form is Form.JSON:
        write_json(file, as_json(line))
    elif form is Form.CSV:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerow(as_row(line))
    elif form is Form.SVG:
        file.write(draw_line(relief.board, line))
    else:
        file.write(explain(relief.board, line) + "\n")


def _field(relief: Relief, viewer: Viewpoint, height: int, form: Form, file: TextIO) -> None:
    """All that is seen from one hex."""
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.picture import draw_field, print_field
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import COLUMNS, as_row

    lines = {hex: sight(relief, viewer, Viewpoint.on(relief.board, hex, height)) for hex in relief.board}
    if form is Form.SVG:
        file.write(draw_field(relief.board, viewer.hex, lines))
    elif form is Form.TABLE:
        file.write(print_field(relief.board, viewer.hex, lines) + "\n")
    else:
        rows = [{"target_hex": str(hex), **as_row(line)} for hex, line in lines.items()]
        if form is Form.JSON:
            write_json(file, rows)
        else:
            writer = csv.DictWriter(file, ("target_hex", *COLUMNS), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


PAIR_COLUMNS = ("attacker_hex", "target_hex", "attacker_height", "target_height")


def _many(relief: Relief, pairs: Path, form: Form, out: Path | None) -> None:
    """A row out for every row in. A bad row is told and left empty, and the rest go on."""
    from overheat.classic.sight.wording import COLUMNS
    from overheat.kernel.refusal import RefusedError

    if form is Form.SVG:
        leave("--pairs has no picture; ask for one line with FROM TO", WRONG_USAGE)
    failed = False
    rows: list[dict[str, object]] = []
    for number, row in _read_pairs(pairs):
        answer: dict[str, object] = dict.fromkeys(COLUMNS, "")
        try:
            answer |= _answer(relief, row)
        except RefusedError as error:
            failed = True
            typer.echo(f"overheat: {pairs}: line {number}: {error}", err=True)
        rows.append({column: row[column] for column in PAIR_COLUMNS} | answer)
    with writing(out) as file:
        _write_pairs(rows, form, file)
    if failed:
        raise typer.Exit(FAILED)


def _answer(relief: Relief, row: dict[str, str]) -> dict[str, int | str]:
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import as_row

    viewer = _viewpoint(relief, row["attacker_hex"], row["attacker_height"])
    target = _viewpoint(relief, row["target_hex"], row["target_height"])
    return as_row(sight(relief, viewer, target))


def _read_pairs(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file of pairs with their line numbers; a file that is none is told in one line."""
    from overheat.cli.tables import read_table

    with refusals():
        yield from read_table(path, PAIR_COLUMNS)


def _write_pairs(rows: list[dict[str, object]], form: Form, file: TextIO) -> None:
    from overheat.classic.sight.wording import COLUMNS

    columns = (*PAIR_COLUMNS, *COLUMNS)
    if form is Form.JSON:
        write_json(file, rows)
    elif form is Form.CSV:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        from rich.console import Console
        from rich.table import Table

        table = Table(*(column.replace("_", " ") for column in columns))
        for row in rows:
            table.add_row(*(str(row[column]) for column in columns))
        Console(file=file, highlight=False, markup=False).print(table)
