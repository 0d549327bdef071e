"""What a side wants besides winning the fight, and how far each place brings it there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from overheat.classic.battle.steps import allowance
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
CHASE = 1.0
"""What a hex nearer to its prey is worth to a hunter, and a hex further from hunters to the prey."""
AT_HAND = 4
"""How near to its prey a hunter wants to be."""
HUNTED = 2.5
"""What damage to the prey counts, against that to others."""

Floats = npt.NDArray[np.float64]


def aims(state: State, unit: Unit) -> list[Objective]:
    """What the side of a unit still wants, and what of others it has to spoil.

    Units beyond those that had to get through may stay and fight.
    """
    return [aim for aim in state.objectives if _concerns(state, unit, aim)]


def _concerns(state: State, unit: Unit, aim: Objective) -> bool:
    if aim.side != unit.side:
        return aim.kind == "line" or unit.id in aim.targets or (aim.kind == "hold" and _is_denied(state, unit, aim))
    if aim.kind == "hunt":
        return any(state.units[target].active for target in aim.targets)
    if aim.kind == "line" or aim.hexes:
        return True
    return bool(aim.edge) and sum(aim.edge in own.left_over for own in state.units.values()) < aim.units


def _is_denied(state: State, unit: Unit, aim: Objective) -> bool:
    """Whether a side wins by an enemy's not holding ground: it has no ground of its own to hold."""
    return not any(other.side == unit.side for other in state.objectives)


def pull(state: State, unit: Unit, places: list[Place], wants: list[Objective]) -> Floats:
    """What each place is worth for what its side wants."""
    worth = np.zeros(len(places))
    for aim in wants:
        worth += _PULLS.get(aim.kind, _to_ground if aim.hexes else _to_edge)(state, unit, places, aim)
    return worth


def prey(state: State) -> dict[str, float]:
    """The units that are hunted, with what damage to them counts to both sides."""
    return {target: HUNTED for aim in state.objectives if aim.kind == "hunt" for target in aim.targets}


def _to_ground(state: State, unit: Unit, places: list[Place], aim: Objective) -> Floats:
    """Onto the ground, above all in the last round; a hill is wanted in every round."""
    hexes = [state.relief.board.parse_hex(name) for name in aim.hexes]
    away = np.array([min(place.hex.distance(hex) for hex in hexes) for place in places])
    last: float = THROUGH if time_is_up(state) else GROUND
    return np.asarray(last * (away == 0) - GROUND * away, dtype=float)


def _to_edge(state: State, unit: Unit, places: list[Place], aim: Objective) -> Floats:
    board = state.relief.board
    far = np.array([board.from_edge(place.hex, aim.edge) for place in places])
    out = np.array([gets_through(state, unit, place, aim) for place in places])
    return np.asarray(THROUGH * out - HASTE * far, dtype=float)


def _line(state: State, unit: Unit, places: list[Place], aim: Objective) -> Floats:
    """Attackers want to be behind the line when time is up; who holds it stays near it."""
    board = state.relief.board
    away = np.array([max(0, board.from_edge(place.hex, aim.edge) - aim.depth + 1) for place in places])
    if unit.side == aim.side:
        return np.asarray(-CHASE * away, dtype=float)
    return np.asarray((THROUGH if time_is_up(state) else GROUND) * (away == 0) - GROUND * away, dtype=float)


def _hunt(state: State, unit: Unit, places: list[Place], aim: Objective) -> Floats:
    """Hunters go where their prey is; the prey keeps away from them."""
    hunters = [other.hex for other in state.on_side(aim.side)]
    prey = [state.units[target].hex for target in aim.targets if state.units[target].active]
    if unit.side == aim.side:
        return np.asarray([-CHASE * max(0, _near(place.hex, prey) - AT_HAND) for place in places], dtype=float)
    return np.asarray([CHASE * _near(place.hex, hunters) for place in places], dtype=float)


def _near(hex: Hex, others: list[Hex]) -> int:
    return min((hex.distance(other) for other in others), default=0)


_PULLS: dict[str, Callable[[State, Unit, list[Place], Objective], Floats]] = {"line": _line, "hunt": _hunt}


def gets_through(state: State, unit: Unit, place: Place, aim: Objective) -> bool:
    """Whether a unit can leave over its edge from a place, this turn."""
    if aim.kind != "breakthrough" or aim.side != unit.side or not aim.edge or place.mode == "stationary":
        return False
    beyond = place.hex.neighbour(place.facing)
    edges: tuple[str, ...] = state.relief.board.edges_crossed(beyond)
    return aim.edge in edges and allowance(state, unit, place.mode) > place.spent
