"""Whatever strangers ask, send, or leave unread: those who play are answered, bots go on, and refusals are typed.

Slow work is a task that sleeps until its process is ended, so nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import gc
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from fastapi.responses import Response
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from overheat.table.asking import ErrandsHere
from overheat.table.guard.connections import READ, Sweep
from overheat.table.guard.limits import Limits
from overheat.table.offers import offers
from tabletop import PLENTY, Table, live_url, make, make_race, race, serving

FOR_EVER = 3600
PATIENT = msgspec.structs.replace(PLENTY, errand_seconds=FOR_EVER, workers=1, errands=1)


def slow_door(app: FastAPI) -> None:
    """A door behind which a task sleeps as long as it is let."""

    @app.get("/api/slow")
    async def slow(errands: ErrandsHere) -> Response:
        await errands.work(time.sleep, FOR_EVER)
        return Response()


class Hostile:
    """A table, its application, and everything that strangers do to it."""

    def __init__(self, client: httpx.Client, app: FastAPI) -> None:
        self.client = client
        self.hub = app.state.hub
        self.address = str(client.base_url.host), int(client.base_url.port or 0)

    def ask_slowly(self) -> threading.Thread:
        """Ask for work that never ends; the answer is of no interest."""

        def ask() -> None:
            with suppress(httpx.HTTPError):
                httpx.get(f"{self.client.base_url}/api/slow", timeout=60)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        return thread

    def upload(self, path: str = "/api/classic/muster") -> socket.socket:
        """Begin to send a request, and stop in the middle."""
        sent = socket.create_connection(self.address)
        head = f"POST {path} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
        sent.sendall(f'{head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{"board"'.encode())
        return sent


@contextmanager
def hostile(folder: Any, limits: Limits) -> Iterator[Hostile]:
    known: list[FastAPI] = []

    def prepare(app: FastAPI) -> None:
        known.append(app)
        slow_door(app)

    games = {**offers(), **race(goal=100_000)}
    with serving(f"sqlite:///{folder / 'table.sqlite'}", limits, games, prepare) as client:
        yield Hostile(client, known[0])


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that must come to pass; a test that hangs here has failed."""
    while not holds():
        time.sleep(0.01)


def played_on(table: Table, commands: int = 10) -> bool:
    """Whether the bots of a game go on by so many commands."""
    begun = table.get("watch").json()["step"]
    until(lambda: table.get("watch").json()["step"] >= begun + commands)
    return True


def bots_and_a_person(table: Hostile) -> tuple[Table, Table]:
    """A game between bots that goes on for long, and one of people."""
    return make_race(table.client, seats={"red": "random", "blue": "random"}), make_race(table.client)


def test_while_strangers_fill_every_place_people_and_bots_play_on(tmp_path: Any) -> None:
    with hostile(tmp_path, PATIENT) as table:
        bots, people = bots_and_a_person(table)
        askers = [table.ask_slowly(), table.ask_slowly()]
        until(lambda: table.hub.strangers.waiting == 1)
        for path, body, expected in (
            ("/api/units/read", {"unit": "Atlas AS7-D"}, (503, "table.busy")),
            ("/api/adjudicate", {}, (503, "table.busy")),
            ("/api/classic/muster", {}, (422, "request.form")),
        ):
            refused = table.client.post(path, json=body)
            assert (refused.status_code, refused.json()["refusal"]["id"]) == expected
        assert table.client.get("/api/slow").headers["Retry-After"]
        assert [people.throw().status_code for _ in range(4)] == [200] * 4
        assert played_on(bots)
        assert (table.hub.strangers.waiting, [asker.is_alive() for asker in askers]) == (1, [True, True])


def test_what_takes_too_long_is_stopped_and_the_next_question_answered(tmp_path: Any) -> None:
    with hostile(tmp_path, msgspec.structs.replace(PATIENT, errand_seconds=10)) as table:
        table.hub.strangers._limits = msgspec.structs.replace(PATIENT, errand_seconds=0.2)
        refused = table.client.get("/api/slow")
        assert (refused.status_code, refused.json()["refusal"]["id"]) == (504, "table.deadline")
        assert table.hub.strangers.processes == 0
        table.hub.strangers._limits = PATIENT
        assert table.client.post("/api/units/read", json={"unit": "Atlas AS7-D"}).json()["unit"]["tons"] == 100


def test_unfinished_uploads_make_no_bot_wait(tmp_path: Any) -> None:
    with hostile(tmp_path, PLENTY) as table, ExitStack() as open_ones:
        bots, people = bots_and_a_person(table)
        for _ in range(5):
            open_ones.enter_context(table.upload())
            open_ones.enter_context(table.upload("/api/games/import"))
        assert people.throw().status_code == 200
        assert played_on(bots)
        assert table.hub.visitors.waiting == 0


