"""Questions of the adjudicator over HTTP: listed, answered and weighed, for both games, with bundled names only."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from overheat.table.layers import MOST_LAYERS

UNIT = "Warhammer WHM-6R"


def post(client: httpx.Client, path: str = "", **facts: Any) -> Any:
    return client.post(f"/api/adjudicate{path}", json=facts).json()


def test_what_can_be_asked_is_listed_for_each_game(client: httpx.Client) -> None:
    told = client.get("/api/adjudicate/questions").json()
    assert told["game"] == "classic"
    ids = [row["id"] for row in told["questions"]]
    assert {"attack", "heat", "movement"} <= set(ids)
    other = client.get("/api/adjudicate/questions", params={"rules": "platoon"}).json()
    assert (other["game"], other["questions"][0]["id"]) == ("platoon", "shot")
    no = client.get("/api/adjudicate/questions", params={"rules": "magic"})
    assert (no.status_code, no.json()["refusal"]["id"]) == (422, "rules.layer")


def test_questions_of_both_games_are_answered(client: httpx.Client) -> None:
    assert post(client, ask="points", unit=UNIT)["run"] == 6
    assert post(client, ask="points", unit=UNIT, rules=["sprinting"])["sprint"] == 8
    assert post(client, ask="order test", rules=["platoon"], quality="regular", pins=3)["number"] == 6


def test_odds_are_weighed(client: httpx.Client) -> None:
    ends = {"attacker": {"unit": UNIT, "hex": "0808", "facing": 3}, "target": {"unit": UNIT, "hex": "0809"}}
    told = post(client, "/odds", ask="blow", kind="kick", limb="RL", **ends)
    assert [row["value"] for row in told["distribution"]["rows"]] == [0, 14]


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({"ask": "nothing"}, "request.form"),
        ({"ask": "points"}, "request.form"),
        ({"ask": "points", "unit": UNIT, "colour": "red"}, "request.form"),
        ({"ask": "points", "unit": "/etc/passwd"}, "unit.name"),
        ({"ask": "movement", "unit": UNIT, "board": "/etc/passwd"}, "board.name"),
        ({"ask": ["points"]}, "request.form"),
        ({"ask": "points", "unit": UNIT, "rules": ["classic"] * (MOST_LAYERS + 1)}, "rules.layer"),
    ],
)
def test_what_cannot_be_asked_is_refused(client: httpx.Client, facts: dict[str, Any], refusal: str) -> None:
    answer = client.post("/api/adjudicate", json=facts)
    assert answer.status_code == 422
    assert answer.json()["refusal"]["id"] == refusal
