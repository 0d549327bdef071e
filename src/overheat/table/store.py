"""Where games are kept: their seats and the lines of their logs, in SQLite or PostgreSQL.

The lines that a command added are written in one transaction, and nobody is told of them before it is committed. A line
has its number for a key, so two servers at one database cannot both go on with a game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Column,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse

metadata = MetaData()

GAME = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("open_to_all", Integer, nullable=False),
    Column("pace", Float, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("host", String(64), nullable=False),
    Column("watcher", String(64), nullable=False),
    Column("over", Integer, nullable=False),
    Column("touched", Float, nullable=False),
)
SEAT = Table(
    "seat",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(200), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("bot", String(64), nullable=False),
    Column("token", String(64), nullable=False),
)
LINE = Table(
    "line",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", LargeBinary, nullable=False),
)
UNDO = Table(
    "undo",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("kept", Integer, nullable=False),
)

KEPT = tuple(column.name for column in GAME.columns if column.name != "touched")
"""What of a game's row is told."""
BATCH = 200
"""How many games are forgotten at once."""
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
    over: bool = False


class _Addition(msgspec.Struct):
    """Lines that wait to be kept."""

    game: str
    rows: list[dict[str, object]]
    over: bool
    settled: bool = False
    error: Exception | None = None


class Store:
    """Games in a database."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._queue: list[_Addition] = []
        self._queueing = threading.Lock()
        self._writing = threading.Lock()
        self.engine = _engine(url)
        _migrate(self.engine)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def create(self, kept: Kept, lines: Sequence[bytes]) -> None:
        """Keep a new game with the lines of its log so far."""
        with self.engine.begin() as connection:
            connection.execute(insert(GAME).values(**_game_row(kept), touched=self._clock()))
            connection.execute(insert(SEAT), _seat_rows(kept))
            connection.execute(insert(LINE), _line_rows(kept.id, 0, lines))

    def append(self, game: str, first: int, lines: Sequence[bytes], *, over: bool = False) -> None:
        """Keep the lines of one command; either all of them are kept or none.

        What comes from several threads at once shares a transaction, so that many games wait for the disk together.
        """
        addition = _Addition(game, _line_rows(game, first, lines), over)
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
        except IntegrityError:
            for addition in waiting:
                try:
                    self._write([addition])
                except IntegrityError:
                    reason = "the game has gone on elsewhere; ask for it again"
                    addition.error = refuse("table.elsewhere", reason, game=addition.game)
                except Exception as error:
                    addition.error = error
        except Exception as error:
            for addition in waiting:
                addition.error = error
        for addition in waiting:
            addition.settled = True

    def _write(self, additions: Sequence[_Addition]) -> None:
        with self.engine.begin() as connection:
            connection.execute(insert(LINE), [row for addition in additions for row in addition.rows])
            played = {addition.game for addition in additions}
            connection.execute(update(GAME).where(GAME.c.id.in_(played)).values(touched=self._clock()))
            over = [addition.game for addition in additions if addition.over]
            if over:
                connection.execute(update(GAME).where(GAME.c.id.in_(over)).values(over=1))

    def truncate(self, game: str, lines: int, *, epoch: int, kept: int) -> None:
        """Forget all lines but the first ones, and note that an epoch began with so many events kept."""
        with self.engine.begin() as connection:
            connection.execute(delete(LINE).where(LINE.c.game == game, LINE.c.number >= lines))
            connection.execute(insert(UNDO).values(game=game, epoch=epoch, kept=kept))
            connection.execute(update(GAME).where(GAME.c.id == game).values(epoch=epoch, over=0, touched=self._clock()))

    def load(self, game: str) -> tuple[Kept, list[bytes]] | None:
        """A game and its log; None where there is no such game."""
        with self.engine.connect() as connection:
            row = connection.execute(select(GAME).where(GAME.c.id == game)).mappings().first()
            if row is None:
                return None
            seats = connection.execute(select(SEAT).where(SEAT.c.game == game).order_by(SEAT.c.place)).mappings()
            kept = _kept(row, [Seat(seat["player"], seat["bot"], seat["token"]) for seat in seats])
            undone = connection.execute(select(UNDO.c.epoch, UNDO.c.kept).where(UNDO.c.game == game))
            kept = msgspec.structs.replace(kept, undone={row.epoch: row.kept for row in undone})
            lines = connection.execute(select(LINE.c.text).where(LINE.c.game == game).order_by(LINE.c.number))
            return kept, [bytes(text) for (text,) in lines]

    def drop(self, *games: str) -> None:
        """Forget games."""
        with self.engine.begin() as connection:
            for table in (UNDO, LINE, SEAT):
                connection.execute(delete(table).where(table.c.game.in_(games)))
            connection.execute(delete(GAME).where(GAME.c.id.in_(games)))

    def forget(self, seconds: float) -> int:
        """Forget the games that nobody has played for so long, finished or not; how many they were."""
        with self.engine.connect() as connection:
            alone = select(GAME.c.id).where(GAME.c.touched < self._clock() - seconds)
            games = [id for (id,) in connection.execute(alone)]
        for first in range(0, len(games), BATCH):
            self.drop(*games[first : first + BATCH])
        return len(games)

    def count(self) -> int:
        """How many games are kept."""
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(GAME)).scalar_one())

    def open_games(self, most: int) -> list[Kept]:
        """The latest games that anybody may watch."""
        with self.engine.connect() as connection:
            wanted = select(GAME).where(GAME.c.open_to_all == 1).order_by(GAME.c.created.desc(), GAME.c.id).limit(most)
            rows = list(connection.execute(wanted).mappings())
            found = []
            for row in rows:
                seats = connection.execute(select(SEAT).where(SEAT.c.game == row["id"]).order_by(SEAT.c.place))
                found.append(_kept(row, [Seat(seat["player"], seat["bot"], "") for seat in seats.mappings()]))
            return found


MEMORY = (None, "", ":memory:")
"""What SQLite calls a database that is kept nowhere."""


def _made(url: str) -> Engine:
    """A database; one that is in memory alone has a single connection, which everybody takes in turn."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or address.database not in MEMORY:
        return create_engine(address)
    alone: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    return create_engine(address, **alone, connect_args={"check_same_thread": False})


def _engine(url: str) -> Engine:
    try:
        engine = _made(url)
    except (ArgumentError, NoSuchModuleError) as error:
        raise refuse("table.database", f"not the address of a database: {error}") from None
    except ImportError as error:
        raise refuse(
            "table.database", "for PostgreSQL install the extra: pip install 'overheat[postgres]'", missing=error.name
        ) from None
    if engine.dialect.name == "sqlite":
        if engine.url.database not in MEMORY:
            _make_folder(Path(str(engine.url.database)).parent)
        event.listen(engine, "connect", _durable)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refuse("table.database", f"{folder}: cannot be made: {error.strerror}") from None


def _durable(connection: Any, record: object) -> None:
    """SQLite that loses nothing it has confirmed, and lets readers read while somebody writes."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    """Bring the tables to the state that this version works with."""
    try:
        with as_file(files("overheat.table").joinpath("migrations")) as folder, engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(folder).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise refuse("table.database", f"{engine.url.render_as_string()}: {why}") from None


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