def test_an_upload_that_does_not_arrive_in_time_is_refused_and_its_connection_ends(tmp_path: Any) -> None:
    with hostile(tmp_path, msgspec.structs.replace(PLENTY, body_seconds=0.1)) as table, table.upload() as upload:
        answer = b""
        while piece := upload.recv(4096):
            answer += piece
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"table.slow"' in answer


def test_too_much_that_arrives_at_once_is_refused(tmp_path: Any) -> None:
    with hostile(tmp_path, msgspec.structs.replace(PLENTY, bodies=5_000)) as table:
        refused = table.client.post("/api/units/read", json={"unit": "x" * 9_000})
        assert (refused.status_code, refused.json()["refusal"]["id"]) == (503, "table.busy")
    with hostile(tmp_path, msgspec.structs.replace(PLENTY, bytes_per_second=0.001, bytes_burst=5_000)) as table:
        refused = table.client.post("/api/units/read", json={"unit": "x" * 9_000})
        assert (refused.status_code, refused.json()["refusal"]["id"]) == (429, "table.rate")


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET"]
)
def test_a_connection_that_never_asks_for_anything_is_dropped(tmp_path: Any, sent: bytes) -> None:
    limits = msgspec.structs.replace(PLENTY, head_seconds=0.1)
    with hostile(tmp_path, limits) as table, socket.create_connection(table.address) as idle:
        idle.sendall(sent)
        with suppress(ConnectionError):
            while idle.recv(4096):
                pass
        assert table.client.get("/healthz").status_code == 200


def test_a_set_up_of_ones_own_is_begun_by_a_process_for_strangers_and_played_here(tmp_path: Any) -> None:
    with hostile(tmp_path, PATIENT) as table:
        setup = table.client.get("/api/kinds/classic/scenarios/duel").json()
        assert table.hub.strangers.processes == 0
        made = table.client.post("/api/games", json={"kind": "classic", "scenario": "duel"})
        assert (made.status_code, table.hub.strangers.processes) == (201, 0)
        wanted = {"kind": "classic", "setup": setup, "hot_seat": True, "seed": 3}
        made = table.client.post("/api/games", json=wanted)
        assert (made.status_code, table.hub.strangers.processes) == (201, 1)
        assert played(Table(table.client, made.json())) == played(make(table.client, **wanted, scenario=None))


def played(table: Table) -> list[Any]:
    """What happens when the first legal command is said five times."""
    for _ in range(5):
        commands = table.get(side := table.get("watch").json()["to_act"], "/legal").json()["commands"]
        assert table.say(side, **commands[0]).status_code == 200
    brought = table.client.post("/api/games/import", json={"log": table.get("host", "/log").text})
    assert brought.json()["game"]["number"] == table.get("host").json()["number"]
    return table.events("watch")


def test_a_board_larger_than_the_limit_is_refused_before_it_is_read(tmp_path: Any) -> None:
    sides = {side: [{"unit": "Atlas AS7-D"}] for side in ("red", "blue")}
    with hostile(tmp_path, PATIENT) as table:
        wanted = {"board": "b", "board_text": "size 500 500\nend\n", "sides": sides}
        refused = table.client.post("/api/classic/muster", json=wanted)
        assert (refused.status_code, refused.json()["refusal"]["id"]) == (422, "table.board")
        assert table.hub.strangers.processes == 0


class Wire:
    """A connection as the sweep sees it."""

    def __init__(self, unread: int = 0, *, answered: bool | None = None, closing: bool = False) -> None:
        self.unread = unread
        self.cycle = None if answered is None else SimpleNamespace(response_complete=answered)
        self.transport = SimpleNamespace(get_write_buffer_size=lambda: self.unread, is_closing=lambda: closing)


def test_who_does_not_read_is_dropped_and_who_reads_slowly_is_not() -> None:
    clock = [0.0]
    sweep = Sweep(Limits(slow_seconds=15), lambda: clock[0])
    stuck, slow = Wire(1_000_000, answered=False), Wire(1_000_000, answered=False)
    dropped = []
    for clock[0] in range(40):
        dropped += [(wire, clock[0]) for wire, why in sweep.look([stuck, slow]) if "read" in why]
        slow.unread -= READ
    assert (stuck, 16) in dropped
    assert {wire for wire, _ in dropped} == {stuck}


def test_of_too_many_connections_those_that_have_asked_for_nothing_longest_are_dropped() -> None:
    clock = [0.0]
    sweep = Sweep(Limits(connections=3, head_seconds=99), lambda: clock[0])
    busy, first, second, third = Wire(answered=False), Wire(), Wire(), Wire()
    assert sweep.look([busy, first, second]) == []
    clock[0] = 1
    assert [wire for wire, _ in sweep.look([third, busy, second, first])] == [second]


