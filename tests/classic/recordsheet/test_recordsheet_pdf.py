"""Pages bound into a PDF."""

import re

import pytest

from overheat.classic.recordsheet import PAPERS, Paper, sheet_pdf
from overheat.classic.recordsheet.page import Page
from overheat.classic.rulesets import standard
from overheat.kernel.refusal import RefusedError

pytest.importorskip("reportlab")


def small(words: str, paper: Paper = "a4") -> str:
    page = Page(words, paper, standard())
    page.text(100, 100, words, 12, bold=True, anchor="middle")
    page.circle((50, 50), 3)
    return page.finish()


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_pages_are_all_there_in_the_size_of_the_paper(paper: Paper) -> None:
    data = sheet_pdf([small("one", paper), small("two", paper), small("three", paper)], paper)
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 3
    size = PAPERS[paper]
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", data)
    assert boxes
    for wide, high in boxes:
        assert abs(float(wide) - size.width) < 0.5
        assert abs(float(high) - size.height) < 0.5


def test_the_same_pages_give_the_same_bytes() -> None:
    assert sheet_pdf([small("one")], "a4") == sheet_pdf([small("one")], "a4")


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(RefusedError):
        sheet_pdf(["this is no picture"], "a4")
    with pytest.raises(RefusedError, match="no paper"):
        sheet_pdf([], "folio")  # type: ignore[arg-type]
