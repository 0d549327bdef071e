"""Games over HTTP: what can be played, and a game from its making to its log."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any
from weakref import WeakKeyDictionary

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from overheat import __version__
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.positions import game_in
from overheat.table import layers, models
from overheat.table.asking import (
    PROBLEMS,
    STATUSES,
    AccessHere,
    GameId,
    HubHere,
    address_of,
    answer,
    converted,
    player_for,
    refused,
    seated,
)
from overheat.table.games.hub import Access, Hub, Plan, Tokens, about_position
from overheat.table.games.positions import Moment, Saying
from overheat.table.games.room import Room
from overheat.table.offering import foreseen, offered
from overheat.table.offers import Offer
from overheat.table.store.store import Seat

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

PAGE = 2_000
"""The most events of one answer."""
Number = Annotated[int, Query(ge=0, le=2**31)]
Side = Annotated[str | None, Query(max_length=200, description="One of your sides.")]


@router.get("/kinds", response_model=list[models.KindInfo])
async def kinds(
    hub: HubHere,
    changes: Annotated[
        bool, Query(description="Whether layers tell what they change, which takes a while at first.")
    ] = True,
) -> Response:
    """The games, with their scenarios, layers of rules and bots."""
    listed = _listed.setdefault(hub, {})
    if changes not in listed:
        listed[changes] = await hub.work(
            lambda: msgspec.json.encode([_kind(offer, changes) for offer in hub.offers.values()])
        )
    return Response(listed[changes], media_type="application/json")


_listed: WeakKeyDictionary[Hub, dict[bool, bytes]] = WeakKeyDictionary()
"""What each hub offers, as it is written, once it was asked: it does not change while the server runs."""


def _kind(offer: Offer, changes: bool) -> dict[str, object]:
    briefs = [offer.kind.find(name) for name in offer.kind.scenarios()]
    return {
        "name": offer.name,
        "scenarios": [
            {
                "name": brief.name,
                "title": brief.title,
                "story": brief.story,
                "rules": layers.names(offer.library, brief.rules),
                "sides": offer.kind.sides(brief.setup),
            }
            for brief in briefs
        ],
        "rules": layers.told(offer.library, changes) if offer.library else [],
        "bundles": layers.told_bundles(offer.library) if offer.library else [],
        "bots": offer.bots(),
    }


@router.get("/server", response_model=models.ServerInfo)
async def server(hub: HubHere, request: Request) -> Response:
    """How busy the server is."""
    games = await hub.looking.work(address_of(request), hub.store.count)
    return answer({"version": __version__, "games": games, "rooms": hub.rooms, "clients": hub.clients})


@router.get("/kinds/{kind}/scenarios/{name}", response_model=dict[str, Any])
async def scenario(hub: HubHere, request: Request, kind: str, name: str) -> Response:
    """The set-up of a scenario, to start one's own from."""
    brief = await hub.looking.work(address_of(request), _brief, hub.offer(kind), name)
    return answer(brief.setup)


@router.get("/kinds/{kind}/words", response_model=list[models.WordInfo])
async def words(hub: HubHere, request: Request, kind: str) -> Response:
    """The words of a game for those who are new to it, each with where its rule is written."""
    told = await hub.looking.work(address_of(request), hub.offer(kind).glossary)
    return answer([{"word": it.word, "says": it.says, "cite": it.cite and str(it.cite)} for it in told])


def _brief(offer: Offer, name: str) -> Any:
    known = offer.kind.scenarios()
    if name not in known:
        reason = f"{offer.kind.name} has no scenario {name[:60]!r}; there are {', '.join(known)}"
        raise refuse("table.page", reason, scenario=name[:60])
    return offer.kind.find(name)


@router.get("/games", response_model=list[models.OpenGame])
async def open_games(hub: HubHere, request: Request, most: Annotated[int, Query(ge=1, le=200)] = 50) -> Response:
    """The latest games that anybody may watch."""
    found = await hub.looking.work(address_of(request), hub.store.open_games, most)
    return answer(
        [
            {
                "id": kept.id,
                "kind": kept.kind,
                "title": kept.title,
                "created": kept.created,
                "seats": [_seat(seat) for seat in kept.seats],
                "over": kept.over,
            }
            for kept in found
        ]
    )


def _seat(seat: Seat) -> dict[str, object]:
    return {"player": seat.player, "who": seat.who, "bot": seat.bot}


