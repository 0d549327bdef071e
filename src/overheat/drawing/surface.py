"""A surface to draw on: lines, rectangles, circles, straight-sided paths and text, each an element of SVG.

Every program that reads SVG draws these alike, and so does the one that turns pages into PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from overheat.drawing.lettering import fit, width

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

BLACK, DARK, GREY, PALE, WHITE = "#000", "#444", "#999", "#e4e4e4", "#fff"
PANEL = "#f1f1ee"
"""The ground of a panel on a card."""
FACE = "Helvetica, Arial, Liberation Sans, sans-serif"
FILLED = 0.86
"""Text that takes more than this share of its room has its length stated."""


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

    def at(self, across: float, down: float) -> Point:
        """A point by its shares of the width and of the height."""
        return self.x + across * self.width, self.y + down * self.height

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def rows(self, *heights: float, gap: float = 6) -> list[Box]:
        """The box cut from top to bottom: heights in points; zeros share what is left."""
        return [Box(self.x, at, self.width, long) for at, long in _cut(self.y, self.height, heights, gap)]

    def columns(self, *widths: float, gap: float = 6) -> list[Box]:
        """The box cut from left to right, like `rows`."""
        return [Box(at, self.y, long, self.height) for at, long in _cut(self.x, self.width, widths, gap)]


def _cut(start: float, whole: float, parts: Sequence[float], gap: float) -> Iterator[tuple[float, float]]:
    free = whole - sum(parts) - gap * (len(parts) - 1)
    share = free / max(1, sum(part == 0 for part in parts))
    for part in parts:
        long = part or share
        yield start, long
        start += long + gap


class Drawing:
    """Simple shapes and words on a plane, kept in the order they are drawn."""

    def __init__(self, title: str, box: Box) -> None:
        self.title = title
        self.box = box
        self.elements: list[str] = []

    @contextmanager
    def group(self, **marks: str) -> Iterator[None]:
        """What is drawn inside belongs together; marks are kept as attributes `data-...`."""
        stated = "".join(f" data-{name}={quoteattr(clean(value))}" for name, value in marks.items())
        self.elements.append(f"<g{stated}>")
        yield
        self.elements.append("</g>")

    def place(self, other: Drawing, corner: Point) -> None:
        """All of another drawing, its upper left corner at a point."""
        self.elements.append(f'<g transform="translate({corner[0]:.2f} {corner[1]:.2f})">')
        self.elements += [*other.elements, "</g>"]

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 7,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        fill: str = BLACK,
        room: float | None = None,
        least: float = 5.0,
    ) -> None:
        """Words on a line; with a room given they are made to fit into it."""
        long = ""
        if room is not None:
            words, size = fit(words, room, size, least=least, bold=bold)
            wide = width(words, size, bold)
            if wide > FILLED * room:
                long = f' textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs"'
        weight = ' font-weight="bold"' if bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        colour = "" if fill == BLACK else f' fill="{fill}"'
        self.elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"{weight}{place}{colour}{long}>{clean(words)}</text>'
        )

    def line(self, start: Point, end: Point, thick: float = 0.5, colour: str = BLACK) -> None:
        """A straight line from point to point."""
        self.elements.append(
            f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
            f' stroke="{colour}" stroke-width="{thick:g}"/>'
        )

    def rect(self, box: Box, thick: float = 0.6, fill: str = "none", colour: str = BLACK, corner: float = 0) -> None:
        """A rectangle, its corners rounded where asked; without thickness it has no rim."""
        stroke = f' stroke="{colour}" stroke-width="{thick:g}"' if thick else ""
        bend = f' rx="{corner:g}" ry="{corner:g}"' if corner else ""
        self.elements.append(
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"{bend}'
            f' fill="{fill}"{stroke}/>'
        )

    def circle(self, middle: Point, radius: float, thick: float = 0.6, fill: str = WHITE) -> None:
        """A circle: a pip, or a box to mark."""
        self.elements.append(
            f'<circle cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="{radius:.2f}" fill="{fill}" stroke="{BLACK}"'
            f' stroke-width="{thick:g}"/>'
        )

    def polygon(
        self, points: Sequence[Point], thick: float = 0.9, fill: str = "none", colour: str = BLACK, closed: bool = True
    ) -> None:
        """A shape with straight sides."""
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")
        self.elements.append(
            f'<path d="{path}" fill="{fill}" stroke="{colour}" stroke-width="{thick:g}" stroke-linejoin="round"/>'
        )


def picture(drawing: Drawing, box: Box, stated: tuple[str, str], *, ground: bool = False, transform: str = "") -> str:
    """What was drawn as one SVG picture of a stated size; white below, and moved or scaled, where asked."""
    wide, high = box.width, box.height
    below = f'<rect x="0" y="0" width="{wide:g}" height="{high:g}" fill="{WHITE}"/>\n' if ground else ""
    moved = f' transform="{transform}"' if transform else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{stated[0]}" height="{stated[1]}"'
        f' viewBox="0 0 {wide:g} {high:g}">\n<title>{clean(drawing.title)}</title>\n{below}'
        f'<g{moved} font-family="{FACE}" fill="{BLACK}" stroke="none">\n'
        + "\n".join(drawing.elements)
        + "\n</g>\n</svg>\n"
    )


def clean(words: str) -> str:
    """Words as XML can hold them."""
    return escape("".join(sign for sign in words if sign.isprintable()))
