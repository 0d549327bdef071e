"""The company at a table: who is there, what is called out, bots that are held, battles summed up, links."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from websockets.sync.client import ClientConnection

from overheat.lab.accounts import Account
from overheat.lab.summary import summarise
from overheat.table.bundling import Bundler
from overheat.table.delivery import PAGES, STATIC, modules_of
from overheat.table.games.company import Company
from overheat.table.guard.origins import Hosts
from tabletop import Table, make, make_race, race, serving


def company(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """The next word of the company in which some facts are as wanted."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=20))
        if message["say"] == "company" and all(message[name] == value for name, value in wanted.items()):
            return message


def test_everybody_is_told_who_plays_who_watches_and_what_is_called_out(client: httpx.Client) -> None:
    table = make_race(client)
    with table.live("red", company=True) as red, table.live("watch"):
        assert company(red, watching=1)["here"] == ["red"]
        with table.live("blue"):
            assert company(red, here=["blue", "red"])["watching"] == 1
            assert table.post("blue", "/call", phrase="shot").status_code == 200
            [called] = company(red, here=["blue", "red"])["called"]
            assert (called["player"], called["words"]) == ("blue", "Nice shot!")
        assert company(red, here=["red"])["watching"] == 1


def test_only_who_plays_calls_out_and_only_what_can_be_called(client: httpx.Client) -> None:
    table = make_race(client)
    assert table.post("watch", "/call", phrase="shot").json()["refusal"]["id"] == "table.seat"
    assert table.post("red", "/call", phrase="insult").json()["refusal"]["id"] == "table.phrase"


def test_who_was_there_is_told_of_the_new_game_of_a_battle_that_is_over(client: httpx.Client) -> None:
    table = make_race(client, setup={"goal": 1}, scenario=None)
    links = {"red": "/play#game=new&token=one", "blue": "/play#game=new&token=two"}
    assert table.post("red", "/again", links=links).json()["refusal"]["id"] == "table.again"
    while table.get("watch").json()["outcome"] is None:
        table.throw()
    with table.live("blue", company=True) as blue, table.live("watch", company=True) as watch:
        assert table.post("watch", "/again", links=links).json()["refusal"]["id"] == "table.seat"
        elsewhere = {"blue": "https://example.org/play#game=new&token=two"}
        assert table.post("red", "/again", links=elsewhere).status_code == 422
        assert table.post("red", "/again", links=links).json()["again"] is None
        assert company(blue, again=links["blue"])
        assert table.post("red", "/call", phrase="game").status_code == 200
        while not (told := company(watch))["called"]:
            pass
        assert told["again"] is None


def step_of(table: Table) -> int:
    return int(table.get("host").json()["step"])


def test_bots_that_are_held_wait_and_say_one_thing_when_they_are_let(client: httpx.Client) -> None:
    table = make_race(
        client, setup={"goal": 10_000}, scenario=None, seats={"red": "random", "blue": "random"}, pace=0.05
    )
    assert table.post("watch", "/bots", paused=True).json()["refusal"]["id"] == "table.seat"
    assert table.post("host", "/bots", paused=True, pace=0).json()["paused"] is True
    time.sleep(0.3)
    held = step_of(table)
    time.sleep(0.3)
    assert step_of(table) == held
    table.post("host", "/bots", step=True)
    until(lambda: step_of(table) > held)
    time.sleep(0.3)
    assert step_of(table) == held + 1
    table.post("host", "/bots", paused=False)
    until(lambda: step_of(table) > held + 5)
    assert table.post("host", "/bots", pace=11).status_code == 422


def until(true: Any) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_clock_counts_the_turns_of_each_side() -> None:
    now = [0.0]
    held = Company(0.4, lambda: now[0])
    held.turn_of("red")
    now[0] = 5.0
    held.turn_of("blue")
    now[0] = 7.0
    assert held.told()["spent"] == {"red": 5.0, "blue": 2.0}
    held.turn_of("red")
    now[0] = 8.0
    assert held.told()["spent"] == {"red": 6.0, "blue": 2.0}
    assert held.told()["thinking"] == "red"


def shot(number: int, side: str, chance: float, hit: bool, damage: int, weapon: str = "PPC") -> dict[str, Any]:
    facts = {"round": number, "side": side, "unit": f"{side}-1", "target": "x", "what": "fire", "weapon": weapon}
    return {**facts, "chance": chance, "hit": hit, "damage": damage}


