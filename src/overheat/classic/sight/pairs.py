"""Lines of sight between many viewpoints, compiled: the geometry of `trace` once more, over arrays of numbers.

Whatever is done for every line or every hex of one stands in one function, long as it is: a compiled function counts
who uses each array that it is handed, which takes longer than most lines do. Functions of numbers alone cost nothing.
"""

from __future__ import annotations

from overheat.classic.rules.standard.sight import HALF_POINTS, MOST_INSIDE
from overheat.classic.sight.lines import FIRST, SHARED, SIDED, Bools, Bytes, Ints, Shorts, compiled, draw_line

UNSEEN = -1
"""In an array of modifiers: no line of sight."""
BLOCKED = 2 * UNSEEN, 0

VIEWER, TARGET = 1, 2
"""Bits of covers: the viewer has some, the target has."""

INDEX, Q, R, LEVEL, STATURE, SURFACE, SUBMERGED, WET, INSIDE, LEGS = range(10)
"""The columns of an array of viewpoints."""

SOLID, BUILDING, THIN, THIN_END = range(4)
"""The columns of an array of ground, a row for each numbered hex, then one for each under water: the top of what is
solid, the number of a building, and which rows of things that thin the view are there."""

TOP, HALVES, WORTH = range(3)
"""The columns of an array of things that thin the view: twice their points, and twice what they add to an attack."""

MEETS, SHADOWS = 1, 2
"""Bits of an answer, and of what is to be asked at all: something intervenes, it casts a shadow."""

OPEN = 100
"""In a table of corners: the line is open."""


@compiled
def trace_pairs(
    viewers: Ints,
    targets: Ints,
    summits: Ints,
    ground: Ints,
    things: Ints,
    lines: Ints,
    onward: Ints,
    ranges: Shorts,
    stride: int,
    cover: int,
    asked: int,
    lowest: tuple[int, int, int],
    rows: Ints,
    answers: Bytes,
    corners: Bytes,
    modifier: Bytes,
    target_cover: Bools,
    attacker_cover: Bools,
) -> None:
    """Trace a line from every viewer to every target; the ones under water by what stands there.

    Where a line runs along hexsides, it is traced on the left and on the right, and the worse for the viewer counts.
    """
    middle_q, middle_r, deep = lines.shape[0] // 2, lines.shape[1] // 2, summits.size // 2
    for a in range(viewers.shape[0]):
        for b in range(targets.shape[0]):
            under = viewers[a, SUBMERGED] != 0 or targets[b, SUBMERGED] != 0
            if under and not (viewers[a, WET] != 0 and targets[b, WET] != 0):
                modifier[a, b] = UNSEEN
                continue
            q, r = targets[b, Q] - viewers[a, Q], targets[b, R] - viewers[a, R]
            if lines.size > 0:
                at_q, at_r = q + middle_q, r + middle_r
                begin, shared, sided = lines[at_q, at_r, FIRST], lines[at_q, at_r, SHARED], lines[at_q, at_r, SIDED]
            else:
                begin, (shared, sided) = 0, draw_line(q, r, stride, onward, ranges, 0)
            start, viewer, target = viewers[a, INDEX], viewers[a, LEVEL], targets[b, LEVEL]
            if under:
                start += deep
                viewer, target = min(viewer, viewers[a, SURFACE]), min(target, targets[b, SURFACE])
            housed = viewers[a, INSIDE] if viewers[a, INSIDE] == targets[b, INSIDE] else 0
            legs, turns = (viewers[a, LEGS] != 0, targets[b, LEGS] != 0), corners.size > 0 and sided > 0
            coverable = viewers[a, STATURE] > 0 and target <= viewer, targets[b, STATURE] > 0 and viewer <= target
            lower, upper = min(viewer, target) - 1, max(viewer, target)
            far = upper if asked == 0 else lower
            left, right, beside, blocked = (0, 0), (0, 0), (0, 0), False
            for side in range(2 if sided > 0 else 1):
                inner, points, halves, covers = 0, 0, 0, 0
                for step in range(shared + sided):
                    at = begin + step + (side * sided if step >= shared else 0)
                    here, to_viewer, to_target = start + onward[at], ranges[at, 0], ranges[at, 1]
                    near_viewer, near_target = to_viewer == 1, to_target == 1
                    if summits[here] < (lower if near_viewer or near_target else far):
                        continue
                    top = ground[here, SOLID]
                    met = _intervenes(top, viewer, target, near_viewer, near_target)
                    shaded = False
                    if asked != 0 and lower <= top < upper:
                        row = rows[top - lowest[0], viewer - lowest[1], target - lowest[2]]
                        answer = answers[row, to_viewer, to_target]
                        met = answer & MEETS != 0 if asked & MEETS else met
                        shaded = answer & SHADOWS != 0
                    if met and housed != 0 and ground[here, BUILDING] == housed:
                        inner += 1
                    elif met or shaded:
                        corner = near_viewer and legs[0], near_target and legs[1]
                        if not (turns and (corner[0] or corner[1])):
                            blocked = True
                            break
                        beside = _with_bit(beside, corner, side + 1)
                    if near_target and coverable[1] and top == target - 1:
                        covers |= TARGET
                    if near_viewer and coverable[0] and top == viewer - 1:
                        covers |= VIEWER
                    for thing in range(ground[here, THIN], ground[here, THIN_END]):
                        top = things[thing, TOP]
                        met = _intervenes(top, viewer, target, near_viewer, near_target)
                        if asked & MEETS and lower <= top < upper:
                            row = rows[top - lowest[0], viewer - lowest[1], target - lowest[2]]
                            met = answers[row, to_viewer, to_target] & MEETS != 0
                        if met:
                            points += things[thing, HALVES]
                            halves += things[thing, WORTH]
                    if points >= 3 * HALF_POINTS:
                        blocked = True
                        break
                if housed != 0:
                    inner += max(0, abs(viewer - target) - 1)
                if blocked or inner > MOST_INSIDE:
                    blocked = True
                    break
                left, right = right, (halves + 2 * inner, covers)
            if turns and not blocked:
                right = _round_corners((left, right), beside, legs, sided == 1, cover, corners)
            else:
                right = _worse(left, right, cover, sided > 0)
            modifier[a, b] = UNSEEN if blocked else right[0] // 2
            target_cover[a, b] = not blocked and right[1] & TARGET != 0
            attacker_cover[a, b] = not blocked and right[1] & VIEWER != 0


