"""Orders that layers bring: what they cost, add and allow, at the table, in the terminal, and refused where wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overheat.kernel.cite import Book
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.state import Ordering
from overheat.platoon.facts import OrderTest, Shot
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import orders
from overheat.platoon.rules.standard.orders import ORDER_KINDS, OrderKind
from overheat.platoon.rulesets import HEAT
from platoon.positions import RED, A, duel
from platoon.users_files import FOLDER, brought, forgetting
from tabletop import make, serving
from terminal import refused, run

HERE = Book("House rules")("Orders")


def ruled(**kinds: OrderKind) -> Ruleset:
    """The standard rules with further orders."""
    more = ORDER_KINDS.amended("mine", kinds, cite=HERE)
    return compose(HEAT, Layer("mine", HERE, needs=("platoon",), change=(more,)))


@pytest.mark.proves("orders.own_test")
def test_an_order_may_be_harder_to_obey_than_others() -> None:
    rules = ruled(dash=OrderKind(3, False, test=-2))
    needed = resolve.order_target(rules, OrderTest(quality="regular", order="dash", pins=1))
    assert [(term.id, term.value, term.label) for term in needed][-1] == ("order", -2, "order: Dash")
    assert needed.total == 9 - 1 - 2


@pytest.mark.proves("orders.costs")
def test_an_order_may_cost_pins() -> None:
    rules = ruled(dash=OrderKind(3, False, pins=2))
    costs = [rules[orders.costs](rules, order) for order in ("run", "dash")]
    assert costs == [0, 2]


@pytest.mark.proves("to_hit.order")
def test_an_order_may_make_shots_easier() -> None:
    rules = ruled(aim=OrderKind(0, True, to_hit=1))
    shot = Shot(weapon=resolve.weapon_of(rules, "rifle"), distance=10, order="aim")
    assert [(term.id, term.value) for term in resolve.to_hit(rules, shot)] == [("order", 1)]


def test_an_order_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match="no order 'charge'; there are fire, advance, run, ambush, rally, down"):
        orders.kind_of(ruled(), "charge")


def test_the_table_offers_an_order_of_a_users_file_with_its_words_its_cost_and_its_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brought("sprint.toml", monkeypatch)
    with serving("sqlite://") as client:
        table = make(client, scenario="crossroads", kind="platoon", hot_seat=True, seed=2, rules=["sprint"])
        for _ in range(200):
            found = table.get("attacker", "/legal").json()
            if found["commands"][0]["type"] == "Give":
                break
            assert table.post("attacker", "/say", command=found["commands"][0]).status_code == 200
        command = next(each for each in found["commands"] if each["type"] == "Give" and each["order"] == "sprint")
        words = found["words"][found["commands"].index(command)]
        assert words.endswith(": Sprint")
        previews = table.get("attacker", "/platoon/orders", unit=command["unit"]).json()["orders"]
        sprint = next(each for each in previews if each["order"] == "sprint")
        assert (sprint["label"], sprint["pins"]) == ("Sprint: move three times as far, and be winded", 1)
        shape = table.get("attacker", "/platoon/shape").json()
        assert shape["orders"]["sprint"]["letter"] == "S"
        ways = table.get("attacker", "/platoon/reach", unit=command["unit"]).json()["ways"]
        assert [way["order"] for way in ways if way["doing"] in ("", "arrive")] == ["advance", "run", "sprint"]
        (foreseen,) = table.post("attacker", "/foreseen", commands=[command], player=found["player"]).json()
        assert foreseen["says"] == "no test"
        assert table.post("attacker", "/say", command=command).status_code == 200
        told = [event["text"] for event in table.events("attacker") if event["kind"] == "Ordered"]
        assert told[-1].endswith("is ordered to sprint.")
        pinned = [event["event"] for event in table.events("attacker") if event["kind"] == "Pinned"]
        assert pinned == [{"type": "Pinned", "unit": command["unit"], "change": 1, "pins": 1}]


def test_the_terminal_answers_about_an_order_of_a_users_file(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting(monkeypatch)
    path = str(FOLDER / "sprint.toml")
    told = run("platoon", "test", "regular", "2", "--order", "sprint", "--rules", path).stdout
    assert "order: Sprint" in told
    assert "Sprint" in run("rules", "layer", path, "--game", "platoon").stdout
    question = json.dumps({"ask": "order test", "quality": "regular", "pins": 2, "order": "sprint"})
    answered = run("adjudicate", "--rules", "platoon", "--rules", path, "--format", "json", typed=question).stdout
    assert json.loads(answered)["number"] == 9 - 2 - 1
    question = question.replace("sprint", "gallop")
    said = refused("adjudicate", "--rules", "platoon", "--rules", path, code=1, typed=question)
    assert "no order 'gallop'; there are fire, advance, run, ambush, rally, down, sprint" in said


def test_a_row_that_is_no_order_is_refused_with_file_line_and_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetting(monkeypatch)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'id = "wrong"\nneeds = ["platoon"]\n\n[new."orders.kinds"]\ncrawl = {moves = "half", shoots = false}\n'
    )
    said = refused("battle", "village", "--rules", str(wrong), code=1)
    assert "wrong.toml:5: row 'crawl' of 'orders.kinds'" in said


def test_a_give_with_an_unknown_order_is_refused() -> None:
    assert duel().ready(Ordering(RED)).refuses(Give(A, "charge")) == "orders.unknown"
