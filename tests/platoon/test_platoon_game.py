"""The game on small tables: orders, reactions, shooting, charges, transports, the turn."""

from __future__ import annotations

import msgspec
import pytest

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import (
    Charge,
    Choose,
    Drive,
    Give,
    Hold,
    Keep,
    Occupy,
    Place,
    React,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import (
    Beginning,
    Keeping,
    Moving,
    Ordering,
    Reacting,
    Shooting,
    Volley,
)
from overheat.platoon.game import NO_DICE
from overheat.platoon.ground.geometry import Leg
from platoon.positions import BLUE, RED, A, B, TableTop, at, box, duel


@pytest.mark.proves("HEAT-base-order-fail")
def test_a_unit_that_fails_its_order_test_goes_down_and_keeps_its_pins() -> None:
    table = duel(pins=3).ready(Ordering(RED))
    table.play(Give(A, "fire"), (4, 3))
    assert (table[A].order, table[A].pins) == ("down", 3)


@pytest.mark.proves("HEAT-base-order-pass")
def test_a_unit_that_passes_loses_a_pin_before_it_shoots() -> None:
    table = duel(pins=2).ready(Ordering(RED)).play(Give(A, "fire"), (3, 3))
    assert (table[A].order, table[A].pins) == ("fire", 1)
    table.play(Shoot((Volley("arms", B),)))
    table.play(Hold(), (1,) * 8)
    assert table.told(told.Fired)[0].score == 4


@pytest.mark.proves("HEAT-base-reaction-down")
def test_a_target_that_has_not_acted_may_go_down_and_spends_its_die() -> None:
    table = duel(order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)))
    assert table.task == Reacting(BLUE, B)
    table.play(React(), (1,) * 8)
    assert (table[B].order, table.state.bag, table.told(told.Fired)[0].score) == ("down", (0, 0), 5)


def test_hits_give_one_pin_and_take_men_away() -> None:
    table = duel(order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)))
    table.play(Hold(), (1, 1, 1, 1, 1, 1, 3, 3), (1, 4))
    assert (len(table[B].men), table[B].pins) == (3, 1)


@pytest.mark.proves("HEAT-base-morale-half", "damage.morale_holds")
def test_half_the_men_lost_may_break_a_unit() -> None:
    table = duel(order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)))
    table.play(Hold(), (1, 1, 1, 1, 1, 1, 3, 3), (4, 4), (5, 6))
    assert table[B].alive is False


@pytest.mark.proves("HEAT-base-weapon-range")
def test_weapons_out_of_range_miss_but_the_shot_is_spent() -> None:
    table = duel(30, order="fire").ready(Shooting(RED, A))
    assert table.game.to_act(table.state) == "red"
    table.play(Shoot((Volley("arms", B),)))
    table.play(Hold())
    assert [(fired.shots, fired.hits) for fired in table.told(told.Fired)] == [(0, 0)]


def test_a_building_hides_a_target() -> None:
    table = duel(10, box("building", 30, 14, 12, 3), order="fire").ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("arms", B),))) == "shooting.sight"


@pytest.mark.proves("HEAT-base-cq-roll", "HEAT-base-cq-result", "HEAT-base-cq-order")
def test_a_charge_kills_before_the_enemy_strikes_back() -> None:
    table = duel(5, order="run").ready(Moving(RED, A))
    table.play(Charge(B), (1, 4, 4, 4), (6,), (1,))
    assert [(f.attacker_lost, f.defender_lost) for f in table.told(told.Fought)] == [(1, 3)]
    assert table[B].alive is False


@pytest.mark.proves("HEAT-base-cq-reaction")
def test_a_charge_from_afar_is_met_with_fire() -> None:
    table = duel(8, order="run").ready(Moving(RED, A)).play(Charge(B))
    assert table.task == Shooting(BLUE, B, "defence", A)


@pytest.mark.proves("HEAT-base-cq-declare")
def test_a_charge_over_a_wall_is_short() -> None:
    wall = box("wall", 30, 14, 12, 0.5)
    assert duel(8, wall, order="run").ready(Moving(RED, A)).refuses(Charge(B)) == "close_quarters.far"