def test_a_moment_can_be_told_while_its_last_command_is_taken_back(tmp_path: Any) -> None:
    """Threads that tell of a moment go on with its events, whatever the game is by then."""
    with hostile(tmp_path, PLENTY) as table:
        game = make_race(table.client, hot_seat=True)
        game.throw()
        room = table.hub._rooms[game.get("red").json()["id"]]
        before = room.now
        assert game.post("red", "/undo").json()["undone"]
        assert room.now.number == 0 < before.number
        told = room.told(before, ("red", "blue"), 1, before.number)
        assert [each.number for each in told] == list(range(2, before.number + 1))


def test_a_connection_that_has_ended_is_forgotten() -> None:
    """What a connection is doing knows the connection, as it does in the server."""
    sweep, wire = Sweep(Limits()), Wire(answered=False)
    assert wire.cycle is not None
    wire.cycle.connection = wire
    sweep.look([wire])
    gone = weakref.ref(wire)
    del wire
    sweep.look([])
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", {"scenario": "duel", "title": "?"}),
        ("/api/games", {"scenario": "duel", "seats": {"?": "human"}}),
        ("/api/games", {"kind": "?", "scenario": "duel"}),
        ("/api/games", {"scenario": "duel", "rules": ["?"]}),
        ("/api/games/import", {"log": "?"}),
        ("/api/units/read", {"unit": "?.mtf", "text": "chassis:x"}),
        ("/api/units/read", {"unit": "x.mtf", "text": "?"}),
        ("/api/units/card.svg", {"unit": "?"}),
        ("/api/print/cards.pdf", {"units": [{"unit": "Atlas AS7-D"}], "heading": "?"}),
        ("/api/boards/board.svg", {"text": "?"}),
        ("/api/classic/muster", {"board": "?", "sides": {}}),
        ("/api/classic/muster", {"board": "valley", "sides": {"?": [{"unit": "Atlas AS7-D"}]}}),
        ("/api/adjudicate", {"board": "?"}),
        ("/api/adjudicate/volley", {"attacker": {"unit": "?"}}),
        ("/api/platoon/check", {"platoon": "?"}),
        ("/api/platoon/check", {"roster": {"?": "?"}}),
        ("/api/platoon/adjudicate", {"question": "?"}),
        ("/say", {"command": {"type": "?"}}),
        ("/say", {"command": {"type": "Throw", "count": 1}, "player": "?"}),
    ],
)
@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "a\\uDbFFz", "\\ud800\\ud800", "\\udc00\\ud800"])
def test_half_a_character_is_one_clear_refusal(
    client: httpx.Client, path: str, body: dict[str, Any], half: str
) -> None:
    table = make_race(client)
    content = msgspec.json.encode(body).decode().replace("?", half).encode()
    headers = {"Content-Type": "application/json", **table.headers("red")}
    answer = client.post(table.url + path if path == "/say" else path, content=content, headers=headers)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "request.form")
    assert "half a character" in answer.json()["refusal"]["reason"]


@pytest.mark.parametrize(
    "body", [b'{"unit": "\xed\xa0\x80"}', '{"unit": "x"}'.encode("utf-16-le"), b'{"unit": "\xff"}']
)
def test_what_is_not_text_in_utf8_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/units/read", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "request.form")


def test_whole_characters_beyond_the_first_65536_are_taken_as_they_are(client: httpx.Client) -> None:
    content = b'{"kind": "race", "scenario": "sprint", "title": "\\ud83d\\ude00 \\\\ud800"}'
    made = client.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert made.json()["game"]["title"] == "\U0001f600 \\ud800"


def test_half_a_character_in_the_lines_of_a_log_is_refused(client: httpx.Client) -> None:
    line = r'{"line":"header","format":1,"game":"race","rules":["race"],"seed":1,"setup":{"goal":3,"x":"\ud800"}}'
    for log in (line, line.replace("race", r"\ud800")):
        answer = client.post("/api/games/import", json={"log": log})
        assert answer.status_code == 422
        assert answer.json()["refusal"]["id"].startswith(("log.", "table."))


def test_half_a_character_in_a_greeting_closes_the_websocket_with_the_reason(client: httpx.Client) -> None:
    with connect(live_url(client, make_race(client).id)) as live:
        live.send('{"token": "\\ud800"}')
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4400, "that is no greeting")


def test_one_address_cannot_have_all_websockets(tmp_path: Any) -> None:
    with hostile(tmp_path, msgspec.structs.replace(PLENTY, clients_each=1)) as table:
        game = make_race(table.client)
        with game.live("red") as first:
            assert msgspec.json.decode(first.recv(timeout=20))["say"] == "welcome"
            with game.live("blue") as second, pytest.raises(ConnectionClosed) as closed:
                second.recv(timeout=20)
        until(lambda: not table.hub.clients_at)
        with game.live("blue") as third:
            assert msgspec.json.decode(third.recv(timeout=20))["say"] == "welcome"
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
