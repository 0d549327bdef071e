"""Cards laid out on pages for cutting, eight to a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.drawing.paper import Grid, Paper, Size, size_of
from overheat.drawing.surface import DARK, Box, picture
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.cards.face import HIGH, WIDE, draw_face
from overheat.platoon.cards.pen import Pen
from overheat.platoon.rosters.roster import Platoon, Priced

COLUMNS, ROWS = 2, 4
MARK, AWAY = 8.0, 3.0
"""How long the marks to cut along are, and how far from the cards."""


def card_pages(platoon: Platoon, rules: Ruleset, paper: Paper = "a4") -> list[str]:
    """All cards of a platoon, as many pages of SVG as they need."""
    size = size_of(paper, "card.paper")
    heading = f"{platoon.name}: {platoon.points} of {platoon.limit} points, {len(platoon.units)} order dice"
    many = COLUMNS * ROWS
    pages = [platoon.units[start : start + many] for start in range(0, len(platoon.units), many)]
    return [
        _page(units, rules, size, f"{heading}, page {number} of {len(pages)}")
        for number, units in enumerate(pages, start=1)
    ]


def _page(units: Sequence[Priced], rules: Ruleset, size: Size, heading: str) -> str:
    grid = Grid.centred(size, WIDE, HIGH, COLUMNS, ROWS)
    page = Pen(heading, size.box)
    page.write((grid.left, grid.top - 16), heading, 8, fill=DARK, room=COLUMNS * WIDE)
    grid.mark(page, MARK, AWAY)
    for number, unit in enumerate(units):
        card = Pen(unit.sheet.name, Box(0, 0, WIDE, HIGH))
        draw_face(card, unit, rules)
        page.place(card, grid.corner(number))
    return picture(page, page.box, size.stated, ground=True)
