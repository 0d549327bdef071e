"""What the table tells of a unit of H.E.A.T as it stands, so that no page has to know the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from overheat.platoon.battle.state import Keeping, Moving, Ordering, Shooting
from overheat.table.platoon.previews import battle_of
from overheat.table.platoon.reach import reach
from overheat.table.platoon.shape import shape
from overheat.table.platoon.shots import shots
from platoon.positions import BLUE, RED, A, B, TableTop, duel


def _shape(table: TableTop) -> Any:
    return msgspec.json.decode(msgspec.json.encode(shape(battle_of(table.game, table.state), table.state, ("red",))))


def _unit(table: TableTop, id: str = A) -> Any:
    return next(unit for unit in _shape(table)["units"] if unit["id"] == id)


def test_the_order_test_of_a_unit_counts_its_pins_and_the_officer_near_by() -> None:
    """Regulars have 9, two pins take 2 and a senior leader near by gives 2; 30 of 36 throws show 9 or less."""
    table = duel(pins=2)
    table.add(RED, "senior_leader", 30, 10, id="officer")
    test = _unit(table.ready(Ordering(RED)))["test"]
    values = {term["id"]: term["value"] for term in test["terms"]}
    assert (values.pop("morale"), values.pop("pins"), sum(values.values())) == (9, -2, 2)
    assert (test["needed"], test["target"], test["chance"]) == (True, 9, [5, 6])


def test_a_unit_without_pins_needs_no_test_and_one_off_the_table_has_none() -> None:
    table = duel()
    table.add(RED, "rifle_squad", 0, 0, id="late", place="reserve")
    table.ready(Ordering(RED))
    assert (_unit(table)["test"]["needed"], _unit(table)["test"]["chance"]) == (False, [1, 1])
    assert _unit(table, "red/late")["test"] is None


@pytest.mark.parametrize(
    ("order", "kept"), [("ambush", True), ("down", True), ("fire", False), ("run", False), (None, False)]
)
def test_an_ambush_and_staying_down_may_be_kept(order: str | None, kept: bool) -> None:
    assert _unit(duel(order=order).ready(Keeping(RED)))["may_keep"] is kept


def test_six_turns_are_sure() -> None:
    assert _shape(duel().ready(Ordering(RED)))["sure_turns"] == 6


def test_a_helicopter_flies_between_6_and_60_inches_and_a_drone_below_two_feet() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 10, id="a")
    table.add(RED, "drone_team", 20, 10, id="d")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    table.ready(Ordering(RED))
    assert {key: _unit(table)["heights"][key] for key in ("lowest", "highest", "start")} == {
        "lowest": 6,
        "highest": 60,
        "start": 0,
    }
    assert (_unit(table, "red/d")["heights"]["lowest"], _unit(table, "red/d")["heights"]["highest"]) == (0, 23)
    assert _unit(table, B)["heights"] is None


def test_a_mortar_reaches_as_far_as_its_arc() -> None:
    table = TableTop()
    table.add(RED, "medium_mortar", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    assert [weapon["reach"] for weapon in _unit(table.ready(Ordering(RED)))["weapons"]] == [60]


def test_the_weapons_of_a_unit_are_those_of_its_living_men() -> None:
    table = duel().ready(Ordering(RED))
    table.state.units[A] = msgspec.structs.replace(table[A], men=table[A].men[:2])
    assert [weapon["name"] for weapon in _unit(table)["weapons"]] == ["2 x Assault rifle"]


@pytest.mark.parametrize(("order", "may"), [("advance", True), ("run", False)])
def test_a_drone_lets_its_load_go_on_an_advance_but_not_on_a_run(order: str, may: bool) -> None:
    table = TableTop()
    table.add(RED, "drone_team", 36, 10, id="a", order=order, options={"ied": 1})
    table.add(BLUE, "rifle_squad", 36, 14, id="b")
    table.ready(Moving(RED, A, "drone"))
    told = msgspec.json.decode(msgspec.json.encode(reach(table.game, table.state, A)))
    assert told["ways"][0]["limits"]["may_drop"] is may


def test_volleys_that_are_fired_together_add_up() -> None:
    """Pins add up, the chance of no hit is that of none by either, and men who fall are counted but once."""
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 24, id="b", men=5)
    table.ready(Shooting(RED, A))
    told = msgspec.json.decode(msgspec.json.encode(shots(table.game, table.state, A, B, "fire")))
    both = next(each for each in told["commands"] if len(each["volleys"]) == 2)
    parts = [told["volleys"][number]["effect"] for number in both["volleys"]]
    assert both["effect"]["pins"] == pytest.approx(sum(part["pins"] for part in parts), abs=1e-3)
    missed = [1 - Fraction(*map(int, part["any_hit"])) for part in parts]
    assert Fraction(*map(int, both["effect"]["any_hit"])) == 1 - missed[0] * missed[1]
    rows = [part["casualties"]["distribution"] for part in parts]
    mean = sum(min(a["value"] + b["value"], 5) * a["float"] * b["float"] for a in rows[0] for b in rows[1])
    assert both["effect"]["casualties"]["expected"] == pytest.approx(mean, abs=1e-3)


def test_the_template_of_a_shot_is_told_with_all_who_are_under_it() -> None:
    """Two inches across on the man in the midst: a medic of the firer's side an inch to the east is under it too."""
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "medic", 36, 30, id="b", men=1)
    table.add(RED, "medic", 37, 30, id="c", men=1)
    table.add(BLUE, "medic", 36, 32, id="d", men=1)
    table.ready(Shooting(RED, A))
    told = msgspec.json.decode(msgspec.json.encode(shots(table.game, table.state, A, B, "fire")))
    laid = {each["volley"]["round"]: each["template"] for each in told["volleys"]}
    assert laid[""] is None
    assert (laid["he"]["at"], laid["he"]["radius"]) == ([3600, 3000, 0], 1)
    assert {each["unit"]: len(each["bodies"]) for each in laid["he"]["under"]} == {B: 1, "red/c": 1}


def test_weapons_of_a_volley_that_do_not_reach_are_named() -> None:
    """At 21 inches rifles reach and submachine guns, which reach 18, do not: they are named, and no part."""
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=8, swap={"smg": 2})
    table.add(BLUE, "rifle_squad", 36, 31, id="b")
    table.ready(Shooting(RED, A))
    told = msgspec.json.decode(msgspec.json.encode(shots(table.game, table.state, A, B, "fire")))
    volley = next(each for each in told["volleys"] if each["silent"])
    assert volley["silent"] == "2 × Submachine gun"
    assert "2 × Submachine gun" in volley["label"]
    assert "Submachine gun" not in {part["name"] for part in volley["parts"]}


def test_men_whom_casualties_have_torn_apart_are_said_to_close_up() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 20, 10, id="a", men=5, order="advance")
    table.add(BLUE, "rifle_squad", 60, 44, id="b")
    table.ready(Ordering(RED))
    assert _unit(table)["marks"] == []
    men = table[A].men
    table.state.units[A] = msgspec.structs.replace(table[A], men=(men[0], men[1], men[4]))
    assert _unit(table)["marks"] == ["torn apart: its men close up when it moves next"]
