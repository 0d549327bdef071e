"""The database itself: opened, brought up to date, and held to timeouts; what fails in it is a typed refusal.

Nothing here waits for ever. A connection to PostgreSQL that is busy for too long is cut from outside, so that also a
server that has stopped answering, without closing anything, is noticed.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DisconnectionError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from overheat.kernel.refusal import RefusedError, refuse

MEMORY = (None, "", ":memory:")
"""What SQLite calls a database that is kept nowhere."""
LIBPQ = ("psycopg", "psycopg2")
"""The drivers of PostgreSQL that take the settings of its own client library."""
CONNECT_SECONDS = 4
LOCK_SECONDS = 5
"""How long a write waits for another one to end."""
STATEMENT_SECONDS = 15
BUSY_SECONDS = 20
"""How long a connection to PostgreSQL may be in use before it is cut."""
CHECKED = 32 * 1024 * 1024
"""An SQLite file up to this size is looked through for damage at the start."""
NETWORK = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * STATEMENT_SECONDS,
}
"""A server that cannot be reached any more is noticed; what the address itself says goes first."""
SESSION = (
    f"SET statement_timeout = '{STATEMENT_SECONDS}s'",
    f"SET lock_timeout = '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{2 * STATEMENT_SECONDS}s'",
)
CAUSES = (
    ("no space left|disk is full", "the disk is full"),
    ("locked|lock timeout", "another program holds the database"),
    ("read-?only", "the database cannot be written to"),
    ("malformed|not a database", "the database file is damaged"),
)
"""What is told of a failure, by the words of the database, which are not for strangers."""


def cause(error: Exception) -> str:
    """Why a database fails, in words that tell nothing of the inside."""
    words = first_line(error)
    return next((told for found, told in CAUSES if re.search(found, words, re.IGNORECASE)), "the database is away")


def first_line(error: Exception) -> str:
    """What a database says of a failure, for the log of the server."""
    return str(getattr(error, "orig", None) or error).strip().split("\n", 1)[0]


def open_database(url: str) -> Engine:
    """The database at an address, with its tables as this version needs them."""
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
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    elif engine.dialect.driver in LIBPQ:
        event.listen(engine, "connect", _bounded)
        Watchdog(engine, BUSY_SECONDS)
    _migrate(engine)
    return engine


def patiently(connection: Connection) -> None:
    """Let this transaction take as long as it takes: it does much at once, and nobody waits for it."""
    connection.info[PATIENT] = True
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))


PATIENT = "overheat.patient"


class Watchdog:
    """Sees that every connection taken from the pool still answers, and cuts those in use for too long."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self._dialect: Any = engine.dialect
        self._seconds = seconds
        self._busy: dict[int, tuple[float, Any, Any]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        event.listen(engine, "checkout", self._taken)
        event.listen(engine, "checkin", self._given_back)
        event.listen(engine, "close", self._given_back)

    def _taken(self, connection: Any, record: Any, proxy: object) -> None:
        with self._lock:
            self._busy[id(connection)] = time.monotonic() + self._seconds, connection, record
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
                self._thread.start()
        try:
            self._dialect.do_ping(connection)
        except self._dialect.loaded_dbapi.Error as error:
            raise DisconnectionError(str(error)) from error

    def _given_back(self, connection: Any, record: Any) -> None:
        with self._lock:
            self._busy.pop(id(connection), None)
        record.info.pop(PATIENT, None)

    def _watch(self) -> None:
        while True:
            time.sleep(self._seconds / 10)
            with self._lock:
                now = time.monotonic()
                for until, connection, record in self._busy.values():
                    if until < now and PATIENT not in record.info:
                        _cut(connection)
                if not self._busy:
                    self._thread = None
                    return


def _cut(connection: Any) -> None:
    """End a connection under the thread that waits for it."""
    with suppress(Exception), socket.fromfd(connection.fileno(), -1, -1, -1) as line:
        line.shutdown(socket.SHUT_RDWR)


def _made(url: str) -> Engine:
    """A database; one that is in memory alone has a single connection, which everybody takes in turn."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        bounds = {name: value for name, value in NETWORK.items() if name not in address.query}
        libpq = address.get_driver_name() in LIBPQ
        return create_engine(address, pool_timeout=LOCK_SECONDS, connect_args=bounds if libpq else {})
    if address.database not in MEMORY:
        return create_engine(address, pool_timeout=2 * LOCK_SECONDS)
    alone: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    return create_engine(address, **alone, connect_args={"check_same_thread": False})


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refuse("table.database", f"{folder}: cannot be made: {error.strerror}") from None


def _durable(connection: Any, record: object) -> None:
    """SQLite that loses nothing it has confirmed, and lets readers read while somebody writes.

    Transactions begin where the store begins them, so that what is read in one belongs together.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    busy = f"busy_timeout={1000 * LOCK_SECONDS}"
    for pragma in (busy, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _bounded(connection: Any, record: object) -> None:
    """PostgreSQL that gives up what takes too long."""
    connection.autocommit = True
    cursor = connection.cursor()
    for setting in SESSION:
        cursor.execute(setting)
    cursor.close()
    connection.autocommit = False


def _migrate(engine: Engine) -> None:
    """Bring the tables to the state that this version works with."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    try:
        with as_file(files("overheat.table").joinpath("migrations")) as folder, engine.begin() as connection:
            patiently(connection)
            _look_through(engine, connection)
            config = Config()
            config.set_main_option("script_location", str(folder).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        raise _unusable(engine, first_line(error)) from None
    except CommandError:
        newer = "it was made by a newer version of Overheat; update Overheat, or give another database"
        raise _unusable(engine, newer) from None


def _look_through(engine: Engine, connection: Connection) -> None:
    """A damaged file is refused, as far as a short look finds it."""
    if engine.dialect.name != "sqlite" or engine.url.database in MEMORY:
        return
    pages, size = (connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("page_count", "page_size"))
    if pages * size > CHECKED:
        return
    found = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
    if found != "ok":
        raise _unusable(engine, f"the file is damaged: {str(found).splitlines()[-1]}")


def _unusable(engine: Engine, why: str) -> RefusedError:
    """The database cannot be used, and why. A path is told as a path."""
    sqlite = engine.dialect.name == "sqlite"
    return refuse("table.database", f"{engine.url.database if sqlite else engine.url.render_as_string()}: {why}")
