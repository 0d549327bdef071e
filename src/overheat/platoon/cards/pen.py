"""What cards are drawn with: a surface whose words become half as large before they are cut off."""

from __future__ import annotations

from overheat.drawing.surface import BLACK, Anchor, Drawing, Point

SMALLEST = 0.5
"""How small words become before they are cut off, as a share of their size."""


class Pen(Drawing):
    """A card, or a part of one."""

    def write(
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
        least = round(SMALLEST * size, 2)
        self.text(*at, words, size, bold=bold, anchor=anchor, fill=fill, room=room, least=least)
