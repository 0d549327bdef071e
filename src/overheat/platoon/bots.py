"""Players that choose by themselves: one at random, one greedily."""

from __future__ import annotations

from typing import Protocol

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Player
from overheat.platoon.commands import Commands
from overheat.platoon.game import PlatoonGame
from overheat.platoon.greed import best
from overheat.platoon.state import State


class Bot(Protocol):
    """Anything that chooses a command."""

    def choose(self, game: PlatoonGame, state: State, player: Player) -> Commands: ...


class RandomBot:
    """Chooses any lawful command, all alike, from dice of its own."""

    def __init__(self, seed: int, stream: str = "random bot") -> None:
        self._dice = Seeded(seed, stream)

    def choose(self, game: PlatoonGame, state: State, player: Player) -> Commands:
        lawful = list(game.legal(state, player))
        if len(lawful) == 1:
            return lawful[0]
        return lawful[self._dice.roll("choice", 1, len(lawful)).total - 1]


class GreedyBot:
    """Chooses what promises most at once: the best shot, the nearest objective, a steady hand when pinned."""

    def __init__(self, seed: int = 0, stream: str = "greedy bot") -> None:
        self._dice = Seeded(seed, stream)

    def choose(self, game: PlatoonGame, state: State, player: Player) -> Commands:
        lawful = list(game.legal(state, player))
        return lawful[0] if len(lawful) == 1 else best(game, state, lawful)


BOTS = {"random": RandomBot, "greedy": GreedyBot}
