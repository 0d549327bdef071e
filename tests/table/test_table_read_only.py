"""A game whose log no longer replays is looked at, and not played: with its reason, its log and what can be shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, delete, insert, update

from overheat.kernel.log.replay import rerun, unplayed
from overheat.kernel.refusal import refuse
from overheat.lab.games import game_of, kinds
from overheat.lab.retelling import retell
from overheat.table.games.read_only import ReadOnly
from overheat.table.store.tables import GAME, LINE
from spoiling import SPOILT, headed, kept, middle, spoilt, spoilt_log
from tabletop import PLENTY, Table, serving

NAMES = {"classic": "grapple_striking", "platoon": "heath_moving"}


def brought(client: httpx.Client, log: bytes, **wanted: Any) -> Table:
    made = client.post("/api/games/import", json={"log": log.decode(errors="replace"), "pace": 0, **wanted})
    assert made.status_code == 201, made.text
    return Table(client, made.json())


@contextmanager
def kept_game(folder: Path, game: str, log: bytes, **wanted: Any) -> Iterator[Table]:
    """A game that was played at a table, whose log has become another by the time the server is back."""
    database = f"sqlite:///{folder / 'games.db'}"
    with serving(database) as client:
        made = brought(client, kept(game, NAMES[game]), **wanted).made
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(delete(LINE))
        rows = [{"game": made["game"]["id"], "number": at, "text": line} for at, line in enumerate(log.splitlines())]
        connection.execute(insert(LINE), rows)
    engine.dispose()
    with serving(database) as client:
        yield Table(client, made)


@pytest.mark.parametrize(("game", "how"), SPOILT)
def test_a_game_that_does_not_replay_opens_read_only(tmp_path: Path, game: str, how: str) -> None:
    log = spoilt_log(game, how)
    with kept_game(tmp_path, game, log, hot_seat=True) as table:
        info = table.get("host").json()
        assert info["read_only"]["reason"]
        assert info["to_act"] is None
        side = info["seats"][0]["player"]
        events = table.events(side)
        assert len(events) == info["number"] == log.count(b'"line":"event"')
        assert all(event["text"] for event in events)
        assert table.get("host", "/log").content == log
        no = table.say(side, type="Done")
        assert (no.status_code, no.json()["refusal"]["id"]) == (409, "table.read_only")
        assert info["read_only"]["reason"] in no.json()["refusal"]["reason"]
        assert table.post(side, "/undo", agree=True).json()["refusal"]["id"] == "table.read_only"
        assert table.get(side, "/legal").json()["commands"] == []


@pytest.mark.parametrize(
    ("game", "how", "reason"),
    [
        ("classic", "damaged_line", "not a line of a log"),
        ("classic", "unknown_unit", "no unit 'Nobody NBD-1X' comes with the project"),
        ("platoon", "unknown_rules", "no rules layer 'moonlight'"),
        ("platoon", "unknown_format", "log format 99 is not known"),
        ("classic", "other_event", "its replay comes out otherwise than the log says"),
    ],
)
def test_the_reason_is_told(tmp_path: Path, game: str, how: str, reason: str) -> None:
    with kept_game(tmp_path, game, spoilt_log(game, how)) as table:
        assert reason in table.get("host").json()["read_only"]["reason"]


def test_in_the_classic_game_events_alone_make_every_board(tmp_path: Path) -> None:
    """A die that fell otherwise changes no board: what followed from it is told by the other events."""
    log = spoilt_log("classic", "other_event")
    whole = rerun(kept("classic", NAMES["classic"]), game_of)
    with kept_game(tmp_path, "classic", log) as table:
        info = table.get("red").json()
        assert info["read_only"]["shown"] == info["number"]
        shown = table.get("red", "/view").json()
        assert shown["view"] == msgspec.json.decode(msgspec.json.encode(whole.game.view(whole.state, "red")))
        early = table.get("red", "/view", at=10).json()
        assert early["number"] <= 10
        assert early["view"]["round"] == 1
        assert table.get("red", "/board.svg").status_code == 200


def test_boards_end_before_a_line_that_cannot_be_read_and_the_log_goes_on(tmp_path: Path) -> None:
    with kept_game(tmp_path, "classic", spoilt_log("classic", "damaged_line")) as table:
        info = table.get("red").json()
        events = table.events("red")
        broken = next(event for event in events if event["kind"] == "Unread")
        assert "cannot be read" in broken["text"]
        assert 0 < info["read_only"]["shown"] < broken["number"] < info["number"]
        assert table.get("red", "/view").json()["number"] == info["read_only"]["shown"]


def test_h_e_a_t_shows_the_table_for_as_long_as_the_replay_agrees(tmp_path: Path) -> None:
    with kept_game(tmp_path, "platoon", spoilt_log("platoon", "other_event"), hot_seat=True) as table:
        info = table.get("host").json()
        side = info["seats"][0]["player"]
        assert 0 < info["read_only"]["shown"] < info["number"]
        assert table.get(side, "/platoon/shape").json()["number"] == info["read_only"]["shown"]


def test_what_nobody_can_be_shown_is_refused_with_the_reason(tmp_path: Path) -> None:
    with kept_game(tmp_path, "classic", spoilt_log("classic", "unknown_unit")) as table:
        no = table.get("red", "/view")
        assert (no.status_code, no.json()["refusal"]["id"]) == (409, "table.read_only")
        texts = [event["text"] for event in table.events("red")]
        assert any("Goliath" in text for text in texts)


def test_a_line_that_cannot_be_read_is_quoted_to_nobody(tmp_path: Path) -> None:
    """It may say what only one side may know; the log is for those who may have it."""
    with kept_game(tmp_path, "platoon", spoilt_log("platoon", "damaged_line")) as table:
        quoted = [event["event"] for event in table.events("west") if event["kind"] == "Unread"]
        assert [event["text"] for event in quoted] == [""]
        assert table.get("west", "/log").status_code == 403


def test_bots_do_not_play_in_it(tmp_path: Path) -> None:
    log = spoilt_log("classic", "other_event")
    seats = {"red": "random", "blue": "random"}
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(database, PLENTY) as client:
        table = brought(client, kept("classic", NAMES["classic"]), seats=seats, open_to_all=True)
        while table.get("host").json()["outcome"] is None:
            time.sleep(0.05)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(delete(LINE).where(LINE.c.number >= len(log.splitlines())))
        for at, line in enumerate(log.splitlines()):
            connection.execute(update(LINE).where(LINE.c.number == at).values(text=line))
        connection.execute(update(GAME).values(over=0))
    engine.dispose()
    with serving(database) as client:
        again = Table(client, table.made)
        assert again.get("host").json()["read_only"] is not None
        time.sleep(0.5)
        assert again.get("host", "/log").content == log


def test_a_log_that_does_not_replay_can_be_brought_to_be_looked_at(tmp_path: Path) -> None:
    log = spoilt_log("platoon", "unknown_rules")
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        wanted = {"log": log.decode(), "pace": 0}
        assert client.post("/api/games/import", json=wanted).json()["refusal"]["id"] == "rules.layer"
        table = brought(client, log, as_told=True)
        assert table.get("host").json()["read_only"]["shown"] == 0
        assert len(table.events("west")) == log.count(b'"line":"event"')
        assert table.get("host", "/log").content == log


def test_a_log_that_is_brought_reaches_for_no_file_of_the_server(tmp_path: Path) -> None:
    secret = tmp_path / "secret.mtf"
    secret.write_text("Version:1.0\nSecret\n", encoding="utf-8")
    log = kept("classic", "duel_whole").replace(b'"unit":"Enforcer ENF-4R"', f'"unit":"{secret}"'.encode())
    assert str(secret).encode() in log
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        table = brought(client, log, as_told=True)
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        info = Table(client, table.made).get("host").json()
    assert "comes with the project" in info["read_only"]["reason"]
    assert info["read_only"]["shown"] == 0


def test_a_game_of_a_kind_that_is_gone_can_still_be_downloaded(tmp_path: Path) -> None:
    log = kept("classic", "duel_moving")
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(database) as client:
        table = brought(client, log)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(GAME).values(kind="chess"))
    engine.dispose()
    assert "chess" not in kinds()
    with serving(database) as client:
        again = Table(client, table.made)
        assert again.get("red").json()["read_only"] is not None
        assert again.get("host", "/log").content == rerun(log, game_of).log()


@pytest.mark.parametrize("name", ["ch\u2603ss", 'che"ss', "x\r\nX-Evil: 1", "nul\0"])
def test_a_log_is_downloaded_whatever_it_calls_its_game(tmp_path: Path, name: str) -> None:
    def called(header: dict[str, Any]) -> None:
        header["game"] = name

    log = spoilt(kept("classic", "duel_moving"), headed(called))
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as client:
        answer = brought(client, log, as_told=True).get("host", "/log")
        assert (answer.status_code, answer.content) == (200, log)
        assert "x-evil" not in answer.headers


def test_the_reason_tells_nothing_that_a_command_or_a_line_says() -> None:
    refusal = refuse("deploy.flank", "sapper 2 comes from the left")
    told = retell(kept("platoon", "heath_moving").splitlines(), kinds()["platoon"])
    for why in (
        unplayed(7, 3, refusal),
        unplayed(7, 3, ValueError("from the left")),
        refuse("log.content", "command 3: Invalid enum value 'left' - at `$.where`", what="command 3"),
        refuse("log.line", "line 7: not a line of a log: Invalid value 'left' - at `$.line`", line=7),
    ):
        reason = ReadOnly(kinds()["platoon"], [], told, why).why
        assert "left" not in reason
        assert "command 3" in reason or "line 7" in reason


def test_a_kind_of_event_that_is_not_known_is_not_named(tmp_path: Path) -> None:
    def unknown(lines: list[bytes]) -> list[bytes]:
        at = middle(lines)
        return [*lines[:at], lines[at].replace(b'"type":"Moved"', b'"type":"MineLaid"'), *lines[at + 1 :]]

    with kept_game(tmp_path, "platoon", spoilt(kept("platoon", NAMES["platoon"]), unknown)) as table:
        events = table.events("west")
        assert "Unread" in {event["kind"] for event in events}
        assert "MineLaid" not in str(events)
