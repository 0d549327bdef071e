"""Careful movement: what fog, darkness and ice cost, who is spared, and what becomes of who goes headlong."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.facts.commands import Command, Go, Jump, Step
from overheat.classic.facts.events import CheckMade, Fell, Moved, Struck
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.heat import Toil, movement_heat
from overheat.classic.rules.standard.piloting import BLOWS, Check, cause, piloting_number
from overheat.classic.rulesets import ruleset
from overheat.kernel.dice import Scripted
from protomechs import imp
from skirmish import ground, known, on_turn, relief, replace, say, told, unit

RULES = ("careful_movement", "slippery_ice")
MACHINE, TANK, FOOT = "Wasp WSP-1A", "Vedette Medium Tank", "Foot Platoon (Rifle)"
COPTER = "Warrior Attack Helicopter H-7"


def step(of: str, board: str, mode: str = "walk", **facts: Any) -> Any:
    """What `overheat adjudicate` says of the step ahead."""
    return adjudicated("ground", *RULES, unit=of, ground=board, mode=mode, **facts)


def under(of: Unit, column: str, **weather: Any) -> State:
    return replace(on_turn(of, weather=Weather(**weather)), relief=relief(column, RULES))


def goes(of: Unit, column: str, dice: Scripted, *commands: Command, **weather: Any) -> Any:
    with dice:
        return say(under(of, column, **weather), dice, *commands)


def spent(of: Unit, mode: str, **weather: Any) -> int:
    """The points of a step on clear ground."""
    dice = Scripted((6, 6)) if "headlong" in mode else Scripted()
    after, _ = goes(of, "0 0 0", dice, Go(mode), Step("forward"), **weather)
    return int(after.units["red"].motion.spent)


@pytest.mark.proves("TO-063-careful-movement-1", "careful.modes", "careful.fog", "careful.darkness")
def test_who_goes_headlong_saves_what_fog_and_darkness_cost_and_rolls_in_every_hex() -> None:
    for weather, care in (({"fog": "light"}, 1), ({"fog": "heavy"}, 2), ({"light": "moonless"}, 2)):
        assert spent(unit(), "walk", **weather) == 1 + care
        assert spent(unit(), "headlong_walk", **weather) == 1
    _, events = goes(
        unit(), "0 0 0", Scripted((6, 6), (6, 6)), Go("headlong_walk"), Step("forward"), Step("forward"), fog="heavy"
    )
    assert [check.reason for check in told(events, CheckMade)] == ["careful.headlong"] * 2


@pytest.mark.proves("TO-063-careful-movement-3", "careful.figures")
def test_fog_and_darkness_cost_no_more_than_three_points_together() -> None:
    """EX-063-fog-and-dark-cap."""
    assert spent(unit(), "walk", fog="heavy", light="moonless") == 1 + 3
    assert spent(unit(), "walk", fog="light", light="moonless") == 1 + 3
    dark = {"fog": "heavy", "light": "moonless"}
    asked = adjudicated("ground", "careful_movement", unit=MACHINE, ground="0", conditions=dark)
    assert asked["cost"] == 1 + 3


@pytest.mark.proves("TO-063-careful-movement-3", "careful.ice")
def test_ice_costs_its_point_on_top_of_fog_and_darkness_unless_one_goes_headlong() -> None:
    ice, plain = (under(unit(), column, fog="heavy", light="moonless") for column in ("0 0i", "0 0"))
    for board, points in ((ice, 5), (plain, 4)):
        with Scripted() as dice:
            after, _ = say(board, dice, Go("run"), Step("forward"))
        assert after.units["red"].motion.spent == points
    assert step(MACHINE, "0i")["cost"] == 2
    assert step(MACHINE, "0i", "headlong_walk")["cost"] == 1


@pytest.mark.proves("TO-063-careful-movement-4", "careful.fog")
def test_soldiers_need_no_care() -> None:
    assert [spent(of, "walk", fog="light") for of in (unit(known(FOOT)), unit())] == [1, 2]


@pytest.mark.proves("TO-063-careful-movement-5", "careful.fog")
def test_rotorcraft_need_no_care_in_the_air() -> None:
    copter = replace(unit(known(COPTER)), elevation=2)
    assert [spent(of, "walk", fog="heavy") for of in (copter, unit())] == [1, 3]


@pytest.mark.proves(
    "TO-034-movement-table-p34-2",
    "TO-034-movement-table-p34-7",
    "TO-050-ice-1",
    "careful.machines",
    "slippery_ice.rows",
)
def test_ice_asks_who_enters_it_headlong_for_a_plain_roll_and_adds_four_to_every_other() -> None:
    assert step(MACHINE, "0i")["rolls"] == []
    assert [roll["target_number"] for roll in step(MACHINE, "0i", "headlong_walk")["rolls"]] == [5]
    kicked = Check(ruleset(RULES), unit(), cause(BLOWS, "kicked"), ground("0i").grounds[0])
    assert piloting_number(kicked).total == 5 + 4


@pytest.mark.proves("TO-050-ice-1", "careful.vehicles")
def test_a_vehicle_rolls_on_ice_as_a_machine_does_and_a_hovercraft_does_not() -> None:
    assert [roll["target_number"] for roll in step(TANK, "0i", "headlong_walk")["rolls"]] == [5]
    assert step("Saladin Assault Hover Tank", "0i", "headlong_walk")["rolls"] == []


@pytest.mark.proves("TO-040-black-ice", "careful.machines")
def test_who_comes_upon_black_ice_on_a_road_without_having_paid_for_it_rolls_as_if_headlong() -> None:
    road = "0p 0p[black_ice:1] 0p"
    _, events = goes(unit(), road, Scripted((2, 2), (6, 6), 1, (3, 4)), Go("walk"), Step("forward"))
    assert told(events, CheckMade)[0].reason == "careful.headlong"
    assert told(events, Fell)


@pytest.mark.proves("TO-063-careful-movement-2", "careful.vehicles", "careful.failings")
def test_a_vehicle_that_crashes_stops_and_takes_what_ramming_its_twin_would_do_to_it_in_front() -> None:
    """The Vedette weighs 50 tons."""
    dice = Scripted((2, 2), (3, 4))
    after, events = goes(unit(known(TANK)), "0 0 0", dice, Go("headlong_walk"), Step("forward"), fog="heavy")
    assert sum(hit.damage for hit in told(events, Struck)) == 5
    assert {hit.location for hit in told(events, Struck)} == {"FR"}
    assert after.units["red"].motion.done


@pytest.mark.proves("TO-064-careful-movement-protomech", "careful.skill", "careful.vehicles", "careful.failings")
def test_a_protomech_goes_headlong_by_its_gunnery_and_crashes_as_a_vehicle_does() -> None:
    proto = replace(imp(), gunnery=3, piloting=6)
    _, events = goes(proto, "0 0 0", Scripted((1, 2)), Go("headlong_walk"), Step("forward"), fog="light")
    (check,) = told(events, CheckMade)
    assert check.passed
    _, events = goes(proto, "0 0 0", Scripted((1, 1), (3, 4)), Go("headlong_walk"), Step("forward"), fog="light")
    assert not told(events, CheckMade)[0].passed
    assert told(events, Moved)[-1].how == "stop"


def test_nobody_goes_headlong_where_nothing_asks_for_care() -> None:
    from skirmish import refused

    assert refused(under(unit(), "0 0"), Go("headlong_walk")) == "movement.mode"


@pytest.mark.proves("careful.machines")
def test_a_machine_that_jumps_rolls_for_no_fog() -> None:
    _, events = goes(unit(known(MACHINE)), "0 0 0", Scripted(), Go("jump"), Jump("0103"), fog="heavy")
    assert not told(events, CheckMade)
    headlong = step(MACHINE, "0i", "headlong_walk")
    assert [roll["why"] for roll in headlong["rolls"]] == ["goes headlong into ice"]


def test_the_heat_of_who_goes_headlong_is_told_in_words() -> None:
    after, _ = goes(unit(), "0 0 0", Scripted((6, 6)), Go("headlong_walk"), Step("forward"), fog="heavy")
    made = movement_heat.function(Toil(ruleset(RULES), after.units["red"]))
    assert made is not None
    assert made.label == "walk headlong"
