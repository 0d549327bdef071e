"""Rulings tried on a table: vehicles on a leash, missiles, guns, orders, armour."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import (
    Charge,
    Drive,
    Give,
    Hold,
    Keep,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import Beginning, Drone, Missile, Moving, Ordering, Shooting, Volley, Zero
from overheat.platoon.ground.geometry import Leg
from overheat.platoon.rules.standard import armour
from platoon.cases import asked
from platoon.positions import BLUE, FIRE, RED, SHELL, SYSTEM, A, B, TableTop, at, box, duel

V = "red/v"


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
    table = leashed(10).ready(Beginning("closing")).settle()
    assert (table.state.turn, table.state.bag, table.state.used) == (2, (1, 1), (1, 0))


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
    (front,) = struck("old_tank", "rpg_team", 180, 6, 3).told(told.Struck)
    (side,) = struck("old_tank", "rpg_team", 90, 6, 3, 1).told(told.Struck)
    (rear,) = struck("old_tank", "rpg_team", 0, 6, 3, 1).told(told.Struck)
    found = [(hit.facing, hit.result) for hit in (front, side, rear)]
    assert found == [("front", "none"), ("side", "glancing"), ("rear", "full")]


@pytest.mark.proves("HEAT-base-small-arms-armour", "HEAT-base-vehicle-small-arms-pins")
def test_small_arms_do_nothing_to_closed_armour() -> None:
    table = struck("old_tank", "mmg_team", 180, (6, 6, 6, 6, 6))  # type: ignore[arg-type]
    assert (table[B].pins, [hit.result for hit in table.told(told.Struck)]) == (0, ["none"] * 5)


@pytest.mark.proves("HEAT-base-softskin")
def test_small_arms_that_go_through_a_lorry_glance_off() -> None:
    table = struck("truck", "mmg_team", 180, (6, 1, 1, 1, 1), 6, 5)  # type: ignore[arg-type]
    assert (table[B].immobilised, table[B].pins) == (True, 2)


@pytest.mark.proves("HEAT-base-vehicle-mounts")
def test_a_turret_that_is_stuck_ahead_fires_ahead_only() -> None:
    def table(jammed: int | None) -> TableTop:
        table = TableTop()
        table.add(RED, "old_tank", 36, 20, id="a", order="fire", jammed=jammed)
        table.add(BLUE, "truck", 60, 20, id="b", order="fire")
        return table.ready(Shooting(RED, A))

    assert table(0).refuses(Shoot((Volley("0", B),))) == "shooting.bears"
    assert table(90).play(Shoot((Volley("0", B),)), 1).told(told.Fired)[0].hits == 0
    assert [asked(armour.bears)("hull", angle) for angle in (45, 46)] == [True, False]


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
