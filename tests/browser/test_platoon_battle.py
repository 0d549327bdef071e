"""A whole game of H.E.A.T played with the mouse, and its set-up."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Any

import httpx
from playwright.sync_api import expect

from browser.commanding import ENEMY, SIDE, Officer
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit


FEW = (
    {"junior_leader_1", "alpha", "bravo", "mmg_team_1", "drone_team_1", "light_ifv_1"},
    {"senior_leader_1", "first", "second", "hmg_team_1", "rpg_team_1", "old_tank_1"},
)
"""Of either side some of every sort: leader, squads, teams, a vehicle."""


def test_a_whole_game_against_the_bot_is_played_with_the_mouse(client: httpx.Client, visit: Visit) -> None:
    setup = client.get("/api/kinds/platoon/scenarios/crossroads").json()
    setup["forces"] = [
        [unit for unit in force if unit["id"] in few] for force, few in zip(setup["forces"], FEW, strict=True)
    ]
    assert [len(force) for force in setup["forces"]] == [6, 6]
    table = make(client, kind="platoon", setup=setup, seed=5, seats={ENEMY: "greedy"})
    officer = Officer(visit, table)
    assert officer.turn()
    officer.set_up()
    while officer.turn():
        officer.step()
    outcome = table.get(SIDE).json()["outcome"]
    assert officer.view()["turn"] >= 6
    expect(officer.page.locator("#result-words")).to_contain_text(outcome["reason"])
    ours, theirs = (int(points) for points in re.findall(r"\d+", outcome["reason"]))
    assert bool(outcome["winners"]) == (abs(ours - theirs) >= 2)
    won = {(SIDE,): "You win", (ENEMY,): "You lose", (): "A draw"}[tuple(outcome["winners"])]
    expect(officer.page.locator("#result-dialog h2")).to_have_text(won)
    assert all(officer.seen.values()), officer.seen


def test_a_place_outside_the_zone_is_refused_and_nothing_changes(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    officer = Officer(visit, make(client, kind="platoon", scenario="crossroads", seed=5, seats={ENEMY: "greedy"}))
    assert officer.turn()
    id = officer.choose()
    before = officer.number
    officer.click_spot(36, 20)
    expect(officer.verdict()).to_contain_text("outside the zone")
    expect(officer.panel.locator("#p-go")).to_be_disabled()
    expect(officer.page.locator(".p-ghost.bad")).to_be_attached()
    assert (officer.view()["units"][id]["place"], officer.number) == ("waiting", before)
    for x in (30, 42, 54, 18):
        officer.click_spot(x, 5)
        officer.go()
        assert officer.turn()
        officer.choose()
    officer.click_spot(8, 4)
    officer.verdict()
    photograph(officer.page, "platoon-deploy", document="platoon-deploy")


def test_whoever_is_set_up_by_the_page_has_room_and_faces_the_enemy(client: httpx.Client, visit: Visit) -> None:
    """On the heath the enemy is to the south-east of the side in the west: there hulls look, and none is in another."""
    table = make(client, kind="platoon", scenario="heath", seed=5, seats={"south": "greedy"})
    page = visit(table.made["seats"]["west"]["link"])
    page.locator("#p-auto").click()
    expect(page.locator("#bar-phases")).not_to_contain_text("Set-up")
    seen = table.get("west", "/view").json()["view"]
    own = [(id, unit) for id, unit in seen["units"].items() if id.startswith("west/") and unit["place"] == "table"]
    assert len(own) == 12
    assert all(90 <= unit["heading"] <= 180 for id, unit in own if not seen["sheets"][id]["men"])
    assert [id for id, unit in own if not unit["men"] and near_the_edge(unit, seen["sheets"][id])] == []
    boxes = {id: box(unit, seen["sheets"][id]) for id, unit in own}
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []


def near_the_edge(unit: dict[str, Any], sheet: dict[str, Any]) -> bool:
    """Whether a hull on a table of six feet by four would swing over an edge when it turns."""
    x, y, *_ = unit["at"]
    return bool(min(x, y, 7200 - x, 4800 - y) < hypot(sheet["width"], sheet["length"]) / 2)


def box(unit: dict[str, Any], sheet: dict[str, Any]) -> tuple[float, float, float, float]:
    """What a unit takes up: its men on their bases, or the middle of its hull."""
    half = 50 if unit["men"] else sheet["width"] / 2
    places = [man["at"] for man in unit["men"]] or [unit["at"]]
    xs, ys = [place[0] for place in places], [place[1] for place in places]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
