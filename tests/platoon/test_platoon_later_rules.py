"""Options of later versions and of the base game, on small tables."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.kernel.log.replay import verify
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.platoon.battle.commands import Drive, FlyDrone, Give, Shoot, ThrowSmoke
from overheat.platoon.battle.events import Fired
from overheat.platoon.battle.scenario import scenarios
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Drone, Moving, Ordering, Setup, Shooting, Volley
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.geometry import Leg
from overheat.platoon.ground.terrain import Piece
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rules.standard import drones, smoke
from platoon.battles import all_arms
from platoon.battles import battle as fought
from platoon.cases import F, asked, heat, hit
from platoon.positions import BLUE, RED, A, B, OneByOne, TableTop, at, box


def price(unit: str, *options: str, **facts: object) -> int:
    entry = msgspec.convert({"unit": unit, **facts}, Enlisted)
    return muster(Roster(name="One", selector="open", units=(entry,)), heat(*options)).points


@pytest.mark.proves("HEAT-scale")
def test_distances_are_inches_whatever_the_size_of_the_models() -> None:
    assert [hit("rifle", length) > 0 for length in (24, 24.1)] == [True, False]


def burn(*options: str, fuel: tuple[int, ...] = ()) -> TableTop:
    """A flamethrower that misses, and the die for its fuel where one is rolled."""
    table = TableTop(options=options)
    table.add(RED, "flamethrower_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 15, id="b", order="fire")
    return table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)), 1, *fuel)


@pytest.mark.proves("HEAT-base-flamethrower-fuel")
def test_flamethrowers_of_men_may_run_dry() -> None:
    assert burn()[A].spent == frozenset()
    assert burn("flamethrower_fuel", fuel=(2,))[A].spent == frozenset()
    dry = burn("flamethrower_fuel", fuel=(1,))
    assert dry[A].spent == {"system"}
    dry.ready(Shooting(RED, A))
    dry.state.units[A] = msgspec.structs.replace(dry[A], spent=frozenset({"system"}))
    assert dry.refuses(Shoot((Volley("system", B),))) == "shooting.arm"
    assert dry.play(Shoot((Volley("arms", B),)), (1, 1)).told(Fired)[0].weapon == "pistol"


def grenadiers(*pieces: Piece) -> TableTop:
    """Four men with a launcher 12 inches from a squad, and spotters who see it from aside."""
    table = TableTop(*pieces)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=4, options={"ugl": 1})
    table.add(RED, "scouts", 60, 24, id="s")
    table.add(BLUE, "rifle_squad", 36, 24, id="b", order="fire")
    return table.ready(Shooting(RED, A))


LAUNCH = Volley("ugl", B, indirect=True)


@pytest.mark.proves("HEAT-up-ugl", "indirect.own_sight")
def test_a_grenade_launcher_is_fired_at_what_the_firer_sees_himself() -> None:
    behind = grenadiers(box("building", 28, 15, 16, 3))
    assert behind.refuses(Shoot((LAUNCH,))) == "shooting.sight"
    table = grenadiers()
    needs = []
    for _ in range(3):
        needs.append(table.play(Shoot((LAUNCH,)), 1).told(Fired)[0].score)
        zero = table[A].zero
        table.ready(Shooting(RED, A)).state.units[A] = msgspec.structs.replace(table[A], zero=zero)
    assert needs == [6, 5, 4]
    assert price("rifle_squad", options={"ugl": 1}) - price("rifle_squad") == 10


@pytest.mark.proves("HEAT-up-ugl")
def test_who_fires_a_grenade_launcher_does_not_fire_his_rifle() -> None:
    table = grenadiers().play(Shoot((Volley("arms", B), LAUNCH)), (1, 1, 1), 1)
    assert [shot.shots for shot in table.told(Fired)] == [3, 1]


@pytest.mark.proves("indirect.smoke_rounds", "smoke.puff_radius")
def test_a_grenade_launcher_fires_smoke_an_inch_wide() -> None:
    table = grenadiers().play(Shoot((Volley("ugl", B, "smoke", indirect=True),)), 6)
    (puff,) = table.state.puffs
    assert table[B].pins == 0
    a, b = at(puff.x / 100, puff.y / 100 - 4), at(puff.x / 100, puff.y / 100 + 4)
    battle = Battle(table.state, table.game.ruleset, NO_DICE)
    assert not battle.clear(a, b)
    assert battle.clear(a._replace(x=a.x + 60), b._replace(x=b.x + 60))


@pytest.mark.proves("HEAT-up-thermal-camera")
def test_nobody_buys_a_thermal_camera() -> None:
    with pytest.raises(RefusedError, match="no cover saves"):
        price("rifle_squad", "later_kit", options={"thermal_camera": 1})


@pytest.mark.proves("points.kit", "points.later_kit")
def test_units_of_later_versions_are_to_be_had_under_their_layer() -> None:
    with pytest.raises(RefusedError, match="later versions"):
        price("sapper_team")
    assert price("sapper_team", "later_kit") == 35


def smokers(*, order: str = "fire", **facts: Any) -> TableTop:
    """A squad that may throw smoke, and another that has not acted."""
    table = TableTop(options=["squad_smoke"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order=order, men=5, **facts)
    table.add(RED, "scouts", 60, 5, id="s")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    return table.ready(Shooting(RED, A))


SCREEN = ThrowSmoke((at(35, 22), at(36, 22.5), at(37, 22)))


@pytest.mark.proves("HEAT-up-smoke-grenades")
def test_a_squad_throws_three_smokes_once() -> None:
    assert smokers().play(SCREEN).state.puffs == SCREEN.at
    assert smokers(order="advance").play(SCREEN).state.puffs == SCREEN.at
    assert smokers(spent=frozenset({"smoke_grenades"})).refuses(SCREEN) == "smoke.spent"
    assert smokers().refuses(ThrowSmoke((*SCREEN.at[:2], at(36, 23.5)))) == "smoke.far"
    assert smokers().refuses(ThrowSmoke(SCREEN.at[:2])) == "smoke.three"
    refused = asked(smoke.throw_refused, "squad_smoke")("run", False, (1, 1, 1))
    assert refused is not None


@pytest.mark.proves("smoke.throw_refused")
def test_without_the_option_there_are_no_smoke_grenades() -> None:
    refused = asked(smoke.throw_refused)("fire", False, (1, 1, 1))
    assert refused is not None
    assert refused.id == "smoke.none"


@pytest.mark.proves("HEAT-up-quad-bikes", "transport.hands_full")
def test_nobody_fires_from_a_quad_bike() -> None:
    for carrier, refused in (("quad_bikes", True), ("jeep", False)):
        table = TableTop(options=["later_kit"])
        table.add(RED, carrier, 36, 10, id="c")
        table.add(RED, "rifle_squad", 36, 10, id="a", place="aboard", carrier="red/c")
        table.add(BLUE, "rifle_squad", 36, 20, id="b")
        table.ready(Ordering(RED))
        choices = list(table.game.legal(table.state, "red"))
        assert (Give(A, "fire") not in choices) == refused


@pytest.mark.proves("HEAT-up-quad-bikes")
def test_quad_bikes_move_on_wheels() -> None:
    for order, inches in (("advance", 12), ("run", 24)):
        table = TableTop(options=["later_kit"])
        table.add(RED, "quad_bikes", 36, 10, id="a", order=order)
        table.add(BLUE, "rifle_squad", 5, 45, id="b")
        table.ready(Moving(RED, A))
        assert table.refuses(Drive((Leg(0, inches + 0.1),))) == "movement.far"
        assert table.play(Drive((Leg(0, float(inches)),)))[A].at == at(36, 10 + inches)


def jammer() -> TableTop:
    """A squad with an EW rifle 20 inches from a drone that ran."""
    table = TableTop(options=["later_weapons", "later_kit"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"ew_rifle": 1})
    flown = Drone(at(36, 40, 4), ran=True)
    table.add(BLUE, "drone_team", 36, 46, id="b", drone=flown)
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-up-ew-rifle", "drones.jammed")
def test_an_ew_rifle_silences_a_drone_for_a_turn_and_destroys_it_with_two_sixes() -> None:
    table = jammer().play(Shoot((Volley("arms", B, at_drone=True),)), 3, 5)
    assert table[B].drone is not None
    assert table.told(Fired)[0].weapon == "ew_rifle"
    table.play(Give(B, "run", "drone"))
    assert table.refuses(FlyDrone(at(36, 44, 8))) == "drones.jammed"
    assert not jammer().play(Shoot((Volley("arms", B, at_drone=True),)), 3, 6, 6)[B].alive


@pytest.mark.proves("to_hit.jammer")
def test_an_ew_rifle_heeds_not_how_a_drone_flies() -> None:
    ran = {"drone": "ran", "men": 1}
    assert hit("ew_rifle", 30, "later_weapons", target=ran) == F(2, 3)
    assert [hit("ew_rifle", length, "later_weapons", target=ran) > 0 for length in (72, 72.1)] == [True, False]


@pytest.mark.proves("drones.jams")
def test_an_ew_rifle_is_not_fired_at_men() -> None:
    table = TableTop(options=["later_weapons", "later_kit"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=4, options={"ew_rifle": 1})
    table.add(RED, "scouts", 60, 5, id="s")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)), (1, 1, 1))
    assert [(shot.weapon, shot.shots) for shot in table.told(Fired)] == [("ar", 3)]


def winged(order: str = "run") -> TableTop:
    """A drone with wings 10 inches up that flies north."""
    table = TableTop(options=["later_kit"])
    flown = Drone(at(36, 8, 8), heading=0)
    table.add(RED, "drone_team", 36, 5, id="a", order=order, drone=flown, options={"fixed_wing": 1})
    table.add(BLUE, "rifle_squad", 5, 45, id="b")
    return table.ready(Moving(RED, A, "drone"))


@pytest.mark.proves("HEAT-up-drone-fixed-wing", "drones.glide_refused")
def test_a_drone_with_wings_flies_its_whole_distance() -> None:
    assert winged().refuses(FlyDrone(at(36, 28, 8))) == "drones.glide"
    drone = winged().play(FlyDrone(at(36, 38, 8)))[A].drone
    assert drone is not None
    assert (drone.at, drone.heading) == (at(36, 38, 8), 0)
    assert winged().refuses(FlyDrone(at(46, 28, 8), via=(at(36, 18, 8), at(46, 18, 8)))) == "drones.pivots"
    assert winged("advance").play(FlyDrone(at(41, 18, 8), via=(at(36, 13, 8), at(41, 13, 8))))[A].drone is not None
    assert asked(drones.glide_refused)(heat()[drones.GLIDES]["run"], 30, 10.5, 0) is not None


@pytest.mark.proves("HEAT-up-drone-fixed-wing", "drones.lands")
def test_a_drone_with_wings_may_break_up_when_it_lands() -> None:
    along = (30**2 - 8**2) ** 0.5
    landing = FlyDrone(at(36, 8 + along))
    assert not winged().play(landing, 1)[A].alive
    assert winged().play(landing, 2)[A].alive


@pytest.mark.proves("HEAT-up-fireteams")
def test_a_squad_split_in_two_has_two_dice() -> None:
    game = PlatoonGame()
    squad = Enlisted(unit="rifle_squad", id="a", men=9, fireteams=2, options={"lmg": 1})
    split = muster(Roster(name="One", selector="open", units=(squad,)), heat("split_squads"))
    assert [len(sheet.men) for sheet in split.sheets] == [5, 4]
    assert split.points == 9 * 10 + 20
    plain = scenarios()["heath"]
    setup = Setup(
        name="Teams", players=plain.players, table=plain.table, zones=plain.zones, forces=(split.sheets, split.sheets)
    )
    state = game.start(setup, NO_DICE)
    assert not isinstance(state, Refusal)
    played = state[0]
    with OneByOne() as dice:
        while played.turn == 0:
            player = game.to_act(played) or ""
            found = game.apply(played, player, next(iter(game.legal(played, player))), dice)
            assert not isinstance(found, Refusal)
            played = found[0]
    assert [played.bag[side] + played.used[side] for side in (RED, BLUE)] == [2, 2]


@pytest.mark.proves("points.whole_squads")
def test_without_the_option_squads_are_not_split() -> None:
    with pytest.raises(RefusedError, match="not split"):
        price("rifle_squad", men=8, fireteams=2)


def test_battles_with_later_kit_keep_the_laws() -> None:
    game = PlatoonGame(("later_kit", "later_weapons", "squad_smoke", "flamethrower_fuel"))
    played = fought(all_arms(game, "sectors"), 4, game=game)
    assert played.state.outcome is not None
    assert verify(played.log(), lambda header: PlatoonGame(header.rules)) is None