@pytest.mark.proves("HEAT-base-cq-tank")
def test_men_who_fear_a_tank_go_down_instead() -> None:
    table = duel(5, blue="old_tank", order="run").ready(Moving(RED, A))
    table.play(Charge(B), (5, 6))
    assert table[A].order == "down"


def test_an_ambush_interrupts_an_enemy_who_moves() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 36, 25, id="b", order="ambush")
    table.ready(Moving(RED, A)).play(Walk(at(36, 14)))
    assert table.task == Shooting(BLUE, B, "ambush", A)
    table.play(Shoot((Volley("arms", A),)), (1,) * 8)
    assert [fired.unit for fired in table.told(told.Fired)] == [B]


@pytest.mark.proves("HEAT-base-order-ambush")
def test_a_mortar_cannot_lie_in_ambush() -> None:
    table = duel(30, red="medium_mortar").ready(Ordering(RED))
    assert table.refuses(Give(A, "ambush")) == "orders.ambush"


@pytest.mark.proves("HEAT-base-coherency", "movement.apart")
def test_men_do_not_walk_up_to_an_enemy_without_charging() -> None:
    table = duel(6, order="advance").ready(Moving(RED, A))
    assert table.refuses(Walk(at(36, 15.5))) == "movement.close"


@pytest.mark.proves("HEAT-base-move-infantry", "movement.allowance")
def test_men_walk_six_inches_and_run_twelve() -> None:
    table = duel(30, order="advance").ready(Moving(RED, A))
    assert table.refuses(Walk(at(36, 16.1))) == "movement.far"
    assert table.play(Walk(at(36, 16)))[A].at == at(36, 16)


@pytest.mark.proves("HEAT-base-rough-ground")
def test_men_do_not_run_through_a_wood() -> None:
    table = duel(30, box("wood", 30, 14, 12, 6), order="run").ready(Moving(RED, A))
    assert table.refuses(Walk(at(36, 16))) == "movement.rough"


@pytest.mark.proves("HEAT-base-buildings")
def test_men_run_into_a_building_and_are_in_hard_cover() -> None:
    table = duel(20, box("building", 34, 14), order="run").ready(Moving(RED, A)).play(Occupy(0))
    assert table[A].building == 0
    table = TableTop(box("building", 34, 14))
    table.add(RED, "rifle_squad", 36, 16, id="a", building=0)
    table.add(BLUE, "rifle_squad", 36, 27, id="b", order="fire")
    table.ready(Shooting(BLUE, B)).play(Shoot((Volley("arms", A),))).play(Hold(), (1,) * 8)
    assert table.told(told.Fired)[0].score == 5


@pytest.mark.proves("HEAT-base-move-vehicles", "movement.pivots")
def test_a_tank_does_not_pivot_on_a_run() -> None:
    table = duel(30, red="old_tank", order="run").ready(Moving(RED, A))
    assert table.refuses(Drive((Leg(45, 9.0),))) == "movement.pivots"
    table.play(Drive((Leg(0, 18.0),)))
    assert table[A].at == at(36, 28)


@pytest.mark.proves("HEAT-base-roads")
def test_a_truck_on_a_road_drives_twice_as_far() -> None:
    table = TableTop(box("road", 34, 0, 4, 70), depth=70)
    table.add(RED, "truck", 36, 5, id="a", order="run")
    table.add(BLUE, "rifle_squad", 10, 60, id="b")
    table.ready(Moving(RED, A)).play(Drive((Leg(0, 48.0),)))
    assert table[A].at == at(36, 53)


@pytest.mark.proves("HEAT-base-penetration-results", "HEAT-base-vehicle-damage-table")
def test_a_rocket_knocks_a_tank_out_and_leaves_a_wreck() -> None:
    table = duel(20, red="rpg_team", blue="old_tank", order="fire").ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B),)), 4, 6, 4)
    assert table[B].alive is False
    assert len(table.state.wrecks) == 1


@pytest.mark.proves("HEAT-base-vehicle-small-arms-pins")
def test_rifles_neither_hurt_nor_pin_a_tank() -> None:
    table = duel(10, blue="old_tank", order="fire").ready(Shooting(RED, A))
    table.play(Shoot((Volley("arms", B),)), (6,) * 8)
    assert (table[B].alive, table[B].pins) == (True, 0)


