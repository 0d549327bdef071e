"""A board as sight sees it: what stands in each hex under the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex, between, length
from overheat.classic.rules.standard.sight import OVERSHADOWS, STANDS, STANDS_UNDER_WATER
from overheat.classic.sight.model import Obstacle
from overheat.kernel.rules import Ruleset

T = TypeVar("T")

ABYSS = -1_000_000
"""A level lower than anything: what stands where there is no board."""


class Relief:
    """What stands in every hex of a board, stored so that the same line is the same steps from anywhere.

    Hexes are numbered by their axial coordinates, with a rim of nothing around the board.
    """

    __slots__ = ("board", "bottoms", "hexes", "kept", "obstacles", "overshadowing", "rules", "stride", "summits")

    def __init__(self, board: Board, rules: Ruleset) -> None:
        self.board = board
        self.rules = rules
        self.overshadowing = rules[OVERSHADOWS]
        self.stride = board.height + (board.width - 1) // 2 + 3
        size = (board.width + 2) * self.stride
        self.obstacles: list[tuple[Obstacle, ...]] = [()] * size
        self.bottoms: list[tuple[Obstacle, ...]] = [()] * size
        self.hexes = [Hex.from_axial(*self._axial(index)) for index in range(size)]
        """The hex of each number."""
        self.summits = [ABYSS] * size
        """The top of the highest obstacle of each hex."""
        self.kept: dict[str, Any] = {}
        known: dict[Ground, tuple[tuple[Obstacle, ...], tuple[Obstacle, ...], int]] = {}
        for hex, ground in zip(board, board.grounds, strict=True):
            if ground not in known:
                known[ground] = self._stands(ground)
            here = self.index(hex)
            self.obstacles[here], self.bottoms[here], self.summits[here] = known[ground]

    def _stands(self, ground: Ground) -> tuple[tuple[Obstacle, ...], tuple[Obstacle, ...], int]:
        above = _without_buried([obstacle for rule in self.rules[STANDS] for obstacle in rule(ground)])
        under = _without_buried([obstacle for rule in self.rules[STANDS_UNDER_WATER] for obstacle in rule(ground)])
        return above, under, max((obstacle.top for obstacle in above), default=ABYSS)

    def index(self, hex: Hex) -> int:
        """The number of a hex."""
        q, r = hex.axial
        return q * self.stride + r + (self.board.width - 1) // 2 + 1

    def _axial(self, index: int) -> tuple[int, int]:
        q, r = divmod(index, self.stride)
        return q, r - (self.board.width - 1) // 2 - 1

    def remember(self, name: str, make: Callable[[Relief], T]) -> T:
        """Something worked out from this relief, once."""
        if name not in self.kept:
            self.kept[name] = make(self)
        return cast("T", self.kept[name])

    def changed(self, changes: Mapping[Hex, Ground]) -> Relief:
        """The relief of the same board with some hexes changed; the rest is not looked at again."""
        relief = object.__new__(Relief)
        relief.board = self.board.with_changes(changes)
        relief.rules, relief.overshadowing, relief.stride = self.rules, self.overshadowing, self.stride
        relief.hexes, relief.kept = self.hexes, {}
        relief.obstacles, relief.bottoms, relief.summits = list(self.obstacles), list(self.bottoms), list(self.summits)
        for hex, ground in changes.items():
            here = self.index(hex)
            relief.obstacles[here], relief.bottoms[here], relief.summits[here] = self._stands(ground)
        return relief


def _without_buried(obstacles: list[Obstacle]) -> tuple[Obstacle, ...]:
    """What can be met in a hex: of solid things only the highest, which the others are part of."""
    highest = max((obstacle for obstacle in obstacles if obstacle.solid), key=lambda solid: solid.top, default=None)
    return tuple(obstacle for obstacle in obstacles if not obstacle.solid or obstacle is highest)


class Step(NamedTuple):
    """One hex of a line: how far on it is numbered, and whether it lies next to the viewer or the target."""

    onward: int
    near_viewer: bool
    near_target: bool


class Path(NamedTuple):
    """The hexes of a line. Where it runs along hexsides they part: `shared` are crossed either way."""

    distance: int
    shared: tuple[Step, ...]
    left: tuple[Step, ...]
    right: tuple[Step, ...]


@lru_cache(maxsize=1 << 14)
def path(q: int, r: int, stride: int) -> Path:
    """The steps of a line to an axial offset, for reliefs of one stride."""
    shared, left, right = [], [], []
    for hexes in between(q, r):
        steps = [Step(x * stride + y, length(x, y) == 1, length(q - x, r - y) == 1) for x, y in hexes]
        if len(steps) == 1:
            shared += steps
        else:
            left.append(steps[0])
            right.append(steps[1])
    return Path(length(q, r), tuple(shared), tuple(left), tuple(right))
