"""The table as a drawing in SVG: terrain, smoke, wrecks, units, missiles, strikes. Ten units of it are an inch."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle.state import Called, State, Unit
from overheat.platoon.battle.vocabulary import order_words
from overheat.platoon.ground.geometry import Body, Spot, corners
from overheat.platoon.ground.terrain import Piece, Table, kinds, terrain
from overheat.platoon.report.labels import FONT, Box, Label, Placed, place, text_size
from overheat.platoon.rosters.sheet import Sheet

COLOURS = ("#b23a2e", "#2d5f9a")
GROUND = "#e6e2d3"
HALO = f'paint-order="stroke" stroke="{GROUND}" stroke-width="2" stroke-opacity="0.7"'
"""What makes letters readable on any ground."""
PART = 10
"""Hundredths of an inch in a unit of the drawing."""
DRONE = 30
STRIKE = 80
"""How large a drone and the marker of a strike are, in hundredths of an inch."""


def draw(state: State, rules: Ruleset) -> str:
    """The whole table as one SVG picture, in the colours and words of some rules."""
    table = state.setup.table
    wide, deep = table.width * PART, table.depth * PART
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {deep:g}" '
        f'font-family="sans-serif" font-size="{FONT}">',
        f"<title>{escape(state.setup.name)}, turn {state.turn}</title>",
        f'<rect width="{wide:g}" height="{deep:g}" fill="{GROUND}"/>',
        *_terrain(state, rules),
        *_objectives(state),
        *(_polygon(corners(wreck), table, "#3b3734", opacity=0.7) for wreck in state.wrecks),
    ]
    shown = [unit for unit in state.units.values() if unit.place == "table"]
    for unit in shown:
        parts += _unit(unit, state.sheets[unit.id], table)
    parts += (_circle(marker, 100, table, "#ffffff", 0.75) for marker in state.smoke)
    parts += (_circle(marker, 50, table, "#ffffff", 0.75) for marker in state.puffs)
    parts += (_circle(missile.at, 40, table, "#d98b1f", 1) for missile in state.missiles)
    parts += (_strike(called, table) for called in state.called)
    labels = [_label(unit, state.sheets[unit.id], table, rules) for unit in shown]
    labels += (_strike_label(called, table) for called in state.called)
    parts += (_write(put) for put in place(labels, Box(0, 0, wide, deep), _names(state)))
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


def _named(state: State) -> list[Piece]:
    """The pieces of terrain whose names are written on them: those that no objective is named after."""
    objectives = {each.name for each in state.setup.objectives}
    return [piece for piece in state.setup.table.pieces if piece.name and piece.name not in objectives]


def _terrain(state: State, rules: Ruleset) -> Iterator[str]:
    table, named = state.setup.table, _named(state)
    known = {**kinds(), **dict(terrain(rules))}
    for piece in sorted(table.pieces, key=lambda each: known[each.kind].height):
        points = [(x * 100, y * 100) for x, y in piece.points]
        yield _polygon(points, table, known[piece.kind].colour)
        if piece in named:
            x, y = _place(points[0][0], points[0][1], table)
            yield f'<text x="{x:g}" y="{y - 2:g}" fill="#222" {HALO}>{escape(piece.name)}</text>'


def _objectives(state: State) -> Iterator[str]:
    for each in state.setup.objectives:
        spot = Spot(round(each.x * 100), round(each.y * 100))
        yield _circle(spot, each.radius * 100, state.setup.table, "#f2c230", 0.25)
        x, y = _place(spot.x, spot.y, state.setup.table)
        yield f'<text x="{x:g}" y="{y:g}" text-anchor="middle" {HALO}>{escape(each.name)} ({each.worth})</text>'


def _names(state: State) -> Iterator[Box]:
    """What the names of places cover."""
    table = state.setup.table
    for piece in _named(state):
        x, y = _place(piece.points[0][0] * 100, piece.points[0][1] * 100, table)
        wide, high = text_size(piece.name)
        yield Box(x, y - high, x + wide, y)
    for each in state.setup.objectives:
        x, y = _place(each.x * 100, each.y * 100, table)
        wide, high = text_size(f"{each.name} ({each.worth})")
        yield Box(x - wide / 2, y - high, x + wide / 2, y + 2)


def _unit(unit: Unit, sheet: Sheet, table: Table) -> Iterator[str]:
    colour = COLOURS[unit.side]
    yield f"<g data-unit={quoteattr(unit.id)}>"
    if sheet.soft:
        yield from (_circle(man.at, sheet.width / 2, table, colour, 1) for man in unit.men)
    else:
        yield _polygon(corners(_hull(unit, sheet)), table, colour, 0.6 if unit.at.z else 1)
    if unit.drone is not None:
        yield _circle(unit.drone.at, DRONE, table, colour, 0.6)
    yield "</g>"


def _hull(unit: Unit, sheet: Sheet) -> Body:
    return Body(unit.at, sheet.width, sheet.length, unit.heading, sheet.height)


def _label(unit: Unit, sheet: Sheet, table: Table, rules: Ruleset) -> Label:
    """What is written beside a unit: its name, height, order and pins."""
    high = f', {unit.at.z / 100:g}" up' if unit.at.z else ""
    order = f", {order_words(rules, unit.order)}" if unit.order else ""
    pins = f", {counted(unit.pins, 'pin')}" if unit.pins else ""
    half = sheet.width / 2
    if sheet.soft:
        ends = [(man.at.x + off, man.at.y + off) for man in unit.men for off in (-half, half)]
        ends = ends or [(unit.at.x - DRONE, unit.at.y - DRONE), (unit.at.x + DRONE, unit.at.y + DRONE)]
    else:
        ends = corners(_hull(unit, sheet))
    return Label(unit.id, f"{sheet.name}{high}{order}{pins}", _around([_place(x, y, table) for x, y in ends]))


def _around(points: list[tuple[float, float]]) -> Box:
    """The box around some places of the drawing."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across), min(down), max(across), max(down))


def _strike(called: Called, table: Table) -> str:
    """The marker of a strike: a ring with a cross in it."""
    x, y = _place(called.at.x, called.at.y, table)
    size = STRIKE / PART
    cross = f"M{x - size:g} {y:g}H{x + size:g}M{x:g} {y - size:g}V{y + size:g}"
    return (
        f'<g data-strike={quoteattr(called.observer)} fill="none" stroke="{COLOURS[called.side]}" stroke-width="1.5">'
        f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.7:g}"/><path d="{cross}"/></g>'
    )


def _strike_label(called: Called, table: Table) -> Label:
    x, y = _place(called.at.x, called.at.y, table)
    size = STRIKE / PART
    return Label(f"{called.observer} strike", f"{called.kind} strike", Box(x - size, y - size, x + size, y + size))


def _write(put: Placed) -> str:
    """A label, with the line that leads to what it names where it is far from it."""
    x, y = put.baseline
    words = (
        f'<text data-label={quoteattr(put.label.name)} x="{x:.1f}" y="{y:.1f}" text-anchor="middle" '
        f"{HALO}>{escape(put.label.text)}</text>"
    )
    if put.leader is None:
        return words
    ends = 'x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"'.format(*put.leader)
    return f'<line {ends} stroke="#0008" stroke-width="0.6"/>{words}'
