"""The hunt: one unit of the enemy decides the battle."""

from __future__ import annotations

from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import RESERVE, State
from overheat.classic.rules.standard.victory import VICTORY, VICTORY_CONDITIONS, others, time_is_up
from overheat.kernel.rules.rule import rule

GONE = "fled"
"""What has become of a unit that left the field by itself."""


@rule("victory.hunt", cite=VICTORY_CONDITIONS, slot=VICTORY)
def hunt(state: State) -> Ending | None:
    """Hunters win when all their prey is out of action, and lose when one of it leaves the field or time is up."""
    for objective in state.objectives:
        if objective.kind != "hunt":
            continue
        side = objective.side
        prey = [state.units[target] for target in objective.targets]
        facts: dict[str, Figure] = {"side": side, "prey": tuple(unit.sheet.name for unit in prey)}
        away = tuple(unit.sheet.name for unit in prey if unit.fate == GONE)
        if away:
            return Ending(others(state, side), "prey_got_away", {**facts, "away": away})
        if not any(unit.active or unit.fate == RESERVE for unit in prey):
            return Ending((side,), "prey_brought_down", facts)
        if time_is_up(state):
            return Ending(others(state, side), "prey_lives", {**facts, "round": state.round})
    return None


RULES = (hunt,)
