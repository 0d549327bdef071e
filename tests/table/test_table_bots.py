"""Bots at the table that behave badly: the game goes on all the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from overheat.lab.players import BOTS
from tabletop import Table, make, make_race, race, serving
from toy import RaceGame, Throw


class Cheat:
    """Says what it may not."""

    def __init__(self, dice: Any) -> None: ...

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        return Throw(7)


class Broken(Cheat):
    """Fails whenever it is asked."""

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        raise ZeroDivisionError


class Breaker(Cheat):
    """Says what breaks the engine."""

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        return Throw(99)


class Slow(Cheat):
    """Thinks until it is let go."""

    gate = threading.Event()

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        self.gate.wait(20)
        return legal[0]


@pytest.mark.parametrize("bot", [Cheat, Broken, Breaker])
def test_a_bot_that_cannot_be_listened_to_says_the_first_thing_that_is_legal(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, bot: Any
) -> None:
    monkeypatch.setitem(BOTS, ("race", "bad"), bot)
    table = make_race(client, seats={"blue": "bad"})
    for turn in (1, 2, 3):
        table.say("red", type="Pass")
        _until(lambda: table.get("red").json()["to_act"] == "red")
        assert table.get("red").json()["step"] == 2 * turn


class Talkative(Cheat):
    """Says why it does what it does."""

    reason = "the first that is offered"

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        return next(command for command in legal if isinstance(command, Throw))


def test_the_reason_of_a_bot_is_told_with_the_first_event_of_what_it_did_and_forgotten_with_it(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, ("race", "talkative"), Talkative)
    table = make_race(client, seats={"blue": "talkative"})
    table.say("red", type="Throw", count=1)
    _until(lambda: _commands(table) == 2)
    told = [event["reason"] for event in table.get("red", "/events").json()["events"]]
    assert told.count(Talkative.reason) == 1
    assert table.post("red", "/undo", agree=True).json()["undone"]
    assert not any(event["reason"] for event in table.get("red", "/events").json()["events"])


def test_the_reasons_of_bots_outlast_a_restart_but_not_what_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, ("race", "talkative"), Talkative)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(url, games=race()) as client:
        table = make_race(client, seats={"blue": "talkative"})
        table.say("red", type="Throw", count=1)
        _until(lambda: _commands(table) == 2)
        table.say("red", type="Throw", count=1)
        _until(lambda: _commands(table) == 4)
        before = [event["reason"] for event in table.get("red", "/events").json()["events"]]
        assert before.count(Talkative.reason) == 2
    with serving(url, games=race()) as client:
        table = Table(client, table.made)
        assert [event["reason"] for event in table.get("red", "/events").json()["events"]] == before
        assert table.post("red", "/undo", agree=True).json()["undone"]
    with serving(url, games=race()) as client:
        told = [event["reason"] for event in Table(client, table.made).get("red", "/events").json()["events"]]
        assert told.count(Talkative.reason) == 1


def test_while_a_bot_thinks_everything_else_is_answered(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, ("race", "slow"), Slow)
    Slow.gate.clear()
    waiting, other = make_race(client, seats={"red": "slow"}), make_race(client)
    try:
        for _ in range(4):
            assert other.throw().status_code == 200
        assert waiting.get("blue").json()["step"] == 0
        assert waiting.get("blue", "/view").status_code == 200
    finally:
        Slow.gate.set()
    _until(lambda: waiting.get("blue").json()["to_act"] == "blue")


def test_a_thought_of_a_moment_that_was_taken_back_is_not_said(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, ("race", "slow"), Slow)
    Slow.gate.clear()
    table = make_race(client, seats={"blue": "slow"})
    table.say("red", type="Throw", count=1)
    time.sleep(0.1)
    assert table.post("red", "/undo", agree=True).json()["undone"]
    Slow.gate.set()
    time.sleep(0.3)
    assert _commands(table) == 0
    table.say("red", type="Pass")
    _until(lambda: _commands(table) == 2)


def test_bots_go_on_after_a_moment_in_which_nothing_could_be_found_to_say(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def broken(game: Any, state: Any, player: str) -> list[Any]:
        asked.append(player)
        raise ZeroDivisionError

    table = make_race(client, seats={"blue": "random"})
    with monkeypatch.context() as patch:
        table.say("red", type="Pass")
        _until(lambda: _commands(table) == 2)
        patch.setattr(RaceGame, "apply", lambda game, state, player, command, dice: _passed(state))
        patch.setattr(RaceGame, "legal", broken)
        table.say("red", type="Pass")
        _until(lambda: len(asked) >= 2)
    time.sleep(0.1)
    assert _commands(table) == 3
    table.post("red", "/undo", agree=False)
    _until(lambda: _commands(table) == 4)


def _passed(state: Any) -> Any:
    return msgspec.structs.replace(state, turn=state.turn + 1), ()


def test_a_bot_that_is_not_there_is_refused(client: httpx.Client) -> None:
    answer = client.post("/api/games", json={"kind": "race", "scenario": "sprint", "seats": {"red": "genius"}})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "lab.bot")
    answer = client.post("/api/games", json={"kind": "race", "scenario": "sprint", "seats": {"green": "random"}})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "table.sides")


def _commands(table: Table) -> int:
    return int(table.get("red").json()["step"])


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Pointing(Cheat):
    """Says of which unit it thought, and keeps nothing in secret."""

    reason = ""

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        command = next((each for each in legal if getattr(each, "where", "table") == "table"), legal[0])
        self.reason = f"because of {getattr(command, 'unit', 'nobody')}"
        return command


def test_a_reason_stands_with_the_first_event_that_is_told_where_what_comes_before_it_is_not(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of H.E.A.T no command begins with an event that anybody is told of."""
    monkeypatch.setitem(BOTS, ("platoon", "pointing"), Pointing)
    seats = {"attacker": "pointing", "defender": "pointing"}
    table = make(client, kind="platoon", scenario="crossroads", seats=seats, seed=3, pace=0)
    _until(lambda: table.get("watch").json()["step"] >= 40)
    events = table.get("watch", "/events").json()["events"]
    placed = [each for each in events if each["kind"] == "Deployed"]
    assert len(placed) > 20
    for each in placed:
        assert each["reason"] == f"because of {each['event']['unit']}"
    later = table.get("watch", "/events", after=placed[5]["number"] - 1).json()["events"]
    assert later[0] == placed[5]
