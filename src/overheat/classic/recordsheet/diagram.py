"""Diagrams of pips: outlines filled with as many small circles as a location has points."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.recordsheet.figures import Figure, Outline
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.pips import SHARE, WIDEST, best_pitch, holds, place
from overheat.drawing.surface import PALE, WHITE, Box

LARGE = 150.0
"""From this width on a figure has labels of full size."""
SPREAD = 1.3
"""How much wider apart pips may stand in one outline than in the closest one of the same figure."""


def draw_figure(
    page: Page,
    box: Box,
    figure: Figure,
    points: Mapping[str, int],
    what: str,
    names: Mapping[str, str],
    widest: float = WIDEST,
) -> float:
    """A figure in a box: each location with its outline, its label and its pips. Locations without an outline are
    not drawn, outlines without a location neither. What comes back is the distance from pip to pip."""
    put = figure.put(box)
    shown = {code: outline for code, outline in put.outlines.items() if code in points}
    pitches = {code: best_pitch(outline.points, points[code]) for code, outline in shown.items() if points[code]}
    closest = min((widest, *pitches.values()))
    size = 6 if put.width >= LARGE else 5.3
    for code, outline in shown.items():
        label = f"{names.get(code, code)} ({points[code]})"
        draw_location(page, outline, code, points[code], what, label, closest, size)
    return closest


def draw_location(
    page: Page, outline: Outline, code: str, count: int, what: str, label: str, closest: float, size: float = 6
) -> None:
    """One location with its pips; the closest pitch of the figure makes all pips the same size."""
    with page.group(location=code, what=what):
        page.polygon(outline.points, 0.9, WHITE if count else PALE)
        page.text(*outline.label, label, size, bold=True, anchor=outline.anchor)
        if not holds(outline.points, count):
            middle = sum(x for x, _ in outline.points) / len(outline.points)
            low, high = min(y for _, y in outline.points), max(y for _, y in outline.points)
            page.text(middle, (low + high) / 2, str(count), 10, bold=True, anchor="middle")
            return
        for spot in place(outline.points, count, closest * SPREAD):
            page.circle(spot, closest * SHARE, 0.55)


def pip_row(
    page: Page, x: float, y: float, count: int, *, pitch: float = 7, per_row: int = 10, radius: float = 2.5
) -> None:
    """Pips in rows from the left, a small gap after every five."""
    for number in range(count):
        down, along = divmod(number, per_row)
        page.circle((x + along * pitch + (along // 5) * pitch * 0.35, y + down * pitch), radius)
