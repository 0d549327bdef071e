"""Pages drawn onto a PDF canvas: everything lands where the page has it."""

from typing import Any

import pytest

from overheat.classic.recordsheet.page import Page
from overheat.classic.rulesets import standard
from overheat.drawing.surface import Box
from overheat.drawing.tracing import Place, plain_letters, trace
from overheat.kernel.refusal import RefusedError

canvases = pytest.importorskip("reportlab.pdfgen.canvas")


class Watched:
    """A canvas that remembers what it was asked to draw."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        self.canvas = canvases.Canvas("nowhere.pdf")

    def __getattr__(self, name: str) -> Any:
        def told(*arguments: Any, **words: Any) -> Any:
            self.asked.append((name, arguments))
            return getattr(self.canvas, name)(*arguments, **words)

        return told

    def only(self, name: str) -> tuple[Any, ...]:
        (found,) = [arguments for asked, arguments in self.asked if asked == name]
        return found


def drawn(shape: str, high: float = 100) -> Any:
    canvas: Any = Watched()
    trace(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shape}</svg>', canvas, 100, high)
    return canvas


def test_what_is_at_the_top_of_the_page_is_at_the_top_of_the_sheet() -> None:
    assert drawn('<circle cx="10" cy="20" r="3"/>').only("circle") == (10, 80, 3)
    assert drawn('<rect x="10" y="20" width="30" height="5"/>').only("rect") == (10, 75, 30, 5)
    assert drawn('<rect x="10" y="20" width="30" height="5" rx="2"/>').only("roundRect") == (10, 75, 30, 5, 2)
    assert drawn('<line x1="1" y1="2" x2="3" y2="4" stroke="#000"/>').only("line") == (1, 98, 3, 96)


def test_groups_move_and_scale_what_is_in_them() -> None:
    inner = (
        '<g transform="translate(10 20) scale(2)"><g transform="translate(1 1)"><circle cx="1" cy="1" r="3"/></g></g>'
    )
    assert drawn(inner).only("circle") == (14, 76, 6)
    assert Place(10, 20, 2).inside("") == Place(10, 20, 2)


def test_a_page_of_another_shape_is_made_to_fit() -> None:
    assert drawn('<circle cx="10" cy="20" r="4"/>', high=50).only("circle") == (5, 40, 2)


def test_colours_and_lines_are_those_of_the_page() -> None:
    canvas = drawn('<circle cx="1" cy="1" r="3" fill="#f00" stroke="#0000ff" stroke-width="1.5"/>')
    assert canvas.only("setFillColorRGB") == (1, 0, 0)
    assert canvas.only("setLineWidth") == (1.5,)


def test_words_are_placed_by_their_anchor() -> None:
    wide = Watched().stringWidth("Atlas", "Helvetica", 10)
    for anchor, x in (("start", 50.0), ("middle", 50 - wide / 2), ("end", 50 - wide)):
        canvas = drawn(f'<text x="50" y="30" font-size="10" text-anchor="{anchor}">Atlas</text>')
        (written,) = canvas.only("drawText")
        assert written.getStartOfLine() == pytest.approx((x, 70))


def test_every_page_of_ours_can_be_traced() -> None:
    page = Page("a page", "a4", standard())
    page.panel(Box(0, 0, 50, 50), "Heading")
    page.polygon([(0, 0), (5, 5), (0, 9)])
    page.text(3, 3, "Ångström", room=10)
    canvas: Any = Watched()
    trace(page.finish(), canvas, 595.28, 841.89)
    assert {name for name, _ in canvas.asked} >= {"rect", "roundRect", "drawPath", "drawText"}


def test_what_no_page_of_ours_has_is_refused() -> None:
    with pytest.raises(RefusedError, match="no <image>"):
        drawn('<image href="x"/>')
    canvas: Any = Watched()
    for page in ("", "words", "<svg/>"):
        with pytest.raises(RefusedError, match="no SVG"):
            trace(page, canvas, 100, 100)


def test_letters_that_a_pdf_lacks_become_those_they_are_made_from() -> None:
    assert plain_letters("Şoarece Gürteltier") == "Soarece Gürteltier"
    assert plain_letters("漢") == "?"
