"""Kinds of terrain, through the adjudicator: what each costs whom, whom it bars, and how several add up."""

from __future__ import annotations

import json
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

import doors
from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.steps import Prospect, entered
from overheat.classic.facts.commands import Step
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.entries import skids_on
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import Refusal, RefusedError
from skirmish import ground as column_of
from skirmish import known, moved, on_turn, refused, replace, say, shot, state, unit

MACHINE, QUAD, TANK, WHEELS = "Wasp WSP-1A", "Scorpion SCP-1N", "Vedette Medium Tank", "Skulker Wheeled Scout Tank"
HOVER, FOOT, SUITS = "Saladin Assault Hover Tank", "Foot Platoon (Rifle)", "Elemental Battle Armor [Laser](Sqd5)"


def asked(of: str, ground: str) -> Any:
    """What `overheat adjudicate` says of a step into some ground."""
    return _answered({"ask": "ground", "unit": of, "ground": ground})


def told(kind: str) -> Any:
    """What it says of a kind of terrain."""
    return _answered({"ask": "terrain", "kind": kind})


def _answered(question: dict[str, Any]) -> Any:
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(question, file)
        file.flush()
        return json.loads(doors.told(f"overheat adjudicate {file.name} --format json"))


def cost(of: str, ground: str) -> Any:
    found = asked(of, ground)
    return found["refusal"]["id"] if found["refusal"] else found["cost"]


def made(motive: str, *flags: str) -> Unit:
    """A tank that goes another way, on a special chassis."""
    base = unit(known(TANK))
    mounts = tuple(Mount(equipment=catalogue()[name], location="Body") for name in flags)
    sheet = replace(base.sheet, walk=20, motive=motive, mounts=(*base.sheet.mounts, *mounts))
    return replace(unit(sheet), motion=moved("walk"))


def step(of: Unit, column: str) -> Any:
    found = entered(state(of, board=column), of, "forward")
    return found.id if isinstance(found, Refusal) else int(found.cost.total)


@pytest.mark.proves("TO-030-planetary-example-3", "movement.modified", "movement.terrain")
def test_light_woods_under_deep_snow_and_mud_cost_a_machine_four_points_each_kind_named() -> None:
    """EX-030-mech-light-woods-snow-mud."""
    found = asked(MACHINE, "0w1n2m")
    assert found["cost"] == 4
    assert [(term["label"], term["value"]) for term in found["terms"]] == [
        ("a hex", 1),
        ("light woods", 1),
        ("mud, deep snow", 2),
    ]


@pytest.mark.proves("TO-030-planetary-example-3", "movement.modified", "infantry.woods")
def test_the_same_hex_costs_soldiers_three_and_is_beyond_two_points() -> None:
    """EX-030-infantry-light-woods-snow-mud."""
    found = asked("Motorized Platoon (MG)", "0w1n2m")
    assert (found["cost"], found["points"], found["within_points"]) == (3, 2, False)
    fresh = replace(unit(known("Motorized Platoon (MG)")), motion=moved("walk"))
    tired = replace(fresh, motion=replace(fresh.motion, spent=1))
    with Scripted((6, 6)) as dice:
        say(on_turn(fresh, board="0 0w1n2m 0"), dice, Step("forward"))
    assert refused(on_turn(tired, board="0 0w1n2m 0"), Step("forward")) == "movement.points"


@pytest.mark.proves("TO-030-planetary-example-4", "movement.terrain")
def test_soldiers_pay_all_of_ultra_heavy_jungle_and_machines_never_enter_it() -> None:
    found = asked(FOOT, "0j3mn2")
    assert (found["cost"], found["within_points"]) == (7, False)
    assert cost(MACHINE, "0j3") == "movement.prohibited"
    assert cost(MACHINE, "0w3") == "movement.prohibited"


@pytest.mark.proves("TO-033-movement-table-p33", "TO-039-sand", "movement.terrain")
def test_sand_costs_wheels_without_a_dune_buggy_and_soldiers_a_point_and_others_nothing() -> None:
    assert [cost(of, "0d") for of in (MACHINE, TANK, HOVER, FOOT, SUITS)] == [1, 1, 1, 2, 2]
    assert step(made("wheeled"), "0 0d") == 2
    assert step(made("wheeled", "dune_buggy"), "0 0d") == 1


@pytest.mark.proves("TO-032-movement-table-p32-2")
def test_sand_may_hold_a_large_support_vehicle() -> None:
    assert told("sand")["notes"] == [6, 24]
    assert told("sand")["bogs"] == {"large support vehicle": 0}


@pytest.mark.proves("TO-032-movement-table-p32-3")
def test_trains_stay_out_of_deep_water_unless_they_are_sealed() -> None:
    assert told("water depth 2")["notes"] == [21]
    train = replace(made("rail"), elevation=-1)
    assert step(train, "-1#^03~1 -1#^03~2") == "movement.prohibited"
    sealed = replace(made("rail", "environmental_sealing"), elevation=-1)
    assert step(sealed, "-1#^03~1 -1#^03~2") != "movement.prohibited"


