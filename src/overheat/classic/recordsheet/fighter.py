"""The sheet of a fighter: nose, wings and aft, structural integrity, and the heat of its guns."""

from __future__ import annotations

from math import ceil

from overheat.classic.recordsheet.boxes import Damage, draw_damage
from overheat.classic.recordsheet.crew import Crew, draw_pilot
from overheat.classic.recordsheet.diagram import draw_figure
from overheat.classic.recordsheet.figures import FIGHTER, INTEGRITY
from overheat.classic.recordsheet.heading import HEIGHT, draw_heading, draw_numbers
from overheat.classic.recordsheet.heat import draw_scale, draw_sinks, flying_effects
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.lettering import joined
from overheat.classic.recordsheet.page import DARK, Box, Page
from overheat.classic.recordsheet.reminders import cluster_sizes, cluster_table, draw_table, tables
from overheat.classic.sheet import Sheet

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
DAMAGE = (
    Damage("Avionics", ("+1", "+2", "+5")),
    Damage("Fire control", ("+2", "+4", "no fire")),
    Damage("Sensors", ("+1", "+2", "+5")),
    Damage("Engine", ("2", "4", "out")),
    Damage("Landing gear", ("+5",)),
    Damage("Life support", ("+2",)),
)


def draw_fighter(page: Page, sheet: Sheet, crew: Crew, bv: int | None) -> None:
    """Whatever flies on wings: fighters of every kind."""
    top, upper, lower = page.box.rows(HEIGHT, (page.box.height - HEIGHT) * 0.52, 0)
    draw_heading(page, top, sheet, bv)
    data, diagram = upper.columns(322, 0)
    above, below = data.rows(69, 0)
    moving, pilot = above.columns(120, 0)
    draw_thrust(page, moving, sheet)
    draw_pilot(page, pilot, crew)
    draw_inventory(page, below, sheet, NAMES)
    draw_armour(page, diagram, sheet)
    harm, middle, heat = lower.columns(200, 0, 104)
    boxes, rest = harm.rows(160, 0)
    draw_damage(page, boxes, "Critical damage", DAMAGE)
    clusters = cluster_table(cluster_sizes(sheet))
    if clusters:
        draw_table(page, Box(rest.x, rest.y, rest.width, min(rest.height, 120)), clusters)
    hits, sinks, _ = middle.rows(150, 84, 0)
    draw_table(page, hits, tables()["fighter_hits"])
    if sheet.heat_sinks:
        draw_sinks(page, sinks, sheet, moves=False)
        draw_scale(page, heat, flying_effects())


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
