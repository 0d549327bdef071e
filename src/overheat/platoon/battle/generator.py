"""Tables made by a seed: dense enough to move in cover, and alike for both sides, for each piece has its twin across.

A theme says which kinds of terrain there are. A piece is laid where it keeps clear of others; its twin is the same
piece turned by half a circle about the middle of the table, so that neither edge is the better one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import cos, pi, sin
from typing import Literal, NamedTuple

from shapely import Polygon

from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import refuse
from overheat.platoon.battle.scenario import Scenario
from overheat.platoon.battle.state import Objective, Zone
from overheat.platoon.ground.terrain import Piece, Table

Corners = tuple[tuple[float, float], ...]
Mission = Literal["meeting", "hold", "line"]

FEWEST, MOST = 8, 24
"""How many pieces a table may have."""
USUAL = 16
CLEAR = 1.5
"""Inches between pieces."""
EDGE = 1.0
"""Inches that pieces keep from the edge of the table."""
TRIES = 400
"""How often a place for a piece is looked for."""
ZONE = 9.0
"""How deep the zone of a side is, in inches."""


class Form(NamedTuple):
    """The shape of a kind of terrain: its least and most width and depth in inches, and whether it is round."""

    kind: str
    least: tuple[int, int]
    most: tuple[int, int]
    round: bool = False


WOOD = Form("wood", (7, 6), (12, 9), round=True)
ORCHARD = Form("orchard", (7, 6), (11, 9))
HILL = Form("hill", (9, 7), (14, 10), round=True)
HOUSE = Form("building", (4, 4), (6, 6))
RUIN = Form("ruin", (4, 4), (7, 6))
WALL = Form("wall", (6, 1), (11, 1))
HEDGE = Form("hedge", (7, 1), (13, 1))
FENCE = Form("fence", (6, 1), (12, 1))
EARTHWORK = Form("earthwork", (5, 1), (8, 2))
BOG = Form("bog", (6, 5), (10, 7), round=True)
WATER = Form("water", (6, 5), (9, 7), round=True)

THEMES: dict[str, tuple[Form, ...]] = {
    "village": (HOUSE, WALL, HOUSE, ORCHARD, FENCE, RUIN, HEDGE, WOOD, HOUSE),
    "farmland": (HEDGE, ORCHARD, WOOD, HEDGE, FENCE, HOUSE, HILL, HEDGE, WALL),
    "forest": (WOOD, WOOD, HILL, WOOD, BOG, WOOD, EARTHWORK, WOOD, HEDGE),
    "heath": (HILL, EARTHWORK, BOG, WOOD, HILL, HEDGE, RUIN, WATER, EARTHWORK),
    "ruins": (RUIN, WALL, RUIN, HOUSE, RUIN, WALL, EARTHWORK, RUIN, FENCE),
}
"""Which kinds of terrain there are, the most typical first; they are gone through again and again."""


def generated(
    seed: int,
    theme: str = "village",
    *,
    pieces: int = USUAL,
    width: float = 72,
    depth: float = 48,
    mission: Mission = "line",
    platoons: tuple[str, str] = ("response_platoon", "border_brigade"),
) -> Scenario:
    """A scenario on a table of a seed and a theme: the same for the same seed, on every machine."""
    return Scenario(
        name=f"{theme.capitalize()} {seed}",
        text=f"A table of {pieces} pieces, alike for both sides, made by the seed {seed}.",
        players=("south", "north"),
        platoons=platoons,
        table=table(seed, theme, pieces=pieces, width=width, depth=depth),
        zones=(
            Zone(0, 0, width, ZONE, "south"),
            Zone(0, depth - ZONE, width, depth, "north"),
        ),
        objectives=tuple(_objectives(mission, width, depth)),
    )


def table(seed: int, theme: str, *, pieces: int = USUAL, width: float = 72, depth: float = 48) -> Table:
    """A table with so many pieces of terrain, a road among them."""
    if theme not in THEMES:
        raise refuse("table.theme", f"no theme {theme[:60]!r}; there are {', '.join(THEMES)}", theme=theme[:60])
    if not FEWEST <= pieces <= MOST:
        raise refuse("table.pieces", f"a table has {FEWEST} to {MOST} pieces, not {pieces}", pieces=pieces)
    if not (36 <= width <= 144 and 36 <= depth <= 144):
        raise refuse("table.size", f"a table is 36 to 144 inches wide and deep here, not {width:g} by {depth:g}")
    dice = Seeded(seed, f"table {theme}")
    found = list(_roads(dice, width, depth, crossing=pieces % 2 == 0))
    laid, forms, tried = [Polygon(piece.points) for piece in found], THEMES[theme], 0
    while len(found) < pieces and tried < 3 * MOST:
        pair = _pair(dice, forms[tried % len(forms)], width, depth, laid)
        found += pair
        laid += (Polygon(piece.points) for piece in pair)
        tried += 1
    return Table(width, depth, tuple(found))


def _draw(dice: Seeded, low: float, high: float) -> float:
    """A tenth of an inch between two bounds."""
    steps = round((high - low) * 10) + 1
    if steps <= 1:
        return round(low, 1)
    return round(low + (dice.roll("table", 1, sides=steps).total - 1) / 10, 1)


def _roads(dice: Seeded, width: float, depth: float, *, crossing: bool) -> Iterator[Piece]:
    """A road from edge to edge through the middle, with a slant, and with a crossing another from side to side."""
    slant, half = _draw(dice, 0, width / 4) - width / 8, 1.5
    middle = width / 2
    ends = ((middle - slant, 0.0), (middle + slant, depth))
    yield _road(
        ((ends[0][0] - half, 0.0), (ends[0][0] + half, 0.0), (ends[1][0] + half, depth), (ends[1][0] - half, depth))
    )
    if crossing:
        west = depth / 2 + _draw(dice, 0, depth / 6) - depth / 12
        east = depth - west
        yield _road(((0.0, west - half), (width, east - half), (width, east + half), (0.0, west + half)))


def _road(points: Corners) -> Piece:
    return Piece("road", tuple((round(x, 1), round(y, 1)) for x, y in points))


def _pair(dice: Seeded, form: Form, width: float, depth: float, laid: list[Polygon]) -> tuple[Piece, ...]:
    """A piece and its twin across the table; nothing where there is no room."""
    for _ in range(TRIES):
        across = _draw(dice, form.least[0], form.most[0])
        along = _draw(dice, form.least[1], form.most[1])
        if dice.roll("table", 1, sides=2).total == 2:
            across, along = along, across
        if min(across, along) <= 1 and not form.round:
            across, along = (across, 0.5) if across > along else (0.5, along)
        reach_x, reach_y = across / 2 + EDGE, along / 2 + EDGE
        x, y = _draw(dice, reach_x, width - reach_x), _draw(dice, reach_y, depth - reach_y)
        points = _outline(dice, form, x, y, across, along)
        twin = tuple((round(width - px, 1), round(depth - py, 1)) for px, py in points)
        areas = Polygon(points), Polygon(twin)
        if areas[0].distance(areas[1]) < CLEAR or not all(area.is_valid for area in areas):
            continue
        if all(area.distance(other) >= CLEAR for area in areas for other in laid):
            return Piece(form.kind, points), Piece(form.kind, twin)
    return ()


def _outline(dice: Seeded, form: Form, x: float, y: float, across: float, along: float) -> Corners:
    """The corners of a piece: an oblong, or a round that is not quite one."""
    if not form.round:
        west, south = x - across / 2, y - along / 2
        corners = ((west, south), (west + across, south), (west + across, south + along), (west, south + along))
        return tuple((round(px, 1), round(py, 1)) for px, py in corners)
    sides = 8
    found = []
    for number in range(sides):
        out = _draw(dice, 0.8, 1.0)
        angle = 2 * pi * number / sides
        found.append((round(x + cos(angle) * across / 2 * out, 1), round(y + sin(angle) * along / 2 * out, 1)))
    return tuple(found)


def _objectives(mission: Mission, width: float, depth: float) -> Iterator[Objective]:
    """What is worth holding: nothing, the middle, or a line of three across the table."""
    if mission == "meeting":
        return
    yield Objective("The middle", width / 2, depth / 2, 3, 4)
    if mission == "line":
        yield Objective("The west", round(width / 5, 1), depth / 2, 2, 4)
        yield Objective("The east", round(width - width / 5, 1), depth / 2, 2, 4)


def written(scenario: Scenario) -> str:
    """A scenario as a file that `overheat battle` plays."""
    lines = [
        f"name = {_text(scenario.name)}",
        'game = "platoon"',
        f"text = {_text(scenario.text)}",
        f"players = [{', '.join(map(_text, scenario.players))}]",
        f"platoons = [{', '.join(map(_text, scenario.platoons))}]",
        "",
        "[table]",
        f"width = {scenario.table.width:g}",
        f"depth = {scenario.table.depth:g}",
        "pieces = [",
        *(f"  {{ {', '.join(_piece(piece))} }}," for piece in scenario.table.pieces),
        "]",
    ]
    for zone in scenario.zones:
        lines += [
            "",
            "[[zones]]",
            *(f"{side} = {getattr(zone, side):g}" for side in ("west", "south", "east", "north")),
        ]
        lines.append(f"edge = {_text(zone.edge)}")
    for each in scenario.objectives:
        lines += ["", "[[objectives]]", f"name = {_text(each.name)}", f"x = {each.x:g}", f"y = {each.y:g}"]
        lines += [f"worth = {each.worth}", f"radius = {each.radius:g}"]
    return "\n".join(lines) + "\n"


def _piece(piece: Piece) -> Iterator[str]:
    """A piece of terrain as a row: its kind and corners, and a height and a name where it has its own."""
    yield f"kind = {_text(piece.kind)}"
    yield f"points = [{_points(piece.points)}]"
    if piece.height is not None:
        yield f"height = {piece.height:g}"
    if piece.name:
        yield f"name = {_text(piece.name)}"


def _points(points: Corners) -> str:
    return ", ".join(f"[{x:g}, {y:g}]" for x, y in points)


def _text(words: str) -> str:
    """A text in quotes; what would end it or the line is written with a stroke, as in JSON."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
