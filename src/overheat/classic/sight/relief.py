"""A board as sight sees it: what stands in each hex under the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex, between, length
from overheat.classic.facts.lasting import Mark
from overheat.classic.rules.standard.sight import HANGS, OVERSHADOWS, STANDS, STANDS_UNDER_WATER
from overheat.classic.sight.model import Hanging, Obstacle
from overheat.kernel.rules.rule import Held, Ruleset

T = TypeVar("T")

MOST_BOARDS = 16
"""For how many boards each ruleset keeps what battles find out about their ground."""
MOST_GROUNDS = 1 << 12
"""For how many kinds of hexes it is kept what stands in them."""
ABYSS = -1_000_000
"""A level lower than anything: what stands where there is no board."""


Standing = tuple[tuple[Obstacle, ...], tuple[Obstacle, ...], int]
"""What stands in a hex and what under its water, and the top of the highest of it."""


class Relief:
    """What stands in every hex of a board, stored so that the same line is the same steps from anywhere.

    Hexes are numbered by their axial coordinates, with a rim of nothing around the board.
    """

    __slots__ = (
        "board",
        "bottoms",
        "hanging",
        "hexes",
        "kept",
        "lasting",
        "obstacles",
        "overshadowing",
        "rules",
        "standing",
        "stride",
        "summits",
    )

    def __init__(self, board: Board, rules: Ruleset) -> None:
        self.board = board
        self.rules = rules
        self.kept: dict[str, Any] = {}
        """What has been worked out in one battle."""
        self.lasting: dict[str, Any] = {}
        """What has been worked out from the ground and the rules alone."""
        self.overshadowing = rules[OVERSHADOWS]
        self.hanging: Mapping[Hex, tuple[Obstacle, ...]] = {}
        """What effects put in the way of lines, hex by hex."""
        self.stride = board.height + (board.width - 1) // 2 + 3
        size = (board.width + 2) * self.stride
        self.obstacles: list[tuple[Obstacle, ...]] = [()] * size
        self.bottoms: list[tuple[Obstacle, ...]] = [()] * size
        self.hexes = [Hex.from_axial(*self._axial(index)) for index in range(size)]
        """The hex of each number."""
        self.summits = [ABYSS] * size
        """The top of the highest obstacle of each hex."""
        self.standing: dict[Ground, Standing] = {}
        """What stands in each kind of hex, as far as there was one."""
        for hex, ground in zip(board, board.grounds, strict=True):
            here = self.index(hex)
            self.obstacles[here], self.bottoms[here], self.summits[here] = self._stands(ground)

    @classmethod
    def of(cls, board: Board, rules: Ruleset) -> Relief:
        """The relief of a board on which a battle begins, with all that earlier battles found out about the ground.

        Nothing of that outlasts a rule or a table that is given another function or other rows.
        """
        reliefs = rules.remembered("reliefs")
        if reliefs.get("given") != Held.given:
            reliefs.clear()
            reliefs["given"] = Held.given
        if board not in reliefs:
            if len(reliefs) > MOST_BOARDS:
                reliefs.pop(next(known for known in reliefs if known != "given"))
            reliefs[board] = cls(board, rules)
        known: Relief = reliefs[board]
        found = copy(known)
        found.kept = {}
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Relief)
            and self.board == other.board
            and self.rules.layers == other.rules.layers
            and self.hanging == other.hanging
        )

    __hash__ = None  # type: ignore[assignment]

    def _stands(self, ground: Ground) -> Standing:
        found = self.standing.get(ground)
        if found is None:
            if len(self.standing) >= MOST_GROUNDS:
                self.standing.clear()
            found = self.standing[ground] = self._standing(ground)
        return found

    def _standing(self, ground: Ground) -> Standing:
        rules = self.rules
        above = _without_buried([obstacle for rule in rules[STANDS] for obstacle in rule(rules, ground)])
        under = _without_buried([obstacle for rule in rules[STANDS_UNDER_WATER] for obstacle in rule(rules, ground)])
        return above, under, max((obstacle.top for obstacle in above), default=ABYSS)

    def index(self, hex: Hex) -> int:
        """The number of a hex."""
        q, r = hex.axial
        return q * self.stride + r + (self.board.width - 1) // 2 + 1

    def _axial(self, index: int) -> tuple[int, int]:
        q, r = divmod(index, self.stride)
        return q, r - (self.board.width - 1) // 2 - 1

    def remember(self, name: str, make: Callable[[Relief], T]) -> T:
        """Something worked out in this battle as long as the ground stays as it is, once."""
        found: T | None = self.kept.get(name)
        if found is None:
            found = self.kept[name] = make(self)
        return found

    def lastingly(self, name: str, make: Callable[[Relief], T]) -> T:
        """Something worked out from nothing but ground and rules, once; battles that begin on a board share it."""
        found: T | None = self.lasting.get(name)
        if found is None:
            found = self.lasting[name] = make(self)
        return found

    def where(self, kind: str) -> tuple[Hex, ...]:
        """The hexes that have a feature of a kind, in the order of the board."""
        return self.lastingly(BY_FEATURE, _by_feature).get(kind, ())

    def under(self, effects: Mapping[Hex, Mapping[str, Mark]]) -> Relief:
        """The same board under some effects; the very same relief where they put nothing in the way."""
        if not self.rules[HANGS]:
            return self
        hanging = {hex: there for hex, marks in effects.items() if (there := self._hangs(self.board[hex], marks))}
        if hanging == self.hanging:
            return self
        touched = {hex: self.board[hex] for hex in (*self.hanging, *hanging)}
        return self._with(self.board, touched, hanging)

    def _hangs(self, ground: Ground, marks: Mapping[str, Mark]) -> tuple[Obstacle, ...]:
        facts = [Hanging(self.rules, ground, effect, mark) for effect, mark in marks.items()]
        return tuple(obstacle for rule in self.rules[HANGS] for fact in facts for obstacle in rule.function(fact))

    def changed(self, changes: Mapping[Hex, Ground]) -> Relief:
        """The relief of the same board with some hexes changed; the rest is not looked at again."""
        return self._with(self.board.with_changes(changes), changes, self.hanging)

    def _with(self, board: Board, changes: Mapping[Hex, Ground], hanging: Mapping[Hex, tuple[Obstacle, ...]]) -> Relief:
        relief = object.__new__(Relief)
        relief.board, relief.hanging = board, hanging
        relief.rules, relief.overshadowing, relief.stride = self.rules, self.overshadowing, self.stride
        relief.hexes, relief.kept, relief.lasting, relief.standing = self.hexes, {}, {}, self.standing
        relief.obstacles, relief.bottoms, relief.summits = list(self.obstacles), list(self.bottoms), list(self.summits)
        for hex, ground in changes.items():
            here = self.index(hex)
            above, relief.bottoms[here], summit = self._stands(ground)
            there = hanging.get(hex, ())
            relief.obstacles[here] = _without_buried([*above, *there]) if there else above
            relief.summits[here] = max([summit, *(obstacle.top for obstacle in there)])
        found = self.lasting.get(BY_FEATURE)
        if found is not None:
            relief.lasting[BY_FEATURE] = _by_feature_after(found, self.board, changes)
        return relief


def _without_buried(obstacles: list[Obstacle]) -> tuple[Obstacle, ...]:
    """What can be met in a hex: of solid things only the highest, which the others are part of."""
    highest = max((obstacle for obstacle in obstacles if obstacle.solid), key=lambda solid: solid.top, default=None)
    return tuple(obstacle for obstacle in obstacles if not obstacle.solid or obstacle is highest)


BY_FEATURE = "hexes by feature"
"""What it is kept under which hexes have a feature."""


def _by_feature_after(
    found: Mapping[str, tuple[Hex, ...]], board: Board, changes: Mapping[Hex, Ground]
) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes by the kinds of their features after some have changed, of which only those kinds are gone through."""
    after = dict(found)
    for hex, ground in changes.items():
        before = {feature.kind for feature in board[hex].features}
        now = {feature.kind for feature in ground.features}
        for kind in before - now:
            after[kind] = tuple(held for held in after[kind] if held != hex)
        for kind in now - before:
            after[kind] = tuple(sorted((*after.get(kind, ()), hex), key=lambda held: (held.row, held.column)))
    return after


def _by_feature(relief: Relief) -> dict[str, tuple[Hex, ...]]:
    """The hexes of a board by the kinds of features that they have."""
    found: dict[str, dict[Hex, None]] = {}
    width = relief.board.width
    for at, ground in enumerate(relief.board.grounds):
        for feature in ground.features:
            found.setdefault(feature.kind, {})[Hex(at % width + 1, at // width + 1)] = None
    return {kind: tuple(hexes) for kind, hexes in found.items()}


class Step(NamedTuple):
    """One hex of a line: how far on it is numbered, and how far it lies from the viewer and from the target."""

    onward: int
    to_viewer: int
    to_target: int


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
        steps = [Step(x * stride + y, length(x, y), length(q - x, r - y)) for x, y in hexes]
        if len(steps) == 1:
            shared += steps
        else:
            left.append(steps[0])
            right.append(steps[1])
    return Path(length(q, r), tuple(shared), tuple(left), tuple(right))
