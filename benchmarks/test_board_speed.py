"""How fast boards are read, drawn and made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overheat.classic.board.board_file import parse_board, write_board
from overheat.classic.board.drawing import draw
from overheat.classic.board.generate import generate

Rate = Callable[..., Any]


def test_reading_a_16x17_board_file(rate: Rate) -> None:
    data = write_board(generate(1, 16, 17, "town")).encode()
    rate(20, "boards", lambda: [parse_board(data) for _ in range(20)])


def test_drawing_a_16x17_board(rate: Rate) -> None:
    board = generate(1, 16, 17, "town")
    rate(5, "pictures", lambda: [draw(board) for _ in range(5)])


def test_generating_a_16x17_board(rate: Rate) -> None:
    rate(5, "boards", lambda: [generate(seed, 16, 17, "hills") for seed in range(5)])
