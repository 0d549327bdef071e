"""A procedure under way, in any game: events that are told and written down, dice that log what they show, and what
follows from events under the rules of a layer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from overheat.kernel.dice import Dice
from overheat.kernel.events import Event, LoggedDice, writable
from overheat.kernel.rules.rule import Ruleset

MOST_FOLLOWING = 10_000
"""More events than follow from one command: rules that bring about more never come to an end."""


class Scene(ABC):
    """What happens between a command and the next one."""

    def __init__(self, rules: Ruleset, dice: Dice) -> None:
        self.rules = rules
        self.events: list[Event] = []
        self.logged = LoggedDice(dice, self.events)
        self._consequences: deque[Callable[[], None]] = deque()
        self._following = False

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended, so that nothing follows any more."""

    def write(self, event: Event, consequence: Callable[[], None] | None = None) -> None:
        """Note an event, and what is to be worked out about it when `follow` is asked for."""
        if self.rules.files:
            writable(event)
        self.events.append(event)
        if consequence is not None:
            self._consequences.append(consequence)

    def follow(self) -> None:
        """Let follow what follows from all that has happened since this was last asked for."""
        if self._following:
            return
        self._following, asked = True, 0
        while self._consequences and not self.over:
            self._consequences.popleft()()
            asked += 1
            if asked > MOST_FOLLOWING:
                raise RuntimeError(f"what follows has not come to an end after {asked - 1:,} events")
        self._following = False
