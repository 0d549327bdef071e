"""Drones of later versions: loitering munitions, operators off the table, and tests that are an option."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.lab.players import make_bot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Charge, Deploy, Dive, FlyDrone, Give, Hold, Keep, Place, Shoot, Walk
from overheat.platoon.battle.state import Deploying, Drone, Moving, Ordering, Shooting, Volley
from overheat.platoon.report.drawing import draw
from overheat.platoon.rules.standard import drones
from platoon.cases import asked
from platoon.positions import BLUE, RED, A, B, TableTop, at
from platoon.test_platoon_later_rules import price


def airborne(rounds: int, *options: str) -> TableTop:
    """A turn that ends with a red drone which has been in the air for some turns before."""
    table = TableTop(options=options)
    table.add(RED, "drone_team", 36, 10, id="a", order="fire", drone=Drone(at(36, 20, 8), rounds=rounds))
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire", men=4)
    table.add(BLUE, "medic", 5, 40, id="m")
    return table.ready(Ordering(BLUE))


@pytest.mark.proves("HEAT-up-drone-other")
def test_the_battery_is_tested_from_the_fifth_turn_on() -> None:
    fourth = airborne(3, "later_drones").play(Give("blue/m", "rally"))
    assert fourth[A].drone == Drone(at(36, 20, 8), rounds=4)
    fifth = airborne(4, "later_drones").play(Give("blue/m", "rally"), 2, 1, (360,))
    assert fifth[A].drone == Drone(at(36, 21), rounds=5, empty=True)


@pytest.mark.proves("HEAT-up-drone-other", "drones.untested", "drones.tested")
def test_the_tests_of_battery_and_radio_are_an_option() -> None:
    tests = ("battery", "radio")
    assert [asked(drones.tested)(what) for what in tests] == [True, True]  # type: ignore[arg-type]
    table = airborne(6, "later_drones", "untested_drones").play(Give("blue/m", "rally"))
    assert table[A].drone == Drone(at(36, 20, 8), rounds=7)


@pytest.mark.proves("drones.tested")
def test_no_radio_is_tested_where_tests_are_left_out() -> None:
    def far(*options: str) -> TableTop:
        table = TableTop(options=options, depth=96)
        table.add(RED, "drone_team", 36, 4, id="a", order="fire", drone=Drone(at(36, 75, 8)))
        table.add(BLUE, "medic", 5, 90, id="b")
        return table.ready(Ordering(BLUE)).play(Give(B, "rally"))

    tested, free = far()[A].drone, far("untested_drones")[A].drone
    assert tested is not None
    assert tested.lost_radio is not None
    assert free is not None
    assert free.lost_radio is None


def munition(order: str | None = None, *, men: int = 4, **facts: Any) -> TableTop:
    """A red munition eight inches up, ten inches before a blue squad."""
    table = TableTop(options=["later_kit"])
    drone = Drone(at(36, 30, 8))
    table.add(RED, "drone_team", 36, 4, id="a", options={"loitering": 1}, drone=drone, order=order, **facts)
    table.add(RED, "medic", 5, 4, id="m")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", men=men)
    return table


@pytest.mark.proves("HEAT-up-drone-other")
def test_loitering_munitions_are_sold_by_later_versions() -> None:
    assert price("drone_team", "later_kit", options={"loitering": 1}) == 50 + 10
    with pytest.raises(RefusedError, match="loitering"):
        price("drone_team", options={"loitering": 1})


@pytest.mark.proves("HEAT-up-drone-other", "drones.spent")
def test_a_munition_goes_off_at_the_end_of_an_advance_and_is_lost_with_its_team() -> None:
    table = munition("advance", men=5).ready(Moving(RED, A, "drone"))
    table.play(FlyDrone(at(36, 40, 8), drop=True, target=B), (1, 2, 1), 3)
    assert [(event.at, event.size) for event in table.told(told.Exploded)] == [(at(36, 40), 3)]
    assert (len(table[B].men), table[B].pins) == (4, 2)
    assert not table[A].alive


@pytest.mark.proves("drones.dives", "drones.dive_reach")
def test_a_munition_goes_off_where_it_is_on_a_fire_order() -> None:
    table = munition("fire").ready(Shooting(RED, A))
    assert table.refuses(Dive(at(36, 31, 8))) == "drones.far"
    table.play(Dive(at(36, 30, 8)))
    assert [event.at for event in table.told(told.Exploded)] == [at(36, 30)]
    assert not table[A].alive


@pytest.mark.proves("drones.dives")
def test_a_munition_does_not_go_off_on_a_run_nor_on_the_ground() -> None:
    refused = asked(drones.dive_refused)
    assert refused("loitering", True, "fire") is None
    assert [bool(refused(*case)) for case in CASES] == [True, True, True]  # type: ignore[arg-type]


CASES = (("loitering", True, "run"), ("loitering", False, "fire"), ("ied", True, "fire"))


@pytest.mark.proves("drones.dive_reach")
def test_a_munition_in_ambush_flies_an_advance_and_goes_off() -> None:
    reach = asked(drones.dive_reach)
    assert [reach("ambush", 15), reach("fire", 15)] == [15, 0]
    table = munition("ambush", men=5).ready(Ordering(BLUE)).play(Give(B, "run"))
    table.play(Walk(at(36, 44)))
    assert table.task == Shooting(RED, A, "ambush", B)
    lawful = list(table.game.legal(table.state, "red"))
    assert Dive(at(36, 44, 8)) in lawful
    table.play(Dive(at(36, 44, 8)), (1, 1, 1), 1)
    assert (table[A].alive, table[B].pins) == (False, 1)


def test_a_munition_in_ambush_may_wait() -> None:
    table = munition("ambush").ready(Ordering(BLUE)).play(Give(B, "run")).play(Walk(at(36, 44))).play(Hold())
    assert table[A].alive


def test_a_munition_does_not_spot_for_guns() -> None:
    assert asked(drones.spots)("loitering", True) is False


def lone(order: str | None = None, **facts: Any) -> TableTop:
    """A red drone that is flown from off the table, ten inches before a blue squad."""
    table = TableTop(options=["later_kit"])
    table.add(RED, "off_table_drone", 36, 20, z=8, id="a", order=order, **facts)
    table.add(RED, "medic", 5, 4, id="m")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", men=4)
    return table


@pytest.mark.proves("HEAT-up-drone-other")
def test_a_drone_may_be_flown_from_off_the_table() -> None:
    assert price("off_table_drone", "later_kit") == 65
    table = lone("advance").ready(Moving(RED, A, "drone")).play(FlyDrone(at(36, 32, 12)))
    assert (table[A].at, table[A].men) == (at(36, 32, 12), ())


def test_a_drone_flown_from_off_the_table_starts_in_the_air() -> None:
    table = lone()
    table.ready(Deploying(RED))
    table.state.units[A] = TableTop.moved(table[A], place="waiting")
    assert table.refuses(Deploy(A, at(36, 5))) == "drones.starts"
    assert table.refuses(Deploy(A, at(36, 5, 24))) == "drones.height"
    table.play(Deploy(A, at(36, 5, 10)))
    assert (table[A].place, table[A].at) == ("table", at(36, 5, 10))


def test_a_drone_flown_from_off_the_table_comes_on_flying() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "off_table_drone", 0, 0, id="a", order="run", place="reserve")
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=4)
    table.ready(Moving(RED, A, "arrive"), turn=2)
    assert table.refuses(Place(at(36, 30.5, 8))) == "movement.far"
    assert any(isinstance(each, Place) for each in table.game.legal(table.state, "red"))
    assert table.play(Place(at(36, 30, 8)))[A].at == at(36, 30, 8)


def test_nobody_walks_or_is_charged_where_only_a_drone_is() -> None:
    table = lone().ready(Ordering(RED))
    assert table.refuses(Give(A, "advance")) == "orders.unmanned"
    table = TableTop(options=["later_kit"])
    table.add(BLUE, "off_table_drone", 36, 20, id="b")
    table.add(RED, "rifle_squad", 36, 12, id="a", order="run")
    assert table.ready(Moving(RED, A)).refuses(Charge(B)) == "close_quarters.target"


def test_a_drone_flown_from_off_the_table_is_shot_at_as_a_drone() -> None:
    table = lone("fire").ready(Ordering(BLUE)).play(Give(B, "fire"))
    assert table.refuses(Shoot((Volley("arms", A),))) == "shooting.drone"
    volley = Volley("arms", A, at_drone=True)
    assert Shoot((volley,)) in list(table.game.legal(table.state, "blue"))
    table.play(Shoot((volley,)), (6, 1, 1, 1), 6, 1)
    assert not table[A].alive


def test_a_drone_flown_from_off_the_table_keeps_no_radio_and_is_not_recovered() -> None:
    table = TableTop(options=["later_kit"], depth=96)
    table.add(RED, "off_table_drone", 36, 90, z=8, id="a", order="fire", drone=Drone(at(36, 90, 8), loaded=False))
    table.add(BLUE, "medic", 5, 10, id="b")
    table.ready(Ordering(BLUE)).play(Give(B, "rally"))
    drone = table[A].drone
    assert drone is not None
    assert (drone.lost_radio, drone.rounds) == (None, 1)
    table.play(Give(A, "rally"))
    assert table[A].drone == Drone(at(36, 90, 8), rounds=1, loaded=False)


def test_a_grounded_drone_without_a_team_is_captured_by_whoever_is_nearest() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "off_table_drone", 36, 20, id="a", order="fire")
    table.add(RED, "medic", 36, 10, id="m", order="fire")
    table.add(BLUE, "medic", 36, 28, id="b")
    assert not table.ready(Ordering(BLUE)).play(Give(B, "rally"))[A].alive


def test_commands_for_such_drones_are_lawful_and_a_greedy_player_uses_them() -> None:
    for table in (munition().ready(Ordering(RED)), lone().ready(Ordering(RED))):
        for command in table.game.legal(table.state, "red"):
            assert not isinstance(table.game.apply(table.state, "red", command, Seeded(1)), Refusal)
    table = TableTop(options=["later_kit"])
    drone = Drone(at(36, 30, 8))
    table.add(RED, "drone_team", 36, 4, id="a", options={"loitering": 1}, drone=drone, order="advance")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", men=12, order="fire")
    table.ready(Moving(RED, A, "drone"))
    greedy = make_bot("platoon", "greedy", 1, "red")
    chosen = greedy.choose(table.game, table.state, "red", tuple(table.game.legal(table.state, "red")))
    assert isinstance(chosen, FlyDrone)
    assert chosen.drop


def test_a_drone_without_a_team_is_drawn_with_its_height() -> None:
    table = lone().ready(Ordering(RED))
    drawn = draw(table.state, table.game.ruleset)
    assert 'Drone with an operator off the table, 8" up' in drawn


def test_keeping_an_ambush_keeps_the_munition_up() -> None:
    table = munition("ambush").ready(Ordering(RED)).play(Give("red/m", "rally")).play(Give(B, "rally"))
    table.play(Keep((A,)))
    assert (table.state.turn, table[A].order) == (2, "ambush")
