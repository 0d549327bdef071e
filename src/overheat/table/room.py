"""A live game: what is said is carried out, kept, and only then told.

The session may be ahead of what is kept for a moment; `now` never is. Everybody is told from `now`. Events are numbered
from 1; taking commands back begins a new epoch, in which the numbers after those kept are given anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Outcome, Player
from overheat.kernel.refusal import RefusedError, refuse
from overheat.table.limits import Limits
from overheat.table.moments import Moments
from overheat.table.offers import Offer, plainly
from overheat.table.replaying import Playing, begun, go_on, replayed
from overheat.table.security import log
from overheat.table.store import Kept, Seat, Store

PUBLIC: tuple[Player, ...] = ("",)
"""Who somebody is that only watches."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game has come: everything in it is kept, so it may be told."""

    epoch: int
    number: int
    commands: int
    state: Any
    to_act: Player | None
    outcome: Outcome | None

    def same_as(self, other: Moment) -> bool:
        """Whether nothing has happened between the two."""
        return (self.epoch, self.commands, self.number) == (other.epoch, other.commands, other.number)


class Seen(msgspec.Struct, frozen=True):
    """What a player may know at a moment, and which moment that is."""

    epoch: int
    number: int
    step: int
    player: Player
    view: Any


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


class Room:
    """One game, its players and those who watch."""

    def __init__(
        self, offer: Offer, kept: Kept, playing: tuple[Playing, Moments], store: Store, limits: Limits, pool: Executor
    ) -> None:
        self.offer = offer
        self.kept = kept
        self.votes: set[Player] = set()
        self.watchers: set[asyncio.Event] = set()
        """Woken when something happens: a connection each."""
        self.listeners: set[asyncio.Event] = set()
        """Woken as well, but nobody's reason to hold the game in memory."""
        self.closed = False
        """Whether the game has been ended and forgotten."""
        self._asker: frozenset[Player] = frozenset()
        self._session, self._moments = playing
        self._store = store
        self._limits = limits
        self._pool = pool
        self._lock = asyncio.Lock()
        self._teller = offer.teller(self._session.state)
        self._noter = offer.noter(self._session.state)
        self.now = self._moment()

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def game(self) -> Any:
        return self._session.game

    @property
    def busy(self) -> bool:
        """Whether somebody watches, or a command is under way."""
        return bool(self.watchers) or self._lock.locked()

    @property
    def seed(self) -> int:
        return self._session.seed

    def seat(self, player: Player | None) -> Seat | None:
        """The seat of a side."""
        return next((seat for seat in self.kept.seats if seat.player == player), None)

    @property
    def humans(self) -> frozenset[Player]:
        return frozenset(seat.player for seat in self.kept.seats if not seat.bot)

    def _moment(self) -> Moment:
        session = self._session
        return Moment(
            epoch=self.kept.epoch,
            number=len(session.events),
            commands=len(session.commands),
            state=session.state,
            to_act=session.game.to_act(session.state),
            outcome=session.game.over(session.state),
        )

    async def say(self, player: Player, command: Any, at: Moment | None = None) -> Moment:
        """Carry out a command and keep what followed; raises the refusal, if it is one.

        With a moment given, the command is only meant for that. Once begun it is carried through, whoever gives up
        waiting for it.
        """
        return await asyncio.shield(asyncio.ensure_future(self._say(player, command, at)))

    async def _say(self, player: Player, command: Any, at: Moment | None) -> Moment:
        async with self._lock:
            if at is not None and not at.same_as(self.now):
                raise refuse("table.moved_on", "the game has moved on since")
            await self._in_pool(self._carry_out, player, command)
            self._publish()
            return self.now

    async def _in_pool(self, work: Any, *facts: Any) -> None:
        """Do work that changes the session; should it fail half way, the kept log is the truth."""
        loop = asyncio.get_running_loop()
        thrown, lines = self._session.thrown, len(self._session.lines)
        try:
            await loop.run_in_executor(self._pool, partial(work, *facts))
        except Exception as error:
            clean = isinstance(error, RefusedError) and error.refusal.id != "table.elsewhere"
            if not clean or (self._session.thrown, len(self._session.lines)) != (thrown, lines):
                before = self.now
                await loop.run_in_executor(self._pool, self._restore)
                if not self._moment().same_as(before):
                    self._publish()
            raise

    def _carry_out(self, player: Player, command: Any) -> None:
        session = self._session
        if len(session.commands) >= self._limits.commands:
            raise refuse("table.commands", f"the game has had its {self._limits.commands:,} commands")
        first = len(session.lines)
        session.apply(player, command)
        over = session.game.over(session.state) is not None
        self._store.append(self.id, first, session.lines[first:], over=over)
        self._moments.note()

    def _restore(self) -> None:
        found = self._store.load(self.id)
        if found is None:
            raise refuse("table.game", "there is no such game", game=self.id)
        self.kept = found[0]
        self._session, self._moments = replayed(self.offer, found[1])

    def _publish(self) -> None:
        """Let everybody know how far things have come."""
        self.now = self._moment()
        self.votes, self._asker = set(), frozenset()
        self.stir()

    def stir(self) -> None:
        """Wake up all who watch."""
        for watcher in (*self.watchers, *self.listeners):
            watcher.set()

    async def vote(self, players: frozenset[Player], agree: bool) -> bool:
        """Ask to take back the last command of these players, or agree to it; whether it was taken back.

        It takes all human seats. One that disagrees ends the matter, and so does any command.
        """
        return await asyncio.shield(asyncio.ensure_future(self._vote(players, agree)))

    async def _vote(self, players: frozenset[Player], agree: bool) -> bool:
        async with self._lock:
            if not agree:
                self.votes, self._asker = set(), frozenset()
                self.stir()
                return False
            asker = self._asker or players
            count = self._commands_before(asker)
            self._asker = asker
            self.votes |= players
            if not self.humans <= self.votes:
                self.stir()
                return False
            await self._in_pool(self._take_back, count)
            self._publish()
            return True

    def _commands_before(self, players: Iterable[Player]) -> int:
        """How many commands came before the last one of some players."""
        commands = self._session.commands
        for index in range(len(commands) - 1, -1, -1):
            if commands[index][0] in players:
                return index
        raise refuse("table.undo", "there is nothing to take back")

    def _take_back(self, count: int) -> None:
        old = self._session
        session, moments = begun(old.game, old.setup, old.seed, old.lines[0])
        go_on(session, moments, old.commands[:count])
        if session.lines != old.lines[: len(session.lines)]:
            raise AssertionError("a game replayed differently")
        epoch, kept = self.kept.epoch + 1, len(session.events)
        self._store.truncate(self.id, len(session.lines), epoch=epoch, kept=kept)
        undone = {**self.kept.undone, epoch: kept}
        self.kept = msgspec.structs.replace(self.kept, epoch=epoch, undone=undone, over=False)
        self._session, self._moments = session, moments

    def resume(self, epoch: int, number: int) -> int:
        """Where somebody goes on who had come to an event of some epoch: what was taken back since counts no more."""
        if epoch > self.now.epoch:
            return 0
        kept = [self.kept.undone[later] for later in range(epoch + 1, self.now.epoch + 1)]
        return max(0, min([number, self.now.number, *kept]))

    def told(self, players: Sequence[Player], after: int, to: int) -> list[Told]:
        """The events after a number and up to another, as far as these players may know of them."""
        events = self._session.events
        before = self._seen(players, events[after - 1]) if after else None
        found = []
        for number, happened in enumerate(events[after:to], start=after + 1):
            event = self._seen(players, happened)
            if event is not None:
                note = self._noter(event)
                words = self._words(event, before)
                found.append(Told(number, type(event).__name__, event, words, note.level, note.terms))
            before = event
        return found

    def _words(self, event: Event, before: Event | None) -> str:
        """An event in words; one that they fail for is told plainly, so that nobody misses it."""
        try:
            return self._teller(event, before)
        except Exception:
            log.exception("no words for %s", type(event).__name__)
            return plainly(event, before)

    def _seen(self, players: Sequence[Player], event: Event) -> Event | None:
        for player in players:
            seen = self.game.redact(event, player)
            if seen is not None:
                return seen  # type: ignore[no-any-return]
        return None

    def view(self, player: Player, number: int | None = None) -> Seen:
        """What a player may know now, or knew at an event number."""
        now = self.now
        at, step, state = now.number, now.commands, now.state
        if number is not None and number < now.number:
            at, step, state = self._moments.at(number)
        return Seen(now.epoch, at, step, player, self.game.view(state, player))

    def log(self) -> bytes:
        """The log as it is kept."""
        found = self._store.load(self.id)
        return b"" if found is None else b"\n".join(found[1]) + b"\n"
