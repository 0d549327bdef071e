"""Packs that were made: each is made once, however many ask for it, and the latest asked for are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable


class Shelf:
    """Some packs, as bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, bytes] = {}
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._one = asyncio.Lock()
        """One is made at a time, so that whoever asks for less is not kept waiting."""

    async def get(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """A pack; whoever asks while it is being made waits for the same one."""
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)
            return self._kept[key]
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._made(key, make))
        return await asyncio.shield(self._making[key])

    async def close(self) -> None:
        """Nobody waits for those any more that are being made."""
        making = [*self._making.values()]
        for one in making:
            one.cancel()
        await asyncio.gather(*making, return_exceptions=True)

    async def _made(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            async with self._one:
                self._kept[key] = await make()
        finally:
            del self._making[key]
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return self._kept[key]
