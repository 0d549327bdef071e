"""Games over HTTP: making, joining, playing, taking back, keeping and bringing."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import msgspec
import pytest

from overheat.kernel.log.replay import rerun, verify
from overheat.lab.games import game_of, kinds
from overheat.lab.positions import parse_position
from tabletop import SecretRace, Table, make, make_race


def test_the_kinds_tell_scenarios_rules_and_bots(client: httpx.Client) -> None:
    kinds = {kind["name"]: kind for kind in client.get("/api/kinds").json()}
    classic = kinds["classic"]
    assert {"name": "duel", "title": "Duel in the valley"}.items() <= next(
        scenario for scenario in classic["scenarios"] if scenario["name"] == "duel"
    ).items()
    option = next(layer for layer in classic["rules"] if layer["id"] == "dead_zones")
    assert not option["base"]
    assert option["cite"]
    assert option["says"]
    assert {"random", "greedy"} <= set(classic["bots"])
    assert kinds["race"]["bots"] == ["random"]


def test_a_game_tells_its_rules_in_words(client: httpx.Client) -> None:
    classic = next(kind for kind in client.get("/api/kinds").json() if kind["name"] == "classic")
    bundle = next(bundle for bundle in classic["bundles"] if len(bundle["layers"]) > 1)
    besides = next(layer for layer in classic["rules"] if layer["id"] == "dead_zones")
    assert besides["id"] not in bundle["layers"]
    table = make(client, kind="classic", scenario="duel", rules=[*bundle["layers"], besides["id"]])
    assert table.get("red").json()["under"] == [bundle["title"], besides["title"]]


def test_a_link_carries_its_token_in_the_fragment_alone(client: httpx.Client) -> None:
    table = make_race(client)
    for link in (*table.made["seats"].values(), table.made["watch"]):
        address, _, fragment = link["link"].partition("#")
        assert address == "/play"
        assert link["token"] in fragment


def test_a_command_is_answered_with_the_new_position_and_its_events_are_told_in_words(client: httpx.Client) -> None:
    table = make_race(client)
    answer = table.say("red", type="Throw", count=1)
    assert answer.status_code == 200
    assert answer.json() == {"epoch": 0, "number": 3, "step": 1, "to_act": "blue", "outcome": None}
    rolled, advanced, whispered = table.events("red")
    assert (rolled["number"], rolled["kind"]) == (1, "Rolled")
    assert advanced["text"] == f"red goes {rolled['event']['roll']['faces'][0]}"
    assert whispered["event"]["secret"] == "secret of red at 0"


def test_a_command_that_may_not_be_given_is_409_with_reason_and_citation(client: httpx.Client) -> None:
    table = make_race(client)
    answer = table.say("blue", type="Throw", count=1)
    assert answer.status_code == 409
    refusal = answer.json()["refusal"]
    assert refusal["id"] == "race.turn"
    assert refusal["cite"] == "Race: Turns, p. 1"
    assert refusal["facts"] == {"player": "blue"}
    assert table.get("red").json()["number"] == 0


def test_what_is_no_command_is_422_and_changes_nothing(client: httpx.Client) -> None:
    table = make_race(client)
    for command in ({"type": "Fly"}, {"type": "Throw", "count": "many"}, {}):
        answer = table.post("red", "/say", command=command)
        assert answer.status_code == 422
        assert answer.json()["refusal"]["id"] == "request.form"
    assert table.get("red").json()["step"] == 0


def test_a_command_meant_for_another_moment_is_refused(client: httpx.Client) -> None:
    table = make_race(client)
    table.throw()
    late = table.post("blue", "/say", command={"type": "Pass"}, epoch=0, number=0)
    assert late.status_code == 409
    assert late.json()["refusal"]["id"] == "table.moved_on"
    assert table.post("blue", "/say", command={"type": "Pass"}, epoch=0, number=3).status_code == 200


def test_legal_lists_what_may_be_said(client: httpx.Client) -> None:
    table = make_race(client)
    commands = table.get("red", "/legal").json()["commands"]
    assert commands == [{"type": "Throw", "count": 1}, {"type": "Throw", "count": 2}, {"type": "Pass"}]
    assert table.get("blue", "/legal").json()["commands"] == []


def test_events_after_a_number_are_the_rest_in_order(client: httpx.Client) -> None:
    table = make_race(client)
    for _ in range(6):
        table.throw()
    whole = table.events("red")
    assert [event["number"] for event in whole] == sorted(event["number"] for event in whole)
    page = table.get("red", "/events", after=4, most=5).json()
    assert (page["after"], page["to"], page["last"]) == (4, 9, 18)
    assert page["events"] == [event for event in whole if 4 < event["number"] <= 9]


def test_secrets_of_others_are_neither_told_nor_counted_out(client: httpx.Client) -> None:
    table = make_race(client)
    for _ in range(4):
        table.throw()
    for seat, mine in (("red", 2), ("blue", 2), ("watch", 0)):
        secrets = [event for event in table.events(seat) if event["kind"] == "Whispered"]
        assert len(secrets) == mine
        assert all(event["event"]["player"] == seat for event in secrets)
        assert table.get(seat, "/view").json()["view"]["seen_by"] == ("" if seat == "watch" else seat)


def test_a_view_at_an_event_number_is_the_view_as_it_was(client: httpx.Client) -> None:
    table = make_race(client, setup={"goal": 10_000}, scenario=None)
    then = {}
    for _ in range(40):
        answer = table.throw().json()
        then[answer["number"]] = table.get("red", "/view").json()["view"]
    for number, view in then.items():
        past = table.get("red", "/view", at=number).json()
        assert (past["number"], past["view"]) == (number, view)
    between = table.get("red", "/view", at=4).json()
    assert (between["number"], between["view"]) == (3, then[3])
    assert table.get("red", "/view", at=0).json()["view"]["turn"] == 0


def test_taking_back_needs_every_human_and_begins_a_new_epoch(client: httpx.Client) -> None:
    table = make_race(client)
    table.throw()
    before = table.events("red")
    table.throw()
    table.throw()
    asked = table.post("blue", "/undo", agree=True).json()
    assert asked == {"undone": False, "votes": ["blue"], "wanted_back": "", "epoch": 0, "number": 9}
    agreed = table.post("red", "/undo", agree=True).json()
    assert agreed == {"undone": True, "votes": [], "wanted_back": "", "epoch": 1, "number": 3}
    assert table.events("red") == before
    assert table.get("red").json()["to_act"] == "blue"
    table.say("blue", type="Pass")
    told = table.get("blue", "/events", after=9, epoch=0).json()
    assert (told["after"], told["to"]) == (3, 4)


def test_a_vote_against_or_a_command_ends_the_matter(client: httpx.Client) -> None:
    table = make_race(client)
    table.throw()
    table.post("red", "/undo", agree=True)
    assert table.post("blue", "/undo", agree=False).json()["votes"] == []
    table.post("red", "/undo", agree=True)
    table.throw()
    assert table.get("red").json()["votes"] == []


def test_there_must_be_something_to_take_back(client: httpx.Client) -> None:
    answer = make_race(client).post("red", "/undo", agree=True)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (409, "table.undo")


def test_against_a_bot_ones_own_last_command_is_taken_back_with_its_answer(client: httpx.Client) -> None:
    table = make_race(client, seats={"blue": "random"})
    table.say("red", type="Throw", count=2)
    _wait(lambda: table.get("red").json()["to_act"] == "red")
    taken = table.post("red", "/undo", agree=True).json()
    assert (taken["undone"], taken["number"]) == (True, 0)
    assert table.get("red").json()["to_act"] == "red"


def test_at_a_hot_seat_one_token_plays_every_human_side(client: httpx.Client) -> None:
    table = make_race(client, hot_seat=True)
    assert table.token("red") == table.token("blue")
    for side in ("red", "blue", "red"):
        assert table.get("red", "/legal").json()["player"] == side
        assert table.say("red", type="Throw", count=1).status_code == 200
    assert table.get("red", "/view", player="blue").json()["view"]["seen_by"] == "blue"


def test_the_log_verifies_and_goes_on_when_brought_back(client: httpx.Client) -> None:
    table = make_race(client)
    for _ in range(5):
        table.throw()
    log = table.get("host", "/log")
    assert verify(log.content, lambda header: SecretRace()) is None
    brought = client.post("/api/games/import", json={"log": log.text, "seats": {"blue": "random"}, "pace": 0})
    assert brought.status_code == 201
    again = Table(client, brought.json())
    assert again.get("host", "/log").content[: len(log.content)] == log.content
    _wait(lambda: again.get("red").json()["to_act"] == "red")
    assert again.say("red", type="Throw", count=1).status_code == 200


@pytest.mark.parametrize(
    ("spoil", "id"),
    [
        (lambda lines: [*lines[:-1], lines[-1].replace("secret", "secrets")], "table.log"),
        (lambda lines: lines[1:], "log.header"),
        (lambda lines: [lines[0].replace('"race"', '"chess"', 1), *lines[1:]], "table.kind"),
        (lambda lines: [*lines, "{}"], "log.line"),
        (lambda lines: [*lines, lines[1]], "table.log"),
    ],
)
def test_a_log_that_was_tampered_with_is_refused(client: httpx.Client, spoil: Any, id: str) -> None:
    table = make_race(client)
    table.throw()
    table.throw()
    lines = table.get("host", "/log").text.splitlines()
    answer = client.post("/api/games/import", json={"log": "\n".join(spoil(lines))})
    assert answer.status_code in (409, 422)
    assert answer.json()["refusal"]["id"] == id


def test_a_game_kept_by_a_version_of_other_words_goes_on(client: httpx.Client) -> None:
    table = make(client, scenario="duel", seed=5, rules=[])
    side = table.get("host").json()["to_act"]
    command = next(one for one in table.get(side, "/legal").json()["commands"] if one["type"] == "Choose")
    assert table.say(side, **command).status_code == 200
    log = table.get("host", "/log").text
    assert '"purpose":"initiative","sides"' in log
    older = log.replace('"format":3', '"format":1').replace('"purpose":"initiative"', '"purpose":"who goes first, red"')
    brought = client.post("/api/games/import", json={"log": older, "seats": {}})
    assert brought.status_code == 201
    earlier = [*kinds()["classic"].earlier, *kinds()["classic"].formerly]
    goes_on = log.replace('"rules":["classic"]', f'"rules":{json.dumps(["classic", *earlier], separators=(",", ":"))}')
    assert Table(client, brought.json()).get("host", "/log").text == goes_on


@pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "heath")])
def test_how_a_game_stands_is_text_that_goes_on_elsewhere(client: httpx.Client, kind: str, scenario: str) -> None:
    table = make(client, kind=kind, scenario=scenario, seed=5)
    side = table.get("host").json()["to_act"]
    command = table.get(side, "/legal").json()["commands"][0]
    assert table.say(side, **command).status_code == 200
    answer = table.get("host", "/position")
    assert answer.headers["Content-Type"].startswith("text/plain")
    found = parse_position(answer.text)
    assert found.state == rerun(table.get("host", "/log").content, game_of).state
    brought = client.post("/api/games/import", json={"log": found.session(3).log().decode(), "seats": {}})
    assert brought.status_code == 201
    again = Table(client, brought.json())
    side = again.get("host").json()["to_act"]
    assert again.say(side, **again.get(side, "/legal").json()["commands"][0]).status_code == 200
    assert verify(again.get("host", "/log").content, game_of) is None
    assert parse_position(again.get("host", "/position").text).setup == found.setup


def test_a_position_tells_what_is_hidden_and_is_for_the_host(client: httpx.Client) -> None:
    table = make(client, scenario="duel", seed=5)
    assert table.get("red", "/position").status_code == 403
    assert table.get("host", "/position").status_code == 200


def test_two_bots_play_a_classic_battle_to_its_end(client: httpx.Client) -> None:
    table = make(client, scenario="duel", seats={"red": "random", "blue": "random"}, open_to_all=True, seed=5)
    _wait(lambda: table.get("").json()["outcome"] is not None, seconds=40)
    assert verify(table.get("watch", "/log").content, game_of) is None


def test_a_bot_waits_its_pace_before_each_command(client: httpx.Client) -> None:
    table = make_race(client, seats={"blue": "random"}, pace=0.3)
    table.say("red", type="Pass")
    assert table.get("red").json()["to_act"] == "blue"
    _wait(lambda: table.get("red").json()["to_act"] == "red")


def test_a_host_ends_the_game_for_everybody(client: httpx.Client) -> None:
    table = make_race(client)
    assert client.delete(table.url, headers=table.headers("red")).status_code == 403
    assert client.delete(table.url, headers=table.headers("host")).status_code == 204
    assert table.get("red").status_code == 404


def test_the_open_games_are_those_that_say_so(client: httpx.Client) -> None:
    shown, hidden = make_race(client, open_to_all=True), make_race(client)
    listed = [game["id"] for game in client.get("/api/games").json()]
    assert shown.id in listed
    assert hidden.id not in listed


def _wait(true: Any, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


@pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "ridge")])
def test_a_vote_names_the_command_that_would_be_taken_back_in_its_words(
    client: httpx.Client, kind: str, scenario: str
) -> None:
    table = make(client, kind=kind, scenario=scenario, seed=3)
    for _ in range(4):
        side = table.get("watch").json()["to_act"]
        legal = table.get(side, "/legal").json()
        assert table.say(side, **legal["commands"][0]).status_code == 200
    other = next(seat for seat in table.made["seats"] if seat != side)
    assert table.get(side).json()["wanted_back"] == ""
    asked = table.post(side, "/undo", agree=True).json()
    assert asked["wanted_back"] == legal["words"][0] != ""
    assert [table.get(seat).json()["wanted_back"] for seat in (side, other, "watch")] == [legal["words"][0]] * 3
    with table.live(other) as socket:
        heard = iter(lambda: msgspec.json.decode(socket.recv(timeout=10)), None)
        votes = next(message for message in heard if message["say"] == "votes")
    assert (votes["votes"], votes["wanted_back"]) == ([side], legal["words"][0])
    table.post(other, "/undo", agree=False)
    assert table.get(other).json()["wanted_back"] == ""


@pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "heath")])
def test_a_position_is_looked_at_and_opened_as_a_new_game(client: httpx.Client, kind: str, scenario: str) -> None:
    table = make(client, kind=kind, scenario=scenario, seed=5)
    side = table.get("host").json()["to_act"]
    assert table.say(side, **table.get(side, "/legal").json()["commands"][0]).status_code == 200
    text = table.get("host", "/position").text
    about = client.post("/api/positions", json={"position": text}).json()
    now = table.get("host").json()
    assert (about["kind"], about["to_act"]) == (kind, now["to_act"])
    assert about["sides"] == [seat["player"] for seat in now["seats"]]
    made = client.post("/api/games", json={"position": text, "seed": 3})
    assert made.status_code == 201
    again = Table(client, made.json())
    assert again.get("host", "/position").text == text
    assert again.say(about["to_act"], **again.get(about["to_act"], "/legal").json()["commands"][0]).status_code == 200
    assert verify(again.get("host", "/log").content, game_of) is None


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("nonsense", "position.game"),
        ("game chess", "table.kind"),
        ("game classic\nscenario nowhere", "scenario.name"),
        ("game classic\nrules classic\nwind strong", "position.line"),
    ],
)
def test_a_text_that_is_no_position_is_refused(client: httpx.Client, text: str, id: str) -> None:
    for path in ("/api/positions", "/api/games"):
        answer = client.post(path, json={"position": text})
        assert 400 <= answer.status_code < 500
        assert answer.json()["refusal"]["id"] == id


def test_a_game_is_made_from_one_thing_only(client: httpx.Client) -> None:
    answer = client.post("/api/games", json={"position": "game classic", "scenario": "duel"})
    assert answer.json()["refusal"]["id"] == "table.setup"