def test_a_summary_tells_luck_best_shots_and_the_round_that_decided() -> None:
    shots = (
        shot(1, "red", 0.5, True, 10),
        shot(1, "red", 0.5, True, 15, "AC/20"),
        shot(2, "blue", 0.1, True, 5, "LRM 20"),
        shot(2, "blue", 0.9, False, 0),
    )
    lost = (
        {"round": 2, "side": "blue", "unit": "b", "value": 900, "by": "r"},
        {"round": 1, "side": "red", "unit": "r", "value": 300, "by": ""},
    )
    figures = {"wins.red": 1.0, "wins.blue": 0.0, "rounds": 3.0, "value_lost.blue": 900.0, "damage.red": 25.0}
    found = summarise(Account(figures, shots, (), lost), ("red",))
    red, blue = found.sides
    assert (red.won, red.hits, red.expected_hits, red.counted["damage"]) == (True, 2, 1.0, 25.0)
    assert red.luck == pytest.approx(1 / (2 * 0.25) ** 0.5)
    assert blue.luck == pytest.approx(0.0)
    assert red.weapons == [("AC/20", 15.0), ("PPC", 10.0)]
    assert [(each.why, each.weapon) for each in found.moments] == [("damage", "AC/20"), ("odds", "LRM 20")]
    assert found.turning_point == 2
    assert [each.lost for each in found.rounds] == [
        {"red": 300, "blue": 0},
        {"red": 0, "blue": 900},
        {"red": 0, "blue": 0},
    ]


def test_the_best_shot_of_soldiers_is_the_one_that_took_most_away() -> None:
    """Many hits on a hull that nothing becomes of are less than one man who falls."""
    harmless = {**shot(1, "red", 0.02, True, 0), "hits": 5, "shots": 5, "fallen": 0, "destroyed": 0, "worth": 0.0}
    one = {**shot(2, "red", 0.5, True, 0), "hits": 1, "shots": 1, "fallen": 1, "destroyed": 1, "worth": 60.0}
    two = {**shot(3, "red", 0.3, True, 0), "hits": 2, "shots": 2, "fallen": 2, "destroyed": 0, "worth": 20.0}
    rows = tuple({name: fact for name, fact in row.items() if name != "damage"} for row in (harmless, one, two))
    found = summarise(Account({"wins.red": 1.0, "rounds": 3.0}, rows), ("red",))
    told = [(each.why, each.round, each.fallen, each.destroyed) for each in found.moments]
    assert told == [("damage", 2, 1, 1), ("odds", 3, 2, 0)]


@pytest.mark.parametrize(
    ("kind", "scenario", "sides"),
    [("classic", "duel", ("red", "blue")), ("platoon", "sectors", ("patrol", "garrison"))],
)
def test_a_battle_is_summed_up_for_anybody_who_may_watch_it_when_it_is_over(
    client: httpx.Client, kind: str, scenario: str, sides: tuple[str, str]
) -> None:
    brief = client.get(f"/api/kinds/{kind}/scenarios/{scenario}").json()
    setup = {**brief, "rounds": 2} if kind == "classic" else brief
    table = make(client, kind=kind, setup=setup, seats=dict.fromkeys(sides, "random"), seed=3)
    until(lambda: table.get("watch").json()["outcome"] is not None)
    found = table.get("watch", "/summary").json()
    assert {each["side"] for each in found["sides"]} == set(sides)
    fired = [told for told in table.events("watch") if told["kind"] in ("AttackRolled", "Fired")]
    rolls = sum(told["event"].get("shots", 1) for told in fired)
    assert sum(each["shots"] for each in found["sides"]) == rolls
    lost = {side: sum(row["value"] for row in found["losses"] if row["side"] == side) for side in sides}
    assert {each["side"]: each["value_lost"] for each in found["sides"]} == lost
    assert all(row["value"] > 0 for row in found["losses"])
    assert not [name for each in found["sides"] for name, _ in each["weapons"] if "_" in name]


def test_the_coach_looks_back_at_a_battle_that_is_over_and_says_where_in_the_replay(client: httpx.Client) -> None:
    """Who may do anything in front of an enemy four hexes away leaves something to learn in three rounds."""
    duel = client.get("/api/kinds/classic/scenarios/duel").json()
    near = [{**unit, "hex": hex} for unit, hex in zip(duel["units"], ("0808", "0812"), strict=True)]
    setup = {**duel, "units": near, "rounds": 3}
    table = make(client, kind="classic", setup=setup, seats={"red": "random", "blue": "greedy"}, seed=3)
    until(lambda: table.get("watch").json()["outcome"] is not None)
    found = table.get("watch", "/coach", player="red").json()
    assert 1 <= len(found) <= 5
    assert [each["cost"] for each in found] == sorted((each["cost"] for each in found), reverse=True)
    for each in found:
        seen = table.get("watch", "/view", at=each["number"]).json()
        view = seen["view"]
        assert (seen["number"], seen["step"]) == (each["number"], each["at"])
        assert (view["acting"], view["phase"], view["round"]) == (each["unit"], each["phase"], each["round"])
    assert table.get("watch", "/coach", player="green").json()["refusal"]["id"] == "coach.side"


