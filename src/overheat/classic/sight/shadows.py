"""What the rules of overshadowing answer, as a table that the fast lines of sight look things up in.

A table depends on the rules, on the levels that there are and on how far two hexes may be apart, and on nothing else of
a board: it is computed once and shared by every relief that asks for the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from overheat.classic.rules.standard.sight import OVERSHADOWS
from overheat.classic.sight.lines import Bools, Ints
from overheat.classic.sight.model import Shadow
from overheat.kernel.rules.rule import Ruleset

NO_ROW = -1
"""The row of levels that the rules are never asked about."""


class Shadows(NamedTuple):
    """Which solid things block a line that passes over them.

    `rows` has a number for each (top, viewer's level, target's level), by their places in the three lists; `blocks` is
    (row, range to the viewer, range to the target). Without rules of overshadowing all are empty.
    """

    tops: Ints
    viewer_levels: Ints
    target_levels: Ints
    rows: Ints
    blocks: Bools


@lru_cache(maxsize=64)
def shadows_of(
    rules: Ruleset,
    tops: tuple[int, ...],
    viewer_levels: tuple[int, ...],
    target_levels: tuple[int, ...],
    farthest: int,
) -> Shadows:
    """The answers for solid things up to some tops, units at some levels, and ranges up to the farthest."""
    asked = [
        (top, viewer, target)
        for top in tops
        for viewer in viewer_levels
        for target in target_levels
        if min(viewer, target) - 1 <= top < max(viewer, target)
    ]
    rows = np.full((len(tops), len(viewer_levels), len(target_levels)), NO_ROW, np.int32)
    blocks = np.zeros((len(asked), farthest + 1, farthest + 1), np.bool_)
    for row, (top, viewer, target) in enumerate(asked):
        rows[tops.index(top), viewer_levels.index(viewer), target_levels.index(target)] = row
        for to_viewer, to_target in _ranges(farthest):
            shadow = Shadow(rules, top, viewer, target, to_viewer, to_target)
            blocks[row, to_viewer, to_target] = any(rule(shadow) for rule in rules[OVERSHADOWS])
    return Shadows(_ints(tops), _ints(viewer_levels), _ints(target_levels), rows, blocks)


def _ints(values: tuple[int, ...]) -> Ints:
    return np.array(values, np.int32)


@lru_cache(maxsize=16)
def _ranges(farthest: int) -> tuple[tuple[int, int], ...]:
    """How far a hex that a line crosses may be from its ends. Both together exceed the line by 1 at most."""
    return tuple((one, other) for one in range(1, farthest + 1) for other in range(1, farthest + 2 - one))
