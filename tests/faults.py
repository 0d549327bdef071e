"""A database that fails where it is told to, and a player who repeats what was not answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import httpx
from sqlalchemy import event, func, select

from overheat.kernel.log.replay import verify
from overheat.table.store.store import Store
from overheat.table.store.tables import GAME, LINE
from tabletop import SecretRace, Table

PATIENCE = 60.0
"""The seconds that an outage may last for a player before a test gives up."""


class Faults:
    """Breaks the database of a store: at a statement, before a commit, after one, and for a while."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.made = 0
        """How many faults were injected."""
        self._dialect: Any = store.engine.dialect
        self._point, self._countdown, self._outage = "", 0, 0.0
        self._until = 0.0
        self._full = False
        if store.engine.dialect.name == "sqlite":
            event.listen(store.engine, "checkout", self._bound)
        for name in ("do_execute", "do_executemany"):
            setattr(self._dialect, name, self._before("statement", getattr(self._dialect, name)))
        self._commit = self._dialect.do_commit
        setattr(self._dialect, "do_commit", self._committing)  # noqa: B010

    def arm(self, point: str, nth: int = 1, outage: float = 0.0) -> None:
        """Fail once: before the nth `statement`, `before commit` or `after commit`; and then everything for a while."""
        self._point, self._countdown, self._outage = point, nth, outage

    def disarm(self) -> bool:
        """Whether the fault was still to come."""
        left, self._point = bool(self._point), ""
        return left

    def mend(self) -> None:
        """End the outage."""
        self._until = 0.0

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """SQLite that cannot grow any more."""
        self._full = True
        try:
            yield
        finally:
            self._full = False

    def _bound(self, connection: Any, record: object, proxy: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0] if self._full else 2**30
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def _before(self, point: str, original: Any) -> Any:
        def run(*arguments: Any, **named: Any) -> Any:
            self._pass(point)
            return original(*arguments, **named)

        return run

    def _committing(self, connection: Any) -> None:
        self._pass("before commit")
        self._commit(connection)
        self._pass("after commit")

    def _pass(self, point: str) -> None:
        if time.monotonic() < self._until:
            raise self._dialect.loaded_dbapi.OperationalError("still away")
        if point != self._point or threading.current_thread().name.startswith("probe"):
            return
        self._countdown -= 1
        if self._countdown == 0:
            self._point = ""
            self.made += 1
            self._until = time.monotonic() + self._outage
            raise self._dialect.loaded_dbapi.OperationalError("server closed the connection unexpectedly")


class Kept:
    """Keeps the stores that servers make, so that they can be broken."""

    def __init__(self) -> None:
        self.stores: list[Store] = []

    def __call__(self, url: str) -> Store:
        self.stores.append(Store(url))
        return self.stores[-1]


class Player:
    """Plays both sides of a race, says everything until it is answered, and remembers the answers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.answers: list[dict[str, Any]] = []
        self.refusals: list[str] = []

    def say(self, **body: Any) -> dict[str, Any]:
        """Say something once, as often as it takes."""
        wanted = {"command": {"type": "Throw", "count": 1}, "id": uuid4().hex, **body}
        answer = self.until_answered(lambda: self.table.post("red", "/say", **wanted))
        assert answer.status_code == 200, answer.text
        self.answers.append(answer.json())
        return self.answers[-1]

    def until_answered(self, ask: Any) -> httpx.Response:
        """Ask again while the table cannot save."""
        deadline = time.monotonic() + PATIENCE
        while True:
            answer: httpx.Response = ask()
            if answer.status_code != 503:
                return answer
            refusal = answer.json()["refusal"]
            assert (refusal["id"], answer.headers["Retry-After"]) == ("table.store", "1"), answer.text
            assert "\n" not in refusal["reason"]
            self.refusals.append(refusal["reason"])
            assert time.monotonic() < deadline, "the table never came back"
            time.sleep(0.02)

    def check(self, store: Store) -> None:
        """Every acknowledged command is there exactly once, without holes, and the log replays byte for byte."""
        steps = [answer["step"] for answer in self.answers]
        assert steps == list(range(1, len(steps) + 1))
        now = self.until_answered(lambda: self.table.get("red")).json()
        assert (now["step"], now["number"]) == (steps[-1], self.answers[-1]["number"])
        check_log(self.table, store)


def check_log(table: Table, store: Store) -> None:
    """The lines of a game are all there, counted, and replay byte for byte."""
    with store.engine.connect() as connection:
        wanted = select(GAME.c.lines, func.count(), func.min(LINE.c.number), func.max(LINE.c.number))
        counted = wanted.where(GAME.c.id == table.id, LINE.c.game == GAME.c.id).group_by(GAME.c.lines)
        lines, *found = connection.execute(counted).one()
    assert found == [lines, 0, lines - 1]
    log = table.get("host", "/log")
    assert log.status_code == 200, log.text
    assert len(log.content.splitlines()) >= lines
    assert verify(log.content, lambda header: SecretRace()) is None
