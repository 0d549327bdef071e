"""Where there is nothing to decide, nobody is asked; what was said so is taken back with the decision before it."""

from __future__ import annotations

from typing import Any

import httpx

from tabletop import Table, make


def far_apart(client: httpx.Client, *units: str) -> Table:
    """Units of red in the north and one of blue in the far south of open ground."""
    listed = [
        {"id": f"red-{at}", "side": "red", "unit": unit, "hex": f"0{at}01", "facing": 3}
        for at, unit in enumerate(units, 1)
    ]
    listed.append({"id": "blue-1", "side": "blue", "unit": "Locust LCT-1V", "hex": "0116", "facing": 0})
    setup = {"board": "field.board", "board_text": "size 5 16\nend\n", "units": listed}
    return make(client, kind="classic", setup=setup, seed=3)


def unasked(table: Table) -> list[dict[str, Any]]:
    side = table.get("watch").json()["to_act"]
    found: list[dict[str, Any]] = table.get(side, "/legal").json()["unasked"]
    return found


def until(table: Table, side: str, phase: str) -> None:
    """Everybody stands still until a side is to act in a phase."""
    while (view := table.get("watch", "/view").json()["view"])["phase"] != phase or view["to_act"] != side:
        command = table.get(view["to_act"], "/legal").json()["commands"][0]
        assert table.say(view["to_act"], **command).status_code == 200
        assert table.say(view["to_act"], type="Done").status_code == 200


def test_the_only_unit_is_taken_and_of_several_none(client: httpx.Client) -> None:
    table = far_apart(client, "Locust LCT-1V", "Locust LCT-1V")
    until(table, "blue", "movement")
    assert unasked(table) == [{"type": "Choose", "unit": "blue-1"}]
    until(table, "red", "movement")
    assert unasked(table) == []


def test_a_side_that_can_strike_nobody_is_done(client: httpx.Client) -> None:
    table = far_apart(client, "Locust LCT-1V", "Locust LCT-1V")
    until(table, "red", "physical")
    chosen, done = unasked(table)
    assert (chosen["type"], done) == ("Choose", {"type": "Done"})


def test_what_nobody_decided_is_taken_back_with_the_decision_before_it(client: httpx.Client) -> None:
    table = far_apart(client, "Locust LCT-1V")
    until(table, "red", "physical")
    before = table.get("watch").json()["step"]
    for command in unasked(table):
        table.say("red", **command)
    assert table.get("watch").json()["step"] == before + 2
    for side in ("red", "blue"):
        answer = table.post(side, "/undo", decisions=side == "red").json()
    assert answer["undone"]
    view = table.get("watch", "/view").json()["view"]
    assert (view["phase"], view["acting"]) == ("movement", "red-1"), (
        "nobody decided anything in the weapons phase either"
    )


def test_a_side_that_can_shoot_nobody_is_done_and_whoever_can_when_it_turns_is_asked(client: httpx.Client) -> None:
    far = far_apart(client, "Locust LCT-1V", "Locust LCT-1V")
    until(far, "red", "weapons")
    chosen, done = unasked(far)
    assert (chosen["type"], done) == ("Choose", {"type": "Done"})
    assert far.say("red", **chosen).status_code == 200
    legal = {command["type"] for command in far.get("red", "/legal").json()["commands"]}
    assert legal > {"Done", "Twist"}, "there was something to do"
    assert unasked(far) == [{"type": "Done"}]
    near = [
        {"id": "red-1", "side": "red", "unit": "Locust LCT-1V", "hex": "0303", "facing": 0},
        {"id": "blue-1", "side": "blue", "unit": "Locust LCT-1V", "hex": "0504", "facing": 3},
    ]
    setup = {"board": "field.board", "board_text": "size 6 8\nend\n", "units": near}
    beside = make(client, kind="classic", setup=setup, seed=3)
    until(beside, "red", "weapons")
    assert unasked(beside) == [{"type": "Choose", "unit": "red-1"}]
    assert beside.say("red", type="Choose", unit="red-1").status_code == 200
    assert unasked(beside) == []
