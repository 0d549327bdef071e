"""Inches on a table: places, bodies, distances, arcs, templates, paths.

Places are whole hundredths of an inch, so that the same game falls out alike everywhere. Lengths that are measured are
inches as floats, and one policy compares them: "within n" is n or less, "more than n" is the opposite, and a millionth
of an inch is nothing. Headings are whole degrees clockwise from north, which is up the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from shapely import Polygon

from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HEAT, HOUSE

SCALE = 100
TOLERANCE = 1e-6

Arc = Literal["front", "right", "rear", "left"]
AXES: dict[Arc, int] = {"front": 0, "right": 90, "rear": 180, "left": 270}


class Spot(NamedTuple):
    """A place in hundredths of an inch; `z` is the height above the table."""

    x: int
    y: int
    z: int = 0


class Body(NamedTuple):
    """What a model fills: a disc as wide as `width`, or with a length the oblong of a hull. Hundredths of an inch."""

    at: Spot
    width: int
    length: int = 0
    heading: int = 0
    height: int = 0


@rule("measure.within", cite=HOUSE("Distances"), implements=("HEAT-base-compare",))
def within(rules: Ruleset, length: float, limit: float) -> bool:
    """A length is within a limit when it is no greater, a millionth of an inch aside; otherwise it is more than it."""
    return length <= limit + TOLERANCE


def spot(x: float, y: float, z: float = 0) -> Spot:
    """The place at so many inches."""
    return Spot(round(x * SCALE), round(y * SCALE), round(z * SCALE))


def distance(a: Spot, b: Spot) -> float:
    """Inches between two places, height included."""
    return hypot(a.x - b.x, a.y - b.y, a.z - b.z) / SCALE


def flat(a: Spot, b: Spot) -> float:
    """Inches between two places on the map."""
    return hypot(a.x - b.x, a.y - b.y) / SCALE


def heading_to(a: Spot, b: Spot) -> float:
    """The heading from one place to another, in degrees."""
    return degrees(atan2(b.x - a.x, b.y - a.y)) % 360


def bearing(at: Spot, heading: float, to: Spot) -> float:
    """Where a place lies as seen from a nose: 0 ahead, 90 right, 180 behind, 270 left."""
    return (heading_to(at, to) - heading) % 360


def off_axis(bearing_: float, axis: float = 0) -> float:
    """How many degrees a bearing lies off an axis, to either side."""
    return abs((bearing_ - axis + 180) % 360 - 180)


@rule("measure.arcs", cite=HEAT("Attacking with a helicopter"), implements=("HEAT-heli-arcs",))
def arcs(rules: Ruleset, bearing_: float) -> tuple[Arc, ...]:
    """Two diagonals cut the surroundings into four quarters; what lies on a diagonal belongs to both quarters."""
    return tuple(arc for arc, axis in AXES.items() if rules[within](rules, off_axis(bearing_, axis), 45))


def ahead(at: Spot, heading: float, inches: float) -> Spot:
    """The place so many inches along a heading, at the same height."""
    angle = radians(heading)
    return Spot(at.x + round(sin(angle) * inches * SCALE), at.y + round(cos(angle) * inches * SCALE), at.z)


def towards(a: Spot, b: Spot, inches: float) -> Spot:
    """The place so many inches from one place straight towards another, but not beyond it."""
    whole = distance(a, b)
    if whole <= inches or whole == 0:
        return b
    share = inches / whole
    return Spot(*(round(start + (end - start) * share) for start, end in zip(a, b, strict=True)))


def corners(body: Body) -> list[tuple[float, float]]:
    """The four corners of a hull in hundredths of an inch: front left, front right, rear right, rear left."""
    angle = radians(body.heading)
    forward, right = (sin(angle), cos(angle)), (cos(angle), -sin(angle))
    half, side = body.length / 2, body.width / 2
    return [
        (
            body.at.x + forward[0] * half * along + right[0] * side * across,
            body.at.y + forward[1] * half * along + right[1] * side * across,
        )
        for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    ]


def outline(body: Body) -> Polygon:
    """The hull as a polygon."""
    return Polygon(corners(body))


def edge_to_spot(body: Body, to: Spot) -> float:
    """Inches on the map from the edge of a body to a place; 0 inside it."""
    across, along = to.x - body.at.x, to.y - body.at.y
    if not body.length:
        return max(0.0, hypot(across, along) - body.width / 2) / SCALE
    angle = radians(body.heading)
    ahead_ = abs(across * sin(angle) + along * cos(angle)) - body.length / 2
    aside = abs(across * cos(angle) - along * sin(angle)) - body.width / 2
    return hypot(max(0.0, ahead_), max(0.0, aside)) / SCALE


def nearest_point(body: Body, to: Spot) -> Spot:
    """The point of a hull on the map that is nearest to a place, at the height of that place."""
    across, along = to.x - body.at.x, to.y - body.at.y
    angle = radians(body.heading)
    ahead_ = across * sin(angle) + along * cos(angle)
    aside = across * cos(angle) - along * sin(angle)
    half, side = body.length / 2, body.width / 2
    ahead_, aside = max(-half, min(half, ahead_)), max(-side, min(side, aside))
    return Spot(
        round(body.at.x + ahead_ * sin(angle) + aside * cos(angle)),
        round(body.at.y + ahead_ * cos(angle) - aside * sin(angle)),
        to.z,
    )


def gap(a: Body, b: Body) -> float:
    """Inches between the closest points of two bodies, height included."""
    if not a.length and not b.length:
        apart = hypot(a.at.x - b.at.x, a.at.y - b.at.y)
        level = max(0.0, max(0.0, apart - b.width / 2) / SCALE - a.width / 2 / SCALE)
    elif not a.length:
        level = max(0.0, edge_to_spot(b, a.at) - a.width / 2 / SCALE)
    elif not b.length:
        level = max(0.0, edge_to_spot(a, b.at) - b.width / 2 / SCALE)
    else:
        level = outline(a).distance(outline(b)) / SCALE
    rise = max(0, a.at.z - b.at.z - b.height, b.at.z - a.at.z - a.height) / SCALE
    return hypot(level, rise)


def nearest(first: Sequence[Body], second: Sequence[Body]) -> float:
    """Inches between the closest of some bodies and of others. The fast twin: of discs that are alike, as the men of
    most units are, only those are measured whose middles are the closest."""
    if len(first) * len(second) < 4 or not (_alike(first) and _alike(second)):
        return min(gap(a, b) for a in first for b in second)
    least, close = float("inf"), list[tuple[Body, Body]]()
    others = [(b, *b[0]) for b in second]
    for a in first:
        x, y, _ = a[0]
        for b, to_x, to_y, _ in others:
            square = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
            if square < least:
                least, close = square, [(a, b)]
            elif square == least:
                close.append((a, b))
    return min(gap(a, b) for a, b in close)


def _alike(bodies: Sequence[Body]) -> bool:
    """Whether bodies are discs that differ in nothing but where on the map they are."""
    return not bodies[0].length and len({(body[1:], body[0][2]) for body in bodies}) == 1


class Box(NamedTuple):
    """An oblong on the map that lies along its edges, in hundredths of an inch."""

    west: int
    south: int
    east: int
    north: int

    def apart(self, other: Box) -> float:
        """Inches between two oblongs: nothing in one is nearer to anything in the other."""
        across = max(0, other.west - self.east, self.west - other.east)
        along = max(0, other.south - self.north, self.south - other.north)
        return hypot(across, along) / SCALE


def box_of(spots: Sequence[Spot], reach: int = 0) -> Box:
    """An oblong around places, with room to spare."""
    xs, ys, _ = zip(*spots, strict=True)
    return Box(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def box_around(bodies: Sequence[Body]) -> Box:
    """An oblong around bodies, whichever way they are turned."""
    return box_of([body.at for body in bodies], max([body.length + body.width for body in bodies]) // 2 + 1)


def coherent(rules: Ruleset, bodies: Sequence[Body], limit: float) -> bool:
    """Whether bodies form one chain, each within a limit of the next."""
    if not bodies:
        return True
    near = rules[within]
    met, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        reached = [i for i in range(len(bodies)) if i not in met and near(rules, gap(bodies[here], bodies[i]), limit)]
        met.update(reached)
        waiting += reached
    return len(met) == len(bodies)


class Leg(NamedTuple):
    """A part of a path: a pivot on the spot, then so many inches straight on, or back where negative."""

    pivot: int
    inches: float


def driven(body: Body, legs: Iterable[Leg]) -> Body:
    """Where a hull stands after a path."""
    for leg in legs:
        turned = (body.heading + leg.pivot) % 360
        body = body._replace(heading=turned, at=ahead(body.at, turned, leg.inches))
    return body


def swept(body: Body, legs: Iterable[Leg]) -> list[Polygon]:
    """The ground that a hull passes over on a path: an oblong for each straight part."""
    found = []
    for leg in legs:
        start = driven(body, [Leg(leg.pivot, 0)])
        body = driven(start, [Leg(0, leg.inches)])
        middle = Spot((start.at.x + body.at.x) // 2, (start.at.y + body.at.y) // 2)
        found.append(outline(start._replace(at=middle, length=start.length + round(abs(leg.inches) * SCALE))))
    return found


BETWEEN = 0.4
"""The inches between the bases of men who stand at ease."""
FILES = 5
"""How many men stand in a rank."""


def formation(at: Spot, count: int, spacing: float = 1 + BETWEEN) -> list[Spot]:
    """Places for some men around a place, in ranks of five, close enough to hold together."""
    step = round(spacing * SCALE)
    ranks = (count + FILES - 1) // FILES
    places = []
    for index in range(count):
        rank, file = divmod(index, FILES)
        width = min(FILES, count - rank * FILES)
        places.append(Spot(at.x + file * step - (width - 1) * step // 2, at.y - rank * step + (ranks - 1) * step // 2))
    return places


RULES = (within, arcs)
