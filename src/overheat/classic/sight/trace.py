"""One line of sight, traced hex by hex and explained. The reference implementation for `field`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.rules.standard.sight import (
    ATTACK_TERRAIN_MODIFIERS,
    LINE_OF_SIGHT,
    MOST_INSIDE,
    PARTIAL_COVER,
    UNDER_WATER,
    cover_by_water,
    fills_the_view,
    gives_partial_cover,
    intervenes,
    submerged,
    target_hex_terrain,
    through_building,
    to_hit_of,
    wet,
)
from overheat.classic.sight.buildings import inside_together
from overheat.classic.sight.model import Finding, Shadow, Sight, TargetHex, Viewpoint
from overheat.classic.sight.relief import Relief, Step, path
from overheat.kernel.refusal import Fact, Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term


class Gaze(NamedTuple):
    """Who looks at whom, for the rule that says what is seen."""

    relief: Relief
    viewer: Viewpoint
    target: Viewpoint


def sight(relief: Relief, viewer: Viewpoint, target: Viewpoint) -> Sight:
    """The line of sight between two units, as the rules in force have it. Everything asks here."""
    return relief.rules[line_of_sight](Gaze(relief, viewer, target))


@rule("sight.line", cite=LINE_OF_SIGHT)
def line_of_sight(gaze: Gaze) -> Sight:
    """A line goes from the middle of one hex to that of the other, and meets what stands in the hexes it crosses."""
    relief, viewer, target = gaze
    board, rules = relief.board, relief.rules
    (q, r), (to_q, to_r) = viewer.hex.axial, target.hex.axial
    line = path(to_q - q, to_r - r, relief.stride)
    look = Look(relief, viewer, target, line.distance)
    viewer_under, target_under = rules[submerged](rules, board, viewer), rules[submerged](rules, board, target)
    if viewer_under or target_under:
        if not (rules[wet](rules, board, viewer) and rules[wet](rules, board, target)):
            return look.verdict(_surface_between(viewer if viewer_under else target))
        look.dive()
    elif viewer.lowered or target.lowered:
        look.over_cover((*line.shared, *line.left, *line.right))
    look.along(line.shared)
    if not line.left or look.blocked():
        return look.verdict()
    left, right = look.copy("left"), look.copy("right")
    left.along(line.left)
    right.along(line.right)
    return rules[by_one_side](left, right)


@rule("sight.sides", cite=LINE_OF_SIGHT)
def by_one_side(left: Look, right: Look) -> Sight:
    """Where a line runs along hexsides, the side that is worse for the viewer counts."""
    if left.relief.rules[corner] is not corner:
        _round_corners(left, right)
    return max(right, left, key=Look.burden).verdict()


class Corner(NamedTuple):
    """What the two hexes beside a machine make of a line that passes between them."""

    opens: bool = False
    """Whether what blocks the line on one side is looked past."""
    hides: tuple[str, ...] = ()
    """The quarters of the machine that are hidden, as the other end sees them."""
    adds: int | None = None
    """What that adds to an attack on it; None where each side is as it would be alone."""


@rule("sight.corner", cite=LINE_OF_SIGHT)
def corner(rules: Ruleset, walls: tuple[bool, bool], low: tuple[bool, bool]) -> Corner:
    """Whatever blocks a line beside a machine blocks it, on the left hand or the right; `low` is what covers legs."""
    return Corner()


def _round_corners(left: Look, right: Look) -> None:
    """Change what two looks have found by what the rules in force say of corners beside machines."""
    rules, looks = left.relief.rules, (left, right)
    target, viewer = left.target, left.viewer
    beside = {end: (left.beside(end.hex), right.beside(end.hex)) for end in (target, viewer) if end.legs}
    lows = {
        target: (left.target_cover is not None, right.target_cover is not None),
        viewer: (left.attacker_cover is not None, right.attacker_cover is not None),
    }
    found = {
        end: rules[corner](rules, (walls[0] is not None, walls[1] is not None), lows[end])
        for end, walls in beside.items()
    }
    for hand, look in enumerate(looks):
        for wall in {wall for end, walls in beside.items() if found[end].opens and (wall := walls[hand]) is not None}:
            look.passes(wall)
    if target not in found or (adds := found[target].adds) is None or left.blocked() or right.blocked():
        return
    covers = (*beside[target], left.target_cover, right.target_cover)
    for look in looks:
        look.covered_by(next(cover for cover in covers if cover is not None), found[target].hides, adds)


class Look:
    """A line being traced: what it has met so far."""

    __slots__ = (
        "attacker_cover",
        "bottoms",
        "cover_adds",
        "distance",
        "findings",
        "half_points",
        "hides",
        "inside",
        "lowest",
        "relief",
        "side",
        "solid",
        "start",
        "target",
        "target_cover",
        "target_level",
        "target_seen",
        "viewer",
        "viewer_level",
        "viewer_seen",
    )

    def __init__(self, relief: Relief, viewer: Viewpoint, target: Viewpoint, distance: int) -> None:
        board = relief.board
        self.relief = relief
        self.viewer = viewer
        self.target = target
        self.distance = distance
        self.viewer_level = board[viewer.hex].level + viewer.height + 1
        self.target_level = board[target.hex].level + target.height + 1
        self.viewer_seen, self.target_seen = self.viewer_level, self.target_level
        self.lowest = min(self.viewer_level, self.target_level) - 1
        self.start = relief.index(viewer.hex)
        self.inside: frozenset[Hex] = inside_together(board, viewer, target)
        self.bottoms = False
        self.side: str | None = None
        self.findings: list[Finding] = []
        self.half_points = 0
        self.solid: Finding | None = None
        self.target_cover: Finding | None = None
        self.attacker_cover: Finding | None = None
        self.cover_adds = relief.rules[ATTACK_TERRAIN_MODIFIERS]["partial cover"]
        self.hides: tuple[str, ...] = ()

    def dive(self) -> None:
        """Look under water, from whatever part of each unit is there."""
        self.bottoms = True
        board = self.relief.board
        self.viewer_level = min(self.viewer_level, board[self.viewer.hex].level)
        self.target_level = min(self.target_level, board[self.target.hex].level)
        self.viewer_seen, self.target_seen = self.viewer_level, self.target_level
        self.lowest = min(self.viewer_level, self.target_level) - 1

    def over_cover(self, steps: Iterable[Step]) -> None:
        """Whoever has made itself smaller behind what covers it looks over that, and over all that is no higher."""
        for onward, to_viewer, to_target in steps:
            for obstacle in self.relief.obstacles[self.start + onward] if 1 in (to_viewer, to_target) else ():
                of_viewer, of_target = self._covers(obstacle.top, to_viewer == 1, to_target == 1)
                if obstacle.solid and of_viewer:
                    self.viewer_seen = self.viewer_level + self.viewer.lowered
                if obstacle.solid and of_target:
                    self.target_seen = self.target_level + self.target.lowered

    def copy(self, side: str) -> Look:
        """The same look, to go on along one side of the hexsides."""
        other = object.__new__(Look)
        for name in Look.__slots__:
            setattr(other, name, getattr(self, name))
        other.findings = list(self.findings)
        other.side = side
        return other

    def along(self, steps: Iterable[Step]) -> None:
        """Meet what stands in each hex of a line."""
        relief, start, lowest = self.relief, self.start, self.lowest
        viewer, target = self.viewer_seen, self.target_seen
        close_viewer = self.viewer_level + self.viewer.lowered
        close_target = self.target_level + self.target.lowered
        stands, summits = relief.bottoms if self.bottoms else relief.obstacles, relief.summits
        hexes, rules = relief.hexes, relief.rules
        does_intervene = rules[intervenes].function
        for onward, to_viewer, to_target in steps:
            here = start + onward
            if summits[here] < lowest:
                continue
            near_viewer, near_target = to_viewer == 1, to_target == 1
            from_level, to_level = close_viewer if near_viewer else viewer, close_target if near_target else target
            for obstacle in stands[here]:
                if does_intervene(rules, obstacle.top, from_level, to_level, to_viewer, to_target):
                    self._intervened(Finding(hexes[here], obstacle))
                elif obstacle.solid and relief.overshadowing and obstacle.top >= lowest:
                    self._overshadowed(Finding(hexes[here], obstacle))
                if obstacle.solid and (near_viewer or near_target):
                    self._covered(Finding(hexes[here], obstacle), near_viewer, near_target)

    def _intervened(self, found: Finding) -> None:
        self.findings.append(found)
        self.half_points += found.obstacle.half_points
        if found.obstacle.solid and self.solid is None and found.hex not in self.inside:
            self.solid = found

    def _overshadowed(self, found: Finding) -> None:
        """Ask the rules of overshadowing about something solid that the line passes over."""
        to_viewer, to_target = found.hex.distance(self.viewer.hex), found.hex.distance(self.target.hex)
        top, levels = found.obstacle.top, (self.viewer_level, self.target_level)
        shadow = Shadow(self.relief.rules, top, *levels, to_viewer, to_target)
        for overshadows in self.relief.overshadowing:
            if overshadows(shadow):
                overshadowing = msgspec.structs.replace(found.obstacle, rule=overshadows.id, cite=overshadows.cite)
                self.findings.append(Finding(found.hex, overshadowing))
                self.solid = self.solid or self.findings[-1]
                return

    def _covered(self, found: Finding, near_viewer: bool, near_target: bool) -> None:
        of_viewer, of_target = self._covers(found.obstacle.top, near_viewer, near_target)
        if of_target:
            self.target_cover = found
        if of_viewer:
            self.attacker_cover = found

    def _covers(self, top: int, near_viewer: bool, near_target: bool) -> tuple[bool, bool]:
        """Whether something solid so high gives cover to viewer and target."""
        viewer, target = self.viewer_level, self.target_level
        down, up = self.viewer.lowered, self.target.lowered
        rules = self.relief.rules
        covers = rules[gives_partial_cover]
        return (
            near_viewer and covers(rules, top, viewer + down, self.viewer.coverable + down, target),
            near_target and covers(rules, top, target + up, self.target.coverable + up, viewer),
        )

    def beside(self, hex: Hex) -> Finding | None:
        """What blocks the line next to a hex."""
        return next((found for found in self.solids() if found.hex.distance(hex) == 1), None)

    def solids(self) -> list[Finding]:
        """Everything solid that blocks the line."""
        return [found for found in self.findings if found.obstacle.solid and found.hex not in self.inside]

    def passes(self, wall: Finding) -> None:
        """Look past something solid after all."""
        self.findings.remove(wall)
        self.solid = next(iter(self.solids()), None)

    def covered_by(self, cover: Finding, hides: tuple[str, ...], adds: int) -> None:
        """Find some quarters of the target hidden, which adds so much to an attack."""
        self.target_cover, self.hides, self.cover_adds = cover, hides, adds

    def blocked(self) -> bool:
        return self.refusal() is not None

    def refusal(self) -> Refusal | None:
        """Why nothing can be seen along what was met so far, if so."""
        if self.solid is not None:
            found = self.solid
            return Refusal(
                found.obstacle.rule, f"{found} blocks the line of sight", found.obstacle.cite, {"hex": str(found.hex)}
            )
        if self.relief.rules[fills_the_view](self.relief.rules, self.half_points):
            return self._filled()
        interior = self._interior()
        if interior is not None and interior.value > MOST_INSIDE:
            return Refusal("sight.same_building", f"{interior.label} block the line of sight", interior.cite)
        return None

    def _filled(self) -> Refusal:
        """The refusal of a line that woods and smoke block together, naming those that were enough."""
        enough, half_points = [], 0
        for found in self.findings:
            if not found.obstacle.solid:
                enough.append(found)
                half_points += found.obstacle.half_points
                if self.relief.rules[fills_the_view](self.relief.rules, half_points):
                    break
        kinds = ", ".join(f"{found.obstacle.kind} in {found.hex}" for found in enough)
        facts: dict[str, Fact] = {"hex": str(enough[-1].hex), "points": self.half_points // 2}
        return Refusal("sight.fills_the_view", f"{kinds} together block the line of sight", fills_the_view.cite, facts)

    def burden(self) -> tuple[bool, bool, int]:
        """How bad this way is for the viewer; the defender picks the worst."""
        blocked = self.blocked()
        return self.solid is not None, blocked, 0 if blocked else int(Tally.of(self._terms()).total)

    def _interior(self) -> Term | None:
        if not self.inside:
            return None
        hexes = sum(found.hex in self.inside and found.obstacle.kind == "building" for found in self.findings)
        levels = max(0, abs(self.viewer_level - self.target_level) - 1)
        return self.relief.rules[through_building](self.relief.rules, hexes, levels)

    def _terms(self) -> Iterable[Term | None]:
        """What the line adds to a target number."""
        modifiers = to_hit_of(self.relief.rules)
        kinds = dict.fromkeys(found.obstacle.kind for found in self.findings if not found.obstacle.solid)
        for kind in kinds:
            same = [found for found in self.findings if found.obstacle.kind == kind]
            value = modifiers[kind] * len(same) if kind in modifiers else len(same) * same[0].obstacle.half_points // 2
            if value:
                label = f"{len(same)} intervening {kind}"
                cite = ATTACK_TERRAIN_MODIFIERS.cite if kind in modifiers else same[0].obstacle.cite
                yield Term(f"to_hit.intervening.{kind.replace(' ', '_')}", value, label, cite)
        yield self._interior()
        if self.target_cover is not None:
            label = f"partial cover: {self.target_cover.obstacle.kind} in {self.target_cover.hex}"
            yield Term("to_hit.partial_cover", self.cover_adds, label, PARTIAL_COVER)

    def verdict(self, refusal: Refusal | None = None) -> Sight:
        """The whole answer."""
        refusal = refusal or self.refusal()
        if self.side is not None:
            self.findings.sort(key=lambda found: found.hex.distance(self.viewer.hex))
        modifiers = Tally() if refusal else Tally.of(self._terms())
        return Sight(
            self.viewer,
            self.target,
            self.distance,
            tuple(self.findings),
            refusal,
            self.target_cover,
            self.attacker_cover,
            self.side,
            modifiers,
            Tally.of(self._around_target()),
            self.hides,
        )

    def _around_target(self) -> Iterable[Term | None]:
        """What the target's own hex adds."""
        relief, rules = self.relief, self.relief.rules
        ground, around = relief.board[self.target.hex], relief.obstacles[relief.index(self.target.hex)]
        covered = self.target_cover is not None and self.cover_adds > 0
        place = TargetHex(rules, ground, around, self.target, self.target_level, self.viewer_level, covered)
        if len(around) > 1:
            yield from rules[target_hex_terrain](place)
        yield rules[cover_by_water](place)


def _surface_between(under: Viewpoint) -> Refusal:
    reason = f"the water surface hides what is submerged in {under.hex}"
    return Refusal("sight.submerged", reason, UNDER_WATER, {"hex": str(under.hex)})


RULES = (line_of_sight, by_one_side, corner)
