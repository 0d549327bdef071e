"""What a page says for a player without asking him: nobody is asked where there is nothing to decide.

The only unit that may act is taken, and who can do nothing is done. Whoever might do something is asked.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.state import State, Unit
from overheat.kernel.dice import Scripted
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal


def unasked(game: Any, state: State, player: Player) -> tuple[Any, ...]:
    """The commands that leave a player nothing to decide, in their order; none where something is to be decided."""
    if state.outcome is not None or state.question is not None or game.to_act(state) != player:
        return ()
    if state.acting is not None:
        idle = _untouched(state.units[state.acting], state.phase) and _only_done(game, state, player)
        return (Done(),) if idle else ()
    choices = tuple(said for said in game.legal(state, player) if isinstance(said, Choose))
    if choices and all(_idle(game, state, player, choice) for choice in choices):
        return (choices[0], Done())
    return choices if len(choices) == 1 else ()


def _idle(game: Any, state: State, player: Player, choice: Choose) -> bool:
    """Whether a unit that is taken could only be done."""
    taken = game.apply(state, player, choice, Scripted())
    return not isinstance(taken, Refusal) and game.to_act(taken[0]) == player and _only_done(game, taken[0], player)


def _untouched(unit: Unit, phase: str) -> bool:
    """Whether a unit has done nothing yet in its turn: who has done something says himself that it was all."""
    return unit.motion.mode == "stationary" if phase == "movement" else not (unit.volley or unit.blows)


def _only_done(game: Any, state: State, player: Player) -> bool:
    return [*islice(game.legal(state, player), 2)] == [Done()]
