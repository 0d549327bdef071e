"""When time is up and nothing else has decided: who has kept more of what it brought, by battle value."""

from __future__ import annotations

from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.victory import VICTORY, VICTORY_CONDITIONS, sides_of, time_is_up
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import rule


@rule("victory.turn_limit", cite=VICTORY_CONDITIONS, slot=VICTORY)
def turn_limit(state: State) -> Ending | None:
    """When time is up, the side that has lost the smaller part of its battle value wins."""
    if not time_is_up(state):
        return None
    sides = sides_of(state)
    kept, brought = kept_of(state), brought_of(state)
    share = {side: kept[side] / max(brought[side], 1) for side in sides}
    best = max(share.values())
    winners = tuple(side for side in sides if share[side] == best)
    parts = {side: round(100 * share[side]) for side in sides}
    facts: dict[str, Figure] = {"round": state.round, "sides": sides, "kept": parts, "value": kept, "of": brought}
    return Ending(winners if len(winners) < len(share) else (), "time_is_up", facts)


def brought_of(state: State) -> dict[Player, int]:
    """The battle value that each side has brought."""
    return {side: sum(unit.value for unit in state.units.values() if unit.side == side) for side in sides_of(state)}


def kept_of(state: State) -> dict[Player, int]:
    """The battle value of the units that each side still has on the field."""
    return {side: sum(unit.value for unit in state.on_side(side)) for side in sides_of(state)}


def counts(unit: Unit) -> float:
    """What a unit counts for when time is up."""
    return float(unit.value)


RULES = (turn_limit,)
