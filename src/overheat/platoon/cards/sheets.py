"""Cards laid out on pages for cutting, eight to a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.platoon.cards.face import HIGH, WIDE, draw_face
from overheat.platoon.cards.pen import DARK, Pen, picture
from overheat.platoon.roster import Platoon, Priced

Paper = Literal["a4", "letter"]
COLUMNS, ROWS = 2, 4
MARK, AWAY = 8.0, 3.0
"""How long the marks to cut along are, and how far from the cards."""


class Size(NamedTuple):
    """A paper: how an SVG file states it, and in points."""

    stated: tuple[str, str]
    width: float
    height: float


PAPERS: dict[Paper, Size] = {
    "a4": Size(("210mm", "297mm"), 595.28, 841.89),
    "letter": Size(("8.5in", "11in"), 612.0, 792.0),
}


def card_pages(platoon: Platoon, rules: Ruleset, paper: Paper = "a4") -> list[str]:
    """All cards of a platoon, as many pages of SVG as they need."""
    if paper not in PAPERS:
        raise refuse("card.paper", f"{paper!r} is no paper; there are {', '.join(PAPERS)}", paper=paper)
    heading = f"{platoon.name}: {platoon.points} of {platoon.limit} points, {len(platoon.units)} order dice"
    many = COLUMNS * ROWS
    pages = [platoon.units[start : start + many] for start in range(0, len(platoon.units), many)]
    return [
        _page(units, rules, PAPERS[paper], f"{heading}, page {number} of {len(pages)}")
        for number, units in enumerate(pages, start=1)
    ]


def _page(units: Sequence[Priced], rules: Ruleset, size: Size, heading: str) -> str:
    page = Pen()
    left, top = (size.width - COLUMNS * WIDE) / 2, (size.height - ROWS * HIGH) / 2
    page.text((left, top - 16), heading, 8, fill=DARK, room=COLUMNS * WIDE)
    _marks(page, left, top)
    for number, unit in enumerate(units):
        row, column = divmod(number, COLUMNS)
        page.elements.append(f'<g transform="translate({left + column * WIDE:.2f} {top + row * HIGH:.2f})">')
        draw_face(page, unit, rules)
        page.elements.append("</g>")
    return picture(page.elements, heading, size.width, size.height, size.stated)


def _marks(page: Pen, left: float, top: float) -> None:
    """Short lines outside of the cards, at every edge to cut along."""
    right, bottom = left + COLUMNS * WIDE, top + ROWS * HIGH
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        page.line((x, top - AWAY - MARK), (x, top - AWAY), 0.4)
        page.line((x, bottom + AWAY), (x, bottom + AWAY + MARK), 0.4)
    for row in range(ROWS + 1):
        y = top + row * HIGH
        page.line((left - AWAY - MARK, y), (left - AWAY, y), 0.4)
        page.line((right + AWAY, y), (right + AWAY + MARK, y), 0.4)
