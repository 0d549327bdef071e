"""The sheet of a vehicle: sides, turret or rotor, crew, and what keeps it moving."""

from __future__ import annotations

from math import ceil

from overheat.classic.recordsheet.boxes import Damage, draw_damage, draw_record
from overheat.classic.recordsheet.crew import Crew, draw_skills
from overheat.classic.recordsheet.diagram import draw_figure
from overheat.classic.recordsheet.figures import (
    LARGE_VEHICLE,
    LARGE_VEHICLE_TWO_TURRETS,
    ROTORCRAFT,
    TWO_TURRETS,
    VEHICLE,
    Figure,
)
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers, motive_word
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import Table, cluster_sizes, cluster_table, draw_table, tables, to_hit_table
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.lettering import joined
from overheat.drawing.surface import DARK, Box

NAMES = {
    "BD": "Body",
    "FR": "Front",
    "RS": "Right",
    "LS": "Left",
    "RR": "Rear",
    "TU": "Turret",
    "FT": "Front turret",
    "RO": "Rotor",
    "FRLS": "F left",
    "FRRS": "F right",
    "RRLS": "R left",
    "RRRS": "R right",
}
"""The locations of vehicles in words."""
CLOSED = {
    "tracked": "heavy woods, jungle, water",
    "wheeled": "woods, rough, rubble, jungle, water, deep snow",
    "hover": "woods, jungle",
}
"""Where a vehicle cannot go without a road, by how it moves."""
LEVELS = {"vtol": "Elevation", "wige": "Elevation", "submarine": "Depth"}
"""What a vehicle that leaves the ground or dives keeps a record of."""
TURNS = 20
ROUGH = {"tracked": "Rough, rubble, light woods", "hover": "Rough, rubble"}
"""Where it can go at a cost."""


