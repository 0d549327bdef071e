"""All games of a server: made, found again, let go of when nobody looks, within its limits."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.log.chronicle import chronicle
from overheat.kernel.refusal import refuse
from overheat.lab.games import kinds
from overheat.lab.players import make_bot
from overheat.lab.positions import Position, parse_position
from overheat.table.games.bots import Bots, Thinking
from overheat.table.games.hearing import NOBODY
from overheat.table.games.moments import Moments
from overheat.table.games.read_only import no_kind
from overheat.table.games.replaying import Opened, begun, header_of, reopened, replayed
from overheat.table.games.room import Room
from overheat.table.guard.limits import Limits
from overheat.table.guard.overtime import Looking
from overheat.table.guard.security import Visitors, digest, fits, new_token
from overheat.table.guard.strangers import Strangers
from overheat.table.guard.turns import Turns
from overheat.table.offers import Offer, offers
from overheat.table.packs.shelf import Shelf
from overheat.table.store.health import Health
from overheat.table.store.store import Kept, Seat, Store

T = TypeVar("T")

THREADS = 8
"""Threads that carry out commands, tell what happened, and reach for what is kept: what players wait for."""
LOADERS = 2
"""Threads that play kept games again when somebody comes back to them."""
HUMAN = "human"
READER = "reader"
"""The one seat of a log whose sides cannot be read."""


class Access(msgspec.Struct, frozen=True):
    """What a token opens: a game, the seats it plays, and whether it may end the game."""

    room: Room
    players: tuple[Player, ...] = ()
    host: bool = False
    address: str = ""
    """Where the one who asks is."""

    @property
    def eyes(self) -> tuple[Player, ...]:
        """Whose eyes it sees the game with."""
        return self.players or (NOBODY,)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be made."""

    offer: Offer
    title: str
    seats: Mapping[Player, str]
    """A bot's name, or `human`, for each side; sides left out are human."""
    hot_seat: bool = False
    """Whether all humans share one token."""
    open_to_all: bool = False
    pace: float = 0.0


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a new game, told once."""

    host: str
    watcher: str
    seats: dict[Player, str]


class Hub:
    """The games of one server."""

    def __init__(self, store: Store, games: Mapping[str, Offer], limits: Limits, visitors: Visitors) -> None:
        self.store = store
        self.offers = games
        self.limits = limits
        self.clients = 0
        self.clients_at: Counter[str] = Counter()
        """How many websockets each address has open."""
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}
        self.visitors = visitors
        self.strangers = Strangers(limits)
        self.packs = Shelf(limits.packs)
        turns = Turns(limits.lookers, limits.looks, limits.looks_each, limits.errand_wait)
        self.looking = Looking(limits.lookers, turns, limits.look_seconds)
        aside = Turns(1, limits.looks, limits.looks_each, limits.errand_wait)
        self._foreseeing = Looking(1, aside, limits.look_seconds)
        self._making = Looking(
            1, Turns(1, limits.errands, limits.errands_each, limits.errand_wait), limits.replay_seconds
        )
        self._pool = ThreadPoolExecutor(THREADS, "table")
        self._loaders = ThreadPoolExecutor(LOADERS, "loading")
        self._thinking = Thinking(limits.thinkers, visitors)
        self.health = Health(store, self._stir)
        self.started = time.time()

    async def work(self, task: Callable[..., T], *facts: Any) -> T:
        """Do something short that players wait for, beside the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(task, *facts))

    async def ask(self, access: Access, task: Callable[..., T], *facts: Any) -> T:
        """Answer what somebody has to know to play; those who only watch wait in the line of their address."""
        return await (self.work(task, *facts) if access.players else self.look(access, task, *facts))

    async def look(self, access: Access, task: Callable[..., T], *facts: Any) -> T:
        """Answer a question about a running game: in the line of that game for those who play it, and in time."""
        return await self.looking.work(_line(access), task, *facts)

    async def foresee(self, access: Access, task: Callable[..., T], *facts: Any) -> T:
        """Answer a question that takes long and that nobody waits for: beside all others, in a line of its own."""
        return await self._foreseeing.work(_line(access), task, *facts)

    @property
    def rooms(self) -> int:
        return len(self._rooms)

    def _stir(self) -> None:
        """Let everybody know that the store went away or is back."""
        for room in self._rooms.values():
            room.mend()

    async def close(self) -> None:
        """Let go of everything. Nothing is lost: what was told is kept."""
        for task in self._bots.values():
            task.cancel()
        await asyncio.gather(*self._bots.values(), return_exceptions=True)
        for room in self._rooms.values():
            room.let_go()
        await self.health.close()
        await self.packs.close()
        await self.strangers.close()
        self.looking.close()
        self._foreseeing.close()
        self._making.close()
        self._thinking.close()
        self._loaders.shutdown(wait=True, cancel_futures=True)
        self._pool.shutdown(wait=True)
        self.store.close()

    async def create(
        self, plan: Plan, setup: Any, rules: Sequence[str], seed: int, who: str = "", *, own: bool = True
    ) -> tuple[Room, Tokens]:
        """Make a game from a set-up. One of somebody's own is begun by a process for strangers."""

        def make() -> Opened:
            plan.offer.check(setup, self.limits)
            return begun(plan.offer.kind, plan.offer.kind.make(rules), setup, seed)

        if not own or plan.offer.name not in kinds():
            return await self._found(plan, await self._making.work(who, make))
        facts = plan.offer.name, setup, tuple(rules), seed, self.limits
        return await self._found(plan, await self.strangers.work(who, begun_from, *facts))

    async def place(self, plan: Plan, position: str, seed: int, who: str = "") -> tuple[Room, Tokens]:
        """Make a game that goes on from somebody's position."""
        facts = plan.offer.name, position, seed, self.limits
        return await self._found(plan, await self.strangers.work(who, placed_from, *facts))

    async def bring(self, plan: Plan, log: bytes, who: str = "", *, as_told: bool = False) -> tuple[Room, Tokens]:
        """Make a game from a log whose replay agrees in every fact; it is kept in the words of this version.

        With `as_told` a log that does not replay is kept as it is, to be looked at.
        """
        lines = [line for line in log.splitlines() if line.strip()]
        if as_told:
            plan = msgspec.structs.replace(plan, seats={}, hot_seat=True)
        if plan.offer.name not in kinds():
            work = reopened if as_told else replayed
            return await self._found(plan, await self._making.work(who, work, plan.offer, lines, self.limits))
        facts, longest = (plan.offer.name, lines, self.limits, as_told), self.limits.replay_seconds
        return await self._found(plan, await self.strangers.work(who, opened_from, *facts, seconds=longest))

    def offer_of(self, log: bytes, *, as_told: bool = False) -> Offer:
        """The game that a log is of; one to be looked at may be of a game or a format that there is none of here."""
        first = log.split(b"\n", 1)[:1]
        header = chronicle(first).header if as_told else None
        return self.offer(header_of(first).game) if header is None else self._any_offer(header.game[:64])

    def _any_offer(self, name: str) -> Offer:
        """A game by its name, or what stands for one that is not known."""
        return self.offers.get(name) or Offer(kind=no_kind(name))

    def offer(self, name: str) -> Offer:
        """A game by its name."""
        if name not in self.offers:
            raise refuse("table.kind", f"no game {name[:60]!r}; there are {', '.join(self.offers)}", kind=name[:60])
        return self.offers[name]

    async def _found(self, plan: Plan, playing: Opened) -> tuple[Room, Tokens]:
        if await self.work(self.store.count) >= self.limits.games:
            raise refuse("table.full", f"the server keeps {self.limits.games:,} games and has room for no more")
        self._make_room()
        sides = () if playing[0].setup is None else plan.offer.kind.sides(playing[0].setup)
        kept, tokens = _seated(plan, sides or (READER,))
        await self.work(self.store.create, kept, playing[0].lines)
        return self._open(plan.offer, kept, playing), tokens

    def _open(self, offer: Offer, kept: Kept, playing: Opened) -> Room:
        room = Room(offer, kept, playing, self.store, self.limits, self._pool)
        self._rooms[room.id] = room
        if room.read_only is None and any(seat.bot for seat in kept.seats):
            bots = Bots(room, self._thinking)
            self._bots[room.id] = asyncio.get_running_loop().create_task(bots.play())
        return room

    def _make_room(self) -> None:
        """Let go of the game that has been quiet longest, when there are too many."""
        if len(self._rooms) < self.limits.rooms:
            return
        quiet = next((id for id, room in self._rooms.items() if not room.busy), None)
        if quiet is None:
            raise refuse("table.full", f"{self.limits.rooms:,} games are being played; come back later")
        self._close(quiet)

    def _close(self, id: str) -> None:
        room = self._rooms.pop(id, None)
        if room is not None:
            room.let_go()
        task = self._bots.pop(id, None)
        if task is not None:
            task.cancel()

    async def room(self, id: str, token: str | None = None) -> Room:
        """A game by its id, from memory or from what is kept; with a token, only if that opens it."""
        room = self._rooms.pop(id, None)
        if room is not None:
            self._rooms[id] = room
            return room
        lock = self._loading.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                return self._rooms.get(id) or await self._loaded(id, token)
        finally:
            if not lock.locked():
                self._loading.pop(id, None)

    async def _loaded(self, id: str, token: str | None) -> Room:
        found = await self.work(self.store.load, id)
        if found is None:
            raise refuse("table.game", f"there is no game {id!r}", game=id)
        kept, lines = found
        if token is not None:
            opened(kept, token)
        offer = self._any_offer(kept.kind)
        playing = await asyncio.get_running_loop().run_in_executor(self._loaders, reopened, offer, lines)
        if id in self._rooms:
            return self._rooms[id]
        self._make_room()
        return self._open(offer, kept, playing)

    async def access(self, id: str, token: str, address: str = "") -> Access:
        """What a token opens. Without one, games that are open to all may be watched."""
        room = await self.room(id, token)
        await room.fresh()
        return Access(room, *opened(room.kept, token), address)

    async def drop(self, id: str) -> None:
        """Forget a game, and send everybody home."""
        await self.work(self.store.drop, id)
        room = self._rooms.get(id)
        self._close(id)
        if room is not None:
            room.closed = True
            room.stir()


