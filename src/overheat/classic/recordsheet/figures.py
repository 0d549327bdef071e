"""What units look like on a sheet: an outline for every location, drawn by us, left on the left.

A figure is laid out in units of its own and scaled to wherever it is put. Each outline has a place for its label.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from overheat.drawing.surface import Anchor, Box, Point

STRETCH = 1.22
"""How much more a figure may grow one way than the other."""


class Outline(NamedTuple):
    """The shape of a location, and where its label stands."""

    points: tuple[Point, ...]
    label: Point
    anchor: Anchor = "middle"


class Figure(NamedTuple):
    """A whole unit: its outlines by location, and the width and height of the drawing."""

    outlines: Mapping[str, Outline]
    width: float
    height: float

    def put(self, box: Box) -> Figure:
        """The figure scaled into the middle of a box, and stretched a little where that fills it better."""
        wide, high = box.width / self.width, box.height / self.height
        wide, high = min(wide, high * STRETCH), min(high, wide * STRETCH)
        left = box.x + (box.width - self.width * wide) / 2
        top = box.y + (box.height - self.height * high) / 2

        def moved(point: Point) -> Point:
            return left + point[0] * wide, top + point[1] * high

        outlines = {
            code: Outline(tuple(map(moved, outline.points)), moved(outline.label), outline.anchor)
            for code, outline in self.outlines.items()
        }
        return Figure(outlines, self.width * wide, self.height * high)


def _shape(text: str) -> tuple[Point, ...]:
    """Points from a text like `86,4 114,4 120,14`."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


_MIRRORED: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}


def _mirrored(outline: Outline, middle: float) -> Outline:
    """The same outline on the other side of an upright line."""
    points = tuple((2 * middle - x, y) for x, y in reversed(outline.points))
    x, y = outline.label
    return Outline(points, (2 * middle - x, y), _MIRRORED[outline.anchor])


def _figure(width: float, height: float, centre: dict[str, Outline], sides: dict[tuple[str, str], Outline]) -> Figure:
    """A figure that is the same on both sides: outlines on its middle line, and pairs given by the left one."""
    outlines = dict(centre)
    for (left, right), outline in sides.items():
        outlines[left] = outline
        outlines[right] = _mirrored(outline, width / 2)
    return Figure(outlines, width, height)


_HEAD = Outline(_shape("88,10 112,10 121,18 121,34 113,43 87,43 79,34 79,18"), (100, 6))
_CENTRE_TORSO = Outline(_shape("83,47 117,47 126,56 126,104 120,124 111,136 89,136 80,124 74,104 74,56"), (100, 148))
_SIDE_TORSO = Outline(_shape("38,52 70,48 71,104 77,125 66,132 49,120 40,92 37,70"), (58, 43))
_ARM = Outline(_shape("14,56 31,52 33,72 36,95 33,124 35,152 31,162 9,162 5,150 7,118 3,92 5,68"), (0, 170.5), "start")
_LEG = Outline(_shape("46,124 64,136 77,131 83,142 84,170 79,204 82,226 88,240 35,240 42,224 41,200 40,168"), (62, 248))

BIPED = _figure(
    200, 252, {"HD": _HEAD, "CT": _CENTRE_TORSO}, {("LT", "RT"): _SIDE_TORSO, ("LA", "RA"): _ARM, ("LL", "RL"): _LEG}
)
"""A machine on two legs, standing."""

_OUTER_LEG = Outline(_shape("46,122 60,134 68,140 70,168 62,204 66,240 19,240 30,220 32,198 39,166"), (42, 248))
_MIDDLE_LEG = Outline(_shape("85,149 115,149 124,160 122,206 132,240 68,240 78,206 76,160"), (100, 248))
TRIPOD = _figure(
    200,
    252,
    {"HD": _HEAD, "CT": _CENTRE_TORSO, "CL": _MIDDLE_LEG},
    {("LT", "RT"): _SIDE_TORSO, ("LA", "RA"): _ARM, ("LL", "RL"): _OUTER_LEG},
)
"""A machine on three legs."""

_QUAD_CENTRE = Outline(_shape("84,50 116,50 126,60 126,150 114,172 86,172 74,150 74,60"), (100, 180.5))
_QUAD_SIDE = Outline(_shape("46,62 71,56 71,152 82,174 68,180 52,168 46,140 48,110 45,84"), (68, 190))
_QUAD_HEAD = Outline(_shape("89,10 111,10 121,19 121,37 113,46 87,46 79,37 79,19"), (100, 6))
_FRONT_LEG = Outline(_shape("8,14 34,14 42,26 36,44 42,62 38,86 42,104 24,112 8,102 2,78 4,44 0,28"), (22, 10))
_HIND_LEG = Outline(_shape("24,122 40,118 40,142 46,170 40,196 44,222 36,236 8,236 0,222 4,190 0,160 6,134"), (22, 243))
QUAD = _figure(
    200,
    247,
    {"HD": _QUAD_HEAD, "CT": _QUAD_CENTRE},
    {("LT", "RT"): _QUAD_SIDE, ("FLL", "FRL"): _FRONT_LEG, ("RLL", "RRL"): _HIND_LEG},
)
"""A machine on four legs, seen from above, its head in front."""

