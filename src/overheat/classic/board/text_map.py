"""A board as a picture made of letters, for terminals."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex

CELL = 4
"""How many characters a hex takes; even columns stand half a hex, one line, lower."""

LETTERS = {
    "building": "#",
    "fuel_tank": "o",
    "smoke": "%",
    "fire": "*",
    "woods": "w",
    "jungle": "j",
    "water": "~",
    "bridge": "=",
    "rubble": ":",
    "rough": "^",
    "swamp": "s",
    "magma": "!",
    "ice": "i",
    "mud": "m",
    "snow": "n",
    "sand": ",",
    "road": "-",
    "rail": "+",
    "pavement": "_",
    "planted_fields": '"',
    "heavy_industrial": "H",
}
"""The letter of each feature that is shown, the one that matters most first."""

GRADED = ("woods", "jungle", "water", "smoke", "building")
LEGEND = (
    "w woods  j jungle  ~ water  # building  % smoke  ^ rough  : rubble  - road  = bridge; a number first is the level"
)


def text_map(
    board: Board, cell: Callable[[Hex], str] | None = None, paint: Callable[[Ground, str], str] | None = None
) -> str:
    """The board hex by hex, with the numbers of columns above and of rows to the left.

    `cell` says what is written in a hex, in at most four characters, and `paint` may wrap that in colours.
    """

    def show(hex: Hex) -> str:
        text = (cell(hex) if cell else print_cell(board[hex]))[:CELL].ljust(CELL)
        return paint(board[hex], text) if paint else text

    columns = range(1, board.width + 1)
    lines = ["    " + "".join(f"{column:02}".ljust(CELL) for column in columns).rstrip()]
    for line in range(2 * board.height + (board.width > 1)):
        row, upper = line // 2 + 1, line % 2 == 0
        label = f"{row:02}" if upper and row <= board.height else ""
        cells = [_at(board, column, row, upper, show) for column in columns]
        lines.append((label.ljust(CELL) + "".join(cells)).rstrip())
    return "\n".join(lines).rstrip()


def _at(board: Board, column: int, row: int, upper: bool, show: Callable[[Hex], str]) -> str:
    """What a line of text shows in a column: odd columns on the upper line of a row, even ones on the lower."""
    if upper != (column % 2 == 1) or row > board.height:
        return " " * CELL
    return show(Hex(column, row))


def print_cell(ground: Ground) -> str:
    """A hex in at most four characters: its level, then the feature that matters most with its grade."""
    level = str(ground.level) if ground.level else ""
    for kind, letter in LETTERS.items():
        feature = ground.get(kind)
        if feature is not None and not (kind == "water" and feature.level == 0):
            return level + letter + (str(feature.level) if kind in GRADED else "")
    return level or "."
