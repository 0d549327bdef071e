"""Unsafe ground: ice and crust that break, magma, eruptions, and pools of hazardous liquid."""

from __future__ import annotations

import json
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

import doors
from overheat.classic.battle.knowing import known as known_to
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.ground.unsafe import simmer
from overheat.classic.facts.commands import Go, Jump, Step
from overheat.classic.facts.events import Burst, FateMet, GroundChanged, HeatSettled, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.arrivals import DREAD, Arrival
from overheat.classic.rules.standard.unsafe_ground import doubled
from overheat.classic.rules.tacops.hidden_pools import HidePool
from overheat.classic.rulesets import standard
from overheat.classic.turn.heat import settle
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount
from overheat.kernel.dice import Scripted
from skirmish import known, on_turn, relief, replace, say, scene, told, unit

WASP, TANK, HOVER = "Wasp WSP-1A", "Vedette Medium Tank", "Saladin Assault Hover Tank"


def walk(of: Unit, column: str, *dice: Any) -> Any:
    with Scripted(*dice) as thrown:
        return say(on_turn(of, board=column), thrown, Go("walk"), Step("forward"))


def leap(of: Unit, column: str, *dice: Any) -> Any:
    with Scripted(*dice) as thrown:
        return say(on_turn(of, board=column), thrown, Go("jump"), Jump("0102"))


def changes(events: Any) -> list[str]:
    return [change.what for change in told(events, GroundChanged)]


@pytest.mark.proves("TO-036-magma-crust-entry", "ground.breaks_under", "ground.breaks")
def test_magma_crust_breaks_under_a_step_on_a_six_and_under_a_landing_on_four_or_more() -> None:
    _, events = walk(unit(known(WASP)), "0 0v1 0", 5)
    assert changes(events) == []
    after, events = walk(unit(known(WASP)), "0 0v1 0", 6, (1, 1), (1, 1))
    assert changes(events) == ["crust_breaks"]
    assert after.relief.board[Hex(1, 2)].amount("magma") == 2
    assert changes(leap(unit(known(WASP)), "0 0v1 0", 3)[1]) == []
    assert changes(leap(unit(known(WASP)), "0 0v1 0", 4, (1, 1), (1, 1))[1]) == ["crust_breaks"]


@pytest.mark.proves("TO-036-magma-crust-entry", "ground.weighs_on")
def test_hovercraft_do_not_weigh_on_crust_nor_jumpers_that_only_pass_over_it() -> None:
    _, events = walk(unit(known(HOVER)), "0 0v1 0")
    assert changes(events) == []
    with Scripted() as dice:
        _, events = say(on_turn(unit(known(WASP)), board="0 0v1 0"), dice, Go("jump"), Jump("0103"))
    assert changes(events) == []
    assert changes(walk(unit(known(TANK)), "0 0v1 0", 6)[1]) == ["crust_breaks"]


@pytest.mark.proves("ground.magma")
def test_magma_burns_each_leg_of_a_machine_with_two_dice_and_everybody_else_is_lost() -> None:
    with Scripted((3, 4), (1, 2)) as dice:
        around = scene(dice, unit(hex="0102"), board="0 0v2 0")
        simmer(around)
    assert [(hit.location, hit.damage) for hit in told(around.events, Struck)] == [("LL", 7), ("RL", 3)]
    with Scripted() as dice:
        around = scene(dice, unit(known(TANK), hex="0102"), board="0 0v2 0")
        simmer(around)
    assert [fate.why for fate in told(around.events, FateMet)] == ["lost_in_magma"]


@pytest.mark.proves("heat.magma", "ground.magma")
@pytest.mark.parametrize(("ground", "heat"), [("0v1", 5), ("0v2", 10)])
def test_a_machine_grows_hot_on_crust_and_hotter_in_magma(ground: str, heat: int) -> None:
    around = scene(Scripted(), unit(), board=f"{ground} 0")
    settle(around)
    (settled,) = told(around.events, HeatSettled)
    assert [(part.id, part.value) for part in settled.built] == [("heat.magma", heat)]


@pytest.mark.proves("TO-037-magma-eruption-damage", "ground.eruption", "ground.erupts")
def test_an_eruption_is_a_blast_that_strikes_every_man_of_a_squad_and_half_as_much_around() -> None:
    squad = unit(known("Elemental Battle Armor [Laser](Sqd5)"), hex="0102")
    with Scripted((6, 6), (2, 2)) as dice:
        around = scene(dice, squad, board="0 0[geyser:3] 0")
        simmer(around)
    (blast,) = told(around.events, Burst)
    assert blast.damage == (4, 2)
    assert [hit.damage for hit in told(around.events, Struck)] == [4] * 5
    with Scripted((6, 5)) as dice:
        around = scene(dice, squad, board="0 0[geyser:3] 0")
        simmer(around)
    assert told(around.events, Burst) == []


