"""`easy`, `normal` and `hard` of H.E.A.T: what they see, what they choose, and that they say why."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from overheat.kernel.dice import Seeded
from overheat.lab.games import find_scenario
from overheat.lab.match import play
from overheat.lab.players import BOTS, make_bot, reason_of
from overheat.lab.players.platoon_appraising import Thinking, blast_worth
from overheat.lab.players.platoon_worth import LOAD, value
from overheat.lab.players.soldier import orders, setting_up
from overheat.lab.players.soldier.aims import Aim, aim_of, left_to_go
from overheat.lab.players.soldier.bot import Easy, Hard
from overheat.lab.players.soldier.charges import charge_worth
from overheat.lab.players.soldier.danger import danger, prospects
from overheat.lab.players.soldier.kills import outcome, value_of
from overheat.lab.players.soldier.preferences import HARD
from overheat.lab.players.soldier.screens import screen_worth
from overheat.lab.players.soldier.stakes import boldness
from overheat.lab.players.soldier.support import drone_danger, flight_worth, load_worth, order_worth, strike_worth
from overheat.lab.players.soldier.ways import drives_to, way_to
from overheat.platoon.battle.commands import (
    CallStrike,
    Deploy,
    Drive,
    FlyDrone,
    Give,
    Hold,
    Keep,
    Occupy,
    React,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import (
    Adopting,
    Deploying,
    Drone,
    Firing,
    Keeping,
    Moving,
    Objective,
    Ordering,
    Reacting,
    Shooting,
    Volley,
    Zone,
)
from overheat.platoon.fire import guns
from overheat.platoon.ground.geometry import flat
from overheat.platoon.resolution import chances, odds
from overheat.platoon.turn.turns import holder
from platoon.positions import BLUE, RED, A, B, TableTop, at, box

C = "blue/c"


def hard(table: TableTop) -> tuple[object, str]:
    """What `hard` says to whoever is to act, and why."""
    bot, player = Hard(Seeded(1, "bot")), table.game.to_act(table.state)
    assert player is not None
    said = bot.choose(table.game, table.state, player, list(table.game.legal(table.state, player)))
    return said, reason_of(bot).text


def thinking(table: TableTop) -> Thinking:
    return Thinking(table.game, table.state)


def test_the_chance_to_destroy_the_last_man_is_that_of_the_dice() -> None:
    table = TableTop()
    table.add(RED, "sniper_team", 10, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 10, 30, id="b", men=5, order="fire")
    table.ready(Shooting(RED, A))
    table.state.units[B] = TableTop.moved(table[B], men=table[B].men[:1])
    found = outcome(thinking(table), table[A], (Volley("system", B),), "order")
    rules = table.game.ruleset
    one = float(odds.reaches_score(rules, 3)) * float(odds.fells(rules, 0, 4))
    assert found.kills == pytest.approx(one, abs=0.2)
    assert found.kills >= one * 0.7


def test_it_fires_at_who_it_can_destroy_and_says_so() -> None:
    table = TableTop()
    table.add(RED, "mmg_team", 20, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 14, 30, id="b", men=10)
    table.add(BLUE, "sniper_team", 26, 30, id="c")
    table.ready(Shooting(RED, A))
    said, why = hard(table)
    assert isinstance(said, Shoot)
    assert said.volleys[0].target == C
    assert why.startswith("destroys Sniper team with ")


def test_it_begins_in_cover_where_there_is_some() -> None:
    table = TableTop(box("wood", 30, 4, 10, 6), box("wall", 0, 30, 1, 1))
    table.add(RED, "rifle_squad", 5, 5, id="a", place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    table.ready(Deploying(RED))
    said, why = hard(table)
    assert isinstance(said, Deploy)
    assert said.at is not None
    assert any(feature.kind.cover != "none" for feature in thinking(table).ground.standing(said.at))
    assert why == "begins in wood"


def test_two_units_do_not_begin_side_by_side() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 6, id="a")
    table.add(RED, "rifle_squad", 5, 5, id="d", place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    battle = thinking(table.ready(Deploying(RED)))
    near, far = (setting_up.place_worth(battle, Deploy("red/d", at(x, 6))) for x in (38, 44))
    assert near < far + (44 - 38) / 70


def test_a_place_in_the_open_is_more_dangerous_than_one_in_cover() -> None:
    table = TableTop(box("wood", 30, 8, 12, 6))
    table.add(RED, "rifle_squad", 10, 10, id="a")
    table.add(BLUE, "mmg_team", 36, 30, id="b")
    battle = thinking(table.ready())
    assert danger(battle, table[A], at(50, 10)) > danger(battle, table[A], at(36, 10)) > 0


def test_a_place_behind_a_tank_promises_a_better_shot_than_one_before_it() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a")
    table.add(BLUE, "old_tank", 36, 24, id="b", heading=180)
    battle = thinking(table.ready(Ordering(RED)))
    before, aside, behind = (prospects(battle, table[A], place) for place in (at(36, 10), at(50, 24), at(36, 38)))
    assert 0 < before < aside < behind


def test_an_enemy_who_has_acted_in_what_may_be_the_last_turn_is_feared_less() -> None:
    def feared(turn: int) -> float:
        table = TableTop()
        table.add(RED, "rifle_squad", 36, 10, id="a")
        table.add(BLUE, "mmg_team", 36, 30, id="b", order="fire")
        battle = thinking(table.ready(turn=turn))
        return danger(battle, table[A], table[A].at) / value_of(battle, table[A])

    assert feared(6) == pytest.approx(feared(5) / 2)


def test_a_vehicle_that_shows_its_rear_is_in_more_danger() -> None:
    table = TableTop()
    table.add(RED, "old_tank", 36, 10, id="a")
    table.add(BLUE, "rpg_team", 36, 30, id="b")
    battle = thinking(table.ready())
    front, side, rear = (danger(battle, table[A], at(36, 10), heading) for heading in (0, 90, 180))
    assert 0 < front < side < rear


def test_men_under_fire_whose_order_is_worth_little_go_down_and_others_do_not() -> None:
    def under_fire(pins: int) -> tuple[object, str]:
        table = TableTop()
        table.add(BLUE, "mmg_team", 20, 30, id="b", order="fire")
        table.add(RED, "rifle_squad", 20, 14, id="a", pins=pins)
        table.ready(Firing(B, (Volley("system", A),)), Reacting(RED, A))
        return hard(table)

    said, why = under_fire(pins=5)
    assert isinstance(said, React)
    assert "going down saves" in why


def test_a_pinned_unit_without_a_target_rallies() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 4, id="a", pins=5)
    table.add(BLUE, "rifle_squad", 36, 46, id="b")
    said, why = hard(table.ready(Ordering(RED)))
    assert said == Give(A, "rally")
    assert why == "Rifle squad: rally, 5 pins to shake off"


def test_an_advance_ends_where_there_is_something_to_shoot_at() -> None:
    table = TableTop(box("building", 30, 14, 8, 3))
    table.add(RED, "rifle_squad", 34, 12, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 34, 30, id="b", pins=4, order="down")
    table.ready(Moving(RED, A))
    said, _ = hard(table)
    assert isinstance(said, Walk)
    assert table.play(said).sees(A, B)


def last_turn(unit: str, x: float, y: float, *, turn: int = 6, **facts: Any) -> TableTop:
    """A unit with a target before it, and an objective a few inches away that an enemy holds, when turns run out."""
    table = TableTop()
    table.add(RED, unit, x, y, id="a", **facts)
    table.add(BLUE, "rifle_squad", 36, 27, id="b", men=4, order="down")
    table.ready(Ordering(RED), turn=turn)
    setup = msgspec.structs.replace(table.state.setup, objectives=(Objective("The mill", 36, 24, 3, 4),))
    table.state = msgspec.structs.replace(table.state, setup=setup)
    return table


def test_in_the_last_turn_a_tank_drives_onto_an_objective_that_the_enemy_holds_in_place_of_shooting() -> None:
    table = last_turn("old_tank", 36, 14)
    said, why = hard(table)
    assert isinstance(said, Give)
    assert said.order in ("advance", "run")
    assert "goes for The mill" in why
    table.play(said)
    moved, _ = hard(table)
    table.play(moved)  # type: ignore[arg-type]
    assert holder(thinking(table), table.state.setup.objectives[0]) is None


def test_a_drive_is_written_into_a_log_as_it_is_read_from_it() -> None:
    table = last_turn("old_tank", 36, 2, order="advance")
    drives = list(drives_to(thinking(table), table[A], at(36, 24), 3))
    assert {leg.inches for drive in drives for leg in drive.legs} == {9}
    for drive in drives:
        written = msgspec.json.encode(drive)
        assert msgspec.json.encode(msgspec.json.decode(written, type=Drive)) == written


def test_an_objective_is_urgent_when_turns_run_out_and_not_before() -> None:
    aims = [
        aim_of(thinking(table), table[A], HARD) for table in (last_turn("old_tank", 36, 14, turn=n) for n in (2, 6))
    ]
    early, late = (aim for aim in aims if aim is not None)
    assert (early.due, late.due) == (False, True)
    assert early.worth < late.worth / 4


def flanked(unit: str, **facts: Any) -> TableTop:
    """A weapon that points north, and enemies far to the west of it."""
    table = TableTop()
    table.add(RED, unit, 50, 10, id="a", **facts)
    table.add(BLUE, "rifle_squad", 20, 10, id="b", men=6)
    return table


@pytest.mark.parametrize("unit", ["hmg_team", "light_howitzer"])
def test_a_fixed_weapon_that_bears_on_nobody_turns_and_fires(unit: str) -> None:
    table = flanked(unit).ready(Ordering(RED))
    said, why = hard(table)
    assert said == Give(A, "advance")
    assert why.endswith("advance, turns its weapon to whom it can shoot at then")
    table.play(said)
    turned, _ = hard(table)
    assert turned == Walk(table[A].at, 270)
    table.play(turned)
    shot, _ = hard(table)
    assert isinstance(shot, Shoot)
    assert shot.volleys[0].target == B


@pytest.mark.parametrize("unit", ["hmg_team", "light_howitzer"])
def test_a_fixed_weapon_that_bears_on_an_enemy_fires_where_it_points(unit: str) -> None:
    assert hard(flanked(unit, heading=270).ready(Ordering(RED)))[0] == Give(A, "fire")


@pytest.mark.parametrize(("zone", "lies"), [(Zone(0, 12, 12, 36, "west"), 270), (Zone(60, 12, 72, 36, "east"), 90)])
def test_a_fixed_weapon_begins_pointed_to_where_the_enemy_comes_from(zone: Zone, lies: int) -> None:
    table = TableTop()
    table.add(RED, "light_howitzer", 5, 5, id="a", place="waiting")
    table.ready(Deploying(RED))
    setup = msgspec.structs.replace(table.state.setup, zones=(table.state.setup.zones[RED], zone))
    table.state = msgspec.structs.replace(table.state, setup=setup)
    said, _ = hard(table)
    assert isinstance(said, Deploy)
    assert abs((said.heading - lies + 180) % 360 - 180) <= 45


def test_a_gun_begins_where_its_shells_reach_the_enemy() -> None:
    table = TableTop(width=120, depth=60)
    table.add(RED, "light_howitzer", 5, 5, id="a", place="waiting", options={"spotter": 1})
    table.station("red/a_spotter", 36, 10)
    table.ready(Deploying(RED))
    beyond = (table.state.setup.zones[RED], Zone(84, 36, 120, 60, "north"))
    setup = msgspec.structs.replace(table.state.setup, zones=beyond, objectives=(Objective("The mill", 36, 8, 3, 3),))
    table.state = msgspec.structs.replace(table.state, setup=setup)
    battle = thinking(table)
    near, far = (setting_up.place_worth(battle, Deploy(A, at(x, 2))) for x in (71, 1))
    assert near > far


def test_a_gun_that_also_fires_straight_begins_where_it_sees_an_enemy() -> None:
    table = TableTop(box("building", 40, 14, 32, 3))
    table.add(RED, "light_howitzer", 5, 5, id="a", place="waiting", options={"spotter": 1})
    table.station("red/a_spotter", 36, 10)
    table.add(BLUE, "rifle_squad", 20, 38, id="b")
    battle = thinking(table.ready(Deploying(RED)))
    seen, hidden, enemy = at(20, 6), at(52, 6), battle.eyes(table[B])[0]
    assert battle.clear(enemy, battle.standing_at(seen))
    assert not battle.clear(enemy, battle.standing_at(hidden))
    assert setting_up.place_worth(battle, Deploy(A, seen)) > setting_up.place_worth(battle, Deploy(A, hidden))


def objectives(table: TableTop, *found: Objective) -> TableTop:
    setup = msgspec.structs.replace(table.state.setup, objectives=found)
    table.state = msgspec.structs.replace(table.state, setup=setup)
    return table


def test_an_objective_that_nobody_holds_has_somebody_sent_before_more_go_for_a_worthier_one() -> None:
    table = TableTop()
    for id, x in (("a", 20), ("d", 30)):
        table.add(RED, "rifle_squad", x, 10, id=id)
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    mill, farm = Objective("The mill", 60, 40, 6, 3), Objective("The farm", 12, 40, 6, 1)
    battle = thinking(objectives(table.ready(Ordering(RED)), mill, farm))
    aims = {id: aim_of(battle, table[id], HARD) for id in (A, "red/d")}
    assert {id: aim and aim.name for id, aim in aims.items()} == {A: "The farm", "red/d": "The mill"}


def test_a_mortar_goes_for_who_it_sees_out_of_reach_and_not_for_who_is_nearer_out_of_sight() -> None:
    table = TableTop(box("building", 30, 20, 14, 4))
    table.add(RED, "light_mortar", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    table.add(BLUE, "sniper_team", 66, 10, id="c")
    battle = thinking(table.ready(Ordering(RED)))
    assert [battle.sees(table[A], table[id]) for id in (B, C)] == [False, True]
    aim = aim_of(battle, table[A], HARD)
    assert aim is not None
    assert aim.name == "Sniper team"


def test_men_behind_a_pond_go_around_it() -> None:
    table = TableTop(box("water", 33, 8, 6, 4))
    table.add(RED, "light_mortar", 36, 5, id="a")
    table.add(BLUE, "rifle_squad", 36, 34, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    aim = aim_of(battle, table[A], HARD)
    assert aim is not None
    behind, beside = left_to_go(battle, aim, at(36, 5)), left_to_go(battle, aim, at(28, 5))
    assert beside < behind
    said, why = hard(table)
    assert isinstance(said, Give)
    assert said.order in ("advance", "run")
    assert "goes for" in why


def test_a_house_that_is_the_goal_does_not_bar_the_way_to_it() -> None:
    table = TableTop(box("building", 33, 30, 6, 6))
    table.add(RED, "rifle_squad", 36, 10, id="a")
    battle = thinking(table.ready(Ordering(RED)))
    assert way_to(battle, at(36, 10), at(36, 33)) == 23
    assert way_to(battle, at(36, 10), at(36, 40)) > 30


def test_what_a_unit_can_do_counts_less_the_nearer_the_end_and_its_point_counts_as_much_as_any() -> None:
    def values(turn: int) -> list[float]:
        table = TableTop()
        table.add(RED, "old_tank", 20, 10, id="a")
        table.add(RED, "drone_team", 40, 10, id="d")
        battle = thinking(table.ready(turn=turn))
        return [value_of(battle, table[id]) for id in (A, "red/d")]

    (tank, team), (late_tank, late_team) = values(1), values(7)
    assert tank - team > 3 * (late_tank - late_team) > 0
    assert late_team > 1 - 0.2 / 6


def test_men_who_fall_count_less_in_the_last_turn_than_the_chance_to_destroy() -> None:
    def shot(turn: int) -> float:
        table = TableTop()
        table.add(RED, "mmg_team", 20, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", 20, 30, id="b", men=10)
        found = outcome(thinking(table.ready(Shooting(RED, A), turn=turn)), table[A], (Volley("system", B),), "order")
        return found.worth - found.kills

    assert shot(7) < 0.75 * shot(1)


def test_who_has_nobody_to_shoot_at_steps_to_where_it_sees_somebody() -> None:
    table = TableTop(box("building", 33, 14, 6, 3))
    table.add(RED, "sniper_team", 36, 11, id="a")
    table.add(BLUE, "rpg_team", 36, 34, id="b", order="fire")
    table.ready(Ordering(RED))
    assert not table.sees(A, B)
    said, why = hard(table)
    assert said == Give(A, "advance")
    assert why == "Sniper team: advance, steps to where it sees somebody"
    table.play(said)
    moved, _ = hard(table)
    assert isinstance(moved, Walk)
    assert table.play(moved).sees(A, B)


def test_nobody_steps_out_for_a_shot_that_is_worth_little_there() -> None:
    def says(order: str | None) -> str:
        table = TableTop(box("building", 33, 14, 6, 3))
        table.add(RED, "rifle_squad", 36, 11, id="a")
        table.add(BLUE, "atgm_team", 36, 33, id="b", order=order)
        battle = thinking(table.ready(Ordering(RED)))
        return orders.weighed(table.game, battle, Give(A, "advance"), HARD)[1]

    assert "steps to where it sees somebody" in says(None)
    assert "steps to where it sees somebody" not in says("down")


def test_no_shot_is_fired_that_can_do_nothing() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 6, id="a", order="fire")
    table.add(BLUE, "old_tank", 36, 30, id="b")
    table.ready(Shooting(RED, A))
    assert any(isinstance(each, Shoot) for each in table.game.legal(table.state, "red"))
    assert isinstance(hard(table)[0], Hold)


def test_the_danger_of_an_order_is_that_of_where_it_ends() -> None:
    table = TableTop(box("building", 40, 14, 10, 3))
    table.add(RED, "rifle_squad", 36, 9, id="a")
    table.add(BLUE, "mmg_team", 60, 30, id="b")
    battle = thinking(objectives(table.ready(Ordering(RED)), Objective("The mill", 60, 9, 3, 3)))
    more = danger(battle, table[A], at(48, 9))
    assert danger(battle, table[A], at(45, 9)) == danger(battle, table[A], table[A].at) == 0
    _, why = orders.weighed(table.game, battle, Give(A, "run"), HARD)
    assert more > 0.1
    assert f"for {HARD.risk * 0.7 * more:.2f} of danger more" in why


def test_a_way_out_of_danger_is_told_as_less_danger() -> None:
    """A reason has no negative numbers."""
    table = TableTop(box("building", 40, 14, 10, 3))
    table.add(RED, "rifle_squad", 48, 9, id="a")
    table.add(BLUE, "mmg_team", 60, 30, id="b")
    battle = thinking(objectives(table.ready(Ordering(RED)), Objective("The mill", 26, 9, 3, 3)))
    _, why = orders.weighed(table.game, battle, Give(A, "run"), HARD)
    assert re.search(r"goes for The mill, in \d\.\d\d less danger", why), why


@pytest.mark.parametrize(
    ("turn", "lost", "counts"),
    [(3, (0, 0), 1.0), (6, (0, 0), 0.5), (6, (0, 1), 0.5), (6, (0, 2), 1.5), (6, (0, 5), 1.0), (6, (4, 0), 0.5)],
)
def test_towards_the_end_danger_counts_less_to_who_has_not_won_and_more_to_who_has_by_little(
    turn: int, lost: tuple[int, int], counts: float
) -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 9, id="a")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    assert boldness(thinking(table.ready(turn=turn, lost=lost)), RED) == counts


def test_a_helicopter_does_not_lift_off_into_the_fire_of_many() -> None:
    def lifted(many: int) -> float:
        table = TableTop(box("building", 20, 20, 30, 2))
        table.add(RED, "light_helicopter", 36, 9, id="a", slot="heavy_vehicle")
        for place in range(many):
            table.add(BLUE, "rpg_team", 26 + 6 * place, 30, id=f"b{place}")
        battle = thinking(table.ready(Ordering(RED)))
        return orders.weighed(table.game, battle, Give(A, "advance", "lift"), HARD)[0]

    assert lifted(4) < lifted(1) <= 0.25


def test_a_load_is_not_dropped_on_a_run() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 20, 12, id="a", options={"ied": 1}, drone=Drone(at(20, 12)))
    table.add(BLUE, "medium_mortar", 20, 24, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert order_worth(battle, table[A], "advance", HARD.risk)[1] == "its load on Medium mortar team"
    assert order_worth(battle, table[A], "run", HARD.risk)[0] == 0


def test_a_helicopter_on_the_ground_does_not_set_out_for_anybody() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 9, id="a", slot="heavy_vehicle")
    table.add(BLUE, "old_tank", 36, 40, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert "stays where it is" in orders.weighed(table.game, battle, Give(A, "run"), HARD)[1]


def test_who_has_something_to_do_does_not_keep_lying_down() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 20, 20, id="a", order="down", pins=1)
    table.add(RED, "rifle_squad", 40, 20, id="d", order="down", pins=5)
    table.add(BLUE, "rifle_squad", 20, 30, id="b", order="fire")
    said, why = hard(table.ready(Keeping(RED)))
    assert said == Keep(("red/d",))
    assert "no better use next turn" in why


@pytest.mark.parametrize("loaded", [True, False])
def test_a_drone_team_with_a_load_for_somebody_does_not_keep_lying_down(loaded: bool) -> None:
    table = TableTop(box("building", 17, 15, 6, 3))
    drone = Drone(at(20, 12), loaded=loaded)
    table.add(RED, "drone_team", 20, 12, id="a", order="down", options={"ied": 1}, drone=drone)
    table.add(BLUE, "medium_mortar", 20, 24, id="b")
    table.add(BLUE, "mmg_team", 44, 22, id="c", pins=4)
    battle = thinking(table.ready(Keeping(RED)))
    assert orders.keeps(battle, table[A], HARD) is not loaded


def test_a_loaded_drone_flies_towards_who_it_cannot_reach_at_once() -> None:
    table = TableTop(depth=72)
    table.add(RED, "drone_team", 20, 6, id="a", options={"ied": 1}, drone=Drone(at(20, 6)))
    table.add(BLUE, "medium_mortar", 20, 44, id="b")
    said, why = hard(table.ready(Ordering(RED)))
    assert said == Give(A, "run", "drone")
    assert why.endswith("flies towards Medium mortar team")
    table.play(said)
    flown, _ = hard(table)
    assert isinstance(flown, FlyDrone)
    assert flat(flown.to, table[B].at) < 38


def test_a_machine_gun_that_sees_nobody_looks_for_somebody() -> None:
    table = TableTop(box("building", 26, 14, 20, 3))
    table.add(RED, "hmg_team", 36, 11, id="a")
    table.add(BLUE, "rifle_squad", 36, 36, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert not battle.sees(table[A], table[B])
    aim = aim_of(battle, table[A], HARD)
    assert aim is not None
    assert aim.name == "Rifle squad"
    assert left_to_go(battle, aim, table[A].at) > 0


def test_a_machine_gun_that_can_do_next_to_nothing_runs_to_where_it_can() -> None:
    table = TableTop(box("building", 42, 18, 4, 3), box("wood", 27, 38, 6, 6))
    table.add(RED, "mmg_team", 30, 8, id="a")
    table.add(BLUE, "sniper_team", 30, 41, id="b", order="down")
    table.add(BLUE, "drone_team", 55, 26, id="c")
    said, why = hard(table.ready(Ordering(RED)))
    assert said == Give(A, "run")
    assert "a place to fire from" in why
    table.play(said)
    walked, _ = hard(table)
    assert isinstance(walked, Walk)
    assert prospects(thinking(table), table[A], walked.to) > 0.2
    battle = thinking(table.ready(Ordering(RED), turn=6))
    assert aim_of(battle, table[A], HARD) is None


def test_a_guided_missile_does_not_stay_for_men() -> None:
    def aim(enemy: str) -> Aim | None:
        table = TableTop(box("building", 22, 24, 7, 3))
        table.add(RED, "atgm_team", 16, 10, id="a")
        table.add(BLUE, enemy, 10, 40, id="b")
        table.add(BLUE, "old_tank", 36, 40, id="c")
        return aim_of(thinking(table.ready(Ordering(RED))), table[A], HARD)

    towards = aim("rifle_squad")
    assert towards is not None
    assert towards.name == "a place to fire from"
    assert aim("old_tank") is None


def test_an_observer_begins_where_it_sees_and_looks_for_somebody_where_it_does_not() -> None:
    table = TableTop(box("building", 40, 14, 32, 3))
    table.add(RED, "air_observer", 56, 11, id="a")
    table.add(BLUE, "rifle_squad", 56, 40, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert not battle.sees(table[A], table[B])
    seen, hidden = (setting_up.place_worth(battle, Deploy(A, at(x, 11))) for x in (30, 56))
    assert seen > hidden
    said, _ = hard(table)
    assert isinstance(said, Give)
    assert said.order in ("advance", "run")


def test_a_load_of_a_drone_counts_every_way_that_it_may_tumble() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 20, 10, id="a", options={"ied": 1})
    table.add(BLUE, "hmg_team", 20, 30, id="b")
    battle = thinking(table.ready())
    over = load_worth(battle, RED, table[B].at)
    straight = blast_worth(battle, RED, table[B].at, LOAD)
    assert straight / 6 < over < straight
    assert load_worth(battle, BLUE, table[B].at) < 0


def test_a_drone_that_dives_on_an_enemy_is_weighed_before_its_team_has_an_order() -> None:
    table = TableTop(options=("later_versions",))
    table.add(RED, "drone_team", 20, 10, id="a", options={"loitering": 1}, drone=Drone(at(20, 24, 8)))
    table.add(BLUE, "hmg_team", 20, 26, id="b")
    dive = FlyDrone(at(20, 26, 8), drop=True, target=B)
    under_way = value(thinking(table.ready(Moving(RED, A))), dive)
    waiting = table.ready(Ordering(RED))
    assert flight_worth(thinking(waiting), table[A], dive, HARD.risk) == under_way > 0
    assert isinstance(hard(waiting)[0], Give)


@pytest.mark.parametrize(("unit", "options"), [("shock_troops", {"ugl": 1}), ("light_mortar", {})])
def test_who_may_aim_where_its_stray_shell_fell_weighs_what_it_fires(unit: str, options: dict[str, int]) -> None:
    table = TableTop(options=("later_versions",))
    table.add(RED, unit, 20, 10, id="a", options=options)
    table.add(BLUE, "hmg_team", 20, 40, id="b")
    near, far = (value(thinking(table.ready(Adopting(RED, A, at(x, 40)))), React()) for x in (20, 60))
    assert near > far == 0


def test_a_drone_over_enemies_who_have_not_acted_is_in_more_danger() -> None:
    def over(order: str | None) -> float:
        table = TableTop()
        table.add(RED, "drone_team", 20, 10, id="a")
        table.add(BLUE, "rifle_squad", 20, 30, id="b", order=order)
        return drone_danger(thinking(table.ready()), table[A], at(20, 24, 8))

    assert over(None) > over("fire") > 0


def test_guns_are_called_where_enemies_crowd_and_not_where_friends_do() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 10, 30, id="a")
    table.add(BLUE, "rifle_squad", 50, 30, id="b")
    table.add(BLUE, "rifle_squad", 50, 36, id="c")
    battle = thinking(table.ready())
    there, here, nowhere = (strike_worth(battle, RED, CallStrike(at(x, 33))) for x in (50, 10, 30))
    assert there > nowhere == 0 > here


def test_the_chance_to_shoot_a_drone_down_is_that_of_the_dice() -> None:
    table = TableTop()
    table.add(RED, "mmg_team", 20, 10, id="a", order="fire")
    table.add(BLUE, "drone_team", 20, 40, id="b", drone=Drone(at(20, 26, 8)))
    table.ready(Shooting(RED, A))
    volley = Volley("system", B, at_drone=True)
    found = outcome(thinking(table), table[A], (volley,), "order")
    (_, shot), *_ = guns.shots_of(thinking(table), table[A], volley, "order")
    rules = table.game.ruleset
    one = float(odds.to_hit(rules, shot)) * float(odds.fells(rules, 0, table.state.sheets[B].damage_value))
    assert found.kills == pytest.approx(1 - (1 - one) ** 5)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_level_plays_a_battle_to_its_end_and_gives_a_reason_for_each_decision(level: str) -> None:
    kind, brief = find_scenario("village")
    told: list[str] = []

    class Spy:
        def __init__(self, seat: str) -> None:
            self.bot = make_bot("platoon", level, 5, seat)

        def choose(self, game, state, player, legal):  # type: ignore[no-untyped-def]
            said = self.bot.choose(game, state, player, legal)
            told.append(reason_of(self.bot).text)
            return said

    seats = kind.sides(brief.setup)
    session = play(kind.make(()), brief.setup, 5, {seat: Spy(seat) for seat in seats})
    assert session.state.outcome is not None
    assert len(told) > 100
    assert all(told)
    assert max(map(len, told)) < 160


def test_levels_are_known_by_plain_names() -> None:
    make_bot("platoon", "hard", 1, "red")
    assert {name for game, name in BOTS if game == "platoon"} >= {"easy", "normal", "hard", "greedy"}
    assert HARD.looks > 0


def test_an_order_counts_a_charge_only_where_there_is_a_way_to_make_it() -> None:
    def said_of(*pieces: Any) -> tuple[float, str]:
        table = TableTop(*pieces)
        table.add(RED, "rifle_squad", 36, 20, id="a", men=8)
        table.add(BLUE, "mmg_team", 36, 30, id="b", order="fire")
        return orders.weighed(table.game, thinking(table.ready(Ordering(RED))), Give(A, "run"), HARD)

    free, barred = said_of(), said_of(box("building", 30, 24, 12, 2))
    assert "a charge is worth" in free[1]
    assert "a charge" not in barred[1]
    assert barred[0] < free[0] / 2


def test_a_charge_is_worth_the_exact_odds_of_who_is_left() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", men=8)
    table.add(BLUE, "rifle_squad", 36, 26, id="b", men=5, order="fire")
    battle = thinking(table.ready(Ordering(RED)))
    found = chances.fought(table.game.ruleset, chances.Side(8, 4), chances.Side(5, 4))
    won, lost = (float(found.probability(each)) for each in ("attacker", "defender"))
    exact = won * value_of(battle, table[B]) - lost * value_of(battle, table[A])
    assert charge_worth(battle, table[A], table[B]) == pytest.approx(exact)


def test_a_charge_in_which_nobody_can_fall_is_worth_nothing() -> None:
    """Neither side is destroyed, so neither counts; and whoever thinks about it is not refused."""
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", men=8)
    table.add(BLUE, "rifle_squad", 36, 26, id="b", men=5, order="fire")
    table.ready(Ordering(RED))
    for id in (A, B):
        table.state.sheets[id] = msgspec.structs.replace(table.state.sheets[id], damage_value=12)
    assert charge_worth(thinking(table), table[A], table[B]) == 0


def test_a_charge_counts_tough_fighters_the_cover_of_the_enemy_and_his_fire() -> None:
    def worth(attacker: str, *pieces: Any, y: float = 26, **facts: Any) -> float:
        table = TableTop(*pieces)
        table.add(RED, attacker, 36, 20, id="a", men=6)
        table.add(BLUE, "rifle_squad", 36, y, id="b", men=6, **facts)
        battle = thinking(table.ready(Ordering(RED)))
        return charge_worth(battle, table[A], table[B]) / value_of(battle, table[B])

    plain = worth("rifle_squad", order="fire")
    assert worth("shock_troops", order="fire") > plain
    assert worth("rifle_squad", box("wood", 30, 24, 12, 6), order="fire") < plain
    afar = worth("rifle_squad", y=31, order="fire")
    assert worth("rifle_squad", y=31) < afar


def test_men_run_into_the_house_that_is_an_objective_when_it_is_near() -> None:
    def beside(kind: str) -> TableTop:
        table = TableTop(box(kind, 32, 18, 8, 9))
        table.add(RED, "rifle_squad", 36, 12, id="a", men=8)
        table.add(BLUE, "rifle_squad", 36, 44, id="b")
        table.ready(Ordering(RED), turn=2)
        setup = msgspec.structs.replace(table.state.setup, objectives=(Objective("The mill", 36, 22.5, 3, 5),))
        table.state = msgspec.structs.replace(table.state, setup=setup)
        return table

    house, pond = beside("building"), beside("water")
    entered, barred = (orders.weighed(table.game, thinking(table), Give(A, "run"), HARD)[0] for table in (house, pond))
    assert entered > 2 * barred
    said, why = hard(house)
    assert said == Give(A, "run")
    assert "goes for The mill" in why
    house.play(said)
    assert isinstance(hard(house)[0], Occupy)


def test_who_gets_to_an_objective_with_this_order_wants_it_more_than_who_is_still_far() -> None:
    def wish(y: float) -> float:
        table = TableTop()
        table.add(RED, "rifle_squad", 36, y, id="a", men=8)
        table.add(BLUE, "rifle_squad", 36, 46, id="b", order="down")
        table.ready(Ordering(RED), turn=2)
        setup = msgspec.structs.replace(table.state.setup, objectives=(Objective("The mill", 36, 24, 3, 4),))
        table.state = msgspec.structs.replace(table.state, setup=setup)
        return orders.weighed(table.game, thinking(table), Give(A, "run"), HARD)[0]

    assert wish(18) > wish(6)


def led(*, reach: bool, enemies_wait: bool = True) -> TableTop:
    """An officer, a machine gun with a target that is in reach of his word or not, and a target."""
    table = TableTop()
    table.add(RED, "senior_leader", 30, 10, id="a", men=2)
    table.add(RED, "mmg_team", 34 if reach else 50, 10, id="d")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", men=6, order=None if enemies_wait else "fire")
    return table.ready(Ordering(RED))


def test_an_officer_speaks_first_to_bring_others_to_act_before_the_enemy() -> None:
    said, why = hard(led(reach=True))
    assert isinstance(said, Give)
    assert said.unit == A
    assert "brings others to act" in why
    far, _ = hard(led(reach=False))
    assert far == Give("red/d", "fire")


def test_the_word_of_an_officer_counts_nothing_when_no_enemy_has_a_die_left() -> None:
    table = led(reach=True, enemies_wait=False)
    assert "brings others" not in orders.weighed(table.game, thinking(table), Give(A, "ambush"), HARD)[1]


def test_an_officer_goes_to_those_whom_he_leads_and_stays_with_them() -> None:
    table = led(reach=False)
    table.add(RED, "rifle_squad", 50, 5, id="e")
    battle = thinking(table.ready(Ordering(RED)))
    aim = aim_of(battle, table[A], HARD)
    assert aim is not None
    assert flat(aim.at, table["red/d"].at) < 6
    near = led(reach=True)
    near.add(RED, "rifle_squad", 30, 5, id="e", men=10)
    near.add(RED, "rifle_squad", 25, 10, id="f", men=10)
    assert aim_of(thinking(near.ready(Ordering(RED))), near[A], HARD) is None


def test_an_officer_begins_beside_a_squad_and_not_in_a_wood_by_himself() -> None:
    table = TableTop(box("wood", 32, 2, 8, 8))
    table.add(RED, "senior_leader", 5, 5, id="a", place="waiting")
    table.add(RED, "rifle_squad", 64, 6, id="d", men=10)
    table.add(BLUE, "rifle_squad", 36, 46, id="b")
    battle = thinking(table.ready(Deploying(RED)))
    beside, alone = (setting_up.place_worth(battle, Deploy(A, at(x, 6))) for x in (58, 36))
    assert beside > alone


def test_an_officer_begins_where_his_word_reaches_others() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 20, 6, id="e")
    table.add(RED, "senior_leader", 5, 5, id="a", men=2, place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    battle = thinking(table.ready(Deploying(RED)))
    near, far = (setting_up.place_worth(battle, Deploy(A, at(x, 6))) for x in (25, 47))
    assert near > far


def test_a_vehicle_that_is_offered_no_drive_finds_one_of_its_own() -> None:
    table = TableTop()
    table.add(RED, "old_tank", 36, 10, id="a", order="run")
    table.add(BLUE, "rifle_squad", 36, 44, id="b")
    table.ready(Moving(RED, A))
    said = Hard(Seeded(1, "bot")).choose(table.game, table.state, "red", [Hold()])
    assert isinstance(said, Drive)
    careless = Easy(Seeded(1, "bot"))
    assert all(careless.choose(table.game, table.state, "red", [Hold()]) for _ in range(20))


def test_a_tank_comes_as_near_to_an_objective_as_counts_and_no_nearer() -> None:
    table = last_turn("old_tank", 36, 14, turn=2)
    aim = aim_of(thinking(table), table[A], HARD)
    men = last_turn("rifle_squad", 36, 14, turn=2)
    theirs = aim_of(thinking(men), men[A], HARD)
    assert aim is not None
    assert theirs is not None
    assert theirs.near < aim.near < 4


def far_away(*, near: bool = False) -> TableTop:
    """A squad to be set up with a carrier on the table, and an objective that is far from it, or near."""
    table = TableTop(width=96, depth=60)
    table.add(RED, "tracked_carrier", 20, 8, id="d")
    table.add(RED, "rifle_squad", 0, 0, id="a", place="waiting")
    table.add(BLUE, "rifle_squad", 90, 58, id="b")
    table.ready(Deploying(RED))
    return objectives(table, Objective("The mill", 20, 20 if near else 45, 1, 5))


def test_men_begin_in_a_transport_when_the_way_is_long_and_on_foot_when_it_is_short() -> None:
    said, why = hard(far_away())
    assert isinstance(said, Deploy)
    assert said.aboard == "red/d"
    assert "the way is long" in why
    on_foot, _ = hard(far_away(near=True))
    assert isinstance(on_foot, Deploy)
    assert on_foot.aboard is None


def riders(y: float, *, acted: bool, x: float = 20) -> TableTop:
    """A squad in a carrier on its way to an objective, the carrier with its order or without."""
    table = TableTop(width=96, depth=60)
    driven: dict[str, Any] = {"order": "advance", "moved": True} if acted else {}
    table.add(RED, "tracked_carrier", x, y, id="d", **driven)
    table.add(RED, "rifle_squad", x, y, id="a", place="aboard", carrier="red/d")
    table.add(BLUE, "rifle_squad", 90, 58, id="b")
    return objectives(table.ready(Ordering(RED)), Objective("The mill", 20, 45, 1, 5))


def test_a_carrier_drives_before_its_men_get_out_and_they_get_out_where_they_are_for() -> None:
    driving, _ = hard(riders(8, acted=False))
    assert isinstance(driving, Give)
    assert (driving.unit, driving.order) == ("red/d", "run")
    table = riders(30, acted=True)
    out, why = hard(table)
    assert isinstance(out, Give)
    assert (out.unit, out.doing) == (A, "disembark")
    assert "gets out at The mill" in why
    table.play(out)
    place, _ = hard(table)
    table.play(place)  # type: ignore[arg-type]
    assert table[A].place == "table"
    assert flat(table[A].at, at(20, 45)) < flat(table["red/d"].at, at(20, 45)) - 4


def test_a_carrier_comes_to_its_goal_on_an_advance_for_nobody_gets_out_after_a_run() -> None:
    said, _ = hard(riders(21, acted=False))
    assert isinstance(said, Give)
    assert (said.unit, said.order) == ("red/d", "advance")


def test_men_get_into_a_transport_beside_them_that_goes_where_they_go() -> None:
    table = TableTop(width=96, depth=60)
    table.add(RED, "tracked_carrier", 20, 8, id="d")
    table.add(RED, "rifle_squad", 24, 8, id="a")
    table.add(BLUE, "rifle_squad", 90, 58, id="b")
    objectives(table.ready(Ordering(RED)), Objective("The mill", 20, 52, 3, 5))
    said, why = hard(table)
    assert isinstance(said, Give)
    assert (said.unit, said.doing, said.carrier) == (A, "embark", "red/d")
    assert "the way is long" in why


def screened(*, smoke: int) -> TableTop:
    """A carrier that cannot drive before two tanks that have yet to act."""
    table = TableTop()
    table.add(RED, "tracked_carrier", 36, 10, id="a", smoke=smoke, immobilised=True)
    table.add(BLUE, "main_battle_tank", 36, 40, id="b")
    table.add(BLUE, "main_battle_tank", 35, 34, id="c")
    return table.ready(Ordering(RED))


def test_a_vehicle_that_can_do_nothing_to_who_threatens_it_lays_its_smoke_between_them() -> None:
    said, why = hard(screened(smoke=1))
    assert said == Give(A, "down", "smoke")
    assert "smoke" in why
    other, _ = hard(screened(smoke=0))
    assert isinstance(other, Give)
    assert other.doing == ""


def test_smoke_is_worth_the_danger_that_it_takes_away_and_none_where_nobody_sees() -> None:
    table = screened(smoke=1)
    battle = thinking(table)
    assert screen_worth(table.game, battle, battle.units[A], HARD) > 0.05
    alone = TableTop()
    alone.add(RED, "tracked_carrier", 36, 10, id="a", smoke=1)
    alone.add(BLUE, "main_battle_tank", 36, 40, id="b", order="fire")
    battle = thinking(alone.ready(Ordering(RED)))
    assert screen_worth(alone.game, battle, battle.units[A], HARD) < 0


def test_a_hull_that_does_not_turn_on_a_run_advances_where_that_leads_farther() -> None:
    table = TableTop()
    table.add(RED, "tracked_carrier", 10, 8, id="a", heading=0)
    table.add(BLUE, "rifle_squad", 70, 46, id="b")
    objectives(table.ready(Ordering(RED)), Objective("The mill", 60, 12, 3, 4))
    said, _ = hard(table)
    assert isinstance(said, Give)
    assert said.order == "advance"
