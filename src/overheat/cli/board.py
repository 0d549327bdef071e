"""`overheat board`: hex boards shown, made, joined and checked."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.console import (
    WRONG_USAGE,
    BoardName,
    Command,
    Out,
    find_board,
    fold,
    leave,
    plain,
    refusals,
    write_json,
    writing,
)

if TYPE_CHECKING:
    from overheat.classic.board.board import Board

app = typer.Typer(help="Show, list, generate and tile hex boards.", no_args_is_help=True)


class Form(StrEnum):
    """How a board is printed."""

    TABLE = "table"
    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    BOARD = "board"


class Listing(StrEnum):
    """How a list of boards is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


Shown = Annotated[
    Form,
    typer.Option(
        "--format",
        help="table is a map in letters, text a short notation, json all there is, svg a picture, board a board file.",
    ),
]


@app.command(cls=Command)
def show(board: BoardName, form: Shown = Form.TABLE, out: Out = None) -> None:
    """Show a board as a map in letters, a picture or data."""
    _write(find_board(board), form, out)


def _write(board: Board, form: Form, out: Path | None) -> None:
    with refusals(), writing(out) as file:
        if form is Form.JSON:
            write_json(file, board)
        else:
            file.write(_printed(board, form))


def _printed(board: Board, form: Form) -> str:
    from overheat.classic.board.board_file import write_board
    from overheat.classic.board.drawing import draw
    from overheat.classic.board.notation import print_board
    from overheat.classic.board.text_map import LEGEND, text_map

    if form is Form.SVG:
        return draw(board)
    if form is Form.BOARD:
        return write_board(board)
    if form is Form.TEXT:
        return print_board(board) + "\n"
    return f"{plain(str(board))}\n\n{text_map(board)}\n\n{fold(LEGEND)}\n"


@app.command(name="list", cls=Command)
def list_(
    form: Annotated[Listing, typer.Option("--format", help="For people or for programs.")] = Listing.TABLE,
    out: Out = None,
) -> None:
    """List the bundled boards."""
    from overheat.classic.board.library import find, names

    boards = {name: find(name).board for name in names()}
    with writing(out) as file:
        if form is Listing.JSON:
            rows = [{"name": name, "width": board.width, "height": board.height} for name, board in boards.items()]
            write_json(file, rows)
        elif form is Listing.CSV:
            file.write("name,width,height\n")
            file.writelines(f"{name},{board.width},{board.height}\n" for name, board in boards.items())
        else:
            file.writelines(f"{name:<16} {board.width}x{board.height}\n" for name, board in boards.items())


@app.command(cls=Command)
def generate(
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed makes the same board everywhere.")] = 1,
    landscape: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="plains, hills, lakeland, forest, desert, town, dunes, glacier, volcano, swamp, city or moon.",
        ),
    ] = "plains",
    planet: Annotated[
        str, typer.Option(metavar="NAME", help="The landscape of a planet; docs/planets.md lists them.")
    ] = "",
    width: Annotated[int, typer.Option(metavar="N", help="Columns, 1 to 200.")] = 16,
    height: Annotated[int, typer.Option(metavar="N", help="Rows, 1 to 200.")] = 17,
    form: Shown = Form.BOARD,
    out: Out = None,
) -> None:
    """Make a random board of hills, woods, lakes, roads and towns."""
    from overheat.classic.board.generate import generate
    from overheat.classic.muster.planets import find as find_planet

    with refusals(WRONG_USAGE):
        landscape = find_planet(planet).landscape if planet else landscape
        board = generate(seed, width, height, landscape)
    _write(board, form, out)


@app.command(cls=Command)
def tile(
    boards: Annotated[
        list[str],
        typer.Argument(metavar="BOARD", help="Boards from left to right, row by row; r:NAME turns one round."),
    ],
    columns: Annotated[
        int | None,
        typer.Option(metavar="N", show_default="all of them", help="How many boards stand side by side."),
    ] = None,
    form: Shown = Form.BOARD,
    out: Out = None,
) -> None:
    """Join several boards into one map."""
    from overheat.classic.board.tiling import rotate, tile

    across = len(boards) if columns is None else columns
    if across < 1 or len(boards) % across:
        leave(
            f"{len(boards)} {'board does' if len(boards) == 1 else 'boards do'} not make rows of {across}", WRONG_USAGE
        )
    found = [find_board(name.removeprefix("r:")) for name in boards]
    with refusals():
        turned = [rotate(board) if name.startswith("r:") else board for name, board in zip(boards, found, strict=True)]
        joined = tile([turned[at : at + across] for at in range(0, len(turned), across)])
    _write(joined, form, out)
