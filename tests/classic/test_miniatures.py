"""A place told in words is the board that it describes."""

import msgspec
import pytest

from overheat.classic.adjudicator.miniatures import (
    ATTACKER,
    TARGET,
    TERRAINS,
    Figure,
    Lane,
    check_condition,
    fires,
    lane_board,
    lane_stage,
)
from overheat.classic.adjudicator.parties import WeaponChoice
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Weather
from overheat.classic.rulesets import standard
from overheat.classic.unit.condition import Condition
from overheat.classic.unitfile.library import find
from overheat.kernel.refusal import RefusedError

UNIT = "Wolverine WVR-6R"


def staged(lane: Lane, **attacker: object) -> State:
    figure = msgspec.convert({"unit": UNIT, **attacker}, Figure)
    sheet = find(UNIT).sheet
    return lane_stage(standard(), lane, (figure, sheet), (Figure(unit=UNIT), sheet), Weather())


@pytest.mark.parametrize("distance", [1, 2, 7, 60])
def test_the_units_stand_as_far_apart_as_said(distance: int) -> None:
    units = staged(Lane(distance=distance)).units
    assert units[ATTACKER].hex.distance(units[TARGET].hex) == distance


def test_what_stands_between_is_told_from_the_attacker_on() -> None:
    board = lane_board(Lane(distance=4, intervening=("light woods", "rough")))
    column = [board[Hex(2, row)] for row in range(2, 7)]
    assert [tuple(feature.kind for feature in ground.features) for ground in column] == [
        (),
        (),
        ("rough",),
        ("woods", "foliage_elev"),
        (),
    ]


def test_the_ground_between_is_as_high_as_the_lower_end() -> None:
    board = lane_board(Lane(distance=3, attacker_level=4, target_level=2, partial_cover=True))
    assert [board[Hex(2, row)].level for row in range(2, 6)] == [2, 3, 2, 4]


@pytest.mark.parametrize("name", TERRAINS)
def test_every_word_for_terrain_makes_a_hex(name: str) -> None:
    board = lane_board(Lane(distance=1, target_terrain=name))
    assert (board[Hex(2, 2)] != board[Hex(1, 1)]) == bool(name)


def test_what_a_unit_has_lost_is_what_it_stands_there_with() -> None:
    fresh = Condition.fresh(find(UNIT).sheet)
    torso = msgspec.structs.replace(fresh["CT"], armour=1)
    state = staged(Lane(distance=2), condition=msgspec.to_builtins(fresh.with_location(torso)), heat=9)
    unit = state.units[ATTACKER]
    assert (unit.condition["CT"].armour, unit.condition.heat) == (1, 9)


def test_a_condition_of_another_unit_is_refused() -> None:
    unit = staged(Lane(distance=2)).units[ATTACKER]
    with pytest.raises(RefusedError) as caught:
        check_condition(Condition.fresh(find("Vedette Medium Tank").sheet), unit)
    assert caught.value.refusal.id == "condition.locations"


def test_an_empty_bin_is_passed_over_for_one_that_is_not() -> None:
    sheet = find("Atlas AS7-D").sheet
    figure = Figure(unit="Atlas AS7-D")
    unit = lane_stage(standard(), Lane(distance=8), (figure, sheet), (figure, sheet), Weather()).units[ATTACKER]
    (mount,) = (at for at in unit.plan.weapons if unit.sheet.mounts[at].equipment.name == "AC/20")
    first, second, *_ = unit.plan.feeds[mount]
    shots = tuple(0 if at == first else left for at, left in enumerate(unit.condition.shots))
    emptied = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, shots=shots))
    assert [fire.feed for fire in fires(unit, [WeaponChoice(name="AC/20")])] == [first]
    assert [fire.feed for fire in fires(emptied, [WeaponChoice(name="AC/20")])] == [second]
