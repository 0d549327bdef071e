"""How far it is on foot: the points that a unit spends from any hex to another, around what bars the straight line."""

from __future__ import annotations

import msgspec
import numpy as np

from overheat.classic.battle.pathfinding import Outset, Search
from overheat.classic.battle.steps import allowance
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.lab.players.fighter.bearings import Floats, Ints, hex_number

FAR = 200
"""More points than any way on a board takes."""


class _Anywhere(Search):
    """Ways without an end, over many rounds, from whatever way one faces: into water as well, since a round may begin
    before it."""

    def __init__(self, state: State, unit: Unit) -> None:
        super().__init__(state, Outset(unit, FAR, FAR, begun=True, rises=False))
        self._walk = FAR
        self.known = {(unit.hex, facing, unit.elevation): self._outset for facing in range(6)}


def goes_on_foot(state: State, unit: Unit) -> bool:
    """Whether a unit has to go around what bars the straight line: it neither leaps nor flies."""
    modes = state.relief.rules[MODES].rows
    leaps = any(way.leaps and allowance(state, unit, mode) > 0 for mode, way in modes.items())
    return not leaps and unit.sheet.motive != "vtol" and mode_of(state.relief.rules, unit).bends is None


def points_to(state: State, unit: Unit, aim: Hex) -> Floats:
    """The points that a unit spends from each hex to one, about: they are those of the way back. Infinite where there
    is no way; worked out once a round."""
    kept: dict[tuple[str, Hex], tuple[int, Floats]] = state.relief.remember("fighters' ways", lambda _: {})
    known = kept.get((unit.id, aim))
    if known is None or known[0] != state.round:
        known = kept[unit.id, aim] = state.round, _points_to(state, unit, aim)
    return known[1]


def turns_left(state: State, ways: Floats, at: Ints, facing: Ints) -> Floats:
    """The hexsides that a unit still has to turn, where it faces so in some hexes, to go on along its way: into the
    next hex from which least is left. Steep ground may take all the points of a round, and none are left to turn."""
    board = state.relief.board
    hexes, known = [*board], dict[int, int]()
    for number in {*at.tolist()}:
        ahead = [hexes[number].neighbour(way) for way in range(6)]
        left = [ways[hex_number(state.relief, hex)] if hex in board else np.inf for hex in ahead]
        known[number] = int(np.argmin(left))
    turn = (np.array([known[number] for number in at.tolist()]) - facing) % 6
    found: Floats = np.where(np.isfinite(ways[at]) & (ways[at] > 0), np.minimum(turn, 6 - turn), 0.0)
    return found


def _points_to(state: State, unit: Unit, aim: Hex) -> Floats:
    board = state.relief.board
    if aim not in board:
        return np.full(board.width * board.height, np.inf)
    depth = board[aim].amount("water") if unit.machine else 0
    there = msgspec.structs.replace(
        unit,
        hex=aim,
        elevation=-depth,
        motion=Motion("walk"),
        condition=msgspec.structs.replace(unit.condition, prone=False),
    )
    found: Floats = np.full(board.width * board.height, np.inf)
    for (hex, _, _), way in _Anywhere(state, there).run().items():
        number = hex_number(state.relief, hex)
        found[number] = min(found[number], way.spent)
    return found
