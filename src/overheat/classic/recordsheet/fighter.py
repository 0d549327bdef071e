"""The sheet of a fighter: nose, wings and aft, structural integrity, and the heat of its guns."""

from __future__ import annotations

from math import ceil

from overheat.classic.recordsheet.boxes import Damage, draw_damage, draw_record
from overheat.classic.recordsheet.crew import Crew, draw_pilot
from overheat.classic.recordsheet.diagram import draw_figure
from overheat.classic.recordsheet.figures import FIGHTER, INTEGRITY
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers
from overheat.classic.recordsheet.heat import draw_scale, draw_sinks, flying_effects
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import draw_table, tables
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.lettering import joined
from overheat.drawing.surface import DARK, Box

NAMES = {
    "NOS": "Nose",
    "LWG": "Left wing",
    "RWG": "Right wing",
    "AFT": "Aft",
    "WNG": "Wings",
    "FSLG": "Fuselage",
    "BD": "Body",
    "SI": "Integrity",
}
"""The locations of fighters in words."""
TONS_PER_BOMB = 5
TURNS = 20
DAMAGE = (
    Damage("Avionics", ("+1", "+2", "+5")),
    Damage("Fire control", ("+2", "+4", "no fire")),
    Damage("Sensors", ("+1", "+2", "+5")),
    Damage("Engine", ("2", "4", "out")),
    Damage("Landing gear", ("+5",)),
    Damage("Life support", ("+2",)),
)


def draw_fighter(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """Whatever flies on wings: fighters of every kind."""
    top, upper, lower = page.box.rows(HEIGHT, (page.box.height - HEIGHT) * 0.52, 0)
    draw_heading(page, top, sheet, worth)
    data, diagram = upper.columns(322, 0)
    above, below, aiming = data.rows(69, 0, 84)
    moving, pilot = above.columns(120, 0)
    draw_thrust(page, moving, sheet)
    draw_pilot(page, pilot, crew)
    draw_inventory(page, below, sheet, NAMES, heat=sheet.kind == "aerospace fighter", flying=True)
    modifiers, stores = aiming.columns(190, 0)
    draw_table(page, modifiers, tables()["flying_to_hit"])
    draw_stores(page, stores, sheet)
    draw_armour(page, diagram, sheet)
    hot = sheet.kind == "aerospace fighter" and sheet.heat_sinks is not None
    left, *heat = lower.columns(0, *([104] if hot else []))
    lists, record = left.rows(0, 104)
    draw_record(page, record, "Flight record", ("Thrust", "Velocity", "Altitude"), TURNS)
    harm, hits = lists.columns(200, 0)
    boxes, *sinks = harm.rows(0, *([84] if hot else []))
    draw_damage(page, boxes, "Critical damage", DAMAGE)
    draw_table(page, hits, tables()["fighter_hits"])
    if hot:
        draw_sinks(page, sinks[0], sheet, moves=False)
        draw_scale(page, heat[0], flying_effects())


def draw_stores(page: Page, box: Box, sheet: Sheet) -> None:
    """Hardpoints for bombs: one for each five tons; five of them, or a part of five, cost a point of thrust."""
    inside = page.panel(box, "Bombs")
    count = int(sheet.tons // TONS_PER_BOMB)
    for at in range(count):
        down, along = divmod(at, 10)
        page.rect(Box(inside.x + along * 10.5 + along // 5 * 4, inside.y + 2 + down * 12, 8.5, 8.5), 0.6)
    page.text(inside.x, inside.bottom - 8, f"{count} at most; for every five,", 6.2, fill=DARK, room=inside.width)
    page.text(inside.x, inside.bottom - 0.5, "or part of five: thrust –1", 6.2, fill=DARK, room=inside.width)


def draw_thrust(page: Page, box: Box, sheet: Sheet) -> None:
    """Safe and maximum thrust, and fuel."""
    numbers = [("Safe", str(sheet.walk)), ("Maximum", str(ceil(sheet.walk * 1.5)))]
    below = draw_numbers(page, box, "Thrust", numbers)
    fuel = f"Fuel {sheet.fuel:g}" if sheet.fuel is not None else ""
    landing = "vertical take-off" if sheet.vstol else ""
    page.text(below.x, below.bottom - 0.5, joined((fuel, landing)), 6.6, fill=DARK, room=below.width)


def draw_armour(page: Page, box: Box, sheet: Sheet) -> None:
    """The armour of each arc, the thresholds of a tenth of it, and the structural integrity."""
    places = {place.code: place.armour for place in sheet.locations if place.code in FIGHTER.outlines}
    kinds = dict.fromkeys(place.armour_kind.name for place in sheet.locations if place.armour_kind)
    inside = page.panel(box, joined((f"Armour {sum(places.values())}", ", ".join(kinds))))
    figure, integrity = inside.rows(0, 72)
    draw_figure(page, figure, FIGHTER, places, "armour", NAMES | {"LWG": "Left", "RWG": "Right"})
    limits = ", ".join(f"{NAMES[code].lower()} {ceil(points / 10)}" for code, points in places.items())
    page.text(integrity.x + integrity.width / 2, integrity.y + 6, f"Threshold: {limits}", 6.6, anchor="middle")
    integrity = Box(integrity.x, integrity.y + 10, integrity.width, 60)
    draw_figure(page, integrity, INTEGRITY, {"SI": sheet.structural_integrity}, "structure", NAMES)
