"""The table of critical hits: every slot of every location, in order, with the numbers to roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overheat.classic.recordsheet.names import shorter
from overheat.classic.recordsheet.page import Page
from overheat.classic.unit.equipment import Ammunition, Tech
from overheat.classic.unit.sheet import Location, Sheet
from overheat.classic.unit.slot_line import understand
from overheat.drawing.surface import BLACK, DARK, GREY, PALE, Box

NAMES = {
    "HD": "Head",
    "CT": "Centre torso",
    "LT": "Left torso",
    "RT": "Right torso",
    "LA": "Left arm",
    "RA": "Right arm",
    "LL": "Left leg",
    "RL": "Right leg",
    "CL": "Centre leg",
    "FLL": "Left front leg",
    "FRL": "Right front leg",
    "RLL": "Left rear leg",
    "RRL": "Right rear leg",
}
"""The locations of machines in words."""
SMALL = frozenset({"HD", "LL", "RL", "CL", "FLL", "FRL", "RLL", "RRL"})
"""Locations with six slots; others have twelve."""
EMPTY = "Roll again"

_COLUMNS = (("LA", "FLL", "LT", "LL", "RLL"), ("HD", "CT", "CL"), ("RA", "FRL", "RT", "RL", "RRL"))
"""Which locations stand in which column, from top to bottom."""
_PLAIN = {
    "fusion engine": "Engine",
    "upper arm actuator": "Upper arm",
    "lower arm actuator": "Lower arm",
    "hand actuator": "Hand",
    "upper leg actuator": "Upper leg",
    "lower leg actuator": "Lower leg",
    "foot actuator": "Foot",
    "life support": "Life support",
}
_MARKS = ("(omnipod)", "(armored)", "(r)", "(t)")
TITLE, HALF_GAP, LEAD = 9.0, 2.5, 4.0


class Slot(NamedTuple):
    """A slot: what it holds in words, and which neighbouring slots are the same item."""

    name: str
    item: int
    """Counts the items of a location; slots of one item share the number."""


def slot_name(line: str, tech: Tech) -> str:
    """What a slot holds, in words short enough for a table."""
    if not line:
        return EMPTY
    names = [_part_name(part, tech) for part in line.split("|")]
    if len(names) > 1 and len(set(names)) == 1:
        return f"{len(names)} × {names[0]}"
    return " + ".join(names)


def _part_name(line: str, tech: Tech) -> str:
    part = understand(line, tech)
    if part.equipment is None:
        bare = line
        for mark in _MARKS:
            at = bare.lower().find(mark)
            bare = bare if at < 0 else bare[:at] + bare[at + len(mark) :]
        name = _PLAIN.get(bare.strip().lower(), bare.strip())
    elif isinstance(part.equipment, Ammunition):
        shots = int(part.equipment.shots * (part.size or 1))
        name = f"{part.equipment.name.replace(' Ammo', ' ammo')} {shots}"
    else:
        name = part.equipment.name
    return name + " (R)" * part.rear + " (T)" * part.turret + " (armoured)" * part.armoured


def slots_of(place: Location, tech: Tech) -> list[Slot]:
    """The slots of a location in order, as many as there are to roll for."""
    size = 6 if place.code in SMALL else 12
    lines = [*place.slots, *[""] * size][: max(size, len(_filled(place.slots)))]
    found: list[Slot] = []
    item, left, before = 0, 0, ""
    for line in lines:
        if line == before and left > 0:
            left -= 1
        else:
            item, left = item + 1, _size(line, tech) - 1
        found.append(Slot(slot_name(line, tech), item))
        before = line
    return found


def _filled(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The slots up to the last that holds something."""
    return lines[: max((at + 1 for at, line in enumerate(lines) if line), default=0)]


def _size(line: str, tech: Tech) -> int:
    """How many slots in a row the item of a slot takes; what varies takes all there are."""
    if not line:
        return 1
    part = understand(line, tech)
    if part.equipment is not None:
        return 12 if isinstance(part.equipment.slots, str) else max(1, part.equipment.slots)
    return 12 if "engine" in line.lower() or "gyro" in line.lower() else 1


