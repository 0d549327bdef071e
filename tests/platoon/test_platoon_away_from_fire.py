"""What befalls units in a battle besides being shot at: nerve, flight, flames, close quarters, loads from above."""

from __future__ import annotations

import msgspec
import pytest

from overheat.kernel.refusal import RefusedError
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Bomb, CallStrike, Charge, Give, Hold, React, Shoot, Walk
from overheat.platoon.battle.state import (
    Drone,
    Fighting,
    Misdirecting,
    Moving,
    Ordering,
    Reacting,
    Regrouping,
    Shooting,
    Volley,
)
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.turn.awaited import awaited
from platoon.cases import heat
from platoon.positions import BLUE, RED, A, B, TableTop, at, box, duel

FIRE = Shoot((Volley("arms", B),))


def led_by_a_vehicle(place: str) -> TableTop:
    """Red men fire at a blue squad whose vehicle is on the table or lost."""
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 21, id="b", order="fire")
    table.add(BLUE, "light_ifv", 60, 40, id="v", order="fire", place=place)
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-ifv-nco")
def test_a_squad_whose_vehicle_is_lost_checks_its_morale_at_one_less() -> None:
    script = ((6, 6, 1, 1, 1, 1, 1, 1), (4, 4), (4, 4))
    assert led_by_a_vehicle("table").play(FIRE, *script)[B].alive
    assert not led_by_a_vehicle("lost").play(FIRE, *script)[B].alive


def test_a_squad_whose_vehicle_leads_it_has_no_nco_among_its_men() -> None:
    table = led_by_a_vehicle("table")
    assert {figure.post for figure in table.state.sheets[B].men} == {"man"}
    assert table.state.sheets[A].men[0].post == "nco"


def test_a_vehicle_that_burns_checks_its_morale() -> None:
    def burn(*morale: int) -> TableTop:
        table = TableTop()
        table.add(RED, "flamethrower_team", 36, 10, id="a", order="fire")
        table.add(BLUE, "old_tank", 36, 18, id="b", order="fire")
        table.ready(Shooting(RED, A))
        return table.play(Shoot((Volley("system", B),)), 3, 1, 2, 1, morale)

    assert (burn(3, 4)[B].alive, burn(3, 4)[B].pins) == (True, 2)
    assert not burn(4, 4)[B].alive


@pytest.mark.proves("HEAT-base-he-vehicle")
def test_an_explosive_round_strikes_a_helicopter_in_the_air() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "light_helicopter", 36, 30, z=12, id="b", order="fire", last="advance")
    table.add(BLUE, "rifle_squad", 36, 30, id="c", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B, "he"),)), 3, 5, 6, 1, 1)
    (struck,) = table.told(told.Struck)
    assert (struck.unit, struck.facing, struck.result, table[B].alive) == (B, "front", "glancing", True)
    assert (table[B].half_speed, len(table["blue/c"].men), table["blue/c"].pins) == (True, 4, 0)


def test_shells_and_blasts_are_not_for_what_flies() -> None:
    table = TableTop(options=["later_weapons"])
    table.add(RED, "medium_mortar", 36, 10, id="a", order="fire")
    table.add(RED, "agl_team", 30, 10, id="g", order="fire")
    table.add(BLUE, "light_helicopter", 36, 40, z=12, id="b", order="fire")
    table.add(BLUE, "drone_team", 30, 30, id="d", order="fire", drone=Drone(Spot(3000, 2500, 800)))
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("system", B, indirect=True),))) == "shooting.indirect"
    table.ready(Shooting(RED, "red/g"))
    assert table.refuses(Shoot((Volley("system", "blue/d", at_drone=True),))) == "shooting.round"


@pytest.mark.proves("HEAT-base-cq-regroup")
def test_defenders_who_win_regroup_too() -> None:
    table = duel(5, order="run").ready(Moving(RED, A))
    table.play(Charge(B), (1, 1, 1, 1), (6, 6, 6, 1), 4)
    assert (table[A].alive, table.task) == (False, Regrouping(BLUE, B, 4))
    assert table.refuses(Walk(at(36, 21))) == "movement.far"
    table.play(Walk(at(36, 20)))
    assert (table[B].at, table[B].order) == (at(36, 20), None)


def test_chargers_who_went_down_on_their_way_do_not_fight() -> None:
    table = duel(5, order="down").ready()
    table.state = msgspec.structs.replace(table.state, tasks=(*table.state.tasks, Fighting(A, B, at(36, 10))))
    table.settle()
    assert (table[A].alive, table[B].alive, table[A].at) == (True, True, at(36, 10))


@pytest.mark.proves("HEAT-up-heli-bombs")
def test_a_cluster_bomb_pins_vehicles_as_it_pins_men() -> None:
    table = TableTop(options=["later_weapons"])
    table.add(RED, "attack_helicopter", 36, 30, z=12, id="a", order="fire", options={"cluster_bomb": 1}, last="fire")
    table.add(BLUE, "old_tank", 36, 30, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Bomb("2"), 1, 6)
    assert table[B].pins == 6


