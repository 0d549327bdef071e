"""`search` for H.E.A.T: orders, moves, shots and reactions that are tried out, as long as its budget lasts.

The best few thoughts of `hard` are carried out with dice of its own on what the player knows: the unit does what it was
told as `hard` would have it, the next die is drawn and whoever it belongs to answers as `greedy` would. Then everything
is weighed as it stands: who is left, what both sides hold, and what they may be expected to do to one another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import nan
from typing import Any

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.players import BUDGETED, NO_REASON, Reason, bot
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import best as greedily
from overheat.lab.players.soldier.aims import aim_of, left_to_go
from overheat.lab.players.soldier.bot import Hard, Thought
from overheat.lab.players.soldier.danger import danger
from overheat.lab.players.soldier.kills import PIN, value_of
from overheat.lab.players.soldier.preferences import Preferences
from overheat.lab.players.soldier.stakes import held_worth
from overheat.lab.players.trying import DEFAULT, Budget, Manner, tried_out
from overheat.platoon.battle.commands import Commands
from overheat.platoon.battle.state import Moving, Ordering, Reacting, Shooting, State
from overheat.platoon.game import PlatoonGame
from overheat.platoon.turn.turns import score

CANDIDATES = 4
"""Thoughts that are tried."""
ALIKE = 0.3
"""Thoughts that are worth so many enemy units less than the best are not tried."""
MANNER = Manner(trust=8.0, curiosity=0.25)
"""The estimate of `hard` is from exact odds, so it counts as eight trials; doubt is in enemy units."""
COMMANDS = 60
"""More commands than two units take."""
ANSWERS = 1
"""How many dice are drawn after what is tried before everything is weighed."""
INCH = 0.012
"""What an inch on the way to what a unit is after counts."""
TRIED = (Ordering, Moving, Shooting, Reacting)
"""The decisions that are tried out."""


class Searching(Hard):
    """Fights as `hard` does, and tries its best thoughts out before it says one."""

    def __init__(self, dice: Seeded, budget: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(dice)
        self._budget = Budget(budget, clock)
        self._dice_of_trials = Seeded(dice.roll("trials", 1, 1_000_000).total, "trials")
        self._mind = Hard(dice)

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Commands]) -> Commands:
        """As `hard`, with what was tried out."""
        self._budget.begin()
        self.reason = NO_REASON
        if len(legal) == 1 or not isinstance(state.tasks[-1], TRIED):
            return super().choose(game, state, player, legal)
        assert isinstance(game, PlatoonGame)
        battle = Thinking(game, state)
        thoughts = sorted(self.thoughts(game, battle, legal), key=lambda thought: -thought[0])
        near = [thought for thought in thoughts[:CANDIDATES] if thoughts[0][0] - thought[0] <= ALIKE]
        if len(near) == 1:
            return self._said(battle, near[0], f"{near[0][2]}; nothing else comes near")
        tried = tried_out(
            [thought[0] for thought in near],
            lambda at: trial(game, state, player, near[at][1], self._mind, self._dice_of_trials, self._budget.over),
            self._budget,
            MANNER,
        )
        best = near[tried.best]
        return self._said(battle, best, f"{best[2]}; best of {len(near)} in {tried.trials} trials", tried.trials)

    def _said(self, battle: Thinking, thought: Thought, why: str, trials: int = 0) -> Commands:
        worth, command, _ = thought
        self.remember(battle, command)
        self.reason = Reason(why, {"worth": round(worth, 3), "trials": trials})
        return command  # type: ignore[no-any-return]


def trial(
    game: PlatoonGame,
    state: State,
    player: Player,
    command: Commands,
    mind: Hard,
    dice: Seeded,
    over: Callable[[], bool] = lambda: False,
) -> float:
    """What it comes to when a command is carried out as a bot would, and whoever comes next has answered; nothing that
    is a number where time is over before that."""
    side, now, drawn = state.setup.players.index(player), state, 0
    said: Commands = command
    speaker: Player | None = player
    for _ in range(COMMANDS):
        if over():
            return nan
        applied = game.apply(now, speaker or player, said, dice)
        if isinstance(applied, Refusal):
            break
        now = applied[0]
        speaker = game.to_act(now)
        if speaker is None or now.turn != state.turn:
            break
        drawn += isinstance(now.tasks[-1], Ordering)
        if drawn > ANSWERS:
            break
        legal = in_order(game.legal(now, speaker))
        ours = speaker == player and not drawn
        said = mind.choose(game, now, speaker, legal) if ours else greedily(game, now, legal)
    return standing(game, now, side, mind.likes)


def standing(game: PlatoonGame, state: State, side: int, likes: Preferences) -> float:
    """What a battle is worth to a side as it stands, in enemy units; what is over counts by its victory points."""
    battle = Thinking(game, state)
    if battle.outcome is not None:
        points = score(battle)
        return float(points[side] - points[1 - side])
    whole = 0.0
    for unit in battle.units.values():
        if not unit.alive:
            continue
        risked = danger(battle, unit, unit.at) if unit.place == "table" else 0.0
        counts = value_of(battle, unit) - likes.risk * risked - PIN * unit.pins
        whole += counts if unit.side == side else -counts
        if unit.side == side and unit.place == "table" and (aim := aim_of(battle, unit, likes)) is not None:
            whole -= INCH * left_to_go(battle, aim, unit.at)
    held = held_worth(battle)
    return whole + held[side] - held[1 - side]


bot("platoon", "search")(Searching)
BUDGETED["platoon", "search"] = Searching
