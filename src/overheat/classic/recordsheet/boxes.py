"""Boxes for damage that is counted by name: a word, and a circle for each hit with what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overheat.classic.recordsheet.page import Page
from overheat.drawing.surface import PALE, Box


class Damage(NamedTuple):
    """Something that can be hit: its name, and what each hit after the other does."""

    name: str
    effects: tuple[str, ...]


def draw_record(page: Page, box: Box, title: str, rows: Sequence[str], turns: int, *, per_band: int = 10) -> None:
    """An empty record: a column for each turn, and a row for each thing to write down, in bands of some turns."""
    inside = page.panel(box, title)
    bands = -(-turns // per_band)
    high = inside.height / (bands * (len(rows) + 1))
    label = 44.0
    share = (inside.width - label) / per_band
    for band in range(bands):
        top = inside.y + band * high * (len(rows) + 1)
        page.text(inside.x, top + high * 0.5 + 2.2, "Turn", 6.2)
        for at, word in enumerate(rows):
            page.text(inside.x, top + (at + 1.5) * high + 2.2, word, 6.2, room=label - 2)
        for turn in range(min(per_band, turns - band * per_band)):
            left = inside.x + label + turn * share
            page.rect(Box(left, top, share, high), 0.5, PALE)
            page.text(left + share / 2, top + high * 0.5 + 2.2, str(band * per_band + turn + 1), 6.2, anchor="middle")
            for at in range(len(rows)):
                page.rect(Box(left, top + (at + 1) * high, share, high), 0.5)


def draw_damage(page: Page, box: Box, title: str, rows: Sequence[Damage], *, label: float = 62) -> None:
    """The boxes in a panel, one row for each thing that can be hit."""
    inside = page.panel(box, title)
    high = min(22.0, inside.height / max(1, len(rows)))
    most = max((len(row.effects) for row in rows), default=1)
    share = min(48.0, (inside.width - label) / most)
    for at, row in enumerate(rows):
        y = inside.y + at * high + high * 0.42
        page.text(inside.x, y + 2.4, row.name, 7, bold=True, room=label - 3)
        with page.group(hits=row.name):
            for hit, effect in enumerate(row.effects):
                middle = inside.x + label + share * (hit + 0.5)
                page.circle((middle, y - (2 if effect else 0)), 3.9, 0.8)
                page.text(middle, y + 7.2, effect, 5.8, anchor="middle", room=share - 1, least=4.5)
