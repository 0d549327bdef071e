"""`greedy` for H.E.A.T: what promises most at once, the best shot, the nearest objective, a steady hand when pinned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.lab.players import bot
from overheat.lab.players.platoon_worth import best
from overheat.platoon.battle.commands import Commands
from overheat.platoon.battle.state import State


@bot("platoon", "greedy")
class Greedy:
    """Takes what is worth most now."""

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Commands]) -> Commands:
        """The command that is worth most."""
        return legal[0] if len(legal) == 1 else best(game, state, legal)  # type: ignore[arg-type]
