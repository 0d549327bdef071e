"""Where games are kept: their seats, the lines of their logs and the ids of their commands, in SQLite or PostgreSQL.

The lines that a command added are written in one transaction, and nobody is told of them before it is committed. A game
counts its lines, and takes none but the next: neither two servers at one database nor a session that is ahead of what
is kept can leave a hole. The id of a command is kept in the same transaction, so it can always be found out whether a
command was kept.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from overheat.kernel.game import Player
from overheat.kernel.refusal import RefusedError, refuse
from overheat.table.guard.security import log
from overheat.table.store.database import cause, first_line, open_database, patiently
from overheat.table.store.tables import COMMAND, GAME, LINE, PARTS, PROBE, REASON, SEAT, UNDO

KEPT = tuple(column.name for column in GAME.columns if column.name not in ("touched", "lines"))
"""What of a game's row is told."""
BATCH = 200
"""How many games are forgotten at once."""
FILLING = bytes(16 * 1024)
"""What is written to see whether anything can be."""
Who = Literal["human", "bot"]


class Seat(msgspec.Struct, frozen=True):
    """A side of a game and who plays it: a bot by its name, or whoever has the token of this digest."""

    player: Player
    bot: str = ""
    token: str = ""

    @property
    def who(self) -> Who:
        return "bot" if self.bot else "human"


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a game besides its log."""

    id: str
    kind: str
    title: str
    created: float
    open_to_all: bool
    """Whether anybody may find and watch it."""
    pace: float
    """The seconds that a bot waits before each command."""
    host: str
    """The digest of the token that may end the game."""
    watcher: str
    """The digest of the token to watch it with."""
    seats: tuple[Seat, ...]
    epoch: int = 0
    """How often commands were taken back."""
    undone: dict[int, int] = {}
    """The number of events kept at each epoch's beginning."""
    reasons: dict[int, str] = {}
    """Why bots did what they did, by the number of the event that it begins with."""
    over: bool = False


class Noted(msgspec.Struct, frozen=True):
    """A command as it is remembered: its id, what was said with it, and how it was acknowledged."""

    id: str
    digest: str = ""
    answer: bytes = b""


class Reasoned(msgspec.Struct, frozen=True):
    """Why a bot said a command, and the number of the event that what it did begins with."""

    number: int
    text: str


class Alone(msgspec.Struct, frozen=True):
    """A game that nobody has played for long."""

    id: str
    kind: str
    title: str
    touched: float
    over: bool


class UnsureError(RefusedError):
    """A write failed, and whether it was kept has to be found out."""


class _TakenError(Exception):
    """A line was not the next one of its game."""


class _Addition(msgspec.Struct):
    """The lines of one command, which wait to be kept."""

    game: str
    epoch: int
    first: int
    lines: Sequence[bytes]
    over: bool
    noted: Noted | None
    reason: Reasoned | None
    settled: bool = False
    error: Exception | None = None


