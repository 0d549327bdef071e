"""What a notebook shows: a picture, or an explained sum as a small table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally, number_to_read, signed

LEFT = ' style="text-align:left"'
"""Notebooks put cells to the right, where words do not line up."""


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing that a notebook shows and a file keeps."""

    svg: str

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file that ends in `.svg`, `.png` or `.pdf`."""
        target = Path(path)
        match target.suffix.lower():
            case ".svg":
                target.write_text(self.svg, encoding="utf-8")
            case ".png":
                from overheat.drawing.pixels import card_png

                target.write_bytes(card_png(self.svg))
            case ".pdf":
                from overheat.drawing.pdf import sheet_pdf

                target.write_bytes(sheet_pdf([self.svg]))
            case _:
                raise refuse("picture.suffix", f"{target.name}: a picture ends in .svg, .png or .pdf")

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


def as_table(rows: Iterable[tuple[object, ...]], head: tuple[str, ...]) -> str:
    """Rows as a table in HTML."""
    lines = (f"<tr>{''.join(f'<td{LEFT}>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th{LEFT}>{escape(name)}</th>' for name in head)}</tr>{''.join(lines)}</table>"


def sum_as_table(tally: Tally) -> str:
    """An explained sum as a table in HTML: value, what for, where it is written."""
    rows = [(signed(term.value, first=at == 0), term.label, str(term.cite)) for at, term in enumerate(tally.terms)]
    return as_table([*rows, (f"= {number_to_read(tally.total)}", "", "")], ("", "", "where it is written"))
