"""Who is at a table and what goes on besides the game: who watches, what is called out, how fast bots play, the clock.

Nothing of it belongs to the rules, so nothing of it is kept in the log; a server that starts again has forgotten it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse

PHRASES = {
    "luck": "Good luck!",
    "shot": "Nice shot!",
    "ouch": "Ouch!",
    "played": "Well played.",
    "moment": "One moment, please.",
    "turn": "Your turn!",
    "thanks": "Thank you.",
    "game": "Good game!",
}
"""What players call out to one another: few words, which no one can abuse."""
REMEMBERED = 8
LONGEST_PACE = 10.0


class Called(msgspec.Struct, frozen=True):
    """Something that was called out."""

    number: int
    player: Player
    """A side, or nothing for who watches."""
    words: str


class Company:
    """The company at one table."""

    def __init__(self, pace: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.pace = pace
        """Seconds that a bot waits before it says something."""
        self.paused = False
        self.version = 0
        """Counts changes, for those who tell them."""
        self._clock = clock
        self._present: Counter[tuple[Player, ...]] = Counter()
        self._called: list[Called] = []
        self._calls = 0
        self._steps = 0
        self._spent: dict[Player, float] = {}
        self._thinking: tuple[Player | None, float] = None, clock()
        self._again: dict[Player, str] = {}

    def come(self, players: tuple[Player, ...]) -> None:
        """Somebody has connected, with the seats he plays or with none."""
        self._present[players] += 1
        self.version += 1

    def go(self, players: tuple[Player, ...]) -> None:
        """Somebody's connection has ended."""
        self._present[players] -= 1
        self.version += 1

    def call(self, player: Player, phrase: str) -> None:
        """Somebody calls something out."""
        if phrase not in PHRASES:
            raise refuse("table.phrase", f"no phrase {phrase[:40]!r}; there are {', '.join(PHRASES)}")
        self._calls += 1
        self._called = [*self._called, Called(self._calls, player, PHRASES[phrase])][-REMEMBERED:]
        self.version += 1

    def play_again(self, links: Mapping[Player, str]) -> None:
        """The battle is played again in a new game: the link of each seat is told to who has it here."""
        self._again = dict(links)
        self.version += 1

    def drive(self, pace: float | None, paused: bool | None, step: bool) -> None:
        """Set how fast bots play, hold them, or let them say one thing more."""
        if pace is not None:
            if not 0 <= pace <= LONGEST_PACE:
                raise refuse("table.pace", f"bots wait from 0 to {LONGEST_PACE:g} seconds, not {pace:g}")
            self.pace = pace
        if paused is not None:
            self.paused = paused
        self._steps = 1 if step else 0
        self.version += 1

    def may_play(self) -> bool:
        """Whether a bot may say something now; a step that was granted is used up."""
        if not self.paused:
            return True
        if not self._steps:
            return False
        self._steps -= 1
        return True

    def turn_of(self, player: Player | None) -> None:
        """Whose turn it is from now on: the time of the one before is added up."""
        before, since = self._thinking
        now = self._clock()
        if before is not None:
            self._spent[before] = self._spent.get(before, 0.0) + now - since
        self._thinking = player, now
        if before != player:
            self.version += 1

    def told(self, players: Collection[Player] = ()) -> dict[str, Any]:
        """Everything of it, for the page of who plays some sides."""
        thinking, since = self._thinking
        spent = dict(self._spent)
        if thinking is not None:
            spent[thinking] = spent.get(thinking, 0.0) + self._clock() - since
        present = [(players, many) for players, many in self._present.items() if many > 0]
        return {
            "here": sorted({player for players, _ in present for player in players}),
            "watching": sum(many for players, many in present if not players),
            "called": [msgspec.structs.asdict(each) for each in self._called],
            "again": next((link for side, link in self._again.items() if side in players), None),
            "pace": self.pace,
            "paused": self.paused,
            "thinking": thinking,
            "spent": {player: round(seconds, 1) for player, seconds in spent.items()},
        }
