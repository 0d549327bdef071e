"""Walls between the two: who is inside a building is harder to hit from outside."""

import pytest

from skirmish import NORTH, shot, term, unit

SHELTERED = "to_hit.target_sheltered"


@pytest.mark.proves("to_hit.target_sheltered")
def test_a_target_inside_a_building_has_partial_cover_from_who_is_outside() -> None:
    inside, roof = unit(id="blue", facing=NORTH), unit(id="blue", facing=NORTH, elevation=2)
    assert term(shot(column="0 0 0b2.40.2", target=inside), SHELTERED) == 1
    assert term(shot(column="0 0 0b2.40.2", target=roof), SHELTERED) == 0


def test_two_units_inside_one_building_have_no_wall_between_them() -> None:
    assert term(shot(column="0b2.40.2 0b2.40.2", target=unit(id="blue", facing=NORTH)), SHELTERED) == 0
