"""The websocket of a game: events as they happen.

The first message of a client says who it is and how far it knows the game: `{"token": "...", "epoch": 0, "after": 12}`.
Everything after that number follows in order, then everything that happens. Each connection keeps its own place in the
one list of events, so nothing can be lost or overtaken; who cannot keep up is sent away with the reason.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from overheat.kernel.refusal import RefusedError
from overheat.table.games.hub import Access, Hub
from overheat.table.games.positions import Moment
from overheat.table.games.room import Room
from overheat.table.games.routes import position
from overheat.table.guard.security import log

router = APIRouter()

BATCH = 200
"""The most events of one message."""
WRONG, NOT_FOUND, SLOW, FULL, ENDED, AWAY, INSIDE = 4401, 4404, 4408, 4429, 4410, 4503, 1011
"""Codes that a connection is closed with, besides the usual ones."""
CODES = {"table.token": WRONG, "table.game": NOT_FOUND, "table.full": FULL, "table.store": AWAY}
BAD_MESSAGE = 4400


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    """Who a client is, and how far it knows the game."""

    token: str = ""
    epoch: int = 0
    after: int = 0
    company: bool = False
    """Whether it wants to be told who is there, what is called out, and how long each side thinks."""


class ClosedError(Exception):
    """A connection has to end, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Serve one connection, whatever it sends."""
    await socket.accept()
    code, reason = 1000, ""
    try:
        await _serve(socket, game[:64])
    except WebSocketDisconnect:
        return
    except ClosedError as error:
        code, reason = error.code, error.reason
    except RefusedError as error:
        code, reason = CODES.get(error.refusal.id, BAD_MESSAGE), error.refusal.reason
    except Exception:
        log.exception("a connection failed inside")
        code, reason = INSIDE, "something went wrong inside; it has been noted"
    with suppress(Exception):
        async with asyncio.timeout(1):
            await socket.close(code, reason[:100])


async def _serve(socket: WebSocket, game: str) -> None:
    hub: Hub = socket.app.state.hub
    address = socket.client.host if socket.client else ""
    if hub.clients >= hub.limits.clients or hub.clients_at[address] >= hub.limits.clients_each:
        raise ClosedError(FULL, "too many connections; come back later")
    hub.clients += 1
    hub.clients_at[address] += 1
    try:
        hello = await _hello(socket, hub)
        access = await _opened(socket, hub, game, hello.token)
        room = access.room
        if len(room.watchers) >= hub.limits.clients_per_game:
            raise ClosedError(FULL, "too many connections to this game")
        await _attend(socket, hub, access, hello)
    finally:
        hub.clients -= 1
        hub.clients_at[address] -= 1
        if not hub.clients_at[address]:
            del hub.clients_at[address]


async def _opened(socket: WebSocket, hub: Hub, game: str, token: str) -> Access:
    """What a token opens. When the store cannot be read, that is told before the connection is closed."""
    try:
        return await hub.access(game, token)
    except RefusedError as error:
        if error.refusal.id == "table.store":
            message = {"say": "store", "away": True, "reason": error.refusal.reason}
            await socket.send_text(msgspec.json.encode(message).decode())
        raise


async def _hello(socket: WebSocket, hub: Hub) -> Hello:
    try:
        async with asyncio.timeout(hub.limits.hello_seconds):
            text = await _heard(socket, hub.limits.message)
    except TimeoutError:
        raise ClosedError(BAD_MESSAGE, "no greeting came") from None
    try:
        hello = msgspec.json.decode(text, type=Hello)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ClosedError(BAD_MESSAGE, "that is no greeting") from None
    if not (0 <= hello.epoch < 2**31 and 0 <= hello.after < 2**31):
        raise ClosedError(BAD_MESSAGE, "no such place in the game")
    return hello


async def _heard(socket: WebSocket, longest: int) -> bytes:
    """The next message, as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("bytes")
    text: bytes = data if data is not None else str(message.get("text") or "").encode("utf-8", "replace")
    if len(text) > longest:
        raise ClosedError(1009, "the message is too long")
    return text


