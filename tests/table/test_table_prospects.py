"""What is promised from a hex before moving there is what the fire preview promises when the unit stands there."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from table.test_table_previews import choose, lane
from tabletop import Table

WOODS = 'hex 0204 0 "woods:1;foliage_elev:2" ""'


def pass_until(table: Table, phase: str) -> None:
    """Everybody stands still until a phase has come."""
    while table.get("red", "/view").json()["view"]["phase"] != phase:
        legal = table.get("red", "/legal").json()["commands"]
        table.say("red", **next(one for one in legal if one["type"] in ("Choose", "Done")))


def promised(found: dict[str, Any]) -> tuple[Any, ...]:
    return found["target_number"], found["probability"]


@pytest.mark.parametrize("mode", ["walk", "run"])
def test_a_place_promises_both_ways_what_the_fire_preview_does_there(client: httpx.Client, mode: str) -> None:
    table = lane(client, 12, WOODS)
    choose(table, "r")
    wanted = next(
        place
        for place in table.get("red", "/reach", unit="r").json()["places"]
        if (place["hex"], place["facing"], place["mode"]) == (("0204" if mode == "walk" else "0206"), 3, mode)
    )
    found = table.get("red", "/prospects", unit="r").json()
    here = next(one for one in found if (one["hex"], one["mode"]) == (wanted["hex"], mode))
    assert here["facing"] == 3
    explained = table.get("red", "/prospects", unit="r", hex=wanted["hex"]).json()
    exact = next(one for one in explained if (one["facing"], one["mode"]) == (3, mode))
    assert sum(term["value"] for term in exact["mine"]["terms"]) == here["mine"]["target_number"]
    assert any("woods" in words for words in here["cover"]) == (mode == "walk")
    for command in (*wanted["path"], {"type": "Done"}):
        assert table.say("red", **command).status_code == 200
    pass_until(table, "weapons")
    for unit, told in (("r", here["mine"]), ("b", here["theirs"])):
        target = table.get("red", "/targets", unit=unit).json()[0]
        assert promised(target["best"]) == promised(told)
        assert target["expected_damage"] == pytest.approx(told["expected_damage"], abs=0.01)
    assert here["suffered"] == pytest.approx(here["theirs"]["expected_damage"])
