"""Boards laid side by side as one map, and boards turned round.

Odd columns stand half a hex higher than even ones, and that decides what fits. A board may lie to the left of another
only if its width is even, so that the first column of the next one is an odd column again; above one another boards
always fit. Half a turn exchanges odd and even columns when the width is even, and all hexes stay in the rectangle;
with an odd width the even columns would be pushed up by a whole hex, so such a board cannot be turned.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import SIDE_LIMIT
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import refuse


def tile(rows: Sequence[Sequence[Board]], name: str = "") -> Board:
    """One map of several boards, given as rows from the top, each from the left.

    Boards of a row have one height and boards of a column one width. Tags and options are gathered from all of them;
    where two set one option, the first one counts.
    """
    check_fit(rows)
    boards = [board for row in rows for board in row]
    width, height = sum(board.width for board in rows[0]), sum(row[0].height for row in rows)
    if width > SIDE_LIMIT or height > SIDE_LIMIT:
        raise refuse("tiling.size", f"a map of {width}x{height} hexes is too large; each side may have {SIDE_LIMIT}")
    options: dict[str, str] = {}
    for board in boards:
        options = dict(board.options) | options
    grounds = tuple(ground for row in rows for line in range(row[0].height) for ground in _line(row, line))
    tags = tuple(dict.fromkeys(tag for board in boards for tag in board.tags))
    return Board(width, height, grounds, name, tags, tuple(options.items()))


def check_fit(rows: Sequence[Sequence[Board]]) -> None:
    """Refuse boards that do not lie together without gaps and with their columns in step."""
    if not rows or not all(rows):
        raise refuse("tiling.empty", "a map needs at least one board in every row")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise refuse("tiling.shape", f"row {number} has {len(row)} boards where the first has {len(rows[0])}")
        for place, (board, above) in enumerate(zip(row, rows[0], strict=True), start=1):
            where = f"{board} in row {number}, place {place}"
            if board.height != row[0].height:
                raise refuse("tiling.height", f"{where} is not {row[0].height} hexes high as the first of its row is")
            if board.width != above.width:
                raise refuse("tiling.width", f"{where} is not {above.width} hexes wide as the board above it is")
            if board.width % 2 and place < len(row):
                reason = f"{where} has an odd width; only the last of a row may, or the columns fall out of step"
                raise refuse("tiling.odd_width", reason)


def _line(row: Sequence[Board], line: int) -> list[Ground]:
    return [ground for board in row for ground in board.grounds[line * board.width : (line + 1) * board.width]]


def rotate(board: Board) -> Board:
    """The board turned by half a turn, with the exits of roads, bridges and the like turned along."""
    if board.width % 2 and board.width > 1:
        reason = f"{board} cannot be turned round: with an odd width its even columns would leave the rectangle"
        raise refuse("tiling.rotate", reason)
    return replace(board, grounds=tuple(_turned(ground) for ground in reversed(board.grounds)))


def _turned(ground: Ground) -> Ground:
    if all(feature.exits is None for feature in ground.features):
        return ground
    return replace(ground, features=tuple(_turned_feature(feature) for feature in ground.features))


def _turned_feature(feature: Feature) -> Feature:
    """A feature whose exits point the other way, if they are hexsides."""
    kind = kinds().get(feature.kind)
    if feature.exits is None or (kind is not None and not kind.sides):
        return feature
    sides, beyond = feature.exits & 63, feature.exits & ~63
    return replace(feature, exits=beyond | (sides << 3 | sides >> 3) & 63)
