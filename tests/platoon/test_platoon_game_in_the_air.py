"""The game on small tables: helicopters, drones and guided missiles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import (
    Bomb,
    Fly,
    FlyDrone,
    Give,
    Keep,
    Place,
    React,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import (
    Beginning,
    Dodging,
    Drone,
    Keeping,
    Missile,
    Moving,
    Ordering,
    Shooting,
    Volley,
)
from overheat.platoon.game import NO_DICE
from overheat.platoon.ground.geometry import Leg
from overheat.platoon.rules.standard.drones import team_lost
from platoon.positions import BLUE, RED, A, B, OneByOne, TableTop, at, box, duel


@pytest.mark.proves("HEAT-heli-liftoff", "helicopters.lift_off")
def test_a_helicopter_lifts_off_after_a_test() -> None:
    table = duel(30, red="light_helicopter").ready(Ordering(RED))
    table.play(Give(A, "advance", "lift"), (4, 5))
    assert table[A].at.z == 600
    table = duel(30, red="light_helicopter").ready(Ordering(RED)).play(Give(A, "advance", "lift"), (5, 5))
    assert (table[A].at.z, table[A].order) == (0, "down")


@pytest.mark.proves("HEAT-heli-move-exclusive", "HEAT-heli-altitude-limits")
def test_a_helicopter_flies_along_or_up() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 10, z=12, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 36, 45, id="b")
    table.ready(Moving(RED, A))
    assert table.refuses(Fly((Leg(0, 12.0),), up=5.0)) == "helicopters.mixed"
    assert table.refuses(Fly(up=-7.0)) == "helicopters.height"
    assert table.play(Fly(up=10.0))[A].at.z == 2200


@pytest.mark.proves("HEAT-heli-damage-row-4", "HEAT-heli-damage-chart")
def test_a_helicopter_crashes_with_all_aboard_and_a_blast() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "medium_helicopter", 36, 30, z=6, id="b")
    rider = table.add(BLUE, "rifle_squad", 36, 30, id="c", place="aboard", carrier=B)
    table.ready(Shooting(RED, A))
    table.play(Shoot((Volley("system", B),)), 5, 4, 4, (4, 5, 6), 90)
    assert [table[B].alive, table[rider].alive] == [False, False]
    assert table.told(told.Exploded) == [told.Exploded(at(51, 30), 2, "crash")]


@pytest.mark.proves("HEAT-atgm-flight", "HEAT-atgm-timing")
def test_a_missile_flies_on_when_the_next_turn_begins() -> None:
    table = TableTop(depth=96)
    table.add(RED, "atgm_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "old_tank", 36, 60, id="b", order="down")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)))
    assert len(table.state.missiles) == 1
    table.play(Keep(), 4, 6, 5, 5)
    assert (table.state.turn, len(table.state.missiles), table[B].alive) == (2, 0, False)


@pytest.mark.proves("HEAT-atgm-lost-down")
def test_a_missile_is_lost_when_its_operator_goes_down() -> None:
    table = TableTop(depth=96)
    table.add(RED, "atgm_team", 36, 10, id="a")
    table.add(BLUE, "old_tank", 36, 80, id="b")
    flying = Missile(A, "atgm", B, at(36, 42), 1)
    table.ready(Ordering(RED), turn=2, missiles=(flying,)).play(Give(A, "down"))
    assert table.state.missiles == ()


@pytest.mark.proves("HEAT-atgm-lost-los")
def test_a_missile_is_lost_behind_a_building() -> None:
    table = TableTop(box("building", 30, 50, 12, 4), depth=96)
    table.add(RED, "atgm_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "old_tank", 36, 80, id="b", order="fire")
    flying = Missile(A, "atgm", B, at(36, 42), 1)
    table.ready(Beginning("closing"), Keeping(BLUE), missiles=(flying,))
    table.play(Keep())
    assert table.state.missiles == ()


@pytest.mark.proves("HEAT-drone-battery")
def test_a_drone_falls_when_its_battery_is_empty() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", order="down", drone=Drone(at(12, 10, 8), rounds=2))
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    table.ready(Beginning("closing"), Keeping(RED)).play(Keep(), 2, 1, 90)
    drone = table[A].drone
    assert drone is not None
    assert (drone.at, drone.airborne) == (at(13, 10), False)
    table.ready(Moving(RED, A, "drone"))
    table.state.units[A] = msgspec.structs.replace(table[A], order="run", drone=drone)
    assert table.refuses(FlyDrone(at(13, 10, 4))) == "drones.empty"


@pytest.mark.proves("HEAT-drone-battery-reset", "HEAT-drone-recover")
def test_a_drone_back_on_the_ground_beside_its_team_has_a_new_battery() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", order="advance", drone=Drone(at(12, 10, 8), rounds=2))
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    table.ready(Moving(RED, A, "drone")).play(FlyDrone(at(10, 10)))
    drone = table[A].drone
    assert drone is not None
    assert drone.rounds == 0


@pytest.mark.proves("HEAT-drone-grounded-lost")
def test_a_drone_on_the_ground_near_the_enemy_is_lost_with_its_team() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", order="down", drone=Drone(at(50, 40)))
    table.add(BLUE, "rifle_squad", 60, 40, id="b", order="fire")
    table.add(RED, "rifle_squad", 20, 10, id="c", order="fire")
    table.ready(Beginning("closing"), Keeping(RED)).play(Keep())
    assert table[A].alive is False


@pytest.mark.proves("HEAT-drone-ied")
def test_a_drone_drops_its_load_among_men() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 30, 10, id="a", order="advance", options={"ied": 1}, drone=Drone(at(36, 22, 8)))
    table.add(BLUE, "rifle_squad", 36, 30, id="b", men=5)
    table.ready(Moving(RED, A, "drone"))
    table.play(FlyDrone(at(36, 30, 8), drop=True), 6, (1, 1, 6), 1, 4)
    drone = table[A].drone
    assert drone is not None
    assert (drone.loaded, len(table[B].men), table[B].pins) == (False, 4, 2)


def test_a_drone_flies_below_two_feet_and_not_too_far() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 30, 10, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    table.ready(Moving(RED, A, "drone"))
    assert table.refuses(FlyDrone(at(30, 11, 24))) == "drones.far"
    assert table.refuses(FlyDrone(at(60, 10, 4))) == "drones.far"


@pytest.mark.proves("HEAT-drone-recon-comm", "HEAT-spot-uav")
def test_a_drone_spots_for_one_gun_in_a_turn() -> None:
    wall = box("building", 20, 20, 32, 4)
    table = TableTop(wall)
    table.add(RED, "medium_mortar", 36, 10, id="a", order="fire")
    second = table.add(RED, "heavy_mortar", 30, 10, id="c", order="fire")
    table.add(RED, "drone_team", 10, 10, id="d", drone=Drone(at(36, 30, 20)))
    table.add(BLUE, "old_tank", 36, 41, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B, indirect=True),)), 5)
    again = msgspec.structs.replace(table.state, tasks=(Shooting(RED, second),))
    refused = table.game.apply(again, "red", Shoot((Volley("system", B, indirect=True),)), NO_DICE)
    assert isinstance(refused, Refusal)
    assert refused.id == "indirect.blind"


@pytest.mark.proves("HEAT-base-turn-phases", "HEAT-base-turn-end-checks")
def test_batteries_are_tested_when_the_turn_ends() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", order="down", drone=Drone(at(12, 10, 8), rounds=2))
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    table.ready(Beginning("closing"), Keeping(RED)).play(Keep(), 3)
    drone = table[A].drone
    assert drone is not None
    assert drone.rounds == 3


def in_the_air(z: float = 12, **facts: Any) -> TableTop:
    """A red squad in a hovering helicopter, and a blue one to its right."""
    table = TableTop()
    table.add(RED, "light_helicopter", 30, 20, z=z, id="h", heading=0, order="advance", last="advance")
    table.add(RED, "rifle_squad", 30, 20, id="a", place="aboard", carrier="red/h", at=at(30, 20, z), **facts)
    table.add(BLUE, "rifle_squad", 38, 20, id="b", order="fire")
    table.add(BLUE, "jeep", 60, 44, id="x")
    return table


@pytest.mark.proves("HEAT-heli-door-fire", "HEAT-heli-open-topped")
def test_passengers_open_a_door_and_fire_through_it() -> None:
    table = in_the_air(order="fire").ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)), (1,) * 4)
    assert table.told(told.Fired)[0].score == 5
    assert table["red/h"].doors == {"right"}
    ran = in_the_air().ready(Moving(RED, "red/h"))
    ran.state.units["red/h"] = msgspec.structs.replace(ran["red/h"], order="run", doors=frozenset({"right"}))
    assert ran.play(Fly((Leg(0, 10.0),)))["red/h"].doors == frozenset()


@pytest.mark.proves("HEAT-heli-rappel", "HEAT-heli-rappel-landing", "HEAT-heli-disembark-move")
def test_veterans_rappel_to_the_ground_below() -> None:
    table = in_the_air(quality="veteran").ready(Ordering(RED)).play(Give(A, "advance", "disembark"), (4, 4))
    assert table.refuses(Place(at(30, 26.5))) == "movement.far"
    assert table.play(Place(at(30, 25)))[A].place == "table"
    assert in_the_air().ready(Ordering(RED)).refuses(Give(A, "advance", "disembark")) == "helicopters.rappel"
    high = in_the_air(20.5, quality="veteran").ready(Ordering(RED))
    assert high.refuses(Give(A, "advance", "disembark")) == "helicopters.rappel"


@pytest.mark.proves("HEAT-drone-activation")
def test_either_the_drone_flies_or_its_team_walks() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    assert table.ready(Moving(RED, A)).refuses(FlyDrone(at(12, 10, 8))) == "drones.one_acts"
    assert table.ready(Moving(RED, A, "drone")).refuses(Walk(at(12, 10))) == "drones.one_acts"
    assert table.ready(Moving(RED, A)).play(Walk(at(12, 10)))[A].at == at(12, 10)


@pytest.mark.proves("HEAT-drone-range", "drones.radio")
def test_a_drone_out_of_radio_range_may_not_obey() -> None:
    table = TableTop(width=120)
    table.add(RED, "drone_team", 10, 10, id="a", drone=Drone(at(82, 10, 8), lost_radio=72.0))
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    table.ready(Ordering(RED)).play(Give(A, "advance", "drone"), 3)
    assert [flew.how for flew in table.told(told.DroneFlew)] == ["hovers"]
    assert table[A].order == "advance"


@pytest.mark.proves("HEAT-drone-rearm")
def test_a_drone_beside_its_team_is_armed_again_by_a_rally() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 10, 10, id="a", options={"ied": 1}, drone=Drone(at(10, 10), loaded=False))
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    drone = table.ready(Ordering(RED)).play(Give(A, "rally"))[A].drone
    assert drone is not None
    assert drone.loaded is True


@pytest.mark.proves("HEAT-drone-loss", "HEAT-drone-damage-value")
def test_a_drone_that_is_shot_down_takes_its_team_with_it() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 30, 20, id="a", order="fire")
    table.add(BLUE, "drone_team", 60, 45, id="b", drone=Drone(at(30, 26, 8)))
    table.ready(Shooting(RED, A)).play(Shoot((Volley("arms", B, at_drone=True),)), (1,) * 7 + (4,), 4)
    assert table[B].alive is False
    rules = table.game.ruleset
    assert rules[team_lost](rules, True, True) is False


@pytest.mark.proves("HEAT-drone-at-ied")
def test_an_anti_tank_load_falls_on_a_tank() -> None:
    table = TableTop()
    table.add(RED, "drone_team", 30, 10, id="a", order="advance", options={"at_ied": 1}, drone=Drone(at(36, 22, 8)))
    table.add(BLUE, "old_tank", 36, 30, id="b", order="fire")
    table.ready(Moving(RED, A, "drone"))
    assert table.refuses(FlyDrone(at(30, 30, 8), drop=True, target=B)) == "drones.target"
    table.play(FlyDrone(at(36, 30, 8), drop=True, target=B), 4, 4, 5, 4)
    assert [(hit.facing, hit.result) for hit in table.told(told.Struck)] == [("top", "full")]


@pytest.mark.proves("HEAT-heli-damage-row-1", "HEAT-heli-turret-jam")
def test_a_shaken_helicopter_goes_down_where_it_is_and_its_turret_may_jam() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "attack_helicopter", 36, 30, z=6, id="b")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)), 5, 3, 1, 2, 4)
    assert (table[B].order, table[B].at.z, table[B].jammed) == ("down", 600, 180)


@pytest.mark.proves("HEAT-atgm-team-weapon")
def test_a_missile_launcher_fires_only_ahead() -> None:
    table = duel(20, red="atgm_team", blue="old_tank", order="fire", heading=60).ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("system", B),))) == "shooting.bears"


@pytest.mark.proves("HEAT-up-agl-templates")
def test_every_hit_of_a_grenade_launcher_is_a_blast_of_its_own() -> None:
    table = TableTop(box("building", 34, 24), options=["later_weapons"])
    table.add(RED, "agl_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 26, id="b", building=0, men=12, order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)), (5, 6), 6, (3, 3, 3), 1, 1, 1)
    assert (len(table[B].men), table[B].pins) == (9, 1)


def air_defence(distance: float) -> TableTop:
    """A red air defence team and a blue helicopter with countermeasures so many inches away on the map."""
    table = TableTop(depth=96, options=["later_weapons"])
    table.add(RED, "manpads_team", 36, 5, id="a", order="fire")
    table.add(BLUE, "light_helicopter", 36, 5 + distance, z=6, id="b", options={"countermeasures": 1})
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-up-manpads-reaction", "HEAT-up-countermeasures")
def test_a_helicopter_releases_countermeasures_where_it_has_the_time() -> None:
    table = air_defence(50).play(Shoot((Volley("system", B),)), 2)
    assert table.task == Dodging(BLUE, B)
    table.play(React(), 1)
    assert table.told(told.Fired)[0].score == 6
    assert air_defence(50).play(Shoot((Volley("system", B),)), 4, 1).told(told.Fired)[0].score == 4


@pytest.mark.proves("HEAT-up-heli-hardpoints")
def test_a_helicopter_does_not_fire_two_sets_of_hardpoints() -> None:
    table = TableTop(options=["later_weapons"])
    bought = {"light_rockets": 1, "medium_rockets": 1}
    table.add(RED, "attack_helicopter", 36, 10, z=6, id="a", order="fire", options=bought)
    table.add(BLUE, "old_tank", 36, 40, id="b", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(Shoot((Volley("2", B), Volley("3", B)))) == "shooting.hardpoints"
    offered = [each.volleys for each in table.game.legal(table.state, "red") if isinstance(each, Shoot)]
    assert (Volley("2", B),) in offered
    table.play(Shoot((Volley("0", B), Volley("2", B))), (1, 1), (1, 1))
    assert [fired.weapon for fired in table.told(told.Fired)] == ["ac_medium", "rocket_pod_light"]


@pytest.mark.proves("HEAT-up-heli-missiles", "missiles.fires_once")
def test_a_helicopters_missile_is_fired_once() -> None:
    table = TableTop(options=["later_weapons"])
    table.add(RED, "attack_helicopter", 36, 4, z=6, id="a", order="fire", options={"light_missile": 1})
    table.add(BLUE, "old_tank", 36, 40, id="b", order="fire")
    table.add(BLUE, "jeep", 60, 44, id="x")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("2", B),)), 1)
    assert table[A].spent == {"2"}
    again = msgspec.structs.replace(table.state, tasks=(Shooting(RED, A),))
    refused = table.game.apply(again, "red", Shoot((Volley("2", B),)), NO_DICE)
    assert isinstance(refused, Refusal)
    assert refused.id == "shooting.arm"
    gun = table.game.apply(again, "red", Shoot((Volley("0", B),)), OneByOne((1, 1)))
    assert not isinstance(gun, Refusal)


@pytest.mark.proves("HEAT-up-heli-bomb-point", "HEAT-up-heli-bombs")
def test_a_bomb_falls_ahead_of_a_helicopter_that_flies() -> None:
    def falls(bomb: str, *script: int | tuple[int, ...], **facts: Any) -> TableTop:
        table = TableTop(options=["later_weapons"])
        table.add(RED, "attack_helicopter", 36, 6, z=12, id="a", order="advance", options={bomb: 1}, **facts)
        table.add(BLUE, "rifle_squad", 36, 30, id="b", men=5, order="fire")
        table.add(BLUE, "jeep", 60, 44, id="x")
        return table.ready(Shooting(RED, A)).play(Bomb("2"), *script)

    assert falls("light_bomb").told(told.Exploded)[0].at == at(36, 6)
    assert falls("light_bomb", moved=True).told(told.Exploded)[0].at == at(36, 18)
    both = falls("cluster_bomb", (1, 1, 1), 5, moved=True, moved_last=True)
    assert both.told(told.Exploded)[0].at == at(36, 30)
    assert both[B].pins == 5
    assert both[A].spent == {"2"}
