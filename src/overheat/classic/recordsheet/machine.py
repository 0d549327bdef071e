"""The sheet of a war machine: everything a player marks in a battle on one page."""

from __future__ import annotations

from math import ceil

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.movement import jump_points, run_points, walk_points
from overheat.classic.recordsheet.crew import Crew, draw_pilot
from overheat.classic.recordsheet.diagram import draw_figure
from overheat.classic.recordsheet.figures import BIPED, QUAD, REAR, TRIPOD, Figure
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers
from overheat.classic.recordsheet.heat import draw_scale, draw_sinks, effects
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import Table, cluster_sizes, cluster_table, draw_table, tables
from overheat.classic.recordsheet.slots import draw_slots
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.lettering import joined
from overheat.drawing.surface import DARK, Box
from overheat.kernel.rules.rule import Ruleset

SHORT = {"HD": "Head", "CT": "CT", "LT": "LT", "RT": "RT"}
"""Labels of the diagrams; others are the codes themselves."""


def draw_machine(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """A war machine on any number of legs."""
    top, upper, lower, foot = page.box.rows(HEIGHT, (page.box.height - HEIGHT - 136) * 0.495, 0, 118)
    draw_heading(page, top, sheet, worth)
    data, diagram = upper.columns(330, 0)
    above, below = data.rows(69, 0)
    moving, pilot = above.columns(138, 0)
    draw_movement(page, moving, sheet)
    draw_pilot(page, pilot, crew)
    draw_inventory(page, below, sheet, {})
    draw_armour(page, diagram, sheet)
    slots, middle, heat = lower.columns(330, 0, 88)
    draw_slots(page, slots, sheet)
    structure, sinks = middle.rows(0, 74)
    draw_structure(page, structure, sheet)
    draw_sinks(page, sinks, sheet)
    draw_scale(page, heat, effects(page.rules))
    draw_foot(page, foot, sheet)


def figure_of(sheet: Sheet) -> Figure:
    """The figure that has the legs of a machine."""
    codes = {place.code for place in sheet.locations}
    return QUAD if "FLL" in codes else TRIPOD if "CL" in codes else BIPED


def draw_movement(page: Page, box: Box, sheet: Sheet) -> None:
    """Walking, running and jumping; boosted or hot in brackets."""
    build = Build(page.rules, sheet)
    walk = _changed(sheet.walk, page.rules[walk_points](build))
    run = _changed(ceil(sheet.walk * 1.5), run_points(build))
    jump = str((sheet.jump if sheet.motive == "lam" else jump_points(build)) or "–")
    below = draw_numbers(page, box, "Movement", [("Walk", walk), ("Run", run), ("Jump", jump)])
    engine = f"{sheet.engine.rating} {sheet.engine.kind.name}" if sheet.engine else ""
    page.text(below.x, below.bottom - 8, joined((engine, other_shapes(build))), 6.2, fill=DARK, room=below.width)
    page.text(below.x, below.bottom - 0.5, joined((sheet.gyro, sheet.cockpit)), 6.2, fill=DARK, room=below.width)


def other_shapes(build: Build) -> str:
    """How a land-air machine moves in its other shapes: three times its jumping points in the air, and by thrust."""
    jump = build.sheet.jump
    if build.sheet.motive != "lam":
        return ""
    hovering = f"AirMech {3 * jump}/{ceil(4.5 * jump)}" if build.airmech else ""
    return joined((hovering, f"thrust {jump}/{ceil(1.5 * jump)}"))


def _changed(plain: int, changed: int) -> str:
    return str(plain) if plain == changed else f"{plain} [{changed}]"


def draw_armour(page: Page, box: Box, sheet: Sheet) -> None:
    """The armour of every location, and that of the backs apart."""
    kinds = dict.fromkeys(place.armour_kind.name for place in sheet.locations if place.armour_kind)
    total = sum(place.armour + place.rear_armour for place in sheet.locations)
    inside = page.panel(box, joined((f"Armour {total}", ", ".join(kinds))))
    front, rear = inside.rows(0, inside.height * 0.24, gap=3)
    points = {place.code: place.armour for place in sheet.locations}
    pitch = draw_figure(page, front, figure_of(sheet), points, "armour", SHORT)
    backs = {place.code: place.rear_armour for place in sheet.locations if place.code in REAR.outlines}
    labels = {code: f"{code} rear" for code in backs}
    draw_figure(page, rear, REAR, backs, "rear armour", labels, pitch)


def draw_structure(page: Page, box: Box, sheet: Sheet) -> None:
    """The internal structure of every location."""
    kind = sheet.structure.name.removesuffix(" Structure") if sheet.structure else ""
    total = sum(place.structure for place in sheet.locations)
    inside = page.panel(box, joined((f"Structure {total}", kind)))
    points = {place.code: place.structure for place in sheet.locations}
    draw_figure(page, inside, figure_of(sheet), points, "structure", SHORT)


def physical(rules: Ruleset, sheet: Sheet) -> Table:
    """What a machine does with its limbs, in numbers of its own weight."""
    punch, kick = ceil(sheet.tons / 10), ceil(sheet.tons / 5)
    rows = [("Kick (–2 to hit)", str(kick)), ("Charge, each hex", f"{sheet.tons / 10:g}")]
    rows += [("Death from above", str(ceil(sheet.tons * 3 / 10)))] if jump_points(Build(rules, sheet)) else []
    rows.append(("Fall, each level + 1", str(punch)))
    if sheet.motive not in ("quad", "quadvee"):
        rows = [("Punch, each arm", str(punch)), ("Club (–1 to hit)", str(kick)), *rows]
    return Table("Physical attacks", "QR-damage-punch, QR-damage-kick-club, QR-damage-charge", tuple(rows))


def draw_foot(page: Page, box: Box, sheet: Sheet) -> None:
    """The tables at the foot of the page."""
    clusters = cluster_table(cluster_sizes(sheet))
    quad = "FLL" in {place.code for place in sheet.locations}
    hits, to_hit, moving, *rest = box.columns(92, 138, 0, *([100, 84] if clusters else [104]), gap=5)
    draw_table(page, hits, tables()["quad_hits" if quad else "biped_hits"])
    draw_table(page, to_hit, tables()["to_hit"])
    draw_table(page, moving, tables()["machine_moving"])
    strong, crits = rest[0].rows(0, 52, gap=4)
    draw_table(page, strong, physical(page.rules, sheet))
    draw_table(page, crits, tables()["criticals"])
    if clusters:
        draw_table(page, rest[1], clusters)
