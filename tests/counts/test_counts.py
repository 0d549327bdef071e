"""Counts on named boards: how many pairs of hexes see each other, and what their lines add to an attack."""

from collections import Counter
from pathlib import Path

import pytest

from golden import check_golden
from overheat.classic.board.library import find, names
from overheat.classic.rulesets import standard
from overheat.classic.sight.field import UNSEEN, all_pairs
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight

HERE = Path(__file__).parent
UNITS = {"standing": 1, "prone": 0}


def counts_text(name: str) -> str:
    """A line for each pairing of units: how many lines add how much, and how many are blocked."""
    relief = Relief(find(name).board, standard())
    lines = [f"{name}: lines of sight between all hexes, by what they add to an attack"]
    for viewer, height in UNITS.items():
        for target, other in UNITS.items():
            counts = Counter(all_pairs(relief, height, other).modifier.ravel().tolist())
            blocked = counts.pop(UNSEEN)
            told = "  ".join(f"+{modifier}: {counts[modifier]}" for modifier in sorted(counts))
            lines.append(f"{viewer} to {target}: {told}  blocked: {blocked}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", names())
def test_the_lines_of_sight_of_a_bundled_board_count_as_before(name: str) -> None:
    check_golden(HERE / f"{name}.txt", counts_text(name))


def test_the_plain_twin_counts_the_same() -> None:
    board = find("crossroads").board
    relief = Relief(board, standard())
    units = [Viewpoint.on(board, hex) for hex in board]
    blocked = sum(not sight(relief, viewer, target).visible for viewer in units[::7] for target in units)
    assert blocked == int((all_pairs(relief).modifier[::7] == UNSEEN).sum())
