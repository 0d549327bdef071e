"""What a battle waits for, in words: whose turn it is, with which unit, and what is to be done in the phase."""

from __future__ import annotations

import msgspec

from overheat.classic.facts.phrases import short_names
from overheat.classic.facts.state import State
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.taking import next_side, waiting
from overheat.kernel.game import Player
from overheat.kernel.wording.phrases import he


class Awaited(msgspec.Struct, frozen=True):
    """What is to be decided next; nobody is awaited when a battle is over."""

    player: Player | None
    what: str = ""
    """To who looks: what he is to do, or what the other side does, after its name."""
    task: str = ""
    """What a unit is to do in the phase: `fire`."""


def awaited(state: State, player: Player) -> Awaited:
    """What a battle that holds nothing but what a player may know waits for."""
    if state.outcome is not None:
        return Awaited(None)
    phase, names = state.relief.rules[PHASES][state.phase], short_names(state.units.values())
    if state.question is not None:
        return Awaited(asked := state.question.player, "decide" if asked == player else "decides")
    if state.acting is not None:
        side = state.units[state.acting].side
        return Awaited(side, f"{phase.asks if side == player else he(phase.asks)} {names[state.acting]}", phase.task)
    turn = next_side(state)
    if turn is None:
        return Awaited(None)
    ready = [unit.id for unit in waiting(state, turn)]
    whom = names[ready[0]] if len(ready) == 1 else f"one of {len(ready)} units"
    return Awaited(turn, f"{phase.asks} {whom}" if turn == player else f"is to {phase.task}", phase.task)