@pytest.mark.proves("TO-050-ice-2", "ground.breaks", "ground.breaks_under")
def test_ice_that_a_jumper_lands_on_breaks_on_four_and_after_a_fall_only_on_a_six() -> None:
    jumper = unit(known(WASP))
    ice = "0 0~1i 0"
    assert changes(leap(jumper, ice, 4, (6, 6), 1, (3, 4), (2, 2))[1]) == ["ice_breaks"]
    held = leap(jumper, ice, 3, (6, 6))
    assert changes(held[1]) == []
    assert held[0].units["red"].elevation == 0
    for second, broken in ((5, []), (6, ["ice_breaks"])):
        more = ((6, 6), 1, (3, 4), (2, 2)) if broken else ()
        fallen = leap(jumper, ice, 3, (1, 1), (6, 6), 1, (3, 4), second, *more)
        assert changes(fallen[1]) == broken


def test_who_turns_on_ice_weighs_on_it_no_more_than_before() -> None:
    with Scripted(1) as dice:
        _, events = say(on_turn(unit(), board="0 0~1i 0"), dice, Go("walk"), Step("forward"), Step("left"))
    assert changes(events) == []


def test_ice_breaks_under_a_step_on_a_six_and_a_tank_is_lost_in_the_water() -> None:
    after, events = walk(unit(known(TANK)), "0 0~1i 0", 6)
    assert changes(events) == ["ice_breaks"]
    assert "ice" not in after.relief.board[Hex(1, 2)]
    assert [fate.why for fate in told(events, FateMet)] == ["sunk"]


def pool(of: str, die: int) -> Any:
    """What `overheat adjudicate` says of a pool."""
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump({"ask": "pool", "unit": of, "class_die": die}, file)
        file.flush()
        return json.loads(doors.told(f"overheat adjudicate {file.name} --format json"))


@pytest.mark.proves("TO-049-hazardous-pools-class3", "pools.damage", "pools.dissolves", "pools.classes")
def test_a_pool_of_class_3_does_a_die_and_two() -> None:
    found = pool(WASP, 5)
    assert (found["class"], found["least"], found["most"]) == ("class 3", 3, 8)
    assert (pool(WASP, 3)["least"], pool(WASP, 3)["most"]) == (1, 3)
    assert pool(WASP, 1)["most"] == 0


@pytest.mark.proves("pools.dissolves", "pools.classes")
def test_a_pool_hurts_who_enters_it() -> None:
    _, events = walk(unit(known(TANK)), "0 0[hazardous_liquid:0] 0", 5, 4, (3, 4))
    assert [hit.damage for hit in told(events, Struck)] == [6]


@pytest.mark.proves("TO-049-hazardous-pools-2", "pools.doubled")
def test_it_does_twice_as_much_to_support_vehicles_and_industrial_machines_that_are_not_sealed() -> None:
    rules = standard()
    tank = unit(known(TANK))
    frail = replace(tank, sheet=replace(tank.sheet, kind="support vehicle"))
    seal = Mount(equipment=catalogue()["environmental_sealing"], location="Body")
    sealed = replace(frail, sheet=replace(frail.sheet, mounts=(*frail.sheet.mounts, seal)))
    worker = replace(unit(), sheet=replace(unit().sheet, kind="industrial machine"))
    assert [rules[doubled](rules, of) for of in (tank, frail, sealed, worker)] == [1, 2, 1, 2]
    _, events = walk(frail, "0 0[hazardous_liquid:0] 0", 4, 3, (3, 4))
    assert [hit.damage for hit in told(events, Struck)] == [6]


@pytest.mark.proves("TO-049-hazardous-pools-1", "pools.met", "pools.found", "hidden_pools.verb")
def test_a_pool_hidden_in_a_building_is_known_to_nobody_else_until_somebody_enters() -> None:
    column = "0 0 0b1.15.1 0"
    foe = unit(id="blue", side="blue", hex="0104", facing=0)
    mine = replace(on_turn(unit(known(TANK)), foe), relief=relief(column, ("hidden_pools",)))
    with Scripted() as dice:
        after, _ = say(mine, dice, HidePool("0103"))
    assert len(after.things) == 1
    assert not known_to(after, "blue").things
    theirs = replace(after, acting="blue", order=("blue",), acted=frozenset({"red"}))
    with Scripted((6, 6), 4, 2, (3, 4)) as dice:
        found, events = say(theirs, dice, Go("walk"), Step("forward"))
    assert "hazardous_liquid" in found.relief.board[Hex(1, 3)]
    assert 2 in [hit.damage for hit in told(events, Struck)]


@pytest.mark.proves("ground.dread")
def test_bots_dread_magma() -> None:
    before = on_turn(unit(), board="0 0v2 0")
    rules = before.relief.rules
    dread = [
        sum(rule.function(Arrival(rules, before, replace(of, hex=Hex(1, 2)))) for rule in rules[DREAD])
        for of in (unit(), unit(known(TANK)))
    ]
    assert dread == [14.0, 40.0]


@pytest.mark.proves("former.bears")
def test_in_games_kept_from_before_ice_bears_everybody() -> None:
    before = replace(on_turn(unit()), relief=relief("0 0~1i 0", ("former_ground",)))
    with Scripted() as dice:
        after, _ = say(before, dice, Go("walk"), Step("forward"))
    assert isinstance(Scene(after, Scripted()).unit("red").elevation, int)
    assert "ice" in after.relief.board[Hex(1, 2)]
