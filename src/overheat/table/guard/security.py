"""What keeps the table safe: tokens, headers, limits of size and rate, and errors that say nothing of the inside.

Tokens are made here, shown once and kept as digests. They travel in the `Authorization` header, and on a websocket in
its first message; never in an address, so never in a log.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from starlette.datastructures import MutableHeaders

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.table.guard.bodies import Bodies, too_large
from overheat.table.guard.limits import Limits
from overheat.table.guard.origins import Hosts, foreign
from overheat.table.guard.turns import RETRY, busy

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("overheat.table")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer says to the browser."""

NOT_FROM_THERE = 4403
"""The code that a websocket of another site is closed with, where no answer can be given."""
BRINGING = "/api/games/import"
GLANCE = 0.004
"""The seconds between two looks whether anybody waits."""
MAKING = ("/api/games", BRINGING)
"""Where games are made, which costs more than most."""
STATUSES = {"table.size": 413, "table.slow": 408, "table.busy": 503, "table.rate": 429}
"""The status of what is refused at the door."""
UNFINISHED = ("table.slow", "table.busy", "table.rate")
"""Refusals of requests that are still arriving, with which the connection ends."""
ADDRESSES = 50_000
"""How many addresses are remembered before those that have been quiet are forgotten."""


def new_token() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def fits(token: str, kept: str) -> bool:
    """Whether a token is the one of a digest; the time that takes tells nothing."""
    return bool(kept) and hmac.compare_digest(digest(token), kept)


class Buckets:
    """A bucket of tokens for every address: each request takes one, and time fills it up again."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, address: str, many: float = 1) -> bool:
        """Whether an address may have one more, or so many."""
        now = self._clock()
        level, since = self._levels.get(address, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate)
        if level < many:
            self._levels[address] = level, now
            return False
        if address not in self._levels and len(self._levels) >= ADDRESSES:
            self._forget(now)
        self._levels[address] = level - many, now
        return True

    def _forget(self, now: float) -> None:
        full = self._burst / self._rate
        self._levels = {name: held for name, held in self._levels.items() if now - held[1] < full}


class Visitors:
    """How many commands of people are being carried out right now. Nothing else makes a bot wait."""

    def __init__(self) -> None:
        self.waiting = 0

    @contextmanager
    def command(self) -> Iterator[None]:
        """A command of a person, from when it has arrived to when it is kept."""
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def served(self, longest: float) -> None:
        """Wait until nobody waits, but no longer than this."""
        loop = asyncio.get_running_loop()
        until = loop.time() + longest
        while self.waiting and loop.time() < until:
            await asyncio.sleep(GLANCE)


class Guard:
    """Stands before everything else: limits what comes in, marks what goes out, and hides what went wrong inside."""

    def __init__(self, app: Application, limits: Limits, hosts: Hosts) -> None:
        self._app = app
        self._limits = limits
        self._bodies = Bodies(limits)
        self._requests = 0
        self._bytes = Buckets(limits.bytes_per_second, limits.bytes_burst)
        self._hosts = hosts
        self._buckets = Buckets(limits.requests_per_second, limits.burst)
        self._new_games = Buckets(limits.games_per_second, limits.games_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (no := foreign(scope, self._hosts)):
            await _turn_away(scope, receive, send, *no)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def marked(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        try:
            self._requests += 1
            if self._requests > self._limits.requests:
                raise busy()
            await self._admit(scope, receive, marked)
        except RefusedError as error:
            if not begun:
                held = error.refusal
                await _told(marked, STATUSES.get(held.id, 422), held, closes=held.id in UNFINISHED)
        except (UnicodeError, RecursionError):
            if not begun:
                await _answer(marked, 422, "request.form", "the request holds what cannot be read")
        except Exception:
            log.exception("a request failed inside")
            if not begun:
                await _answer(marked, 500, "table.inside", "something went wrong inside; it has been noted")
        finally:
            self._requests -= 1

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        if no := foreign(
            scope, self._hosts
        ):  # before the buckets: what another site sends is not on the user's account
            await _told(send, *no)
            return
        client = scope.get("client")
        address = client[0] if client else ""
        makes = scope["method"] == "POST" and scope["path"] in MAKING
        if not self._buckets.take(address) or (makes and not self._new_games.take(address)):
            await _told(send, 429, refuse("table.rate", "too many requests; wait a moment", retry_after=RETRY).refusal)
            return
        limits, brings = self._limits, scope["path"] == BRINGING
        most, seconds = (limits.saved_game, limits.saved_game_seconds) if brings else (limits.body, limits.body_seconds)
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > most:
            raise too_large(most)
        body = await self._bodies.taken(receive, most, seconds, partial(self._bytes.take, address))
        await self._app(scope, body, send)


async def _answer(send: Send, status: int, id: str, reason: str) -> None:
    await _told(send, status, Refusal(id, reason))


async def _told(send: Send, status: int, no: Refusal, kind: str = "http", *, closes: bool = False) -> None:
    """A refusal as the whole answer, to a request or to the handshake of a websocket."""
    body = msgspec.json.encode({"refusal": no.as_json()})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if "retry_after" in no.facts:
        headers.append((b"retry-after", str(no.facts["retry_after"]).encode()))
    if closes:
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})


async def _turn_away(scope: Scope, receive: Receive, send: Send, status: int, no: Refusal) -> None:
    """Refuse a websocket in its handshake, with the reason where the server can carry one."""
    await receive()
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await _told(send, status, no, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": NOT_FROM_THERE, "reason": no.reason[:100]})