async def _attend(socket: WebSocket, hub: Hub, access: Access, hello: Hello) -> None:
    """Listen and tell at once; when either ends, both do."""
    stirred = asyncio.Event()
    access.room.watchers.add(stirred)
    access.room.company.come(access.players)
    access.room.stir()
    tasks = [
        asyncio.ensure_future(_Telling(socket, hub, access, hello, stirred).go_on()),
        asyncio.ensure_future(_listen(socket, hub)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        access.room.watchers.discard(stirred)
        access.room.company.go(access.players)
        access.room.stir()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket, hub: Hub) -> None:
    """A client has nothing more to say but that it is still there."""
    while True:
        text = await _heard(socket, hub.limits.message)
        if text.strip() not in (b"", b"ping", b'{"say":"ping"}'):
            raise ClosedError(BAD_MESSAGE, "after the greeting only `ping` is understood")


class _Telling:
    """Tells one client everything after its place."""

    def __init__(self, socket: WebSocket, hub: Hub, access: Access, hello: Hello, stirred: asyncio.Event) -> None:
        self._socket = socket
        self._hub = hub
        self._room: Room = access.room
        self._eyes = access.eyes
        self._players = access.players
        self._stirred = stirred
        self._epoch = self._room.now.epoch
        self._number = self._room.resume(hello.epoch, hello.after)
        self._commands = self._room.now.commands
        self._votes: list[str] = []
        self._company = -1 if hello.company else None
        self._away = ""

    async def go_on(self) -> None:
        await self._send({"say": "welcome", "you": self._players, "after": self._number, **position(self._room.now)})
        while True:
            self._stirred.clear()
            if self._room.closed:
                raise ClosedError(ENDED, "the game has been ended")
            await self._tell_store()
            if not self._room.stale:
                await self._catch_up(self._room.now)
                await self._tell_votes()
                await self._tell_company()
            if self._room.stale or self._caught_up():
                await self._stirred.wait()

    def _caught_up(self) -> bool:
        now = self._room.now
        return self._number >= now.number and self._epoch == now.epoch and self._commands == now.commands

    async def _catch_up(self, now: Moment) -> None:
        if now.epoch != self._epoch:
            self._number = self._room.resume(self._epoch, self._number)
            self._epoch = now.epoch
            self._commands = now.commands
            await self._send({"say": "undone", "after": self._number, **position(now)})
        while self._number < now.number and self._room.now.epoch == self._epoch:
            to = min(now.number, self._number + BATCH)
            told = await self._hub.work(self._room.told, now, self._eyes, self._number, to)
            if self._room.now.epoch != self._epoch:
                return
            message: dict[str, Any] = {"say": "events", "after": self._number, "to": to, "events": told}
            await self._send({**message, **position(now)})
            self._number = to
            self._commands = now.commands
        await self._tell_silent(now)

    async def _tell_silent(self, now: Moment) -> None:
        """A command after which nothing has happened yet still passes the turn on."""
        if self._commands != now.commands and self._number == now.number and self._room.now.epoch == self._epoch:
            self._commands = now.commands
            message: dict[str, Any] = {"say": "events", "after": self._number, "to": self._number, "events": []}
            await self._send({**message, **position(now)})

    async def _tell_store(self) -> None:
        """Whether anything can be saved: told when that changes."""
        away = self._room.away
        if bool(away) != bool(self._away):
            await self._send({"say": "store", "away": bool(away), "reason": away})
        self._away = away

    async def _tell_votes(self) -> None:
        votes = sorted(self._room.votes)
        if votes != self._votes:
            self._votes = votes
            await self._send({"say": "votes", "votes": votes, "wanted_back": self._room.wanted_back(self._eyes)})

    async def _tell_company(self) -> None:
        """Who is there, what was called out, how bots play, whose clock runs: told when that changes."""
        company = self._room.company
        if self._company is not None and company.version != self._company:
            self._company = company.version
            await self._send({"say": "company", **company.told(self._players)})

    async def _send(self, message: dict[str, Any]) -> None:
        text = msgspec.json.encode(message).decode()
        try:
            async with asyncio.timeout(self._hub.limits.slow_seconds):
                await self._socket.send_text(text)
        except TimeoutError:
            waited = f"{self._hub.limits.slow_seconds:g}"
            raise ClosedError(SLOW, f"too slow: nothing was taken for {waited} seconds") from None