@pytest.mark.proves("HEAT-base-transport-destroyed")
def test_passengers_bail_out_of_a_destroyed_transport() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "truck", 36, 30, id="b")
    rider = table.add(BLUE, "rifle_squad", 36, 30, id="c", place="aboard", carrier=B)
    table.ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B),)), 5, 6, (4), (4), 2, (1, 4), 6)
    assert table[B].alive is False
    assert (table[rider].place, table[rider].order, table[rider].pins, len(table[rider].men)) == ("table", "down", 3, 3)


@pytest.mark.proves("HEAT-base-embark", "HEAT-base-disembark")
def test_a_squad_gets_into_a_carrier_and_out_again() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a")
    carrier = table.add(RED, "tracked_carrier", 36, 20, id="t")
    table.add(BLUE, "rifle_squad", 10, 45, id="b")
    table.ready(Ordering(RED)).play(Give(A, "run", "embark", carrier))
    assert (table[A].place, table[A].carrier) == ("aboard", carrier)
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", place="aboard", carrier="red/t")
    table.add(RED, "tracked_carrier", 36, 20, id="t", order="run")
    table.add(BLUE, "rifle_squad", 10, 45, id="b")
    assert table.ready(Ordering(RED)).refuses(Give(A, "advance", "disembark")) == "transport.ran"


def test_a_squad_gets_out_within_six_inches_of_the_hull() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", place="aboard", carrier="red/t")
    table.add(RED, "tracked_carrier", 36, 20, id="t")
    table.add(BLUE, "rifle_squad", 10, 45, id="b")
    table.ready(Ordering(RED)).play(Give(A, "advance", "disembark"))
    assert table.refuses(Place(at(36, 30))) == "movement.far"
    table.play(Place(at(36, 26)))
    assert table[A].place == "table"


@pytest.mark.proves("HEAT-smoke-once", "HEAT-smoke-down", "HEAT-smoke-markers")
def test_a_smoke_screen_is_used_once_and_puts_the_vehicle_down() -> None:
    table = duel(30, red="old_tank").ready(Ordering(RED)).play(Give(A, "down", "smoke"))
    assert (table[A].order, table[A].smoke, len(table.state.smoke)) == ("down", 0, 2)
    spent = duel(30, red="old_tank", smoke=0).ready(Ordering(RED))
    assert spent.refuses(Give(A, "down", "smoke")) == "smoke.spent"


@pytest.mark.proves("HEAT-base-smoke-los")
def test_smoke_hides_a_target_in_the_game() -> None:
    table = duel(20, order="fire").ready(Shooting(RED, A), smoke=tuple(at(x, 20) for x in range(30, 43)))
    assert table.refuses(Shoot((Volley("arms", B),))) == "shooting.sight"


@pytest.mark.proves("HEAT-spot-state", "HEAT-base-indirect-ladder")
def test_a_mortar_zeroes_in_shot_by_shot() -> None:
    table = duel(30, red="medium_mortar", order="fire").ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B, indirect=True),))).play(Hold(), 5)
    zero = table[A].zero
    assert zero is not None
    assert (zero.need, zero.target) == (5, B)


@pytest.mark.proves("HEAT-base-indirect-conditions")
def test_a_mortar_does_not_fire_at_what_nobody_sees() -> None:
    table = duel(30, box("building", 20, 20, 32, 4), red="medium_mortar", order="fire")
    table.add(RED, "scouts", 10, 30, id="s")
    blind = duel(30, box("building", 20, 20, 32, 4), red="medium_mortar", order="fire").ready(
        Ordering(RED), Shooting(RED, A)
    )
    assert blind.game.to_act(blind.state) == "red"
    assert blind.refuses(Shoot((Volley("system", B, indirect=True),))) == "indirect.blind"
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B, indirect=True),)))
    assert table.task == Reacting(BLUE, B)


@pytest.mark.proves("HEAT-base-kw-fixed")
def test_a_machine_gun_turns_on_an_advance_and_does_not_walk() -> None:
    table = TableTop()
    table.add(RED, "mmg_team", 36, 20, id="a", order="advance", heading=180)
    table.add(BLUE, "rifle_squad", 36, 31, id="b")
    table.ready(Shooting(RED, A), Moving(RED, A))
    assert table.refuses(Walk(at(36, 21))) == "movement.far"
    table.play(Walk(at(36, 20), 0)).play(Shoot((Volley("system", B),))).play(Hold(), (1,) * 5)
    assert table.told(told.Fired)[0].score == 4


