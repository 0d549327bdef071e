"""Connections that only take up a place: those that never ask, stop in the middle of asking, or do not read.

Once a second the server looks at all its connections. What it drops it notes with the reason; a websocket that does not
read is told so first, by the game that it watches.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
import uvicorn

from overheat.table.guard.limits import Limits

log = logging.getLogger("overheat.table")

READ = 8 * 1024
"""The least bytes that a reader takes in the time it has."""
SPARE = 100
"""Open files that are not connections."""
TICKS = 10
"""Ticks of the server between two looks: a second."""


class _Seen(msgspec.Struct):
    """What a connection was doing when it last did something."""

    doing: object
    unread: int
    since: float
    read_since: float


class Sweep:
    """Looks at connections again and again."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._seen: dict[Any, _Seen] = {}

    def look(self, connections: Iterable[Any]) -> list[tuple[Any, str]]:
        """The connections to be dropped, each with the reason: idle ones, slow readers, and the idlest of too many."""
        now, everybody = self._clock(), list(connections)
        self._seen = {connection: self._noted(connection, now) for connection in everybody}
        found: list[tuple[Any, str]] = []
        waiting: list[tuple[float, int, Any]] = []
        for connection in everybody:
            seen, idle = self._seen[connection], _idle(connection)
            if idle and now - seen.since > self._limits.head_seconds:
                found.append((connection, f"no whole request came for {self._limits.head_seconds:g} seconds"))
            elif seen.unread and now - seen.read_since > self._limits.slow_seconds:
                found.append((connection, f"nothing was read for {self._limits.slow_seconds:g} seconds"))
            elif idle:
                waiting.append((seen.since, len(waiting), connection))
        beyond = len(everybody) - len(found) - self._limits.connections
        for _, _, connection in sorted(waiting)[: max(0, beyond)]:
            found.append((connection, "there are too many connections, and this one asks for nothing"))
        return found

    def _noted(self, connection: Any, now: float) -> _Seen:
        doing = (getattr(connection, "cycle", None), _idle(connection))
        unread = _unread(connection)
        seen = self._seen.get(connection) or _Seen(doing, unread, now, now)
        if seen.doing != doing:
            seen.doing, seen.since = doing, now
        if unread == 0 or seen.unread == 0 or unread <= seen.unread - READ:
            seen.unread, seen.read_since = unread, now
        return seen


def _unread(connection: Any) -> int:
    """What was sent and not yet taken. A live websocket looks after that itself, since more and more is sent to it."""
    if hasattr(connection, "cycle") or connection.transport.is_closing():
        return int(connection.transport.get_write_buffer_size())
    return 0


def _idle(connection: Any) -> bool:
    """Whether no request is under way: none came yet, or the last one has been answered. Websockets are never idle."""
    if not hasattr(connection, "cycle"):
        return False
    return connection.cycle is None or bool(connection.cycle.response_complete)


class TableServer(uvicorn.Server):
    """The server, which looks after its connections."""

    def __init__(self, config: uvicorn.Config, limits: Limits) -> None:
        super().__init__(config)
        most = min(limits.connections, max(SPARE, open_files() - SPARE))
        self._sweep = Sweep(msgspec.structs.replace(limits, connections=most))

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            for connection, why in self._sweep.look(self.server_state.connections):
                log.info("dropped a connection of %s: %s", connection.client, why)
                connection.transport.abort()
        return await super().on_tick(counter)


def open_files() -> int:
    """How many files and connections may be open, after asking the system for as many as it gives."""
    enough = 16_384
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return enough if soft == resource.RLIM_INFINITY else soft
    return enough
