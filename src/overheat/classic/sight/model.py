"""The words of sight: viewpoints, obstacles, and what was found along a line."""

from __future__ import annotations

import msgspec

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Mark
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally


class Viewpoint(msgspec.Struct, frozen=True):
    """Where a unit is looked from or at.

    `height` is its top above the level of its hex: a standing war machine on the ground 1, a prone one or a vehicle 0.
    `stature` is how tall it is itself: 1 for a standing war machine, 0 for everything that fills one level.
    """

    hex: Hex
    height: int
    stature: int
    lowered: int = 0
    """Levels that it has made itself smaller by. What stands next to it, and the water that it stands in, meets it as
    if it stood upright: what reaches only those levels covers it and does not hide it."""
    legs: bool = True
    """Whether it has legs that low ground can hide."""

    @property
    def upright(self) -> int:
        """How high it would reach if it had not made itself smaller."""
        return self.height + self.lowered

    @property
    def coverable(self) -> int:
        """How much of it stands above what hides legs: nothing of what has none."""
        return self.stature if self.legs else 0

    @classmethod
    def on(cls, board: Board, hex: Hex, height: int = 1) -> Viewpoint:
        """A viewpoint of which only the height is known.

        Height 1 is a standing war machine, and in water that stands on the bottom. Other units in water are taken to
        stand on the bottom where their height allows it; anything else is held up by a roof, a bridge or the air.
        """
        ground = board[hex]
        depth = ground.amount("water")
        afloat = depth == 0 or "ice" in ground or ground.amount("bridge_elev", absent=-1) == 0
        if not afloat and height == 1:
            return cls(hex, 1 - depth, 1)
        if not afloat and height + depth in (0, 1):
            return cls(hex, height, height + depth)
        return cls(hex, height, 1 if height >= 1 else 0)


class Hanging(msgspec.Struct, frozen=True):
    """An effect on a hex, for rules that say what of it stands in the way of a line."""

    rules: Ruleset
    ground: Ground
    effect: str
    mark: Mark


class Obstacle(msgspec.Struct, frozen=True):
    """Something that stands in a hex, up to and including the level `top`.

    Solid things block the view; others thin it out by `half_points`, which add up along the line.
    """

    kind: str
    top: int
    solid: bool
    half_points: int
    rule: str
    cite: Cite


class Finding(msgspec.Struct, frozen=True):
    """An obstacle where a line meets it."""

    hex: Hex
    obstacle: Obstacle

    def __str__(self) -> str:
        return f"{self.obstacle.kind} in {self.hex}, up to level {self.obstacle.top}"


class Shadow(msgspec.Struct, frozen=True):
    """A solid obstacle that a line passes over: the levels of its top and of the units, and how far off they are."""

    rules: Ruleset
    top: int
    viewer_level: int
    target_level: int
    to_viewer: int
    to_target: int


class TargetHex(msgspec.Struct, frozen=True):
    """The hex that a target stands in, and the levels that it is looked at from and seen on."""

    rules: Ruleset
    ground: Ground
    around: tuple[Obstacle, ...]
    """What stands in the hex."""
    target: Viewpoint
    target_level: int
    attacker_level: int
    covered: bool
    """Whether something along the line gives the target partial cover."""


class Sight(msgspec.Struct, frozen=True):
    """What a line of sight meets and what follows from it."""

    viewer: Viewpoint
    target: Viewpoint
    distance: int
    findings: tuple[Finding, ...]
    """What intervenes, in order from the viewer."""
    refusal: Refusal | None
    """Why there is no line of sight; None when there is one."""
    target_cover: Finding | None
    attacker_cover: Finding | None
    side: str | None
    """Which way a line that runs along hexsides was taken, `left` or `right` as seen by the viewer."""
    modifiers: Tally
    """What the line adds to a target number. Empty when there is no line."""
    target_hex: Tally
    """What the target's own hex adds."""
    hides: tuple[str, ...] = ()
    """The quarters of the target that something hides, as the viewer sees them, where rules tell them apart: `low
    left`, `high right` and so on. The standard game has none: what covers a target hides its legs."""

    @property
    def visible(self) -> bool:
        return self.refusal is None

    def count(self, *kinds: str) -> int:
        """How many intervening obstacles are of some kinds."""
        return sum(finding.obstacle.kind in kinds for finding in self.findings)
