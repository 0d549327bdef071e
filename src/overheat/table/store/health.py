"""Whether anything can be kept: found out by writing, when somebody asks and whenever something failed.

While nothing can be written the store is marked as away, so that nobody waits for it, and one retry loop with
exponential back-off looks for its return. An outage is logged once when it begins and once when it is over.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from overheat.table.guard.security import log
from overheat.table.store.store import Store

PATIENCE = 2.0
"""The seconds that a write may take before the store counts as away."""
FRESH = 1.0
"""The seconds that an answer holds, so that asking does not load the database."""
CALM = 10.0
"""An outage so soon after another one is not logged again."""


def pauses(first: float = 0.1, most: float = 2.0) -> Iterator[float]:
    """The seconds to wait before each retry: twice as long each time, up to the longest."""
    while True:
        yield first
        first = min(most, 2 * first)


class Health:
    """Looks after one store; `changed` is run when it goes away and when it is back."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self._store = store
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(1, "probe")
        self._asking: asyncio.Future[str] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._asked_at = self._ended = -CALM
        self._began = 0.0
        self._logged = False
        store.failed = self._failed

    async def checked(self) -> str:
        """Why nothing can be kept; empty when something can."""
        if time.monotonic() - self._asked_at >= FRESH:
            self._note(await self._tried())
        return self._store.away

    async def close(self) -> None:
        """Stop looking."""
        self._store.failed = lambda: None
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _failed(self) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = self._loop.create_task(self._watch())

    async def _watch(self) -> None:
        for pause in pauses():
            self._note(await self._tried())
            if not self._store.away:
                return
            await asyncio.sleep(pause)

    async def _tried(self) -> str:
        """Try to write: one attempt at a time, however many ask."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(self._loop.run_in_executor(self._pool, self._store.probe))
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._asking)
        except TimeoutError:
            return "the database does not answer"

    def _note(self, reason: str) -> None:
        now = self._asked_at = time.monotonic()
        before, self._store.away = self._store.away, reason
        if bool(before) == bool(reason):
            return
        if reason:
            self._goes_away(now, reason)
        else:
            self._comes_back(now)
        self._changed()

    def _goes_away(self, now: float, reason: str) -> None:
        self._began = now
        if now - self._ended > CALM:
            self._logged = True
            log.warning("nothing can be saved: %s; trying again until it can", reason)
        self._look()

    def _comes_back(self, now: float) -> None:
        self._ended = now
        if self._logged:
            self._logged = False
            log.warning("games can be saved again, after %.1f seconds", now - self._began)
