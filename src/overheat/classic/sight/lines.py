"""The hexes of every line on a board, as arrays: the geometry of the fast lines of sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from overheat.classic.board import hexes

Ints = npt.NDArray[np.int32]
Shorts = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:

    def compiled(function: F) -> F: ...

else:
    try:
        from numba import njit

        compiled = njit(cache=True, nogil=True)
    except ImportError:

        def compiled(function):
            """Without numba the same code runs as it is written, slower."""
            return function


length = compiled(hexes.length)

FIRST, SHARED, SIDED = range(3)
"""What is told of a line: where its steps begin, how many are shared, how many there are on each side."""


class Lines(NamedTuple):
    """Every line of a board by its axial offset, and its steps: how far on, how far from the viewer and the target.

    For a board too large for that there is only room for one line, which is drawn anew each time.
    """

    lines: Ints
    onward: Ints
    ranges: Shorts


MOST_STEPS = 30_000_000
"""How many steps the lines of a board may have in all, to be kept."""


@lru_cache(maxsize=4)
def lines_of(width: int, height: int, stride: int) -> Lines:
    """Every line of a board of some size."""
    downs = height + (width - 1) // 2
    longest = 2 * (width + downs)
    shape = 2 * width - 1, 2 * downs - 1
    if longest * shape[0] * shape[1] > MOST_STEPS:
        return Lines(np.zeros((0, 0, 3), np.int32), np.empty(longest, np.int32), np.empty((longest, 2), np.int16))
    lines, room = np.zeros((*shape, 3), np.int32), longest * shape[0] * shape[1]
    onward, ranges = np.empty(room, np.int32), np.empty((room, 2), np.int16)
    used = _draw_every_line(width, downs, stride, lines, onward, ranges)
    return Lines(lines, onward[:used].copy(), ranges[:used].copy())


def made_ready() -> None:
    """Load what is compiled, which takes a while the first time, so that nobody waits for it in a battle."""
    lines_of(1, 1, 1)


@compiled
def _draw_every_line(width: int, downs: int, stride: int, lines: Ints, onward: Ints, ranges: Shorts) -> int:
    """Fill in the steps of every line; how many there are in all."""
    used = 0
    for q in range(1 - width, width):
        for r in range(1 - downs, downs):
            shared, sided = draw_line(q, r, stride, onward, ranges, used)
            line = lines[q + width - 1, r + downs - 1]
            line[FIRST], line[SHARED], line[SIDED] = used, shared, sided
            used += shared + 2 * sided
    return used


@compiled
def draw_line(q: int, r: int, stride: int, onward: Ints, ranges: Shorts, begin: int) -> tuple[int, int]:
    """Write down the steps of a line, the shared ones first, then those to its left, then those to its right."""
    along_hexsides = q == r or q == -2 * r or r == -2 * q
    pairs = length(q, r) // 2 if along_hexsides else 0
    shared, paired, alone = 0, 0, max(0, pairs - 1)
    x, y, other_x, other_y = _next(q, r, 0, 0)
    while not (x == q and y == r):
        joined = other_x == x and other_y == y
        at = begin + shared if joined else begin + alone + paired
        onward[at], ranges[at, 0], ranges[at, 1] = x * stride + y, length(x, y), length(q - x, r - y)
        if joined:
            shared += 1
        else:
            at, paired = at + pairs, paired + 1
            onward[at] = other_x * stride + other_y
            ranges[at, 0], ranges[at, 1] = length(other_x, other_y), length(q - other_x, r - other_y)
        x, y, other_x, other_y = _next(q, r, x, y)
    return shared, pairs


@compiled
def _next(q: int, r: int, x: int, y: int) -> tuple[int, int, int, int]:
    """The hex, or the pair with the left one first, that a line to `(q, r)` meets after `(x, y)`; at last its end."""
    reach = max(abs(2 * r + q), abs(r - q), abs(2 * q + r))
    at, end = 2 * x * q + 2 * y * r + x * r + y * q, 2 * (q * q + r * r + q * r)
    best, best_aside = end, 0
    left_x, left_y, right_x, right_y = q, r, q, r
    for along, down in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
        to_x, to_y = x + along, y + down
        aside = 3 * (to_y * q - to_x * r)
        there = 2 * to_x * q + 2 * to_y * r + to_x * r + to_y * q
        if abs(aside) > reach or there <= at or there > best:
            continue
        if there == best and best < end and aside != best_aside:
            if aside < best_aside:
                left_x, left_y = to_x, to_y
            else:
                right_x, right_y = to_x, to_y
        elif there < best:
            left_x, left_y, right_x, right_y = to_x, to_y, to_x, to_y
            best, best_aside = there, aside
    return left_x, left_y, right_x, right_y
