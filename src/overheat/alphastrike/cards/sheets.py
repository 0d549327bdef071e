"""Cards on pages: eight to a page, edge to edge, with marks where to cut."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.alphastrike.card import Card
from overheat.alphastrike.cards.face import HIGH, WIDE, CardFace, draw_face
from overheat.classic.recordsheet.page import BLACK, DARK, FACE, PAPERS, WHITE, Box, Drawing, Paper, clean
from overheat.classic.recordsheet.pdf import sheet_pdf
from overheat.kernel.refusal import refuse

COLUMNS, ROWS = 2, 4
MARK, AWAY = 12.0, 3.0
"""How long a mark for cutting is, and how far from the cards it stands."""


def card_pdf(cards: Sequence[Card], paper: Paper = "a4", heading: str = "") -> bytes:
    """Cards on pages as a PDF, each page under a heading."""
    return sheet_pdf(card_pages(cards, paper, heading), paper)


def card_pages(cards: Sequence[Card], paper: Paper = "a4", heading: str = "") -> list[str]:
    """The pages that hold the cards, each a picture as SVG."""
    if paper not in PAPERS:
        raise refuse("card.paper", f"{paper!r} is no paper; there are {', '.join(PAPERS)}", paper=paper)
    each = COLUMNS * ROWS
    chunks = [cards[at : at + each] for at in range(0, len(cards), each)]
    return [_page(chunk, paper, heading, at + 1, len(chunks)) for at, chunk in enumerate(chunks)]


def _page(cards: Sequence[Card], paper: Paper, heading: str, number: int, pages: int) -> str:
    size = PAPERS[paper]
    left, top = (size.width - COLUMNS * WIDE) / 2, (size.height - ROWS * HIGH) / 2
    page = Drawing(heading, Box(0, 0, size.width, size.height))
    page.rect(page.box, 0, WHITE)
    if heading:
        page.text(left, top - MARK - AWAY - 3, heading, 10, bold=True, room=COLUMNS * WIDE - 60)
    if pages > 1:
        page.text(size.width - left, top - MARK - AWAY - 3, f"{number} / {pages}", 8, anchor="end", fill=DARK)
    _marks(page, left, top)
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        face = CardFace(card.name)
        draw_face(face, card)
        page.elements.append(f'<g transform="translate({left + column * WIDE:.2f} {top + row * HIGH:.2f})">')
        page.elements += [*face.elements, "</g>"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.wide}" height="{size.high}"'
        f' viewBox="0 0 {size.width:g} {size.height:g}">\n<title>{clean(heading)}</title>\n'
        f'<g font-family="{FACE}" fill="{BLACK}" stroke="none">\n' + "\n".join(page.elements) + "\n</g>\n</svg>\n"
    )


def _marks(page: Drawing, left: float, top: float) -> None:
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
