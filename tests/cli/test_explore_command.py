"""`overheat explore` answers questions, and asks some itself when nobody is there."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

from overheat.classic.board.board import Feature, Ground
from overheat.cli import explore
from terminal import refused, run


def conversation(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str | type) -> str:
    """What is answered after the map when somebody at a keyboard types these lines; a type is what happens instead."""
    typed: Iterator[str | type] = iter(lines)

    def answer(prompt: str) -> str:
        line = next(typed)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr(builtins, "input", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    explore.explore("valley")
    return capsys.readouterr().out.partition(explore.HELP)[2]


def test_without_a_keyboard_it_tours_the_board() -> None:
    output = run("explore").stdout
    assert output.startswith("valley (16x17)\n")
    for asked in explore.TOUR:
        assert f"> {asked}\n" in output
    assert "is not a hex" not in output
    assert "\x1b" not in output


def test_a_small_board_is_toured_from_corner_to_corner(tmp_path: Path) -> None:
    small = tmp_path / "small.board"
    run("board", "generate", "--width", "3", "--height", "2", "--out", str(small))
    output = run("explore", str(small)).stdout
    assert "> 0101 0302\n" in output
    assert "is not on" not in output


def test_questions_are_answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = conversation(monkeypatch, capsys, "0303 1414", "0303P 1414", "0805", "map", " QUIT ")
    assert "0303 (ground 1, unit reaches level 3) to 1414" in answers
    assert "0303 (ground 1, unit reaches level 2) to 1414" in answers
    assert "From 0805 (@)" in answers


def test_what_is_no_question_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = conversation(monkeypatch, capsys, "9x", "9901", "a b c", "", EOFError)
    assert "'9x' is not a hex name" in answers
    assert "hex 9901 is not on valley" in answers
    assert answers.count(explore.HELP) == 2


def test_an_interrupt_ends_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        conversation(monkeypatch, capsys, "0805", KeyboardInterrupt)


def test_a_board_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "no board 'nowhere'" in refused("explore", "nowhere", code=1)
    assert "is not a file" in refused("explore", str(tmp_path), code=1)


def test_hexes_are_coloured_by_terrain_and_level() -> None:
    painted = {explore.paint(ground, "x") for ground in (Ground(0), Ground(9), Ground(0, (Feature("water"),)))}
    assert len(painted) == 3
    assert all("x" in text for text in painted)