@pytest.mark.proves("HEAT-base-snap-to-action", "HEAT-base-officers-table")
def test_an_officer_snaps_a_squad_near_him_to_action() -> None:
    table = TableTop()
    table.add(RED, "junior_leader", 36, 10, id="a")
    near = table.add(RED, "rifle_squad", 36, 15, id="n")
    table.add(RED, "rifle_squad", 60, 15, id="f")
    table.add(BLUE, "rifle_squad", 36, 45, id="b")
    table.ready(Ordering(RED)).play(Give(A, "rally"))
    assert table.task == Ordering(RED, (A,), may_pass=True)
    assert table.refuses(Give("red/f", "rally")) == "orders.snap"
    table.play(Give(near, "ambush"))
    assert sum(table.state.bag) == 1


@pytest.mark.proves("HEAT-ifv-leash-30", "HEAT-ifv-leash-bands")
def test_a_squad_far_from_its_vehicle_tests_without_pins() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 5, id="a", men=6)
    table.add(RED, "light_ifv", 4, 42, id="v", squad="a")
    table.add(BLUE, "rifle_squad", 60, 45, id="b")
    table.ready(Ordering(RED)).play(Give(A, "ambush"), (5, 4))
    assert [test.target for test in table.told(told.Tested)] == [8]


@pytest.mark.proves("HEAT-base-fubar-table")
def test_a_double_six_may_lead_to_fire_at_friends() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", pins=1)
    friend = table.add(RED, "rifle_squad", 36, 21, id="f", order="down")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    table.ready(Ordering(RED)).play(Give(A, "fire"), (6, 6), 1)
    table.play(Choose(friend), (1,) * 7 + (6,), 5)
    assert [fired.target for fired in table.told(told.Fired)] == [friend]


def test_a_double_six_may_lead_to_panic() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", pins=1)
    table.add(BLUE, "rifle_squad", 36, 31, id="b")
    table.ready(Ordering(RED)).play(Give(A, "fire"), (6, 6), 3)
    assert (table[A].order, table[A].at) == ("run", at(36, 8))


@pytest.mark.proves("HEAT-base-reserves")
def test_reserves_come_on_after_a_test_from_the_second_turn() -> None:
    table = TableTop()
    table.add(RED, "truck", 0, 0, id="a", place="reserve")
    table.add(BLUE, "rifle_squad", 60, 45, id="b")
    assert table.ready(Ordering(RED)).refuses(Give(A, "run", "arrive")) == "reserves.turn"
    table.ready(Ordering(RED), turn=2).play(Give(A, "run", "arrive"), (4, 4))
    table.play(Place(at(36, 6), 0))
    assert (table[A].place, table[A].at) == ("table", at(36, 6))


@pytest.mark.proves("HEAT-base-outflank")
def test_outflankers_come_on_at_the_side_from_the_third_turn() -> None:
    def arrives(turn: int, y: float) -> bool:
        table = TableTop(depth=60)
        table.add(RED, "jeep", 0, 0, id="a", place="reserve", flank="left", order="advance")
        table.add(BLUE, "rifle_squad", 60, 45, id="b")
        table.ready(Moving(RED, A, "arrive"), turn=turn)
        result = table.game.apply(table.state, "red", Place(at(6, y), 90), NO_DICE)
        return not isinstance(result, Refusal) or result.id != "reserves.outflank"

    assert [arrives(3, 24), arrives(3, 30), arrives(4, 48), arrives(5, 55)] == [True, False, True, True]


@pytest.mark.proves("HEAT-base-vehicle-multi-fire")
def test_the_weapons_of_a_tank_have_targets_of_their_own() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 30, 30, id="b", order="fire")
    tank = table.add(BLUE, "old_tank", 44, 35, id="t", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("0", tank), Volley("1", B)))) == "armour.coaxial"
    table.play(Shoot((Volley("0", tank), Volley("2", B))), 1, (1,) * 5)
    assert [fired.target for fired in table.told(told.Fired)] == [tank, B]


