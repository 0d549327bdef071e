"""What a page needs besides the rules: pages that are always fresh, and events with their depth and their sums."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from overheat.table.delivery import PAGES
from tabletop import Table, make, make_race, race, serving


@pytest.mark.parametrize("address", [*PAGES, "/static/plain.css"])
def test_pages_and_files_are_asked_about_each_time(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_a_file_that_has_not_changed_is_not_sent_again(client: httpx.Client) -> None:
    tag = client.get("/static/plain.css").headers["ETag"]
    assert client.get("/static/plain.css", headers={"If-None-Match": tag}).status_code == 304


def test_a_table_in_memory_keeps_its_games_as_long_as_it_runs() -> None:
    with serving("sqlite://", games=race()) as client:
        table = make_race(client)
        table.throw(1)
        assert table.get("red").json()["step"] == 1


def battle(client: httpx.Client, scenario: str, commands: int) -> Table:
    """A battle in which everybody does anything."""
    table = make(client, scenario=scenario, hot_seat=True, seed=4)
    luck = random.Random(7)
    for _ in range(commands):
        legal = table.get("red", "/legal").json()["commands"]
        if not legal:
            break
        shots = [command for command in legal if command["type"] == "Fire"]
        table.post("red", "/say", command=luck.choice(shots or legal))
    return table


@pytest.fixture(scope="module")
def events(client: httpx.Client) -> list[dict[str, Any]]:
    return battle(client, "duel", 260).events("red")


def test_an_event_about_a_number_tells_its_terms_which_add_up_to_it(events: list[dict[str, Any]]) -> None:
    numbers = {"AttackRolled": 0, "CheckMade": 0, "HeatSettled": 0, "Moved": 0}
    for told in events:
        total = sum(term["value"] for term in told["terms"])
        if told["kind"] in ("AttackRolled", "CheckMade"):
            assert total == sum(part[1] for part in told["event"]["needed"])
            assert f"{total} needed" in told["text"]
        elif told["kind"] == "HeatSettled":
            assert total == told["event"]["after"]
        elif told["kind"] == "Moved":
            assert total == sum(part[1] for part in told["event"]["cost"])
        if told["terms"] and told["kind"] in numbers:
            numbers[told["kind"]] += 1
    assert min(numbers.values()) > 0


def test_every_term_says_where_it_is_written(events: list[dict[str, Any]]) -> None:
    terms = [term for told in events for term in told["terms"]]
    assert terms
    assert all(term["cite"] and term["label"] for term in terms)


def test_the_terms_of_a_cluster_are_the_dice_and_what_is_added(events: list[dict[str, Any]]) -> None:
    fallen: list[int] = []
    for told in events:
        if told["kind"] == "Rolled":
            fallen = told["event"]["roll"]["faces"]
        if told["kind"] == "ClusterRolled":
            assert told["terms"][0]["value"] == sum(fallen)
            assert sum(term["value"] for term in told["terms"]) == told["event"]["rolled"][-1][1]


def test_events_are_set_in_by_round_phase_unit_and_detail(events: list[dict[str, Any]]) -> None:
    levels = {told["kind"]: told["level"] for told in events}
    assert (levels["RoundBegan"], levels["PhaseBegan"], levels["AttackRolled"], levels["Rolled"]) == (0, 1, 2, 3)
    assert {told["level"] for told in events} <= {0, 1, 2, 3}


def test_a_game_without_notes_of_its_own_sets_dice_in_deeper(client: httpx.Client) -> None:
    table = make_race(client)
    table.throw(1)
    levels = {told["kind"]: (told["level"], told["terms"]) for told in table.events("red")}
    assert (levels["Rolled"], levels["Advanced"]) == ((3, []), (2, []))
