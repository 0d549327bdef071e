"""`overheat explore`: ask what can be seen on a board, and be told why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from overheat.cli.console.console import BoardName, find_board, fold, plain, writing
from overheat.cli.sight import what_is_seen

if TYPE_CHECKING:
    from overheat.classic.board.board import Board, Ground
    from overheat.classic.sight.relief import Relief

COLOURS = {"building": (16, 250), "woods": (255, 22), "jungle": (255, 23), "water": (255, 25), "road": (16, 181)}
"""Foreground and background of the terrain that has a colour of its own; the rest is coloured by level."""

HELP = """Type two hexes to have the line of sight between them explained, such as
0805 1203, or one hex to see all that is seen from it; map shows the map again
and quit leaves.
Units are standing war machines; 0805p is a prone one or a vehicle."""
TOUR = ("0303 1414", "0308 1508", "0210 0212", "0805")
"""What is asked when nobody is at the keyboard."""


def explore(board: BoardName = "valley") -> None:
    """Ask what can be seen on a board, and be told why.

    The board is shown, and then every question is answered. Without a keyboard a few questions are asked for you.
    """
    from overheat.classic.board.text_map import LEGEND, text_map
    from overheat.classic.rulesets import standard
    from overheat.classic.sight.relief import Relief

    relief = Relief(find_board(board), standard())
    picture = text_map(relief.board, paint=paint)
    _tell(f"{plain(str(relief.board))}\n\n{picture}\n\n{fold(LEGEND)}\n\n{HELP}\n")
    if sys.stdin is None or not sys.stdin.isatty():
        for asked in _tour(relief.board):
            _tell(f"> {asked}\n{_answer(relief, asked)}\n")
        return
    while (question := _ask()) is not None:
        _tell(picture if question == "map" else _answer(relief, question))


def _tell(text: str) -> None:
    """Text on standard output, in colours where a terminal takes them."""
    with writing(None):
        typer.echo(text)


def _tour(board: Board) -> tuple[str, ...]:
    """What is asked when nobody is at the keyboard: on a small board, what is seen from corner to corner."""
    from overheat.classic.board.hexes import Hex

    if all(Hex.parse(name) in board for asked in TOUR for name in asked.split()):
        return TOUR
    return f"{Hex(1, 1)} {Hex(board.width, board.height)}", f"{Hex(1, 1)}"


def paint(ground: Ground, text: str) -> str:
    """A hex of the map in the colour of its terrain; terminals without colour get it plain."""
    for kind, colours in COLOURS.items():
        if kind in ground:
            return typer.style(text, fg=colours[0], bg=colours[1])
    shade = (58, 64, 100, 136, 172)[max(0, min(ground.level, 4))]
    return typer.style(text, fg=255, bg=shade)


def _ask() -> str | None:
    """The next question; None when there are no more."""
    try:
        question = input("> ").strip().lower()
    except UnicodeDecodeError:
        return ""
    except EOFError:
        typer.echo()
        return None
    except KeyboardInterrupt:
        typer.echo()
        raise
    return None if question in ("quit", "q", "exit") else question


def _answer(relief: Relief, question: str) -> str:
    """The explanation that a question asks for, or what is wrong with the question."""
    from overheat.classic.sight.model import Viewpoint
    from overheat.classic.sight.picture import print_field
    from overheat.classic.sight.trace import sight
    from overheat.classic.sight.wording import explain
    from overheat.kernel.refusal import RefusedError

    words = question.split()
    if not 1 <= len(words) <= 2:
        return HELP
    try:
        ends = [
            Viewpoint.on(relief.board, relief.board.parse_hex(word.removesuffix("p")), 0 if word.endswith("p") else 1)
            for word in words
        ]
    except RefusedError as error:
        return str(error)
    if len(ends) == 2:
        return explain(relief.board, sight(relief, *ends))
    return print_field(relief.board, ends[0].hex, what_is_seen(relief, ends[0], 1))
