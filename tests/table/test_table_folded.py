"""What the log says in few words of a shot and of what came of it."""

from __future__ import annotations

import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import ArmourLost, AttackRolled, HeatSettled, Moved, Struck, TurnEnded
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Motion
from overheat.classic.report.folded import idles, in_short, led_to, section_of
from overheat.kernel.terms import Part
from skirmish import unit


@pytest.mark.parametrize(("hit", "came"), [(True, "hit"), (False, "missed")])
def test_a_shot_is_told_with_its_number_and_its_result(hit: bool, came: str) -> None:
    red, blue = unit(), unit(id="blue", hex="0105")
    cast = Cast((red, blue))
    needed = (Part("to_hit.gunnery", 4, "gunnery skill", ""), Part("to_hit.range", 2, "medium range", ""))
    told = in_short(AttackRolled(red.id, blue.id, "fire", needed, 9, hit, "Medium Laser"), cast)
    assert told.endswith(f"6+, rolled 9: {came}")
    assert "Medium Laser" in told


def test_what_came_of_it_is_the_damage_and_its_place_and_no_detail() -> None:
    cast = Cast((unit(),))
    assert in_short(Struck("red", "RL", False, 8, "fire", "Large Laser"), cast) == "8 in the right leg"
    assert in_short(ArmourLost("red", "RL", False, 18, 10), cast) == ""


def test_a_move_is_told_by_how_it_goes_where_from_and_where_to() -> None:
    red = unit(hex="0402")
    cast, running = Cast((red,)), Motion(mode="run")
    begun = Moved("red", "begin", Hex(4, 2), 3, 0, running)
    assert in_short(begun, cast) == f"{cast.name('red')} runs from 0402"
    assert led_to(Moved("red", "forward", Hex(4, 4), 2, 0, running)) == "0404 facing south-east"
    assert led_to(TurnEnded("red")) == ""
    assert in_short(TurnEnded("red"), cast) == f"{cast.name('red')} stays where it is"


def test_heat_is_told_as_it_was_and_as_it_is() -> None:
    cast = Cast((unit(),))
    told = in_short(HeatSettled("red", 3, (Part("heat.walk", 1, "walk", ""),), (), 4), cast)
    assert told == f"{cast.name('red')}: heat 3 → 4"


def test_heat_is_told_under_a_heading_of_its_own_and_not_where_nothing_changed() -> None:
    warm = HeatSettled("red", 3, (Part("heat.walk", 1, "walk", ""),), (), 4)
    cool = HeatSettled("red", 0, (Part("heat.walk", 1, "walk", ""),), (Part("heat.sinks", 10, "sinks", ""),), 0)
    assert [(section_of(each), idles(each)) for each in (warm, cool)] == [("Heat", False), ("Heat", True)]
    assert (section_of(TurnEnded("red")), idles(TurnEnded("red"))) == ("", False)
