"""Processes that work for strangers, handed on from one table of the tests to the next: each takes seconds to start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from overheat.kernel.refusal import RefusedError
from overheat.lab.games import rule_files
from overheat.table.guard import strangers
from overheat.table.guard.strangers import FailedError, Worker

T = TypeVar("T")
Brought = tuple[tuple[str, bytes], ...]
Waiting = dict[tuple[int, Brought], list[Worker]]
"""Processes that wait, by their memory and the files of rules that they know."""


class HandedOn:
    """A process as its table sees it. One that is idle when its table closes waits for the next table.

    One that knows files of rules is for tables that bring the same.
    """

    def __init__(self, shelf: Waiting, memory: int) -> None:
        self.tasks = 0
        self._shelf, self._needs = shelf, (memory, _brought())
        waiting = shelf.get(self._needs, [])
        self._idle = bool(waiting)
        self._worker = waiting.pop() if waiting else Worker(memory)

    def ready(self) -> None:
        if not self._idle:
            self._worker.ready()
            self._idle = True

    def do(self, task: Callable[..., T], facts: tuple[Any, ...], seconds: float) -> T:
        self.tasks += 1
        self._idle = False
        try:
            found = self._worker.do(task, facts, seconds)
        except (RefusedError, FailedError):
            self._idle = True
            raise
        self._idle = True
        return found

    def kill(self) -> None:
        if not self._idle:
            self._worker.kill()

    def close(self) -> None:
        if self._idle:
            self._put_aside()
        else:
            self._worker.close()

    def _put_aside(self) -> None:
        """Keep it for the next table, and none that knows other files of rules."""
        for needs in [needs for needs in self._shelf if needs[1] not in ((), self._needs[1])]:
            for worker in self._shelf.pop(needs):
                worker.close()
        self._shelf.setdefault(self._needs, []).append(self._worker)


def _brought() -> Brought:
    """The users' files of rules, by their names and what they hold."""
    return tuple((Path(path).name, Path(path).read_bytes()) for path in rule_files())


class Shelf:
    """Processes that wait for their next table."""

    def __init__(self) -> None:
        self._waiting: Waiting = {}

    @contextmanager
    def lending(self) -> Iterator[None]:
        """While this lasts, tables take their processes from here, and bring them back."""
        with patch.object(strangers, "Worker", lambda memory: HandedOn(self._waiting, memory)):
            yield

    def clear(self) -> None:
        """End those that wait."""
        for workers in self._waiting.values():
            while workers:
                workers.pop().close()


SHELF = Shelf()
"""The processes of all tables of a run; `conftest` ends them after it."""
