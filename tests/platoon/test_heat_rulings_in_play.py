"""Rulings tried on a table: vehicles on a leash, helicopters, drones, missiles, guns and spotters, orders, armour."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.platoon import events as told
from overheat.platoon.commands import (
    Charge,
    Deploy,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Hold,
    Keep,
    OpenDoor,
    Place,
    Shoot,
    Walk,
)
from overheat.platoon.geometry import Leg
from overheat.platoon.state import Closing, Deploying, Drone, Missile, Moving, Ordering, Shooting, Volley, Zero
from platoon.table_top import BLUE, RED, A, B, TableTop, at, box, duel

V = "red/v"
FIRE = Shoot((Volley("arms", B),))
SYSTEM = Shoot((Volley("system", B),))


def leashed(inches: float, options: tuple[str, ...] = (), **facts: Any) -> TableTop:
    """A red squad so far, hull to base, from the vehicle that it belongs to."""
    table = TableTop(options=options)
    table.add(RED, "rifle_squad", 5, 5, id="a", men=4, **facts)
    front = max(man.at.x for man in table.ready()[A].men) / 100
    table.add(RED, "light_ifv", front + 0.5 + inches + 2.5, 5, id="v", heading=90)
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    return table.ready(Ordering(RED))


def target(table: TableTop, command: Give, *script: int | tuple[int, ...]) -> int | None:
    """What the test of an order must not exceed; None without a test."""
    tests = table.play(command, *script).told(told.Tested)
    return int(tests[0].target) if tests else None


@pytest.mark.proves("HEAT-ifv-leash-30", "HEAT-ifv-leash-bands")
def test_a_squad_more_than_thirty_inches_from_its_vehicle_is_tested() -> None:
    assert target(leashed(29.9), Give(A, "advance")) is None
    assert target(leashed(30.2), Give(A, "advance"), (4, 5)) == 9
    assert target(leashed(30.2), Give(A, "down")) is None


@pytest.mark.proves("HEAT-ifv-leash-36")
def test_the_pin_of_the_leash_counts_for_the_test_and_for_nothing_else() -> None:
    table = leashed(40, pins=2)
    assert target(table, Give(A, "fire"), (3, 3)) == 6
    assert table[A].pins == 1


@pytest.mark.proves("HEAT-up-ifv-leash-36")
def test_the_later_leash_begins_at_thirty_six_inches() -> None:
    assert target(leashed(33, ("leash_36",)), Give(A, "advance")) is None
    assert target(leashed(40, ("leash_36",)), Give(A, "advance"), (4, 5)) == 9


def test_the_leash_does_not_hold_the_vehicle() -> None:
    assert target(leashed(50), Give(V, "advance")) is None


def test_a_vehicle_fights_on_without_its_squad_and_has_a_die() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 5, 5, id="a", place="lost", men=4)
    table.add(RED, "light_ifv", 30, 10, id="v")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Ordering(RED)).play(Give(V, "fire"))
    assert table.task == Shooting(RED, V)


@pytest.mark.proves("HEAT-ifv-two-units", "HEAT-base-dice-bag")
def test_squad_and_vehicle_have_two_dice() -> None:
    table = leashed(10).ready(Closing()).settle()
    assert (table.state.turn, table.state.bag, table.state.used) == (2, (1, 1), (1, 0))


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
        table.add(RED, "attack_helicopter", 36, 5, z=34.0, id="a", order="fire", last="fire")
        table.add(BLUE, "truck", 36, y, id="b", order="fire")
        table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B),)), *([(1, 1)] if y < 54 else []))
        return [(event.shots, event.score) for event in table.told(told.Fired)]

    # The muzzle is 36 inches up, the top of the lorry 1.8: 49 inches away on the map are just within 60.
    assert (fire(53), fire(55)) == ([(2, 4)], [(0, 0)])


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


SHELL = Shoot((Volley("system", B, indirect=True),))


@pytest.mark.proves("HEAT-drone-recon-spot", "HEAT-spot-uav")
def test_a_drone_on_reconnaissance_spots_for_a_gun() -> None:
    table = watched().play(SHELL, 1)
    assert (table[A].zero, table["red/d"].drone) == (Zero(5, B, table[B].at), Drone(at(30, 30, 10), reported=True))
    assert watched(payload={"ied": 1}).game.to_act(watched(payload={"ied": 1}).state) == "red"
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
    hit = unseen(5, 1, 1)
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


def guided(**facts: Any) -> TableTop:
    table = TableTop(depth=120)
    table.add(RED, "atgm_team", 36, 10, id="a", **facts)
    table.add(BLUE, "old_tank", 36, 80, id="b", order="fire")
    return table


@pytest.mark.proves("HEAT-atgm-target")
def test_a_guided_missile_is_for_vehicles_however_far() -> None:
    table = guided(order="fire")
    table.add(BLUE, "rifle_squad", 30, 30, id="c", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("system", "blue/c"),))) == "missiles.target"
    assert len(table.play(SYSTEM).state.missiles) == 1


@pytest.mark.proves("HEAT-atgm-lost-move")
def test_an_operator_who_runs_loses_his_missile_and_one_who_waits_launches_no_second() -> None:
    held = (Missile(A, "atgm", B, at(36, 42), 1),)
    table = guided(order="run").ready(Moving(RED, A), missiles=held).play(Walk(at(36, 6)))
    assert table.state.missiles == ()
    assert guided(order="fire").ready(Shooting(RED, A), missiles=held).refuses(SYSTEM) == "missiles.in_flight"


@pytest.mark.proves("HEAT-law-target", "HEAT-law-profile", "HEAT-law-squad")
def test_a_light_anti_tank_weapon_is_fired_at_a_vehicle_by_one_man_of_a_squad() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=4, options={"law": 1})
    table.add(BLUE, "old_tank", 36, 30, id="b", order="fire")
    table.add(BLUE, "rifle_squad", 30, 20, id="c", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("law", "blue/c"),))) == "missiles.law"
    table.play(Shoot((Volley("law", B), Volley("arms", "blue/c"))), 1, (1,) * 6)
    assert [(event.weapon, event.shots) for event in table.told(told.Fired)] == [("rpg", 1), ("ar", 6)]
    assert table[A].laws == 0


@pytest.mark.proves("HEAT-base-order-test-double1", "HEAT-base-order-test-double6", "HEAT-base-order-test")
def test_the_ends_of_the_dice_in_a_battle() -> None:
    def tested(pins: int, dice: tuple[int, int], *more: int) -> TableTop:
        return duel(30, pins=pins).ready(Ordering(RED)).play(Give(A, "ambush"), dice, *more)

    assert (tested(8, (1, 1))[A].order, tested(8, (1, 1))[A].pins) == ("ambush", 7)
    assert tested(8, (1, 2))[A].order == "down"
    assert tested(1, (6, 6), 1)[A].order == "down"
    assert tested(3, (3, 3))[A].order == "ambush"


@pytest.mark.proves("HEAT-base-order-rally")
def test_rallying_and_going_down_under_pins() -> None:
    assert duel(pins=7).ready(Ordering(RED)).play(Give(A, "rally"), (4, 5), 5)[A].pins == 1
    assert duel(pins=7).ready(Ordering(RED)).play(Give(A, "down"))[A].pins == 7


@pytest.mark.proves("HEAT-base-rout", "HEAT-base-gain-pins")
def test_the_ninth_pin_is_too_many_for_regulars() -> None:
    def shot_at(pins: int) -> TableTop:
        table = TableTop()
        table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=4)
        table.add(BLUE, "rifle_squad", 36, 21, id="b", order="fire", pins=pins, men=10)
        return table.ready(Shooting(RED, A)).play(FIRE, (6,) * 8, (1,) * 8)

    assert (shot_at(7)[B].pins, shot_at(8)[B].alive) == (8, False)


@pytest.mark.proves("HEAT-base-command-vehicle")
def test_a_command_vehicle_helps_the_armour_around_it() -> None:
    def tested(x: float, unit: str) -> int | None:
        table = TableTop()
        table.add(RED, "main_battle_tank", 20, 10, id="v", options={"command": 1}, order="fire")
        table.add(RED, unit, 20 + x, 10, id="a", pins=2)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return target(table.ready(Ordering(RED)), Give(A, "rally"), (6, 5)) and target(
            table.ready(Ordering(RED)), Give(A, "fire"), (6, 5)
        )

    assert [tested(10, "old_tank"), tested(30, "old_tank"), tested(8, "truck")] == [8, 7, 7]


@pytest.mark.proves("HEAT-base-turn-end-dice", "HEAT-base-ambush-turn-end")
def test_an_ambush_that_is_kept_stays_out_of_the_bag_and_may_fire_late() -> None:
    def waiting() -> TableTop:
        return duel(10, order="ambush").ready(Ordering(BLUE)).play(Give(B, "down"))

    assert waiting().task == Shooting(RED, A, "late")
    assert waiting().play(FIRE, 3)[A].order == "ambush"
    assert waiting().play(FIRE, 4, (1,) * 8)[A].order == "fire"
    table = waiting().play(Hold()).play(Keep((A,))).play(Keep())
    assert (table.state.turn, table.state.bag, table[A].order) == (2, (0, 0), "ambush")


@pytest.mark.proves("HEAT-base-obstacles")
def test_obstacles_stop_wheels_and_running_men() -> None:
    def walk(order: str) -> TableTop:
        table = TableTop(box("hedge", 30, 13, 12, 0.5))
        table.add(RED, "rifle_squad", 36, 10, id="a", order=order)
        table.add(RED, "truck", 46, 8, id="v", order="advance")
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return table.ready(Moving(RED, A))

    assert walk("run").refuses(Walk(at(36, 16))) == "movement.obstacle"
    assert walk("advance").play(Walk(at(36, 16)))[A].at == at(36, 16)


@pytest.mark.proves("HEAT-base-he-down", "HEAT-base-he-template", "HEAT-base-he-diameter")
def test_men_who_are_down_take_half_the_hits_of_a_shell() -> None:
    def shelled(order: str, *script: int | tuple[int, ...]) -> int:
        table = TableTop(depth=72)
        table.add(RED, "heavy_mortar", 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order=order, men=5)
        return len(table.ready(Shooting(RED, A)).play(SHELL, *script)[B].men)

    # Five men in a row, an inch and a bit apart: three stand within 1.5 inches of the one in their midst.
    assert shelled("fire", 2, (6, 2, 1), 1, 1) == 3
    assert shelled("down", 2, 2, 1) == 4


@pytest.mark.proves("HEAT-base-indirect-top", "HEAT-base-damage-table-modifiers", "HEAT-base-open-topped")
def test_a_shell_falls_into_an_open_top() -> None:
    def shelled(unit: str) -> TableTop:
        table = TableTop(depth=72)
        table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
        table.add(BLUE, unit, 36, 40, id="b", order="fire")
        return table.ready(Shooting(RED, A))

    # D6 + 2 + 1 for the top against 7: a 5 is full damage, and a 3 on the table counts 4.
    assert not shelled("half_track").play(SHELL, 2, 5, 3)[B].alive
    assert shelled("tracked_carrier").play(SHELL, 2, 5, 3, (3, 4), 1)[B].alive


@pytest.mark.proves("HEAT-base-indirect-miss")
def test_a_shell_that_misses_does_nothing() -> None:
    table = TableTop(depth=72)
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(SHELL, 5)
    assert (table[B].pins, len(table[B].men), table.told(told.Exploded)) == (0, 4, [])


def struck(unit: str, by: str, heading: int, *script: int, arm: str = "system") -> TableTop:
    """A blue vehicle that is shot at from the south, 20 inches away."""
    table = TableTop()
    table.add(RED, by, 36, 5, id="a", order="fire")
    table.add(BLUE, unit, 36, 28, id="b", order="fire", heading=heading)
    return table.ready(Shooting(RED, A)).play(Shoot((Volley(arm, B),)), *script)


@pytest.mark.proves("HEAT-base-vehicle-facing", "HEAT-base-penetration")
def test_the_side_that_is_struck_counts_in_a_battle() -> None:
    found = [struck("old_tank", "rpg_team", way, 6, 3).told(told.Struck)[0] for way in (180,)]
    assert [(hit.facing, hit.result) for hit in found] == [("front", "none")]
    (side,) = struck("old_tank", "rpg_team", 90, 6, 3, 1).told(told.Struck)
    (rear,) = struck("old_tank", "rpg_team", 0, 6, 3, 1).told(told.Struck)
    assert [(hit.facing, hit.result) for hit in (side, rear)] == [("side", "glancing"), ("rear", "full")]


@pytest.mark.proves("HEAT-base-small-arms-armour", "HEAT-base-vehicle-small-arms-pins")
def test_small_arms_do_nothing_to_closed_armour() -> None:
    table = struck("old_tank", "mmg_team", 180, (6, 6, 6, 6, 6))  # type: ignore[arg-type]
    assert (table[B].pins, [hit.result for hit in table.told(told.Struck)]) == (0, ["none"] * 5)


@pytest.mark.proves("HEAT-base-softskin")
def test_small_arms_that_go_through_a_lorry_glance_off() -> None:
    table = struck("truck", "mmg_team", 180, (6, 1, 1, 1, 1), 6, 5)  # type: ignore[arg-type]
    assert (table[B].immobilised, table[B].pins) == (True, 2)


@pytest.mark.proves("HEAT-base-vehicle-mounts")
def test_a_gun_in_the_hull_fires_ahead_only() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 20, z=6, id="a", order="fire", options={"hmg_mount": 1}, last="fire")
    table.add(BLUE, "truck", 60, 20, id="b", order="fire")
    assert table.ready(Shooting(RED, A)).refuses(Shoot((Volley("0", B),))) == "shooting.bears"


@pytest.mark.proves("HEAT-base-turret-jam", "HEAT-heli-turret-jam")
def test_a_jammed_turret_points_where_it_pointed() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "attack_helicopter", 36, 25, z=6, id="b", order="fire", last="fire")
    table.ready(Shooting(RED, A)).play(SYSTEM, 4, 2, 4, 1, 4)
    assert (table[B].jammed, table[B].order) == (180, "down")


@pytest.mark.proves("HEAT-base-exceptional-damage")
def test_a_picked_operator_loses_his_team() -> None:
    def fire(again: int) -> TableTop:
        table = duel(10, order="fire", blue="mmg_team")
        table.ready(Shooting(RED, A)).play(FIRE)
        return table.play(Hold(), (6, 1, 1, 1, 1, 1, 1, 1), 6, again)

    assert (fire(6)[B].alive, fire(5)[B].alive, len(fire(5)[B].men)) == (False, True, 2)


@pytest.mark.proves("HEAT-base-cq-pins", "HEAT-base-cq-tough")
def test_tough_chargers_strike_twice_and_the_charged_forget_their_pins() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="run", men=4, swap={"smg": 4})
    table.add(BLUE, "rifle_squad", 36, 16, id="b", order="fire", men=10, pins=3)
    table.ready(Moving(RED, A)).play(Charge(B), (4, 4, 1, 1), (4, 1), (1,) * 7, 2)
    assert [(fight.attacker_lost, fight.defender_lost) for fight in table.told(told.Fought)] == [(0, 3)]
    assert [event.pins for event in table.told(told.Pinned)] == [0]


@pytest.mark.proves("HEAT-base-bag-no-unit")
def test_a_die_that_nobody_can_take_is_set_aside() -> None:
    table = duel(10, order="fire").ready(Ordering(BLUE))
    table.state = msgspec.structs.replace(table.state, bag=(1, 0))
    table.play(Give(B, "down"))
    assert [event.side for event in table.told(told.DieSetAside)] == [RED]


@pytest.mark.proves("movement.allowance")
def test_men_run_twelve_inches() -> None:
    table = duel(30, order="run").ready(Moving(RED, A))
    assert table.refuses(Walk(at(36, 22.1))) == "movement.far"
    assert table.play(Walk(at(36, 22)))[A].at == at(36, 22)


@pytest.mark.proves("HEAT-up-multi-axle")
def test_a_vehicle_on_many_axles_pivots_once_under_the_later_rules() -> None:
    def drive(*options: str) -> TableTop:
        table = TableTop(options=options)
        table.add(RED, "wheeled_carrier", 36, 10, id="a", order="advance")
        table.add(BLUE, "rifle_squad", 36, 45, id="b", order="fire")
        return table.ready(Moving(RED, A))

    legs = (Leg(30, 5.0), Leg(-30, 5.0))
    assert drive().play(Drive(legs))[A].heading == 0
    assert drive("many_axles").refuses(Drive(legs)) == "movement.pivots"


@pytest.mark.proves("HEAT-up-anti-drone")
def test_a_shotgun_is_as_good_against_a_drone_as_against_a_man() -> None:
    def score(*options: str) -> int:
        table = TableTop(options=options)
        table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", swap={"shotgun": 4})
        table.add(BLUE, "drone_team", 60, 40, id="b", order="fire", drone=Drone(at(36, 12, 3), ran=True))
        table.ready(Shooting(RED, A)).play(Shoot((Volley("arms", B, at_drone=True),)), 1, 1, 1, 1, (1,) * 4)
        return int(table.told(told.Fired)[0].score)

    assert (score(), score("anti_drone")) == (4, 2)


@pytest.mark.proves("HEAT-up-mg-buff", "HEAT-up-pins-column")
def test_machine_guns_pin_twice_under_the_later_rules() -> None:
    def pins(*options: str) -> int:
        table = TableTop(options=options)
        table.add(RED, "mmg_team", 36, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire")
        more = [5] if options else []
        return int(table.ready(Shooting(RED, A)).play(SYSTEM, (6, 1, 1, 1, 1), 1, *more)[B].pins)

    assert (pins(), pins("machine_gun_pins"), pins("pins_by_weapon")) == (1, 2, 2)


@pytest.mark.proves("HEAT-base-smoke-los")
def test_who_stands_in_smoke_is_in_soft_cover_and_hidden_behind_it() -> None:
    table = duel(10, order="fire").ready(Shooting(RED, A), smoke=(at(36, 16),))
    assert table.sees(A, B)
    wide = tuple(at(x, 16) for x in range(30, 43))
    assert not duel(10, order="fire").ready(Shooting(RED, A), smoke=wide).sees(A, B)
