"""`overheat explore`: ask what can be seen on a board, and be told why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console import refusals

if TYPE_CHECKING:
    from overheat.classic.board.board import Ground
    from overheat.classic.sight.relief import Relief

COLOURS = {"building": (16, 250), "woods": (255, 22), "jungle": (255, 23), "water": (255, 25), "road": (16, 181)}
"""Foreground and background of the terrain that has a colour of its own; the rest is coloured by level."""

HELP = """Type two hexes to have the line of sight between them explained, as in `0805 1203`, one hex to see all that
is seen from it, `map` for the map, `quit` to leave. Units are standing war machines; `0805p` is a prone one or a
vehicle."""
TOUR = ("0303 1414", "0308 1508", "0210 0212", "0805")
"""What is asked when nobody is at the keyboard."""


def explore(
    board: Annotated[str, typer.Argument(help="A board file, or the name of a bundled board.")] = "valley",
) -> None:
    """Show a board and explain lines of sight on it, question by question."""
    from overheat.classic.board.library import find
    from overheat.classic.board.textmap import LEGEND, text_map
    from overheat.classic.rules import standard
    from overheat.classic.sight.relief import Relief

    with refusals():
        relief = Relief(find(board).board, standard())
    picture = text_map(relief.board, paint=_paint)
    typer.echo(f"{relief.board}\n\n{picture}\n\n{LEGEND}\n\n{HELP}\n")
    if not sys.stdin.isatty():
        for asked in TOUR:
            typer.echo(f"> {asked}\n{_answer(relief, asked)}\n")
        return
    while (question := _ask()) is not None:
        typer.echo(picture if question == "map" else _answer(relief, question))


def _paint(ground: Ground, text: str) -> str:
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
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        return None
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
    lines = {hex: sight(relief, ends[0], Viewpoint.on(relief.board, hex)) for hex in relief.board}
    return print_field(relief.board, ends[0].hex, lines)
