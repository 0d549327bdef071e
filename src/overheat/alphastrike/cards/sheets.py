"""Cards on pages: eight to a page, edge to edge, with marks where to cut."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.alphastrike.card import Card
from overheat.alphastrike.cards.face import HIGH, WIDE, CardFace, draw_face
from overheat.drawing.paper import Grid, Paper, Size, size_of
from overheat.drawing.pdf import sheet_pdf
from overheat.drawing.surface import DARK, WHITE, Drawing, picture

COLUMNS, ROWS = 2, 4
MARK, AWAY = 12.0, 3.0
"""How long a mark for cutting is, and how far from the cards it stands."""


def card_pdf(cards: Sequence[Card], paper: Paper = "a4", heading: str = "") -> bytes:
    """Cards on pages as a PDF, each page under a heading."""
    return sheet_pdf(card_pages(cards, paper, heading), paper)


def card_pages(cards: Sequence[Card], paper: Paper = "a4", heading: str = "") -> list[str]:
    """The pages that hold the cards, each a picture as SVG."""
    size = size_of(paper, "card.paper")
    each = COLUMNS * ROWS
    chunks = [cards[at : at + each] for at in range(0, len(cards), each)]
    return [_page(chunk, size, heading, at + 1, len(chunks)) for at, chunk in enumerate(chunks)]


def _page(cards: Sequence[Card], size: Size, heading: str, number: int, pages: int) -> str:
    grid = Grid.centred(size, WIDE, HIGH, COLUMNS, ROWS)
    above = grid.top - MARK - AWAY - 3
    page = Drawing(heading, size.box)
    page.rect(page.box, 0, WHITE)
    if heading:
        page.text(grid.left, above, heading, 10, bold=True, room=COLUMNS * WIDE - 60)
    if pages > 1:
        page.text(size.width - grid.left, above, f"{number} / {pages}", 8, anchor="end", fill=DARK)
    grid.mark(page, MARK, AWAY)
    for at, card in enumerate(cards):
        face = CardFace(card.name)
        draw_face(face, card)
        page.place(face, grid.corner(at))
    return picture(page, page.box, size.stated)
