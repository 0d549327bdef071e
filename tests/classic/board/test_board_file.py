"""Board files are read whole or refused with a reason, and written so that reading gives the same board."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.classic.board import board_file as boardfile
from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import Reading, parse_board, read_board, write_board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import RefusedError

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus" / "boards"

SMALL = """# a small board
size 3 2
option exit_roads_to_pavement false
tag "Woods (Auto)"

hex 0101 0 "" ""
hex 0201 -2 "water:2" "grass"
hex 0301 1 "woods:1;foliage_elev:2" ""
hex 0102 0 "road:1:9;pavement:1" "desert"
hex 0302 4 "rough:1" ""
end
"""


def refusal(data: bytes | str) -> tuple[str, str]:
    with pytest.raises(RefusedError) as caught:
        parse_board(data, "small")
    return caught.value.refusal.id, caught.value.refusal.reason


def messages(reading: Reading) -> list[str]:
    return [str(notice) for notice in reading.warnings]


def test_a_small_board_is_read_as_written() -> None:
    reading = parse_board(SMALL, "small")
    board = reading.board
    assert reading.warnings == ()
    assert (board.width, board.height, board.name) == (3, 2, "small")
    assert board.options == (("exit_roads_to_pavement", "false"),)
    assert board.tags == ("Woods (Auto)",)
    assert board[Hex(2, 1)] == Ground(-2, (Feature("water", 2),), "grass")
    assert board[Hex(3, 1)].amount("foliage_elev") == 2
    assert board[Hex(1, 2)].features == (Feature("road", 1, 9), Feature("pavement", 1))
    assert board[Hex(2, 2)] == Ground(), "a hex that is left out is level and bare"


def test_line_ends_marks_and_encodings_make_no_difference() -> None:
    board = parse_board(SMALL, "small").board
    assert parse_board(SMALL.replace("\n", "\r\n"), "small").board == board
    assert parse_board(SMALL.replace("\n", "\r"), "small").board == board
    assert parse_board(SMALL.encode("utf-8-sig"), "small").board == board
    assert parse_board("\ufeff" + SMALL, "small").board == board
    latin = parse_board(SMALL.replace("Woods (Auto)", "Wälder").encode("latin-1"), "small").board
    assert latin.tags == ("Wälder",)


def test_writing_and_reading_gives_the_same_board() -> None:
    board = parse_board(SMALL, "small").board
    text = write_board(board)
    assert parse_board(text, "small") == Reading(board)
    assert write_board(parse_board(text).board) == text


@pytest.mark.parametrize(
    ("old", "new", "id", "words"),
    [
        ("size 3 2\n", "", "board.size", "line 5: a hex before the size"),
        ("size 3 2", "size 3", "board.size", "line 2: 'size 3' is not a size"),
        ("size 3 2", "size 0 2", "board.size", "each side must be 1 to 500"),
        ("size 3 2", "size 3 501", "board.size", "each side must be 1 to 500"),
        ("size 3 2", "size 3 99999999999", "board.size", "line 2:"),
        ("size 3 2", "size 3 2\nsize 3 2", "board.size", "line 3: the size is given a second time"),
        ("hex 0201 -2", "hex 0201 deep", "board.number", "line 7: the level of a hex must be a whole number"),
        ("hex 0201 -2", "hex 0201 1_0", "board.number", "line 7:"),
        ("hex 0201 -2", "hex 0201 " + "9" * 5000, "board.number", "line 7:"),
        ("hex 0201", "hex 2a01", "board.hex", "line 7: '2a01' is not a hex name"),
        ("hex 0201", "hex 0201001", "board.hex", "line 7:"),
        ('"water:2" "grass"', '"water:2', "board.hex", "line 7:"),
        ('hex 0201 -2 "water:2" "grass"', "hex 0201", "board.hex", "line 7:"),
        ("water:2", "water", "board.terrain", "line 7: 'water' is not terrain"),
        ("water:2", ":2", "board.terrain", "line 7:"),
        ("water:2", "water:2:3:4", "board.terrain", "line 7:"),
        ("water:2", "water:two", "board.number", "line 7: the level of water"),
        ("water:2", "water:2:-1", "board.number", "line 7: the exits of water"),
        ("end\n", "", "board.end", "line 11: the file breaks off"),
        ("tag", "tag " + "x" * 20_000, "board.line_limit", "line 4: 20,019 characters are too many"),
        ("Woods", "Wo\0ods", "board.binary", "line 4: is not text"),
    ],
)
def test_a_broken_file_is_refused_with_line_and_reason(old: str, new: str, id: str, words: str) -> None:
    assert old in SMALL
    found, reason = refusal(SMALL.replace(old, new, 1))
    assert (found, reason.startswith("small: line ")) == (id, True)
    assert words in reason
    assert "\n" not in reason


def test_an_empty_file_is_refused_as_no_board() -> None:
    assert refusal(b"")[1] == "small: line 1: no line gives the size of the board; this is not a board file"


def test_unknown_terrain_is_kept_and_reported_once() -> None:
    reading = parse_board(SMALL.replace("water:2", "slime:3:5").replace("rough:1", "slime:1"), "small")
    assert reading.board[Hex(2, 1)].get("slime") == Feature("slime", 3, 5)
    assert messages(reading) == ["line 7: unknown terrain 'slime' kept on 2 hexes, here first"]
    assert parse_board(write_board(reading.board), "small").board == reading.board


def test_what_is_left_out_is_reported_with_its_line() -> None:
    text = SMALL.replace("end", 'hex 0401 0 "" ""\nhex 0101 3 "" ""\nnote "old"\nend\nhex 0102 9 "" ""')
    reading = parse_board(text, "small")
    assert messages(reading) == [
        "line 11: hex 0401 lies outside the 3x2 board; left out",
        "line 12: hex 0101 is given again; the later one counts",
        "line 13: 'note' is not a line that boards are made of; left out",
        "line 15: comes after the end; left out",
    ]
    assert reading.board[Hex(1, 1)].level == 3
    assert reading.board[Hex(1, 2)].level == 0


def test_of_very_many_notices_only_the_number_is_told() -> None:
    reading = parse_board("size 1 1\n" + "note\n" * 1000 + "end\n")
    assert len(reading.warnings) == boardfile.NOTICE_LIMIT + 1
    assert reading.warnings[-1].message == "900 more things of this kind"


@pytest.mark.parametrize(("width", "height"), [(104, 2), (2, 104), (104, 103), (500, 1)])
def test_boards_beyond_99_have_longer_hex_names(width: int, height: int) -> None:
    grounds = tuple(Ground(number % 7) for number in range(width * height))
    board = Board(width, height, grounds)
    assert parse_board(write_board(board)) == Reading(board)


def test_five_digits_on_a_wide_board_are_three_for_the_column() -> None:
    board = parse_board('size 104 65\nhex 9901 1 "" ""\nhex 10001 2 "" ""\nhex 10465 3 "" ""\nend').board
    assert (board[Hex(99, 1)].level, board[Hex(100, 1)].level, board[Hex(104, 65)].level) == (1, 2, 3)


def test_five_digits_on_a_tall_board_are_three_for_the_row() -> None:
    board = parse_board('size 65 104\nhex 0199 1 "" ""\nhex 01100 2 "" ""\nhex 65104 3 "" ""\nend').board
    assert (board[Hex(1, 99)].level, board[Hex(1, 100)].level, board[Hex(65, 104)].level) == (1, 2, 3)


def test_five_digits_that_fit_both_ways_follow_the_hex_before() -> None:
    lines = "\n".join(
        f'hex {column:02}{row:02} {(column * row) % 10} "" ""' for row in range(1, 121) for column in range(1, 121)
    )
    board = parse_board(f"size 120 120\n{lines}\nend").board
    assert all(board[hex].level == (hex.column * hex.row) % 10 for hex in board)


def test_what_a_file_cannot_hold_is_not_written() -> None:
    for ground in (Ground(theme='a"b'), Ground(theme="a\nb"), Ground(0, (Feature("a;b"),)), Ground(0, (Feature(""),))):
        with pytest.raises(RefusedError):
            write_board(Board(1, 1, (ground,)))
    with pytest.raises(RefusedError, match="too large"):
        write_board(Board(501, 1, (Ground(),) * 501))


def test_files_that_are_not_there_or_no_files_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.board", tmp_path / "a\0b", Path(os.devnull)):
        with pytest.raises(RefusedError) as caught:
            read_board(path)
        assert caught.value.refusal.id == "board.file"


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.board"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(RefusedError, match="104,857,600 bytes are too many for a board file"):
        read_board(path)


def test_a_file_of_very_many_lines_is_refused() -> None:
    assert refusal(b"\n" * 300_000)[0] == "board.lines_limit"


def test_the_largest_board_is_read() -> None:
    board = Board(500, 500, (Ground(),) * 250_000)
    assert parse_board(write_board(board)) == Reading(board)


def test_a_read_board_is_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Old Mill.board"
    path.write_text(SMALL, encoding="utf-8")
    assert read_board(path).board.name == "Old Mill"
    path.write_text(SMALL.replace("size 3 2", "size x"), encoding="utf-8")
    with pytest.raises(RefusedError) as caught:
        read_board(path)
    assert caught.value.refusal.facts == {"file": str(path), "line": 2}


def parses_or_refuses(data: bytes | str) -> None:
    """Whatever comes in, a board that round-trips or a refusal in one line comes out."""
    try:
        board = parse_board(data, "fuzz").board
    except RefusedError as caught:
        reason = caught.refusal.reason
    else:
        reason = ""
        assert parse_board(write_board(board), "fuzz").board == board
    assert "\n" not in reason


@settings(max_examples=150)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_are_a_board_or_a_refusal(data: bytes | str) -> None:
    parses_or_refuses(data)


@settings(max_examples=400)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(SMALL)),
            st.integers(0, 12),
            st.sampled_from(
                [b"", b'"', b"\n", b"-", b":", b";", b"9", b"\0", b"\xff", b"\x85", b"hex ", b" ", b"end\n"]
            )
            | st.binary(max_size=4),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_damaged_board_is_a_board_or_a_refusal(damages: list[tuple[int, int, bytes]]) -> None:
    data = SMALL.encode()
    for start, length, instead in damages:
        data = data[:start] + instead + data[start + length :]
    parses_or_refuses(data)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared board corpus is not on this machine")
def test_every_board_of_the_corpus_is_known_through_and_survives_writing() -> None:
    paths = sorted(CORPUS.rglob("*.board"))
    assert len(paths) > 30
    for path in paths:
        reading = read_board(path)
        assert reading.warnings == (), path.name
        assert parse_board(write_board(reading.board), path.stem).board == reading.board, path.name


def test_every_terrain_kind_says_what_it_is() -> None:
    counts = {"grade", "depth", "height", "factor", "count", "variant", "present"}
    for word, kind in kinds().items():
        assert kind.counts in counts, word
        assert kind.title, word
        assert kind.cite, word
        assert kind.part_of is None or kind.part_of in kinds(), word
        assert all(level.isdigit() for level in kind.levels), word


def test_terrain_is_named_as_people_call_it() -> None:
    names = [("woods", 2), ("water", 2), ("rough", 2), ("swamp", 3), ("sand", 1), ("pavement", 3), ("bldg_cf", 40)]
    assert [kinds()[kind].name(level) for kind, level in names] == [
        "heavy woods",
        "water depth 2",
        "ultra-rough",
        "quicksand",
        "sand",
        "pavement",
        "construction factor 40",
    ]
