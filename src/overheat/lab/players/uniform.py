"""`random`: any legal command, all alike. For tests: it finds every corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.lab.players import bot


@bot("*", "random")
class Uniform:
    """Says anything that it may say."""

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice

    def choose(self, game: Game[Any, Any, Any], state: Any, player: Player, legal: Sequence[Any]) -> Any:
        """One of the legal commands, all alike."""
        if len(legal) == 1:
            return legal[0]
        return legal[self._dice.roll("choice", 1, len(legal)).total - 1]
