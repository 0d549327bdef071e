"""Tables of H.E.A.T without a game: terrain, tables by a seed, tables judged part by part, and games on them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from overheat.platoon.battle.generator import THEMES, generated
from overheat.platoon.battle.scenario import read_scenario
from overheat.platoon.ground.terrain import kinds


def made(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = client.get("/api/platoon/tables/made", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def judged(client: httpx.Client, scenario: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/platoon/tables/check", json={"scenario": scenario})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_every_kind_of_terrain_is_told_with_what_it_does(client: httpx.Client) -> None:
    told = client.get("/api/platoon/terrain").json()
    assert {kind["id"] for kind in told["kinds"]} >= set(kinds())
    assert told["themes"] == list(THEMES)
    words = {kind["id"]: kind["text"] for kind in told["kinds"]}
    assert "soft cover" in words["wood"]
    assert "cannot be crossed" in words["water"]


def test_a_table_by_a_seed_is_the_one_of_the_command_line_and_reads_as_its_file(client: httpx.Client) -> None:
    told = made(client, seed=7, theme="ruins", pieces=14, width=96, mission="hold")
    wanted = generated(7, "ruins", pieces=14, width=96, mission="hold")
    assert read_scenario(told["text"], "told") == wanted
    assert (told["findings"], len(told["scenario"]["table"]["pieces"])) == ([], 14)
    again = client.post("/api/platoon/tables/check", json={"text": told["text"]}).json()
    assert again["scenario"] == told["scenario"]
    assert client.get("/api/platoon/tables/made", params={"theme": "moon"}).json()["refusal"]["id"] == "table.theme"


def test_what_no_table_has_is_told_of_each_part_with_where_that_is_written(client: httpx.Client) -> None:
    scenario = made(client)["scenario"]
    pieces = scenario["table"]["pieces"]
    pieces[0]["points"] = [[0, 0], [10, 10], [10, 0], [0, 10]]
    pieces[1]["points"] = [[900, 900], [910, 900], [910, 910]]
    pieces[2]["kind"] = "lava"
    scenario["zones"][1]["north"] = 50
    scenario["objectives"][0]["x"] = -3
    found = {no["facts"]["part"]: no for no in judged(client, scenario)["findings"]}
    assert {part: no["id"] for part, no in found.items()} == {
        "piece 1": "table.polygon",
        "piece 2": "table.corners",
        "piece 3": "table.kind",
        "zone 2": "setup.zone",
        "objective 1": "setup.objective",
    }
    assert all(no["cite"] for no in found.values())
    asked = {"table": scenario, "platoons": ["response_platoon", "border_brigade"]}
    answer = client.post("/api/platoon/setup", json=asked)
    assert (answer.status_code, answer.json()["refusal"]["cite"]) == (422, "Order dice base game: Terrain")


def test_what_may_not_be_meant_is_told_and_does_not_forbid_anything(client: httpx.Client) -> None:
    scenario = made(client)["scenario"]
    assert judged(client, scenario)["advice"] == []
    scenario["zones"][0]["north"] = 30
    scenario["table"]["pieces"] = [{"kind": "water", "points": [[20, 10], [50, 10], [50, 40], [20, 40]]}]
    told = judged(client, scenario)
    assert told["findings"] == []
    assert [words.split(" ")[0] for words in told["advice"]] == ["The", "Nobody"]


def test_a_piece_beside_the_table_is_told(client: httpx.Client) -> None:
    scenario = made(client)["scenario"]
    scenario["table"]["pieces"].append({"kind": "hill", "points": [[80, 10], [90, 10], [90, 20], [80, 20]]})
    told = judged(client, scenario)
    assert told["findings"] == []
    assert told["advice"] == ["A piece of hill lies beside the table, where nobody meets it."]


@pytest.mark.parametrize(
    "senseless", [{"text": "name ="}, {"scenario": {"name": "x"}}, {}, {"text": "[table]\nwidth = nan\n"}]
)
def test_what_is_no_table_is_refused(client: httpx.Client, senseless: dict[str, Any]) -> None:
    answer = client.post("/api/platoon/tables/check", json=senseless)
    assert (answer.status_code, answer.json()["refusal"]["id"] in ("scenario.file", "request.form")) == (422, True)


def test_a_game_is_played_on_a_table_of_ones_own(client: httpx.Client) -> None:
    scenario = made(client, seed=9, theme="heath", mission="hold")["scenario"]
    scenario["table"]["pieces"].append({"kind": "wall", "points": [[30, 20], [36, 20], [36, 20.5]], "name": "The wall"})
    platoons = ["response_platoon", "border_brigade"]
    setup = client.post("/api/platoon/setup", json={"table": scenario, "platoons": platoons}).json()["setup"]
    assert setup["table"]["pieces"][-1]["name"] == "The wall"
    seats = {"south": "greedy", "north": "greedy"}
    answer = client.post("/api/games", json={"kind": "platoon", "setup": setup, "seats": seats})
    assert answer.status_code in (200, 201), answer.text
