"""Holding the line: no enemy may stand behind it when time is up."""

from __future__ import annotations

from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.rules.standard.victory import VICTORY, VICTORY_CONDITIONS, others, time_is_up
from overheat.kernel.rules.rule import rule


def behind(state: State, aim: Objective) -> tuple[Unit, ...]:
    """The enemies of a side that stand behind the line that it holds."""
    board = state.relief.board
    enemies = (unit for unit in state.units.values() if unit.active and unit.side != aim.side)
    return tuple(unit for unit in enemies if aim.edge and board.from_edge(unit.hex, aim.edge) < aim.depth)


@rule("victory.line", cite=VICTORY_CONDITIONS, slot=VICTORY)
def line(state: State) -> Ending | None:
    """When time is up, who holds a line wins if no enemy stands in the strip behind it, and loses otherwise."""
    for aim in state.objectives:
        if aim.kind != "line" or not time_is_up(state):
            continue
        through = len(behind(state, aim))
        facts: dict[str, Figure] = {"side": aim.side, "edge": aim.edge, "round": state.round, "through": through}
        if through:
            return Ending(others(state, aim.side), "line_broken", facts)
        return Ending((aim.side,), "line_held", facts)
    return None


RULES = (line,)
