"""The hexes of every line on a board, as arrays: the geometry of the fast lines of sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
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


VIEWER, TARGET = 1, 2
"""Bits of a step: it lies next to the viewer, next to the target."""


class Lines(NamedTuple):
    """Every line of a board by its axial offset: where its steps begin, how many are shared, how many on each side.

    For a board too large for that there is only room for one line, which is drawn anew each time.
    """

    first: Ints
    shared: Ints
    sided: Ints
    onward: Ints
    near: Bytes


MOST_STEPS = 30_000_000
"""How many steps the lines of a board may have in all, to be kept."""


@lru_cache(maxsize=4)
def lines_of(width: int, height: int, stride: int) -> Lines:
    """Every line of a board of some size."""
    downs = height + (width - 1) // 2
    longest = 2 * (width + downs)
    shape = 2 * width - 1, 2 * downs - 1
    if longest * shape[0] * shape[1] > MOST_STEPS:
        none = np.zeros((0, 0), np.int32)
        return Lines(none, none, none, np.empty(longest, np.int32), np.empty(longest, np.int8))
    first, shared, sided = np.zeros(shape, np.int32), np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    room = longest * first.size
    onward, near = np.empty(room, np.int32), np.empty(room, np.int8)
    used = _draw_every_line(width, downs, stride, first, shared, sided, onward, near)
    return Lines(first, shared, sided, onward[:used].copy(), near[:used].copy())


@compiled
def _draw_every_line(
    width: int, downs: int, stride: int, first: Ints, shared: Ints, sided: Ints, onward: Ints, near: Bytes
) -> int:
    """Fill in the steps of every line; how many there are in all."""
    used = 0
    for q in range(1 - width, width):
        for r in range(1 - downs, downs):
            at = q + width - 1, r + downs - 1
            first[at] = used
            shared[at], sided[at] = draw_line(q, r, stride, onward, near, used)
            used += shared[at] + 2 * sided[at]
    return used


@compiled
def draw_line(q: int, r: int, stride: int, onward: Ints, near: Bytes, begin: int) -> tuple[int, int]:
    """Write down the steps of a line, the shared ones first, then those to its left, then those to its right."""
    along_hexsides = q == r or q == -2 * r or r == -2 * q
    pairs = max(abs(q), abs(r), abs(q + r)) // 2 if along_hexsides else 0
    shared, paired, alone = 0, 0, max(0, pairs - 1)
    x, y, other_x, other_y = _next(q, r, 0, 0)
    while not (x == q and y == r):
        step, mark = x * stride + y, _near(q, r, x, y)
        if other_x == x and other_y == y:
            onward[begin + shared], near[begin + shared] = step, mark
            shared += 1
        else:
            left, right = begin + alone + paired, begin + alone + pairs + paired
            onward[left], near[left] = step, mark
            onward[right], near[right] = other_x * stride + other_y, _near(q, r, other_x, other_y)
            paired += 1
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


@compiled
def _near(q: int, r: int, x: int, y: int) -> int:
    """Whether a hex of a line lies next to its viewer or its target, as bits."""
    viewer = VIEWER if max(abs(x), abs(y), abs(x + y)) == 1 else 0
    target = TARGET if max(abs(q - x), abs(r - y), abs(q - x + r - y)) == 1 else 0
    return viewer + target
