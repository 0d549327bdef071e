"""A table to test at: a real server on loopback, a small game to play at it, and clients that speak to it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import msgspec
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from errands import SHELF
from overheat.kernel.dice import Dice
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.lab.games import Brief, Kind
from overheat.table import server
from overheat.table.delivery import Delivery
from overheat.table.guard.connections import TableServer
from overheat.table.guard.limits import Limits
from overheat.table.offers import Offer
from toy import Advanced, Race, RaceGame, Setup, Throw

Found = TypeVar("Found")
GOAL = 60
PLENTY = Limits(
    requests_per_second=1e6,
    burst=1e6,
    games_per_second=1e6,
    games_burst=1e6,
    errand_seconds=120,
    errand_wait=120,
    look_seconds=120,
)


def run_coroutine(work: Coroutine[Any, Any, Found]) -> Found:
    """Run a coroutine in a thread of its own: the tests' browser keeps an event loop running in the main one."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, work).result()


class Whispered(Event, frozen=True):
    """A secret of one player."""

    player: Player
    secret: str


class SecretRace(RaceGame):
    """The race, with a secret for the thrower, a state that hides it, and two ways to break."""

    commands: Any = RaceGame.commands

    def apply(self, state: Race, player: Player, command: Any, dice: Dice) -> tuple[Race, tuple[Event, ...]] | Refusal:
        if isinstance(command, Throw) and command.count == 99:
            dice.roll("broken", 2)
            raise ZeroDivisionError("the inside of the engine")
        result = super().apply(state, player, command, dice)
        if isinstance(result, Refusal):
            return result
        return result[0], (*result[1], Whispered(player, f"secret of {player} at {state.turn}"))

    def view(self, state: Race, player: Player) -> object:
        return {"places": state.places, "turn": state.turn, "seen_by": player}

    def redact(self, state: Race, event: Event, player: Player) -> Event | None:
        return event if not isinstance(event, Whispered) or event.player == player else None


def race_kind(goal: int = GOAL) -> Kind:
    """The race as a kind of game; its one scenario is `sprint`."""
    return Kind(
        name="race",
        make=lambda rules: SecretRace(),
        scenarios=lambda: ("sprint",),
        find=lambda name: Brief(name=name, title="A sprint", setup=Setup(goal)),
        sides=lambda setup: ("red", "blue"),
        values=lambda setup, layers: {"red": 1, "blue": 1},
        survivors=lambda state: {"red": 1, "blue": 1},
        forces=lambda state: (),
        report=lambda game, state, events: iter(()),
        teller=lambda game, state: told,
        round_of=lambda state: int(state.turn),
    )


def told(event: Event, before: Event | None) -> str:
    """The race in words."""
    return f"{event.player} goes {event.steps}" if isinstance(event, Advanced) else type(event).__name__


def race(goal: int = GOAL) -> dict[str, Offer]:
    """A table that offers the race alone."""
    return {"race": Offer(kind=race_kind(goal))}


PATIENCE = 60
"""Seconds that an answer may take on a busy machine."""

DELIVERED = cache(Delivery)
"""The files of the pages, put together once for all tables of the tests."""

ANEW = httpx.Limits(max_keepalive_connections=0)
"""Every question over a connection of its own: a server may close one that was idle just when it is asked again."""


@contextmanager
def serving(
    database: str,
    limits: Limits | None = None,
    games: dict[str, Offer] | None = None,
    prepare: Callable[[FastAPI], object] = lambda app: None,
) -> Iterator[httpx.Client]:
    """A server on a free port of loopback, and a client of it; `prepare` may add to the application."""
    bounds = limits or PLENTY
    with (
        SHELF.lending(),
        _running(database, bounds, games, prepare) as address,
        httpx.Client(base_url=address, timeout=120, limits=ANEW) as client,
    ):
        yield client


@contextmanager
def _running(
    database: str, bounds: Limits, games: dict[str, Offer] | None, prepare: Callable[[FastAPI], object]
) -> Iterator[str]:
    """A server in a thread, by its address."""
    with patch.object(server, "Delivery", DELIVERED):
        app = server.create_app(database, bounds, games)
    prepare(app)
    config = uvicorn.Config(
        app,
        port=0,
        log_level="warning",
        log_config=None,
        access_log=False,
        ws_max_size=bounds.message,
        timeout_graceful_shutdown=1,
    )
    running = TableServer(config, bounds)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()


class Table:
    """One game at a table, as its creator knows it."""

    def __init__(self, client: httpx.Client, made: dict[str, Any]) -> None:
        self.client = client
        self.made = made
        self.id: str = made["game"]["id"]
        self.url = f"/api/games/{self.id}"

    def token(self, seat: str) -> str:
        """The token of a side, of those who `watch`, or of the `host`."""
        if seat == "host":
            return str(self.made["host"])
        return str(self.made["watch"]["token"] if seat == "watch" else self.made["seats"][seat]["token"])

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token(seat)}"} if seat else {}

    def get(self, seat: str, path: str = "", **query: Any) -> httpx.Response:
        return self.client.get(self.url + path, headers=self.headers(seat), params=query)

    def post(self, seat: str, path: str, **body: Any) -> httpx.Response:
        return self.client.post(self.url + path, headers=self.headers(seat), json=body)

    def say(self, seat: str, **command: Any) -> httpx.Response:
        return self.post(seat, "/say", command=command)

    def throw(self, count: int = 1) -> httpx.Response:
        """Whoever is to act throws."""
        return self.say(self.get("watch").json()["to_act"], type="Throw", count=count)

    def events(self, seat: str, **query: Any) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.get(seat, "/events", **query).json()["events"]
        return listed

    @contextmanager
    def live(self, seat: str, **hello: Any) -> Iterator[ClientConnection]:
        """A websocket that has said its greeting."""
        with connect(live_url(self.client, self.id)) as socket:
            token = {"token": self.token(seat)} if seat else {}
            with suppress(ConnectionClosed):
                socket.send(msgspec.json.encode({**token, **hello}).decode())
            yield socket


def live_url(client: httpx.Client, game: str) -> str:
    return f"{str(client.base_url).rstrip('/').replace('http', 'ws', 1)}/api/games/{game}/live"


def make(client: httpx.Client, **wanted: Any) -> Table:
    """A new game."""
    made = client.post("/api/games", json={"pace": 0, **wanted})
    assert made.status_code == 201, made.text
    return Table(client, made.json())


def make_race(client: httpx.Client, **wanted: Any) -> Table:
    """A race of two humans, unless said otherwise."""
    return make(client, **{"kind": "race", "scenario": "sprint", "seed": 7, **wanted})


def heard(socket: ClientConnection, until: int) -> list[dict[str, Any]]:
    """The messages of a websocket until events up to a number have come."""
    messages = []
    while True:
        message = msgspec.json.decode(socket.recv(timeout=20))
        messages.append(message)
        if message["say"] == "events" and message["to"] >= until:
            return messages