def _line(access: Access) -> str:
    """The line that a question waits in: that of the game for those who play it, of their address for all others."""
    return access.room.id if access.players else access.address


def opened(kept: Kept, token: str) -> tuple[tuple[Player, ...], bool]:
    """The seats that a token plays, and whether it is the host's; refused when it does not open the game at all."""
    if not token:
        if kept.open_to_all:
            return (), False
        raise refuse("table.token", "this game is for those who have a link to it")
    players = tuple(seat.player for seat in kept.seats if fits(token, seat.token))
    host = fits(token, kept.host)
    if not (players or host or fits(token, kept.watcher)):
        raise refuse("table.token", "that token does not open this game")
    return players, host


def begun_from(kind: str, setup: Any, rules: Sequence[str], seed: int, limits: Limits) -> Opened:
    """A game that comes with the project, begun from a stranger's set-up."""
    offer = offers()[kind]
    offer.check(setup, limits)
    return begun(offer.kind, offer.kind.make(rules), setup, seed)


def placed_from(kind: str, position: str, seed: int, limits: Limits) -> Opened:
    """A game that comes with the project, to go on from a stranger's position."""
    found = _position(kind, position, limits)
    session = found.session(seed)
    return session, Moments(session, found.kind)


def about_position(kind: str, position: str, limits: Limits) -> dict[str, object]:
    """What a stranger's position says of itself."""
    found = _position(kind, position, limits)
    state = found.state
    return {
        "kind": found.kind.name,
        "rules": found.game.rules,
        "sides": found.kind.sides(found.setup),
        "round": found.kind.round_of(state),
        "to_act": found.game.to_act(state),
    }


