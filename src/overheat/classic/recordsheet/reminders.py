"""Short tables on a sheet that spare a player the rulebook: to hit, moving, where a hit lands, clusters."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from overheat.classic.recordsheet.page import Page
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.surface import DARK, PALE, Box


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table: rows of words, the first of each on the left; headings where there are any."""

    title: str
    cite: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()
    note: str = ""


@cache
def tables() -> dict[str, Table]:
    """The tables that come with the package."""
    text = files("overheat.classic.recordsheet").joinpath("reminders.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, Table])


def to_hit_table(sheet: Sheet) -> Table:
    """What is added to gunnery, in the words of the unit's kind: only machines walk and lie down."""
    whole = tables()["to_hit"]
    if sheet.kind in ("war machine", "industrial machine", "protomech"):
        return whole
    moved, *others, _ = whole.rows
    if sheet.kind in ("vehicle", "support vehicle"):
        moved = ("You cruised, flanked, jumped", "+1 +2 +3") if sheet.jump else ("You cruised, flanked", "+1 +2")
    return msgspec.structs.replace(whole, rows=(moved, *others))


def cluster_sizes(sheet: Sheet) -> list[int]:
    """The columns of the cluster table that a unit's weapons need."""
    sizes: set[int] = set()
    for mount in sheet.weapons:
        weapon = mount.weapon
        if weapon is None:
            continue
        if weapon.cluster > 1 and "streak" not in weapon.flags:
            sizes.add(weapon.cluster)
        if "lbx" in weapon.flags:
            sizes.add(weapon.rack)
        if "ultra" in weapon.flags:
            sizes.add(2)
        if "rotary" in weapon.flags:
            sizes.update(range(2, 7))
    return sorted(sizes)


def cluster_table(sizes: list[int]) -> Table | None:
    """The cluster table with only some columns; none when it has none of them."""
    whole = tables()["clusters"]
    kept = [0, *(at for at, head in enumerate(whole.columns) if head.isdigit() and int(head) in sizes)]
    if len(kept) == 1:
        return None

    def some(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row[at] for at in kept)

    return msgspec.structs.replace(whole, columns=some(whole.columns), rows=tuple(map(some, whole.rows)))


def draw_table(page: Page, box: Box, table: Table) -> None:
    """A table in a panel, its rows spread over the height."""
    inside = page.panel(box, table.title)
    count = len(table.rows) + bool(table.columns) + bool(table.note)
    high = min(12.0, inside.height / max(1, count))
    y = inside.y
    if table.columns:
        _row(page, Box(inside.x, y, inside.width, high), table.columns, pair=False, bold=True)
        y += high
    for at, row in enumerate(table.rows):
        strip = Box(inside.x, y, inside.width, high)
        if at % 2 == 0:
            page.rect(strip, 0, PALE)
        _row(page, strip, row, pair=not table.columns)
        y += high
    if table.note:
        page.text(inside.x, y + high * 0.8, table.note, 5.8, fill=DARK, room=inside.width, least=4.5)


def _row(page: Page, strip: Box, cells: tuple[str, ...], *, pair: bool, bold: bool = False) -> None:
    """A row: a pair of cells stands at the edges, others in columns of one width after a narrow first."""
    y, size = strip.y + strip.height * 0.5 + 2.2, min(max(6.5, strip.height * 0.66), strip.height * 0.86)
    if pair:
        page.text(strip.x + 1, y, cells[0], size, bold=bold, room=strip.width * 0.74)
        page.text(strip.right - 1, y, cells[1], size, bold=True, anchor="end", room=strip.width * 0.64)
        return
    first = 14.0
    share = (strip.width - first) / (len(cells) - 1)
    page.text(strip.x + 1, y, cells[0], size, bold=True, room=first)
    for at, cell in enumerate(cells[1:]):
        page.text(strip.x + first + share * (at + 0.5), y, cell, size, bold=bold, anchor="middle", room=share - 1)