def runs(slots: list[Slot]) -> Iterator[tuple[int, int]]:
    """From which slot to which an item of several slots reaches, counted from zero; no further than its half."""
    start = 0
    for at in range(1, len(slots) + 1):
        if at == len(slots) or slots[at].item != slots[start].item:
            if at - start > 1:
                yield start, at - 1
            start = at


def draw_slots(page: Page, box: Box, sheet: Sheet) -> None:
    """The whole table in a panel, with boxes for hits on what the machine cannot do without."""
    inside = page.panel(box, "Critical hits")
    held = {place.code: slots_of(place, sheet.tech) for place in sheet.locations}
    columns = [[code for code in column if code in held] for column in _COLUMNS]
    tallest = max(1, *(sum(len(held[code]) for code in column) for column in columns))
    heads = max(len(column) for column in columns) * (TITLE + LEAD) + 2 * HALF_GAP
    high = min(9.4, (inside.height - heads) / tallest)
    for at, (area, column) in enumerate(zip(inside.columns(0, 0, 0, gap=5), columns, strict=True)):
        y = area.y
        for code in column:
            y = _location(page, Box(area.x, y, area.width, 0), code, held[code], high) + LEAD
        if at == 1:
            draw_hits(page, Box(area.x, y + 2, area.width, inside.bottom - y - 2), sheet)


def _location(page: Page, box: Box, code: str, slots: list[Slot], high: float) -> float:
    """One location; what comes back is where it ends."""
    with page.group(slots=code):
        page.text(box.x, box.y + 6.6, NAMES.get(code, code), 7.2, bold=True, room=box.width)
        y = box.y + TITLE
        tops = [y + at * high + (HALF_GAP if at >= 6 else 0) for at in range(len(slots))]
        for at, (slot, top) in enumerate(zip(slots, tops, strict=True)):
            _slot(page, Box(box.x, top, box.width, high), at % 6 + 1, slot.name)
        for first, last in runs(slots):
            page.line((box.x + 17.6, tops[first] + 1.2), (box.x + 17.6, tops[last] + high - 1), 1.1)
        for half, word in enumerate(("1–3", "4–6") if len(slots) > 6 else ()):
            top = tops[half * 6]
            page.rect(Box(box.x, top + 0.5, 8.5, high * 6 - 1), 0, PALE)
            page.text(box.x + 4.25, top + high * 3 + 2, word, 5.4, bold=True, anchor="middle", least=4, room=8.2)
        return tops[-1] + high if tops else y


def _slot(page: Page, row: Box, number: int, name: str) -> None:
    """One slot: its number, and what it holds."""
    y, room = row.y + row.height * 0.75, row.width - 20.5
    page.text(row.x + 15.5, y, f"{number}.", 6.4, anchor="end", fill=DARK)
    page.text(row.x + 20, y, shorter(name, room, 5.8), 6.8, fill=GREY if name == EMPTY else BLACK, room=room)


def system_hits(sheet: Sheet) -> list[tuple[str, int, str]]:
    """What is counted apart from the slots: the part, how many hits it takes, and what each does."""
    gyro = 3 if "heavy duty" in sheet.gyro.lower() else 0 if sheet.gyro.lower() in ("none", "no gyro") else 2
    found = [("Engine", 3, "+5 heat each"), ("Gyro", gyro, "+3 to piloting"), ("Sensors", 2, "+2 to hit")]
    found.append(("Life support", 1, "hot: pilot hurt"))
    if sheet.motive == "lam":
        found += [("Avionics", 3, "+1 to control"), ("Landing gear", 1, "+5 to landing")]
    return [row for row in found if row[1]]


def draw_hits(page: Page, box: Box, sheet: Sheet) -> None:
    """Boxes for hits on engine, gyro, sensors and life support."""
    rows = system_hits(sheet)
    high = min(15.0, box.height / max(1, len(rows)))
    for at, (word, count, effect) in enumerate(rows):
        y = box.y + at * high
        page.text(box.x, y + high * 0.5, word, 6.8, bold=True)
        page.text(box.x, y + high * 0.5 + 5.6, effect, 5.2, fill=DARK, room=60)
        with page.group(hits=word):
            for hit in range(count):
                page.circle((box.x + 68 + hit * 11, y + high * 0.5 - 0.5), 3.6, 0.8)
