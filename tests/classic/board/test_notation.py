"""The text form of boards parses, prints and round-trips."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import read_board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import LETTERS, PARTS, parse, parse_ground, print_board, print_ground
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import RefusedError

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus" / "boards"

words = st.text(min_size=1, max_size=6)
features = st.builds(
    Feature,
    st.sampled_from(sorted(kinds())) | words,
    st.integers(-3, 200),
    st.none() | st.integers(0, 63) | st.integers(0, 999),
)
grounds = st.builds(
    Ground,
    st.integers(-6, 12),
    st.lists(features, max_size=4).map(tuple),
    st.sampled_from(["", "grass", "desert"]) | words,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = draw(st.lists(grounds, min_size=width * height, max_size=width * height))
    tags = draw(st.lists(words, max_size=2))
    options = draw(st.lists(st.tuples(words, words), max_size=2))
    return Board(width, height, tuple(cells), draw(st.just("") | words), tuple(tags), tuple(options))


@settings(max_examples=200)
@given(boards(), st.booleans())
def test_what_is_printed_parses_to_the_same_board(board: Board, one_line: bool) -> None:
    text = print_board(board, one_line=one_line)
    assert parse(text) == board
    assert print_board(parse(text), one_line=one_line) == text


@settings(max_examples=150)
@given(st.text(max_size=40) | st.text("0123w~b.[]:;@*/^= \n-", max_size=40))
def test_any_text_is_a_board_or_a_refusal(text: str) -> None:
    try:
        board = parse(text)
    except RefusedError:
        return
    assert parse(print_board(board)) == board


@pytest.mark.parametrize(
    ("cell", "ground"),
    [
        ("0", Ground()),
        (".", Ground()),
        ("-2", Ground(-2)),
        ("0w", Ground(0, (Feature("woods", 1),))),
        ("1w2h2", Ground(1, (Feature("woods", 2), Feature("foliage_elev", 2)))),
        ("0~2i", Ground(0, (Feature("water", 2), Feature("ice", 1)))),
        ("0=^03", Ground(0, (Feature("road", 1, 9),))),
        ("0=3^", Ground(0, (Feature("road", 3, 0),))),
        (
            "0b2.40.3^1",
            Ground(0, (Feature("building", 2, 2), Feature("bldg_cf", 40), Feature("bldg_elev", 3))),
        ),
        ("0[rough:1;road:1:9]s2", Ground(0, (Feature("rough"), Feature("road", 1, 9), Feature("smoke", 2)))),
        ("0s1@desert", Ground(0, (Feature("smoke", 1),), "desert")),
    ],
)
def test_a_cell_is_level_features_and_theme(cell: str, ground: Ground) -> None:
    assert parse_ground(cell) == ground
    assert parse_ground(print_ground(ground)) == ground


def test_the_short_form_is_printed_where_there_is_one() -> None:
    assert print_board(parse("0[woods:1] 0[building:2;bldg_cf:40;bldg_elev:3] 0[geyser:2;fortified:1]")) == (
        "0w1 0b2.40.3 0[geyser:2;fortified:1]\n"
    )


def test_rows_are_lines_or_divided_by_a_stroke() -> None:
    board = parse("0 1 2 / 3 4 5")
    assert board == parse("0 1 2\n3 4 5\n") == parse("# rows\n  0 1 2\n\n  3 4 5")
    assert (board.width, board.height, board[Hex(3, 2)].level) == (3, 2, 5)
    assert print_board(board, one_line=True) == "0 1 2 / 3 4 5\n"


def test_a_cell_may_be_repeated() -> None:
    assert parse("0*3 1w@grass*2") == parse("0 0 0 1w@grass 1w@grass")


def test_headers_give_name_theme_tags_and_options() -> None:
    text = "name Old Mill\ntheme grass\ntag by the river\noption exit_roads_to_pavement false\n0   1w1\n0@ 0@desert\n"
    board = parse(text)
    assert (board.name, board.tags) == ("Old Mill", ("by the river",))
    assert board.options == (("exit_roads_to_pavement", "false"),)
    assert [ground.theme for ground in board.grounds] == ["grass", "grass", "", "desert"]
    assert parse(print_board(board)) == board


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "1 to 500 rows, this one has 0"),
        ("0 0 / 0", "row 2 has 1 hexes where the first row has 2"),
        ("0 0 / 0 0y1", "row 2, column 2: '0y1' is not a hex"),
        ("0 w1", "row 1, column 2: 'w1' is not a hex"),
        ("0w1.2.3", "row 1, column 1:"),
        ("0[woods]", "row 1, column 1:"),
        ("0*999", "row 1: a row has 1 to 500 hexes"),
        ("0*0", "row 1: a row has 1 to 500 hexes"),
    ],
)
def test_what_is_not_a_board_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(RefusedError) as caught:
        parse(text)
    assert words in caught.value.refusal.reason


def test_the_letters_stand_for_known_terrain() -> None:
    assert set(LETTERS.values()) <= set(kinds())
    assert all(part in kinds() for parts in PARTS.values() for part in parts)
    assert len(set(LETTERS.values())) == len(LETTERS)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared board corpus is not on this machine")
def test_boards_of_the_corpus_survive_the_text_form() -> None:
    for path in sorted(CORPUS.rglob("*.board")):
        board = read_board(path).board
        assert parse(print_board(board)) == board, path.name