@pytest.mark.proves("HEAT-base-kw-fixed")
def test_a_target_that_lies_partly_before_a_fixed_weapon_may_be_shot_at() -> None:
    def fires(x: float) -> bool:
        table = TableTop()
        table.add(RED, "mmg_team", 36, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", x, 20, id="b", order="fire", men=10)
        legal = table.ready(Shooting(RED, A)).game.legal(table.state, "red")
        return any(isinstance(each, Shoot) for each in legal)

    assert fires(46)
    assert fires(48)
    assert not fires(52)


def scouted(*pieces: object) -> TableTop:
    """A red tank that fires at a blue scout car 20 inches away."""
    table = TableTop(*pieces)  # type: ignore[arg-type]
    table.add(RED, "old_tank", 36, 5, id="a", order="fire")
    table.add(BLUE, "scout_car", 36, 30, id="b")
    return table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B),)))


@pytest.mark.proves("HEAT-base-shooting-sequence", "movement.escapes")
def test_a_scouting_vehicle_that_is_shot_at_may_back_away() -> None:
    table = scouted(box("building", 40, 33, 6, 4))
    assert table.task == Reacting(BLUE, B)
    table.play(React(), 1)
    assert (table[B].at, table[B].order, table.state.bag) == (at(36, 42), "down", (0, 0))
    assert [event.score for event in table.told(told.Fired)] == [4]


@pytest.mark.proves("movement.escapes")
def test_a_scouting_vehicle_backs_away_as_far_as_there_is_room_and_once() -> None:
    table = scouted(box("building", 30, 36, 12, 4)).play(React(), 1)
    assert table[B].at == at(36, 33)
    acted = TableTop()
    acted.add(RED, "old_tank", 36, 5, id="a", order="fire")
    acted.add(BLUE, "scout_car", 36, 30, id="b", order="fire")
    acted.ready(Shooting(RED, A)).play(Shoot((Volley("0", B),)), 1)
    assert acted[B].at == at(36, 30)


@pytest.mark.proves("HEAT-base-fubar-table")
def test_a_vehicle_in_panic_drives_away_if_it_can() -> None:
    def panic(heading: int, unit: str = "truck") -> TableTop:
        table = TableTop()
        table.add(RED, unit, 36, 15, id="a", pins=1, heading=heading)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return table.ready(Ordering(RED)).play(Give(A, "advance"), (6, 6), 3)

    away = panic(90)
    assert (away[A].order, away[A].at.y < 1500, away[A].heading) == ("run", True, 180)
    assert panic(0, "old_tank")[A].order == "down"


@pytest.mark.proves("HEAT-base-fubar-table")
def test_a_helicopter_in_panic_does_not_fly_towards_the_enemy() -> None:
    def panic(heading: int) -> TableTop:
        table = TableTop(depth=96)
        table.add(RED, "light_helicopter", 36, 50, z=12, id="a", pins=1, heading=heading)
        table.add(BLUE, "rifle_squad", 36, 80, id="b", order="fire")
        return table.ready(Ordering(RED)).play(Give(A, "advance"), (6, 6), 3)

    assert (panic(180)[A].at, panic(180)[A].order) == (at(36, 2, 12), "run")
    assert (panic(0)[A].at, panic(0)[A].order) == (at(36, 50, 12), "down")


@pytest.mark.proves("HEAT-heli-open-topped")
def test_a_run_closes_the_doors_of_a_helicopter_that_stays_where_it_is() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 20, z=12, id="a", doors=frozenset({"left"}), last="advance")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Ordering(RED)).play(Give(A, "run"))
    assert table[A].doors == frozenset()


@pytest.mark.proves("HEAT-up-backblast")
def test_a_light_anti_tank_weapon_blasts_behind_the_man_who_fires_it() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 20, id="a", order="fire", men=5, options={"law": 1})
    last = table.ready()[A].men[-1].at
    table.add(RED, "medic", last.x / 100, last.y / 100 - 2, id="m", order="fire")
    table.add(BLUE, "old_tank", 36, 40, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("law", B),)), 1, 6, 1)
    assert not table["red/m"].alive


def test_a_drone_on_the_ground_away_from_its_team_may_be_shot_at() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire")
    table.add(BLUE, "drone_team", 36, 40, id="b", order="fire", drone=Drone(Spot(3600, 1800)))
    table.ready(Shooting(RED, A))
    shot = Shoot((Volley("arms", B, at_drone=True),))
    assert shot in tuple(table.game.legal(table.state, "red"))
    table.play(shot, (1, 1, 1, 1, 1, 1, 1, 3), 4)
    assert ([event.score for event in table.told(told.Fired)], table[B].alive) == ([3], False)


def smoke_called(*script: int) -> TableTop:
    """A smoke screen that was called in the first turn, at the beginning of the second."""
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a", order="fire", men=1)
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    return table.ready(Shooting(RED, A)).play(CallStrike(at(36, 20), smoke=True), *script)


