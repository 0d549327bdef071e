"""Whom an aim of the battle makes count more, and whether the value that is kept decides it."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.rules.standard.hills import hills
from overheat.classic.rules.standard.lines import behind
from overheat.lab.players.classic_aims import prey

ON_THE_HILL = 1.4
"""What damage counts to who stands where points are made."""
IN_THE_WAY = 2.0
"""What damage counts in the last rounds to who stands where it decides the battle."""
LAST = 2
"""Rounds before the last in which it does."""
RUNNING = 1.5
"""What damage counts to who is nearest to breaking through."""


def pressed(state: State) -> dict[str, float]:
    """The units that an aim makes count more, with how much more, to both sides."""
    found = prey(state)
    for aim in state.objectives:
        for unit, factor in _by(state, aim):
            found[unit.id] = max(found.get(unit.id, 1.0), factor)
    return found


def _by(state: State, aim: Objective) -> list[tuple[Unit, float]]:
    """Whom one aim makes count more."""
    if aim.kind == "hill":
        return [(unit, ON_THE_HILL) for unit in _standing(state, aim)]
    if aim.kind == "breakthrough":
        return [(unit, RUNNING) for unit in foremost(state, aim)]
    if not state.rounds or state.rounds - state.round > LAST:
        return []
    there = {"line": behind, "hold": _standing}.get(aim.kind, _nobody)(state, aim)
    return [(unit, IN_THE_WAY) for unit in there]


def _standing(state: State, aim: Objective) -> tuple[Unit, ...]:
    """Who stands on the ground of an aim."""
    return tuple(unit for unit in state.units.values() if unit.active and str(unit.hex) in aim.hexes)


def _nobody(state: State, aim: Objective) -> tuple[Unit, ...]:
    return ()


def foremost(state: State, aim: Objective) -> list[Unit]:
    """Of those who are to break through the nearest to the edge, as many as have still to get out."""
    through = sum(unit.side == aim.side and aim.edge in unit.left_over for unit in state.units.values())
    runners = sorted(state.on_side(aim.side), key=lambda unit: state.relief.board.from_edge(unit.hex, aim.edge))
    return runners[: max(0, aim.units - through)]


def ground_of(state: State, aim: Objective) -> list[Hex]:
    """The hexes of an aim."""
    return [state.relief.board.parse_hex(name) for name in aim.hexes]


def value_decides(state: State) -> bool:
    """Whether it is the value kept that decides when time is up: with points for a hill only where they are level."""
    points = {state.scores.get(aim.side, 0) for aim in hills(state)}
    return len(points) <= 1 and all(aim.kind == "hill" for aim in state.objectives)
