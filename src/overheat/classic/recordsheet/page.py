"""A page to draw a record sheet on: one picture of the size of a sheet of paper, in points, black on white."""

from __future__ import annotations

from overheat.drawing.paper import Paper, size_of
from overheat.drawing.surface import BLACK, WHITE, Box, Drawing, picture
from overheat.kernel.rules.rule import Ruleset

MARGIN = 20.0
"""What printers leave white, in points."""
WIDTH = 560.0
"""How wide every sheet is laid out; its height follows from the shape of the paper."""


class Page(Drawing):
    """The elements of one page of paper, and the rules that its figures go by."""

    def __init__(self, title: str, paper: Paper, rules: Ruleset) -> None:
        self.rules = rules
        self.paper = size_of(paper)
        self.scale = (self.paper.width - 2 * MARGIN) / WIDTH
        super().__init__(title, Box(0, 0, WIDTH, (self.paper.height - 2 * MARGIN) / self.scale))

    def panel(self, box: Box, heading: str) -> Box:
        """A framed part of the page with its heading; what comes back is the room inside."""
        self.rect(box, 0.8, corner=3)
        bar = Box(box.x, box.y, box.width, 11)
        self.rect(bar, 0.8, BLACK, corner=3)
        self.rect(Box(box.x, box.y + 6, box.width, 5), 0.8, BLACK)
        self.text(box.x + 5, box.y + 8.2, heading, 7.4, bold=True, fill=WHITE, room=box.width - 10)
        return Box(box.x + 4, box.y + 14, box.width - 8, box.height - 17)

    def finish(self) -> str:
        """The whole picture, within the margins of its paper."""
        moved = f"translate({MARGIN:g} {MARGIN:g}) scale({self.scale:.5f})"
        return picture(self, self.paper.box, self.paper.stated, ground=True, transform=moved)
