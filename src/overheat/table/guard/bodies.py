"""The bodies of requests: whole before anybody works on them, of a bounded size, in a bounded time, and readable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from overheat.kernel.log.halves import half_a_character
from overheat.kernel.refusal import RefusedError, refuse
from overheat.table.guard.limits import Limits
from overheat.table.guard.turns import busy

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Bodies:
    """What is held of requests that are still arriving."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.held = 0
        """How many bytes there are now."""

    async def taken(self, receive: Receive, most: int, seconds: float, pay: Callable[[int], bool]) -> Receive:
        """A whole body, and then whatever else comes. `pay` is asked whether the sender may send so many bytes."""
        body = bytearray()
        try:
            async with asyncio.timeout(seconds):
                await self._collect(body, receive, most, pay)
        except TimeoutError:
            raise refuse("table.slow", f"the request did not arrive within {seconds:g} seconds") from None
        finally:
            self.held -= len(body)
        check_text(body)
        given = False

        async def again() -> MutableMapping[str, Any]:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return again

    async def _collect(self, body: bytearray, receive: Receive, most: int, pay: Callable[[int], bool]) -> None:
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            piece = message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) + len(piece) > most:
                raise too_large(most)
            if self.held + len(piece) > self._limits.bodies:
                raise busy()
            if piece and not pay(len(piece)):
                raise refuse("table.rate", "too much at once; wait a moment", retry_after=10)
            body += piece
            self.held += len(piece)


def too_large(most: int) -> RefusedError:
    """What is said of a request that goes on beyond its limit."""
    return refuse("table.size", f"such a request has at most {most:,} bytes")


def check_text(body: bytes | bytearray) -> None:
    """Every body is text: UTF-8 without a zero, in which no character is cut in half."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise refuse("request.form", "the request is not text in UTF-8") from None
    if b"\0" in body:
        raise refuse("request.form", "the request holds a zero, which no text has")
    if half_a_character(body):
        raise refuse("request.form", "the request holds half a character (a lone surrogate)")
