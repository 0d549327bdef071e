"""Hail, lightning, geysers that wake, and jets in air that burns: each through the commands of a battle."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done, Go, Jump
from overheat.classic.facts.events import Felled, GroundChanged, Struck
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.hiding import hidden
from overheat.classic.rules.tacops.restless_geysers import ASLEEP, AWAKE, SPOUTS
from overheat.classic.rules.tacops.storms import exposed_to
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from skirmish import known, on_turn, relief, replace, say, told, unit

FOOT = "Foot Platoon (Rifle)"
INITIATIVE = (3, 4), (5, 5)


def rest(
    units: list[Unit], board: str, rules: list[str], *dice: tuple[int, ...], **weather: Any
) -> tuple[State, list[Event]]:
    """What the end of a round brings: the last unit is done with its blows."""
    before = on_turn(*units, phase="physical", weather=Weather(**weather))
    before = replace(before, relief=relief(board, rules))
    with Scripted(*dice, *INITIATIVE) as scripted:
        return say(before, scripted, Done())


@pytest.mark.proves("storms.phases", "storms.kinds", "storms.struck")
def test_heavy_hail_finds_as_many_units_of_a_side_as_its_die_shows() -> None:
    red, second = unit(hex="0101"), unit(id="red2", side="red", hex="0102")
    blue = unit(id="blue", side="blue", hex="0105")
    dice = ((2,), (2,), (4,), (5,), (3, 4), (5,), (3,), (3, 4), (1,), (4,), (2,), (3, 4))
    _, events = rest(
        [red, second, blue], "0 0 0 0 0 0", ["planetary_conditions", "storms"], *dice, precipitation="heavy hail"
    )
    struck = [(each.unit, each.what, each.damage, each.rear) for each in told(events, Struck)]
    assert struck == [("red2", "hail", 5, False), ("red", "hail", 3, True), ("blue", "hail", 2, False)]


@pytest.mark.proves("storms.phases", "storms.kinds", "storms.struck")
def test_lightning_strikes_a_unit_of_a_side_on_a_twelve() -> None:
    red, blue = unit(hex="0101"), unit(id="blue", side="blue", hex="0105")
    dice = ((6, 6), (1,), (5, 4), (3, 4), (6, 5))
    _, events = rest(
        [red, blue], "0 0 0 0 0 0", ["planetary_conditions", "storms"], *dice, precipitation="lightning storm"
    )
    assert [(each.unit, each.what, each.damage) for each in told(events, Struck)] == [("red", "lightning", 9)]


@pytest.mark.proves("storms.struck", "storms.kinds", "storms.phases")
def test_soldiers_in_the_open_fall_to_hail() -> None:
    men, blue = unit(known(FOOT), hex="0101"), unit(id="blue", side="blue", hex="0105")
    dice = ((1,), (1,), (6,), (1,), (1,), (1,), (3, 4))
    _, events = rest([men, blue], "0 0 0 0 0 0", ["planetary_conditions", "storms"], *dice, precipitation="heavy hail")
    assert [fell.unit for fell in told(events, Felled)] == ["red"]


@pytest.mark.proves("storms.exposed")
def test_who_is_under_a_roof_under_water_or_hidden_is_spared() -> None:
    battle = replace(
        on_turn(unit()), relief=relief("0 0[building:2;bldg_elev:3;bldg_cf:40] 0~2", ["planetary_conditions", "storms"])
    )
    exposed = battle.relief.rules[exposed_to]
    assert exposed(battle, unit(hex="0101"))
    assert not exposed(battle, unit(hex="0102"))
    assert not exposed(battle, replace(unit(hex="0103"), elevation=-2))
    assert not exposed(battle, hidden(unit(hex="0101")))


@pytest.mark.proves("restless_geysers.phases", "restless_geysers.figures", "geysers.wakes")
def test_a_geyser_wakes_on_a_one_and_spouts_as_long_as_a_die_says() -> None:
    for die, grade in ((1, AWAKE), (2, ASLEEP)):
        dice = ((die,), (3,)) if die == 1 else ((die,),)
        after, _ = rest(
            [unit(), unit(id="blue", side="blue", hex="0103")], "0 0[geyser:1] 0", ["restless_geysers"], *dice
        )
        assert after.relief.board[Hex(1, 2)].amount("geyser") == grade
        spouts = after.effect(Hex(1, 2), SPOUTS)
        assert (None if spouts is None else spouts.value) == (4 if die == 1 else None)


@pytest.mark.proves("restless_geysers.phases", "geysers.sleeps")
def test_a_geyser_that_has_spouted_long_enough_falls_asleep() -> None:
    after, events = rest([unit(), unit(id="blue", side="blue", hex="0103")], "0 0[geyser:2] 0", ["restless_geysers"])
    assert [changed.what for changed in told(events, GroundChanged)] == ["geyser_sleeps"]
    assert after.relief.board[Hex(1, 2)].amount("geyser") == ASLEEP


@pytest.mark.parametrize(("taint", "needed"), [("tainted flammable", 7), ("toxic flammable", 5)])
@pytest.mark.proves("taint.jets", "tainted_atmospheres.figures")
def test_jets_set_alight_what_they_leave_and_what_they_come_down_in_where_the_air_burns(
    taint: str, needed: int
) -> None:
    jumper = unit(known("Wasp WSP-1A"), hex="0101", facing=3)
    before = on_turn(jumper, weather=Weather(taint=taint))
    before = replace(before, relief=relief("0w1 0 0w1 0", ["planets"]))
    with Scripted((needed - 4, 4), (needed - 4, 3)) as scripted:
        after, events = say(before, scripted, Go("jump"), Jump("0103"))
    lit = [(str(changed.hex), changed.by) for changed in told(events, GroundChanged)]
    assert lit == [("0101", "jump_jets")]
    assert "fire" not in after.relief.board[Hex(1, 3)]
    with Scripted() as scripted:
        assert not told(say(replace(before, weather=Weather()), scripted, Go("jump"), Jump("0103"))[1], GroundChanged)