def draw_vehicle(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """A vehicle on the ground, on water or on a rotor."""
    top, upper, lower, foot = page.box.rows(HEIGHT, (page.box.height - HEIGHT - 146) * 0.54, 0, 128)
    draw_heading(page, top, sheet, worth)
    data, diagram = upper.columns(322, 0)
    above, below = data.rows(66, 0)
    motion, people = above.columns(138, 0)
    draw_movement(page, motion, sheet)
    draw_crew(page, people, crew, _rotor(sheet))
    draw_inventory(page, below, sheet, NAMES, heat=False)
    draw_points(page, diagram, sheet, "armour")
    left, structure, side = lower.columns(200, 0, 150)
    rows = damage_rows(sheet)
    track = LEVELS.get(sheet.motive, "")
    harm, *height, costs = left.rows(0, *([64] if track else []), 74)
    draw_damage(page, harm, "Damage", rows, label=58)
    if track:
        draw_record(page, height[0], track, (track,), TURNS)
    draw_table(page, costs, moving(sheet))
    draw_points(page, structure, sheet, "structure")
    draw_side(page, side, sheet)
    hits, motive, criticals = foot.columns(182, 150, 0)
    rotor = _rotor(sheet)
    draw_table(page, hits, tables()["rotorcraft_hits" if rotor else "vehicle_hits"])
    draw_table(page, motive, tables()["rotor" if rotor else "motive"])
    draw_table(page, criticals, tables()["rotorcraft_criticals" if rotor else "vehicle_criticals"])


def _rotor(sheet: Sheet) -> bool:
    return any(place.code == "RO" for place in sheet.locations)


def figure_of(sheet: Sheet) -> Figure:
    """The figure with the sides and turrets of a vehicle."""
    codes = {place.code for place in sheet.locations}
    if "RO" in codes:
        return ROTORCRAFT
    if "FRLS" in codes:
        return LARGE_VEHICLE_TWO_TURRETS if "FT" in codes else LARGE_VEHICLE
    return TWO_TURRETS if "FT" in codes else VEHICLE


def draw_movement(page: Page, box: Box, sheet: Sheet) -> None:
    """Cruising and flanking, and jumping where it can."""
    numbers = [("Cruise", str(sheet.walk)), ("Flank", str(ceil(sheet.walk * 1.5)))]
    if sheet.jump:
        numbers.append(("Jump", str(sheet.jump)))
    below = draw_numbers(page, box, f"Movement: {motive_word(sheet)}", numbers)
    engine = f"{sheet.engine.rating or ''} {sheet.engine.kind.name}".strip() if sheet.engine else ""
    page.text(below.x, below.bottom - 0.5, engine, 6.2, fill=DARK, room=below.width)


def draw_crew(page: Page, box: Box, crew: Crew, flies: bool) -> None:
    """The crew, with hits on its two heads."""
    inside = page.panel(box, "Crew")
    draw_skills(page, Box(inside.x, inside.y, inside.width, 24), crew, "Piloting" if flies else "Driving")
    left, right = Box(inside.x, inside.bottom - 16, inside.width, 14).columns(0, 0)
    words = ("Co-pilot hit: +1", "Pilot hit: +2") if flies else ("Commander hit: +1", "Driver hit: +2")
    for half, word in zip((left, right), words, strict=True):
        page.circle((half.x + 5, half.y + 7), 4, 0.8)
        page.text(half.x + 12, half.y + 9.4, word, 6.4, room=half.width - 12)


def damage_rows(sheet: Sheet) -> list[Damage]:
    """What is counted apart from armour: what drives it, what sees, what holds its weapons."""
    codes = [place.code for place in sheet.locations if place.code not in ("BD", "RO")]
    rows = [Damage("Engine", ("no move",)), Damage("Sensors", ("+1", "+2", "+3", "no fire"))]
    if _rotor(sheet):
        rows.append(Damage("Flight stabiliser", ("+3",)))
    else:
        rows.insert(0, Damage("Motive", ("+1", "+2", "+3", "stuck")))
    if "TU" in codes or "FT" in codes:
        rows.append(Damage("Turret", ("jam", "locked")))
    names = [NAMES.get(code, code) for code in codes]
    rows += [Damage("Stabilisers" if at == 0 else "", tuple(names[at : at + 4])) for at in range(0, len(names), 4)]
    return rows


def draw_points(page: Page, box: Box, sheet: Sheet, what: str) -> None:
    """The armour or the structure of every side."""
    points = {
        place.code: place.armour if what == "armour" else place.structure
        for place in sheet.locations
        if place.code != "BD"
    }
    kinds = dict.fromkeys(place.armour_kind.name for place in sheet.locations if place.armour_kind)
    bar = f"BAR {sheet.bar}" if sheet.bar else ""
    extra = joined((", ".join(kinds), bar)) if what == "armour" else ""
    inside = page.panel(box, joined((f"{what.capitalize()} {sum(points.values())}", extra)))
    draw_figure(page, inside, figure_of(sheet), points, what, NAMES)


def draw_side(page: Page, box: Box, sheet: Sheet) -> None:
    """To hit, and clusters where a weapon needs them."""
    clusters = cluster_table(cluster_sizes(sheet))
    upper, lower = box.rows(0, box.height * 0.46) if clusters else (box, box)
    draw_table(page, upper, to_hit_table(sheet))
    if clusters:
        draw_table(page, lower, clusters)


def moving(sheet: Sheet) -> Table:
    """What a hex costs a vehicle."""
    rows = [("Any hex; turn a hexside", "1")]
    if sheet.motive in ("vtol", "wige", "naval", "hydrofoil", "submarine"):
        rows.append(("Up or down, each level", "1" if sheet.motive == "vtol" else "–"))
    else:
        rows.append(("Up or down a level", "+2"))
        rows += [(ROUGH[sheet.motive], "+1")] if sheet.motive in ROUGH else []
    closed = CLOSED.get(sheet.motive, "")
    return Table("Moving", "BASE_GAPS 2, 15", tuple(rows), note=f"Not into {closed}." if closed else "")
