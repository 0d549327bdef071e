"""Boards and lines of sight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from overheat.api.pictures import Picture
from overheat.api.questions import Names, layers
from overheat.classic.board.board import Board as Hexes
from overheat.classic.board.drawing import draw
from overheat.classic.board.library import find
from overheat.classic.rulesets import LIBRARY
from overheat.classic.sight.model import Sight, Viewpoint
from overheat.classic.sight.picture import draw_line
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight as line_of_sight
from overheat.classic.sight.wording import explain


@dataclass(frozen=True, repr=False)
class Board:
    """A board of hexes; a notebook shows it."""

    data: Hexes

    @cached_property
    def picture(self) -> Picture:
        return Picture(draw(self.data))

    def __repr__(self) -> str:
        return f"<Board {self.data.name or 'without a name'}: {self.data.width} by {self.data.height} hexes>"

    def _repr_svg_(self) -> str:
        return self.picture.svg


@dataclass(frozen=True, repr=False)
class Line:
    """A line of sight on a board; a notebook shows it."""

    board: Board
    data: Sight

    @property
    def visible(self) -> bool:
        return self.data.visible

    def explain(self) -> str:
        """What stands in the way, hex by hex, with where it is written."""
        return explain(self.board.data, self.data)

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        return f"<Line {self.data.viewer.hex} to {self.data.target.hex}: {'free' if self.visible else 'blocked'}>"

    @property
    def picture(self) -> Picture:
        return Picture(draw_line(self.board.data, self.data))

    def _repr_svg_(self) -> str:
        return self.picture.svg


def board(name: str | Path | Board) -> Board:
    """A board by its name or its file: `oh.board("valley")`."""
    return name if isinstance(name, Board) else Board(find(name).board)


def sight(on: str | Path | Board, viewer: str, target: str, rules: Names = ()) -> Line:
    """The line of sight between standing machines in two hexes: `oh.sight("valley", "0612", "1203")`."""
    ground = board(on)
    relief = Relief(ground.data, LIBRARY.ruleset(layers(rules, LIBRARY)))
    ends = [Viewpoint.on(ground.data, ground.data.parse_hex(hex)) for hex in (viewer, target)]
    return Line(ground, line_of_sight(relief, ends[0], ends[1]))
