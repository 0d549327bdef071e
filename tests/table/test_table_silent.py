"""Commands after which nothing has happened yet: everybody still hears whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from overheat.kernel.dice import Dice
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.table.offers import Offer
from tabletop import SecretRace, make_race, race_kind, serving
from toy import Pass, Race


class SilentRace(SecretRace):
    """The race, where nobody notices that a runner passes."""

    def apply(self, state: Race, player: Player, command: Any, dice: Dice) -> tuple[Race, tuple[Event, ...]] | Refusal:
        result = super().apply(state, player, command, dice)
        return (result[0], ()) if isinstance(command, Pass) and not isinstance(result, Refusal) else result


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[httpx.Client]:
    kind = msgspec.structs.replace(race_kind(), make=lambda rules: SilentRace())
    games = {"race": Offer(kind=kind)}
    with serving(f"sqlite:///{tmp_path / 'silent.sqlite'}", games=games) as client:
        yield client


def test_a_command_without_events_is_told_with_whose_turn_it_is(silent: httpx.Client) -> None:
    table = make_race(silent)
    with table.live("blue") as socket:
        assert msgspec.json.decode(socket.recv(timeout=10))["to_act"] == "red"
        said = table.say("red", type="Pass").json()
        message = msgspec.json.decode(socket.recv(timeout=10))
    assert (said["number"], said["to_act"]) == (0, "blue")
    assert (message["say"], message["after"], message["to"], message["events"]) == ("events", 0, 0, [])
    assert message["to_act"] == "blue"


def test_events_after_a_silent_command_come_once_and_in_order(silent: httpx.Client) -> None:
    table = make_race(silent)
    with table.live("watch") as socket:
        table.say("red", type="Pass")
        assert table.say("blue", type="Throw", count=2).status_code == 200
        events: list[dict[str, Any]] = []
        while not events:
            events += msgspec.json.decode(socket.recv(timeout=10)).get("events", [])
    assert events == table.events("watch")


def test_a_command_meant_for_before_a_silent_one_is_refused(silent: httpx.Client) -> None:
    table = make_race(silent, hot_seat=True)
    before = table.get("red", "/view").json()
    assert (before["number"], before["step"]) == (0, 0)
    assert table.post("red", "/say", command={"type": "Pass"}, number=0, step=0).json()["step"] == 1
    late = table.post("blue", "/say", command={"type": "Pass"}, player="blue", epoch=0, number=0, step=0)
    assert late.status_code == 409
    assert late.json()["refusal"]["id"] == "table.moved_on"
    alone = table.post("blue", "/say", command={"type": "Pass"}, player="blue", step=0)
    assert alone.json()["refusal"]["id"] == "table.moved_on"
    assert table.get("red").json()["step"] == 1


def test_view_legal_and_what_is_told_agree_on_the_moment_after_a_silent_command(silent: httpx.Client) -> None:
    table = make_race(silent)
    table.say("red", type="Pass")
    moments = [table.get("blue", path).json() for path in ("", "/view", "/legal")]
    with table.live("blue") as socket:
        moments.append(msgspec.json.decode(socket.recv(timeout=10)))
    assert [(moment["epoch"], moment["number"], moment["step"]) for moment in moments] == [(0, 0, 1)] * 4
    assert table.post("blue", "/say", command={"type": "Pass"}, epoch=0, number=0, step=1).status_code == 200


def test_a_view_of_the_past_tells_the_step_it_stands_at(silent: httpx.Client) -> None:
    table = make_race(silent)
    table.say("red", type="Pass")
    first = table.say("blue", type="Throw", count=1).json()["number"]
    table.say("red", type="Throw", count=1)
    assert [table.get("red", "/view", at=at).json()["step"] for at in (0, first)] == [1, 2]
