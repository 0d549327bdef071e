"""`overheat board`: hex boards shown, made, joined and checked."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console import WRONG_USAGE, Out, leave, refusals, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.board.board import Board

app = typer.Typer(help="Hex boards: show, list, generate and tile them.", no_args_is_help=True)


class Form(StrEnum):
    """How a board is printed."""

    TABLE = "table"
    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    BOARD = "board"


Shown = Annotated[Form, typer.Option("--format", help="table is a map in letters, text the notation for tests.")]


@app.command()
def show(
    board: Annotated[str, typer.Argument(help="A board file, or the name of a bundled board.")],
    form: Shown = Form.TABLE,
    out: Out = None,
) -> None:
    """Show a board: as a map in letters, a picture, a text that tests can read, JSON, or a board file."""
    from overheat.classic.board.library import find

    with refusals():
        reading = find(board)
    for notice in reading.warnings:
        typer.echo(f"{board}: {notice}", err=True)
    _write(reading.board, form, out)


def _write(board: Board, form: Form, out: Path | None) -> None:
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, board)
        else:
            file.write(_printed(board, form))


def _printed(board: Board, form: Form) -> str:
    from overheat.classic.board.boardfile import write_board
    from overheat.classic.board.drawing import draw
    from overheat.classic.board.notation import print_board
    from overheat.classic.board.textmap import LEGEND, text_map

    if form is Form.SVG:
        return draw(board)
    if form is Form.BOARD:
        return write_board(board)
    if form is Form.TEXT:
        return print_board(board) + "\n"
    return f"{board}\n\n{text_map(board)}\n\n{LEGEND}\n"


@app.command(name="list")
def list_() -> None:
    """List the bundled boards."""
    from overheat.classic.board.library import find, names

    for name in names():
        board = find(name).board
        typer.echo(f"{name:<16} {board.width}x{board.height}")


@app.command()
def generate(
    seed: Annotated[int, typer.Option(help="The same seed makes the same board everywhere.")] = 1,
    landscape: Annotated[str, typer.Option(help="plains, hills, lakeland, forest, town, ...")] = "plains",
    width: Annotated[int, typer.Option(help="Columns.")] = 16,
    height: Annotated[int, typer.Option(help="Rows.")] = 17,
    form: Shown = Form.BOARD,
    out: Out = None,
) -> None:
    """Make a random board of hills, woods, lakes, roads and towns."""
    from overheat.classic.board.generate import generate

    with refusals(WRONG_USAGE):
        board = generate(seed, width, height, landscape)
    _write(board, form, out)


@app.command()
def tile(
    boards: Annotated[
        list[str], typer.Argument(help="Boards from left to right, row by row; `r:NAME` turns one round.")
    ],
    columns: Annotated[int, typer.Option(help="How many boards stand side by side; all of them by default.")] = 0,
    form: Shown = Form.BOARD,
    out: Out = None,
) -> None:
    """Join several boards into one map."""
    from overheat.classic.board.library import find
    from overheat.classic.board.tiling import rotate, tile

    across = columns or len(boards)
    if across < 1 or len(boards) % across:
        leave(f"{len(boards)} boards do not make rows of {across}", WRONG_USAGE)
    with refusals():
        found = [rotate(find(name[2:]).board) if name.startswith("r:") else find(name).board for name in boards]
        joined = tile([found[at : at + across] for at in range(0, len(found), across)])
    _write(joined, form, out)
