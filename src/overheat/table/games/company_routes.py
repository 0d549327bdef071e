"""What players do besides playing: call out, hold the bots, sum a battle up, ask the coach, show a link as a code."""

from __future__ import annotations

import io
from typing import Annotated, Any

import msgspec
import segno
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import Field

from overheat.kernel.refusal import refuse
from overheat.lab.summary import summarise
from overheat.table.asking import PROBLEMS, AccessHere, HubHere, address_of, answer
from overheat.table.games.company import PHRASES
from overheat.table.games.room import Room
from overheat.table.guard.origins import own_addresses
from overheat.table.models import Asked

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

SVG = "image/svg+xml"
SEAT_LINK = r"^/play#game=[\w-]{1,64}&token=[\w-]{1,128}$"
"""The link of a seat at this server, and nothing else."""


class Call(Asked):
    """A phrase to call out, by its name."""

    phrase: str = Field(max_length=40)


class Drive(Asked):
    """How bots are to play from now on; what is left out stays."""

    pace: float | None = Field(None, ge=0, le=10, description="Seconds before each command.")
    paused: bool | None = None
    step: bool = Field(False, description="One command more while they are held.")


class Again(Asked):
    """A new game of a battle that is over: the links of the seats in it, by side."""

    links: dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(pattern=SEAT_LINK)]] = Field(max_length=8)


class Linked(Asked):
    """A link to be shown as a code."""

    link: str = Field(max_length=600)


@router.get("/phrases", response_model=dict[str, str])
async def phrases() -> Response:
    """What can be called out at a table, by name."""
    return answer(PHRASES)


@router.post("/games/{game}/call", response_model=dict[str, Any])
async def call(access: AccessHere, said: Call) -> Response:
    """Call something out; for who has a seat."""
    if not access.players:
        raise refuse("table.seat", "who only watches is not heard")
    access.room.company.call(access.players[0], said.phrase)
    access.room.stir()
    return answer(access.room.company.told(access.players))


@router.post("/games/{game}/bots", response_model=dict[str, Any])
async def drive(access: AccessHere, wanted: Drive) -> Response:
    """Hold the bots, let them go on, or change their pace; for the host, and for who plays all human sides."""
    room = access.room
    alone = bool(access.players) and room.humans <= set(access.players)
    if not (access.host or alone):
        raise refuse("table.seat", "bots are held by the host, or by who plays all human sides")
    room.company.drive(wanted.pace, wanted.paused, wanted.step)
    room.stir()
    return answer(room.company.told(access.players))


@router.post("/games/{game}/again", response_model=dict[str, Any])
async def again(access: AccessHere, wanted: Again) -> Response:
    """Tell the others at a battle that is over of a new game of it, each the link of his seat; for who has a seat."""
    if not access.players:
        raise refuse("table.seat", "who only watches makes no new game for others")
    if access.room.now.outcome is None:
        raise refuse("table.again", "a battle is played again when it is over")
    access.room.company.play_again({side: link for side, link in wanted.links.items() if side not in access.players})
    access.room.stir()
    return answer(access.room.company.told(access.players))


@router.get("/games/{game}/summary", response_model=dict[str, Any])
async def summary(hub: HubHere, access: AccessHere) -> Response:
    """A battle that is over, summed up: figures of each side, luck, best shots, the round that decided it."""
    room = access.room
    if room.now.outcome is None:
        raise refuse("table.summary", "a battle is summed up when it is over")
    return answer(await hub.look(access, _summary, room))


def _summary(room: Room) -> dict[str, Any]:
    account = room.account()
    outcome = room.now.outcome
    if account is None or outcome is None:
        raise refuse("table.summary", "nothing is counted of this game")
    found: dict[str, Any] = msgspec.to_builtins(summarise(account, tuple(outcome.winners)))
    return found


@router.get("/games/{game}/coach", response_model=list[dict[str, Any]])
async def coach(
    hub: HubHere,
    access: AccessHere,
    request: Request,
    player: Annotated[str, Query(max_length=60, description="Whose decisions; your own if none is named.")] = "",
) -> Response:
    """The decisions of a side that cost most in a battle that is over, the costliest first, with the better ones.

    `number` is the event at which the decision was due: where to look in the replay. It takes its time, so it is done
    beside the running games.
    """
    room = access.room
    if room.now.outcome is None or room.read_only is not None:
        raise refuse("table.coach", "the coach looks back at a battle that was played here when it is over")
    epoch = room.now.epoch
    whose = player or next(iter(access.players), "")
    lines = await hub.look(access, room.log)
    longest = hub.limits.coach_seconds
    found = await hub.strangers.work(address_of(request), coached, lines, whose, seconds=longest)
    if room.now.epoch != epoch:
        raise refuse("table.moved_on", "something was taken back in the meantime")
    return answer([{**mistake, "number": room.number_after(mistake["at"])} for mistake in found])


def coached(log: bytes, player: str) -> list[dict[str, Any]]:
    """What the coach says about a log."""
    from overheat.lab.coach import coach as look_back

    found: list[dict[str, Any]] = msgspec.to_builtins(look_back(log, player))
    return found


@router.get("/addresses", response_model=list[str])
async def addresses(request: Request) -> Response:
    """Where friends on the same network reach this server: nothing where it keeps to this machine."""
    hosts = request.app.state.hosts
    port = request.url.port or (443 if request.url.scheme == "https" else 80)
    found = own_addresses() if hosts.addresses else []
    return answer([f"{request.url.scheme}://{address}:{port}" for address in found])


@router.post("/qr.svg", response_class=Response, responses={200: {"content": {SVG: {}}, "description": "A picture."}})
async def code(wanted: Linked) -> Response:
    """A link as a QR code."""
    if not wanted.link.startswith(("http://", "https://")):
        raise refuse("table.link", "only links to pages are shown as codes")
    drawn = io.BytesIO()
    found = segno.make(wanted.link, error="m", micro=False)
    found.save(drawn, kind="svg", scale=6, border=3, xmldecl=False, dark="#000", light="#fff")
    return Response(drawn.getvalue(), media_type=SVG)
