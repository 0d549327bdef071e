"""The websocket of a game: in order, complete, each seat its own, and never brought down."""

from __future__ import annotations

import random
import socket as sockets
import threading
import time
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from overheat.table.guard.limits import Limits
from overheat.table.offers import Offer
from tabletop import heard, live_url, make_race, race, race_kind, serving


def _numbers(messages: list[dict[str, Any]]) -> list[int]:
    return [event["number"] for message in messages if message["say"] == "events" for event in message["events"]]


def _closed(socket: Any) -> tuple[int, str]:
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=10)
    return socket.protocol.close_code, socket.protocol.close_reason


def test_events_come_as_they_happen_to_every_seat_as_it_may_know_them(client: httpx.Client) -> None:
    table = make_race(client)
    with table.live("red") as red, table.live("blue") as blue, table.live("watch") as watch:
        for _ in range(10):
            table.throw()
        for seat, socket in (("red", red), ("blue", blue), ("watch", watch)):
            messages = heard(socket, 30)
            assert messages[0]["say"] == "welcome"
            told = [event for message in messages[1:] for event in message["events"]]
            assert told == table.events(seat)


def test_batches_leave_no_gap_between_them(client: httpx.Client) -> None:
    table = make_race(client, setup={"goal": 10_000}, scenario=None)
    for _ in range(80):
        table.throw()
    with table.live("red") as socket:
        batches = [message for message in heard(socket, 240) if message["say"] == "events"]
    assert [batch["after"] for batch in batches] == [0, *(batch["to"] for batch in batches[:-1])]


def test_a_connection_resumes_at_the_exact_event(client: httpx.Client) -> None:
    table = make_race(client)
    for _ in range(4):
        table.throw()
    with table.live("red", epoch=0, after=7) as socket:
        assert _numbers(heard(socket, 12)) == [event["number"] for event in table.events("red") if event["number"] > 7]


def test_a_connection_that_missed_an_undo_resumes_where_the_games_part(client: httpx.Client) -> None:
    table = make_race(client, hot_seat=True)
    for _ in range(4):
        table.throw()
    for _ in range(2):
        table.post("red", "/undo", agree=True)
    table.say("red", type="Pass")
    with table.live("red", epoch=0, after=12) as socket:
        messages = heard(socket, 7)
    assert messages[0]["after"] == 6
    assert _numbers(messages) == [7]


def test_an_undo_is_told_with_the_number_to_go_on_from(client: httpx.Client) -> None:
    table = make_race(client, hot_seat=True)
    with table.live("red") as socket:
        table.throw()
        table.throw()
        heard(socket, 6)
        table.post("red", "/undo", agree=True)
        undone = msgspec.json.decode(socket.recv(timeout=10))
        assert {"say": "undone", "after": 3, "epoch": 1, "number": 3}.items() <= undone.items()


def test_when_a_game_is_ended_those_who_watch_are_sent_home(client: httpx.Client) -> None:
    table = make_race(client)
    with table.live("red") as socket:
        socket.recv(timeout=10)
        client.delete(table.url, headers=table.headers("host"))
        assert _closed(socket) == (4410, "the game has been ended")


def test_votes_are_told(client: httpx.Client) -> None:
    table = make_race(client)
    table.throw()
    with table.live("blue") as socket:
        heard(socket, 3)
        table.post("red", "/undo", agree=True)
        assert msgspec.json.decode(socket.recv(timeout=10)) == {
            "say": "votes",
            "votes": ["red"],
            "wanted_back": "",
        }


