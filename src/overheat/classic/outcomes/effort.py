"""How much work may be spent on foreseeing a volley: counted step by step, so that the same question ends the same way.

A unit of work is about what a throw of dice in a scene takes, some four millionths of a second on a usual core.
"""

from __future__ import annotations

THROW = 1
EVENT = 12
SCENE = 20
FOLLOWED = 50
"""What a throw, an event and the beginning of a scene count, and an event that rules are asked about what follows."""
AT_MOST = 250_000
"""What a question may take: about a second at most."""


class TooMuchWorkError(Exception):
    """There is more to tell apart than anybody waits for."""


class Work:
    """Work that may be done; without an end where nothing else is said."""

    def __init__(self, most: int | None = None) -> None:
        self.done = 0
        self._most = most

    def spend(self, much: int) -> None:
        """Count some work, and stop where it is too much."""
        self.done += much
        if self._most is not None and self.done > self._most:
            raise TooMuchWorkError

    def share(self, part: float) -> Work:
        """A share of the work that is left, which is counted by itself."""
        return Work(None if self._most is None else int((self._most - self.done) * part))
