"""A live game: what is said is carried out, kept, and only then told.

The session may be ahead of what is kept for a moment; `now` never is. Everybody is told from `now`. Events are numbered
from 1; taking commands back begins a new epoch, in which the numbers after those kept are given anew.

When keeping fails the session may be ahead for good. The room is stale then: it is read again from the store before
anything else is done with it, and only that tells whether the command was kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, TypeVar

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Player, Secretive
from overheat.kernel.log.chronicle import plainly
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.accounts import Account
from overheat.lab.positions import print_position
from overheat.lab.telling import plain_note
from overheat.table.games.company import Company
from overheat.table.games.positions import Moment, Position, Saying, Seen, Told, moment_of, noted
from overheat.table.games.read_only import ReadOnly
from overheat.table.games.replaying import Opened, begun, go_on, reopened
from overheat.table.games.taking_back import WantedBack, wanted_back
from overheat.table.guard.limits import Limits
from overheat.table.guard.security import log
from overheat.table.offers import Offer
from overheat.table.store.health import pauses
from overheat.table.store.store import Kept, Noted, Reasoned, Seat, Store, UnsureError

T = TypeVar("T")


class Room:
    """One game, its players and those who watch."""

    def __init__(self, offer: Offer, kept: Kept, playing: Opened, store: Store, limits: Limits, pool: Executor) -> None:
        self.offer = offer
        self.kept = kept
        self.company = Company(kept.pace)
        self.votes: set[Player] = set()
        self.watchers: set[asyncio.Event] = set()
        """Woken when something happens: a connection each."""
        self.listeners: set[asyncio.Event] = set()
        """Woken as well, but nobody's reason to hold the game in memory."""
        self.closed = False
        """Whether the game has been ended and forgotten."""
        self.stale = False
        """Whether the session may be ahead of what is kept."""
        self.reasons: dict[int, str] = dict(kept.reasons)
        """Why bots did what they did, by the number of the event that it begins with."""
        self._mending: asyncio.Task[None] | None = None
        self._asker: frozenset[Player] = frozenset()
        self._decisions = False
        self._asked: dict[frozenset[Player], Saying] = {}
        """What each vote was last said with, to be acknowledged with the taking back."""
        self._wanted: WantedBack | None = None
        self._session, self._moments = playing
        self._store = store
        self._limits = limits
        self._pool = pool
        self._lock = asyncio.Lock()
        cast = self._session.told.cast if isinstance(self._session, ReadOnly) else self._session.state
        self._teller = plainly if cast is None else offer.kind.teller(self.game, cast)
        self._noter = plain_note if cast is None else offer.kind.noter(cast)
        self.now = self._moment()
        self.company.turn_of(self.now.to_act)

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def game(self) -> Any:
        return self._session.game

    @property
    def read_only(self) -> ReadOnly | None:
        """The game as its log tells it, when it does not replay; None for one that is played."""
        return self._session if isinstance(self._session, ReadOnly) else None

    def check_playable(self) -> None:
        """Refuse whatever would change a game that can only be looked at."""
        if self.read_only is not None:
            raise self.read_only.refused()

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
        return moment_of(self._session, self._moments.hearing, self.kept.epoch)

    @property
    def away(self) -> str:
        """Why nothing can be said at the moment; empty when all is well."""
        return self._store.away or ("the game is being read again" if self.stale else "")

    async def say(
        self,
        player: Player,
        command: Any,
        meant: Callable[[Moment], bool] | None = None,
        saying: Saying | None = None,
        reason: str = "",
    ) -> Position:
        """Carry out a command and keep what followed; raises the refusal, if it is one. A bot tells its reason.

        What was said before with the same id is not done again, and acknowledged as it was then. With `meant` a command
        is refused when the moment is not the one it is for. Once begun it is carried through, whoever gives up waiting
        for it.
        """
        wanted = saying or Saying()
        return await _through(self._say(player, command, meant, wanted, reason))

    async def _say(
        self, player: Player, command: Any, meant: Callable[[Moment], bool] | None, saying: Saying, reason: str
    ) -> Position:
        async with self._lock:
            await self._freshen()
            found = await self._in_pool(saying, self._carry_out, player, command, meant, saying, reason)
            if not self._moment().same_as(self.now):
                self._publish()
            return found

    async def fresh(self) -> None:
        """See that the room is not stale; refused while the store cannot be read."""
        if self.stale:
            async with self._lock:
                await self._freshen()

    async def _freshen(self) -> None:
        if self.stale:
            self._settle(*await self._beside(self._read))

    def _settle(self, kept: Kept, playing: Opened) -> None:
        """Go on with what is kept."""
        self.kept, self.reasons = kept, dict(kept.reasons)
        self._session, self._moments = playing
        self.stale = False
        if self._moment().same_as(self.now):
            self.stir()
        else:
            self._publish()

    async def _beside(self, work: Any, *facts: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(work, *facts))

    async def _in_pool(self, saying: Saying, work: Any, *facts: Any) -> Position:
        """Do work that changes the session; should it fail half way, the kept log is the truth."""
        thrown, lines = self._session.thrown, len(self._session.lines)
        try:
            found: Position = await self._beside(work, *facts)
        except Exception as error:
            if _clean(error) and (self._session.thrown, len(self._session.lines)) == (thrown, lines):
                raise
            found = await self._found_out(saying, error)
        return found

    async def _found_out(self, saying: Saying, error: Exception) -> Position:
        """What became of a command whose keeping failed: acknowledged if it was kept, else refused."""
        self.stale = True
        try:
            read, noted = await self._beside(self._looked_up, saying)
        except Exception as lost:
            self.closed |= _says(lost, "table.game")
            self.mend()
            if not _says(lost, "table.store"):
                raise
            if not isinstance(error, UnsureError):
                raise error from None
            reason = f"{lost}; whether this was saved is not known yet, so say it again with the same id"
            raise refuse("table.store", reason, said=saying.id, saved=None) from error
        self._settle(*read)
        if noted is not None and noted.digest == saying.digest:
            return msgspec.json.decode(noted.answer, type=Position)
        if isinstance(error, UnsureError):
            reason = f"{error.refusal.reason}; nothing came of what you said, so say it again"
            raise refuse("table.store", reason, said=saying.id, saved=False) from error
        raise error

    def _looked_up(self, saying: Saying) -> tuple[tuple[Kept, Opened], Noted | None]:
        """The game as it is kept, and what is kept of something said."""
        return self._read(), self._store.noted(self.id, saying.id)

    def mend(self) -> None:
        """If the room is stale, read the game again as soon as that is possible, also when nobody asks for it."""
        self.stir()
        if self.stale and not self.closed:
            self.let_go()
            self._mending = asyncio.ensure_future(self._mended())

    async def _mended(self) -> None:
        for pause in pauses():
            await asyncio.sleep(pause)
            if not self.stale or self.closed:
                return
            if self._store.away:
                continue
            try:
                await self.fresh()
            except Exception as error:
                if _says(error, "table.store"):
                    continue
                self.closed |= _says(error, "table.game")
                self.stir()
                log.warning("game %s cannot be read again: %s", self.id, error)
                return

    def let_go(self) -> None:
        """Nobody uses the room any more."""
        if self._mending is not None:
            self._mending.cancel()

    def _said_before(self, saying: Saying) -> Position | None:
        """How something with this id was acknowledged; one id is not for two things."""
        noted = self._store.noted(self.id, saying.id) if saying.digest else None
        if noted is None:
            return None
        if noted.digest != saying.digest:
            raise _two_things(saying)
        return msgspec.json.decode(noted.answer, type=Position)

    def _carry_out(
        self, player: Player, command: Any, meant: Callable[[Moment], bool] | None, saying: Saying, reason: str
    ) -> Position:
        before = self._said_before(saying)
        if before is not None:
            return before
        self.check_playable()
        if meant is not None and not meant(self.now):
            raise refuse("table.moved_on", "the game has moved on since")
        session = self._session
        if len(session.commands) >= self._limits.commands:
            raise refuse("table.commands", f"the game has had its {self._limits.commands:,} commands")
        first, number = len(session.lines), len(session.events) + 1
        session.apply(player, command)
        found = self._moment().position
        noted = Noted(saying.id, saying.digest, msgspec.json.encode(found))
        self._store.append(
            self.id,
            first,
            session.lines[first:],
            epoch=found.epoch,
            over=found.outcome is not None,
            noted=noted,
            reason=Reasoned(number, reason) if reason else None,
        )
        if reason:
            self.reasons[number] = reason
        self._moments.note()
        return found

    def _read(self) -> tuple[Kept, Opened]:
        """The game as it is kept; nothing is changed before it has been read."""
        found = self._store.load(self.id, settled=True)
        if found is None:
            raise refuse("table.game", "there is no such game", game=self.id)
        return found[0], reopened(self.offer, found[1])

    def _publish(self) -> None:
        """Let everybody know how far things have come."""
        self.now = self._moment()
        self.company.turn_of(self.now.to_act)
        self._drop_votes()

    def _drop_votes(self) -> None:
        self.votes, self._asker, self._asked, self._wanted = set(), frozenset(), {}, None
        self.stir()

    def stir(self) -> None:
        """Wake up all who watch."""
        for watcher in (*self.watchers, *self.listeners):
            watcher.set()

    async def vote(
        self, players: frozenset[Player], agree: bool, saying: Saying | None = None, *, decisions: bool = False
    ) -> Position | None:
        """Ask to take back the last command of these players, or agree to it; where the game is if it was taken back.

        It takes all human seats. One that disagrees ends the matter, and so does any command. With `decisions` what
        there was nothing to decide about is taken back with the command before it.
        """
        return await _through(self._vote(players, agree, saying or Saying(), decisions=decisions))

    async def _vote(
        self, players: frozenset[Player], agree: bool, saying: Saying, *, decisions: bool
    ) -> Position | None:
        async with self._lock:
            await self._freshen()
            before = await self._beside(self._said_before, saying)
            if before is not None:
                return before  # type: ignore[no-any-return]
            self.check_playable()
            if not agree:
                self._drop_votes()
                return None
            if self.kept.epoch >= self._limits.undos:
                raise refuse(
                    "table.undo", f"commands have been taken back {self._limits.undos:,} times; that is enough"
                )
            if any(saying.id == one.id and saying.digest != one.digest for one in self._asked.values()):
                raise _two_things(saying)
            if not self._asker:
                self._asker, self._decisions = players, decisions
            count = await self._beside(self._commands_before, self._asker, self._decisions)
            self.votes |= players
            self._asked[players] = saying
            if not self.humans <= self.votes:
                self._wanted = await self._beside(wanted_back, self._session, self._moments, count)
                self.stir()
                return None
            found = await self._in_pool(saying, self._take_back, count)
            if not self._moment().same_as(self.now):
                self._publish()
            return found

    def wanted_back(self, eyes: Sequence[Player]) -> str:
        """The command that is asked to be taken back, in words, as far as some players may know of it."""
        return "" if self._wanted is None else self._wanted.words(self.offer.kind, self.now.hearing, eyes)

    def _commands_before(self, players: Iterable[Player], decisions: bool = False) -> int:
        """How many commands came before the last one of some players, or before the last that they decided about."""
        commands = self._session.commands
        said = [index for index in range(len(commands) - 1, -1, -1) if commands[index][0] in players]
        if not said:
            raise refuse("table.undo", "there is nothing to take back")
        return next((index for index in said if self._decided(index)), said[0]) if decisions else said[0]

    def _decided(self, index: int) -> bool:
        """Whether there was anything to decide where a command was said."""
        if isinstance(self._moments, ReadOnly):
            return True
        player, command = self._session.commands[index]
        state, _ = self._moments.before(index)
        return command not in self.offer.unasked(self._session.game, state, player)

    def _take_back(self, count: int) -> Position:
        old = self._session
        session, moments = begun(self.offer.kind, old.game, old.setup, old.seed, old.lines[0])
        go_on((session, moments), old.commands[:count])
        if session.lines != old.lines[: len(session.lines)]:
            raise AssertionError("a game replayed differently")
        epoch, kept = self.kept.epoch + 1, len(session.events)
        undone = {**self.kept.undone, epoch: kept}
        after = msgspec.structs.replace(self.kept, epoch=epoch, undone=undone, over=False)
        found = moment_of(session, moments.hearing, epoch).position
        answer = msgspec.json.encode(found)
        noted = [Noted(saying.id, saying.digest, answer) for saying in self._asked.values()]
        self._store.truncate(self.id, len(session.lines), epoch=epoch, kept=kept, held=len(old.lines), noted=noted)
        self.kept, self._session, self._moments = after, session, moments
        self.reasons = {number: reason for number, reason in self.reasons.items() if number <= kept}
        return found

    def resume(self, epoch: int, number: int) -> int:
        """Where somebody goes on who had come to an event of some epoch: what was taken back since counts no more."""
        if epoch > self.now.epoch:
            return 0
        kept = [self.kept.undone[later] for later in range(epoch + 1, self.now.epoch + 1)]
        return max(0, min([number, self.now.number, *kept]))

    def told(self, now: Moment, players: Sequence[Player], after: int, to: int) -> list[Told]:
        """The events of a moment after a number and up to another, as far as these players may know of them.

        Why a bot did something stands with the first event of it that they are told of.
        """
        before = now.hearing.of(players, after) if after else None
        reasons = self._reasons_to_tell(now, players, after, to)
        found = []
        for number in range(after + 1, to + 1):
            event = now.hearing.of(players, number)
            if event is not None:
                reason = reasons.get(number, "")
                found.append(noted(number, event, self._words(event, before), self._noter(event), reason))
            before = event
        return found

    def _reasons_to_tell(self, now: Moment, players: Sequence[Player], after: int, to: int) -> dict[int, str]:
        """Reasons by the numbers of the events that they are told with."""
        if not self.reasons or not self._may_hear_reasons(now, players):
            return {}
        found = {}
        for first in range(self._moments.together(after + 1).start, to + 1):
            if first in self.reasons:
                followed = range(first, self._moments.together(first).stop)
                heard = (number for number in followed if now.hearing.of(players, number) is not None)
                found[next(heard, first)] = self.reasons[first]
        return found

    def _may_hear_reasons(self, now: Moment, players: Sequence[Player]) -> bool:
        """A bot's reasons tell what it knows: until the battle is over they are for whom nothing is hidden from."""
        if now.outcome is not None or not isinstance(self.game, Secretive):
            return True
        return now.state is not None and any(not self.game.hides(now.state, player) for player in players)

    def _words(self, event: Event, before: Event | None) -> str:
        """An event in words; one that they fail for is told plainly, so that nobody misses it."""
        try:
            return self._teller(event, before)
        except Exception:
            if self.read_only is None:
                log.exception("no words for %s", type(event).__name__)
            return plainly(event, before)

    def known(self, player: Player) -> Any:
        """The game as it is now, without what a player may not know."""
        return self.game.known(self.now.state, player)

    def view(self, player: Player, number: int | None = None) -> Seen:
        """What a player may know now, or knew at an event number."""
        now = self.now
        at, step, state = now.number, now.commands, now.state
        if self.read_only is not None or (number is not None and number < now.number):
            number = now.number if number is None else number
            at, step, state = self._moments.at(number)
        expected = self.offer.kind.expected(self.game, self.game.known(state, player), player)
        return Seen(now.epoch, at, step, player, self.game.view(state, player), expected)

    def account(self) -> Account | None:
        """The game as it is now in figures; None where nothing is counted."""
        count = self.offer.kind.account
        return None if count is None or self.read_only is not None else count(self._session)

    def number_after(self, done: int) -> int:
        """The number of the last event of so many commands: where a replay shows what came of them."""
        if isinstance(self._moments, ReadOnly):
            raise refuse("table.moments", "a game that can only be looked at is not told by commands")
        return self._moments.number_after(done)

    def position(self) -> str:
        """How the game stands, in the notation of positions."""
        if isinstance(self._session, ReadOnly):
            raise refuse("table.position", "a game that can only be looked at has no position to go on from")
        return print_position(self.game, self._session.setup, self.now.state, self.offer.kind)

    def log(self) -> bytes:
        """The log as it is kept."""
        found = self._store.load(self.id)
        return b"" if found is None else b"\n".join(found[1]) + b"\n"


async def _through(work: Coroutine[Any, Any, T]) -> T:
    """Carry something through, whoever gives up waiting for it."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(task)


def _two_things(saying: Saying) -> RefusedError:
    return refuse("table.id", "something else was said with this id", said=saying.id)


def _clean(error: Exception) -> bool:
    """Whether something was refused before anything was written, by who knows the game as it is kept."""
    refused = isinstance(error, RefusedError) and not isinstance(error, UnsureError)
    return refused and not _says(error, "table.elsewhere")


def _says(error: Exception, id: str) -> bool:
    """Whether an error is this refusal."""
    return isinstance(error, RefusedError) and error.refusal.id == id
