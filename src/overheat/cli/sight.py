"""`overheat sight`: lines of sight on a board, one explained or many counted."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console.console import (
    FAILED,
    WRONG_USAGE,
    BoardName,
    Out,
    find_board,
    leave,
    progress,
    refusals,
    say,
    write_json,
    writing,
)
from overheat.cli.console.layers import Rules, brought

if TYPE_CHECKING:
    from overheat.classic.board.hexes import Hex
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.relief import Relief
    from overheat.kernel.rules.rule import Ruleset

LARGE_BOARD = 4_000
"""From how many hexes on the whole field is worth starting the compiled code for."""
HEIGHTS = {"standing": 1, "prone": 0, "vehicle": 0}
HIGHEST = 99
PAIR_COLUMNS = ("attacker_hex", "target_hex", "attacker_height", "target_height")


class Form(StrEnum):
    """How lines of sight are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    SVG = "svg"


def sight(
    board: BoardName,
    start: Annotated[str | None, typer.Argument(metavar="FROM", help="The hex looked from, such as 0805.")] = None,
    end: Annotated[str | None, typer.Argument(metavar="TO", help="The hex looked at.")] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            readable=False,
            help="A CSV file with the columns attacker_hex, target_hex, attacker_height and target_height; - is "
            "standard input. With attacker_elevation or target_elevation, that is how high the base of the unit is "
            "above the level of its hex, and the height is the unit's own.",
        ),
    ] = None,
    attacker_height: Annotated[
        str | None,
        typer.Option(
            metavar="HEIGHT",
            show_default="standing",
            help="How high the attacker reaches above the level of its hex: standing (1), prone (0), vehicle (0) or "
            "a number. In a water hex 1 is a war machine that stands on the bottom.",
        ),
    ] = None,
    target_height: Annotated[
        str | None,
        typer.Option(metavar="HEIGHT", show_default="standing", help="How high the target reaches, likewise."),
    ] = None,
    rules: Rules = None,
    form: Annotated[Form | None, typer.Option("--format", help="table by default, csv with --pairs.")] = None,
    out: Out = None,
) -> None:
    """Tell what can be seen on a board, and why.

    FROM TO explains one line of sight, FROM alone shows all that is seen from there, --pairs answers many at once.
    """
    if pairs is None:
        if start is None:
            leave("give a hex to look from, or --pairs with a file of them", WRONG_USAGE)
    elif start is not None:
        leave("give either a hex to look from or --pairs, not both", WRONG_USAGE)
    elif attacker_height is not None or target_height is not None:
        leave("with --pairs the heights stand in the file, not in options", WRONG_USAGE)
    elif form is Form.SVG:
        leave("--pairs has no picture; ask for one line with FROM TO", WRONG_USAGE)
    relief = _relief(board, _layers(rules))
    if pairs is not None:
        _many(relief, pairs, form or Form.CSV, out)
        return
    with refusals(WRONG_USAGE):
        viewer = _viewpoint(relief, start or "", attacker_height or "standing")
        height = _height(target_height or "standing")
        target = None if end is None else _viewpoint(relief, end, target_height or "standing")
    if target is None:
        _field(relief, viewer, height, form or Form.TABLE, out)
    else:
        _one(relief, viewer, target, form or Form.TABLE, out)


def _layers(names: list[str] | None) -> Ruleset:
    """The rules that are named; commas part names as well as a repeated option does."""
    from overheat.classic.rulesets import LIBRARY

    apart = [name.strip() for each in names or () for name in each.split(",") if name.strip()]
    with refusals(WRONG_USAGE):
        return LIBRARY.ruleset(brought(LIBRARY, apart))


def _relief(board: str, rules: Ruleset) -> Relief:
    """The board as the rules asked for see it."""
    from overheat.classic.sight.relief import Relief

    return Relief(find_board(board), rules)


def _height(text: str) -> int:
    """A height by name or number."""
    from overheat.kernel.refusal import refuse

    text = text.strip()
    if text in HEIGHTS:
        return HEIGHTS[text]
    if not re.fullmatch("[+-]?[0-9]{1,9}", text):
        raise refuse("sight.height", f"{text[:40]!r} is not a height: standing, prone, vehicle or a number")
    return _within_limits(int(text), "a height")


def _elevation(text: str) -> int:
    """How high the base of a unit is above the level of its hex."""
    from overheat.kernel.refusal import refuse

    text = text.strip()
    if not re.fullmatch("[+-]?[0-9]{1,9}", text):
        raise refuse("sight.elevation", f"{text[:40]!r} is not an elevation: a number of levels")
    return _within_limits(int(text), "an elevation")


def _within_limits(number: int, what: str) -> int:
    from overheat.kernel.refusal import refuse

    if not -HIGHEST <= number <= HIGHEST:
        raise refuse("sight.height", f"{number} is not {what}: it must lie between -{HIGHEST} and {HIGHEST}")
    return number


def _viewpoint(relief: Relief, hex: str, height: str) -> Viewpoint:
    from overheat.classic.sight.model import Viewpoint

    return Viewpoint.on(relief.board, relief.board.parse_hex(hex.strip()), _height(height))


