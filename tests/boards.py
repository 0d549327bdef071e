"""Boards for tests: random ones drawn by hypothesis, and where it is there, the reference collection of real ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import strategies as some

from overheat.classic.board.board import Board, Feature, Ground

CORPUS = Path(__file__).resolve().parents[1].parent / "shared" / "corpus"

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the reference collection is not beside the project")

_FEATURES = some.sampled_from(
    [
        (),
        (),
        (),
        (Feature("woods", 1),),
        (Feature("woods", 2), Feature("foliage_elev", 2)),
        (Feature("woods", 3),),
        (Feature("jungle", 1), Feature("smoke", 1)),
        (Feature("smoke", 2),),
        (Feature("water", 1),),
        (Feature("water", 2),),
        (Feature("water", 2), Feature("ice", 1)),
        (Feature("water", 3), Feature("woods", 1)),
        (Feature("building", 2), Feature("bldg_elev", 3), Feature("bldg_cf", 40)),
        (Feature("building", 2, 0), Feature("bldg_elev", 1), Feature("bldg_cf", 40)),
        (Feature("fuel_tank", 1), Feature("fuel_tank_elev", 2)),
        (Feature("planted_fields", 1),),
        (Feature("heavy_industrial", 2),),
    ]
)
_GROUNDS = some.builds(Ground, level=some.sampled_from((-1, 0, 0, 0, 0, 1, 1, 2, 3)), features=_FEATURES)


@some.composite
def random_boards(draw: some.DrawFn, most: int = 9) -> Board:
    """A small board of any terrain that sight has a rule for."""
    width, height = draw(some.integers(1, most)), draw(some.integers(1, most))
    grounds = draw(some.lists(_GROUNDS, min_size=width * height, max_size=width * height))
    return Board(width, height, tuple(grounds))
