"""Taking turns: a bounded number at once, a bounded queue behind them, and nobody who takes it all.

Whoever asks is told apart by a key, such as an address. Turns that become free go round from key to key, so one that
asks a thousand times waits behind its own requests and holds up nobody else.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from overheat.kernel.refusal import RefusedError, refuse

RETRY = 2
"""The seconds after which somebody who was sent away may try again."""


class Turns:
    """Who may go on now, and who waits."""

    def __init__(self, places: int, waiting: int, share: int, patience: float) -> None:
        """`places` at once, `waiting` in the queue, a `share` of both together for each key, for `patience` seconds."""
        self._free = places
        self._most = waiting
        self._share = share
        self._patience = patience
        self._held: Counter[str] = Counter()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        """How many are in the queue."""
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """A turn for somebody; refused at once when the queue is full, and in the end when it takes too long."""
        if self._held[who] >= self._share or (self._free == 0 and self.waiting >= self._most):
            self._forget(who)
            raise busy()
        self._held[who] += 1
        try:
            await self._come_up(who)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self._held[who] -= 1
            self._forget(who)

    def _forget(self, who: str) -> None:
        if not self._held[who]:
            del self._held[who]

    async def _come_up(self, who: str) -> None:
        if self._free > 0:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(place)
        try:
            await asyncio.wait_for(asyncio.shield(place), self._patience)
        except BaseException as error:
            if place.done():
                self._pass_on()
            else:
                self._leave(who, place)
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise

    def _leave(self, who: str, place: asyncio.Future[None]) -> None:
        self._lines[who].remove(place)
        if not self._lines[who]:
            del self._lines[who]

    def _pass_on(self) -> None:
        """Give a turn that has become free to the next key in the round."""
        if not self._lines:
            self._free += 1
            return
        who = next(iter(self._lines))
        line = self._lines.pop(who)
        line.popleft().set_result(None)
        if line:
            self._lines[who] = line


def busy() -> RefusedError:
    """What somebody is told for whom there is no place."""
    return refuse("table.busy", "the server has its hands full; try again in a moment", retry_after=RETRY)
