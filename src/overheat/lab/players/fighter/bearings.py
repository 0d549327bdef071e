"""Where hexes lie from one another, as tables: distances, bearings, and what lies in which arc or on which side."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from overheat.classic.board.hexes import Arc, Hex, bearing, in_arc
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.locations import Side, side_hit
from overheat.classic.sight.field import all_pairs
from overheat.classic.sight.relief import Relief
from overheat.kernel.rules.rule import Ruleset

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

QUARTERS = 4
"""A sixth of the circle has so many bearings: on its line, before its middle, on its middle, beyond it."""
BEARINGS = 6 * QUARTERS
"""All bearings, clockwise from straight ahead."""
SIDES: tuple[Side, ...] = ("front", "left", "right", "rear")

_CENTRE = Hex(50, 50)


def hex_number(relief: Relief, hex: Hex) -> int:
    """The place of a hex in the tables of its board."""
    return (hex.row - 1) * relief.board.width + hex.column - 1


@lru_cache(maxsize=16)
def distances(width: int, height: int) -> Ints:
    """How far any two hexes of a board of a size are apart."""
    axial = _axial(width, height)
    q, r = (axial[:, None, at] - axial[None, :, at] for at in (0, 1))
    far: Ints = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
    return far


@lru_cache(maxsize=16)
def bearings(width: int, height: int) -> Ints:
    """On which bearing any hex of a board of a size lies from any other, counted from the north."""
    axial = _axial(width, height)
    q, r = (axial[None, :, at] - axial[:, None, at] for at in (0, 1))
    most_q, most_r = int(q.max()), int(r.max())
    codes = [[_code(along, down) for down in range(-most_r, most_r + 1)] for along in range(-most_q, most_q + 1)]
    found: Ints = np.array(codes, np.int64)[q + most_q, r + most_r]
    return found


def _axial(width: int, height: int) -> Ints:
    hexes = (Hex(column, row) for row in range(1, height + 1) for column in range(1, width + 1))
    return np.array([hex.axial for hex in hexes], np.int64)


def _code(q: int, r: int) -> int:
    turn = bearing(Hex.from_axial(0, 0), Hex.from_axial(q, r))
    return QUARTERS * turn.sixths + (0 if turn.exact else 2 if turn.half else 3 if turn.past_half else 1)


@cache
def _samples() -> tuple[Hex, ...]:
    """A hex on each bearing from the centre."""
    q, r = _CENTRE.axial
    found: dict[int, Hex] = {}
    for along in range(-6, 7):
        for down in range(-6, 7):
            if (along, down) != (0, 0):
                found.setdefault(_code(along, down), Hex.from_axial(q + along, r + down))
    return tuple(found[code] for code in range(BEARINGS))


@cache
def in_each_bearing(facing: int, arc: Arc) -> tuple[bool, ...]:
    """Whether what lies on each bearing from who faces north is in an arc that is counted from some facing."""
    return tuple(in_arc(_CENTRE, facing % 6, hex, arc) for hex in _samples())


def sides_shown(rules: Ruleset, unit: Unit) -> Ints:
    """The side of a unit, by its place among the sides, that is struck from each bearing."""
    kept = rules.remembered("sides by bearing")
    kind = unit.sheet.kind
    if kind not in kept:
        at = msgspec.structs.replace(unit, hex=_CENTRE, facing=0)
        kept[kind] = np.array([SIDES.index(rules[side_hit](rules, at, hex)) for hex in _samples()], np.int64)
    found: Ints = kept[kind]
    return found


def ground_between(relief: Relief, height: int, target_height: int) -> Ints:
    """What the ground adds to a number from any hex to any other, for units of some heights."""
    return relief.lastingly(
        f"bot modifiers {height} {target_height}",
        lambda relief: all_pairs(relief, height, target_height).modifier.astype(np.int64),
    )
