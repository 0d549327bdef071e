"""What other sites may not do to a table, whatever the libraries below it check: nothing here asks them."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from overheat.table.guard.limits import Limits
from overheat.table.guard.origins import Hosts, foreign, hosts_of
from overheat.table.guard.security import NOT_FROM_THERE, Guard
from tabletop import live_url, make_race, run_coroutine

HERE = {"Host": "127.0.0.1:8000"}
JSON = {**HERE, "Content-Type": "application/json"}
OWN_PAGE = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}


def scope(method: str, headers: dict[str, str], kind: str = "http") -> dict[str, Any]:
    """A request as a server hands it over."""
    sent = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    where = {"type": kind, "path": "/api/games", "headers": sent, "client": ("127.0.0.1", 5), "extensions": {}}
    return where if kind == "websocket" else {**where, "method": method}


def refused_id(method: str, headers: dict[str, str], hosts: Hosts | None = None, kind: str = "http") -> str:
    no = foreign(scope(method, headers, kind), hosts or Hosts())
    return no[1].id if no else ""


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil@localhost",
        "localhost@evil.example",
        "localhost/evil.example",
        "192.168.1.5:8000",
        "0.0.0.0:8000",
        "[::2]",
        "[",
        "localhost:port",
        "localhost,evil.example",
    ],
)
def test_a_server_on_loopback_answers_by_no_other_name(method: str, host: str) -> None:
    assert refused_id(method, {**JSON, "Host": host}) == "table.host"


def test_a_request_without_a_host_or_with_two_is_refused() -> None:
    assert refused_id("GET", {}) == "table.host"
    twice = scope("GET", HERE)
    twice["headers"].append((b"host", b"localhost"))
    assert foreign(twice, Hosts()) is not None


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1", "127.8.9.1:1", "[::1]", "[::1]:8000"]
)
def test_loopback_has_several_names(host: str) -> None:
    assert refused_id("POST", {**JSON, "Host": host}) == ""


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "INVENTED"])
@pytest.mark.parametrize(
    "sent",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Origin": "file://"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "https://127.0.0.1"},
        {"Origin": "http://localhost:8000"},
        {"Origin": "http://evil@127.0.0.1:8000"},
        {"Origin": "http://127.0.0.1:8000.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_another_origin_changes_nothing(method: str, sent: dict[str, str]) -> None:
    assert refused_id(method, {**JSON, **sent}) == "table.origin"
    assert refused_id(method, {**JSON, **OWN_PAGE}) == ""
    assert refused_id("GET", {**HERE, **sent}) == ""


@pytest.mark.parametrize("sent", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_websocket_of_another_origin_is_refused(sent: dict[str, str]) -> None:
    assert refused_id("", {**HERE, **sent}, kind="websocket") == "table.origin"
    assert refused_id("", {"Host": "evil.example"}, kind="websocket") == "table.host"
    assert refused_id("", {**HERE, **OWN_PAGE}, kind="websocket") == ""
    assert refused_id("", HERE, kind="websocket") == ""


@pytest.mark.parametrize(
    "given",
    [
        "",
        "text/plain",
        "text/plain; application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "text/json",
    ],
)
def test_a_body_that_is_not_declared_as_json_is_refused(given: str) -> None:
    for method in ("POST", "PUT", "PATCH"):
        assert refused_id(method, {**HERE, "Content-Type": given}) == "table.content_type"
        assert refused_id(method, HERE) == "table.content_type"
    assert refused_id("DELETE", {**HERE, "Content-Length": "2", "Content-Type": given}) == "table.content_type"
    assert refused_id("DELETE", {**HERE, "Transfer-Encoding": "chunked"}) == "table.content_type"
    assert refused_id("DELETE", {**HERE, "Content-Length": "0"}) == ""
    assert refused_id("POST", {**HERE, "Content-Type": "Application/JSON; charset=utf-8"}) == ""


def test_beyond_loopback_a_server_answers_by_any_address_its_own_name_and_what_it_is_told() -> None:
    hosts = hosts_of("0.0.0.0", ["Table.Example", "other.example:8443"])
    for host in ("192.168.1.5:8000", "[fd00::1]:8000", "table.example", "other.example:8443", "localhost:8000"):
        assert refused_id("POST", {**JSON, "Host": host}, hosts) == ""
    for host in ("evil.example", "other.example:80"):
        assert refused_id("POST", {**JSON, "Host": host}, hosts) == "table.host"
    assert hosts_of("127.0.0.1", []) == hosts_of("::1") == hosts_of("localhost") == Hosts()
    assert hosts_of("table.example").known("table.example:8000")


def test_behind_a_proxy_the_origin_is_the_name_that_was_told() -> None:
    hosts = hosts_of("127.0.0.1", ["table.example"])
    for origin in ("https://table.example", "http://table.example"):
        assert refused_id("POST", {**JSON, "Origin": origin}, hosts) == ""
    for origin in ("https://table.example:3000", "https://evil.example", "https://127.0.0.1:3000"):
        assert refused_id("POST", {**JSON, "Origin": origin}, hosts) == "table.origin"


def guarded(request: dict[str, Any], games_burst: float = 60) -> tuple[list[MutableMapping[str, Any]], int]:
    """What the guard alone answers, five times over, and how often it let the request in."""
    sent: list[MutableMapping[str, Any]] = []
    entered = 0

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        nonlocal entered
        entered += 1

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    guard = Guard(inside, Limits(games_per_second=1e-9, games_burst=games_burst), Hosts())

    async def ask() -> None:
        for _ in range(5):
            await guard(request, receive, send)

    run_coroutine(ask())
    return sent, entered


def test_the_guard_lets_nothing_foreign_in_by_itself() -> None:
    for headers in ({**JSON, "Origin": "http://evil.example"}, HERE, {**JSON, "Host": "evil.example"}):
        assert guarded(scope("POST", headers))[1] == 0
        assert guarded(scope("", {**headers, "Host": "evil.example"}, "websocket"))[1] == 0
    assert guarded(scope("POST", JSON)) == ([], 5)
    assert guarded(scope("", HERE, "websocket")) == ([], 5)


def test_what_another_site_sends_is_not_on_the_users_account() -> None:
    answers, _ = guarded(scope("POST", {**JSON, "Origin": "http://evil.example"}), games_burst=2)
    assert [answer["status"] for answer in answers if "status" in answer] == [403] * 5


def test_a_websocket_is_closed_with_a_code_where_no_answer_can_be_given() -> None:
    request = scope("", {**HERE, "Origin": "http://evil.example"}, "websocket")
    assert {answer["code"] for answer in guarded(request)[0]} == {NOT_FROM_THERE}


@pytest.mark.parametrize(
    ("headers", "status", "id"),
    [
        ({"Content-Type": "application/json", "Origin": "http://evil.example"}, 403, "table.origin"),
        ({"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}, 403, "table.origin"),
        ({"Content-Type": "application/json", "Host": "evil.example"}, 403, "table.host"),
        ({"Content-Type": "text/plain"}, 415, "table.content_type"),
        ({}, 415, "table.content_type"),
    ],
)
def test_no_other_site_makes_a_game(client: httpx.Client, headers: dict[str, str], status: int, id: str) -> None:
    wanted = msgspec.json.encode({"kind": "race", "scenario": "sprint"})
    before = client.get("/api/server").json()
    answer = client.post("/api/games", content=wanted, headers=headers)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (status, id)
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert client.get("/api/server").json() == before
    own = {"Content-Type": "application/json", "Origin": str(client.base_url).rstrip("/")}
    assert client.post("/api/games", content=wanted, headers=own).status_code == 201


def test_a_websocket_of_another_site_is_told_why_in_its_handshake(client: httpx.Client) -> None:
    address = live_url(client, make_race(client).id)
    with pytest.raises(InvalidStatus) as told:
        connect(address, additional_headers={"Origin": "http://evil.example"})
    assert told.value.response.status_code == 403
    assert msgspec.json.decode(told.value.response.body)["refusal"]["id"] == "table.origin"
    with connect(address, additional_headers={"Origin": str(client.base_url).rstrip("/")}) as socket:
        socket.send("{}")
