"""Papers to print on, and the marks along which what is printed is cut."""

from __future__ import annotations

from typing import Literal, NamedTuple

from overheat.drawing.surface import Box, Drawing
from overheat.kernel.refusal import refuse

Paper = Literal["a4", "letter"]


class Size(NamedTuple):
    """A paper: how an SVG file states it, and in points."""

    wide: str
    high: str
    width: float
    height: float

    @property
    def stated(self) -> tuple[str, str]:
        return self.wide, self.high

    @property
    def box(self) -> Box:
        return Box(0, 0, self.width, self.height)


PAPERS: dict[Paper, Size] = {
    "a4": Size("210mm", "297mm", 595.28, 841.89),
    "letter": Size("8.5in", "11in", 612.0, 792.0),
}


def size_of(paper: Paper, id: str = "sheet.paper") -> Size:
    """The size of a paper; one that is not known is refused under an id."""
    if paper not in PAPERS:
        raise refuse(id, f"{paper!r} is no paper; there are {', '.join(PAPERS)}", paper=paper)
    return PAPERS[paper]


class Grid(NamedTuple):
    """Cards on a page edge to edge: where the first one stands, how large each is, and how many there are."""

    left: float
    top: float
    wide: float
    high: float
    columns: int
    rows: int

    @classmethod
    def centred(cls, size: Size, wide: float, high: float, columns: int, rows: int) -> Grid:
        """A grid in the middle of a paper."""
        return cls((size.width - columns * wide) / 2, (size.height - rows * high) / 2, wide, high, columns, rows)

    def corner(self, number: int) -> tuple[float, float]:
        """Where a card stands, counted from 0 along the rows."""
        row, column = divmod(number, self.columns)
        return self.left + column * self.wide, self.top + row * self.high

    def mark(self, page: Drawing, long: float, away: float) -> None:
        """Short lines outside of the cards, at every edge to cut along."""
        right, bottom = self.left + self.columns * self.wide, self.top + self.rows * self.high
        for column in range(self.columns + 1):
            x = self.left + column * self.wide
            page.line((x, self.top - away - long), (x, self.top - away), 0.4)
            page.line((x, bottom + away), (x, bottom + away + long), 0.4)
        for row in range(self.rows + 1):
            y = self.top + row * self.high
            page.line((self.left - away - long, y), (self.left - away, y), 0.4)
            page.line((right + away, y), (right + away + long, y), 0.4)
