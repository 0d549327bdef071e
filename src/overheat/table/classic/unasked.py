"""What a page says for a player without asking him: nobody is asked where there is nothing to decide.

The only unit that may act is taken, and who can do nothing is done. Whoever might do something is asked. In the weapons
phase that is who can shoot at an enemy, however he turns: to twist, to fire at the ground or to dump ammunition with
nobody to shoot at is nothing that a page stops for.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from overheat.classic.facts.commands import Aim, Choose, Done, DumpAmmunition, Fire, FlipArms, PowerDown, Twist
from overheat.classic.facts.state import State, Unit
from overheat.kernel.dice import Scripted
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal

TURNS = (Twist, FlipArms)
"""What brings weapons to bear elsewhere."""
SPARED = (Done, *TURNS, Aim)
PRECAUTIONS = (DumpAmmunition, PowerDown)
HOT = 10
"""The heat from which on a player may well want to take precautions."""


def unasked(game: Any, state: State, player: Player) -> tuple[Any, ...]:
    """The commands that leave a player nothing to decide, in their order; none where something is to be decided."""
    if state.outcome is not None or state.question is not None or game.to_act(state) != player:
        return ()
    if state.acting is not None:
        idle = _untouched(state.units[state.acting], state.phase) and _nothing_to_do(game, state, player)
        return (Done(),) if idle else ()
    choices = tuple(said for said in game.legal(state, player) if isinstance(said, Choose))
    if choices and all(_idle(game, state, player, choice) for choice in choices):
        return (choices[0], Done())
    return choices if len(choices) == 1 else ()


def _idle(game: Any, state: State, player: Player, choice: Choose) -> bool:
    """Whether a unit that is taken could do nothing."""
    taken = game.apply(state, player, choice, Scripted())
    return not isinstance(taken, Refusal) and game.to_act(taken[0]) == player and _nothing_to_do(game, taken[0], player)


def _untouched(unit: Unit, phase: str) -> bool:
    """Whether a unit has done nothing yet in its turn: who has done something says himself that it was all."""
    return unit.motion.mode == "stationary" if phase == "movement" else not (unit.volley or unit.blows)


def _nothing_to_do(game: Any, state: State, player: Player) -> bool:
    if state.phase == "weapons":
        return _nobody_to_shoot(game, state, player, turns=len(TURNS))
    return [*islice(game.legal(state, player), 2)] == [Done()]


def _nobody_to_shoot(game: Any, state: State, player: Player, turns: int) -> bool:
    """Whether the unit that acts can shoot at no enemy, also when it has turned its weapons."""
    ways = []
    for command in game.legal(state, player):
        if not _spared(command, state):
            return False
        if isinstance(command, TURNS):
            ways.append(command)
    return not turns or all(_in_vain(game, state, player, way, turns - 1) for way in ways)


def _in_vain(game: Any, state: State, player: Player, way: Any, turns: int) -> bool:
    turned = game.apply(state, player, way, Scripted())
    return isinstance(turned, Refusal) or _nobody_to_shoot(game, turned[0], player, turns)


def _spared(command: Any, state: State) -> bool:
    """Whether a command of the weapons phase is none that its player is to be asked for."""
    acting = state.units[state.acting or ""]
    if isinstance(command, Fire):
        target = state.units.get(command.target)
        return target is None or target.side == acting.side
    if isinstance(command, PRECAUTIONS):
        return acting.condition.heat < HOT
    return isinstance(command, SPARED)
