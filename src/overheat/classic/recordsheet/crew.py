"""Whoever is inside: name, skills, and boxes for hits."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.recordsheet.page import Page
from overheat.drawing.surface import GREY, Box

CONSCIOUSNESS = ("3+", "5+", "7+", "10+", "11+", "dead")
"""What a pilot must roll to stay awake after each hit."""


class Crew(NamedTuple):
    """A pilot, a crew or a squad, as far as it is known; the rest is left to a pencil."""

    name: str = ""
    gunnery: int | None = None
    piloting: int | None = None


def draw_field(page: Page, box: Box, word: str, value: str = "") -> None:
    """A word, and a line to write on or what stands there already."""
    page.text(box.x, box.bottom - 2, word, 6.8)
    start = box.x + 6.8 * 0.56 * len(word) + 3
    page.line((start, box.bottom), (box.right, box.bottom), 0.5, GREY)
    if value:
        page.text((start + box.right) / 2, box.bottom - 2, value, 8, bold=True, anchor="middle", room=box.right - start)


def draw_skills(page: Page, box: Box, crew: Crew, second: str) -> None:
    """Name, gunnery, and the skill that goes with moving."""
    top, low = box.rows(10, 10, gap=4)
    draw_field(page, top, "Name", crew.name)
    left, right = low.columns(0, 0, gap=8)
    draw_field(page, left, "Gunnery", _skill(crew.gunnery))
    draw_field(page, right, second, _skill(crew.piloting))


def _skill(value: int | None) -> str:
    return "" if value is None else str(value)


def draw_pilot(page: Page, box: Box, crew: Crew) -> None:
    """The pilot of a machine or a fighter, with six hits and what to roll after each."""
    inside = page.panel(box, "Pilot")
    draw_skills(page, Box(inside.x, inside.y, inside.width, 24), crew, "Piloting")
    row = Box(inside.x, inside.bottom - 21, inside.width, 21)
    page.text(row.x, row.y + 8, "Hits taken", 6.4)
    page.text(row.x, row.y + 18.5, "Awake on", 6.4)
    share = (row.width - 38) / 6
    for hit, roll in enumerate(CONSCIOUSNESS):
        left = row.x + 38 + share * hit
        with page.group(crew=str(hit + 1)):
            page.rect(Box(left + 1, row.y, share - 2, 10.5), 0.7)
        page.text(left + share / 2, row.y + 8, str(hit + 1), 7, anchor="middle", fill=GREY)
        page.text(left + share / 2, row.y + 18.5, roll, 6.8, bold=True, anchor="middle")
