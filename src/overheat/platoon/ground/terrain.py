"""The table: pieces of terrain as polygons with a height, what they hide, and what they do to those who cross."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import msgspec
from shapely import LineString, Point, Polygon, box, prepare
from shapely.geometry.base import BaseGeometry

from overheat.kernel.refusal import refuse
from overheat.kernel.rules import rule as rules
from overheat.platoon.books import BASE
from overheat.platoon.ground.geometry import SCALE, Spot, flat

Cover = Literal["none", "soft", "hard"]
WORSE: dict[Cover, int] = {"none": 0, "soft": 1, "hard": 2}
NOTHING = 1e-9
"""A share of a line that is too short to count."""
FIRER_LEANS_OVER = 1.0
"""Terrain this near to the firer gives the target no cover, in inches."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain."""

    cover: Cover
    sight: Literal["blocks", "thick", "open"]
    ground: Literal["open", "rough", "obstacle", "impassable", "road"]
    height: float
    colour: str
    shelter: bool = False
    """Whether a unit can be inside it."""
    raises: bool = False
    """Whether units stand on top of it."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: its kind, its corners in inches, and its height where it is not the usual one."""

    kind: str
    points: tuple[tuple[float, float], ...]
    height: float | None = None
    name: str = ""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played on, in inches."""

    width: float = 72
    depth: float = 48
    pieces: tuple[Piece, ...] = ()


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of terrain by its name."""
    text = files("overheat.platoon").joinpath("data/terrain.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Kind])


def _kind(name: str, given: object) -> Kind:
    """A kind of terrain as a file gives it: what is otherwise of one that there is, or all of a new one."""
    known = msgspec.to_builtins(kinds()[name]) if name in kinds() else {"colour": "#b8ad8f", "height": 0}
    return msgspec.convert({**known, **msgspec.convert(given, dict[str, object])}, Kind)


TERRAIN: rules.Table[str, Kind] = rules.Table(
    "terrain.kinds",
    {},
    cite=BASE("Terrain"),
    where="overheat.platoon.ground.terrain.TERRAIN",
    reads=_kind,
    of="terrain",
    shows=lambda name, kind: rules.Shown(name.capitalize()),
)
"""By name, terrain that is otherwise under these rules than usual, and that there is besides."""
RULES = (TERRAIN,)
Terrain = tuple[tuple[str, Kind], ...]


def terrain(ruleset: rules.Ruleset) -> Terrain:
    """The kinds of terrain that layers bring or change."""
    return tuple(ruleset[TERRAIN].rows.items())


class Feature:
    """A piece of terrain made ready for questions."""

    def __init__(self, index: int, piece: Piece, brought: Terrain = ()) -> None:
        known = {**kinds(), **dict(brought)}
        if piece.kind not in known:
            raise refuse("table.kind", f"no terrain kind {piece.kind!r}", TERRAIN.cite, kind=piece.kind)
        if len(piece.points) < 3:
            reason = f"piece {index + 1} ({piece.kind}) needs three corners"
            raise refuse("table.points", reason, TERRAIN.cite, piece=index + 1)
        self.index = index
        self.piece = piece
        self.kind = known[piece.kind]
        self.top = round((self.kind.height if piece.height is None else piece.height) * SCALE)
        self.area = Polygon([(x * SCALE, y * SCALE) for x, y in piece.points])
        if not self.area.is_valid:
            reason = f"piece {index + 1} ({piece.kind}) crosses itself"
            raise refuse("table.polygon", reason, TERRAIN.cite, piece=index + 1)
        prepare(self.area)
        self.bounds = self.area.bounds
        ring = [(x * SCALE, y * SCALE) for x, y in piece.points]
        self.edges = tuple(
            (x, y, to_x - x, to_y - y) for (x, y), (to_x, to_y) in zip(ring, ring[1:] + ring[:1], strict=True)
        )
        centre = self.area.representative_point()
        self.centre = Spot(round(centre.x), round(centre.y))

    def leant_over(self, at: Spot) -> bool:
        """Whether who fires from a place is so near that he leans over it; the box around it is asked first."""
        reach = FIRER_LEANS_OVER * SCALE
        west, south, east, north = self.bounds
        if not (west - reach <= at.x <= east + reach and south - reach <= at.y <= north + reach):
            return False
        return bool(self.area.distance(_point(at)) <= reach)

    def near(self, a: Spot, b: Spot) -> bool:
        """Whether a line may touch it, judged by the boxes around both."""
        west, south, east, north = self.bounds
        return min(a.x, b.x) <= east and max(a.x, b.x) >= west and min(a.y, b.y) <= north and max(a.y, b.y) >= south


Bounded = tuple[tuple[float, float, float, float, Feature], ...]
"""Pieces of terrain with the boxes around them."""


def _bounded(features: Iterable[Feature]) -> Bounded:
    return tuple((*feature.bounds, feature) for feature in features)


def _near(features: Bounded, a: Spot, b: Spot) -> list[Feature]:
    """Those of some pieces of terrain that a line may touch, judged by the boxes around them and it."""
    (x, y, _), (to_x, to_y, _) = a, b
    low_x, high_x = (x, to_x) if x < to_x else (to_x, x)
    low_y, high_y = (y, to_y) if y < to_y else (to_y, y)
    return [
        feature
        for west, south, east, north, feature in features
        if low_x <= east and high_x >= west and low_y <= north and high_y >= south
    ]


class Ground:
    """The table made ready for questions. Terrain never changes, so answers are kept."""

    def __init__(self, table: Table, brought: Terrain = ()) -> None:
        self.table = table
        self.features = [Feature(index, piece, brought) for index, piece in enumerate(table.pieces)]
        self.edge = box(0, 0, table.width * SCALE, table.depth * SCALE)
        self.sees = lru_cache(maxsize=200_000)(self._sees)
        self.cover = lru_cache(maxsize=200_000)(self._cover)
        self.on_way = lru_cache(maxsize=50_000)(self._on_way)
        self.level = lru_cache(maxsize=50_000)(self._level)
        self._standing = lru_cache(maxsize=50_000)(self._inside)
        self._hiding = _bounded(feature for feature in self.features if feature.kind.sight != "open")
        self._covering = _bounded(feature for feature in self.features if feature.kind.cover != "none")

    def _sees(self, a: Spot, b: Spot) -> bool:
        """Whether a straight line between two places in the air is free of what hides."""
        return not any(self._hides(feature, a, b) for feature in _near(self._hiding, a, b))

    def hiding(self, a: Spot, b: Spot) -> list[Feature]:
        """The pieces of terrain that hide one place from another."""
        return [feature for feature in self.features if feature.near(a, b) and self._hides(feature, a, b)]

    def covering(self, a: Spot, b: Spot) -> list[Feature]:
        """The pieces of terrain that give a target at `b` cover from a firer at `a`."""
        return [
            feature
            for feature in self.features
            if feature.kind.cover != "none" and feature.near(a, b) and self._covers(feature, a, b)
        ]

    def _hides(self, feature: Feature, a: Spot, b: Spot) -> bool:
        if feature.kind.sight == "open":
            return False
        if not feature.kind.raises and feature in (*self._standing(a.x, a.y), *self._standing(b.x, b.y)):
            return False
        return lowest(feature, a, b) < feature.top

    def _cover(self, a: Spot, b: Spot) -> Cover:
        """The worst cover of a target at `b` from a firer at `a`: what it stands in, and what the line crosses."""
        worst: Cover = "none"
        for feature in _near(self._covering, a, b):
            found = feature.kind.cover
            if WORSE[found] > WORSE[worst] and self._covers(feature, a, b):
                worst = found
        return worst

    def _covers(self, feature: Feature, a: Spot, b: Spot) -> bool:
        if feature in self._standing(b.x, b.y):
            return b.z < feature.top + SCALE * 3
        if feature.leant_over(a):
            return False
        return lowest(feature, a, b) < feature.top

    def _inside(self, x: int, y: int) -> tuple[Feature, ...]:
        """The pieces of terrain that a place lies in."""
        here = Spot(x, y)
        return tuple(
            feature for feature in self.features if feature.near(here, here) and feature.area.intersects(_point(here))
        )

    def standing(self, at: Spot) -> tuple[Feature, ...]:
        """The pieces of terrain that a place lies in."""
        return self._standing(at.x, at.y)

    def _level(self, x: int, y: int) -> int:
        """How high the ground is, in hundredths of an inch."""
        return max((feature.top for feature in self._standing(x, y) if feature.kind.raises), default=0)

    def crossed(self, area: BaseGeometry) -> list[Feature]:
        """The pieces of terrain that an area or a line touches."""
        west, south, east, north = area.bounds
        return [
            feature
            for feature in self.features
            if feature.bounds[0] <= east
            and feature.bounds[2] >= west
            and feature.bounds[1] <= north
            and feature.bounds[3] >= south
            and feature.area.intersects(area)
        ]

    def _on_way(self, a: Spot, b: Spot) -> tuple[Feature, ...]:
        """The pieces of terrain that the straight path between two places on the map touches."""
        return tuple(self.crossed(line(a, b)))

    def holds(self, area: BaseGeometry) -> bool:
        """Whether an area lies wholly on the table."""
        return bool(self.edge.covers(area))

    def on_table(self, at: Spot) -> bool:
        """Whether a place lies on the table."""
        return 0 <= at.x <= self.table.width * SCALE and 0 <= at.y <= self.table.depth * SCALE


@lru_cache(maxsize=32)
def ground(table: Table, brought: Terrain = ()) -> Ground:
    """The table made ready for questions, with what layers bring of terrain."""
    return Ground(table, brought)


@lru_cache(maxsize=4096)
def line(a: Spot, b: Spot) -> LineString:
    """The straight path between two places on the map."""
    return LineString([(a.x, a.y), (b.x, b.y)])


def _point(at: Spot) -> BaseGeometry:
    return Point(at.x, at.y)


def lowest(feature: Feature, a: Spot, b: Spot) -> float:
    """The lowest that a line runs over a piece; above everything where it does not cross it. The fast twin."""
    along_x, along_y = b.x - a.x, b.y - a.y
    shares = []
    for x, y, edge_x, edge_y in feature.edges:
        turn = along_x * edge_y - along_y * edge_x
        if turn:
            off_x, off_y = x - a.x, y - a.y
            share = (off_x * edge_y - off_y * edge_x) / turn
            if 0 <= share <= 1 and 0 <= (off_x * along_y - off_y * along_x) / turn <= 1:
                shares.append(share)
    shares += [float(end) for end, at in enumerate((a, b)) if _holds(feature, at)]
    if not shares or max(shares) - min(shares) <= NOTHING:
        return float("inf")
    return min(a.z + (b.z - a.z) * share for share in shares)


def _holds(feature: Feature, at: Spot) -> bool:
    """Whether a place lies inside a piece: a line from it crosses the outline an odd number of times."""
    inside = False
    for x, y, edge_x, edge_y in feature.edges:
        if (y > at.y) != (y + edge_y > at.y) and at.x < x + edge_x * (at.y - y) / edge_y:
            inside = not inside
    return inside


def lowest_plain(feature: Feature, a: Spot, b: Spot) -> float:
    """The same by the geometry library: the plain twin."""
    crossed = feature.area.intersection(line(a, b))
    whole = flat(a, b) * SCALE
    if crossed.length <= NOTHING * whole:
        return float("inf")
    parts = list(getattr(crossed, "geoms", [crossed]))
    ends = [flat(a, Spot(x, y)) * SCALE for part in parts for x, y in part.coords]
    return min(a.z + (b.z - a.z) * along / whole for along in ends)
