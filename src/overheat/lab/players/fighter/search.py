"""`search` for the classic game: moves that are tried out, as long as its budget lasts.

The best few places of `hard` are tried: the commands are carried out with dice of its own on what the player knows, the
others of both sides then move as fighting bots would, now and then otherwise, and where everybody stands at last is
weighed by what both sides may be expected to do to one another. What promises most is tried most often. What to fire
and to strike is decided as `hard` does.

`search` or `search:2s` has a budget of time a unit; `search:40n` one of so many trials, so that a game comes out alike
wherever it is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import nan
from typing import Any

import msgspec
import numpy as np

from overheat.classic.facts.commands import Command, Done
from overheat.classic.facts.state import State, Unit
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.players import BUDGETED, Reason, bot
from overheat.lab.players.fighter import reasons
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.lives import weights
from overheat.lab.players.fighter.options import where_it_stands
from overheat.lab.players.fighter.places import Appraisal, fighter
from overheat.lab.players.fighter.preferences import HARD, Preferences
from overheat.lab.players.fighter.shooting.exchange import damage
from overheat.lab.players.trying import DEFAULT, Budget, Manner, tried_out

CANDIDATES = 5
"""Places that are tried."""
ALIKE = 4.0
"""Places that are worth so much less than the best are not tried."""
MANNER = Manner(trust=2.0, curiosity=3.0)
"""The estimate of `hard` counts as two trials; doubt is in points of damage."""
COMMANDS = 400
"""More commands than the rest of a phase takes."""
OTHERS = msgspec.structs.replace(HARD, reply=0.0, lapses=0.25, carelessness=3)
"""How everybody else is taken to move: well, but not always the same way."""


class Searching(Fighting):
    """Fights as `hard` does, and tries its moves out before it makes them."""

    def __init__(self, dice: Seeded, budget: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(HARD, dice)
        self._budget = Budget(budget, clock)
        self._dice_of_trials = Seeded(dice.roll("trials", 1, 1_000_000).total, "trials")
        self._game: Game[Any, Any, Any] | None = None
        self._player: Player = ""

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Command]) -> Command:
        """As `hard`, with moves that were tried out."""
        self._game, self._player = game, player
        self._budget.begin((state.round, state.phase, state.acting))
        return super().choose(game, state, player, legal)

    def _selected(self, state: State, unit: Unit, found: Appraisal) -> int:
        """The place that came out best of trials."""
        order = np.argsort(-found.worth, kind="stable")
        near = [int(at) for at in order[:CANDIDATES] if found.worth[order[0]] - found.worth[at] <= ALIKE]
        if self._game is None or len(near) < 2 or state.phase != "movement":
            self.reason = reasons.of_place(state, unit, found, near[0], self.likes)
            return near[0]
        estimates = [float(found.worth[at]) for at in near]
        game, player, dice = self._game, self._player, self._dice_of_trials

        def tried_at(at: int) -> float:
            way = (*found.places[near[at]].path, Done())
            return trial(game, state, player, way, dice, self.likes, self._budget.over)

        tried = tried_out(estimates, tried_at, self._budget, MANNER)
        best, trials = near[tried.best], tried.trials
        told = reasons.of_place(state, unit, found, best, self.likes)
        self.reason = Reason(f"{told.text}; best of {len(near)} in {trials} trials", {**told.figures, "trials": trials})
        return best


def trial(
    game: Game[Any, Any, Any],
    state: State,
    player: Player,
    move: Sequence[Command],
    dice: Seeded,
    likes: Preferences,
    over: Callable[[], bool] = lambda: False,
) -> float:
    """What it comes to when a unit of a player moves so, everybody else moves, and the shooting starts; nothing that is
    a number where time is over before that."""
    now: State = state
    for command in move:
        applied = game.apply(now, player, command, dice)
        if isinstance(applied, Refusal):
            break
        now = applied[0]
    bots: dict[Player, Fighting] = {}
    for _ in range(COMMANDS):
        if over():
            return nan
        mover = game.to_act(now)
        if mover is None or now.phase != "movement" or now.round != state.round:
            break
        bot_of = bots.setdefault(mover, Fighting(OTHERS, dice))
        applied = game.apply(now, mover, bot_of.choose(game, now, mover, in_order(game.legal(now, mover))), dice)
        if isinstance(applied, Refusal):
            break
        now = applied[0]
    return standing(now, player, likes)


def standing(state: State, side: Player, likes: Preferences) -> float:
    """What the sides may be expected to do to one another as they stand: ours less theirs, by what it counts."""
    active = [unit for unit in state.units.values() if unit.active]
    weight = weights(state, active, likes)
    seen = {unit.id: (fighter(state, unit, likes), where_it_stands(state, unit)) for unit in active}
    whole = 0.0
    for unit in active:
        ours = unit.side == side
        if unit.condition.prone:
            whole -= likes.enemy_falls if ours else -likes.enemy_falls
        if unit.helpless:
            continue
        by, there = seen[unit.id]
        done = [
            float(damage(state, by, there, *seen[other.id])[0, 0]) * weight[other.id]
            for other in active
            if other.side != unit.side
        ]
        whole += max(done, default=0.0) if ours else -likes.caution * max(done, default=0.0)
    return whole


bot("classic", "search")(Searching)
BUDGETED["classic", "search"] = Searching
