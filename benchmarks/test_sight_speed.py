"""How fast sight is: the fast twin over all pairs of a map, the plain one line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from overheat.classic.board.generate import generate
from overheat.classic.board.hexes import Hex
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.sight.field import all_pairs, field
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.kernel.dice import Seeded

Rate = Callable[..., Any]
SIZES = ((16, 17), (32, 34))
OPTIONS = ("dead_zones", "diagrammed_sight", "expanded_cover")


def relief(width: int, height: int) -> Relief:
    return Relief(generate(1, width, height, "hills"), standard())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fast_twin_all_pairs(rate: Rate, size: tuple[int, int]) -> None:
    seen = relief(*size)
    hexes = size[0] * size[1]
    rate(hexes * hexes, "lines of sight", lambda: all_pairs(seen))


@pytest.mark.parametrize("layers", [*((option,) for option in OPTIONS), OPTIONS], ids="+".join)
def test_fast_twin_under_options(rate: Rate, layers: tuple[str, ...]) -> None:
    seen = Relief(generate(1, 32, 34, "hills"), ruleset(layers))
    hexes = 32 * 34
    rate(hexes * hexes, "lines of sight", lambda: all_pairs(seen))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fast_twin_from_one_hex(rate: Rate, size: tuple[int, int]) -> None:
    seen = relief(*size)
    viewer = Viewpoint.on(seen.board, Hex(size[0] // 2, size[1] // 2))
    rate(size[0] * size[1], "lines of sight", lambda: field(seen, viewer))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_plain_twin(rate: Rate, size: tuple[int, int]) -> None:
    seen, dice = relief(*size), Seeded(1, stream="pairs")
    units = [Viewpoint.on(seen.board, hex) for hex in seen.board]
    chosen = [dice.roll("unit", 1, len(units)).total - 1 for _ in range(20_000)]
    pairs = [(units[one], units[two]) for one, two in zip(chosen[::2], chosen[1::2], strict=True)]
    rate(len(pairs), "lines of sight", lambda: [sight(seen, viewer, target) for viewer, target in pairs])


def test_relief_of_a_board(rate: Rate) -> None:
    board = generate(1, 32, 34, "hills")
    rate(1, "boards", lambda: Relief(board, standard()))
