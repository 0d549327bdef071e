"""The sheet of a battle armour squad: a row of pips for every trooper."""

from __future__ import annotations

from overheat.classic.recordsheet.crew import Crew, draw_skills
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.names import plain_name
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import cluster_table, draw_table, tables, to_hit_table
from overheat.classic.unit.marine_points import marine_modifiers
from overheat.classic.unit.sheet import Location, Sheet
from overheat.drawing.surface import BLACK, DARK, PALE, Box
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number

SQUAD = "Squad"
ROW, PITCH = 30.0, 18.0


def draw_battle_armour(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """A squad or point in battle armour."""
    troopers = [place for place in sheet.locations if place.code != SQUAD]
    top, above, middle, low, _ = page.box.rows(HEIGHT, 78, 20 + ROW * len(troopers), 190, 0)
    draw_heading(page, top, sheet, worth)
    moving, people, suit = above.columns(130, 200, 0)
    numbers = [("Ground", str(sheet.walk)), (_second(sheet), str(sheet.jump or "–"))]
    draw_numbers(page, moving, "Movement", numbers)
    _skills(page, people, crew, sheet)
    _suit(page, suit, sheet)
    _troopers(page, middle, troopers)
    weapons, right = low.columns(322, 0)
    names = {place.code: place.code.replace("Trooper", "nr.") for place in troopers}
    draw_inventory(page, weapons, sheet, {SQUAD: "", **names}, heat=False)
    to_hit, other = right.rows(0, 70)
    draw_table(page, to_hit, to_hit_table(sheet))
    draw_table(page, other, tables()["swarming"])
    clusters = cluster_table(list(range(2, len(troopers) + 1)))
    if clusters:
        below = Box(low.x, low.bottom + 6, 150, min(112, page.box.bottom - low.bottom - 6))
        draw_table(page, below, clusters)


def _second(sheet: Sheet) -> str:
    return {"vtol": "VTOL", "umu": "Swim"}.get(sheet.motive, "Jump")


def _skills(page: Page, box: Box, crew: Crew, sheet: Sheet) -> None:
    inside = page.panel(box, "Squad")
    draw_skills(page, Box(inside.x, inside.y, inside.width, 24), crew, "Anti-’Mech")
    page.text(inside.x, inside.bottom - 6, f"{sheet.troopers} troopers", 8, bold=True)


def suit_words(sheet: Sheet) -> list[str]:
    """The suit: its class, its shape, its armour."""
    suit = sheet.suit
    if suit is None:
        return []
    kinds = dict.fromkeys(plain_name(place.armour_kind) for place in sheet.locations if place.armour_kind)
    lines = [f"{suit.weight_class.capitalize()} {suit.chassis}" if suit.weight_class != "PA(L)" else "Power armour"]
    lines += ["Exoskeleton"] if suit.exoskeleton else []
    lines.append(f"{suit.armour} armour each" + (f": {', '.join(kinds)}" if kinds else ""))
    return [*lines, f"Turret {suit.turret}"] if suit.turret else lines


def marine_words(rules: Ruleset, sheet: Sheet) -> list[str]:
    """What the suits add to the marine points of each trooper, with and without gravity; nothing if they add none."""
    heavy, light = (marine_modifiers(rules, sheet, weightless=weightless).total for weightless in (False, True))
    if not heavy and not light:
        return []
    weightless = "" if heavy == light else f", {_signed(light)} weightless"
    return [f"Marine points {_signed(heavy)} each{weightless}"]


def _signed(value: Number) -> str:
    return f"{float(value):+g}" if value else "0"


def _suit(page: Page, box: Box, sheet: Sheet) -> None:
    inside = page.panel(box, "Suit")
    for at, line in enumerate([*suit_words(sheet), *marine_words(page.rules, sheet)]):
        page.text(inside.x, inside.y + 8 + at * 11, line, 7.6, room=inside.width)


def _troopers(page: Page, box: Box, troopers: list[Location]) -> None:
    """A row for each trooper: armour first, the man inside last."""
    inside = page.panel(box, "Troopers")
    high = inside.height / max(1, len(troopers))
    for at, place in enumerate(troopers):
        row = Box(inside.x, inside.y + at * high, inside.width, high)
        if at % 2:
            page.rect(row, 0, PALE)
        middle = row.y + high / 2
        page.circle((row.x + 11, middle), 8, 1)
        page.text(row.x + 11, middle + 3, str(at + 1), 9, bold=True, anchor="middle")
        pitch = min(PITCH, (row.width - 60) / max(1, place.armour + place.structure + 1))
        with page.group(location=place.code, what="armour"):
            for pip in range(place.armour):
                page.circle((row.x + 34 + pip * pitch + pip // 5 * 3, middle), pitch * 0.38, 0.7)
        _man(page, row.x + 34 + place.armour * pitch + place.armour // 5 * 3 + 6, middle, place, pitch)
        page.text(row.right - 4, middle + 2.4, f"{place.armour} + {place.structure}", 7, anchor="end", fill=DARK)


def _man(page: Page, x: float, y: float, place: Location, pitch: float) -> None:
    """The trooper himself: a pip with a heavy rim."""
    with page.group(location=place.code, what="structure"):
        for pip in range(place.structure):
            page.circle((x + pip * pitch, y), pitch * 0.38, 1.8)
    page.line((x - 12, y - 9), (x - 12, y + 9), 0.6, BLACK)
