"""Generated maps are the same for one seed, and the land makes sense."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board, write_board
from overheat.classic.board.generate import FACTORS, LARGEST, PRESETS, Landscape, generate
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import print_board
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import RefusedError

maps = st.builds(
    generate,
    st.integers(0, 10**9),
    st.integers(1, 20),
    st.integers(1, 20),
    st.sampled_from(sorted(PRESETS)),
)

GOLDEN = """\
name map 1
theme grass
0      0         0         0          0w2h2  0w1h2      0w1h2     0
0      0         0~1       0~1        0      0~1        0w1h2     0w1h2
0      1         0~1       0~1        0~1    0w1h2      0w1h2     0w1h2
0~1    0~1       0~1       0          0~1    0b2.40.2^  0w1h2     0
0~1    0=1^2     0~1       0          0~1    0=1^14     0=1^24    0=1^25
0=1^25 0=1^25    0=1^25    0=1^1245   0=1^14 0b4.120.3^ 0b3.90.1^ 0
1r1    0b1.15.3^ 0=1^15    0b4.120.2^ 0=1^25 0=1^45     0b2.40.2^ 0
1r1    1r1       0b1.15.4^ 0          0=1^1  0b1.15.3^  0b2.40.3^ 0
"""


def exits(board: Board, hex: Hex) -> int:
    way = board[hex].get("road") or board[hex].get("bridge")
    return 0 if way is None or way.exits is None else way.exits


def test_one_seed_gives_one_map() -> None:
    assert generate(11) == generate(11)
    assert generate(11) != generate(12)
    small = Landscape(hills=20, top=3, lakes=12, woods=15, rough=5, roads=1, town=40)
    assert print_board(generate(1, 8, 8, small)) == GOLDEN


@settings(max_examples=60)
@given(maps)
def test_the_land_makes_sense(board: Board) -> None:
    for hex in board:
        ground = board[hex]
        around = [board[near] for near in hex.neighbours() if near in board]
        assert all(feature.kind in kinds() for feature in ground.features)
        assert -6 <= ground.level <= 12
        assert all(abs(ground.level - near.level) <= 2 for near in around), "gentle slopes"
        if "water" in ground:
            assert all(near.level == ground.level for near in around if "water" in near), "lakes are flat"
            assert all(near.level >= ground.level for near in around), "and not above their shores"
            assert ground.amount("water") == (2 if all("water" in near for near in around) else 1)
        if building := ground.get("building"):
            assert ground.amount("bldg_cf") == FACTORS[building.level]
            assert 1 <= ground.amount("bldg_elev") <= 4
    assert parse_board(write_board(board), board.name).board == board


@settings(max_examples=60)
@given(maps)
def test_roads_join_and_climb_gently(board: Board) -> None:
    for hex in board:
        for side in range(6):
            other = hex.neighbour(side)
            if exits(board, hex) >> side & 1 and other in board:
                assert exits(board, other) >> (side + 3) % 6 & 1
                assert abs(board[hex].level - board[other].level) <= 1


@pytest.mark.parametrize("seed", range(8))
def test_a_road_crosses_the_map(seed: int) -> None:
    board = generate(seed, landscape="hills")
    leaving = [
        hex for hex in board for side in range(6) if exits(board, hex) >> side & 1 and hex.neighbour(side) not in board
    ]
    start, *others = leaving
    reached, queue = {start}, [start]
    for hex in queue:
        new = [hex.neighbour(side) for side in range(6) if exits(board, hex) >> side & 1]
        queue += [near for near in new if near in board and near not in reached]
        reached.update(queue)
    assert any(hex in reached and hex.distance(start) >= 10 for hex in others)


def test_landscapes_hold_what_they_promise() -> None:
    for seed in range(5):
        forest, town, lakes = (generate(seed, landscape=name) for name in ("forest", "town", "lakeland"))
        assert sum("woods" in ground for ground in forest.grounds) >= 100
        assert sum("building" in ground for ground in town.grounds) >= 15
        assert sum("water" in ground for ground in lakes.grounds) >= 20
        assert {ground.theme for ground in generate(seed, landscape="desert").grounds} == {"desert"}


def test_an_empty_landscape_is_flat_and_bare() -> None:
    nothing = Landscape(hills=0, lakes=0, woods=0, rough=0, roads=0, theme="")
    board = generate(1, 3, 2, nothing)
    assert print_board(board) == "name map 1\n0 0 0\n0 0 0\n"


@pytest.mark.parametrize(
    ("width", "height", "landscape", "id"),
    [
        (0, 5, "plains", "generate.size"),
        (5, LARGEST + 1, "plains", "generate.size"),
        (5, 5, "sea of tranquility", "generate.preset"),
        (5, 5, Landscape(woods=101), "generate.landscape"),
        (5, 5, Landscape(hills=-1), "generate.landscape"),
    ],
)
def test_what_cannot_be_made_is_refused(width: int, height: int, landscape: Landscape | str, id: str) -> None:
    with pytest.raises(RefusedError) as caught:
        generate(1, width, height, landscape)
    assert caught.value.refusal.id == id
