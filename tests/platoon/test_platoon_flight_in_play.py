"""Rulings tried on a table: helicopters, those aboard them, drones, and the guns that they spot for."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import (
    Deploy,
    Fly,
    FlyDrone,
    Give,
    OpenDoor,
    Place,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import Deploying, Drone, Moving, Ordering, Shooting, Volley, Zero
from overheat.platoon.ground.geometry import Leg
from platoon.positions import BLUE, FIRE, RED, SHELL, SYSTEM, A, B, TableTop, at, box

V = "red/v"


def flier(unit: str, order: str = "run", z: float = 20, **facts: Any) -> TableTop:
    table = TableTop(depth=120, width=120)
    table.add(RED, unit, 60, 20, z=z, id="a", order=order, **facts)
    table.add(BLUE, "rifle_squad", 60, 100, id="b", order="fire")
    return table.ready(Moving(RED, A))


def flies(unit: str, run: int, advance: int, climb: int, rise: int) -> bool:
    """Whether a helicopter flies just so far in a battle, along and up."""
    for order, along, up in (("run", run, climb), ("advance", advance, rise)):
        assert flier(unit, order).refuses(Fly((Leg(0, along + 0.1),))) == "helicopters.far"
        assert flier(unit, order).play(Fly((Leg(0, float(along)),)))[A].at == at(60, 20 + along, 20)
        assert flier(unit, order).refuses(Fly(up=up + 0.1)) == "helicopters.far"
        assert flier(unit, order).play(Fly(up=float(up)))[A].at == at(60, 20, 20 + up)
    return True


@pytest.mark.proves("HEAT-heli-move-light", "HEAT-heli-move-medium", "HEAT-heli-move-large", "HEAT-heli-move-giant")
def test_how_far_helicopters_fly_in_a_battle() -> None:
    assert flies("light_helicopter", 48, 24, 20, 10)
    assert flies("medium_helicopter", 36, 18, 20, 10)
    assert flies("large_helicopter", 24, 12, 10, 5)
    assert flies("giant_helicopter", 20, 10, 10, 5)


@pytest.mark.proves("HEAT-heli-turns", "HEAT-heli-move-table")
def test_a_helicopter_turns_as_often_as_its_table_says() -> None:
    assert flier("light_helicopter").play(Fly((Leg(0, 20.0), Leg(45, 28.0))))[A].heading == 45
    assert flier("light_helicopter").refuses(Fly((Leg(46, 20.0),))) == "helicopters.turn"
    assert flier("light_helicopter").refuses(Fly((Leg(45, 20.0), Leg(-45, 8.0)))) == "helicopters.turns"
    assert flier("large_helicopter").refuses(Fly((Leg(45, 20.0),))) == "helicopters.turns"


@pytest.mark.proves("HEAT-heli-move-exclusive", "HEAT-heli-altitude-limits")
def test_a_helicopter_keeps_to_its_heights_and_to_one_direction() -> None:
    assert flier("light_helicopter", z=50).refuses(Fly(up=10.1)) == "helicopters.height"
    assert flier("light_helicopter", z=10, order="advance").refuses(Fly(up=-5.0)) == "helicopters.height"
    assert flier("light_helicopter").refuses(Fly((Leg(0, 12.0),), up=5.0)) == "helicopters.mixed"


@pytest.mark.proves("HEAT-heli-damage-row-2")
def test_a_damaged_helicopter_flies_half_as_far_but_down() -> None:
    def damaged() -> TableTop:
        return flier("medium_helicopter", z=30, half_speed=True)

    assert damaged().refuses(Fly((Leg(0, 18.1),))) == "helicopters.far"
    assert damaged().refuses(Fly(up=10.1)) == "helicopters.far"
    assert damaged().play(Fly(up=-20.0))[A].at.z == 1000


@pytest.mark.proves("HEAT-heli-landing", "HEAT-heli-liftoff")
def test_landing_begins_six_inches_up_and_is_tested() -> None:
    def lands(z: float) -> TableTop:
        table = TableTop()
        table.add(RED, "light_helicopter", 36, 20, z=z, id="a", quality="veteran")
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return table.ready(Ordering(RED))

    assert lands(8).refuses(Give(A, "advance", "lift")) == "helicopters.lift"
    landed = lands(6).play(Give(A, "advance", "lift"), (5, 5))
    assert (landed[A].at.z, landed[A].order) == (0, "advance")
    failed = lands(6).play(Give(A, "advance", "lift"), (5, 6))
    assert (failed[A].at.z, failed[A].order) == (600, "down")
    assert lands(0).play(Give(A, "advance", "lift"), (5, 5))[A].at.z == 600


@pytest.mark.proves("HEAT-heli-start")
def test_a_helicopter_is_set_up_on_the_ground() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 0, 0, id="a", place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Deploying(RED))
    assert table.refuses(Deploy(A, at(36, 6, 12))) == "helicopters.start"
    assert table.play(Deploy(A, at(36, 6)))[A].at == at(36, 6)


@pytest.mark.proves("HEAT-heli-reserve-entry")
def test_a_helicopter_comes_on_at_any_height_it_may_fly_at() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 0, 0, id="a", place="reserve")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Ordering(RED), turn=2).play(Give(A, "advance", "arrive"), (4, 4))
    assert table.refuses(Place(at(36, 10, 5), 0)) == "helicopters.height"
    assert table.refuses(Place(at(36, 10, 61), 0)) == "helicopters.height"
    assert table.play(Place(at(36, 10, 60), 0))[A].at == at(36, 10, 60)


def aboard(z: float = 0, last: str = "advance", men: int = 4, **facts: Any) -> TableTop:
    """Red men in a helicopter with its nose to the north, and a blue squad to the east of it."""
    table = TableTop()
    table.add(RED, "light_helicopter", 30, 20, z=z, id="v", last=last, order="rally")
    table.add(RED, "rifle_squad", 30, 20, id="a", place="aboard", carrier=V, men=men, **facts)
    table.add(BLUE, "rifle_squad", 40, 20, id="b", order="fire")
    table.add(BLUE, "medic", 70, 45, id="m")
    return table


@pytest.mark.proves("HEAT-heli-hovering", "HEAT-heli-door-fire")
def test_men_fire_from_the_doors_of_a_hovering_helicopter() -> None:
    table = aboard(6).ready(Ordering(RED)).play(Give(A, "fire")).play(FIRE, *[(1,) * 8])
    assert [(event.shots, event.score) for event in table.told(told.Fired)] == [(8, 5)]
    assert table[V].doors == frozenset({"right"})
    assert aboard(6, "run").ready(Ordering(RED)).refuses(Give(A, "fire")) == "transport.fire"
    assert aboard(0).ready(Ordering(RED)).refuses(Give(A, "fire")) == "transport.fire"


@pytest.mark.proves("HEAT-heli-arcs")
def test_nobody_fires_through_the_nose_of_a_helicopter() -> None:
    table = aboard(6)
    table.add(BLUE, "rifle_squad", 30, 35, id="c", order="fire")
    table.ready(Ordering(RED)).play(Give(A, "fire"))
    assert table.refuses(Shoot((Volley("arms", "blue/c"),))) == "shooting.bears"


@pytest.mark.proves("HEAT-heli-embark")
def test_getting_out_of_a_helicopter_is_tested() -> None:
    table = aboard().ready(Ordering(RED)).play(Give(A, "advance", "disembark"), (4, 5))
    assert table.refuses(Place(at(30, 30), 0)) == "movement.far"
    assert [test.target for test in table.events if isinstance(test, told.Tested)] == [9]
    on_board = aboard().ready(Ordering(RED)).play(Give(A, "advance", "disembark"), (5, 5))
    assert (on_board[A].place, on_board[A].order) == ("aboard", "down")


@pytest.mark.proves("HEAT-heli-capacity")
def test_a_helicopter_is_full_when_its_seats_are() -> None:
    def joins(men: int) -> TableTop:
        table = aboard(men=4, order="fire")
        table.add(RED, "rifle_squad", 30, 12, id="c", men=men)
        return table.ready(Ordering(RED))

    assert joins(5).refuses(Give("red/c", "run", "embark", V)) == "transport.full"
    assert joins(4).play(Give("red/c", "run", "embark", V), (4, 5))["red/c"].place == "aboard"


@pytest.mark.proves("HEAT-heli-role")
def test_a_helicopter_for_close_support_carries_nobody() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 30, 20, id="v", options={"cas": 1}, order="rally")
    table.add(RED, "rifle_squad", 30, 12, id="a")
    table.add(BLUE, "rifle_squad", 40, 20, id="b", order="fire")
    assert table.ready(Ordering(RED)).refuses(Give(A, "run", "embark", V)) == "transport.none"


@pytest.mark.proves("HEAT-heli-slant-range")
def test_a_helicopter_measures_from_its_muzzle() -> None:
    def fire(y: float) -> list[tuple[int, int]]:
        table = TableTop(depth=96)
        table.add(RED, "attack_helicopter", 36, 1.5, z=35.8, id="a", order="fire", last="fire")
        table.add(BLUE, "truck", 36, y, id="b", order="fire")
        table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B),)), *([(1, 1)] if y < 54 else []))
        return [(event.shots, event.score) for event in table.told(told.Fired)]

    # The barrel is at the nose, 3.5 inches ahead of the middle, and 36 inches above the top of the lorry.
    assert (fire(53), fire(54)) == ([(2, 4)], [(0, 0)])


@pytest.mark.proves("HEAT-heli-spotter")
def test_a_spotter_looks_through_an_open_door() -> None:
    def fires(doors: frozenset[str]) -> bool:
        table = TableTop(box("building", 20, 12, 40, 3), depth=72)
        table.add(RED, "medium_mortar", 36, 5, id="a", order="fire")
        table.add(RED, "light_helicopter", 60, 40, z=12, id="v", doors=doors, order="rally", last="rally")
        table.add(RED, "scouts", 60, 40, id="s", place="aboard", carrier=V, men=2, order="fire")
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        legal = table.ready(Shooting(RED, A)).game.legal(table.state, "red")
        return any(isinstance(each, Shoot) for each in legal)

    assert [fires(frozenset({"left"})), fires(frozenset({"right"})), fires(frozenset())] == [True, False, False]


def test_a_spotter_aboard_a_hovering_helicopter_opens_a_door() -> None:
    def spotter(last: str, z: float = 12) -> TableTop:
        table = TableTop()
        table.add(RED, "light_helicopter", 60, 40, z=z, id="v", order="rally", last=last)
        table.add(RED, "scouts", 60, 40, id="a", place="aboard", carrier=V, men=2, order="fire")
        table.add(RED, "medic", 5, 5, id="m")
        table.add(BLUE, "rifle_squad", 10, 40, id="b", order="fire")
        return table.ready(Shooting(RED, A))

    table = spotter("advance")
    assert OpenDoor("left") in tuple(table.game.legal(table.state, "red"))
    table.play(OpenDoor("left"))
    assert (table[V].doors, [event.door for event in table.told(told.DoorOpened)]) == (frozenset({"left"}), ["left"])
    assert spotter("run").refuses(OpenDoor("left")) == "helicopters.door"


@pytest.mark.proves("HEAT-spot-state")
def test_a_gun_that_has_moved_zeroes_in_anew() -> None:
    def gun(**facts: Any) -> TableTop:
        table = TableTop(depth=72)
        table.add(RED, "light_mortar", 36, 5, id="a", zero=Zero(3, B, at(36, 24)), **facts)
        table.add(RED, "medic", 5, 5, id="m")
        table.add(BLUE, "rifle_squad", 36, 24, id="b", order="fire")
        return table

    table = gun(order="run").ready(Moving(RED, A)).play(Walk(at(36, 8)))
    assert table[A].zero is None
    stayed = gun(order="fire").ready(Shooting(RED, A)).play(SHELL, 2)
    assert stayed[A].zero == Zero(2, B, at(36, 24))


@pytest.mark.proves("HEAT-heli-damage-mode", "HEAT-heli-damage-chart")
def test_a_hit_on_a_helicopter_penetrates_before_it_rolls_on_the_chart() -> None:
    def hit(*script: int | tuple[int, ...], options: tuple[str, ...] = ()) -> TableTop:
        table = TableTop(options=options)
        table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
        table.add(BLUE, "light_helicopter", 36, 25, z=6, id="b", order="fire", last="fire")
        return table.ready(Shooting(RED, A)).play(SYSTEM, *script)

    assert not hit(4, 3, 4, (1, 1, 1), 360)[B].alive
    # Glancing: 6 less 3 is 3, which halves its speed and gives a D3 of pins, besides the one of the hit.
    glanced = hit(4, 2, 6, 5)
    assert (glanced[B].half_speed, glanced[B].pins, glanced[B].order) == (True, 4, "down")
    assert hit(4, 3, 1, options=("chart_margin",))[B].pins == 2


@pytest.mark.proves("HEAT-drone-move", "HEAT-drone-altitude")
def test_how_far_and_how_high_a_drone_flies() -> None:
    def drone(order: str) -> TableTop:
        table = TableTop()
        table.add(RED, "drone_team", 10, 10, id="a", order=order, drone=Drone(at(10, 10, 5)))
        table.add(BLUE, "rifle_squad", 60, 40, id="b")
        return table.ready(Moving(RED, A, "drone"))

    assert drone("run").play(FlyDrone(at(34, 10, 23)))[A].drone == Drone(at(34, 10, 23), ran=True)
    assert drone("advance").refuses(FlyDrone(at(25.6, 10, 5))) == "drones.far"
    assert drone("run").refuses(FlyDrone(at(12, 10, 24))) == "drones.height"


@pytest.mark.proves("HEAT-drone-hit-mod")
def test_a_drone_that_ran_is_harder_to_hit_in_a_battle() -> None:
    def score(ran: bool) -> int:
        table = TableTop()
        table.add(RED, "rifle_squad", 36, 10, id="a", order="fire")
        table.add(BLUE, "drone_team", 60, 40, id="b", order="fire", drone=Drone(at(36, 18, 6), ran=ran))
        table.ready(Shooting(RED, A)).play(Shoot((Volley("arms", B, at_drone=True),)), (1,) * 8)
        return int(table.told(told.Fired)[0].score)

    assert (score(False), score(True)) == (4, 5)


def watched(*, order: str | None = "fire", payload: dict[str, int] | None = None, gun: str = "regular") -> TableTop:
    """A red mortar behind a house, a drone above it, and a blue squad that only the drone sees."""
    table = TableTop(box("building", 20, 12, 40, 3), depth=72)
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", quality=gun)
    table.add(RED, "drone_team", 5, 5, id="d", order=order, options=payload or {}, drone=Drone(at(30, 30, 10)))
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.add(BLUE, "medic", 70, 70, id="m")
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-drone-recon-spot", "HEAT-spot-uav")
def test_a_drone_on_reconnaissance_spots_for_a_gun() -> None:
    table = watched().play(SHELL, 1)
    assert (table[A].zero, table["red/d"].drone) == (Zero(5, B, table[B].at), Drone(at(30, 30, 10), reported=True))
    assert watched(payload={"ied": 1}).refuses(SHELL) == "indirect.blind"


@pytest.mark.proves("HEAT-drone-recon-down", "HEAT-drone-recon-free")
def test_a_report_costs_no_order_but_none_comes_from_a_team_that_is_down() -> None:
    assert watched(order=None).play(SHELL, 1)["red/d"].order is None
    assert watched(order="down").refuses(SHELL) == "indirect.blind"


@pytest.mark.proves("HEAT-base-indirect-inexperienced-spotter")
def test_an_inexperienced_gun_hears_no_spotter() -> None:
    assert watched(gun="inexperienced").refuses(SHELL) == "indirect.blind"


@pytest.mark.proves("HEAT-spot-no-observer", "HEAT-spot-hit-observed")
def test_shells_that_nobody_sees_teach_a_gun_nothing() -> None:
    def unseen(*script: int | tuple[int, ...]) -> TableTop:
        table = TableTop(box("building", 20, 12, 40, 3), depth=72)
        table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", zero=Zero(4, B, at(36, 40)))
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return table.ready(Shooting(RED, A)).play(SHELL, *script)

    assert unseen(3)[A].zero == Zero(4, B, at(36, 40))
    hit = unseen(5, (1, 1, 1), 1)
    assert (hit[A].zero, hit[B].pins) == (Zero(4, B, at(36, 40)), 1)


@pytest.mark.proves("HEAT-spot-any-gun", "HEAT-spot-transfer")
def test_any_spotter_of_the_platoon_takes_over() -> None:
    table = TableTop(box("building", 20, 12, 40, 3), depth=72)
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", zero=Zero(4, B, at(36, 40)))
    table.add(RED, "scouts", 65, 20, id="s", order="fire", men=2)
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(SHELL, 3)
    assert table[A].zero == Zero(3, B, at(36, 40))


@pytest.mark.proves("HEAT-drone-at-ied-attack")
def test_a_pinned_team_tests_and_its_pins_count_against_the_load() -> None:
    def dropping() -> TableTop:
        table = TableTop()
        table.add(RED, "drone_team", 10, 10, id="a", pins=2, options={"at_ied": 1}, drone=Drone(at(36, 30, 8)))
        table.add(BLUE, "old_tank", 36, 40, id="b", order="fire")
        return table.ready(Ordering(RED))

    assert dropping().play(Give(A, "advance", "drone"), (4, 4))[A].order == "down"
    table = dropping().play(Give(A, "advance", "drone"), (3, 4))
    table.play(FlyDrone(at(36, 40, 8), drop=True, target=B), 5, 4)
    assert [(event.score, event.hits) for event in table.told(told.Fired)] == [(5, 0)]