@compiled
def _intervenes(top: int, viewer: int, target: int, near_viewer: bool, near_target: bool) -> bool:
    return (top >= viewer and (near_viewer or top >= target)) or (near_target and top >= target)


@compiled
def _with_bit(bits: tuple[int, int], where: tuple[bool, bool], bit: int) -> tuple[int, int]:
    """Some bits with one more on either hand, or on both."""
    return bits[0] | (bit if where[0] else 0), bits[1] | (bit if where[1] else 0)


@compiled
def _worse(left: tuple[int, int], right: tuple[int, int], cover: int, sided: bool) -> tuple[int, int]:
    """Twice what a line adds to an attack, and its covers as bits, by whichever side is worse for the viewer."""
    left = left[0] + (cover if left[1] & TARGET else 0), left[1]
    right = right[0] + (cover if right[1] & TARGET else 0), right[1]
    return left if sided and left[0] // 2 > right[0] // 2 else right


@compiled
def _round_corners(
    found: tuple[tuple[int, int], tuple[int, int]],
    beside: tuple[int, int],
    legs: tuple[bool, bool],
    close: bool,
    cover: int,
    corners: Bytes,
) -> tuple[int, int]:
    """Which of two sides is worse once corners beside machines are looked past; `close` where they share the hexes."""
    (left, left_covers), (right, right_covers) = found
    opens, adds = (False, False), -1
    if legs[0]:
        low = (left_covers & VIEWER != 0) + 2 * (right_covers & VIEWER != 0)
        opens = corners[beside[0] + 4 * low] >= OPEN - 1, False
    if legs[1]:
        low = (left_covers & TARGET != 0) + 2 * (right_covers & TARGET != 0)
        answer = corners[beside[1] + 4 * low]
        opens = opens[0], answer >= OPEN - 1
        adds = answer - OPEN if opens[1] else answer
    if close:
        if (beside[0] or beside[1]) and not (opens[0] or opens[1]):
            return BLOCKED
    elif (beside[0] and not opens[0]) or (beside[1] and not opens[1]):
        return BLOCKED
    if adds >= 0:
        return _worse((left + 2 * adds, left_covers | TARGET), (right + 2 * adds, right_covers | TARGET), 0, True)
    return _worse(found[0], found[1], cover, True)