def test_many_connections_that_come_and_go_lose_nothing_while_bots_play(client: httpx.Client) -> None:
    table = make_race(
        client, setup={"goal": 150}, scenario=None, seats={"red": "random", "blue": "random"}, open_to_all=True
    )
    stories: list[list[dict[str, Any]]] = []

    def watch(seed: int) -> None:
        luck, story, epoch, after = random.Random(seed), [], 0, 0
        while True:
            with table.live("", epoch=epoch, after=after) as socket:
                for _ in range(luck.randint(1, 12)):
                    message = msgspec.json.decode(socket.recv(timeout=20))
                    if message["say"] == "events":
                        assert message["after"] == after
                        story.extend(message["events"])
                        after = message["to"]
                        if message["outcome"] is not None and after == message["number"]:
                            stories.append(story)
                            return

    threads = [threading.Thread(target=watch, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)
    assert len(stories) == 8
    whole: list[dict[str, Any]] = []
    while page := table.events("", after=whole[-1]["number"] if whole else 0):
        whole += page
    assert all(story == whole for story in stories)


@pytest.mark.parametrize(
    ("greeting", "code"),
    [
        ('{"token": "wrong"}', 4401),
        ("{}", 4401),
        ("not json", 4400),
        ('{"token": 7}', 4400),
        ('{"after": -1}', 4400),
        ('{"after": 99999999999999999999}', 4400),
        ('{"stranger": 1}', 4400),
        ("[" * 5000, 4400),
    ],
)
def test_a_wrong_greeting_is_sent_away_with_the_reason(client: httpx.Client, greeting: str, code: int) -> None:
    table = make_race(client)
    with connect(live_url(client, table.id)) as socket:
        socket.send(greeting)
        said, reason = _closed(socket)
    assert said == code
    assert reason


def test_a_game_that_is_not_there_is_said_so(client: httpx.Client) -> None:
    with connect(live_url(client, "nowhere")) as socket:
        socket.send("{}")
        assert _closed(socket)[0] == 4404


def test_those_who_talk_after_the_greeting_are_sent_away(client: httpx.Client) -> None:
    table = make_race(client)
    with table.live("red") as socket:
        socket.send("ping")
        socket.send('{"say": "command"}')
        assert _closed(socket)[0] == 4400


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200)), second=st.binary(max_size=50))
def test_whatever_is_sent_the_server_lives_on(client: httpx.Client, data: bytes | str, second: bytes) -> None:
    table = _fuzzed(client)
    with suppress(ConnectionClosed), connect(live_url(client, table), close_timeout=1) as socket:
        socket.send(data)
        socket.send(second)
        socket.recv(timeout=5)
    assert socket.protocol.close_code in (1000, 4400, 4401)
    assert client.get("/healthz").text == "ok\n"


_KNOWN: dict[str, str] = {}


def _fuzzed(client: httpx.Client) -> str:
    """One open game for all that is thrown at it."""
    url = str(client.base_url)
    if url not in _KNOWN:
        _KNOWN[url] = make_race(client, open_to_all=True).id
    return _KNOWN[url]


def test_raw_bytes_instead_of_frames_do_no_harm(client: httpx.Client) -> None:
    luck = random.Random(3)
    for _ in range(20):
        with sockets.create_connection(("127.0.0.1", client.base_url.port or 80)) as raw:
            raw.sendall(
                f"GET /api/games/{_fuzzed(client)}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            raw.sendall(luck.randbytes(300))
    assert client.get("/healthz").text == "ok\n"


def test_who_says_nothing_is_sent_away(tmp_path: Any) -> None:
    limits = Limits(hello_seconds=0.2)
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, race()) as client:
        table = make_race(client)
        with connect(live_url(client, table.id)) as socket:
            assert _closed(socket) == (4400, "no greeting came")


def test_too_many_connections_are_sent_away(tmp_path: Any) -> None:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", Limits(clients=3, clients_per_game=2), race()) as client:
        table, other = make_race(client), make_race(client)
        with table.live("red") as one, table.live("red") as two:
            for socket in (one, two):
                socket.recv(timeout=5)
            with table.live("red") as three:
                assert _closed(three)[0] == 4429
            with other.live("red") as three, other.live("red") as four:
                three.recv(timeout=5)
                assert _closed(four)[0] == 4429


def test_a_slow_connection_is_dropped_and_the_others_are_not_held_up(tmp_path: Any) -> None:
    limits = Limits(slow_seconds=0.5, requests_per_second=1e6, burst=1e6)
    kind = msgspec.structs.replace(race_kind(), teller=lambda game, state: lambda event, before: "word " * 10_000)
    wordy = {"race": Offer(kind=kind)}
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, wordy) as client:
        table = make_race(
            client, setup={"goal": 10**9}, scenario=None, seats={"red": "random", "blue": "random"}, open_to_all=True
        )
        with table.live("") as quick, _deaf(client, table.id):
            quick.recv(timeout=5)
            deadline = time.monotonic() + 20
            while client.get("/api/server").json()["clients"] > 1:
                quick.recv(timeout=5)
                assert time.monotonic() < deadline, "the slow one is still there"
            assert msgspec.json.decode(quick.recv(timeout=5))["say"] == "events"


def _deaf(client: httpx.Client, game: str) -> sockets.socket:
    """A connection that greets, and then reads nothing at all."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", client.base_url.port or 80))
    raw.sendall(
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    raw.recv(1000)
    raw.sendall(b"\x81\x82\x00\x00\x00\x00{}")
    return raw
