"""Processes that work for strangers, handed on from one table of the tests to the next: each takes seconds to start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from overheat.kernel.refusal import RefusedError
from overheat.lab.games import rule_files
from overheat.table.guard import strangers
from overheat.table.guard.strangers import FailedError, Worker

T = TypeVar("T")


class HandedOn:
    """A process as its table sees it. One that is idle when its table closes waits for the next table.

    One that knows files of rules ends with its table: another test brings files of its own.
    """

    def __init__(self, shelf: dict[int, list[Worker]], memory: int) -> None:
        self.tasks = 0
        self._waiting = shelf.setdefault(memory, [])
        self._plain = not rule_files()
        self._idle = self._plain and bool(self._waiting)
        self._worker = self._waiting.pop() if self._idle else Worker(memory)

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
        if self._idle and self._plain:
            self._waiting.append(self._worker)
        else:
            self._worker.close()


class Shelf:
    """Processes that wait for their next table."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[Worker]] = {}

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
