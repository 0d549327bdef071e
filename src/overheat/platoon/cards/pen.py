"""What cards are drawn with: lines, boxes, discs, straight-sided shapes and words, each an element of SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
BLACK, DARK, GREY, PALE, WHITE = "#000", "#444", "#999", "#f1f1ee", "#fff"
FACE = "Helvetica, Arial, Liberation Sans, sans-serif"
ELLIPSIS = "…"

WIDTHS = {0.24: "ijl'|", 0.28: " .,:;!/I[]ft", 0.34: '()-r"', 0.5: "cksvxyzJ", 0.78: "GOQw", 0.84: "mM%", 0.94: "W"}
"""How wide letters are in a common sans-serif face, as a share of their size."""
CAPITAL, LETTER, BOLD = 0.69, 0.556, 1.05
SMALLEST = 0.5
"""How small words become before they are cut off, as a share of their size."""
_WIDTH = {letter: wide for wide, letters in WIDTHS.items() for letter in letters}


class Box(NamedTuple):
    """A rectangle, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def at(self, across: float, down: float) -> Point:
        """A point by its shares of the width and of the height."""
        return self.x + across * self.width, self.y + down * self.height


class Pen:
    """Elements of a picture in the order they are drawn."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    @contextmanager
    def group(self, **marks: str) -> Iterator[None]:
        """What is drawn inside belongs together; marks are kept as attributes `data-...`."""
        stated = "".join(f" data-{name}={quoteattr(clean(value))}" for name, value in marks.items())
        self.elements.append(f"<g{stated}>")
        yield
        self.elements.append("</g>")

    def line(self, start: Point, end: Point, thick: float = 0.5, colour: str = BLACK) -> None:
        self.elements.append(
            f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
            f' stroke="{colour}" stroke-width="{thick:g}"/>'
        )

    def rect(self, box: Box, thick: float = 0.6, fill: str = "none", corner: float = 0) -> None:
        """A rectangle, its corners rounded where asked; without thickness it has no rim."""
        rim = f' stroke="{BLACK}" stroke-width="{thick:g}"' if thick else ""
        bend = f' rx="{corner:g}" ry="{corner:g}"' if corner else ""
        self.elements.append(
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"{bend}'
            f' fill="{fill}"{rim}/>'
        )

    def disc(self, middle: Point, radius: float, thick: float = 0.6, fill: str = WHITE) -> None:
        self.elements.append(
            f'<circle cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="{radius:.2f}" fill="{fill}" stroke="{BLACK}"'
            f' stroke-width="{thick:g}"/>'
        )

    def shape(self, points: Sequence[Point], thick: float = 1, fill: str = "none", closed: bool = True) -> None:
        """Straight strokes from point to point."""
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")
        self.elements.append(
            f'<path d="{path}" fill="{fill}" stroke="{BLACK}" stroke-width="{thick:g}" stroke-linejoin="round"/>'
        )

    def text(
        self,
        at: Point,
        words: str,
        size: float = 7,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        fill: str = BLACK,
        room: float | None = None,
    ) -> None:
        """Words on a line; with a room given they are made to fit into it, first smaller, then shorter."""
        long = ""
        if room is not None:
            words, size = fitted(words, room, size, bold)
            if width(words, size, bold) > 0.85 * room:
                long = f' textLength="{width(words, size, bold):.1f}" lengthAdjust="spacingAndGlyphs"'
        weight = ' font-weight="bold"' if bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        colour = "" if fill == BLACK else f' fill="{fill}"'
        self.elements.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}"{weight}{place}{colour}{long}>'
            f"{clean(words)}</text>"
        )


def width(words: str, size: float, bold: bool = False) -> float:
    """About how wide words are at a size."""
    wide = sum(_WIDTH.get(letter, CAPITAL if letter.isupper() else LETTER) for letter in words)
    return wide * size * (BOLD if bold else 1)


def fitted(words: str, room: float, size: float, bold: bool = False) -> tuple[str, float]:
    """Words that fit a room: down to the smallest share of their size, then cut off with an ellipsis."""
    wide = width(words, size, bold)
    if wide <= room:
        return words, size
    least = round(SMALLEST * size, 2)
    if wide * least / size <= room:
        return words, round(size * room / wide - 0.005, 2)
    while words and width(words + ELLIPSIS, least, bold) > room:
        words = words[:-1].rstrip()
    return words + ELLIPSIS, least


def wrap(words: str, room: float, size: float) -> list[str]:
    """Words broken into lines at spaces."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line for line in lines if line]


def clean(words: str) -> str:
    """Words as XML can hold them."""
    return escape("".join(letter for letter in words if letter.isprintable()))


def picture(elements: Sequence[str], title: str, wide: float, high: float, size: tuple[str, str]) -> str:
    """Elements as one SVG picture, white below."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"'
        f' viewBox="0 0 {wide:g} {high:g}">\n<title>{clean(title)}</title>\n'
        f'<rect x="0" y="0" width="{wide:g}" height="{high:g}" fill="{WHITE}"/>\n'
        f'<g font-family="{FACE}" fill="{BLACK}" stroke="none">\n' + "\n".join(elements) + "\n</g>\n</svg>\n"
    )
