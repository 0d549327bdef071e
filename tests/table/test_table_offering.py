"""What may be said is told by the server: in groups, in words, with what it takes and what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parades import NAME, on_parade
from tabletop import Table, make, serving

WASPS = [
    {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
    for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
]
SETUP = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": WASPS}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serving(f"sqlite:///{tmp_path / 'table.sqlite'}") as found:
        yield found


@pytest.fixture
def table(client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with on_parade(tmp_path, monkeypatch):
        yield make(client, kind="classic", setup=SETUP, seed=4, hot_seat=True, rules=[NAME])


def ours(table: Table, phase: str) -> None:
    """Everybody does nothing until red acts in a phase."""
    while True:
        view = table.get("red", "/view", player="red").json()["view"]
        if (view["phase"], view["acting"]) == (phase, "red-1"):
            return
        side = view["to_act"]
        legal = table.get(side, "/legal", player=side).json()["commands"]
        done = [each for each in legal if each["type"] in ("Choose", "Done")]
        assert table.say(side, **done[0]).status_code == 200


def offers(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.get("red", "/legal", player="red").json()
    return found


def test_commands_come_in_groups_with_words_and_costs(table: Table) -> None:
    ours(table, "parade")
    told = offers(table)
    groups = {group["id"]: group for group in told["groups"]}
    assert [group["title"] for group in told["groups"]] == ["Done", "Salutes", "March"]
    assert [told["words"][at] for at in groups["parade.salute"]["commands"]] == [
        "salute towards 0",
        "salute towards 1",
    ]
    assert (groups["parade.salute"]["foretells"], groups["turns.done"]["foretells"]) == (True, False)
    assert len(groups["parade.march"]["commands"]) == 30
    costs = told["costs"][str(groups["parade.salute"]["commands"][1])]
    assert (costs["heat"]["total"], costs["heat"]["terms"][0]["label"]) == ("1/2", "pride")
    assert sorted(at for group in told["groups"] for at in group["commands"]) == list(range(len(told["commands"])))


def test_what_a_command_promises_is_asked_for(table: Table) -> None:
    ours(table, "parade")
    asked = [{"type": "Salute", "facing": 1}, {"type": "March", "hex": "0101"}, {"type": "Done"}]
    salute, march, done = table.post("red", "/foreseen", commands=asked, player="red").json()
    assert (salute["says"], salute["chance"], salute["sums"][0]["total"]) == ("cheers on 8+, 58.3 %", [7, 12], 8)
    assert salute["sums"][0]["terms"][1]["label"] == "the way"
    assert (march["says"], march["sums"], march["words"]) == ("they see it in 0101", [], "march past 0101")
    assert (done["says"], done["refusal"]) == ("", None)


def test_what_may_not_be_said_tells_why_and_promises_nothing(table: Table) -> None:
    ours(table, "weapons")
    fire = {"type": "Fire", "mount": 0, "target": "red-1"}
    (found,) = table.post("red", "/foreseen", commands=[fire], player="red").json()
    assert found["refusal"]["reason"]
    assert (found["says"], found["costs"]) == ("", {})
    assert table.post("blue", "/foreseen", commands=[{"type": "Done"}], player="blue").json() == [None]


def test_the_server_says_who_is_expected_to_do_what(table: Table) -> None:
    ours(table, "parade")
    own, other = (table.get(side, "/view", player=side).json()["expected"] for side in ("red", "blue"))
    assert (own["player"], own["what"], own["task"]) == ("red", "salute with Wasp", "salute")
    assert other["what"] == "salutes with Wasp"
