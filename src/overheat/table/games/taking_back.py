"""The command that somebody wants to take back, in the words of the game, for those who may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.log.replay import Session
from overheat.lab.games import Kind
from overheat.table.games.hearing import Hearing
from overheat.table.games.moments import Moments
from overheat.table.guard.security import log


class WantedBack(msgspec.Struct, frozen=True):
    """A command as it was said, and all that followed from it at once."""

    game: Any
    player: Player
    command: Any
    state: Any
    """The game before it was said."""
    numbers: range
    """The numbers of the events that followed."""

    def words(self, kind: Kind, hearing: Hearing, eyes: Sequence[Player]) -> str:
        """It in words as some players may know of it; empty where they may not, or the game has no words."""
        ear = next((player for player in eyes if player == self.player or self._heard_by(hearing, player)), None)
        if ear is None:
            return ""
        try:
            saying = kind.speaker(self.game, self.game.known(self.state, ear))
            return "" if saying is None else saying.words(self.command)
        except Exception:
            log.exception("no words for a command that is to be taken back: %s", type(self.command).__name__)
            return ""

    def _heard_by(self, hearing: Hearing, player: Player) -> bool:
        """Whether a player was told of something that followed, and of all of it as the one who said it was."""
        own = [hearing.of((self.player,), number) for number in self.numbers]
        return any(event is not None for event in own) and own == [
            hearing.of((player,), number) for number in self.numbers
        ]


def wanted_back(session: Session[Any, Any, Any], moments: Moments, index: int) -> WantedBack:
    """A command of a session, by its index."""
    return WantedBack(session.game, *session.commands[index], *moments.before(index))
