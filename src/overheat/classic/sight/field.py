"""Many lines of sight at once. The fast implementation of what `trace` explains: the same answers, no explanations.

What stands in a hex comes from the rules in force, by way of the relief, and what casts a shadow from a table of their
answers. Only the geometry is written a second time here; under a ruleset that changes the geometry itself, the plain
twin does the work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from overheat.classic.board.hexes import Hex
from overheat.classic.rules.standard.sight import (
    ATTACK_TERRAIN_MODIFIERS,
    HALF_POINTS,
    MOST_INSIDE,
    fills_the_view,
    gives_partial_cover,
    intervenes,
    submerged,
    through_building,
    wet,
)
from overheat.classic.sight.buildings import building_hexes, inside
from overheat.classic.sight.lines import TARGET, VIEWER, Bools, Bytes, Ints, compiled, draw_line, lines_of
from overheat.classic.sight.model import Obstacle, Viewpoint
from overheat.classic.sight.relief import ABYSS, Relief
from overheat.classic.sight.shadows import Shadows, shadows_of
from overheat.classic.sight.trace import line_of_sight, sight

GEOMETRY = (line_of_sight, intervenes, fills_the_view, gives_partial_cover, submerged, wet, through_building)
"""The rules that are written again below, and so must be the standard ones."""


UNSEEN = -1
"""In an array of modifiers: no line of sight."""

BLOCKED = 2 * UNSEEN, 0


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
    """Whether the rules in force change what is written again below."""
    return any(relief.rules[rule] is not rule for rule in GEOMETRY)


def _trace_all(relief: Relief, viewers: Ints, targets: Ints) -> Field:
    above, below = relief.remember("ground", _ground), relief.remember("bottom", _bottom)
    buildings = relief.remember("buildings", _buildings)
    lines = lines_of(relief.board.width, relief.board.height, relief.stride)
    shape = len(viewers), len(targets)
    seen = Field(np.empty(shape, np.int8), np.zeros(shape, np.bool_), np.zeros(shape, np.bool_))
    cover = 2 * relief.rules[ATTACK_TERRAIN_MODIFIERS]["partial cover"]
    shadows = _shadows(relief, viewers, targets)
    _trace_pairs(
        viewers, targets, *above, *below, buildings, lines.first, lines.shared, lines.sided, lines.onward, lines.near,
        relief.stride, cover, *shadows, seen.modifier, seen.target_cover, seen.attacker_cover,
    )  # fmt: skip
    return seen


def _shadows(relief: Relief, viewers: Ints, targets: Ints) -> Shadows:
    """What the rules of overshadowing answer about everything that lines between these ends may pass over."""
    if not relief.overshadowing:
        return shadows_of(relief.rules, (), (), (), 0)
    wet = bool(viewers[:, WET].any() and targets[:, WET].any())
    grounds = [relief.remember("ground", _ground), *([relief.remember("bottom", _bottom)] if wet else [])]
    tops = sorted({int(top) for ground in grounds for top in np.unique(ground.solid)} - {ABYSS})
    farthest = Hex(1, 1).distance(Hex(relief.board.width, relief.board.height))
    farthest = max(farthest, Hex(relief.board.width, 1).distance(Hex(1, relief.board.height)))
    return shadows_of(relief.rules, tuple(tops), _levels(viewers), _levels(targets), farthest)


def _levels(ends: Ints) -> tuple[int, ...]:
    """Every level that some viewpoints look from: their own, and under water that of the surface if it is lower."""
    wet = ends[ends[:, WET] != 0]
    return tuple(sorted({*ends[:, LEVEL].tolist(), *np.minimum(wet[:, LEVEL], wet[:, SURFACE]).tolist()}))


def _plainly(relief: Relief, viewers: Iterable[Viewpoint], targets: list[Viewpoint]) -> Field:
    """The same arrays by the plain twin."""
    lines = [[sight(relief, viewer, target) for target in targets] for viewer in viewers]
    return Field(
        np.array([[int(line.modifiers.total) if line.visible else UNSEEN for line in row] for row in lines], np.int8),
        np.array([[line.visible and line.target_cover is not None for line in row] for row in lines], np.bool_),
        np.array([[line.visible and line.attacker_cover is not None for line in row] for row in lines], np.bool_),
    )


class _Ground(NamedTuple):
    """What stands in each numbered hex: the top of it all, the top of what is solid, and what thins the view, which is
    listed from `first[hex]` up to `first[hex + 1]`."""

    summit: Ints
    solid: Ints
    first: Ints
    tops: Ints
    half_points: Ints
    modifiers: Ints


def _ground(relief: Relief) -> _Ground:
    return _arrays(relief, relief.obstacles)


def _bottom(relief: Relief) -> _Ground:
    return _arrays(relief, relief.bottoms)


def _arrays(relief: Relief, obstacles: list[tuple[Obstacle, ...]]) -> _Ground:
    modifiers = relief.rules[ATTACK_TERRAIN_MODIFIERS]
    solid = [max((thing.top for thing in here if thing.solid), default=ABYSS) for here in obstacles]
    thin = [[thing for thing in here if not thing.solid] for here in obstacles]
    listed = [thing for here in thin for thing in here]
    worth = [2 * modifiers[thing.kind] if thing.kind in modifiers else thing.half_points for thing in listed]
    return _Ground(
        np.array([max((thing.top for thing in here), default=ABYSS) for here in obstacles], np.int32),
        np.array(solid, np.int32),
        np.concatenate(([0], np.cumsum([len(here) for here in thin]))).astype(np.int32),
        np.array([thing.top for thing in listed], np.int32),
        np.array([thing.half_points for thing in listed], np.int32),
        np.array(worth, np.int32),
    )


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


INDEX, Q, R, LEVEL, STATURE, SURFACE, SUBMERGED, WET, INSIDE = range(9)
"""The columns of an array of viewpoints."""


def _everywhere(relief: Relief, height: int) -> Ints:
    """The viewpoints of a unit of one height in every hex."""
    return relief.remember(f"ends {height}", lambda relief: _ends(relief, viewpoints(relief, height)))


def _ends(relief: Relief, ends: list[Viewpoint]) -> Ints:
    board, buildings = relief.board, relief.remember("buildings", _buildings)
    rules, rows = relief.rules, np.empty((len(ends), 9), np.int32)
    is_under, is_wet = rules[submerged], rules[wet]
    for row, end in enumerate(ends):
        index, surface = relief.index(end.hex), board[end.hex].level
        housed = buildings[index] if inside(board, end) else 0
        under, touching = is_under(rules, board, end), is_wet(rules, board, end)
        rows[row] = (index, *end.hex.axial, surface + end.height + 1, end.coverable, surface, under, touching, housed)
    return rows


@compiled
def _trace_pairs(
    viewers: Ints,
    targets: Ints,
    summit: Ints,
    solid: Ints,
    first: Ints,
    tops: Ints,
    half_points: Ints,
    worth: Ints,
    deep_summit: Ints,
    deep_solid: Ints,
    deep_first: Ints,
    deep_tops: Ints,
    deep_half_points: Ints,
    deep_worth: Ints,
    buildings: Ints,
    line_first: Ints,
    line_shared: Ints,
    line_sided: Ints,
    onward: Ints,
    near: Bytes,
    stride: int,
    cover: int,
    shadow_tops: Ints,
    viewer_levels: Ints,
    target_levels: Ints,
    shadow_rows: Ints,
    shadow_blocks: Bools,
    modifier: Bytes,
    target_cover: Bools,
    attacker_cover: Bools,
) -> None:
    """Trace a line from every viewer to every target; the ones under water by what stands there."""
    middle_q, middle_r = line_first.shape[0] // 2, line_first.shape[1] // 2
    for a in range(viewers.shape[0]):
        for b in range(targets.shape[0]):
            under = viewers[a, SUBMERGED] != 0 or targets[b, SUBMERGED] != 0
            if under and not (viewers[a, WET] != 0 and targets[b, WET] != 0):
                modifier[a, b] = UNSEEN
                continue
            q, r = targets[b, Q] - viewers[a, Q], targets[b, R] - viewers[a, R]
            if line_first.size > 0:
                at = q + middle_q, r + middle_r
                line = line_first[at], line_shared[at], line_sided[at]
            else:
                shared, sided = draw_line(q, r, stride, onward, near, 0)
                line = np.int32(0), np.int32(shared), np.int32(sided)
            housed = viewers[a, INSIDE] if viewers[a, INSIDE] == targets[b, INSIDE] else 0
            ends, viewer, target = (viewers[a, INDEX], targets[b, INDEX]), viewers[a, LEVEL], targets[b, LEVEL]
            statures = viewers[a, STATURE], targets[b, STATURE]
            if under:
                viewer, target = min(viewer, viewers[a, SURFACE]), min(target, targets[b, SURFACE])
                halves, covers = _worse_way(
                    ends, viewer, target, statures, housed, line, onward, near, stride, cover, buildings,
                    shadow_tops, viewer_levels, target_levels, shadow_rows, shadow_blocks,
                    deep_summit, deep_solid, deep_first, deep_tops, deep_half_points, deep_worth,
                )  # fmt: skip
            else:
                halves, covers = _worse_way(
                    ends, viewer, target, statures, housed, line, onward, near, stride, cover, buildings,
                    shadow_tops, viewer_levels, target_levels, shadow_rows, shadow_blocks,
                    summit, solid, first, tops, half_points, worth,
                )  # fmt: skip
            modifier[a, b] = halves // 2
            target_cover[a, b] = covers & TARGET != 0
            attacker_cover[a, b] = covers & VIEWER != 0


@compiled
def _worse_way(
    ends: tuple[int, int],
    viewer: int,
    target: int,
    statures: tuple[int, int],
    housed: int,
    line: tuple[int, int, int],
    onward: Ints,
    near: Bytes,
    stride: int,
    cover: int,
    buildings: Ints,
    shadow_tops: Ints,
    viewer_levels: Ints,
    target_levels: Ints,
    shadow_rows: Ints,
    shadow_blocks: Bools,
    summit: Ints,
    solid: Ints,
    first: Ints,
    tops: Ints,
    half_points: Ints,
    worth: Ints,
) -> tuple[int, int]:
    """Twice what a line adds to an attack, and its covers as bits, by whichever side is worse for the viewer."""
    (start, end), (begin, shared, sided) = ends, line
    lowest = min(viewer, target) - 1
    worst, worst_covers = 0, 0
    for side in range(2 if sided > 0 else 1):
        inner, points, halves, covers = 0, 0, 0, 0
        for step in range(shared + sided):
            at = begin + step + (side * sided if step >= shared else 0)
            here = start + onward[at]
            if summit[here] < lowest:
                continue
            near_viewer, near_target = near[at] & VIEWER != 0, near[at] & TARGET != 0
            top = solid[here]
            if _intervenes(top, viewer, target, near_viewer, near_target):
                if housed == 0 or buildings[here] != housed:
                    return BLOCKED
                inner += 1
            elif shadow_rows.size > 0 and top >= lowest:
                row = shadow_rows[
                    np.searchsorted(shadow_tops, top),
                    np.searchsorted(viewer_levels, viewer),
                    np.searchsorted(target_levels, target),
                ]
                if shadow_blocks[row, _range(start, here, stride), _range(here, end, stride)]:
                    return BLOCKED
            if near[at] != 0:
                if near_target and statures[1] > 0 and top == target - 1 and viewer <= target:
                    covers |= TARGET
                if near_viewer and statures[0] > 0 and top == viewer - 1 and target <= viewer:
                    covers |= VIEWER
            for thing in range(first[here], first[here + 1]):
                if _intervenes(tops[thing], viewer, target, near_viewer, near_target):
                    points += half_points[thing]
                    halves += worth[thing]
                    if points >= 3 * HALF_POINTS:
                        return BLOCKED
        if housed != 0:
            inner += max(0, abs(viewer - target) - 1)
            if inner > MOST_INSIDE:
                return BLOCKED
        halves += 2 * inner + (cover if covers & TARGET else 0)
        if side == 0 or halves // 2 >= worst // 2:
            worst, worst_covers = halves, covers
    return worst, worst_covers


@compiled
def _range(here: int, there: int, stride: int) -> int:
    """How far two numbered hexes of a board are apart."""
    q, r = there // stride - here // stride, there % stride - here % stride
    return max(abs(q), abs(r), abs(q + r))


@compiled
def _intervenes(top: int, viewer: int, target: int, near_viewer: bool, near_target: bool) -> bool:
    return (top >= viewer and (near_viewer or top >= target)) or (near_target and top >= target)


def hex_number(relief: Relief, hex: Hex) -> int:
    """The place of a hex in the arrays of `all_pairs`."""
    return (hex.row - 1) * relief.board.width + hex.column - 1
