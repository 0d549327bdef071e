"""What battle changes is apart from what the sheet says."""

import msgspec
import pytest

from overheat.classic.unit.condition import Condition, LocationCondition
from overheat.classic.unitfile.library import find, names


@pytest.mark.parametrize("name", names())
def test_a_fresh_unit_has_everything_its_sheet_prints(name: str) -> None:
    sheet = find(name).sheet
    condition = Condition.fresh(sheet)
    real = [place for place in sheet.locations if place.armour or place.structure]
    assert [place.code for place in condition.locations] == [place.code for place in real]
    for place in real:
        assert condition[place.code].armour == place.armour
        assert condition[place.code].structure == place.structure
        assert condition[place.code].critical_hits == frozenset()
    assert len(condition.shots) == len(sheet.mounts)
    assert (condition.heat, condition.crew_hits, condition.conscious) == (0, 0, True)


def test_a_change_makes_a_new_condition_and_leaves_the_old_one() -> None:
    before = Condition.fresh(find("Atlas AS7-D").sheet)
    after = before.with_location(msgspec.structs.replace(before["CT"], armour=3))
    assert (before["CT"].armour, after["CT"].armour) == (47, 3)
    assert after["LT"] == before["LT"]


def test_a_location_without_structure_or_blown_off_is_destroyed() -> None:
    assert LocationCondition("LA", 0, 0, 0).destroyed
    assert LocationCondition("LA", 9, 0, 5, blown_off=True).destroyed
    assert not LocationCondition("LA", 0, 0, 1).destroyed


def test_shots_are_counted_down_to_none() -> None:
    sheet = find("Atlas AS7-D").sheet
    condition = Condition.fresh(sheet)
    load = next(at for at, mount in enumerate(sheet.mounts) if mount.ammunition and mount.ammunition.feeds == "ac")
    assert condition.shots[load] == 5
    for _ in range(5):
        condition = condition.with_shot_fired(load)
    with pytest.raises(ValueError, match="no shots left"):
        condition.with_shot_fired(load)


def test_a_condition_is_json_and_back() -> None:
    condition = Condition.fresh(find("Locust LCT-1V").sheet)
    assert msgspec.json.decode(msgspec.json.encode(condition), type=Condition) == condition


def test_what_is_not_there_cannot_be_changed() -> None:
    condition = Condition.fresh(find("Locust LCT-1V").sheet)
    with pytest.raises(KeyError):
        condition["TU"]
    with pytest.raises(KeyError):
        condition.with_location(LocationCondition("TU", 1, 0, 1))
