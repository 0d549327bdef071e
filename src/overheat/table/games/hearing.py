"""What each player is told of the events of a game: found out once, when they happen, from the state they happen in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from overheat.kernel.events import Event
from overheat.kernel.game import Game, Player
from overheat.table.guard.security import log

NOBODY: Player = ""
"""Who somebody is that only watches."""
Advance = Callable[[Any, Event], Any]
"""The state after an event."""


class Hearing:
    """The events of a game as its players, and those who only watch, may know of them."""

    def __init__(self, game: Game[Any, Any, Any], players: Iterable[Player], advance: Advance | None = None) -> None:
        self._game = game
        self._advance = advance
        self._told: dict[Player, list[Event | None]] = {player: [] for player in (*players, NOBODY)}

    def hear(self, state: Any, events: Iterable[Event]) -> None:
        """Events happen one after the other, the first in a state; where events do not make states, all of them."""
        last: Event | None = None
        for event in events:
            if self._advance is not None and last is not None:
                state = self._advance(state, last)
            for player, told in self._told.items():
                told.append(self._redacted(state, event, player))
            last = event

    def _redacted(self, state: Any, event: Event, player: Player) -> Event | None:
        """What cannot be found out stays hidden."""
        try:
            return self._game.redact(state, event, player)
        except Exception:
            log.exception("nobody knows who may be told of %s", type(event).__name__)
            return None

    def of(self, players: Sequence[Player], number: int) -> Event | None:
        """An event by its number, counted from 1, as some players together may know of it."""
        for player in players:
            told = self._told.get(player, self._told[NOBODY])
            seen = told[number - 1] if number <= len(told) else None
            if seen is not None:
                return seen
        return None