@router.post("/games", response_model=models.MadeGame, status_code=201)
async def create(hub: HubHere, request: Request, wanted: models.NewGame) -> Response:
    """Make a game. The answer holds the links of its seats, this once."""
    if [wanted.scenario, wanted.setup, wanted.position].count(None) != 2:
        raise refuse("table.setup", "a game needs a scenario, a set-up or a position, and only one of them")
    seed = secrets.randbelow(2**32) if wanted.seed is None else wanted.seed
    if wanted.position is not None:
        offer = hub.offer(game_in(wanted.position))
        plan = _plan(offer, wanted, wanted.title or "From a position")
        return _made(*await hub.place(plan, wanted.position, seed, address_of(request)))
    offer = hub.offer(wanted.kind)
    rules, title = wanted.rules, wanted.title
    if wanted.scenario is not None:
        brief = await hub.work(_brief, offer, wanted.scenario)
        setup, title = brief.setup, title or brief.title
        rules = list(brief.rules) if rules is None else rules
    else:
        rules = list(offer.kind.edition) if rules is None else rules
        game = await hub.looking.work(address_of(request), offer.kind.make, rules)
        setup = converted(wanted.setup, game.setups, "set-up")
    plan = _plan(offer, wanted, title or offer.name)
    who, own = address_of(request), wanted.scenario is None
    return _made(*await hub.create(plan, setup, rules, seed, who, own=own))


@router.post("/positions", response_model=models.PositionInfo)
async def look_at_position(hub: HubHere, request: Request, asked: models.PositionAsked) -> Response:
    """What a position in notation is: its game, rules and sides, and whose turn it is. What is none is refused."""
    offer = hub.offer(game_in(asked.position))
    facts = offer.name, asked.position, hub.limits
    return answer(await hub.strangers.work(address_of(request), about_position, *facts))


@router.post("/games/import", response_model=models.MadeGame, status_code=201)
async def bring(hub: HubHere, request: Request, wanted: models.BroughtGame) -> Response:
    """Go on with a game from its log, which must replay to every fact; or look at one that does not."""
    log = wanted.log.encode()
    offer = hub.offer_of(log, as_told=wanted.as_told)
    plan = _plan(offer, wanted, wanted.title or offer.name)
    return _made(*await hub.bring(plan, log, address_of(request), as_told=wanted.as_told))


def _plan(offer: Offer, wanted: models.NewGame | models.BroughtGame, title: str) -> Plan:
    return Plan(
        offer=offer,
        title=title,
        seats=wanted.seats,
        hot_seat=wanted.hot_seat,
        open_to_all=wanted.open_to_all,
        pace=wanted.pace,
    )


def _made(room: Room, tokens: Tokens) -> Response:
    def link(token: str) -> dict[str, str]:
        return {"token": token, "link": f"/play#game={room.id}&token={token}"}

    made = {
        "game": _game(Access(room, tuple(tokens.seats))),
        "host": tokens.host,
        "watch": link(tokens.watcher),
        "seats": {player: link(token) for player, token in tokens.seats.items()},
    }
    return answer(made, 201)


def _game(access: Access) -> dict[str, object]:
    room, now = access.room, access.room.now
    rules = room.game.rules if room.read_only is None else room.read_only.rules
    return {
        "id": room.id,
        "kind": room.offer.name,
        "title": room.kept.title,
        "rules": rules,
        "under": layers.in_words(room.offer.library, rules),
        "explained": bool(room.offer.kind.package),
        "open_to_all": room.kept.open_to_all,
        "seats": [_seat(seat) for seat in room.kept.seats],
        "you": access.players,
        "votes": sorted(room.votes),
        "wanted_back": room.wanted_back(access.eyes),
        "read_only": _read_only(room),
        **position(now),
    }


def _read_only(room: Room) -> dict[str, object] | None:
    """Why a game can only be looked at, and how far; None for one that is played."""
    found = room.read_only
    if found is None:
        return None
    header = found.told.chronicle.header
    version = "" if header is None else header.version
    return {"reason": found.why, "shown": found.shown, "board": found.state is not None, "version": version}


def position(now: Moment) -> dict[str, object]:
    """How far a game has come."""
    return msgspec.structs.asdict(now.position)


@router.get("/games/{game}", response_model=models.GameInfo)
async def game(access: AccessHere) -> Response:
    """A game and how far it has come."""
    return answer(_game(access))


@router.delete("/games/{game}", status_code=204)
async def end(hub: HubHere, access: AccessHere, game: GameId) -> Response:
    """End a game and forget it; for the token of its host."""
    if not access.host:
        raise refuse("table.seat", "only the host may end the game")
    await hub.drop(game)
    return Response(status_code=204)


@router.get("/games/{game}/view", response_model=models.View)
async def view(
    hub: HubHere,
    access: AccessHere,
    player: Side = None,
    at: Annotated[int | None, Query(ge=0, le=2**31, description="An event number to look back to.")] = None,
) -> Response:
    """What you may know of the game now, or knew after an event, with its number or that of the last one known then."""
    return answer(await hub.ask(access, access.room.view, player_for(access, player), at))


@router.get("/games/{game}/legal", response_model=models.Legal)
async def legal(hub: HubHere, access: AccessHere, player: Side = None) -> Response:
    """Everything you may say now."""
    seated(access)
    side, room, now = player_for(access, player), access.room, access.room.now
    found = await hub.ask(access, offered, room, now, side)
    moment = {"epoch": now.epoch, "number": now.number, "step": now.commands}
    return answer({**moment, "player": side, **found})