def test_a_battle_that_goes_on_is_neither_summed_up_nor_coached(client: httpx.Client) -> None:
    table = make(client, kind="classic", scenario="duel")
    assert table.get("red", "/summary").json()["refusal"]["id"] == "table.summary"
    assert table.get("red", "/coach").json()["refusal"]["id"] == "table.coach"


def test_a_link_is_shown_as_a_code_and_nothing_else_is(client: httpx.Client) -> None:
    drawn = client.post("/api/qr.svg", json={"link": "http://10.0.0.2:8000/play#game=a&token=b"})
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    assert "<path" in drawn.text
    assert client.post("/api/qr.svg", json={"link": "javascript:alert(1)"}).json()["refusal"]["id"] == "table.link"


def answers_by_any_address(app: FastAPI) -> None:
    app.state.hosts = Hosts(addresses=True)


def test_an_address_of_the_network_is_told_only_where_it_is_served(client: httpx.Client) -> None:
    assert client.get("/api/addresses").json() == []
    with serving("sqlite://", games=race(), prepare=answers_by_any_address) as open_to_all:
        port = open_to_all.base_url.port
        assert all(
            address.startswith("http://") and address.endswith(f":{port}")
            for address in open_to_all.get("/api/addresses").json()
        )


@pytest.mark.parametrize("address", PAGES)
def test_files_of_a_page_are_kept_for_good_compressed_and_change_their_address_with_their_content(
    client: httpx.Client, address: str
) -> None:
    page = client.get(address).text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(named) > 3
    assert len({path.split("/")[2] for path in named}) == 1
    for path in named:
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, path
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        if int(answer.headers.get("Content-Length", 9999)) > 1400:
            assert answer.headers["Content-Encoding"] == "gzip", path
    stale = "/static/0123456789abcdef/plain.css"
    assert client.get(stale).headers["Cache-Control"] == "no-cache"


def test_modules_of_every_page_come_in_one_file_and_only_those_files_are_kept(client: httpx.Client) -> None:
    kept = client.get("/worker.js").text.partition("\n")[0]
    for address in PAGES:
        page = client.get(address).text
        scripts = re.findall(r'<script type="module" src="(/static/[0-9a-f]{16}/[^"]+)"', page)
        assert [script.split("/")[3] for script in scripts] == ["bundle"], address
        assert "modulepreload" not in page
        assert all(script in kept for script in scripts)
    assert kept.count(".js") == len(PAGES)


def test_a_bundle_says_what_its_modules_say_and_none_is_made_of_what_is_written_otherwise(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import { two as deux, three } from "./b/two.js";\nconsole.log(deux(), three);\n')
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.js").write_text(
        'export { four as three } from "./four.js";\nexport function two() {\n  return import("./five.js");\n}\n'
    )
    (tmp_path / "b" / "four.js").write_text("const four = 4;\nexport { four };\n")
    (tmp_path / "b" / "five.js").write_text("export const five = 5;\n")
    made = Bundler(tmp_path).bundle("one.js")
    assert made is not None
    order = re.findall(r'^modules\["([^"]+)"\] =', made, re.MULTILINE)
    assert order == ["b/five.js", "b/four.js", "b/two.js", "one.js"]
    assert 'const { two: deux, three } = modules["b/two.js"];' in made
    assert 'return { three: modules["b/four.js"].four, two: two };' in made
    assert not re.search(r"^(import|export)|import\(", made, re.MULTILINE)
    for otherwise in (
        'import five from "./b/five.js";',
        "export default 3;",
        'import { one } from "../one.js";',
        "import(x);",
    ):
        (tmp_path / "b" / "five.js").write_text(otherwise + "\n")
        assert Bundler(tmp_path).bundle("one.js") is None, otherwise


def test_all_modules_that_a_page_imports_are_named_in_it() -> None:
    imported = modules_of(STATIC, "js/start/main.js")
    texts = "".join((STATIC / module).read_text(encoding="utf-8") for module in imported)
    named = {path.rpartition("/")[2] for path in re.findall(r'(?:from |import\()"(\.[^"]+)"', texts)}
    assert named == {module.rpartition("/")[2] for module in imported[1:]}


def test_the_app_can_be_installed(client: httpx.Client) -> None:
    manifest = client.get("/app.webmanifest").json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert sizes == {("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    page = client.get("/").text
    (touched,) = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', page)
    for address in (touched, *(icon["src"] for icon in manifest["icons"])):
        icon = client.get(address)
        assert (icon.status_code, "immutable" in icon.headers["Cache-Control"]) == (200, True), address
    worker = client.get("/worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert '"pages":["/","/play"' in worker.text
