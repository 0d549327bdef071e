"""What rules of lines answer about what a line passes, as tables that the fast lines of sight look things up in.

A table depends on the rules, on the levels that there are and on how far two hexes may be apart, and on nothing else of
a board: it is computed once and shared by every relief that asks for the same. The answers about one top and two levels
are shared by all tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from overheat.classic.rules.standard.sight import OVERSHADOWS, intervenes
from overheat.classic.sight.lines import Bytes, Ints
from overheat.classic.sight.model import Shadow
from overheat.classic.sight.pairs import MEETS, SHADOWS
from overheat.kernel.rules.rule import Ruleset


class Answers(NamedTuple):
    """Which things intervene, and which solid things block a line that passes over them, as bits.

    `rows` has a number for each top, viewer's level and target's level, counted from the `lowest` of each; `told` is
    (row, range to the viewer, range to the target).
    """

    asked: int
    """The bits that the rules are asked for; the others are as in the standard game."""
    lowest: tuple[int, int, int]
    rows: Ints
    told: Bytes


NO_ANSWERS = Answers(0, (0, 0, 0), np.empty((0, 0, 0), np.int32), np.empty((0, 0, 0), np.int8))
"""What the standard game needs: nothing is looked up."""


def asked_of(rules: Ruleset) -> int:
    """What has to be asked under some rules, as bits."""
    return (0 if rules[intervenes] is intervenes else MEETS) | (SHADOWS if rules[OVERSHADOWS] else 0)


@lru_cache(maxsize=64)
def answers_of(
    rules: Ruleset,
    tops: tuple[int, ...],
    viewer_levels: tuple[int, ...],
    target_levels: tuple[int, ...],
    farthest: int,
) -> Answers:
    """The answers for things up to some tops, units at some levels, and ranges up to the farthest."""
    asked = [
        (top, viewer, target)
        for top in tops
        for viewer in viewer_levels
        for target in target_levels
        if min(viewer, target) - 1 <= top < max(viewer, target)
    ]
    axes = tops or (0,), viewer_levels, target_levels
    lowest = min(axes[0]), min(axes[1]), min(axes[2])
    rows = np.zeros([max(axis) - low + 1 for axis, low in zip(axes, lowest, strict=True)], np.int32)
    told = np.zeros((len(asked), farthest + 1, farthest + 1), np.int8)
    for row, levels in enumerate(asked):
        rows[tuple(level - low for level, low in zip(levels, lowest, strict=True))] = row
        told[row] = _told(rules, *levels, farthest)
    return Answers(asked_of(rules), lowest, rows, told)


@lru_cache(maxsize=4096)
def _told(rules: Ruleset, top: int, viewer: int, target: int, farthest: int) -> Bytes:
    """The answers about one top between two levels, by ranges."""
    asked, told = asked_of(rules), np.zeros((farthest + 1, farthest + 1), np.int8)
    meets, overshadowing = rules[intervenes].function, [rule.function for rule in rules[OVERSHADOWS]]
    for to_viewer, to_target in _ranges(farthest):
        if asked & MEETS and meets(rules, top, viewer, target, to_viewer, to_target):
            told[to_viewer, to_target] = MEETS
            continue
        for shadows in overshadowing:
            if shadows(Shadow(rules, top, viewer, target, to_viewer, to_target)):
                told[to_viewer, to_target] = SHADOWS
                break
    return told


@lru_cache(maxsize=16)
def _ranges(farthest: int) -> tuple[tuple[int, int], ...]:
    """How far a hex that a line crosses may be from its ends. Both together exceed the line by 1 at most."""
    return tuple((one, other) for one in range(1, farthest + 1) for other in range(1, farthest + 2 - one))
