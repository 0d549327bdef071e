"""Labels on a drawing, placed so that they overlap neither one another nor what they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

FONT = 9
"""The size of letters."""
LETTER = 0.54
"""How wide a letter is on average, in parts of the size of the letters; wide enough for most sans-serif fonts."""
ASCENT, DESCENT = 0.8, 0.25
"""How far letters reach above and below the line that they stand on."""
RINGS = (1.0, 9.0, 19.0, 31.0, 45.0, 61.0, 80.0)
"""How far from its symbol a label is tried, nearest first."""
LED = 5.0
"""From this far on a line leads to the symbol."""
SIDES = ((0, -1), (0, 1), (1, 0), (-1, 0))
CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
Line = tuple[float, float, float, float]


class Box(NamedTuple):
    """An upright oblong of a drawing, where y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def shared(self, other: Box) -> float:
        """How much of its area another box covers."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)

    def inside(self, frame: Box) -> bool:
        """Whether it lies wholly in a frame."""
        return (
            frame.left <= self.left
            and frame.top <= self.top
            and self.right <= frame.right
            and self.bottom <= frame.bottom
        )

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Label(NamedTuple):
    """A text, what it names, and the symbol of that."""

    name: str
    text: str
    symbol: Box


class Placed(NamedTuple):
    """A label with its place: the box of its text, and the line that leads to its symbol where it is far."""

    label: Label
    box: Box
    leader: Line | None = None

    @property
    def baseline(self) -> tuple[float, float]:
        """The middle of the line that the letters stand on."""
        return self.box.middle[0], self.box.bottom - DESCENT * FONT


def text_size(text: str) -> tuple[float, float]:
    """About how wide and high a text is."""
    return len(text) * LETTER * FONT, (ASCENT + DESCENT) * FONT


def place(labels: Sequence[Label], frame: Box, taken: Iterable[Box] = ()) -> list[Placed]:
    """Put every label at the first free place around its symbol, or where it covers least."""
    symbols = [label.symbol for label in labels]
    filled = list(taken)
    found = []
    for label in labels:
        put = _first_free(label, frame, [*filled, *symbols])
        filled.append(put.box)
        found.append(put)
    return found


def _first_free(label: Label, frame: Box, filled: Sequence[Box]) -> Placed:
    tried = [put for put in _tries(label) if put.box.inside(frame)] or list(_tries(label))
    free = [put for put in tried if not any(put.box.meets(other) for other in filled)]
    others = [box for box in filled if box != label.symbol]
    clear = (put for put in free if put.leader is None or not any(_crosses(put.leader, box) for box in others))
    if free:
        return next(clear, free[0])
    return min(tried, key=lambda put: sum(put.box.shared(other) for other in filled))


def _crosses(leader: Line, box: Box) -> bool:
    """Whether a line runs through a box, judged at some points along it."""
    x, y, to_x, to_y = leader
    points = ((x + (to_x - x) * step / 8, y + (to_y - y) * step / 8) for step in range(1, 8))
    return any(box.left < across < box.right and box.top < down < box.bottom for across, down in points)


def _tries(label: Label) -> Iterator[Placed]:
    """Places for a label: right above its symbol, below and beside it, then farther out with a line to it."""
    wide, high = text_size(label.text)
    symbol = label.symbol
    for ring in RINGS:
        for across, down in SIDES if ring < LED else (*SIDES, *CORNERS):
            x = _beside(symbol.left, symbol.right, wide, across, ring)
            y = _beside(symbol.top, symbol.bottom, high, down, ring)
            box = Box(x, y, x + wide, y + high)
            yield Placed(label, box, _leader(symbol, box) if ring >= LED else None)


def _beside(low: float, high: float, size: float, way: int, gap: float) -> float:
    """Where something begins that lies before, amid or after a stretch."""
    return {-1: low - gap - size, 0: (low + high - size) / 2, 1: high + gap}[way]


def _leader(symbol: Box, box: Box) -> Line:
    """A line from the edge of a symbol to the nearest point of a text."""
    x, y = symbol.middle
    to_x, to_y = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    return min(max(to_x, symbol.left), symbol.right), min(max(to_y, symbol.top), symbol.bottom), to_x, to_y
