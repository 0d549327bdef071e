"""What the log says in few words of a shot and of what came of it."""

from __future__ import annotations

import pytest

from overheat.classic.facts.events import ArmourLost, AttackRolled, Struck
from overheat.classic.facts.phrases import Cast
from overheat.classic.report.folded import in_short
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
