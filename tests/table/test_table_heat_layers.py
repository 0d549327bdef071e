"""Users' files for H.E.A.T at the table: the orders, things, terrain and hidden units that they bring, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.lab.games import find_scenario
from platoon.test_platoon_entries_of_layers import written
from platoon.users_files import brought
from table.test_table_heat_rules import until
from tabletop import Table, make, serving


@contextmanager
def playing(layer: str, monkeypatch: pytest.MonkeyPatch, scenario: str = "village") -> Iterator[Table]:
    """A game under a user's file, in which one seat has both sides."""
    brought(layer, monkeypatch)
    name = Path(layer).stem
    with serving("sqlite://") as client:
        yield make(client, scenario=scenario, kind="platoon", hot_seat=True, seed=2, rules=[name])


def shape(table: Table, side: str) -> dict[str, Any]:
    found: dict[str, Any] = table.get("attacker", "/platoon/shape", player=side).json()
    return found


def test_an_order_of_a_users_file_is_listed_explained_given_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with playing("overwatch.py", monkeypatch) as table:
        listed = table.client.get("/api/platoon/orders", params={"rules": ["overwatch"]}).json()["orders"]
        assert listed[-1]["name"] == "Overwatch"
        assert listed[-1]["shoots"]
        plain = table.client.get("/api/platoon/orders").json()["orders"]
        assert [order["id"] for order in listed] == [*(order["id"] for order in plain), "overwatch"]
        found = until(table, "Give")
        give = next(each for each in found["commands"] if each["type"] == "Give" and each["order"] == "overwatch")
        assert shape(table, found["player"])["orders"]["overwatch"]["tip"] == "fire at all who act in sight"
        explained = table.get("attacker", "/platoon/orders", unit=give["unit"]).json()
        assert "overwatch" in [order["order"] for order in explained["orders"]]
        assert table.post("attacker", "/say", command=give).status_code == 200
        unit = next(unit for unit in shape(table, found["player"])["units"] if unit["id"] == give["unit"])
        assert (unit["order"], "keeps watch" in unit["marks"]) == ("overwatch", True)
        told = [event["text"] for event in table.events("attacker") if event["kind"] == "Ordered"]
        assert told[-1].endswith("is ordered to overwatch.")


def test_men_whom_a_users_file_hides_are_on_the_table_for_their_own_side_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with playing("camouflage.py", monkeypatch) as table:
        until(table, "Give")
        sides = list(table.made["seats"])
        for mine, theirs in (sides, sides[::-1]):
            own = {unit["id"]: unit for unit in shape(table, mine)["units"] if unit["player"] == mine}
            seen = {unit["id"]: unit for unit in shape(table, theirs)["units"] if unit["player"] == mine}
            men = [id for id, unit in own.items() if unit["place"] == "table" and unit["men"]]
            assert men
            assert {seen[id]["place"] for id in men} == {"reserve"}
            assert all(seen[id]["bodies"] == [] for id in men)
            view = table.get("attacker", "/view", player=theirs).json()["view"]["units"]
            assert all(not view[id].get("men") for id in men)


def test_a_thing_of_a_users_file_is_named_by_its_words_to_who_knows_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with playing("rattled.py", monkeypatch) as table:
        found = until(table, "Give")
        mine = found["player"]
        men = [unit["id"] for unit in shape(table, mine)["units"] if unit["men"] and unit["place"] == "table"]
        gives = [each for each in found["commands"] if each["type"] == "Give" and each["unit"] in men]
        advance = next(each for each in gives if each["order"] == "advance")
        assert table.post("attacker", "/say", command=advance).status_code == 200
        (theirs,) = (side for side in list(table.made["seats"]) if side != mine)
        assert table.post("attacker", "/say", command={"type": "LayTrap"}).status_code == 200
        assert shape(table, mine)["things"] == {"trap": "snare of wire"}
        assert shape(table, theirs)["things"] == {}


def test_terrain_of_a_users_file_has_its_colour_and_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought("frontier.toml", monkeypatch)
    _, scenario = written(tmp_path)
    setup = find_scenario(scenario, lambda kind: ["frontier"])[1].setup
    with serving("sqlite://") as client:
        given = msgspec.to_builtins(setup)
        table = make(client, kind="platoon", setup=given, hot_seat=True, seed=2, rules=["frontier"])
        (cane,) = table.get("red", "/platoon/shape").json()["terrain"]
        assert (cane["called"], cane["colour"]) == ("cane", "#b8ad8f")
