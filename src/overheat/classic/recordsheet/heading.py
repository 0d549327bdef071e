"""The heading of a sheet: what the unit is, in a large line and a small one; and how it moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overheat.classic.recordsheet.page import Page
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.lettering import joined, width
from overheat.drawing.surface import DARK, Box

LEVELS = {"1": "Introductory", "2": "Standard", "3": "Advanced", "4": "Experimental", "5": "Unofficial"}
"""Levels of the rules by the numbers that files use."""
HEIGHT = 36.0
MOTIVES = {"vtol": "VTOL", "wige": "WiGE", "lam": "LAM", "umu": "UMU", "quadvee": "QuadVee"}
"""How some units move, as it is written; others are plain words."""


class Worth(NamedTuple):
    """What a unit is worth, as far as it is known: its battle value, and its price in C-bills."""

    bv: int | None = None
    cost: int | None = None


def motive_word(sheet: Sheet) -> str:
    return MOTIVES.get(sheet.motive, sheet.motive)


def technology(sheet: Sheet) -> str:
    base = "Clan" if sheet.clan else "Inner Sphere"
    return f"Mixed ({base} base)" if sheet.mixed else base


def facts(sheet: Sheet) -> str:
    """What is told of a unit in a line below its name."""
    omni = "omni " if sheet.omni else ""
    level = LEVELS.get(sheet.level.strip(), sheet.level)
    return joined(
        (
            f"{sheet.tons:g} tons" if sheet.tons >= 1 else f"{sheet.tons * 1000:.0f} kg" if sheet.tons else "",
            f"{omni}{motive_word(sheet)} {sheet.kind}",
            technology(sheet),
            f"{level} rules" if level else "",
            str(sheet.year) if sheet.year else "",
            sheet.role,
            sheet.source,
        )
    )


def draw_heading(page: Page, box: Box, sheet: Sheet, worth: Worth) -> None:
    """The heading across the page, with battle value and price at its right."""
    right = box.right
    for word, value in (("Battle value", worth.bv), ("C-bills", worth.cost)):
        if value is not None:
            badge = Box(right - 62, box.y + 2, 62, 28)
            page.rect(badge, 1, corner=3)
            page.text(badge.x + 31, badge.y + 9, word, 6.4, anchor="middle")
            page.text(badge.x + 31, badge.y + 23, f"{value:,}", 13, bold=True, anchor="middle", room=56)
            right = badge.x - 6
    name = sheet.name + (f" ({sheet.clan_name})" if sheet.clan_name else "")
    page.text(box.x, box.y + 17, name, 19, bold=True, room=right - box.x, least=9)
    page.text(box.x, box.y + 28, facts(sheet), 8, fill=DARK, room=right - box.x)
    page.line((box.x, box.bottom - 3), (box.right, box.bottom - 3), 1.4)


def draw_numbers(page: Page, box: Box, title: str, numbers: Sequence[tuple[str, str]]) -> Box:
    """A panel with a few large numbers, each with its word below; what comes back is the room under them."""
    inside = page.panel(box, title)
    share = inside.width / max(1, len(numbers))
    for at, (word, value) in enumerate(numbers):
        middle = inside.x + share * (at + 0.5)
        size = min(17.0, 17.0 * (share - 3) / max(1.0, width(value, 17, True)))
        page.text(middle, inside.y + 15, value, size, bold=True, anchor="middle")
        page.text(middle, inside.y + 23, word, 6.4, anchor="middle", room=share)
    return Box(inside.x, inside.y + 26, inside.width, inside.height - 26)