def _one(relief: Relief, viewer: Viewpoint, target: Viewpoint, form: Form, out: Path | None) -> None:
    """One line, explained."""
    from overheat.classic.sight.picture import draw_line
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import COLUMNS, as_json, as_row, explain

    line = sight(relief, viewer, target)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, as_json(line))
        elif form is Form.CSV:
            _write_csv(file, COLUMNS, [as_row(line)])
        elif form is Form.SVG:
            file.write(draw_line(relief.board, line))
        else:
            file.write(explain(relief.board, line) + "\n")


def _field(relief: Relief, viewer: Viewpoint, height: int, form: Form, out: Path | None) -> None:
    """All that is seen from one hex."""
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.picture import draw_field, print_field
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import COLUMNS, as_row

    if form in (Form.SVG, Form.TABLE):
        show = draw_field if form is Form.SVG else print_field
        shown = show(relief.board, viewer.hex, what_is_seen(relief, viewer, height)).rstrip("\n")
        with writing(out) as file:
            file.write(shown + "\n")
        return
    hexes = progress(relief.board, len(relief.board.grounds), "Looking")
    lines = {hex: sight(relief, viewer, Viewpoint.on(relief.board, hex, height)) for hex in hexes}
    rows = [{"target_hex": str(hex), **as_row(line)} for hex, line in lines.items()]
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, rows)
        else:
            _write_csv(file, ("target_hex", *COLUMNS), rows)


def what_is_seen(relief: Relief, viewer: Viewpoint, height: int) -> dict[Hex, int | None]:
    """What the line to every hex adds to an attack; None where there is none.

    The plain twin is quicker to start, the fast one quicker to finish, so large boards are left to that.
    """
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.trace import sight

    board = relief.board
    if len(board.grounds) > LARGE_BOARD:
        from overheat.classic.sight.field import UNSEEN, field

        added = field(relief, viewer, height).modifier.ravel().tolist()
        return {hex: None if adds == UNSEEN else adds for hex, adds in zip(board, added, strict=True)}
    lines = {hex: sight(relief, viewer, Viewpoint.on(board, hex, height)) for hex in board}
    return {hex: int(line.modifiers.total) if line.visible else None for hex, line in lines.items()}


def _many(relief: Relief, pairs: Path, form: Form, out: Path | None) -> None:
    """A row out for every row in. A bad row is told and left empty, and the rest go on."""
    from overheat.classic.sight.wording import COLUMNS
    from overheat.cli.console.tables import read_table, source_name
    from overheat.kernel.refusal import RefusedError

    with refusals():
        asked = list(read_table(pairs, PAIR_COLUMNS))
    rows: list[dict[str, object]] = []
    complaints: list[str] = []
    for number, row in progress(asked, len(asked), "Looking"):
        answer: dict[str, object] = dict.fromkeys(COLUMNS)
        try:
            answer |= _answer(relief, row)
        except RefusedError as error:
            complaints.append(f"{source_name(pairs)}: line {number}: {error}")
        rows.append({column: row[column] for column in PAIR_COLUMNS} | answer)
    for complaint in complaints:
        say(complaint)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, rows)
        elif form is Form.CSV:
            _write_csv(file, (*PAIR_COLUMNS, *COLUMNS), rows)
        else:
            _print_pairs(file, rows)
    if complaints:
        raise typer.Exit(FAILED)


def _answer(relief: Relief, row: Mapping[str, str]) -> dict[str, int | str]:
    """The figures of the line that a row asks for."""
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import as_row

    return as_row(sight(relief, _row_end(relief, row, "attacker"), _row_end(relief, row, "target")))


def _row_end(relief: Relief, row: Mapping[str, str], who: str) -> Viewpoint:
    """Where the attacker or the target of a row is. With an elevation its height is the unit's own."""
    from overheat.classic.sight.model import Viewpoint
    from overheat.kernel.refusal import refuse

    elevation = row.get(f"{who}_elevation", row.get(f"{who}_elev"))
    if elevation is None:
        return _viewpoint(relief, row[f"{who}_hex"], row[f"{who}_height"])
    hex, base = relief.board.parse_hex(row[f"{who}_hex"].strip()), _elevation(elevation)
    stature = _height(row[f"{who}_height"])
    if stature < 0:
        raise refuse("sight.height", f"{stature} is not a height: with an elevation it is the unit's own, from 0 up")
    return Viewpoint(hex, base + stature, stature)


def _write_csv(file: TextIO, columns: Iterable[str], rows: Iterable[Mapping[str, object]]) -> None:
    writer = csv.DictWriter(file, tuple(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _print_pairs(file: TextIO, rows: Iterable[Mapping[str, object]]) -> None:
    """The rows for people, narrow enough for a terminal of 80 columns. The modifier of what is not seen is a dash."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    headings = (
        *("from", "to", "from\nheight", "to\nheight", "seen", "light\nwoods", "heavy\nwoods", "light\nsmoke"),
        *("heavy\nsmoke", "target\ncover", "attacker\ncover", "modifier"),
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("from", "to") else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(name, value)) for name, value in row.items()))
    Console(file=file, highlight=False, markup=False).print(table)


def _cell(name: str, value: object) -> str:
    from overheat.classic.sight.wording import IMPOSSIBLE

    if value is None or value == IMPOSSIBLE:
        return "" if value is None else "-"
    flag = name == "visible" or name.endswith("partial_cover")
    return ("yes" if value else "no") if flag else str(value)