@pytest.mark.proves("HEAT-base-keep-down")
def test_a_unit_that_stays_down_loses_pins() -> None:
    table = duel(30, order="down", pins=4).ready(Beginning("closing"), Keeping(RED))
    table.play(Keep((A,)), 5)
    assert (table[A].pins, table[A].order, table.state.bag[RED]) == (1, "down", 0)


@pytest.mark.proves("HEAT-base-game-length", "HEAT-base-victory")
def test_the_game_ends_after_the_sixth_turn_or_the_seventh() -> None:
    table = duel(30, order="down").ready(Beginning("closing"), Keeping(RED), turn=6, lost=(1, 4))
    table.play(Keep(), 3)
    assert table.game.over(table.state) is not None
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("red",)
    longer = duel(30, order="down").ready(Beginning("closing"), Keeping(RED), turn=6).play(Keep(), 4)
    assert (longer.state.outcome, longer.state.turn) == (None, 7)


@pytest.mark.proves("HEAT-law-single-use", "HEAT-base-one-shot-at")
def test_a_light_anti_tank_weapon_has_its_own_target_and_is_spent() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"law": 1})
    table.add(BLUE, "rifle_squad", 30, 21, id="b", order="fire")
    tank = table.add(BLUE, "old_tank", 44, 25, id="t", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("law", B),))) == "missiles.law"
    table.play(Shoot((Volley("arms", B), Volley("law", tank))), (1,) * 6, 1)
    assert table[A].laws == 0
    assert [fired.shots for fired in table.told(told.Fired)] == [6, 1]


def test_a_command_out_of_turn_is_refused() -> None:
    table = duel().ready(Ordering(RED))
    assert table.refuses(Keep()) == "game.command"
    result = table.game.apply(table.state, "blue", Hold(), None)  # type: ignore[arg-type]
    assert result.id == "game.turn"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-base-passenger-fire")
def test_passengers_fire_from_a_truck_but_not_from_a_closed_carrier() -> None:
    def orders(carrier: str) -> str:
        table = TableTop()
        table.add(RED, carrier, 30, 20, id="t")
        table.add(RED, "rifle_squad", 30, 20, id="a", place="aboard", carrier="red/t")
        table.add(BLUE, "rifle_squad", 30, 35, id="b")
        result = table.ready(Ordering(RED)).game.apply(table.state, "red", Give(A, "fire"), NO_DICE)
        return result.id if isinstance(result, Refusal) else "fires"

    assert [orders("truck"), orders("tracked_carrier")] == ["fires", "transport.fire"]


@pytest.mark.proves("HEAT-base-gun-shield")
def test_a_gun_shield_protects_its_crew_from_the_front() -> None:
    table = duel(10, blue="light_howitzer", order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)))
    table.play(Hold(), (1,) * 7 + (3,), 4)
    assert len(table[B].men) == 4


@pytest.mark.proves("HEAT-base-medic")
def test_a_medic_saves_a_man() -> None:
    table = duel(10, order="fire")
    table.add(BLUE, "medic", 42, 24, id="m")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),))).play(Hold(), (1,) * 7 + (3,), 5, 6)
    assert len(table[B].men) == 4


@pytest.mark.proves("HEAT-base-flamethrower")
def test_flames_pin_and_call_for_a_morale_check() -> None:
    table = duel(4, red="flamethrower_team", order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)))
    table.play(React(), 2, 1, 1, 4, (3, 3))
    assert (table[B].pins, [held.held for held in table.told(told.Held)]) == (3, [True])


@pytest.mark.proves("damage.always_picked", "HEAT-base-kw-team")
def test_a_sniper_picks_the_operator_and_the_team_is_lost() -> None:
    table = duel(20, red="sniper_team", blue="mmg_team", order="fire").ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B),))).play(Hold(), 3, 4)
    assert [gone.why for gone in table.told(told.Destroyed)] == ["operator_lost"]
    alone = duel(20, red="sniper_team", order="fire").ready(Shooting(RED, A))
    alone.state.units[A] = msgspec.structs.replace(alone[A], men=alone[A].men[:1])
    alone.play(Shoot((Volley("system", B),))).play(Hold(), 1)
    assert alone.told(told.Fired)[0].score == 4