@pytest.mark.proves("TO-032-movement-table-p32-4")
def test_wheels_do_not_cross_rubble() -> None:
    assert told("rubble")["bars"] == ["wheeled"]
    assert step(made("wheeled"), "0 0u") == "movement.prohibited"
    assert step(made("tracked"), "0 0u") == 2


@pytest.mark.proves("TO-034-movement-table-p34-3")
def test_deep_snow_costs_all_but_hovercraft_a_point_and_may_hold_who_enters_it() -> None:
    assert [cost(of, "0n2") for of in (MACHINE, TANK, HOVER, FOOT)] == [2, 2, 1, 2]
    assert step(made("wheeled"), "0 0n2") == "movement.prohibited"
    assert told("deep snow")["notes"] == [23, 24]
    assert [roll["why"] for roll in asked(MACHINE, "0n2")["rolls"]] == ["not to bog down in deep snow"]


@pytest.mark.proves("TO-034-movement-table-p34-4", "sight.geyser")
def test_a_geyser_costs_a_point_hides_what_is_in_it_and_keeps_wheels_and_soldiers_out() -> None:
    assert [cost(of, "0[geyser:2]") for of in (MACHINE, TANK, HOVER)] == [2, 2, 2]
    assert step(made("wheeled"), "0 0[geyser:2]") == "movement.prohibited"
    assert cost(FOOT, "0[geyser:2]") == "movement.prohibited"
    assert cost(FOOT, "0[geyser:1]") == 1
    attack = shot(column="0 0 0[geyser:2]")
    assert target_number(attack)["to_hit.target_in.geyser"].value == 2


@pytest.mark.proves("TO-035-movement-table-p35-1")
def test_who_follows_a_road_pays_one_point_and_skids_only_where_it_is_paved() -> None:
    roads = [f"0=^03 0w2n2={grade}^03" for grade in (1, 2, 3, 4)]
    assert [step(made("tracked"), road) for road in roads] == [1, 1, 1, 1]
    assert [skids_on(standard(), column_of(f"0={grade}").grounds[0]) for grade in (1, 3, 4)] == [True, False, False]
    assert [told(kind)["notes"] for kind in ("paved road", "dirt road", "gravel road")] == [[3, 22], [3], [3]]


@pytest.mark.proves("TO-035-movement-table-p35-2")
def test_units_skid_on_pavement() -> None:
    assert skids_on(standard(), column_of("0p").grounds[0])
    assert told("pavement")["notes"] == [22]


@pytest.mark.proves("TO-035-movement-table-p35-3")
def test_hovercraft_pay_nothing_for_a_torrent_that_costs_others_two_points() -> None:
    assert cost(HOVER, "0~1q2") == 1
    assert cost(MACHINE, "0~1q2") == cost(MACHINE, "0~1") + 2
    assert told("torrent")["notes"] == [23]


@pytest.mark.proves("movement.sheer_cliff")
def test_a_sheer_cliff_keeps_soldiers_out_and_vehicles_from_coming_up() -> None:
    """The cliff lies between the upper hex, whose exits name the side, and the lower one."""
    up, down = "0 1[cliff_top:1:1]", "1[cliff_top:1:8] 0"
    men = replace(unit(known(FOOT)), motion=moved("walk"))
    machine = replace(unit(), motion=moved("walk"))
    assert [step(of, up) for of in (machine, made("tracked"), men)] == [
        2,
        "movement.sheer_cliff",
        "movement.sheer_cliff",
    ]
    assert [step(of, down) for of in (machine, made("tracked"), men)] == [2, 3, "movement.sheer_cliff"]
    assert step(made("tracked"), "0 1[cliff_top:1:2]") == 3


def _refusal(kind: str) -> RefusedError:
    with pytest.raises(RefusedError) as refused:
        ADJUDICATOR.answer(question_of({"ask": "terrain", "kind": kind}))
    return refused.value


def test_a_kind_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert "light woods" in str(_refusal("lava"))


@pytest.mark.proves("vehicles.air_is_clear")
def test_rotorcraft_fly_above_crops_and_industry() -> None:
    copter = replace(unit(known("Warrior Attack Helicopter H-7")), elevation=1, motion=moved("walk"))
    for cell in ("0[planted_fields:1]", "0[heavy_industrial:1]"):
        assert step(copter, f"0 {cell}") == "vehicles.flies"
        assert step(replace(copter, elevation=2), f"0 {cell}") == 1


@pytest.mark.proves("vehicles.flies")
def test_a_road_is_cut_through_woods_high_enough_for_rotorcraft_to_follow_it() -> None:
    copter = replace(unit(known("Warrior Attack Helicopter H-7")), elevation=1, motion=moved("walk"))
    assert isinstance(entered(state(copter, board="0=^03 0w2=^03"), copter, "forward"), Prospect)
    assert step(copter, "0 0w2") == "vehicles.flies"
