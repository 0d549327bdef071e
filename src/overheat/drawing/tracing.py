"""A page of ours onto a PDF canvas: the few shapes that pages are drawn with, each as one stroke of the canvas.

Pages measure from the top and a canvas from the bottom. Letters that the faces of a PDF lack are drawn as those they
are made from.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from overheat.kernel.refusal import refuse

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Element = ElementTree.Element
NAMESPACE = "{http://www.w3.org/2000/svg}"
ROUND = 1
"""How lines are joined."""
SLIGHT = 0.01
"""A stated length of text that differs by less than this share from its own is left alone."""

_MOVED = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
_SCALED = re.compile(r"scale\(([\d.]+)\)")


class Place(NamedTuple):
    """Where a group stands on the page, and how large it is drawn."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def inside(self, transform: str) -> Place:
        """The place of a group within this one."""
        moved, scaled = _MOVED.search(transform), _SCALED.search(transform)
        x, y = (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)
        by = float(scaled[1]) if scaled else 1.0
        return Place(self.x + x * self.scale, self.y + y * self.scale, self.scale * by)


class Tracer:
    """Draws the elements of one page."""

    def __init__(self, canvas: Canvas, high: float) -> None:
        self.canvas = canvas
        self.high = high
        self.drawers: dict[str, Callable[[Element, Place], None]] = {
            "rect": self.rect,
            "circle": self.circle,
            "line": self.line,
            "path": self.path,
            "text": self.text,
        }
        canvas.setLineJoin(ROUND)

    def draw(self, group: Element, place: Place) -> None:
        """Everything in a group, in order."""
        for element in group:
            name = element.tag.removeprefix(NAMESPACE)
            if name == "g":
                self.draw(element, place.inside(element.get("transform", "")))
            elif name in self.drawers:
                self.drawers[name](element, place)
            elif name != "title":
                raise refuse("sheet.page", f"a page has no <{name[:40]}>", element=name[:40])

    def point(self, place: Place, x: str | float, y: str | float) -> tuple[float, float]:
        """A point of the page on the canvas."""
        return place.x + float(x) * place.scale, self.high - place.y - float(y) * place.scale

    def colours(self, element: Element, place: Place) -> tuple[int, int]:
        """Take up the colours of a shape; whether it has a rim, and whether it is filled."""
        stroke, fill = element.get("stroke", "none"), element.get("fill", "#000")
        if stroke != "none":
            self.canvas.setStrokeColorRGB(*_rgb(stroke))
            self.canvas.setLineWidth(float(element.get("stroke-width", "1")) * place.scale)
        if fill != "none":
            self.canvas.setFillColorRGB(*_rgb(fill))
        return int(stroke != "none"), int(fill != "none")

    def rect(self, element: Element, place: Place) -> None:
        stroke, fill = self.colours(element, place)
        wide, high = (float(element.get(side, "0")) * place.scale for side in ("width", "height"))
        x, y = self.point(place, element.get("x", "0"), element.get("y", "0"))
        corner = float(element.get("rx", "0")) * place.scale
        if corner:
            self.canvas.roundRect(x, y - high, wide, high, corner, stroke=stroke, fill=fill)
        else:
            self.canvas.rect(x, y - high, wide, high, stroke=stroke, fill=fill)

    def circle(self, element: Element, place: Place) -> None:
        stroke, fill = self.colours(element, place)
        x, y = self.point(place, element.get("cx", "0"), element.get("cy", "0"))
        self.canvas.circle(x, y, float(element.get("r", "0")) * place.scale, stroke=stroke, fill=fill)

    def line(self, element: Element, place: Place) -> None:
        self.colours(element, place)
        start = self.point(place, element.get("x1", "0"), element.get("y1", "0"))
        self.canvas.line(*start, *self.point(place, element.get("x2", "0"), element.get("y2", "0")))

    def path(self, element: Element, place: Place) -> None:
        stroke, fill = self.colours(element, place)
        drawn = element.get("d", "")
        outline = self.canvas.beginPath()
        for at, pair in enumerate(drawn.removeprefix("M").removesuffix("z").split("L")):
            x, y = self.point(place, *pair.split())
            (outline.lineTo if at else outline.moveTo)(x, y)
        if drawn.endswith("z"):
            outline.close()
        self.canvas.drawPath(outline, stroke=stroke, fill=fill)

    def text(self, element: Element, place: Place) -> None:
        """Words from, around or up to a point; stretched to their length where one is stated."""
        words = plain_letters(element.text or "")
        if not words:
            return
        face = "Helvetica-Bold" if element.get("font-weight") == "bold" else "Helvetica"
        size = float(element.get("font-size", "7")) * place.scale
        own = self.canvas.stringWidth(words, face, size)
        wide = float(element.get("textLength", "0")) * place.scale or own
        stretch = wide / own if own and abs(wide / own - 1) > SLIGHT else 1.0
        x, y = self.point(place, element.get("x", "0"), element.get("y", "0"))
        back = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
        self.canvas.setFillColorRGB(*_rgb(element.get("fill", "#000")))
        written = self.canvas.beginText(x - back * own * stretch, y)
        written.setFont(face, size)
        written.setHorizScale(100 * stretch)
        written.textOut(words)
        self.canvas.drawText(written)


def trace(svg: str, canvas: Canvas, wide: float, high: float) -> None:
    """Draw a page onto a canvas of some width and height."""
    try:
        page = ElementTree.fromstring(svg)
        _, _, own_wide, own_high = map(float, page.get("viewBox", "").split())
    except (ElementTree.ParseError, ValueError):
        raise refuse("sheet.page", "a page is no SVG picture") from None
    scale = min(wide / own_wide, high / own_high)
    Tracer(canvas, high).draw(page, Place(scale=scale))


def _rgb(colour: str) -> tuple[float, float, float]:
    """A colour as `#rgb` or `#rrggbb`."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def plain_letters(words: str) -> str:
    """The same words with every letter that the faces of a PDF lack replaced by the one it is made from."""
    if words.isascii():
        return words
    return "".join(letter if _has(letter) else _base(letter) for letter in words)


def _has(letter: str) -> bool:
    return letter.encode("cp1252", "ignore") != b""


SIGNS = {"−": "–", "″": '"', "′": "'", "≥": ">=", "≤": "<=", "→": "»"}
"""Signs that are made from no letter, and what stands for them on paper."""


def _base(letter: str) -> str:
    if letter in SIGNS:
        return SIGNS[letter]
    plain = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in plain if _has(part)) or "?"
