"""The table as a drawing in SVG: terrain, smoke, wrecks, units, missiles. Ten units of it are an inch."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from overheat.platoon.geometry import Body, Spot, corners
from overheat.platoon.ground import Table, kinds
from overheat.platoon.sheet import MAN_WIDTH, Sheet
from overheat.platoon.state import State, Unit

COLOURS = ("#b23a2e", "#2d5f9a")
GROUND = "#e6e2d3"
PART = 10
"""Hundredths of an inch in a unit of the drawing."""


def draw(state: State) -> str:
    """The whole table as one SVG picture."""
    table = state.setup.table
    wide, deep = table.width * PART, table.depth * PART
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {deep:g}" '
        f'font-family="sans-serif" font-size="9">',
        f"<title>{escape(state.setup.name)}, turn {state.turn}</title>",
        f'<rect width="{wide:g}" height="{deep:g}" fill="{GROUND}"/>',
        *_terrain(table),
        *_objectives(state),
        *(_polygon(corners(wreck), table, "#3b3734", opacity=0.7) for wreck in state.wrecks),
    ]
    for unit in state.units.values():
        if unit.place == "table":
            parts += _unit(unit, state.sheets[unit.id], table)
    parts += (_circle(marker, 100, table, "#ffffff", 0.75) for marker in state.smoke)
    parts += (_circle(marker, 50, table, "#ffffff", 0.75) for marker in state.puffs)
    for missile in state.missiles:
        parts.append(_circle(missile.at, 40, table, "#d98b1f", 1))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _place(x: float, y: float, table: Table) -> tuple[float, float]:
    """A place of the drawing, where south is down."""
    return round(x / PART, 1), round(table.depth * PART - y / PART, 1)


def _polygon(points: list[tuple[float, float]], table: Table, fill: str, opacity: float = 1) -> str:
    listed = " ".join("{:g},{:g}".format(*_place(x, y, table)) for x, y in points)
    return f'<polygon points="{listed}" fill="{fill}" fill-opacity="{opacity:g}" stroke="#00000055"/>'


def _circle(at: Spot, radius: float, table: Table, fill: str, opacity: float) -> str:
    x, y = _place(at.x, at.y, table)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius / PART:g}" fill="{fill}" fill-opacity="{opacity:g}" stroke="#0006"/>'
    )


def _terrain(table: Table) -> Iterator[str]:
    for piece in sorted(table.pieces, key=lambda each: kinds()[each.kind].height):
        points = [(x * 100, y * 100) for x, y in piece.points]
        yield _polygon(points, table, kinds()[piece.kind].colour)
        if piece.name:
            x, y = _place(points[0][0], points[0][1], table)
            yield f'<text x="{x:g}" y="{y - 2:g}" fill="#333">{escape(piece.name)}</text>'


def _objectives(state: State) -> Iterator[str]:
    for each in state.setup.objectives:
        spot = Spot(round(each.x * 100), round(each.y * 100))
        yield _circle(spot, each.radius * 100, state.setup.table, "#f2c230", 0.25)
        x, y = _place(spot.x, spot.y, state.setup.table)
        yield f'<text x="{x:g}" y="{y:g}" text-anchor="middle">{escape(each.name)} ({each.worth})</text>'


def _unit(unit: Unit, sheet: Sheet, table: Table) -> Iterator[str]:
    colour = COLOURS[unit.side]
    yield f"<g data-unit={quoteattr(unit.id)}>"
    if sheet.soft:
        yield from (_circle(man.at, MAN_WIDTH / 2, table, colour, 1) for man in unit.men)
    else:
        hull = Body(unit.at, sheet.width, sheet.length, unit.heading, sheet.height)
        yield _polygon(corners(hull), table, colour, 0.6 if unit.at.z else 1)
    if unit.drone is not None:
        yield _circle(unit.drone.at, 30, table, colour, 0.6)
    x, y = _place(unit.at.x, unit.at.y, table)
    marks = f" +{unit.pins}" if unit.pins else ""
    order = f" {unit.order}" if unit.order else ""
    high = f' {unit.at.z / 100:g}"' if unit.at.z else ""
    yield f'<text x="{x:g}" y="{y - 8:g}" text-anchor="middle">{escape(sheet.name)}{high}{order}{marks}</text>'
    yield "</g>"
