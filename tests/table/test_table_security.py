"""Who may do what, how much, and what nobody is told."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from overheat.table.delivery import PAGES
from overheat.table.guard.limits import Limits
from overheat.table.guard.security import HEADERS, Buckets
from tabletop import make, make_race, race, serving


@pytest.mark.parametrize("path", ["", "/view", "/legal", "/events", "/log", "/position", "/board.svg"])
def test_a_wrong_token_opens_nothing(client: httpx.Client, path: str) -> None:
    table = make_race(client)
    for header in ("Bearer wrong", "Bearer", "Basic eDp5", f"bearer  {table.token('red')[:-1]}"):
        answer = client.get(table.url + path, headers={"Authorization": header})
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (401, "table.token")
    assert client.get(table.url + path).status_code == 401


def test_the_token_of_one_game_does_not_open_another(client: httpx.Client) -> None:
    one, other = make_race(client), make_race(client)
    assert client.get(one.url, headers=other.headers("red")).status_code == 401


def test_the_token_of_another_seat_cannot_speak_or_see_for_this_one(client: httpx.Client) -> None:
    table = make_race(client)
    answer = table.post("blue", "/say", command={"type": "Pass"}, player="red")
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (403, "table.seat")
    assert table.get("blue", "/view", player="red").status_code == 403
    assert table.get("blue", "/legal", player="red").status_code == 403
    assert table.get("red").json()["step"] == 0


def test_nobody_speaks_for_a_bot(client: httpx.Client) -> None:
    table = make_race(client, seats={"red": "random"}, pace=5)
    assert table.post("blue", "/say", command={"type": "Pass"}, player="red").status_code == 403


def test_those_who_watch_see_and_have_no_say(client: httpx.Client) -> None:
    table = make_race(client)
    assert table.get("watch", "/view").status_code == 200
    assert table.get("watch", "/events").status_code == 200
    for answer in (
        table.say("watch", type="Pass"),
        table.post("watch", "/undo", agree=True),
        table.get("watch", "/legal"),
        table.get("watch", "/log"),
        table.get("watch", "/view", player="red"),
        client.delete(table.url, headers=table.headers("watch")),
    ):
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (403, "table.seat")


def test_while_a_game_is_on_its_log_is_not_for_one_of_several_players(client: httpx.Client) -> None:
    table = make_race(client)
    assert table.get("red", "/log").status_code == 403
    assert table.get("host", "/log").status_code == 200
    alone = make_race(client, seats={"blue": "random"})
    assert alone.get("red", "/log").status_code == 200


def test_only_ones_own_units_are_asked_about(client: httpx.Client) -> None:
    table = make(client, scenario="duel")
    for seat in ("red", "watch"):
        assert table.get(seat, "/reach", unit="blue-1").status_code == 403
        assert table.get(seat, "/shots", unit="blue-1", target="red-1").status_code == 403


@pytest.mark.parametrize(
    "wanted",
    [
        {"scenario": "../../../../etc/passwd"},
        {"scenario": "/etc/passwd"},
        {"setup": {"board": "/etc/passwd", "units": []}},
        {"setup": {"board": "../data/boards/valley.board", "units": []}},
        {"setup": {"board": "valley", "units": [{"id": "a", "side": "r", "unit": "/etc/passwd", "hex": "0101"}]}},
        {"setup": {"board": "valley", "units": [{"id": "a", "side": "r", "unit": "/etc/x.mtf", "hex": "0101"}]}},
    ],
)
def test_no_name_reaches_a_file_of_the_server(client: httpx.Client, wanted: dict[str, Any]) -> None:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code in (404, 422)
    assert "root:" not in answer.text
    assert answer.json()["refusal"]["id"] in ("table.page", "board.name", "unit.name")


def test_who_mistypes_an_address_sees_a_page_and_programs_a_refusal(client: httpx.Client) -> None:
    page = client.get("/plai<b>", headers={"Accept": "text/html,*/*"})
    assert (page.status_code, page.headers["Content-Type"].partition(";")[0]) == (404, "text/html")
    assert "/plai&lt;b&gt;" in page.text
    assert 'href="/"' in page.text
    assert client.get("/play2").json()["refusal"]["id"] == "table.page"
    assert client.get("/api/x", headers={"Accept": "text/html"}).json()["refusal"]["id"] == "table.page"


def test_the_adjudicator_and_the_units_reach_no_file_either(client: httpx.Client, tmp_path: Path) -> None:
    board = tmp_path / "mine.board"
    board.write_text('size 1 2\nhex 0101 0 "" ""\nhex 0102 0 "" ""\nend\n')
    party = {"unit": "Atlas AS7-D", "hex": "0101"}
    asked = {"board": str(board), "attacker": party, "target": party, "weapon": {"name": "Medium Laser"}}
    assert client.post("/api/adjudicate", json=asked).json()["refusal"]["id"] == "board.name"
    asked = {**asked, "board": "valley", "target": {"unit": str(tmp_path / "x.mtf"), "hex": "0101"}}
    assert client.post("/api/adjudicate", json=asked).json()["refusal"]["id"] == "unit.name"
    assert client.post("/api/units/read", json={"unit": "/etc/passwd"}).json()["refusal"]["id"] == "unit.name"
    assert client.get("/api/units/sheet.svg", params={"unit": "../x.mtf"}).json()["refusal"]["id"] == "unit.name"


def test_a_log_that_somebody_brings_reaches_no_file(client: httpx.Client) -> None:
    log = make(client, scenario="duel").get("host", "/log").text
    answer = client.post("/api/games/import", json={"log": log.replace('"board":"valley"', '"board":"/etc/passwd"')})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "board.name")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/static/%00",
        "/api/games/../../etc/passwd",
        "/api/games/%2e%2e%2fx",
        "/api/boards/..%2f..%2fx/board.svg",
        "/api/kinds/classic/scenarios/..%2fduel",
    ],
)
def test_paths_lead_nowhere_they_should_not(client: httpx.Client, path: str) -> None:
    answer = client.send(client.build_request("GET", str(client.base_url) + path))
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text


def test_every_answer_carries_the_headers_that_keep_a_browser_in(client: httpx.Client) -> None:
    table = make_race(client)
    for answer in (
        client.get("/"),
        client.get("/docs"),
        client.get("/openapi.json"),
        client.get("/static/plain.css"),
        client.get("/nowhere"),
        client.get("/api/kinds"),
        client.get("/api/games/nowhere"),
        client.post("/api/games", content=b"{"),
        client.post("/api/games", content=b"x" * 3_000_000),
        client.put("/api/games"),
        table.get("red"),
        table.throw(99),
    ):
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, answer.url
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize("page", [*PAGES, "/docs"])
def test_the_pages_need_nothing_that_the_policy_forbids(client: httpx.Client, page: str) -> None:
    text = client.get(page).text
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == text.count("<script")
    for attributes, body in scripts:
        assert re.search(r'src="/static/[^"]+"', attributes)
        assert not body.strip()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    assert "http://" not in text
    assert "https://" not in text


def test_what_goes_wrong_inside_is_500_without_details_and_the_game_goes_on(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    table = make_race(client)
    before = table.throw().json()
    answer = table.throw(99)
    assert answer.status_code == 500
    assert answer.json()["refusal"]["id"] == "table.inside"
    assert "inside of the engine" not in answer.text
    assert "Zero" not in answer.text
    assert any("ZeroDivisionError" in (record.exc_text or "") for record in caplog.records)
    assert table.get("red").json()["number"] == before["number"]
    control = make_race(client)
    control.throw()
    assert control.throw().json() == table.throw().json()
    assert control.events("blue") == table.events("blue")


def test_tokens_are_never_logged(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = make_race(client)
    table.throw()
    table.throw(99)
    with table.live("red") as socket:
        socket.recv(timeout=5)
    tokens = [table.token(seat) for seat in ("red", "blue", "watch", "host")]
    ours = [record for record in caplog.records if not record.name.startswith(("httpcore", "websockets.client"))]
    logged = " ".join(record.getMessage() + (record.exc_text or "") for record in ours)
    assert not [token for token in tokens if token in logged]


def test_tokens_are_kept_as_digests_alone(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", games=race()) as client:
        table = make_race(client)
        table.throw()
        tokens = [table.token(seat).encode() for seat in ("red", "blue", "watch", "host")]
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        assert not [token for token in tokens if token in data]


def test_a_saved_game_may_be_larger_than_other_requests(tmp_path: Path) -> None:
    limits = Limits(body=2_000, saved_game=20_000)
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, race()) as client:
        unread = client.post("/api/games/import", json={"log": "x" * 10_000})
        assert unread.json()["refusal"]["id"] != "table.size"
        beyond = client.post("/api/games/import", json={"log": "x" * 30_000})
        assert (beyond.status_code, beyond.json()["refusal"]["id"]) == (413, "table.size")


def test_limits_of_size_number_and_rate_are_told_as_such(tmp_path: Path) -> None:
    limits = Limits(body=2_000, games=2, rooms=2, requests_per_second=0.001, burst=12)
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, race()) as client:
        large = {"scenario": "sprint", "kind": "race", "title": "x" * 3_000}
        answer = client.post("/api/games", json=large)
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (413, "table.size")
        json = {"Content-Type": "application/json"}
        streamed = client.post("/api/games", content=iter([b"x" * 1_500] * 10), headers=json)
        assert (streamed.status_code, streamed.json()["refusal"]["id"]) == (413, "table.size")
        for _ in range(2):
            make_race(client)
        full = client.post("/api/games", json={"kind": "race", "scenario": "sprint"})
        assert (full.status_code, full.json()["refusal"]["id"]) == (503, "table.full")
        answers = [client.get("/healthz").status_code for _ in range(10)]
        assert answers == [200] * 7 + [429] * 3


def test_one_address_makes_only_so_many_games(tmp_path: Path) -> None:
    limits = Limits(games_per_second=0.001, games_burst=2)
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, race()) as client:
        tables = [make_race(client) for _ in range(2)]
        answer = client.post("/api/games", json={"kind": "race", "scenario": "sprint"})
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (429, "table.rate")
        assert client.post("/api/games/import", json={"log": ""}).status_code == 429
        assert tables[0].throw().status_code == 200


def test_a_game_that_was_let_go_of_comes_back_when_it_is_asked_for(tmp_path: Path) -> None:
    limits = Limits(rooms=2, requests_per_second=1e6, burst=1e6)
    with serving(f"sqlite:///{tmp_path}/t.sqlite", limits, race()) as client:
        tables = [make_race(client, seed=seed) for seed in range(5)]
        for _ in range(3):
            for table in tables:
                assert table.throw().status_code == 200
        assert client.get("/api/server").json()["rooms"] <= 2
        assert [table.get("red").json()["step"] for table in tables] == [3] * 5


def test_a_set_up_may_not_be_larger_than_the_limits(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", Limits(units=1, board_hexes=20, commands=2)) as client:
        setup = client.get("/api/kinds/classic/scenarios/duel").json()
        answer = client.post("/api/games", json={"setup": setup})
        assert answer.json()["refusal"]["id"] == "table.units"
        answer = client.post("/api/games", json={"setup": {**setup, "units": setup["units"][:1]}})
        assert answer.json()["refusal"]["id"] == "table.board"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"kind": "\\ud800", "scenario": "duel"}',
        b'{"title": "\\udfff", "scenario": "duel"}',
        b'{"seed": ' + b"9" * 5_000 + b"}",
        b'{"seed": NaN, "scenario": "duel"}',
        b"\xff\xfe\x00",
        b"null",
        b"",
    ],
)
def test_bodies_that_cannot_be_read_are_refused(client: httpx.Client, body: bytes) -> None:
    for path in ("/api/games", "/api/adjudicate", "/api/units/read"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), (path, answer.text)
        assert answer.json()["refusal"]["reason"]


def test_a_bucket_fills_with_time_and_never_overflows() -> None:
    clock = [0.0]
    buckets = Buckets(rate=2, burst=3, clock=lambda: clock[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    clock[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    clock[0] = 100
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]


def test_a_file_of_rules_is_named_by_no_client(client: httpx.Client, tmp_path: Path) -> None:
    """Layers go by the names that the server has taken in; a path is no name, and what is there is not run."""
    path, run = tmp_path / "mine.py", tmp_path / "run"
    path.write_text(f"open({str(run)!r}, 'w').close()\n", encoding="utf-8")
    saved = make(client, scenario="duel").get("host", "/log").text
    asked = [
        client.post("/api/games", json={"kind": "classic", "scenario": "duel", "rules": [str(path)]}),
        client.post("/api/games/import", json={"log": saved.replace('"rules":[', f'"rules":["{path}",', 1)}),
        client.post("/api/classic/muster", json={"board": "valley", "sides": {}, "rules": [str(path)]}),
        client.get("/api/platoon/weapons", params={"rules": str(path)}),
    ]
    assert [(answer.status_code, answer.json()["refusal"]["id"]) for answer in asked] == 4 * [(422, "rules.layer")]
    assert not run.exists()
