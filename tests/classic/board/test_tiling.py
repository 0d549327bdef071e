"""Boards lie side by side and turn round only where the columns stay in step."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse, print_board
from overheat.classic.board.tiling import rotate, tile
from overheat.kernel.refusal import RefusedError


def numbered(width: int, height: int, start: int = 0) -> Board:
    """A board on which every hex has a level of its own."""
    return Board(width, height, tuple(Ground(start + number) for number in range(width * height)))


def places(board: Board) -> dict[int, Hex]:
    return {board[hex].level: hex for hex in board}


def test_boards_lie_side_by_side_and_above_one_another() -> None:
    upper = [parse("0 1 / 2 3"), parse("4 5 / 6 7")]
    lower = [parse("8 9"), parse("10 11")]
    assert tile([upper, lower], "four") == parse("name four\n0 1 4 5 / 2 3 6 7 / 8 9 10 11")


@pytest.mark.parametrize(("width", "height"), [(4, 3), (2, 5), (6, 2)])
def test_joining_keeps_distances_within_each_board(width: int, height: int) -> None:
    joined = places(tile([[numbered(width, height), numbered(width, height, 1000)]]))
    for level, hex in places(numbered(width, height)).items():
        for other, target in places(numbered(width, height)).items():
            assert joined[level].distance(joined[other]) == hex.distance(target)
            assert joined[1000 + level].distance(joined[1000 + other]) == hex.distance(target)


def test_tags_and_options_are_gathered() -> None:
    first = parse("name a\ntag Woods\ntag Water\noption roads no\n0 0")
    second = parse("name b\ntag Water\ntag Hills\noption roads yes\noption other 1\n0 0")
    joined = tile([[first, second]])
    assert joined.tags == ("Woods", "Water", "Hills")
    assert dict(joined.options) == {"roads": "no", "other": "1"}


def test_the_last_board_of_a_row_may_have_an_odd_width() -> None:
    assert tile([[numbered(2, 2), numbered(3, 2)]]).width == 5
    assert tile([[numbered(3, 2)], [numbered(3, 1)]]).height == 3


@pytest.mark.parametrize(
    ("rows", "id"),
    [
        ([], "tiling.empty"),
        ([[]], "tiling.empty"),
        ([[numbered(2, 2), numbered(2, 2)], [numbered(2, 2)]], "tiling.shape"),
        ([[numbered(2, 2), numbered(2, 3)]], "tiling.height"),
        ([[numbered(2, 2)], [numbered(4, 2)]], "tiling.width"),
        ([[numbered(3, 2), numbered(2, 2)]], "tiling.odd_width"),
        ([[numbered(300, 1), numbered(300, 1)]], "tiling.size"),
    ],
)
def test_what_does_not_fit_is_refused(rows: list[list[Board]], id: str) -> None:
    with pytest.raises(RefusedError) as caught:
        tile(rows)
    assert caught.value.refusal.id == id


@pytest.mark.parametrize(("width", "height"), [(6, 5), (4, 4), (2, 1), (1, 4)])
def test_turning_keeps_the_distance_of_every_pair(width: int, height: int) -> None:
    board = numbered(width, height)
    before, after = places(board), places(rotate(board))
    for one, other in combinations(before, 2):
        assert before[one].distance(before[other]) == after[one].distance(after[other])


@pytest.mark.parametrize(("width", "height"), [(6, 5), (4, 4)])
def test_turned_exits_point_at_the_same_neighbours(width: int, height: int) -> None:
    board = numbered(width, height)
    for direction in range(6):
        for hex in board:
            neighbour = hex.neighbour(direction)
            if neighbour not in board:
                continue
            road = parse(f"0=^{direction}").grounds[0]
            turned = rotate(board.with_changes({hex: road}))
            at = next(place for place in turned if "road" in turned[place])
            feature = turned[at].get("road")
            assert feature is not None
            assert feature.exits is not None
            assert turned[at.neighbour(feature.exits.bit_length() - 1)].level == board[neighbour].level


def test_exits_that_are_no_hexsides_stay() -> None:
    assert print_board(rotate(parse("0[elevator:2:9] 0[fluff:6:1;road_fluff:1:2]"))) == (
        "0[fluff:6:1;road_fluff:1:16] 0[elevator:2:9]\n"
    )


def test_a_board_of_odd_width_cannot_be_turned() -> None:
    with pytest.raises(RefusedError, match="odd width"):
        rotate(numbered(3, 2))


@settings(max_examples=40)
@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 63))
def test_turning_twice_changes_nothing(half: int, height: int, exits: int) -> None:
    board = numbered(2 * half, height).with_changes({Hex(1, 1): parse(f"0[road:1:{exits}]").grounds[0]})
    assert rotate(rotate(board)) == board
