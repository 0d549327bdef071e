"""What stands from one moment of a battle to the next.

A battle is made anew for every question, and most units are then as they were. So what was found out about a unit is
kept with it, and what was found out about the fire of one unit at another is kept as long as both stand as they did and
the same lies between them, whatever else has happened.
"""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.kernel.rules.rule import Held, Ruleset
from overheat.platoon.battle.state import Missile, Unit
from overheat.platoon.ground.geometry import Body, Box, Spot
from overheat.platoon.ground.terrain import Table, ground, terrain
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import orders

UNASKED = {"kept": False, "moved": False, "moved_last": False, "smoke": 0, "charges": 0, "flank": "", "zero": None}
"""What no shot that is fired straight goes by, whoever fires it; nor does the last order of who does not fly."""
UNSEEN = {"pins": 0, "order": None, "last": None, "laws": 0, "spent": frozenset[str](), "round": "", "jammed": None}
"""What does not matter besides of who is fired at, but for whether its order keeps it low."""
MOST_UNITS, MOST_PAIRS = 4_000, 12_000
"""How many units, and how many pairs of them, are kept before all are let go."""
MOST_MOMENTS = 32
"""How many choices of smoke, wrecks and missiles are kept."""
GAMES = 4
"""Of how many games, the last ones that were begun."""
NOBODY = 0
"""The number of who stands in a way of which nothing is kept."""

Pairs = dict[tuple[Any, ...], dict[Any, Any]]
"""What was found out about two units, by their numbers and what lies between them."""


class Look:
    """A unit as it is, with what was found out about it alone, and its numbers.

    Units with the same number fire, or are fired at, in the same way; those of the same pose see and are seen alike.
    """

    __slots__ = ("bodies", "box", "eyes", "fires", "kept", "pose", "stands", "unit")

    def __init__(self, unit: Unit, pose: int, fires: int, stands: int) -> None:
        self.unit = unit
        """Held, so that no other unit is ever taken for it."""
        self.pose = pose
        self.fires = fires
        self.stands = stands
        self.eyes: tuple[Spot, ...] | None = None
        self.bodies: list[Body] | None = None
        self.box: Box | None = None
        self.kept: dict[Any, Any] = {}


class Moment:
    """What was found out about pairs of units, by which they are, as long as the same smoke, wrecks and missiles are
    there: it leads to what is kept by how they stand."""

    __slots__ = ("between", "posed")

    def __init__(self) -> None:
        self.between: dict[tuple[int, int], dict[Any, Any]] = {}
        self.posed: dict[tuple[int, int], dict[Any, Any]] = {}


class Standing:
    """What stands in one game. Rules of users' files may go by anything, so that nothing stands under them."""

    def __init__(self, rules: Ruleset, sheets: dict[str, Sheet], table: Table) -> None:
        self.rules = rules
        self.game = sheets, table
        """Held, so that no other game is ever taken for this one."""
        self.ground = ground(table, terrain(rules))
        self.given = Held.given
        self.lasts = not rules.files
        self.kept: dict[Any, Any] = {}
        """What was found out about the sheets, which stay."""
        self._looks: dict[int, Look] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._pairs: dict[tuple[Any, ...], Pairs] = {}
        self._poses: dict[tuple[Any, ...], Pairs] = {}
        self._moments: dict[tuple[Any, ...], Moment] = {}
        self._lying: dict[tuple[Body, ...], dict[tuple[int, int], tuple[Body, ...]]] = {}
        self._rooms: dict[tuple[Body, ...], dict[Any, Any]] = {}

    def look(self, unit: Unit) -> Look:
        """How a unit looks that is this very value."""
        found = self._looks.get(id(unit))
        if found is None:
            if len(self._looks) >= MOST_UNITS:
                self._let_go()
            found = self._looks[id(unit)] = Look(unit, *self._number(unit))
        return found

    def _let_go(self) -> None:
        """Keep nothing of what was found out; what leads by the identity of units goes with those that are held."""
        for moment in self._moments.values():
            moment.between.clear()
            moment.posed.clear()
        for each in (
            *(self._looks, self._numbers, self._pairs, self._poses),
            *(self._moments, self._lying, self._rooms),
        ):
            each.clear()

    def moment(
        self,
        smoke: tuple[Spot, ...],
        puffs: tuple[Spot, ...],
        wrecks: tuple[Body, ...],
        missiles: tuple[Missile, ...],
    ) -> Moment:
        """What leads to what is kept of pairs of units while the same is in the air and on the ground."""
        key = smoke, puffs, wrecks, missiles
        found = self._moments.get(key)
        if found is None:
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
            found = self._moments[key] = Moment()
        return found

    def _number(self, unit: Unit) -> tuple[int, int, int]:
        """The numbers of a unit: its pose, and on the table without marks how it fires and is fired at."""
        if not self.lasts:
            return NOBODY, NOBODY, NOBODY
        pose = self._same("pose", unit.id, unit.place, unit.at, unit.heading, unit.men, unit.building)
        if unit.place != "table" or unit.marks:
            return pose, NOBODY, NOBODY
        fires = msgspec.structs.replace(unit, marks=(), **UNASKED)
        if self.game[0][unit.id].airframe is None:
            fires = msgspec.structs.replace(fires, last=None)
        stands = msgspec.structs.replace(fires, **UNSEEN)
        low = orders.kind_of(self.rules, unit.order).low
        shown = self._same("stands", low, *msgspec.structs.astuple(stands))
        return pose, self._same("fires", *msgspec.structs.astuple(fires)), shown

    def _same(self, *key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def pairs(self, smoke: tuple[Spot, ...], puffs: tuple[Spot, ...]) -> Pairs:
        """What was found out about pairs of units in such smoke, by their numbers and what lies between them."""
        return _held(self._pairs, (smoke, puffs))

    def poses(self, smoke: tuple[Spot, ...], puffs: tuple[Spot, ...]) -> Pairs:
        """What was found out about pairs of units in such smoke, by their poses and what lies between them."""
        return _held(self._poses, (smoke, puffs))

    def lying(self, wrecks: tuple[Body, ...]) -> dict[tuple[int, int], tuple[Body, ...]]:
        """Which of some wrecks may lie between two units, by their poses."""
        return self._lying.setdefault(wrecks, {})

    def rooms(self, wrecks: tuple[Body, ...]) -> dict[Any, Any]:
        """What was found out about places where men may stand, among such wrecks; without any it is the same in every
        game on this table."""
        if not self.lasts:
            return {}
        if wrecks:
            found = self._rooms.setdefault(wrecks, {})
        else:
            found = self.rules.worked_out("platoon.rooms").setdefault(self.ground, {})
        if len(found) > MOST_PAIRS:
            found.clear()
        return found


def _held(every: dict[tuple[Any, ...], Pairs], key: tuple[Any, ...]) -> Pairs:
    """What is held under a key; all is let go where it has become much."""
    found = every.get(key)
    if found is None or len(found) > MOST_PAIRS:
        if sum(map(len, every.values())) > MOST_PAIRS:
            every.clear()
        found = every[key] = {}
    return found


def standing_of(rules: Ruleset, sheets: dict[str, Sheet], table: Table) -> Standing:
    """What stands in the game of these sheets on this table."""
    games: dict[tuple[int, int], Standing] = rules.remembered("platoon.standing")
    key = id(sheets), id(table)
    found = games.get(key)
    if found is None or found.given != Held.given:
        while len(games) >= GAMES:
            games.pop(next(iter(games)), None)
        found = games[key] = Standing(rules, sheets, table)
    return found
