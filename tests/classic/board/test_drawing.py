"""A drawn board is well-formed, whole and the same every time."""

from __future__ import annotations

from math import hypot, isclose
from pathlib import Path
from xml.etree import ElementTree

import pytest

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import read_board
from overheat.classic.board.drawing import centre, describe, draw
from overheat.classic.board.generate import generate
from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find, names
from overheat.classic.board.notation import parse
from overheat.classic.board.symbols import COVERS, LETTERED, OVER, SYMBOLS, UNDER, ground_colour, symbol
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import RefusedError

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus" / "boards"
SVG = "{http://www.w3.org/2000/svg}"


def tree(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def uses(picture: str, name: str) -> int:
    return sum(use.get("href") == f"#{name}" for use in tree(picture).iter(f"{SVG}use"))


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in tree(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", names())
def test_every_hex_is_there_with_its_number(name: str) -> None:
    board = find(name).board
    picture = draw(board)
    assert uses(picture, "hex") == len(board.grounds)
    assert {str(hex) for hex in board} <= set(texts(picture))
    assert draw(board) == picture


def test_every_symbol_that_is_used_is_defined_once() -> None:
    root = tree(draw(generate(5, landscape="town")))
    defined = [group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")]
    assert len(defined) == len(set(defined))
    assert {use.get("href") for use in root.iter(f"{SVG}use")} == {f"#{name}" for name in defined}


def test_numbers_levels_and_titles_may_be_left_out() -> None:
    board = parse("2w1 0~1")
    assert texts(draw(board)) == ["0101", "0201", "level 2", "depth 1"]
    assert texts(draw(board, numbers=False)) == ["level 2", "depth 1"]
    assert texts(draw(board, numbers=False, levels=False)) == []
    assert "<title>0101: level 2, light woods</title>" in draw(board)
    assert "<title>" not in draw(board, titles=False)


def test_terrain_of_every_kind_and_of_none_can_be_drawn() -> None:
    grounds = [
        Ground(0, (Feature(kind, level, exits),)) for kind in kinds() for level in (-1, 0, 1, 9) for exits in (None, 5)
    ]
    board = Board(len(grounds), 1, tuple(grounds))
    assert uses(draw(board), "hex") == len(grounds)
    assert uses(draw(board), "unknown") == 0
    assert uses(draw(parse("0[slime:1] 0")), "unknown") == 1


def test_every_kind_that_matters_can_be_seen() -> None:
    drawn = {*UNDER, *OVER, *COVERS, *LETTERED, "water", "road", "rail", "bridge", "building", "fuel_tank", "cliff_top"}
    unseen = {kind for kind, entry in kinds().items() if kind not in drawn and entry.part_of is None}
    assert unseen == {
        "none",
        "fluff",
        "ground_fluff",
        "cliff_bottom",
        "incline_top",
        "incline_bottom",
        "incline_high_top",
        "incline_high_bottom",
    }
    for kind in (*UNDER, *OVER):
        assert symbol(kind, 1) in SYMBOLS


def test_denser_woods_and_deeper_water_look_different() -> None:
    assert symbol("woods", 1) != symbol("woods", 2)
    colours = {ground_colour(ground) for ground in parse("0 0~0 0~1 0~2 0~3 0~4 1 2 3 -1 0p 0d 0n 0g 0m").grounds}
    assert len(colours) == 15


def test_roads_without_exits_join_their_neighbours() -> None:
    assert draw(parse("0= 0 / 0= 0")).count('href="#way8"') == 2, "south from the upper one, edge and surface"


def test_buildings_and_bridges_say_what_they_bear() -> None:
    assert texts(draw(parse("0b2.40.3 0~1B3.90.1^14"), numbers=False, levels=False)) == ["M 3", "CF 40", "B 1", "CF 90"]


def test_marks_and_an_overlay_are_drawn_on_top() -> None:
    overlay = '<line id="sight" x1="0" y1="0" x2="9" y2="9"/>'
    picture = draw(parse("0 0"), marks={Hex(2, 1): "A<1", Hex(9, 9): "lost"}, overlay=overlay)
    assert texts(picture)[-1] == "A<1"
    assert tree(picture)[-1].get("id") == "sight"


def test_a_size_that_cannot_be_drawn_is_refused() -> None:
    for size in (0, -3, float("nan"), 1e9):
        with pytest.raises(RefusedError, match="size"):
            draw(parse("0"), size=size)


def test_names_cannot_break_the_picture() -> None:
    board = Board(1, 1, (Ground(0, (Feature('<a&"\x01', 1),), "]]>"),), name="<script>\x00&")
    assert tree(draw(board)) is not None


def test_centres_of_neighbours_are_equally_far() -> None:
    for hex in (Hex(4, 4), Hex(5, 4)):
        x, y = centre(hex, 10)
        for near in hex.neighbours():
            to_x, to_y = centre(near, 10)
            assert isclose(hypot(to_x - x, to_y - y), 10 * 3**0.5)


def test_a_hex_is_described_in_words() -> None:
    ground = parse("1b2.40.3[slime:2]").grounds[0]
    assert describe(Hex(1, 1), ground) == (
        "0101: level 1, medium building, construction factor 40, building height 3, slime 2 (unknown)"
    )


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared board corpus is not on this machine")
def test_boards_of_the_corpus_are_drawn_whole() -> None:
    for path in sorted(CORPUS.rglob("*.board")):
        board = read_board(path).board
        assert uses(draw(board, titles=False), "hex") == len(board.grounds), path.name
