"""A database that fails, goes away and comes back: nothing acknowledged is lost, and every game goes on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text

from faults import Faults, Kept, Player, check_log
from overheat.table import server
from overheat.table.store import database
from overheat.table.store.store import Store
from postgres import Postgres
from tabletop import PLENTY, Table, make_race, race, serving

FAR = {"setup": {"goal": 100_000}, "scenario": None}
BOTS = {"seats": {"red": "random", "blue": "random"}}


@contextmanager
def table_at(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[httpx.Client, Store]]:
    """A server at a database, and its store."""
    kept = Kept()
    monkeypatch.setattr(server, "Store", kept)
    with serving(url, games=race()) as client:
        yield client, kept.stores[0]


POINTS = [("statement", nth) for nth in range(1, 8)] + [("before commit", 1), ("after commit", 1)]


@pytest.mark.parametrize("outage", [0.0, 0.25], ids=["a moment", "the reload fails too"])
def test_a_command_is_kept_once_wherever_the_database_fails(
    url: str, outage: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_at(url, monkeypatch) as (client, store):
        player, faults = Player(make_race(client, hot_seat=True, **FAR)), Faults(store)
        for point, nth in POINTS:
            faults.arm(point, nth, outage)
            player.say()
            faults.disarm()
            player.say()
        assert faults.made >= 6
        player.check(store)


def test_an_undo_is_done_once_wherever_the_database_fails(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(url, monkeypatch) as (client, store):
        player, faults = Player(make_race(client, hot_seat=True, **FAR)), Faults(store)
        player.say()
        for epoch, (point, nth) in enumerate(POINTS, start=1):
            player.say()
            faults.arm(point, nth, 0.2)
            vote = {"agree": True, "id": f"undo-{epoch}"}
            answer = player.until_answered(lambda vote=vote: player.table.post("red", "/undo", **vote))
            faults.disarm()
            assert {"undone": True, "epoch": epoch, "number": 3}.items() <= answer.json().items()
            assert player.table.get("red").json()["step"] == 1
        check_log(player.table, store)


def test_what_is_said_again_is_answered_as_the_first_time_also_after_a_restart(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"command": {"type": "Throw", "count": 1}, "id": "first-throw", "step": 0}
    with table_at(url, monkeypatch) as (client, _):
        table = make_race(client)
        first = table.post("red", "/say", **said)
        assert first.status_code == 200
        table.say("blue", type="Pass")
        assert table.post("red", "/say", **said).json() == first.json()
        assert table.get("red").json()["step"] == 2
    with table_at(url, monkeypatch) as (client, store):
        table = Table(client, table.made)
        assert table.post("red", "/say", **said).json() == first.json()
        assert table.get("red").json()["step"] == 2
        check_log(table, store)


def test_a_command_that_was_taken_back_is_not_done_again_when_it_comes_late(client: httpx.Client) -> None:
    table = make_race(client, hot_seat=True)
    said = {"command": {"type": "Throw", "count": 1}, "id": "late"}
    first = table.post("red", "/say", **said).json()
    assert table.post("red", "/undo").json()["undone"]
    assert table.post("red", "/say", **said).json() == first
    now = table.get("red").json()
    assert (now["epoch"], now["step"]) == (1, 0)


def test_commands_are_not_taken_back_without_end(tmp_path: Path) -> None:
    bounds = msgspec.structs.replace(PLENTY, undos=2)
    with serving(f"sqlite:///{tmp_path / 'table.sqlite'}", bounds, race()) as client:
        table = make_race(client, hot_seat=True)
        answers = []
        for _ in range(3):
            table.throw()
            answers.append(table.post("red", "/undo"))
        assert [answer.status_code for answer in answers] == [200, 200, 409]
        assert answers[-1].json()["refusal"]["id"] == "table.undo"


def test_a_vote_that_is_said_again_after_the_taking_back_asks_for_no_other(client: httpx.Client) -> None:
    table = make_race(client)
    table.say("red", type="Throw", count=1)
    table.say("blue", type="Pass")
    table.say("red", type="Throw", count=1)
    vote = {"agree": True, "id": "of-red"}
    assert not table.post("red", "/undo", **vote).json()["undone"]
    assert table.post("blue", "/undo", agree=True, id="of-red").json()["refusal"]["id"] == "table.id"
    assert table.post("blue", "/undo", agree=True, id="of-blue").json()["undone"]
    again = table.post("red", "/undo", **vote).json()
    assert (again["undone"], again["epoch"]) == (True, 1)
    now = table.get("red").json()
    assert (now["epoch"], now["step"], now["votes"]) == (1, 2, [])


def test_a_command_is_not_acknowledged_because_another_was_kept_with_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with table_at(url, monkeypatch) as (one, _), table_at(url, monkeypatch) as (other, store):
        here = make_race(one, hot_seat=True)
        there = Table(other, here.made)
        keep = store.append

        def late(*facts: Any, **more: Any) -> None:
            assert here.post("red", "/say", command={"type": "Pass"}, id="one").status_code == 200
            keep(*facts, **more)

        monkeypatch.setattr(store, "append", late)
        answer = there.post("red", "/say", command={"type": "Throw", "count": 1}, id="one")
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (409, "table.elsewhere")


def test_an_id_is_for_one_thing(client: httpx.Client) -> None:
    table = make_race(client)
    assert table.post("red", "/say", command={"type": "Pass"}, id="one").status_code == 200
    for seat, command in (("blue", {"type": "Pass"}), ("red", {"type": "Throw", "count": 1})):
        answer = table.post(seat, "/say", command=command, id="one")
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (409, "table.id")
    assert table.get("red").json()["step"] == 1


@pytest.mark.parametrize("id", ["", "x" * 65, "a b", "é", "a\n", 7])
def test_an_id_has_a_form(client: httpx.Client, id: object) -> None:
    answer = make_race(client).post("red", "/say", command={"type": "Pass"}, id=id)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "request.form")
    assert "\n" not in answer.json()["refusal"]["reason"]


def test_a_server_that_is_behind_another_reads_the_game_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(url, monkeypatch) as (one, store), table_at(url, monkeypatch) as (other, _):
        here = make_race(one, hot_seat=True, **FAR)
        there = Table(other, here.made)
        statuses = []
        for table in (here, there, there, here, there, here):
            answer = table.say("red", type="Throw", count=1)
            statuses.append(answer.status_code)
            if answer.status_code == 409:
                assert answer.json()["refusal"]["id"] == "table.elsewhere"
                assert table.say("red", type="Throw", count=1).status_code == 200
        assert statuses == [200, 200, 200, 409, 409, 409]
        assert there.post("red", "/undo").json().get("undone") is None
        assert there.post("red", "/undo").json()["undone"]
        assert here.get("red").json()["step"] == 6
        assert here.say("red", type="Pass").status_code == 409
        assert here.get("red").json()["step"] == 5
        check_log(here, store)


def test_while_the_store_is_away_everybody_is_told_and_afterwards_all_goes_on(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "overheat.table")
    with table_at(url, monkeypatch) as (client, store):
        table, bots = make_race(client, hot_seat=True, **FAR), make_race(client, **FAR, **BOTS, pace=0.01)
        faults, player = Faults(store), Player(table)
        with table.live("watch") as socket, bots.live("watch") as beside:
            player.say()
            assert client.get("/healthz").text == "ok\n"
            faults.arm("before commit", 1, 1.5)
            answer = table.post("red", "/say", command={"type": "Throw", "count": 1}, id="unanswered")
            assert (answer.status_code, answer.json()["refusal"]["id"]) == (503, "table.store")
            _until(lambda: client.get("/healthz").status_code == 503)
            assert client.get("/healthz").text.startswith("nothing can be saved: ")
            for path in ("", "/view", "/events"):
                assert table.get("red", path).status_code in (200, 503)
            player.say(id="unanswered")
            heard = _heard_until(socket, lambda message: message.get("to") == 6)
            told = [message["away"] for message in heard if message["say"] == "store"]
            assert told == [True, False]
            assert _numbers(heard) == [1, 2, 4, 5]
            aside = _heard_until(beside, lambda message: message["say"] == "store" and not message["away"])
            assert [message["away"] for message in aside if message["say"] == "store"] == [True, False]
        _until(lambda: client.get("/healthz").status_code == 200)
        _goes_on(bots)
        player.check(store)
        client.delete(bots.url, headers=bots.headers("host"))
    logged = [record.getMessage() for record in caplog.records if record.name == "overheat.table"]
    assert len(logged) == 2, logged
    assert logged[0].startswith("nothing can be saved: ")
    assert logged[1].startswith("games can be saved again, after ")
    assert not any(record.exc_info for record in caplog.records)


def test_a_full_disk_stops_nobody_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(f"sqlite:///{tmp_path / 'table.sqlite'}", monkeypatch) as (client, store):
        faults, player = Faults(store), Player(make_race(client, hot_seat=True, **FAR))
        bots = make_race(client, **FAR, **BOTS)
        for _ in range(2):
            player.say()
            with faults.full_disk():
                unsaid = _said_until_full(player)
                _until(lambda: client.get("/healthz").text == "nothing can be saved: the disk is full\n")
            player.say(id=unsaid)
            _goes_on(bots)
        client.delete(bots.url, headers=bots.headers("host"))
        player.check(store)


def _said_until_full(player: Player) -> str:
    """Say commands until one cannot be saved any more: its id."""
    for number in count():
        id = f"{len(player.answers)}-{number}"
        answer = player.table.post("red", "/say", command={"type": "Throw", "count": 1}, id=id)
        if answer.status_code != 200:
            assert "the disk is full" in answer.json()["refusal"]["reason"]
            return id
        player.answers.append(answer.json())
    raise AssertionError


def test_postgresql_stops_and_starts_again_under_a_game(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(postgres.url, monkeypatch) as (client, store):
        player, bots = Player(make_race(client, hot_seat=True, **FAR)), make_race(client, **FAR, **BOTS, pace=0.01)
        for _ in range(2):
            player.say()
            postgres.stop()
            again = threading.Timer(0.5, postgres.start)
            again.start()
            for _ in range(10):
                player.say()
            again.join()
            _goes_on(bots)
        assert player.refusals
        player.check(store)
        client.delete(bots.url, headers=bots.headers("host"))


def test_connections_to_postgresql_are_cut_again_and_again(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    with table_at(postgres.url, monkeypatch) as (client, store):
        player, over = Player(make_race(client, hot_seat=True, **FAR)), threading.Event()
        other = Store(postgres.url)

        def cut() -> None:
            """Cut them, but not again before something was said: else a slow machine would never get to say it."""
            answered = -1
            while not over.wait(0.05):
                if len(player.answers) == answered:
                    continue
                answered = len(player.answers)
                with other.engine.connect() as connection:
                    connection.execute(
                        text(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                        )
                    )

        thread = threading.Thread(target=cut)
        thread.start()
        try:
            for _ in range(30):
                player.say()
        finally:
            over.set()
            thread.join()
            other.close()
        player.check(store)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_a_postgresql_that_is_frozen_is_noticed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1.0)
    with table_at(postgres.url, monkeypatch) as (client, store):
        player = Player(make_race(client, hot_seat=True, **FAR))
        player.say()
        thaw = postgres.freeze()
        try:
            answer = player.table.post("red", "/say", command={"type": "Throw", "count": 1}, id="cold")
            assert (answer.status_code, answer.json()["refusal"]["id"]) == (503, "table.store")
            assert client.get("/healthz").status_code == 503
        finally:
            thaw()
        player.say(id="cold")
        player.say()
        player.check(store)


def test_an_sqlite_file_that_another_program_holds_is_a_typed_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_at(f"sqlite:///{tmp_path / 'table.sqlite'}", monkeypatch) as (client, store):
        player = Player(make_race(client, hot_seat=True, **FAR))
        player.say()
        holder = store.engine.raw_connection()
        holder.cursor().execute("BEGIN IMMEDIATE")
        answer = player.table.say("red", type="Throw", count=1)
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (503, "table.store")
        assert "another program holds the database" in answer.json()["refusal"]["reason"]
        assert client.get("/healthz").status_code == 503
        holder.rollback()
        holder.close()
        player.say()
        player.check(store)


def _heard_until(socket: Any, last: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    messages = []
    while True:
        messages.append(msgspec.json.decode(socket.recv(timeout=20)))
        if last(messages[-1]):
            return messages


def _numbers(messages: list[dict[str, Any]]) -> list[int]:
    return [event["number"] for message in messages if message["say"] == "events" for event in message["events"]]


def _goes_on(bots: Table) -> None:
    step = bots.get("watch").json()["step"]
    _until(lambda: bots.get("watch").json()["step"] > step + 2)


def _until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
