"""The fast twin of sight answers as the plain one does, on every board; and sight keeps its laws."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from boards import CORPUS, needs_corpus, random_boards
from overheat.classic.board.board import Board
from overheat.classic.board.boardfile import read_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.hexes import Hex
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.sight import field
from overheat.classic.sight.model import Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.kernel.dice import Seeded

HEIGHTS = some.integers(-2, 5)


def answer(line: Sight) -> tuple[int, bool, bool]:
    """What the fast twin tells of a line, told by the plain one."""
    if not line.visible:
        return field.UNSEEN, False, False
    return int(line.modifiers.total), line.target_cover is not None, line.attacker_cover is not None


def check_pairs(board: Board, heights: tuple[int, int], pairs: list[tuple[Hex, Hex]]) -> None:
    """Hold both twins against each other over some pairs of hexes."""
    relief = Relief(board, standard())
    seen = field.all_pairs(relief, *heights)
    for start, end in pairs:
        viewer, target = Viewpoint.on(board, start, heights[0]), Viewpoint.on(board, end, heights[1])
        at = field.hex_number(relief, start), field.hex_number(relief, end)
        fast = int(seen.modifier[at]), bool(seen.target_cover[at]), bool(seen.attacker_cover[at])
        assert fast == answer(sight(relief, viewer, target)), f"{start} to {end} at heights {heights}"


def random_pairs(board: Board, count: int) -> list[tuple[Hex, Hex]]:
    dice = Seeded(1, stream="pairs")
    hexes = list(board)
    return [
        (hexes[dice.roll("from", 1, len(hexes)).total - 1], hexes[dice.roll("to", 1, len(hexes)).total - 1])
        for _ in range(count)
    ]


@settings(max_examples=150, deadline=None)
@given(random_boards(most=7), HEIGHTS, HEIGHTS)
def test_twins_agree_on_random_boards(board: Board, viewer: int, target: int) -> None:
    check_pairs(board, (viewer, target), [(start, end) for start in board for end in board])


def test_twins_agree_on_a_board_too_large_to_keep_its_lines() -> None:
    board = generate(3, 120, 110, "hills")
    relief = Relief(board, standard())
    viewer = Viewpoint.on(board, Hex(60, 7))
    seen = field.field(relief, viewer)
    for _, end in random_pairs(board, 1000):
        at = end.row - 1, end.column - 1
        fast = int(seen.modifier[at]), bool(seen.target_cover[at]), bool(seen.attacker_cover[at])
        assert fast == answer(sight(relief, viewer, Viewpoint.on(board, end)))


@pytest.mark.parametrize("landscape", PRESETS)
def test_twins_agree_on_generated_maps(landscape: str) -> None:
    board = generate(3, 32, 34, landscape)
    check_pairs(board, (1, 0), random_pairs(board, 1500))


@needs_corpus
@pytest.mark.parametrize("path", sorted((CORPUS / "boards").rglob("*.board")), ids=lambda path: path.stem)
def test_twins_agree_on_real_boards(path: Path) -> None:
    board = read_board(path).board
    if board.width * board.height > 2500:
        board = Board(40, 40, tuple(board[Hex(column, row)] for row in range(1, 41) for column in range(1, 41)))
    check_pairs(board, (1, 1), random_pairs(board, 700))


@settings(max_examples=60, deadline=None)
@given(random_boards(), HEIGHTS, some.integers(1, 81))
def test_the_field_of_one_hex_is_its_row_of_all_pairs(board: Board, height: int, number: int) -> None:
    relief = Relief(board, standard())
    hex = list(board)[number % (board.width * board.height)]
    one = field.field(relief, Viewpoint.on(board, hex, 1), height)
    row = field.all_pairs(relief, 1, height).modifier[field.hex_number(relief, hex)]
    assert np.array_equal(one.modifier.ravel(), row)


@settings(max_examples=40, deadline=None)
@given(random_boards(most=5))
def test_a_ruleset_with_other_geometry_is_left_to_the_plain_twin(board: Board) -> None:
    relief = Relief(board, ruleset(["dead_zones"]))
    seen = field.all_pairs(relief)
    for start in board:
        for end in board:
            line = sight(relief, Viewpoint.on(board, start), Viewpoint.on(board, end))
            assert seen.visible[field.hex_number(relief, start), field.hex_number(relief, end)] == line.visible


@settings(max_examples=150, deadline=None)
@given(random_boards(), HEIGHTS, HEIGHTS, some.data())
def test_who_sees_is_seen(board: Board, viewer: int, target: int, data: some.DataObject) -> None:
    hexes = some.sampled_from(list(board))
    ends = Viewpoint.on(board, data.draw(hexes), viewer), Viewpoint.on(board, data.draw(hexes), target)
    relief = Relief(board, standard())
    there, back = sight(relief, *ends), sight(relief, ends[1], ends[0])
    assert there.visible == back.visible
    if there.side is None:
        assert there.target_cover == back.attacker_cover
        assert sorted(map(str, there.findings)) == sorted(map(str, back.findings))


@settings(max_examples=100, deadline=None)
@given(random_boards(), some.data())
def test_a_changed_relief_is_the_relief_of_the_changed_board(board: Board, data: some.DataObject) -> None:
    hexes = list(board)
    changes = {data.draw(some.sampled_from(hexes)): board[data.draw(some.sampled_from(hexes))] for _ in range(3)}
    changed, fresh = Relief(board, standard()).changed(changes), Relief(board.with_changes(changes), standard())
    assert changed.board == fresh.board
    assert (changed.obstacles, changed.bottoms, changed.summits) == (fresh.obstacles, fresh.bottoms, fresh.summits)
