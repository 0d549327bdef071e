"""What a seat may not know reaches it by no way: view, events, offers, questions, log."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.lab.players import BOTS
from secrecy import RULES, bring_ambushes, setup
from tabletop import Table, heard, make, serving


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A battle in which blue's second unit has gone into hiding."""
    bring_ambushes(tmp_path, monkeypatch)
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield hidden(make(client, kind="classic", setup=msgspec.to_builtins(setup()), seed=4, rules=list(RULES)))


def hidden(table: Table) -> Table:
    """Play until blue's second unit has hidden."""
    while True:
        side = table.get("watch").json()["to_act"]
        legal = table.get(side, "/legal").json()["commands"]
        hides = [command for command in legal if command["type"] == "Hide"]
        second = [command for command in legal if command == {"type": "Choose", "unit": f"{side}-2"}]
        if side == "blue" and hides and table.get("blue", "/view").json()["view"]["acting"] == "blue-2":
            assert table.post("blue", "/say", command=hides[0]).status_code == 200
            assert table.post("blue", "/say", command={"type": "Done"}).status_code == 200
            return table
        done = [command for command in legal if command["type"] == "Done"]
        table.post(side, "/say", command=(second or done or legal)[0])


def ended(table: Table, seat: str) -> list[str]:
    """The units whose turns a seat has been told the end of."""
    return [told["event"]["unit"] for told in table.events(seat) if told["kind"] == "TurnEnded"]


def test_who_hides_is_gone_from_views_events_and_questions_of_the_other_side(table: Table) -> None:
    assert "blue-2" in json.dumps(table.get("blue", "/view").json()["view"]["units"])
    for seat in ("red", "watch"):
        view = table.get(seat, "/view").json()["view"]
        assert "blue-2" not in json.dumps(view)
        assert "blue-2" not in ended(table, seat)
    assert ended(table, "blue")[-1] == "blue-2"
    for path in ("/sheet.svg", "/arcs"):
        assert table.get("red", path, unit="blue-2").status_code in (404, 409, 422)
        assert table.get("blue", path, unit="blue-2").status_code == 200
    assert "blue-2" not in json.dumps(table.get("red", "/targets", unit="red-1").json())


def test_a_connection_hears_no_more_than_the_events_tell(table: Table) -> None:
    last = table.get("red").json()["number"]
    with table.live("red", epoch=0, after=0) as socket:
        told = [event["number"] for message in heard(socket, last) for event in message.get("events", ())]
    assert told == [event["number"] for event in table.events("red")]
    assert told != [event["number"] for event in table.events("blue")]


def test_looking_back_shows_no_more_than_was_known_then(table: Table) -> None:
    last = table.get("red").json()["number"]
    before = [told["number"] for told in table.events("blue") if told["kind"] == "MarkLaid"][-1] - 1
    assert "blue-2" in json.dumps(table.get("red", "/view", at=before).json()["view"]["units"])
    assert "blue-2" not in json.dumps(table.get("red", "/view", at=last).json()["view"])


def test_the_log_of_a_game_that_is_on_is_not_for_a_seat(table: Table) -> None:
    assert table.get("red", "/log").status_code == 403
    assert b"ambush" in table.get("host", "/log").content


def test_a_game_that_is_read_again_hides_the_same(table: Table, tmp_path: Path) -> None:
    told = table.events("red")
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        again = Table(client, table.made)
        assert again.events("red") == told
        assert "blue-2" not in json.dumps(again.get("red", "/view").json()["view"])


def test_hot_seats_see_with_the_eyes_of_whose_turn_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_ambushes(tmp_path, monkeypatch)
    with serving("sqlite://") as client:
        made: Any = {"kind": "classic", "setup": msgspec.to_builtins(setup()), "seed": 4, "rules": list(RULES)}
        table = hidden(make(client, **made, hot_seat=True))
        assert table.get("red", "/arcs", unit="blue-2").status_code in (200, 409, 422)
        assert table.get("red", "/view", player="blue").json()["view"]["units"]["blue-2"]["hex"] == "0506"


def test_a_vote_names_a_secret_command_to_its_own_side_alone(table: Table) -> None:
    """Whoever hides is done in secret, and a note is taken in secret; that somebody asks is no secret."""
    assert table.post("blue", "/undo", agree=True).json()["wanted_back"] == "stay here"
    assert [table.get(seat).json()["wanted_back"] for seat in ("red", "watch")] == ["", ""]
    assert table.get("red").json()["votes"] == ["blue"]
    table.post("red", "/undo", agree=False)
    side = table.get("watch").json()["to_act"]
    other = "red" if side == "blue" else "blue"
    first = next(said for said in table.get(side, "/legal").json()["commands"] if said["type"] == "Choose")
    assert table.say(side, **first).status_code == 200
    note = next(said for said in table.get(side, "/legal").json()["commands"] if said["type"] == "Note")
    assert table.say(side, **note).status_code == 200
    assert table.post(side, "/undo", agree=True).json()["wanted_back"] == "take note"
    assert [table.get(seat).json()["wanted_back"] for seat in (other, "watch")] == ["", ""]


class Talkative:
    """Ends every turn at once, and says why."""

    reason = "blue-2 lies in ambush"

    def __init__(self, dice: Any) -> None: ...

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        return shortest([msgspec.to_builtins(command) for command in legal], legal)


def shortest(told: Sequence[Any], commands: Sequence[Any]) -> Any:
    """The command that ends a turn, or the first."""
    return next((command for each, command in zip(told, commands, strict=True) if each["type"] == "Done"), commands[0])


def reasons(table: Table, seat: str) -> set[str]:
    """The reasons of bots that a seat is told."""
    return {told["reason"] for told in table.events(seat)} - {""}


def played_out(table: Table) -> list[set[str]]:
    """What red and those who watch have been told of a bot's reasons by the last turn of red, and after the end."""
    before: set[str] = set()
    while table.get("red").json()["outcome"] is None:
        if table.get("red").json()["to_act"] == "red":
            before = reasons(table, "red") | reasons(table, "watch")
            legal = table.get("red", "/legal").json()["commands"]
            table.post("red", "/say", command=shortest(legal, legal))
        time.sleep(0.01)
    return [before, reasons(table, "red"), reasons(table, "watch")]


def test_a_bot_keeps_its_reasons_to_itself_where_something_is_hidden_until_the_battle_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_ambushes(tmp_path, monkeypatch)
    monkeypatch.setitem(BOTS, ("classic", "talkative"), Talkative)
    wanted: Any = {"kind": "classic", "setup": {**msgspec.to_builtins(setup()), "rounds": 1}, "seed": 4}
    with serving("sqlite://") as client:
        in_the_open = make(client, **wanted, seats={"blue": "talkative"})
        assert played_out(in_the_open) == [{Talkative.reason}] * 3
        in_secret = make(client, **wanted, rules=list(RULES), seats={"blue": "talkative"})
        assert played_out(in_secret) == [set(), {Talkative.reason}, {Talkative.reason}]
