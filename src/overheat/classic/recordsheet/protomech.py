"""The sheet of a protomech: a small body, a pilot, and what each hit inside does."""

from __future__ import annotations

from math import ceil

from overheat.classic.recordsheet.boxes import Damage, draw_damage
from overheat.classic.recordsheet.crew import Crew, draw_pilot
from overheat.classic.recordsheet.diagram import draw_figure
from overheat.classic.recordsheet.figures import PROTOMECH
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import cluster_sizes, cluster_table, draw_table, tables, to_hit_table
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.surface import Box

NAMES = {
    "BD": "Body",
    "HD": "Head",
    "T": "Torso",
    "RA": "Right arm",
    "LA": "Left arm",
    "L": "Legs",
    "MG": "Main gun",
}
"""The locations of protomechs in words."""
DAMAGE = {
    "HD": ("+1 to hit", "+2, not far"),
    "T": ("–1 jump", "half jump", "destroyed"),
    "LA": ("+1 to hit", "gone"),
    "RA": ("+1 to hit", "gone"),
    "L": ("–1 move", "half move", "no move"),
    "MG": ("gone",),
}
"""What each critical hit on a location does."""


def draw_protomech(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """A protomech of two legs, four, or none."""
    top, upper, lower, foot, _ = page.box.rows(HEIGHT, 330, 190, 146, 0)
    draw_heading(page, top, sheet, worth)
    data, diagram = upper.columns(322, 0)
    above, below = data.rows(69, 0)
    moving, pilot = above.columns(138, 0)
    numbers = [("Walk", str(sheet.walk)), ("Run", str(ceil(sheet.walk * 1.5))), ("Jump", str(sheet.jump or "–"))]
    draw_numbers(page, moving, "Movement", numbers)
    draw_pilot(page, pilot, crew)
    draw_inventory(page, below, sheet, NAMES, heat=False)
    armour, structure = diagram.rows(0, 140)
    draw_points(page, armour, sheet, "armour")
    draw_points(page, structure, sheet, "structure")
    harm, hits, right = lower.columns(230, 110, 0)
    codes = [place.code for place in sheet.locations if place.structure]
    draw_damage(page, harm, "Critical hits", [Damage(NAMES[code], DAMAGE[code]) for code in codes if code in DAMAGE])
    draw_table(page, hits, tables()["protomech_hits"])
    clusters = cluster_table(cluster_sizes(sheet))
    if clusters:
        draw_table(page, Box(right.x, right.y, right.width, min(130, right.height)), clusters)
    aiming, walking = foot.columns(230, 0)
    draw_table(page, aiming, to_hit_table(sheet))
    draw_table(page, walking, tables()["protomech_moving"])


def draw_points(page: Page, box: Box, sheet: Sheet, what: str) -> None:
    """The armour or the structure of every location."""
    points = {
        place.code: place.armour if what == "armour" else place.structure
        for place in sheet.locations
        if place.structure
    }
    inside = page.panel(box, f"{what.capitalize()} {sum(points.values())}")
    draw_figure(page, inside, PROTOMECH, points, what, NAMES if what == "armour" else {})