@pytest.mark.proves("HEAT-base-turn-phases", "observers.smoke")
def test_guns_lay_a_smoke_screen_for_an_observer() -> None:
    table = smoke_called(4)
    assert (len(table.state.smoke), table.state.smoke[0], table.state.called) == (7, at(36, 20), ())
    assert table.sees(A, B) is False


def test_smoke_goes_astray_like_shells() -> None:
    table = smoke_called(1)
    assert isinstance(table.task, Misdirecting)
    assert table.state.smoke == ()


def test_aircraft_lay_no_smoke() -> None:
    table = TableTop()
    table.add(RED, "air_observer", 36, 5, id="a", order="fire", men=1)
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    assert table.ready(Shooting(RED, A)).refuses(CallStrike(target=B, smoke=True)) == "observers.smoke"


@pytest.mark.proves("HEAT-base-full-strength-reroll")
def test_only_a_squad_bought_at_its_largest_tries_again() -> None:
    def tested(men: int, *script: tuple[int, int]) -> TableTop:
        table = TableTop(options=["full_strength_reroll"])
        table.add(RED, "rifle_squad", 36, 10, id="a", men=men, pins=3)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        return table.ready(Ordering(RED)).play(Give(A, "rally"), *script)

    assert tested(12, (5, 5), (6, 5))[A].order == "down"
    assert tested(10, (5, 5))[A].order == "down"


@pytest.mark.proves("HEAT-base-officers-table", "HEAT-base-officer-best")
def test_the_best_officer_in_reach_helps_in_a_battle() -> None:
    def target(*officers: tuple[str, float]) -> int:
        table = TableTop()
        table.add(RED, "rifle_squad", 36, 10, id="a", pins=4, men=4)
        for number, (rank, y) in enumerate(officers):
            table.add(RED, rank, 36, y, id=f"o{number}", men=1, order="fire")
        table.add(BLUE, "rifle_squad", 36, 44, id="b", order="fire")
        table.ready(Ordering(RED)).play(Give(A, "advance"), (6, 5))
        return int(table.told(told.Tested)[0].target)

    assert [target(), target(("captain", 20)), target(("major", 20), ("captain", 14))] == [5, 8, 9]
    assert [target(("senior_leader", 20)), target(("senior_leader", 14))] == [5, 7]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"unit": "rifle_squad", "swap": {"smg": -3}}, "Rifle squad: -3 men swap for 'smg'; it is one or more"),
        ({"unit": "drone_team", "options": {"ied": 1, "at_ied": 1}}, "a drone carries one load, not ied and at_ied"),
        ({"unit": "truck", "swap": {"smg": 3}}, "Lorry: 3 weapons for 0 men"),
        ({"unit": "light_ifv", "squad": "ghosts"}, "Infantry fighting vehicle: no squad 'ghosts'; there are none"),
        ({"unit": "truck", "squad": "ghosts"}, "Lorry is no fighting vehicle and leads no squad"),
    ],
)
def test_what_no_platoon_can_buy_is_refused(entry: dict[str, object], says: str) -> None:
    bought = msgspec.convert(entry, Enlisted)
    with pytest.raises(RefusedError, match=says.replace("(", r"\(")):
        muster(Roster(name="Test", selector="open", units=(bought,)), heat())


def test_a_limit_of_no_points_is_a_limit() -> None:
    found = muster(Roster(name="Test", points=0, selector="open", units=(Enlisted(unit="medic"),)), heat())
    assert [finding.reason for finding in found.findings] == ["23 points, 0 allowed"]


def test_scouting_is_told_to_who_decides() -> None:
    expected = awaited(scouted().state, heat())
    assert "back away" in expected.what
    assert expected.others.endswith("backs away from the fire")
    assert scouted().play(Hold(), 1)[B].at == at(36, 30)


@pytest.mark.proves("HEAT-base-gain-pins")
def test_all_weapons_of_a_unit_together_give_one_pin() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.ready(Shooting(RED, A))
    both = Shoot((Volley("0", B), Volley("2", B)))
    assert table.play(both, 6, 1, (6, 6, 6, 6, 6), (1, 1, 1, 1, 1))[B].pins == 1


def test_a_blast_gives_its_own_pins_and_no_other_is_added() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.ready(Shooting(RED, A))
    both = Shoot((Volley("2", B), Volley("0", B, "he")))
    assert table.play(both, (6, 6, 6, 6, 6), (1, 1, 1, 1, 1), 6, (1, 1, 1, 1), 3)[B].pins == 2


def test_weapons_at_two_targets_pin_both() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.add(BLUE, "rifle_squad", 20, 30, id="c", order="fire", men=10)
    table.ready(Shooting(RED, A))
    table.play(Shoot((Volley("0", B), Volley("2", "blue/c"))), 6, 1, (6, 1, 1, 1, 1), 1)
    assert (table[B].pins, table["blue/c"].pins) == (1, 1)


def test_two_blasts_of_one_attack_give_the_pins_of_one() -> None:
    table = TableTop()
    table.add(RED, "heavy_ifv", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B, "he"),)), (6, 6), 1, 6, 1)
    assert (table[B].pins, len(table.told(told.Exploded))) == (2, 2)
