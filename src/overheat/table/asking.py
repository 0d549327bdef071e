"""What all routes share: who asks, how answers are written, and which refusal is which status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Header, Path, Request
from fastapi.responses import Response

from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal, refuse
from overheat.table.games.hub import Access, Hub
from overheat.table.guard.strangers import Strangers
from overheat.table.models import Problem

T = TypeVar("T")

STATUSES = {
    "table.game": 404,
    "table.page": 404,
    "table.token": 401,
    "table.seat": 403,
    "table.moved_on": 409,
    "table.elsewhere": 409,
    "table.id": 409,
    "table.undo": 409,
    "table.log": 409,
    "table.read_only": 409,
    "table.size": 413,
    "table.rate": 429,
    "table.view": 501,
    "table.full": 503,
    "table.store": 503,
    "table.busy": 503,
    "table.deadline": 504,
}
"""The status that goes with a refusal; what is not here could not be understood or granted as asked."""

RETRY_SECONDS = "1"
"""When to ask again while the store is away."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "The request cannot be read.",
        401: "The token is missing or does not open the game.",
        403: "The token does not play that side, or another site sent the request.",
        404: "There is no such thing.",
        409: "The rules do not allow it, or the game has moved on.",
        413: "The request is too large.",
        415: "The body is not declared as JSON.",
        422: "The request cannot be understood or granted.",
        429: "Too many requests.",
        501: "The game cannot do that yet.",
        503: "The server is full, cannot save right now, or has its hands full: `Retry-After` says when to try again.",
        504: "It took too long and was stopped.",
    }.items()
}


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(no: Refusal, status: int | None = None) -> Response:
    """A refusal as an answer."""
    told = answer({"refusal": no.as_json()}, status or STATUSES.get(no.id, 422))
    if no.id == "table.store":
        told.headers["Retry-After"] = RETRY_SECONDS
    elif "retry_after" in no.facts:
        told.headers["Retry-After"] = str(no.facts["retry_after"])
    return told


def converted(value: object, kind: Any, what: str) -> Any:
    """A value of a request as the game understands it."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise refuse("request.form", f"{what}: {error}") from None


def takes(kind: Any) -> dict[str, Any]:
    """The description of a request whose body is one of the game's own structures."""
    schema = msgspec.json.schema(kind)
    known: dict[str, Any] = schema.pop("$defs", {})
    body = {"application/json": {"schema": _written_out(schema, known)}}
    return {"requestBody": {"required": True, "content": body}}


def _written_out(part: Any, known: dict[str, Any]) -> Any:
    """A part of a description with everything in its place that it refers to."""
    if isinstance(part, list):
        return [_written_out(item, known) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _written_out(known[str(part["$ref"]).rpartition("/")[2]], known)
    return {name: _written_out(value, known) for name, value in part.items()}


async def hub_of(request: Request) -> Hub:
    """The games of this server."""
    hub: Hub = request.app.state.hub
    return hub


HubHere = Annotated[Hub, Depends(hub_of)]


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


class Errands:
    """The work of a request that is no part of a running game: done by the processes for strangers."""

    def __init__(self, strangers: Strangers, who: str) -> None:
        self._strangers = strangers
        self._who = who

    async def work(self, task: Callable[..., T], *facts: Any) -> T:
        """What a function finds, which must have a name that it can be imported by."""
        return await self._strangers.work(self._who, task, *facts)

    async def answer(self, task: Callable[..., object], *facts: Any) -> Response:
        """The same as JSON."""
        return Response(await self.work(_written, task, *facts), media_type="application/json")


def _written(task: Callable[..., object], *facts: Any) -> bytes:
    return msgspec.json.encode(task(*facts))


async def errands_of(hub: HubHere, request: Request) -> Errands:
    """The work of this request."""
    return Errands(hub.strangers, address_of(request))


ErrandsHere = Annotated[Errands, Depends(errands_of)]
GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="The id of a game.")]


def bearer(authorization: str) -> str:
    """The token in an `Authorization` header."""
    scheme, _, token = authorization.partition(" ")
    if authorization and scheme.lower() != "bearer":
        raise refuse("table.token", "a token is sent as `Authorization: Bearer TOKEN`")
    return token.strip()


async def access_of(
    hub: HubHere, request: Request, game: GameId, authorization: Annotated[str, Header(max_length=500)] = ""
) -> Access:
    """What the token of a request opens."""
    return await hub.access(game, bearer(authorization), address_of(request))


AccessHere = Annotated[Access, Depends(access_of)]


def player_for(access: Access, wanted: str | None) -> Player:
    """The side that a request speaks for: the one it names, the one to act, or the first of its own."""
    if wanted is not None:
        if wanted not in access.eyes:
            raise refuse("table.seat", "your token does not play that side")
        return wanted
    to_act = access.room.now.to_act
    return to_act if to_act is not None and to_act in access.eyes else access.eyes[0]


def seated(access: Access) -> None:
    """Those who only watch say nothing."""
    if not access.players:
        raise refuse("table.seat", "those who watch have no say")
