"""Where a hex is, what lies next to it, and what lies between two hexes.

Hexes are flat-topped; odd columns stand half a hex higher than even ones. A hex is named `ccrr` from `0101` in the
upper left; where its column or row is beyond 99, both have three digits: `005100`, `100005`. Directions and facings
are 0 to 5, 0 = north, clockwise.

Between hexes all arithmetic is whole numbers in axial coordinates: `q` counts columns, and `r` runs down a column so
that one step in any direction always adds the same pair.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from overheat.kernel.refusal import refuse

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The axial step in each direction, north first, clockwise."""

_CORNERS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
"""The corners of a hex, in thirds of an axial step from its centre."""


class Hex(NamedTuple):
    """A hex by column and row, counted from 1."""

    column: int
    row: int

    @classmethod
    def parse(cls, name: str) -> Hex:
        """A hex from its name: `0913` is column 9, row 13, and `100005` column 100, row 5.

        Some maps of wide boards print five digits, of which three are the column; those are read as well.
        """
        if not (name.isascii() and name.isdigit() and 4 <= len(name) <= 6):
            raise refuse("hex.name", f"{name[:40]!r} is not a hex name: four digits, column then row, as in 0913")
        return cls.split(name, len(name) // 2 if len(name) % 2 == 0 else len(name) // 2 + 1)

    @classmethod
    def split(cls, name: str, columns: int) -> Hex:
        """A hex from its name, of which the first digits are the column."""
        hex = cls(int(name[:columns]), int(name[columns:]))
        if hex.column < 1 or hex.row < 1:
            raise refuse("hex.name", f"{name!r} is not a hex name: columns and rows count from 01")
        return hex

    def __str__(self) -> str:
        digits = 2 if self.column < 100 and self.row < 100 else 3
        return f"{self.column:0{digits}}{self.row:0{digits}}"

    @property
    def axial(self) -> tuple[int, int]:
        return self.column, self.row - (self.column - 1) // 2

    @classmethod
    def from_axial(cls, q: int, r: int) -> Hex:
        return cls(q, r + (q - 1) // 2)

    def neighbour(self, direction: int) -> Hex:
        """The hex next to this one in a direction."""
        column, row = self
        along, down = STEPS[direction % 6]
        to = column + along
        return Hex(to, row - (column - 1) // 2 + down + (to - 1) // 2)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around this one, north first, clockwise."""
        return tuple(self.neighbour(direction) for direction in range(6))

    def distance(self, other: Hex) -> int:
        """How many hexes away another one is."""
        column, row = self
        to_column, to_row = other
        q = to_column - column
        r = to_row - (to_column - 1) // 2 - row + (column - 1) // 2
        if q < 0:
            q, r = -q, -r
        return q + r if r > 0 else max(q, -r)

    def direction(self, other: Hex) -> int:
        """The direction that points nearest to another hex; half-way between two, the clockwise one."""
        turn = bearing(self, other)
        return (turn.sixths + (1 if turn.past_half or turn.half else 0)) % 6

    def line(self, other: Hex) -> tuple[tuple[Hex, ...], ...]:
        """What a straight line between the centres crosses, ends excluded, in order.

        Each step is one hex, or the pair on either side of a hexside that the line runs along, left one first.
        """
        q, r = self.axial
        to_q, to_r = other.axial
        return tuple(
            tuple(Hex.from_axial(q + along, r + down) for along, down in step) for step in between(to_q - q, to_r - r)
        )


def length(q: int, r: int) -> int:
    """The number of hexes in an axial offset."""
    return max(abs(q), abs(r), abs(q + r))


Offset = tuple[int, int]


@lru_cache(maxsize=1 << 14)
def between(q: int, r: int) -> tuple[tuple[Offset, ...], ...]:
    """The axial offsets that a line to `(q, r)` crosses, ends excluded: single hexes, or pairs along a hexside.

    A hex counts as crossed when the line so much as touches a corner of it. How far the hex's centre lies aside of the
    line, against how far its outermost corner reaches, decides in whole numbers.
    """
    far = length(q, r)
    if far < 2:
        return ()
    reach = max(x * r - y * q for x, y in _CORNERS)
    end = _along((q, r), q, r)
    crossed = []
    for x, y in _near_line(q, r, far):
        aside, at = 3 * (y * q - x * r), _along((x, y), q, r)
        if 0 < at < end and abs(aside) <= reach:
            crossed.append((at, aside, (x, y)))
    steps: dict[int, tuple[Offset, ...]] = {}
    for at, _, hex in sorted(crossed):
        steps[at] = (*steps.get(at, ()), hex)
    return tuple(steps.values())


def _near_line(q: int, r: int, far: int) -> set[Offset]:
    """Every hex that a line might cross: those under its whole steps, and their neighbours."""
    under = {_nearest(q * step, r * step, far) for step in range(far + 1)}
    return under | {(x + along, y + down) for x, y in under for along, down in STEPS}


def _along(hex: Offset, q: int, r: int) -> int:
    """How far along the line to `(q, r)` a hex lies, in whole units: the dot product in hex geometry, doubled."""
    x, y = hex
    return 2 * x * q + 2 * y * r + x * r + y * q


def _nearest(q: int, r: int, parts: int) -> tuple[int, int]:
    """The hex nearest to the axial point `(q / parts, r / parts)`."""
    s = -q - r
    near_q, near_r, near_s = (round_half_up(value, parts) for value in (q, r, s))
    off_q, off_r, off_s = abs(near_q * parts - q), abs(near_r * parts - r), abs(near_s * parts - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


def round_half_up(value: int, parts: int) -> int:
    """`value / parts` to the nearest whole number."""
    return (2 * value + parts) // (2 * parts)


class Bearing(NamedTuple):
    """Where another hex lies, seen from a facing: whole sixths of a turn clockwise, and the part beyond.

    `exact` means on the sixth itself, `half` exactly half-way to the next, `past_half` beyond that.
    """

    sixths: int
    exact: bool
    half: bool
    past_half: bool


def bearing(origin: Hex, other: Hex, facing: int = 0) -> Bearing:
    """The bearing of another hex, in whole numbers."""
    (q, r), (to_q, to_r) = origin.axial, other.axial
    return _bearing(to_q - q, to_r - r, facing)


@lru_cache(maxsize=1 << 15)
def _bearing(q: int, r: int, facing: int) -> Bearing:
    if (q, r) == (0, 0):
        return Bearing(0, exact=True, half=False, past_half=False)
    sixth = 0
    while not (q >= 0 and r < 0 and q + r < 0):
        q, r = q + r, -q
        sixth += 1
    # Now the hex lies from north (q = 0) up to but not at the next sixth (q + r = 0).
    other_part = -(q + r)
    return Bearing((sixth - facing) % 6, exact=q == 0, half=q == other_part, past_half=q > other_part)


class Arc(Enum):
    """The arcs a unit fires into, by the clock from its facing."""

    FORWARD = "forward"
    LEFT_ARM = "left arm"
    RIGHT_ARM = "right arm"
    LEFT_SIDE = "left side"
    RIGHT_SIDE = "right side"
    REAR = "rear"
    LEFT_HALF = "left half"
    RIGHT_HALF = "right half"
    ALL_ROUND = "all round"

    __hash__ = object.__hash__


@lru_cache(maxsize=1 << 16)
def in_arc(origin: Hex, facing: int, other: Hex, arc: Arc) -> bool:
    """Whether another hex lies in an arc. Forward includes its two edges; the sides take what lies past them up to and
    with the line 120 degrees round; the rear has the rest. An arm covers forward and its own side; half the circle
    has both of its ends. The hex a unit stands in lies in every arc."""
    if origin == other or arc is Arc.ALL_ROUND:
        return True
    turn = bearing(origin, other, facing)
    forward = turn.sixths in (0, 5) or (turn.sixths == 1 and turn.exact)
    right = (turn.sixths == 1 and not turn.exact) or (turn.sixths == 2 and turn.exact)
    left = turn.sixths == 4
    return {
        Arc.FORWARD: forward,
        Arc.RIGHT_SIDE: right,
        Arc.LEFT_SIDE: left,
        Arc.RIGHT_ARM: forward or right,
        Arc.LEFT_ARM: forward or left,
        Arc.REAR: not (forward or right or left),
        Arc.RIGHT_HALF: turn.sixths < 3 or (turn.sixths == 3 and turn.exact),
        Arc.LEFT_HALF: turn.sixths >= 3 or (turn.sixths == 0 and turn.exact),
    }[arc]
