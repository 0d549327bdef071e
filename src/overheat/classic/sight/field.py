"""Many lines of sight at once. The fast implementation of what `trace` explains: the same answers, no explanations.

What stands in a hex comes from the rules in force, by way of the relief, and what casts a shadow, or intervenes where
rules change that, or what corners do, from tables of their answers. Only the geometry is written a second time, in
`pairs`; under a ruleset that changes the geometry itself, the plain twin does the work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from overheat.classic.board.hexes import Hex
from overheat.classic.rules.standard.sight import (
    ATTACK_TERRAIN_MODIFIERS,
    fills_the_view,
    gives_partial_cover,
    submerged,
    through_building,
    to_hit_of,
    wet,
)
from overheat.classic.sight.buildings import building_hexes, inside
from overheat.classic.sight.lines import Bools, Bytes, Ints, lines_of
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.pairs import (
    BUILDING,
    LEVEL,
    MEETS,
    OPEN,
    SOLID,
    SURFACE,
    THIN,
    THIN_END,
    TOP,
    UNSEEN,
    WET,
    trace_pairs,
)
from overheat.classic.sight.relief import ABYSS, Relief
from overheat.classic.sight.shadows import NO_ANSWERS, Answers, answers_of, asked_of
from overheat.classic.sight.trace import by_one_side, corner, line_of_sight, sight

__all__ = ["UNSEEN", "Field", "all_pairs", "field", "hex_number", "viewpoints"]

GEOMETRY = (line_of_sight, by_one_side, fills_the_view, gives_partial_cover, submerged, wet, through_building)
"""The rules that are written again in `pairs`, and so must be the standard ones."""


class Field(NamedTuple):
    """Lines of sight as arrays: whether each target is seen, and what the line then adds to an attack.

    The modifier of what is not seen is `UNSEEN`, and its covers are false.
    """

    modifier: Bytes
    target_cover: Bools
    attacker_cover: Bools

    @property
    def visible(self) -> Bools:
        return np.not_equal(self.modifier, UNSEEN)


def field(relief: Relief, viewer: Viewpoint, target_height: int = 1) -> Field:
    """What one viewer sees of a board on which every hex holds a target: arrays of (row, column), from 0."""
    shape = relief.board.height, relief.board.width
    if _geometry_differs(relief):
        seen = _plainly(relief, [viewer], viewpoints(relief, target_height))
    else:
        seen = _trace_all(relief, _ends(relief, [viewer]), _everywhere(relief, target_height))
    return Field(seen.modifier.reshape(shape), seen.target_cover.reshape(shape), seen.attacker_cover.reshape(shape))


def all_pairs(relief: Relief, viewer_height: int = 1, target_height: int = 1) -> Field:
    """What is seen from every hex in every hex: arrays of (viewer, target), hexes row by row."""
    if _geometry_differs(relief):
        return _plainly(relief, viewpoints(relief, viewer_height), viewpoints(relief, target_height))
    return _trace_all(relief, _everywhere(relief, viewer_height), _everywhere(relief, target_height))


def viewpoints(relief: Relief, height: int) -> list[Viewpoint]:
    """A unit of one height in every hex of a board."""
    return [Viewpoint.on(relief.board, hex, height) for hex in relief.board]


def _geometry_differs(relief: Relief) -> bool:
    """Whether the rules in force change what is written again."""
    return any(relief.rules[rule] is not rule for rule in GEOMETRY)


def _trace_all(relief: Relief, viewers: Ints, targets: Ints) -> Field:
    ground, lines = (
        relief.lastingly("ground", _ground),
        lines_of(relief.board.width, relief.board.height, relief.stride),
    )
    shape = len(viewers), len(targets)
    seen = Field(np.empty(shape, np.int8), np.zeros(shape, np.bool_), np.zeros(shape, np.bool_))
    cover = 2 * relief.rules[ATTACK_TERRAIN_MODIFIERS]["partial cover"]
    asked, lowest, rows, told = _answers(relief, viewers, targets)
    trace_pairs(
        viewers, targets, *ground, *lines, relief.stride, cover, asked, lowest, rows, told, _corners(relief),
        seen.modifier, seen.target_cover, seen.attacker_cover,
    )  # fmt: skip
    return seen


def _answers(relief: Relief, viewers: Ints, targets: Ints) -> Answers:
    """What the rules in force say of everything that lines between these ends may meet, where they are not standard."""
    asked = asked_of(relief.rules)
    if not asked:
        return NO_ANSWERS
    tops = relief.lastingly(f"tops {asked}", lambda relief: _tops(relief, asked))
    return answers_of(relief.rules, tops, _levels(viewers), _levels(targets), _farthest(relief))


def _tops(relief: Relief, asked: int) -> tuple[int, ...]:
    """The tops of everything that the rules are asked about, on land and under water."""
    ground = relief.lastingly("ground", _ground)
    met = [ground.ground[:, SOLID], *([ground.things[:, TOP]] if asked & MEETS else [])]
    return tuple(top for top in np.unique(np.concatenate(met)).tolist() if top != ABYSS)


def _farthest(relief: Relief) -> int:
    """How far two hexes of a board may be apart."""
    across = Hex(1, 1).distance(Hex(relief.board.width, relief.board.height))
    return max(across, Hex(relief.board.width, 1).distance(Hex(1, relief.board.height)))


def _levels(ends: Ints) -> tuple[int, ...]:
    """Every level that some viewpoints look from: their own, and under water that of the surface if it is lower."""
    wet = ends[ends[:, WET] != 0]
    return tuple(sorted({*ends[:, LEVEL].tolist(), *np.minimum(wet[:, LEVEL], wet[:, SURFACE]).tolist()}))


def _corners(relief: Relief) -> Bytes:
    """What the rules in force say of corners, by walls and low ground on either hand, a bit each; nothing of the usual.

    It is -1 where the line is as each side has it, else what is added to an attack; `OPEN` more where the line is open.
    """
    if relief.rules[corner] is corner:
        return np.empty(0, np.int8)
    answers = np.empty(16, np.int8)
    for bits in range(16):
        found = relief.rules[corner](relief.rules, (bool(bits & 1), bool(bits & 2)), (bool(bits & 4), bool(bits & 8)))
        answers[bits] = (-1 if found.adds is None else found.adds) + (OPEN if found.opens else 0)
    return answers


def _plainly(relief: Relief, viewers: Iterable[Viewpoint], targets: list[Viewpoint]) -> Field:
    """The same arrays by the plain twin."""
    lines = [[sight(relief, viewer, target) for target in targets] for viewer in viewers]
    return Field(
        np.array([[int(line.modifiers.total) if line.visible else UNSEEN for line in row] for row in lines], np.int8),
        np.array([[line.visible and line.target_cover is not None for line in row] for row in lines], np.bool_),
        np.array([[line.visible and line.attacker_cover is not None for line in row] for row in lines], np.bool_),
    )


class _Ground(NamedTuple):
    """What stands in each numbered hex, and then in each under water: the top of it all, a row of `ground` and the
    `things` that thin the view, which such rows tell."""

    summits: Ints
    ground: Ints
    things: Ints


def _ground(relief: Relief) -> _Ground:
    modifiers, obstacles = to_hit_of(relief.rules), [*relief.obstacles, *relief.bottoms]
    thin = [[thing for thing in here if not thing.solid] for here in obstacles]
    things = [
        (thing.top, thing.half_points, 2 * modifiers[thing.kind] if thing.kind in modifiers else thing.half_points)
        for here in thin
        for thing in here
    ]
    ground = np.empty((len(obstacles), 4), np.int32)
    ground[:, SOLID] = [max((thing.top for thing in here if thing.solid), default=ABYSS) for here in obstacles]
    ground[:, BUILDING] = np.tile(relief.lastingly("buildings", _buildings), 2)
    ground[:, THIN_END] = np.cumsum([len(here) for here in thin])
    ground[:, THIN] = np.concatenate(([0], ground[:-1, THIN_END]))
    summits = [max((thing.top for thing in here), default=ABYSS) for here in obstacles]
    return _Ground(np.array(summits, np.int32), ground, np.array(things, np.int32).reshape(-1, 3))


def _buildings(relief: Relief) -> Ints:
    """The number of the building in each numbered hex, from 1; 0 where there is none."""
    numbers = np.zeros(len(relief.hexes), np.int32)
    latest = 0
    for hex in relief.board:
        if "building" in relief.board[hex] and numbers[relief.index(hex)] == 0:
            latest += 1
            for part in building_hexes(relief.board, hex):
                numbers[relief.index(part)] = latest
    return numbers


def _everywhere(relief: Relief, height: int) -> Ints:
    """The viewpoints of a unit of one height in every hex."""
    return relief.lastingly(f"ends {height}", lambda relief: _ends(relief, viewpoints(relief, height)))


def _ends(relief: Relief, ends: list[Viewpoint]) -> Ints:
    board, buildings = relief.board, relief.lastingly("buildings", _buildings)
    rules, rows = relief.rules, np.empty((len(ends), 10), np.int32)
    is_under, is_wet = rules[submerged], rules[wet]
    for row, end in enumerate(ends):
        index, surface = relief.index(end.hex), board[end.hex].level
        housed = buildings[index] if inside(board, end) else 0
        under, touching = is_under(rules, board, end), is_wet(rules, board, end)
        level, kinds = surface + end.height + 1, (under, touching, housed, end.legs)
        rows[row] = (index, *end.hex.axial, level, end.coverable, surface, *kinds)
    return rows


def hex_number(relief: Relief, hex: Hex) -> int:
    """The place of a hex in the arrays of `all_pairs`."""
    return (hex.row - 1) * relief.board.width + hex.column - 1
