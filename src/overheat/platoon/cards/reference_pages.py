"""The quick reference on paper: two pages of three columns, as large as the words that they hold allow."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.drawing.lettering import width, wrap
from overheat.drawing.paper import Paper, Size, size_of
from overheat.drawing.surface import BLACK, DARK, GREY, PANEL, WHITE, Box, picture
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.cards.pen import Pen
from overheat.platoon.cards.reference import Section, reference

COLUMNS, PAGES = 3, 2
EDGE, GAP, HEAD = 24.0, 10.0, 16.0
LARGEST, SMALLEST, STEP = 8.0, 4.6, 0.1
LEAST = 0.8
"""How small the words of a cell become before they go on in a second line, as a share of their size."""


def reference_pages(rules: Ruleset, paper: Paper = "a4") -> list[str]:
    """The quick reference as two pages of SVG."""
    size = size_of(paper, "reference.paper")
    sections = reference(rules)
    letters = LARGEST
    columns = _columns(sections, size, letters)
    while len(columns) > COLUMNS * PAGES and letters > SMALLEST:
        letters = round(letters - STEP, 2)
        columns = _columns(sections, size, letters)
    pages = [columns[start : start + COLUMNS] for start in range(0, len(columns), COLUMNS)]
    layers = ", ".join(rules.layers[1:]) or "as printed"
    heading = f"H.E.A.T quick reference ({layers})"
    return [
        _page(page, size, letters, f"{heading}, page {number} of {len(pages)}")
        for number, page in enumerate(pages, start=1)
    ]


def _wide(size: Size) -> float:
    return (size.width - 2 * EDGE - GAP * (COLUMNS - 1)) / COLUMNS


def _columns(sections: Sequence[Section], size: Size, letters: float) -> list[list[Section]]:
    """Sections put into columns in their order; none is broken."""
    room = size.height - 2 * EDGE - HEAD
    columns: list[list[Section]] = [[]]
    used = 0.0
    for section in sections:
        high = _height(section, _wide(size), letters)
        if columns[-1] and used + high > room:
            columns.append([])
            used = 0.0
        columns[-1].append(section)
        used += high + letters * 0.7
    return columns


def _line(letters: float) -> float:
    return letters * 1.17


def _height(section: Section, wide: float, letters: float) -> float:
    notes = sum(len(wrap(note, wide - letters * 1.1, letters)) for note in section.notes)
    heads = _line(letters) if any(section.heads) else 0
    starts = _starts(section, wide, letters)
    rows = sum(_rows_high(row, starts, letters) for row in section.rows)
    return letters * 1.9 + heads + rows + notes * _line(letters)


def _broken(cell: str, room: float, letters: float, *, bold: bool) -> list[str]:
    """The lines of a cell: more than one where its words would be too small to read."""
    return [cell] if width(cell, letters, bold=bold) * LEAST <= room else wrap(cell, room, letters, bold)


def _rows_high(row: Sequence[str], starts: Sequence[float], letters: float) -> float:
    """How high a row of a table is."""
    lines = max(len(_broken(cell, _room(starts, at), letters, bold=at == 0)) for at, cell in enumerate(row))
    return (lines - 1) * letters + _line(letters) * 1.06


def _room(starts: Sequence[float], number: int) -> float:
    """How wide the words of a column may be."""
    return starts[number + 1] - starts[number] - 2


def _page(columns: Sequence[Sequence[Section]], size: Size, letters: float, heading: str) -> str:
    page = Pen(heading, size.box)
    page.write((EDGE, EDGE + 7), heading, 9, bold=True, room=size.width - 2 * EDGE)
    room = size.height - 2 * EDGE - HEAD
    for number, sections in enumerate(columns):
        used = sum(_height(section, _wide(size), letters) for section in sections)
        between = max(letters * 0.7, min(letters * 2, (room - used) / max(1, len(sections) - 1)))
        y = EDGE + HEAD
        for section in sections:
            high = _height(section, _wide(size), letters)
            _draw(page, Box(EDGE + number * (_wide(size) + GAP), y, _wide(size), high), section, letters)
            y += high + between
    return picture(page, page.box, size.stated, ground=True)


def _draw(page: Pen, box: Box, section: Section, letters: float) -> None:
    """A heading on a bar, the table with every other row shaded, and the sentences."""
    with page.group(section=section.title):
        bar = Box(box.x, box.y, box.width, letters * 1.5)
        page.rect(bar, 0, BLACK, corner=2)
        page.write(
            (box.x + 4, bar.bottom - letters * 0.4),
            section.title,
            letters * 1.05,
            bold=True,
            fill=WHITE,
            room=box.width - 8,
        )
        y = bar.bottom + letters * 0.2
        starts = _starts(section, box.width, letters)
        if any(section.heads):
            _cells(
                page,
                Box(box.x, y, box.width, _line(letters)),
                section.heads,
                starts,
                letters * 0.86,
                bold=True,
                fill=DARK,
            )
            y += _line(letters)
        for number, row in enumerate(section.rows):
            line = Box(box.x, y, box.width, _rows_high(row, starts, letters))
            if number % 2 == 0:
                page.rect(line, 0, PANEL)
            _cells(page, line, row, starts, letters)
            y = line.bottom
        y += letters * 0.2
        for note in section.notes:
            page.circle((box.x + 2.2, y + letters * 0.62), letters * 0.13, 0, GREY)
            for words in wrap(note, box.width - letters * 1.1, letters):
                page.write((box.x + letters * 0.8, y + letters * 0.88), words, letters, room=box.width - letters * 0.8)
                y += _line(letters)


def _starts(section: Section, wide: float, letters: float) -> list[float]:
    """Where the columns of a table begin: each as wide as its longest words, and what is left shared."""
    table = [row for row in (section.heads, *section.rows) if row]
    if not table:
        return []
    longest = [max(width(cell, letters, bold=True) for cell in column) + letters for column in zip(*table, strict=True)]
    share = _shares(longest, wide)
    return [sum(share[:number]) for number in range(len(share) + 1)]


def _shares(wanted: Sequence[float], room: float) -> list[float]:
    """Room for columns: what each wants and an even part of the rest; where it is short, the widest give way alike."""
    if sum(wanted) <= room:
        return [each + (room - sum(wanted)) / len(wanted) for each in wanted]
    most = room
    for number, each in enumerate(ordered := sorted(wanted)):
        most = (room - sum(ordered[:number])) / (len(ordered) - number)
        if each > most:
            break
    return [min(each, most) for each in wanted]


def _cells(
    page: Pen,
    box: Box,
    cells: Sequence[str],
    starts: Sequence[float],
    letters: float,
    *,
    bold: bool = False,
    fill: str = BLACK,
) -> None:
    for number, cell in enumerate(cells):
        heavy = bold or number == 0
        room = _room(starts, number)
        for at, words in enumerate([cell] if bold else _broken(cell, room, letters, bold=heavy)):
            down = box.y + _line(letters) * 0.8 + at * letters
            page.write((box.x + starts[number] + 3, down), words, letters, bold=heavy, fill=fill, room=room)
