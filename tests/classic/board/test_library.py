"""Boards are found by the name of a bundled one or by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

from overheat.classic.board.board_file import write_board
from overheat.classic.board.library import find, names
from overheat.classic.board.notation import parse
from overheat.kernel.refusal import RefusedError


def test_the_bundled_boards_are_named_and_sound() -> None:
    assert names() == ("crossroads", "lakeside", "pass", "valley")
    for name in names():
        reading = find(name)
        assert reading.warnings == ()
        assert reading.board.name == name
        assert (reading.board.width, reading.board.height) == ((14, 26) if name == "pass" else (16, 17))


def test_the_bundled_boards_are_what_they_say() -> None:
    valley = find("valley").board
    depths = {valley[hex].amount("water") for hex in valley if "water" in valley[hex]}
    assert depths == {0, 1, 2}
    assert any("bridge" in valley[hex] for hex in valley)
    crossroads = find("crossroads").board
    assert sum("building" in crossroads[hex] for hex in crossroads) >= 20
    lakeside = find("lakeside").board
    assert sum("water" in lakeside[hex] for hex in lakeside) >= 20


def test_roads_of_the_bundled_boards_join() -> None:
    for name in names():
        board = find(name).board
        for hex in board:
            for way in (board[hex].get("road"), board[hex].get("bridge")):
                exits = 0 if way is None or way.exits is None else way.exits
                for side in range(6):
                    other = hex.neighbour(side)
                    if exits >> side & 1 and other in board:
                        back = board[other].get("road") or board[other].get("bridge")
                        assert back is not None, f"{name} {hex}"
                        assert back.exits is not None
                        assert back.exits >> (side + 3) % 6 & 1, f"{name} {hex}"


def test_a_board_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mill.board"
    path.write_text(write_board(parse("0 1w1")), encoding="utf-8")
    assert find(str(path)).board == find(path).board == parse("name mill\n0 1w1")


def test_a_board_that_is_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="no board 'atlantis': neither a file nor one of crossroads"):
        find("atlantis")
    for path in (str(tmp_path / "none.board"), "a\0b", "", "x" * 5000):
        with pytest.raises(RefusedError):
            find(path)
