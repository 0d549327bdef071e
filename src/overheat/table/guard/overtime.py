"""Work in a thread that can be stopped.

Python code in a thread is stopped at its next step by an exception that another thread raises in it. It is meant for
work that only reads: a question about a position, never a command.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, TypeVar

from overheat.kernel.refusal import refuse
from overheat.table.guard.turns import Turns

T = TypeVar("T")


class OvertimeError(BaseException):
    """Raised in the thread whose time is over; nothing on the way takes it for a failure of its own."""


class Stoppable(Generic[T]):
    """A task that is called in one thread and may be stopped from another."""

    def __init__(self, task: Callable[[], T]) -> None:
        self._task = task
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._stopped = False

    def __call__(self) -> T:
        with self._lock:
            if self._stopped:
                raise OvertimeError
            self._thread = threading.get_ident()
        try:
            return self._task()
        finally:
            with self._lock:
                self._thread = None

    def stop(self) -> None:
        """Stop it at its next step, or before it begins."""
        with self._lock:
            self._stopped = True
            if self._thread is not None:
                thread = ctypes.c_ulong(self._thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(OvertimeError))


class Looking:
    """Questions about running games: a few threads, a queue for each game, and a deadline."""

    def __init__(self, places: int, turns: Turns, seconds: float) -> None:
        self._threads = ThreadPoolExecutor(places, "looking")
        self._turns = turns
        self._seconds = seconds

    async def work(self, who: str, task: Callable[..., T], *facts: Any) -> T:
        """Answer a question in somebody's turn; the next turn comes when the thread is really free again."""
        async with self._turns.turn(who):
            stoppable = Stoppable(partial(task, *facts))
            job = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, stoppable)
            try:
                done, _ = await asyncio.wait([job], timeout=self._seconds)
            except asyncio.CancelledError:
                stoppable.stop()
                raise
            if not done:
                stoppable.stop()
            return await job

    def _answer(self, stoppable: Stoppable[T]) -> T:
        try:
            return stoppable()
        except OvertimeError:
            reason = f"that takes longer than {self._seconds:g} seconds, so it was stopped"
            raise refuse("table.deadline", reason) from None

    def close(self) -> None:
        """End when the last question is answered."""
        self._threads.shutdown(wait=True, cancel_futures=True)
