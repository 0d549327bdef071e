"""What is counted of a game that was played: figures by name, and a row for each shot and each move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from overheat.kernel.game import Player

Row = dict[str, Any]


class Account(msgspec.Struct, frozen=True):
    """One game in figures.

    A figure has a name of parts, from the whole to the single: `damage.red`, `damage.red.weapon.PPC`.
    """

    figures: dict[str, float]
    shots: tuple[Row, ...] = ()
    moves: tuple[Row, ...] = ()
    losses: tuple[Row, ...] = ()
    """Units that left the battle: the round, whose and which, what they were worth, and who destroyed them."""
    called: dict[str, str] = {}
    """What weapons of the shots are called, where the rows have an id for them."""


def figures_of(counted: Mapping[str, float], sides: Iterable[Player], named: Iterable[str]) -> dict[str, float]:
    """The figures that were counted, and zeros for those of a side that nothing was counted for; in a fixed order."""
    zeros = {f"{name}.{side}": 0.0 for name in named for side in sides}
    return dict(sorted({**zeros, **{name: float(value) for name, value in counted.items()}}.items()))


def wins_of(sides: Iterable[Player], winners: Iterable[Player]) -> dict[str, float]:
    """Who won. A draw is half a win for everybody, and who shares a win has it whole."""
    won = tuple(winners)
    return {f"wins.{side}": 1.0 if side in won else 0.0 if won else 0.5 for side in sides}