REAR = _figure(
    200,
    78,
    {"CT": Outline(_shape("76,4 124,4 130,14 124,66 76,66 70,14"), (100, 74))},
    {("LT", "RT"): Outline(_shape("16,8 62,4 66,14 72,66 34,62 20,48 10,22"), (40, 74))},
)
"""The backs of the torsos."""

_HULL_FRONT = Outline(_shape("62,8 138,8 168,24 146,62 54,62 32,24"), (100, 5))
_HULL_SIDE = Outline(_shape("29,28 50,64 50,196 29,232 16,222 16,38"), (0, 246), "start")
_HULL_REAR = Outline(_shape("54,198 146,198 168,236 138,250 62,250 32,236"), (100, 257))
_TURRET = Outline(_shape("82,82 118,82 136,100 136,158 118,176 82,176 64,158 64,100"), (100, 184))

VEHICLE = _figure(200, 260, {"FR": _HULL_FRONT, "RR": _HULL_REAR, "TU": _TURRET}, {("LS", "RS"): _HULL_SIDE})
"""A vehicle from above, its front at the top."""

TWO_TURRETS = _figure(
    200,
    260,
    {
        "FR": _HULL_FRONT,
        "RR": _HULL_REAR,
        "FT": Outline(_shape("84,72 116,72 132,84 132,108 116,120 84,120 68,108 68,84"), (100, 128)),
        "TU": Outline(_shape("84,138 116,138 132,150 132,174 116,186 84,186 68,174 68,150"), (100, 193.5)),
    },
    {("LS", "RS"): _HULL_SIDE},
)
"""A vehicle with a turret behind another."""

LARGE_VEHICLE = _figure(
    200,
    260,
    {"FR": _HULL_FRONT, "RR": _HULL_REAR, "TU": _TURRET},
    {
        ("FRLS", "FRRS"): Outline(_shape("29,28 50,64 50,128 16,128 16,38"), (-4, 22), "start"),
        ("RRLS", "RRRS"): Outline(_shape("16,132 50,132 50,196 29,232 16,222"), (-4, 246), "start"),
    },
)
"""A vehicle whose sides are two each."""

LARGE_VEHICLE_TWO_TURRETS = Figure(
    {**LARGE_VEHICLE.outlines, **{code: TWO_TURRETS.outlines[code] for code in ("FT", "TU")}}, 200, 260
)
"""The same with two turrets."""

ROTORCRAFT = _figure(
    200,
    260,
    {
        "RO": Outline(_shape("6,96 94,108 100,90 106,108 194,96 194,108 106,116 100,134 94,116 6,108"), (30, 92)),
        "FR": Outline(_shape("84,10 116,10 132,26 138,84 126,100 108,86 92,86 74,100 62,84 68,26"), (100, 7)),
        "RR": Outline(_shape("92,142 108,142 112,216 138,226 138,244 62,244 62,226 88,216"), (100, 252)),
        "TU": Outline(_shape("90,30 110,30 116,40 112,56 88,56 84,40"), (100, 63)),
    },
    {("LS", "RS"): Outline(_shape("62,113 91,120 97,138 88,146 85,206 72,190 60,150"), (56, 150), "end")},
)
"""A rotorcraft from above."""

FIGHTER = _figure(
    200,
    230,
    {
        "NOS": Outline(_shape("100,8 114,30 122,72 112,86 88,86 78,72 86,30"), (100, 5)),
        "AFT": Outline(_shape("84,146 116,146 124,176 138,204 130,216 70,216 62,204 76,176"), (100, 224)),
    },
    {("LWG", "RWG"): Outline(_shape("76,76 80,92 80,146 74,166 20,176 8,164 10,146 40,112"), (30, 116), "end")},
)
"""A fighter from above, its nose at the top."""

INTEGRITY = Figure({"SI": Outline(_shape("4,10 196,10 196,46 4,46"), (100, 6))}, 200, 50)
"""The bar of points that stands for the structure of a fighter."""

PROTOMECH = _figure(
    200,
    220,
    {
        "HD": Outline(_shape("90,12 110,12 118,22 114,42 86,42 82,22"), (100, 8)),
        "T": Outline(_shape("62,48 138,48 144,70 130,112 116,124 84,124 70,112 56,70"), (100, 132)),
        "L": Outline(
            _shape("66,120 84,138 116,138 134,120 148,150 144,206 108,206 104,160 96,160 92,206 56,206 52,150"),
            (100, 215),
        ),
        "MG": Outline(_shape("146,6 158,6 158,44 146,44"), (162, 28), "start"),
    },
    {("LA", "RA"): Outline(_shape("30,54 54,52 52,70 44,96 46,134 24,134 20,96 24,66"), (33, 142))},
)
"""A protomech, standing."""