class Store:
    """Games in a database. What fails in it is refused as `table.store`."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._queue: list[_Addition] = []
        self._queueing = threading.Lock()
        self._writing = threading.Lock()
        self.away = ""
        """Why nothing can be kept at the moment; empty when all is well. While it is away nobody waits for it."""
        self.failed: Callable[[], None] = lambda: None
        """Run when something failed in the database, in whatever thread that was."""
        self.engine = open_database(url)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def _reaching(self, write: type[RefusedError] = RefusedError) -> Iterator[None]:
        """Whatever fails in the database is a refusal."""
        if self.away:
            raise refuse("table.store", f"the table cannot save right now: {self.away}")
        try:
            yield
        except (DataError, IntegrityError):
            raise
        except SQLAlchemyError as error:
            log.debug("the database failed: %s", first_line(error))
            self.failed()
            raise write(refuse("table.store", f"the table cannot save right now: {cause(error)}").refusal) from error

    def probe(self) -> str:
        """Write something and take it away again: why that is not possible, or nothing if it is."""
        id = secrets.token_hex(8)
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(PROBE).values(id=id, filling=FILLING))
                connection.execute(delete(PROBE).where(PROBE.c.id == id))
        except SQLAlchemyError as error:
            log.debug("nothing can be written: %s", first_line(error))
            return cause(error)
        return ""

    def create(self, kept: Kept, lines: Sequence[bytes]) -> None:
        """Keep a new game with the lines of its log so far."""
        row = {**_game_row(kept), "touched": self._clock(), "lines": len(lines)}
        try:
            with self._reaching(), self.engine.begin() as connection:
                connection.execute(insert(GAME).values(**row))
                connection.execute(insert(SEAT), _seat_rows(kept))
                connection.execute(insert(LINE), _line_rows(kept.id, 0, lines))
        except DataError:
            raise refuse("table.names", "the names of the game and its sides cannot be kept as they are") from None

    def append(
        self,
        game: str,
        first: int,
        lines: Sequence[bytes],
        *,
        epoch: int = 0,
        over: bool = False,
        noted: Noted | None = None,
        reason: Reasoned | None = None,
    ) -> None:
        """Keep the lines of one command, its id, and a bot's reason for it; either all of that is kept or none.

        Lines that are not the next ones of their epoch are refused as `table.elsewhere`. What comes from several
        threads at once shares a transaction, so that many games wait for the disk together.
        """
        addition = _Addition(game, epoch, first, lines, over, noted, reason)
        with self._queueing:
            self._queue.append(addition)
        with self._writing:
            if not addition.settled:
                self._write_queue()
        if addition.error is not None:
            raise addition.error

    def _write_queue(self) -> None:
        """Keep all that waits, together if possible, else each by itself."""
        with self._queueing:
            waiting, self._queue = self._queue, []
        try:
            self._write(waiting)
        except (_TakenError, IntegrityError, DataError):
            for addition in waiting:
                addition.error = self._written_alone(addition)
        except RefusedError as error:
            for addition in waiting:
                addition.error = UnsureError(error.refusal)
        except Exception as error:
            for addition in waiting:
                addition.error = error
        for addition in waiting:
            addition.settled = True

    def _written_alone(self, addition: _Addition) -> Exception | None:
        try:
            self._write([addition])
        except (_TakenError, IntegrityError):
            return _elsewhere(addition.game)
        except Exception as error:
            return error
        return None

    def _write(self, additions: Sequence[_Addition]) -> None:
        """One transaction. Games are taken in the order of their ids: no two transactions wait for each other."""
        with self._reaching(UnsureError), self.engine.begin() as connection:
            for addition in sorted(additions, key=lambda one: one.game):
                self._count(connection, addition)
            rows = [row for one in additions for row in _line_rows(one.game, one.first, one.lines)]
            connection.execute(insert(LINE), rows)
            _note(connection, [(one.game, one.noted) for one in additions])
            _give_reasons(connection, [(one.game, one.reason) for one in additions])

    def _count(self, connection: Connection, addition: _Addition) -> None:
        """A game goes on from exactly where its lines end."""
        here = (GAME.c.id == addition.game, GAME.c.lines == addition.first, GAME.c.epoch == addition.epoch)
        values: dict[str, Any] = {"lines": GAME.c.lines + len(addition.lines), "touched": self._clock()}
        if addition.over:
            values["over"] = 1
        if connection.execute(update(GAME).where(*here).values(**values)).rowcount != 1:
            raise _TakenError

    def truncate(
        self, game: str, lines: int, *, epoch: int, kept: int, held: int | None = None, noted: Sequence[Noted] = ()
    ) -> None:
        """Forget all lines but the first ones, and note that an epoch began with so many events kept.

        It must be the next epoch, and the game must have as many lines as whoever takes them back knows of (`held`).
        Ids that nobody but this server knew are forgotten.
        """
        here = [GAME.c.id == game, GAME.c.epoch == epoch - 1, GAME.c.lines >= lines]
        if held is not None:
            here.append(GAME.c.lines == held)
        values = {"epoch": epoch, "over": 0, "lines": lines, "touched": self._clock()}
        try:
            with self._reaching(UnsureError), self.engine.begin() as connection:
                if connection.execute(update(GAME).where(*here).values(**values)).rowcount != 1:
                    raise _TakenError
                connection.execute(delete(LINE).where(LINE.c.game == game, LINE.c.number >= lines))
                connection.execute(delete(REASON).where(REASON.c.game == game, REASON.c.number > kept))
                connection.execute(insert(UNDO).values(game=game, epoch=epoch, kept=kept))
                connection.execute(delete(COMMAND).where(COMMAND.c.game == game, COMMAND.c.digest == ""))
                _note(connection, [(game, one) for one in noted])
        except (_TakenError, IntegrityError):
            raise _elsewhere(game) from None

    def noted(self, game: str, id: str) -> Noted | None:
        """What is remembered of a command by its id; None if it was never kept."""
        with self._reaching(), self.engine.connect() as connection:
            wanted = select(COMMAND.c.digest, COMMAND.c.answer).where(COMMAND.c.game == game, COMMAND.c.id == id)
            row = connection.execute(wanted).first()
            return None if row is None else Noted(id, row.digest, bytes(row.answer))

    def load(self, game: str, *, settled: bool = False) -> tuple[Kept, list[bytes]] | None:
        """A game and its log, as of one moment; None where there is no such game.

        With `settled` it is read after every write that is still under way, such as one whose connection was lost.
        """
        with self._reaching(), self._reading(settled) as connection:
            wanted = select(GAME).where(GAME.c.id == game)
            row = connection.execute(wanted.with_for_update(read=True) if settled else wanted).mappings().first()
            if row is None:
                return None
            seats = connection.execute(select(SEAT).where(SEAT.c.game == game).order_by(SEAT.c.place)).mappings()
            kept = _kept(row, [Seat(seat["player"], seat["bot"], seat["token"]) for seat in seats])
            undone = connection.execute(select(UNDO.c.epoch, UNDO.c.kept).where(UNDO.c.game == game))
            why = connection.execute(select(REASON.c.number, REASON.c.text).where(REASON.c.game == game))
            kept = msgspec.structs.replace(
                kept,
                undone={row.epoch: row.kept for row in undone},
                reasons={row.number: bytes(row.text).decode() for row in why},
            )
            lines = connection.execute(select(LINE.c.text).where(LINE.c.game == game).order_by(LINE.c.number))
            return kept, [bytes(text) for (text,) in lines]

    @contextmanager
    def _reading(self, settled: bool) -> Iterator[Connection]:
        """A connection on which all that is read is of one moment: by a snapshot, or because the game is locked."""
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql" and not settled:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def drop(self, *games: str) -> None:
        """Forget games."""
        with self._reaching(), self.engine.begin() as connection:
            patiently(connection)
            for table in PARTS:
                connection.execute(delete(table).where(table.c.game.in_(games)))
            connection.execute(delete(GAME).where(GAME.c.id.in_(games)))

    def alone(self, seconds: float) -> list[Alone]:
        """The games that nobody has played for so long, finished or not, the oldest first."""
        columns = [GAME.c[name] for name in ("id", "kind", "title", "touched", "over")]
        wanted = select(*columns).where(GAME.c.touched < self._clock() - seconds).order_by(GAME.c.touched, GAME.c.id)
        with self._reaching(), self.engine.connect() as connection:
            rows = connection.execute(wanted)
            return [Alone(row.id, row.kind, row.title, row.touched, bool(row.over)) for row in rows]

    def forget(self, games: Sequence[str]) -> None:
        """Forget many games."""
        for first in range(0, len(games), BATCH):
            self.drop(*games[first : first + BATCH])

    def count(self) -> int:
        """How many games are kept."""
        with self._reaching(), self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(GAME)).scalar_one())

    def open_games(self, most: int) -> list[Kept]:
        """The latest games that anybody may watch."""
        with self._reaching(), self.engine.connect() as connection:
            wanted = select(GAME).where(GAME.c.open_to_all == 1).order_by(GAME.c.created.desc(), GAME.c.id).limit(most)
            rows = list(connection.execute(wanted).mappings())
            found = []
            for row in rows:
                seats = connection.execute(select(SEAT).where(SEAT.c.game == row["id"]).order_by(SEAT.c.place))
                found.append(_kept(row, [Seat(seat["player"], seat["bot"], "") for seat in seats.mappings()]))
            return found


def _elsewhere(game: str) -> RefusedError:
    return refuse("table.elsewhere", "the game has gone on elsewhere; ask for it again", game=game)


def _note(connection: Connection, commands: Sequence[tuple[str, Noted | None]]) -> None:
    """Remember commands by their ids; one that is known breaks the transaction."""
    rows = [{"game": game, **msgspec.structs.asdict(noted)} for game, noted in commands if noted is not None]
    if rows:
        connection.execute(insert(COMMAND), rows)


def _give_reasons(connection: Connection, reasons: Sequence[tuple[str, Reasoned | None]]) -> None:
    """Remember why bots said commands."""
    rows = [{"game": game, "number": one.number, "text": one.text.encode()} for game, one in reasons if one is not None]
    if rows:
        connection.execute(insert(REASON), rows)


def _game_row(kept: Kept) -> dict[str, object]:
    row = {name: getattr(kept, name) for name in KEPT}
    return {**row, "open_to_all": int(kept.open_to_all), "over": int(kept.over)}


def _seat_rows(kept: Kept) -> list[dict[str, object]]:
    return [
        {"game": kept.id, "player": seat.player, "place": place, "bot": seat.bot, "token": seat.token}
        for place, seat in enumerate(kept.seats)
    ]


def _line_rows(game: str, first: int, lines: Sequence[bytes]) -> list[dict[str, object]]:
    return [{"game": game, "number": number, "text": text} for number, text in enumerate(lines, start=first)]


def _kept(row: Any, seats: Sequence[Seat]) -> Kept:
    values = {name: row[name] for name in KEPT}
    values |= {"open_to_all": bool(row["open_to_all"]), "over": bool(row["over"])}
    return Kept(**values, seats=tuple(seats))
