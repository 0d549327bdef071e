"""The worked examples of the specification, as exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overheat.kernel.dice import Dice, every
from overheat.platoon.battle.commands import Give, Keep, Shoot
from overheat.platoon.battle.events import Fired, MissileFlew
from overheat.platoon.battle.state import Ordering, Shooting, Volley
from overheat.platoon.facts import OrderTest
from overheat.platoon.ground.geometry import spot
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rules.standard import drones, helicopters, missiles, orders, points, turn
from overheat.platoon.rules.standard.helicopters import MOVES, FlightPlan
from platoon.cases import F, asked, heat, hit, mean_hits, obeys, results, shot, strike
from platoon.positions import BLUE, RED, A, B, TableTop

DOWN = {"down": True}


@pytest.mark.proves("HEAT-base-order-test")
def test_w01_three_pins_without_an_officer() -> None:
    assert [obeys("inexperienced", 3), obeys("regular", 3), obeys("veteran", 3)] == [F(5, 18), F(5, 12), F(7, 12)]


@pytest.mark.proves("orders.officer_helps")
def test_w02_an_officer_adds_his_bonus() -> None:
    assert obeys("regular", 3, officer=2) == F(13, 18)


@pytest.mark.proves("HEAT-base-order-test-double1", "HEAT-base-order-test-double6")
def test_w03_double_one_always_passes_and_double_six_never() -> None:
    assert obeys("regular", 8) == obeys("regular", 20) == F(1, 36)
    assert obeys("regular", 1, officer=3) == obeys("regular", 1, officer=9) == F(35, 36)


@pytest.mark.proves("HEAT-base-order-rally")
def test_w04_rallying_ignores_pins_and_takes_a_die_and_one_away() -> None:
    assert obeys("regular", 7, order="rally") == F(5, 6)
    left = every(lambda dice: asked(orders.pins_after_rally)(7, dice.roll("rally", 1).total))
    assert left.mean == F(5, 2)
    assert left.probability(0) == F(1, 6)


@pytest.mark.proves("HEAT-base-fubar-table")
def test_w05_a_double_six_ends_in_fire_at_friends_or_in_panic() -> None:
    found = odds.fubar(heat(), OrderTest(quality="regular", pins=1))
    assert found.probability("friendly_fire") == F(1, 108)
    assert found.probability("panic") == F(1, 54)


@pytest.mark.proves("HEAT-base-dice-bag")
def test_w06_every_die_in_the_bag_is_drawn_alike() -> None:
    draws = asked(turn.draws)
    assert odds.chance(lambda dice: draws(dice.roll("bag", 1, 18).total, (10, 8)) == 0) == F(5, 9)

    def three(dice: Dice) -> bool:
        return all(draws(dice.roll("bag", 1, 18 - n).total, (10 - n, 8)) == 0 for n in range(3))

    assert odds.chance(three) == F(5, 34)


@pytest.mark.proves("HEAT-weapon-rifle", "HEAT-base-to-hit", "HEAT-base-nigh-impossible", "HEAT-base-to-hit-table")
def test_w07_a_rifle_at_growing_odds_against_it() -> None:
    assert hit("rifle", 10) == F(2, 3)
    assert hit("rifle", 20) == F(1, 2)
    assert hit("rifle", 20, target={"cover": "soft"}) == F(1, 3)
    assert hit("rifle", 20, target={"cover": "soft", "down": True}) == F(1, 36)


@pytest.mark.proves("HEAT-base-to-hit-point-blank", "HEAT-base-natural-one-hit")
def test_w08_nothing_is_better_than_two_or_more() -> None:
    assert hit("rifle", 5) == F(5, 6)
    assert resolve.score_needed(heat(), shot("rifle", 5, pins=-2)) == 2


@pytest.mark.proves("HEAT-weapon-smg", "HEAT-base-kw-assault", "HEAT-base-to-hit-advance", "HEAT-weapon-ar-short")
def test_w09_six_men_on_an_advance() -> None:
    assert mean_hits("smg", 8, 6, order="advance") == 8
    assert mean_hits("ar", 8, 6, order="advance") == 6
    assert mean_hits("smg", 10, 6, order="advance") == 6


@pytest.mark.proves("HEAT-weapon-pdw", "HEAT-base-quality-table")
def test_w10_six_personal_defence_weapons_at_point_blank() -> None:
    fired = shot("pdw", 5)
    assert odds.hits(heat(), fired, 6).mean == 15
    assert odds.casualties(heat(), fired, odds.damage_value(heat(), "veteran"), 6).mean == 5


@pytest.mark.proves("HEAT-weapon-ar-long", "HEAT-base-ar-long-range")
def test_w11_the_second_band_of_the_assault_rifle_replaces_long_range() -> None:
    assert odds.shots(heat(), shot("ar", 18)).mean == 1
    assert hit("ar", 18) == F(2, 3)


@pytest.mark.proves("HEAT-weapon-mmg", "HEAT-base-to-hit-long-range")
def test_w12_a_medium_machine_gun_at_long_range() -> None:
    fired = shot("mmg", 30)
    assert odds.hits(heat(), fired).mean == F(5, 2)
    assert odds.casualties(heat(), fired, 3).mean == F(5, 3)
    assert odds.hits(heat(), fired).at_least(1) == F(31, 32)


@pytest.mark.proves("HEAT-weapon-hmg", "HEAT-base-penetration-results")
def test_w13_a_heavy_machine_gun_at_a_truck() -> None:
    assert mean_hits("hmg", 12) == 2
    assert 1 - results("hmg", 6, distance=12)[0] == F(1, 3)


@pytest.mark.proves("HEAT-weapon-rpg", "HEAT-base-penetration", "HEAT-base-vehicle-damage-table", "armour.table_rolls")
def test_w14_a_rocket_on_the_front_the_side_and_the_rear_of_a_tank() -> None:
    assert results("rpg", 9) == (F(1, 2), F(1, 6), F(1, 3), F(0), F(1, 6))
    assert results("rpg", 9, facing="side") == (F(1, 3), F(1, 6), F(1, 3), F(1, 6), F(7, 24))
    assert results("rpg", 9, facing="rear") == (F(1, 6), F(1, 6), F(1, 3), F(1, 3), F(5, 12))


def knock_out(weapon: str, distance: float, damage_value: int) -> Fraction:
    return odds.knock_out(heat(), shot(weapon, distance), strike(weapon, damage_value, distance=distance))


@pytest.mark.proves("HEAT-base-kw-shaped-charge")
def test_w15_a_shaped_charge_loses_nothing_but_the_better_aim_at_long_range() -> None:
    assert knock_out("rpg", 12, 9) == F(1, 9)
    assert knock_out("rpg", 24, 9) == F(1, 12)


@pytest.mark.proves("HEAT-weapon-autocannon-medium", "armour.long_range")
def test_w16_two_shots_of_an_autocannon_at_a_carrier() -> None:
    assert hit("ac_medium", 40) == F(1, 2)
    assert results("ac_medium", 7, distance=40)[1:3] == (F(1, 6), F(1, 6))
    assert knock_out("ac_medium", 40, 7) == F(47, 576)


@pytest.mark.proves("HEAT-weapon-autocannon-light", "HEAT-base-he-table")
def test_w17_a_small_blast_in_a_building() -> None:
    size = resolve.weapon_of(heat(), "ac_light").he
    assert size is not None
    assert odds.blast_casualties(heat(), size, 4).mean == F(4, 3)


@pytest.mark.proves("HEAT-base-indirect-ladder", "HEAT-spot-state")
def test_w18_a_mortar_zeroes_in() -> None:
    found = [odds.shelling(heat(), shells) for shells in range(1, 6)]
    assert found == [F(1, 6), F(4, 9), F(13, 18), F(49, 54), F(319, 324)]


@pytest.mark.proves("HEAT-base-he-down", "HEAT-base-he-template")
def test_w19_a_blast_over_five_men() -> None:
    assert odds.blast_casualties(heat(), 2, 4, covered=5, down=True).mean == F(5, 3)
    assert odds.blast_casualties(heat(), 2, 4, covered=5).mean == F(25, 6)


@pytest.mark.proves("HEAT-base-sniper", "HEAT-weapon-sniper", "HEAT-base-to-hit-pins")
def test_w20_a_sniper_heeds_only_pins() -> None:
    hidden = {"men": 2, "down": True, "cover": "hard"}
    assert hit("sniper", 40, target=hidden) == F(2, 3)
    assert hit("sniper", 40, target=hidden, pins=1) == F(1, 2)
    assert hit("sniper", 11, target=hidden) == 0


@pytest.mark.proves("HEAT-base-flamethrower", "HEAT-weapon-flamethrower-infantry")
def test_w21_flames_heed_neither_cover_nor_a_target_that_is_down() -> None:
    fired = shot("flame_inf", 5, target={"down": True, "cover": "hard"})
    assert odds.to_hit(heat(), fired) == F(5, 6)
    assert odds.casualties(heat(), fired, 4).mean == F(175, 72)


@pytest.mark.proves("HEAT-drone-cost", "HEAT-drone-payload-cost")
def test_w22_the_points_of_drone_teams() -> None:
    rules = heat()
    teams, loads = rules[drones.TEAM_COSTS], rules[drones.PAYLOAD_COSTS]
    assert teams["regular"].team + 2 * teams["regular"].attendant + loads["at_ied"] == 95
    assert teams["veteran"].team + teams["veteran"].attendant + loads["ied"] == 88


@pytest.mark.proves("HEAT-points-weapon-swap", "HEAT-points-pistol")
def test_w22_the_points_of_swapped_weapons() -> None:
    swap = asked(points.swap_cost)
    assert sum(swap("ar", weapon) for weapon in ["smg"] * 3 + ["shotgun"] + ["pistol"] * 2) == 6


@pytest.mark.proves("HEAT-heli-move-light", "HEAT-heli-move-large", "HEAT-heli-move-table", "HEAT-heli-turns")
def test_w23_how_often_helicopters_turn() -> None:
    rules = heat()
    once, twice = FlightPlan(order="run", forward=48, turns=(45,)), FlightPlan(order="run", forward=48, turns=(45, 45))
    light, large = rules[MOVES]["light"], rules[MOVES]["large"]
    assert resolve.flight_refused(rules, light, once) is None
    assert resolve.flight_refused(rules, light, twice) is not None
    assert resolve.flight_refused(rules, large, FlightPlan(order="run", forward=24, turns=(45,))) is not None


@pytest.mark.proves("HEAT-heli-altitude-limits", "HEAT-heli-liftoff", "HEAT-heli-landing")
def test_w23_how_high_helicopters_climb_and_whence_they_land() -> None:
    rules = heat()
    light = rules[MOVES]["light"]
    assert resolve.flight_refused(rules, light, FlightPlan(order="run", up=10, height=50)) is None
    assert resolve.flight_refused(rules, light, FlightPlan(order="run", up=11, height=50)) is not None
    assert resolve.lift(rules, 8) is None
    assert resolve.lift(rules, 6) == 0
    assert resolve.lift(rules, 0) == 6


@pytest.mark.proves("HEAT-heli-damage-row-2", "HEAT-heli-move-medium")
def test_w23_a_damaged_helicopter_is_half_as_fast_but_downwards() -> None:
    rules = heat()
    wings = rules[MOVES]["medium"]
    plans = [
        (wings, FlightPlan(order="run", forward=18, half_speed=True)),
        (wings, FlightPlan(order="run", up=10, height=20, half_speed=True)),
        (wings, FlightPlan(order="run", up=-20, height=40, half_speed=True)),
    ]
    assert [resolve.flight_refused(rules, found, plan) for found, plan in plans] == [None, None, None]
    assert resolve.flight_refused(rules, wings, FlightPlan(order="run", forward=19, half_speed=True))
    assert resolve.flight_refused(rules, wings, FlightPlan(order="run", up=11, height=20, half_speed=True))


@pytest.mark.proves("HEAT-drone-hit-mod")
def test_w24_a_drone_in_the_air_is_harder_to_hit() -> None:
    slant = asked(helicopters.slant)
    flights = (("airborne", spot(0, 8, 6)), ("ran", spot(0, 8, 6)), ("grounded", spot(6, 8)))
    found = [hit("rifle", slant(spot(0, 0), to), target={"drone": how, "men": 1}) for how, to in flights]
    assert [slant(spot(0, 0), to) for _, to in flights] == [10, 10, 10]
    assert found == [F(1, 2), F(1, 3), F(2, 3)]


@pytest.mark.proves("HEAT-atgm-flight", "HEAT-weapon-atgm")
def test_w25_how_many_turns_a_missile_flies() -> None:
    rules = heat()
    assert resolve.weapon_of(rules, "atgm").reach is None

    def turns(gap: float) -> int:
        step = rules[missiles.speed](rules)
        flown = 0
        while not rules[missiles.strikes](rules, gap, step):
            gap, flown = gap - step, flown + 1
            assert flown < 9
        return flown

    assert [turns(gap) for gap in (30, 32, 33, 64, 70)] == [0, 0, 1, 1, 2]


def missile_over_seventy_inches() -> TableTop:
    """A missile fired in turn 1 over 70 inches, at the beginning of turn 2."""
    table = TableTop(depth=96)
    table.add(RED, "atgm_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "old_tank", 36, 80, id="b", order="down")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)))
    assert len(table.told(MissileFlew)) == 1
    table.play(Keep())
    assert (table.state.turn, len(table.told(MissileFlew)), len(table.state.missiles)) == (2, 1, 1)
    return table


@pytest.mark.proves("HEAT-atgm-flight")
def test_w25_a_missile_over_seventy_inches_strikes_two_turns_later() -> None:
    table = missile_over_seventy_inches()
    table.play(Give(A, "fire")).play(Give(B, "down")).play(Keep(), 1)
    assert (table.state.turn, [shot.target for shot in table.told(Fired)]) == (3, [B])


@pytest.mark.proves("HEAT-atgm-flight")
@pytest.mark.parametrize(("inches", "turns"), [(30, 0), (32, 0), (33, 1), (64, 1), (70, 2)])
def test_w25_a_missile_played_over_a_distance_strikes_so_many_turns_later(inches: float, turns: int) -> None:
    table = TableTop(depth=96)
    table.add(RED, "atgm_team", 36, 10, id="a")
    tube, length = table.ready()[A].men[0].at, (unit_kind("old_tank").hull or (0.0,))[0]
    table.add(BLUE, "old_tank", tube.x / 100, 10 + inches + length / 2, id="b")
    table.ready(Ordering(RED)).play(Give(A, "fire"))
    table.play(Shoot((Volley("system", B),)), *([1] if turns == 0 else []))
    for now in range(1, turns + 1):
        assert (table.told(Fired), len(table.state.missiles), table.state.turn) == ([], 1, now)
        if now > 1:
            table.play(Give(A, "rally"))
        table.play(Give(B, "rally"), *([1] if now == turns else []))
    assert ([shot.target for shot in table.told(Fired)], table.state.missiles) == ([B], ())
    assert table.state.turn == 1 + turns


@pytest.mark.proves("HEAT-atgm-lost-down")
def test_w25_an_operator_who_goes_down_loses_a_missile_in_the_air() -> None:
    table = missile_over_seventy_inches()
    table.play(Give(A, "down")).play(Give(B, "down")).play(Keep()).play(Keep())
    assert (table.state.turn, table.told(Fired), table.state.missiles) == (3, [], ())
