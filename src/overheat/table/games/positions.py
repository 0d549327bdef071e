"""How far a game has come, what is said at a moment of it, and what is told of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Outcome, Player
from overheat.kernel.log.replay import Session
from overheat.lab.telling import Note
from overheat.table.games.hearing import Hearing
from overheat.table.games.read_only import ReadOnly


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game has come, as it is acknowledged to who said something."""

    epoch: int
    number: int
    step: int
    to_act: Player | None
    outcome: Outcome | None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game has come: everything in it is kept, so it may be told."""

    epoch: int
    number: int
    commands: int
    state: Any
    hearing: Hearing
    """What everybody is told of, at least up to its number; commands that come later add theirs."""
    to_act: Player | None
    outcome: Outcome | None

    @property
    def position(self) -> Position:
        return Position(
            epoch=self.epoch, number=self.number, step=self.commands, to_act=self.to_act, outcome=self.outcome
        )

    def same_as(self, other: Moment) -> bool:
        """Whether nothing has happened between the two."""
        return (self.epoch, self.commands, self.number) == (other.epoch, other.commands, other.number)


class Saying(msgspec.Struct, frozen=True):
    """Something said once, however often it is repeated: its id, and the digest of what was said and by whom."""

    id: str = msgspec.field(default_factory=lambda: secrets.token_urlsafe(12))
    digest: str = ""
    """Empty where nobody but this server knows the id."""


class Seen(msgspec.Struct, frozen=True):
    """What a player may know at a moment, and which moment that is."""

    epoch: int
    number: int
    step: int
    player: Player
    view: Any
    expected: Any = None
    """What the game waits for, in words for this player."""


class Told(msgspec.Struct, frozen=True):
    """An event as one player is told of it."""

    number: int
    kind: str
    event: Event
    text: str
    level: int
    """How far it is set in, in a log."""
    terms: tuple[Mapping[str, object], ...]
    """The sum that it is about."""
    about: str = ""
    """What dice were thrown for, or where a step led."""
    summed: bool = False
    """Whether dice are added up."""
    reason: str = ""
    """Why a bot did what it begins with."""
    short: str = ""
    """It in few words, for a folded log; empty for details."""
    section: str = ""
    """The part of a round that it belongs to, where no event of its own announces that part."""
    idle: bool = False
    """Whether nothing changed by it."""


def moment_of(session: Session[Any, Any, Any] | ReadOnly, hearing: Hearing, epoch: int) -> Moment:
    """Where a session is. Nobody is to act in one that is only looked at."""
    told = session if isinstance(session, ReadOnly) else None
    return Moment(
        epoch=epoch,
        number=len(session.events),
        commands=len(session.commands),
        state=session.state,
        hearing=hearing,
        to_act=None if told else session.game.to_act(session.state),
        outcome=told.outcome if told else session.game.over(session.state),
    )


def noted(number: int, event: Event, words: str, note: Note, reason: str = "") -> Told:
    """An event in words, with how it stands in the log."""
    laid = note.level, note.terms, note.about, note.summed
    return Told(
        number,
        type(event).__name__,
        event,
        words,
        *laid,
        reason=reason,
        short=note.short,
        section=note.section,
        idle=note.idle,
    )
