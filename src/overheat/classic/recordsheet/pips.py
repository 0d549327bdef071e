"""Pips inside an outline: so many small circles, spread evenly in rows, none of them on or over the edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from overheat.drawing.surface import Point

CLOSEST, WIDEST = 2.2, 9.0
"""The least and the greatest distance from pip to pip, in points."""
LOOSE = (1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1)
"""How many times as far as neighbours rows may be apart where there is much room."""
SHARE = 0.39
"""The radius of a pip as a share of that distance."""
_STEPS = 40


class Row(NamedTuple):
    """A stretch across an outline where pips can stand, and how many do."""

    y: float
    left: float
    right: float
    pips: int


def crossings(outline: Sequence[Point], y: float) -> list[float]:
    """Where a level line crosses an outline, from left to right."""
    found = []
    for (from_x, from_y), (to_x, to_y) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (from_y <= y) != (to_y <= y):
            found.append(from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y))
    return sorted(found)


def stretches(outline: Sequence[Point], y: float, free: float) -> Iterator[tuple[float, float]]:
    """The parts of a level line from whose points the edge is `free` away, near enough."""
    found: list[tuple[float, float]] | None = None
    for level in (y - free, y - free / 2, y, y + free / 2, y + free):
        ends = crossings(outline, level)
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        found = pairs if found is None else _overlaps(found, pairs)
    for left, right in found or ():
        if right - left >= 2 * free:
            yield left + free, right - free


def _overlaps(some: list[tuple[float, float]], others: list[tuple[float, float]]) -> list[tuple[float, float]]:
    both = [(max(a, c), min(b, d)) for a, b in some for c, d in others]
    return [(left, right) for left, right in both if left < right]


def rows(outline: Sequence[Point], pitch: float, down: float = 1.0) -> list[Row]:
    """The rows of pips that an outline holds when neighbours are a pitch apart, and rows `down` times as much."""
    free = pitch * 0.55
    top, bottom = min(y for _, y in outline) + free, max(y for _, y in outline) - free
    if bottom < top:
        return []
    apart = pitch * down
    steps = floor((bottom - top) / apart + 1e-9)
    first = (top + bottom - steps * apart) / 2
    found = []
    for step in range(steps + 1):
        y = first + step * apart
        for left, right in stretches(outline, y, free):
            found.append(Row(y, left, right, floor((right - left) / pitch + 1e-9) + 1))
    return found


def best_pitch(outline: Sequence[Point], count: int) -> float:
    """The widest distance from pip to pip at which an outline holds so many."""
    for step in range(_STEPS + 1):
        pitch = WIDEST - (WIDEST - CLOSEST) * step / _STEPS
        if sum(row.pips for row in rows(outline, pitch)) >= count:
            return pitch
    return CLOSEST


def holds(outline: Sequence[Point], count: int) -> bool:
    """Whether so many pips can be told apart in an outline."""
    return sum(row.pips for row in rows(outline, CLOSEST)) >= count


def place(outline: Sequence[Point], count: int, pitch: float | None = None) -> list[Point]:
    """Where so many pips stand in an outline; as wide apart as it allows, or at a pitch that holds them."""
    if count <= 0:
        return []
    pitch = best_pitch(outline, count) if pitch is None else min(pitch, best_pitch(outline, count))
    return [spot for row in _thinned(_loose(outline, pitch, count), count) for spot in _spots(row, pitch)]


def _loose(outline: Sequence[Point], pitch: float, count: int) -> list[Row]:
    """The rows of an outline, as far from each other as they may be while they hold so many."""
    for down in LOOSE:
        held = rows(outline, pitch, down)
        if sum(row.pips for row in held) >= count:
            return held
    return rows(outline, pitch)


def _thinned(held: list[Row], count: int) -> list[Row]:
    """Rows with only so many pips left on them: rows at the ends go first, then all give alike."""
    held = _middle(held, count)
    surplus = sum(row.pips for row in held) - count
    each = surplus / max(1, surplus + count)
    thinned, seen, gone = [], 0.5, 0
    for row in held:
        seen += row.pips * each
        less = min(row.pips, floor(seen + 1e-9) - gone)
        gone += less
        thinned.append(row._replace(pips=row.pips - less))
    return thinned


def _middle(held: list[Row], count: int) -> list[Row]:
    """As few neighbouring levels of rows as hold so many, as near to the middle as can be."""
    levels = sorted({row.y for row in held})
    totals = [sum(row.pips for row in held if row.y == level) for level in levels]
    weight = sum(total * at for at, total in enumerate(totals)) / max(1, sum(totals))
    for long in range(1, len(levels) + 1):
        starts = [at for at in range(len(levels) - long + 1) if sum(totals[at : at + long]) >= count]
        if starts:
            first = min(starts, key=lambda at: (abs(at + (long - 1) / 2 - weight), at))
            kept = levels[first : first + long]
            return [row for row in held if row.y in kept]
    return held


def _spots(row: Row, pitch: float) -> Iterator[Point]:
    """The pips of a row, a pitch apart around its middle, or wider where there is much room."""
    if row.pips <= 0:
        return
    room = (row.right - row.left) / max(1, row.pips - 1)
    apart = min(room, pitch * 1.25)
    start = (row.left + row.right - apart * (row.pips - 1)) / 2
    for number in range(row.pips):
        yield start + number * apart, row.y
