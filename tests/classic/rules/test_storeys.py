"""Shots between the storeys of one building."""

from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.resolution import resolve
from overheat.classic.facts.events import Struck
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from skirmish import NORTH, scene, shot, told, unit

TALL = "0b2.40.4 0b2.40.4"
TWELVE = (6, 6)


def struck(floor: int, other: int, *dice: tuple[int, ...], board: str = TALL) -> list[str]:
    """Where an AC/10 hits, fired from a floor of a building at a machine on another."""
    attack = shot(
        "AC/10",
        board,
        attacker=unit(elevation=floor),
        target=unit(id="blue", hex="0102", facing=NORTH, elevation=other),
    )
    with Scripted(TWELVE, *dice) as thrown:
        around = scene(thrown, attack.attacker, attack.target, board=board)
        resolve(around, attack)
    return [hit.location for hit in told(around.events, Struck)]


@pytest.mark.proves("locations.storey", "locations.storeys", "locations.storey_hit")
def test_a_shot_from_a_higher_floor_lands_high_and_one_from_a_lower_floor_lands_low() -> None:
    assert struck(2, 0, (5,)) == ["RA"]
    assert struck(0, 2, (5,)) == ["RL"]


@pytest.mark.proves("locations.storey")
def test_on_one_floor_and_between_two_buildings_two_dice_say_where_it_lands() -> None:
    assert struck(1, 1, (3, 4)) == ["CT"]
    apart = "0b2.40.4 0b3.90.4"
    assert struck(2, 1, (3, 4), board=apart) == ["CT"]


@pytest.mark.proves("locations.storeys", "locations.storey_hit")
@pytest.mark.parametrize(("table", "face", "place"), [("above", 6, "HD"), ("below", 3, "LT"), ("below", 1, "LL")])
def test_both_tables_can_be_asked_about(table: str, face: int, place: str) -> None:
    question: dict[str, Any] = {"ask": "location", "unit": "Wasp WSP-1A", "table": table, "dice": [face]}
    assert ADJUDICATOR.answer(question_of(question)).as_json()["location"] == place