@router.post("/games/{game}/foreseen", response_model=list[models.ForeseenInfo | None])
async def think(hub: HubHere, access: AccessHere, wanted: models.ForeseenAsked) -> Response:
    """What commands that you might give now promise and take; null for what nothing is known of."""
    seated(access)
    side, room, now = player_for(access, wanted.player), access.room, access.room.now
    kind = list[room.game.commands] if room.read_only is None else list[dict[str, Any]]  # type: ignore[name-defined]
    commands = converted(wanted.commands, kind, "commands")
    return answer(await hub.look(access, foreseen, room, now, side, commands))


@router.post("/games/{game}/say", response_model=models.Position)
async def say(hub: HubHere, access: AccessHere, said: models.Said) -> Response:
    """Say a command. When the rules do not allow it the answer is 409, with the reason and where it is written."""
    seated(access)
    room, side = access.room, player_for(access, said.player)
    command = converted(said.command, room.game.commands, "command") if room.read_only is None else said.command
    meant = _meant_for(said, room.now) if said.number is not None or said.step is not None else None
    try:
        with hub.visitors.command():
            saying = _saying(access, said.id, said.player, said.command)
            return answer(await room.say(side, command, meant, saying))
    except RefusedError as error:
        return refused(error.refusal, STATUSES.get(error.refusal.id, 409))


def _meant_for(said: models.Said, now: Moment) -> Callable[[Moment], bool]:
    """Whether a moment is the one that a command names, as far as it names one, and the one that it came at."""

    def meant(at: Moment) -> bool:
        named = ((said.epoch, at.epoch), (said.number, at.number), (said.step, at.commands))
        return at.same_as(now) and all(wanted is None or wanted == held for wanted, held in named)

    return meant


def _saying(access: Access, id: str | None, *said: object) -> Saying | None:
    """What is said with an id, so that it is done once however often it is repeated."""
    if id is None:
        return None
    return Saying(id, sha256(msgspec.json.encode((access.players, said), order="deterministic")).hexdigest())


@router.get("/games/{game}/events", response_model=models.Events)
async def events(
    hub: HubHere,
    access: AccessHere,
    after: Number = 0,
    epoch: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    most: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """The events after a number, in order, each with its wording. `to` says how far the answer is complete.

    With the epoch in which `after` was learnt, what was taken back since is told again as it is now.
    """
    room = access.room
    while True:
        now = room.now
        start = room.resume(now.epoch if epoch is None else epoch, after)
        to = min(now.number, start + most)
        told = await hub.ask(access, room.told, now, access.eyes, start, to)
        if room.now.epoch == now.epoch:
            break
    return answer({"epoch": now.epoch, "after": start, "to": to, "last": now.number, "events": told})


@router.post("/games/{game}/undo", response_model=models.VoteResult)
async def undo(hub: HubHere, access: AccessHere, vote: models.Vote) -> Response:
    """Ask to take back your last command and all that followed, or agree to what another asks; it takes everybody."""
    seated(access)
    room = access.room
    with hub.visitors.command():
        undone = await room.vote(
            frozenset(access.players),
            vote.agree,
            _saying(access, vote.id, "undo", vote.agree),
            decisions=vote.decisions,
        )
    if undone is not None:
        taken = {"undone": True, "votes": [], "wanted_back": ""}
        return answer({**taken, "epoch": undone.epoch, "number": undone.number})
    asked = {"undone": False, "votes": sorted(room.votes), "wanted_back": room.wanted_back(access.eyes)}
    return answer({**asked, "epoch": room.now.epoch, "number": room.now.number})


@router.get(
    "/games/{game}/log",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "The log, a line for each entry."}},
)
async def log(hub: HubHere, access: AccessHere) -> Response:
    """The log of the game: its save and its replay.

    It tells the seed and what is hidden, so while a game is on it is for its host, or for who plays all human sides.
    """
    room = access.room
    _may_know_all(access, "log")
    name = f'attachment; filename="{_in_header(room.offer.name)}-{room.id}.jsonl"'
    lines = await hub.look(access, room.log)
    return Response(lines, media_type="application/x-ndjson", headers={"Content-Disposition": name})


@router.get(
    "/games/{game}/position",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "The position in its notation."}},
)
async def position_text(hub: HubHere, access: AccessHere) -> Response:
    """How the game stands, in the notation of positions: for bug reports, and to go on from elsewhere.

    It tells what is hidden, so it is for whom the log is for.
    """
    _may_know_all(access, "position")
    return Response(await hub.look(access, access.room.position), media_type="text/plain")


def _may_know_all(access: Access, what: str) -> None:
    """Refuse who may not know the seed and what is hidden, while a game is on."""
    room = access.room
    whole = access.host or (access.players and room.humans <= set(access.players))
    if room.now.outcome is None and not room.kept.over and not whole:
        raise refuse("table.seat", f"the {what} is for everybody when the game is over, and until then for its host")


def _in_header(name: str) -> str:
    """The name of a game as a header can carry it; a log that was brought along may call its game anything."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name)
