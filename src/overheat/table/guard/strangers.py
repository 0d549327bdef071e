"""Work for strangers: everything that costs time and is not part of a running game.

It is done by a few processes of a low priority, so that it takes nothing from those who play, and it can be ended: when
it has spent its processor time, or takes far too long by the clock, its process ends, and the next task starts another.
A process is started when it is first needed.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import overheat
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.lab.games import rule_files
from overheat.table.guard.limits import Limits
from overheat.table.guard.turns import RETRY, Turns, busy
from overheat.table.guard.worker import DONE, OVERRAN, READY, REFUSED, receive, send

T = TypeVar("T")

TASKS = 500
"""After so many tasks a process makes way for a new one, and with it all that it has remembered."""
STARTING = 60.0
"""The seconds that a process may take to be ready."""
PATIENCE = 4
"""How often as long as its processor time a task may take by the clock: others may need the machine, too."""


class FailedError(Exception):
    """A task failed inside; the words are its traceback."""


class OverranError(Exception):
    """A task has spent all of its processor time."""


class Worker:
    """One process, as the server sees it. Its methods block, but for `kill`."""

    def __init__(self, memory: int) -> None:
        root = str(Path(overheat.__file__).parents[1])
        known = os.environ.get("PYTHONPATH", "")
        self.tasks = 0
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "overheat.table.guard.worker", str(memory), *rule_files()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, known)))},
            start_new_session=True,
        )

    def ready(self) -> None:
        """Wait until it has loaded what it needs."""
        assert self._process.stdout is not None
        if receive(self._process.stdout)[0] != READY:
            raise EOFError

    def do(self, task: Callable[..., T], facts: tuple[Any, ...], seconds: float) -> T:
        """Have a task done in so many seconds of processor time.

        It raises the refusal of the task, `OverranError` when the time is spent, and `EOFError` when the process ends
        before it is done.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.tasks += 1
        try:
            send(self._process.stdin, (task, facts, seconds))
            outcome, value = receive(self._process.stdout)
        except (OSError, EOFError):
            raise (OverranError if self._process.wait() == OVERRAN else EOFError) from None
        if outcome == REFUSED:
            raise RefusedError(cast(Refusal, value))
        if outcome != DONE:
            raise FailedError(value)
        return cast(T, value)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """End it and let go of everything."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class Strangers:
    """The processes, and who may use them when."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns = Turns(limits.workers, limits.errands, limits.errands_each, limits.errand_wait)
        self._threads = ThreadPoolExecutor(max(1, limits.workers), "stranger")
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._ending: set[Worker] = set()
        self._warming: asyncio.Future[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many tasks wait for a process."""
        return self._turns.waiting

    @property
    def processes(self) -> int:
        """How many processes there are now."""
        return len(self._workers)

    async def work(self, who: str, task: Callable[..., T], *facts: Any, seconds: float | None = None) -> T:
        """Have a task done for somebody: a function that can be imported by its name, and facts that can be pickled.

        It may take so many seconds of processor time, and by the clock some times as long.
        """
        longest = self._limits.errand_seconds if seconds is None else seconds
        async with self._turns.turn(who):
            worker = await self._worker()
            try:
                return await self._within(worker, PATIENCE * longest, worker.do, task, facts, longest)
            finally:
                self._back(worker)

    def warm(self) -> None:
        """Begin to make a process ready for somebody who will ask soon, unless there is one."""
        if not self._workers and not self._closed and (self._warming is None or self._warming.done()):
            self._warming = asyncio.ensure_future(self._ready())

    async def _ready(self) -> None:
        with suppress(RefusedError):
            async with self._turns.turn(""):
                self._back(await self._worker())

    async def _worker(self) -> Worker:
        if self._closed:
            raise busy()
        if self._idle:
            return self._idle.pop()
        try:
            worker = Worker(self._limits.errand_memory)
        except OSError:
            raise busy() from None
        self._workers.add(worker)
        await self._within(worker, STARTING, worker.ready)
        return worker

    async def _within(self, worker: Worker, seconds: float, work: Callable[..., T], *facts: Any) -> T:
        """Have something done by a process, which is killed when the time is over or nobody waits any more."""
        job = asyncio.get_running_loop().run_in_executor(self._threads, work, *facts)
        try:
            return await asyncio.wait_for(asyncio.shield(job), seconds)
        except (RefusedError, FailedError):
            raise
        except BaseException as error:
            self._end(worker, job)
            if isinstance(error, OverranError):
                raise refuse("table.deadline", "that takes more time than the server gives to one question") from None
            if isinstance(error, TimeoutError):
                reason = f"it was not done within {seconds:g} seconds, since the machine is very busy; try again"
                raise refuse("table.deadline", reason) from None
            if isinstance(error, EOFError):
                raise refuse("table.busy", "the work broke off; try again", retry_after=RETRY) from None
            raise

    def _back(self, worker: Worker) -> None:
        """Keep a process for the next task, unless it has been ended or has done enough."""
        if worker not in self._workers:
            return
        if worker.tasks < TASKS and not self._closed:
            self._idle.append(worker)
        else:
            self._workers.discard(worker)
            worker.close()

    def _end(self, worker: Worker, job: asyncio.Future[Any]) -> None:
        """Kill a process, and tidy up when the thread that waits for it has noticed."""
        self._workers.discard(worker)
        self._ending.add(worker)
        worker.kill()

        def tidy(job: asyncio.Future[Any]) -> None:
            if not job.cancelled():
                job.exception()
            worker.close()
            self._ending.discard(worker)

        job.add_done_callback(tidy)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        workers = self._workers | self._ending
        for worker in workers:
            worker.kill()
        if self._warming is not None:
            await self._warming
        self._threads.shutdown(wait=True)
        for worker in workers:
            worker.close()