def _position(kind: str, position: str, limits: Limits) -> Position:
    return parse_position(position, lambda setup: offers()[kind].check(setup, limits))


def opened_from(kind: str, lines: Sequence[bytes], limits: Limits, as_told: bool = False) -> Opened:
    """A game that comes with the project, replayed from a stranger's log, or opened as it is told."""
    return (reopened if as_told else replayed)(offers()[kind], lines, limits)


def _seated(plan: Plan, sides: Sequence[Player]) -> tuple[Kept, Tokens]:
    """The seats of a new game and their tokens."""
    strangers = [side for side in plan.seats if side not in sides]
    if strangers:
        raise refuse("table.sides", f"no side {strangers[0][:60]!r}; there are {', '.join(sides)}")
    shared = new_token()
    seats, tokens = [], {}
    for side in sides:
        who = plan.seats.get(side, HUMAN)
        if who != HUMAN:
            make_bot(plan.offer.name, who, 0, side)
            seats.append(Seat(side, bot=who))
            continue
        tokens[side] = shared if plan.hot_seat else new_token()
        seats.append(Seat(side, token=digest(tokens[side])))
    host, watcher = new_token(), new_token()
    kept = Kept(
        id=secrets.token_urlsafe(12),
        kind=plan.offer.name,
        title=plan.title[:200],
        created=time.time(),
        open_to_all=plan.open_to_all,
        pace=plan.pace,
        host=digest(host),
        watcher=digest(watcher),
        seats=tuple(seats),
    )
    return kept, Tokens(host, watcher, tokens)
