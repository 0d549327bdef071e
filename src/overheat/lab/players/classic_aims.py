"""What a side wants besides winning the fight, and how far each place brings it there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from overheat.classic.battle.steps import allowance
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.rules.standard.victory import time_is_up
from overheat.classic.turn.reach import Place

HASTE = 2.0
"""What a hex nearer to the edge is worth to who must get through, in points of damage."""
THROUGH = 1000.0
"""What getting through is worth, and standing in the right place at the end: more than anything."""
GROUND = 3.0
"""What a hex nearer to ground that must be held is worth."""


def aims(state: State, unit: Unit) -> list[Objective]:
    """What the side of a unit still wants: units beyond those that had to get through may stay and fight."""
    return [
        aim
        for aim in state.objectives
        if aim.side == unit.side
        and (aim.edge or aim.hexes)
        and (aim.hexes or sum(aim.edge in own.left_over for own in state.units.values()) < aim.units)
    ]


def pull(state: State, unit: Unit, places: list[Place], wants: list[Objective]) -> npt.NDArray[np.float64]:
    """What each place is worth for what its side wants."""
    worth = np.zeros(len(places))
    for aim in wants:
        if aim.hexes:
            away = np.array([_to_ground(state.relief.board, place.hex, aim) for place in places])
            worth += (THROUGH if time_is_up(state) else GROUND) * (away == 0) - GROUND * away
        else:
            worth -= HASTE * np.array([_to_edge(state.relief.board, place.hex, aim.edge) for place in places])
            worth += THROUGH * np.array([gets_through(state, unit, place, aim) for place in places])
    return worth


def gets_through(state: State, unit: Unit, place: Place, aim: Objective) -> bool:
    """Whether a unit can leave over its edge from a place, this turn."""
    if not aim.edge or place.mode == "stationary":
        return False
    beyond = place.hex.neighbour(place.facing)
    edges: tuple[str, ...] = state.relief.board.edges_crossed(beyond)
    return aim.edge in edges and allowance(state, unit, place.mode) > place.spent


def _to_edge(board: Board, hex: Hex, edge: str) -> int:
    return {
        "north": hex.row - 1,
        "south": board.height - hex.row,
        "west": hex.column - 1,
        "east": board.width - hex.column,
    }[edge]


def _to_ground(board: Board, hex: Hex, aim: Objective) -> int:
    return min(hex.distance(board.parse_hex(name)) for name in aim.hexes)