@pytest.mark.proves("HEAT-up-backblast")
def test_who_stands_behind_a_rocket_launcher_may_be_hurt() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 20, id="a", order="fire")
    behind = table.add(RED, "sniper_team", 34.6, 17, id="c")
    table.add(BLUE, "old_tank", 34.6, 45, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)), 1, (4, 1), (3, 3))
    assert len(table[behind].men) == 1


@pytest.mark.proves("HEAT-base-transport-abandoned")
def test_an_empty_lorry_near_the_enemy_is_lost() -> None:
    table = TableTop()
    table.add(RED, "truck", 36, 20, id="a", order="down")
    table.add(RED, "rifle_squad", 10, 5, id="c", order="fire")
    table.add(BLUE, "rifle_squad", 36, 28, id="b", order="fire")
    table.ready(Beginning("closing"), Keeping(RED)).play(Keep())
    assert table[A].alive is False


@pytest.mark.proves("HEAT-base-smoke-drift", "HEAT-smoke-behaviour")
def test_smoke_vanishes_or_drifts_when_the_turn_ends() -> None:
    table = duel(30, order="down").ready(Beginning("closing"), Keeping(RED), smoke=(at(10, 10), at(20, 10)))
    table.play(Keep(), 3, 4, 2, 90)
    assert table.state.smoke == (at(22, 10),)


@pytest.mark.proves("HEAT-ifv-nco")
def test_a_squad_whose_vehicle_is_lost_has_lost_its_nco() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", men=6, pins=1)
    table.add(RED, "light_ifv", 4, 42, id="v", squad="a", place="lost")
    table.add(BLUE, "rifle_squad", 60, 45, id="b")
    table.ready(Ordering(RED)).play(Give(A, "ambush"), (1, 1))
    assert [test.target for test in table.told(told.Tested)] == [7]


@pytest.mark.proves("HEAT-base-vehicle-failed-test", "HEAT-base-reverse")
def test_a_tank_that_fails_its_test_backs_off_from_an_enemy_before_it() -> None:
    table = duel(20, red="old_tank", pins=3).ready(Ordering(RED)).play(Give(A, "fire"), (4, 4))
    assert (table[A].order, table[A].at) == ("down", at(36, 5.5))


@pytest.mark.proves("HEAT-tandem-both", "HEAT-tandem-announce")
def test_a_rocket_team_with_tandem_rounds_names_one() -> None:
    table = duel(10, red="rpg_team", blue="old_tank", order="fire", options={"tandem": 1}).ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B, "tandem"),)), 1)
    assert [fired.weapon for fired in table.told(told.Fired)] == ["tandem"]
    plain = duel(10, red="rpg_team", blue="old_tank", order="fire").ready(Shooting(RED, A))
    assert plain.refuses(Shoot((Volley("system", B, "tandem"),))) == "shooting.round"


def test_the_side_of_an_outflanker_stays_hidden_from_the_enemy() -> None:
    table = TableTop()
    table.add(RED, "jeep", 0, 0, id="a", place="reserve", flank="left")
    table.add(BLUE, "rifle_squad", 60, 45, id="b")
    game, state = table.game, table.ready().state
    assert [game.view(state, player).units[A].flank for player in ("red", "blue")] == ["left", ""]
    event = told.Deployed(A, "left")
    assert [game.redact(state, event, player) for player in ("red", "blue")] == [event, told.Deployed(A, "reserve")]


@pytest.mark.proves("HEAT-up-overloading")
def test_an_overloaded_transport_does_not_run() -> None:
    def loaded(*options: str) -> TableTop:
        table = TableTop(options=options)
        table.add(RED, "jeep", 36, 20, id="t")
        table.add(RED, "rifle_squad", 36, 20, id="c", men=4, place="aboard", carrier="red/t")
        table.add(RED, "rifle_squad", 36, 12, id="a", men=4)
        table.add(BLUE, "rifle_squad", 10, 45, id="b")
        return table.ready(Ordering(RED))

    assert loaded().refuses(Give(A, "run", "embark", "red/t")) == "transport.full"
    table = loaded("overloading").play(Give(A, "run", "embark", "red/t"))
    assert table[A].place == "aboard"
    assert table.refuses(Give("red/t", "run")) == "transport.overloaded"
    table.play(Give("red/t", "advance"))
    assert table["red/t"].order == "advance"
