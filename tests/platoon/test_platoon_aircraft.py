"""Helicopters, drones and guided missiles."""

from __future__ import annotations

import pytest

from overheat.kernel.dice import every
from overheat.platoon.ground.geometry import spot
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import drones, helicopters, missiles
from overheat.platoon.rules.standard.helicopters import CLASSES, LIMITS, MOVES, FlightPlan
from platoon.cases import F, asked, fells, heat, results


def leaps(name: helicopters.HelicopterClass) -> list[tuple[float, int]]:
    wings = heat()[MOVES][name]
    four = (wings.horizontal_run, wings.horizontal_advance, wings.vertical_run, wings.vertical_advance)
    return [(leap.inches, leap.turns) for leap in four]


@pytest.mark.proves(
    "HEAT-heli-class-table",
    "HEAT-heli-class-light",
    "HEAT-heli-class-medium",
    "HEAT-heli-class-large",
    "HEAT-heli-class-giant",
)
def test_four_classes_of_helicopter() -> None:
    classes = heat()[CLASSES]
    assert [classes[name].capacity for name in ("light", "medium", "large", "giant")] == [8, 16, 24, 36]
    assert [classes["light"].cost, classes["giant"].cost] == [(35, 50, 65), (80, 95, 110)]
    assert [classes["medium"].cost, classes["large"].cost] == [(50, 65, 80), (65, 80, 95)]


@pytest.mark.proves(
    "HEAT-heli-move-table",
    "HEAT-heli-move-light",
    "HEAT-heli-move-medium",
    "HEAT-heli-move-large",
    "HEAT-heli-move-giant",
)
def test_how_far_the_classes_fly() -> None:
    assert leaps("light") == [(48, 1), (24, 2), (20, 2), (10, 2)]
    assert leaps("medium") == [(36, 1), (18, 2), (20, 2), (10, 2)]
    assert leaps("large") == [(24, 0), (12, 1), (10, 1), (5, 2)]
    assert leaps("giant") == [(20, 0), (10, 1), (10, 1), (5, 2)]


@pytest.mark.proves("helicopters.leap")
def test_the_order_and_the_direction_choose_the_column() -> None:
    rules = heat()
    leap, light = asked(helicopters.leap), rules[MOVES]["light"]
    plans = [FlightPlan(order=o, up=up) for o in ("run", "advance") for up in (0, 5)]
    assert [leap(light, plan).inches for plan in plans] == [48, 20, 24, 10]


@pytest.mark.proves("HEAT-heli-role")
def test_close_air_support_carries_nobody() -> None:
    rules = heat()
    seats, large = asked(helicopters.capacity), rules[CLASSES]["large"]
    assert [seats(large, "transport"), seats(large, "cas")] == [24, 0]


@pytest.mark.proves("HEAT-heli-move-exclusive")
def test_a_helicopter_does_not_fly_along_and_up_in_one_turn() -> None:
    refused = asked(helicopters.mixed_refused)
    assert refused(FlightPlan(order="advance", forward=12, up=5)).id == "helicopters.mixed"  # type: ignore[union-attr]
    assert [refused(FlightPlan(order="advance", forward=12)), refused(FlightPlan(order="advance", up=5))] == [None] * 2


@pytest.mark.proves("HEAT-heli-turns")
def test_a_turn_in_flight_is_forty_five_degrees_at_most() -> None:
    refused = asked(helicopters.turn_refused)
    assert refused(FlightPlan(order="run", turns=(46,)), 1).id == "helicopters.turn"  # type: ignore[union-attr]
    assert refused(FlightPlan(order="run", turns=(45,)), 1) is None


@pytest.mark.proves("HEAT-heli-altitude-limits", "HEAT-heli-reserve-entry")
def test_helicopters_fly_between_six_and_sixty_inches() -> None:
    rules = heat()
    limits, refused = rules[LIMITS], asked(helicopters.height_refused)
    found = [refused(height, limits["lowest"], limits["highest"]) is None for height in (5, 6, 60, 61)]
    assert found == [False, True, True, False]


@pytest.mark.proves("HEAT-heli-start")
def test_helicopters_begin_on_the_ground() -> None:
    refused = asked(helicopters.start_refused)
    assert refused(0) is None
    assert refused(12).id == "helicopters.start"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-heli-liftoff", "HEAT-heli-landing", "HEAT-heli-embark")
def test_lifting_off_landing_and_getting_in_and_out_are_tested() -> None:
    must = asked(helicopters.must_test)
    assert [must(doing) for doing in ("lift_off", "land", "embark", "disembark", "fly")] == [True] * 4 + [False]
    lifts = asked(helicopters.lifts_to)
    assert [lifts(0, 6), lifts(6, 6), lifts(8, 6)] == [6, 0, None]


@pytest.mark.proves("HEAT-heli-hovering")
def test_hovering_is_being_in_the_air_and_not_running() -> None:
    hovers = asked(helicopters.hovers)
    assert [hovers(6, "advance"), hovers(6, "run"), hovers(0, "advance")] == [True, False, False]


@pytest.mark.proves("HEAT-heli-capacity")
def test_all_passengers_together_must_fit() -> None:
    refused = asked(helicopters.full_refused)
    assert refused(16, 8, 8) is None
    assert refused(16, 10, 8).id == "transport.full"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-heli-rappel")
def test_only_veterans_rappel_from_a_low_hover_with_a_good_crew() -> None:
    refused = asked(helicopters.rappel_refused)
    assert refused(True, 20, 20, "veteran", "regular") is None
    assert refused(True, 20.5, 20, "veteran", "regular") is not None
    assert refused(True, 20, 20, "regular", "regular") is not None
    assert refused(True, 20, 20, "veteran", "inexperienced") is not None
    assert refused(False, 20, 20, "veteran", "regular") is not None


@pytest.mark.proves("HEAT-heli-rappel-landing")
def test_one_rappels_straight_down() -> None:
    assert asked(helicopters.leaves_at)(spot(30, 20, 15)) == spot(30, 20)


@pytest.mark.proves("HEAT-heli-disembark-move")
def test_who_leaves_a_helicopter_moves_six_inches() -> None:
    assert asked(helicopters.leaving_move)() == 6


@pytest.mark.proves("HEAT-heli-slant-range")
def test_ranges_from_the_air_are_slant() -> None:
    assert asked(helicopters.slant)(spot(0, 0, 30), spot(40, 0)) == 50


@pytest.mark.proves("helicopters.door_arms")
def test_only_small_arms_fire_from_a_door_and_only_in_a_hover() -> None:
    rules = heat()
    fires = asked(helicopters.fires_from_door)
    rifle, rocket = resolve.weapon_of(rules, "ar"), resolve.weapon_of(rules, "rpg")
    assert [fires(rifle, True), fires(rifle, False), fires(rocket, True)] == [True, False, False]


@pytest.mark.proves("HEAT-heli-spotter")
def test_one_spots_through_an_open_door_only() -> None:
    sees = asked(helicopters.door_sees)
    assert [
        sees(frozenset({"left"}), ("left",)),
        sees(frozenset({"left"}), ("front",)),
        sees(frozenset(), ("left",)),
    ] == [
        True,
        False,
        False,
    ]


@pytest.mark.proves("HEAT-heli-open-topped")
def test_doors_close_after_a_run_and_when_the_turn_ends() -> None:
    stay = asked(helicopters.doors_stay_open)
    assert [stay(False, False), stay(True, False), stay(False, True)] == [True, False, False]


@pytest.mark.proves("HEAT-heli-damage-chart")
def test_the_chart_of_helicopters() -> None:
    chart = asked(helicopters.chart)
    assert [chart(total) for total in (-2, 1, 2, 3, 4, 6)] == ["shaken", "shaken", "damaged", "damaged"] + [
        "crashes"
    ] * 2


@pytest.mark.proves("HEAT-heli-damage-row-1", "helicopters.chart_pins")
def test_pins_of_the_chart() -> None:
    pins = asked(helicopters.chart_pins)
    assert [pins("shaken"), pins("damaged")] == ["D2", "D3"]


@pytest.mark.proves("HEAT-heli-damage-row-2")
def test_half_speed_does_not_bind_downwards() -> None:
    slowed = asked(helicopters.slowed)
    assert [slowed(20, FlightPlan(order="run", up=up, half_speed=True)) for up in (5, -5)] == [10, 20]


@pytest.mark.proves("HEAT-heli-damage-row-4", "helicopters.crash")
def test_a_crash_is_a_blast_of_two_inches() -> None:
    assert asked(helicopters.crash_blast)() == 2


@pytest.mark.proves("helicopters.crash_distance")
def test_a_helicopter_crashes_three_dice_of_inches_away() -> None:
    assert asked(helicopters.crash_dice)() == 3


@pytest.mark.proves("HEAT-heli-altitude-measure")
def test_a_helicopter_at_no_height_stands_on_the_ground() -> None:
    assert [asked(helicopters.on_ground)(height) for height in (0, 2000)] == [True, False]


@pytest.mark.proves("HEAT-drone-team")
def test_who_makes_a_drone_team() -> None:
    refused = asked(drones.team_refused)
    assert refused("smg", ("ar", "pdw")) is None
    assert refused("ar", ()).id == "drones.operator"  # type: ignore[union-attr]
    assert refused("smg", ("ar", "ar", "ar")).id == "drones.attendants"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-drone-cost")
def test_what_drone_teams_cost() -> None:
    costs = heat()[drones.TEAM_COSTS]
    assert costs["regular"].team + 2 * costs["regular"].attendant == 70
    assert costs["veteran"].team + costs["veteran"].attendant == 78


@pytest.mark.proves("HEAT-drone-loss", "HEAT-drone-wireless")
def test_the_team_is_lost_with_drone_or_operator() -> None:
    lost = asked(drones.team_lost)
    assert [lost(True, True), lost(False, True), lost(True, False)] == [False, True, True]


@pytest.mark.proves("HEAT-drone-damage-value")
def test_a_drone_is_as_tough_as_its_team() -> None:
    value = asked(drones.damage_value)
    assert [fells(value(4)), fells(value(5))] == [F(1, 2), F(1, 3)]


@pytest.mark.proves("HEAT-drone-altitude")
def test_a_drone_stays_below_two_feet() -> None:
    refused = asked(drones.height_refused)
    assert refused(23.9) is None
    assert refused(24) is not None


@pytest.mark.proves("HEAT-drone-move")
def test_how_far_a_drone_flies() -> None:
    assert [asked(drones.reach)(order) for order in ("run", "advance")] == [30, 15]


@pytest.mark.proves("HEAT-drone-activation")
def test_either_the_drone_acts_or_its_team() -> None:
    refused = asked(drones.one_acts_refused)
    assert refused(True, True) is not None
    assert [refused(True, False), refused(False, True)] == [None, None]


@pytest.mark.proves("HEAT-drone-battery")
def test_the_battery_lasts_two_turns_for_certain() -> None:
    penalty, empty = asked(drones.battery_penalty), asked(drones.battery_empty)
    assert [penalty(1), penalty(2)] == [None, None]

    def crash(rounds: int) -> F:
        less = penalty(rounds)
        assert less is not None
        return odds.chance(lambda dice: empty(dice.roll("battery", 1).total - less))

    assert [crash(rounds) for rounds in (3, 4, 5, 6, 7)] == [F(1, 3), F(1, 2), F(2, 3), F(5, 6), 1]


@pytest.mark.proves("drones.battery_fall")
def test_an_empty_drone_falls_nearby() -> None:
    assert asked(drones.battery_fall)() == "D3"


@pytest.mark.proves("HEAT-drone-recover", "HEAT-drone-battery-reset")
def test_a_drone_on_the_ground_beside_its_team_is_recovered() -> None:
    recovers = asked(drones.recovers)
    assert [recovers(1.0, True), recovers(1.1, True), recovers(0.5, False)] == [True, False, False]


@pytest.mark.proves("HEAT-drone-grounded-lost")
def test_a_drone_on_the_ground_nearer_to_the_enemy_is_lost() -> None:
    lost = asked(drones.captured)
    assert [lost(True, 8, 10), lost(True, 10, 8), lost(False, 2, 10)] == [True, False, False]


@pytest.mark.proves("HEAT-drone-range", "drones.radio", "drones.radio_penalty")
def test_the_radio_fails_beyond_sixty_inches() -> None:
    penalty, radio = asked(drones.radio_penalty), asked(drones.radio)
    assert penalty(60.0) is None

    def found(length: float) -> list[F]:
        less = penalty(length)
        assert less is not None
        fates = every(lambda dice: radio(dice.roll("radio", 1).total - less))
        return [fates.probability(fate) for fate in ("drifts", "hovers", "connected")]

    assert found(65) == [F(1, 6), F(1, 3), F(1, 2)]
    assert found(72) == [F(1, 3), F(1, 3), F(1, 3)]
    assert found(85) == [F(1, 2), F(1, 3), F(1, 6)]
    assert found(90) == [F(2, 3), F(1, 3), 0]


@pytest.mark.proves("HEAT-drone-recon-comm")
def test_who_receives_the_report_of_a_drone() -> None:
    reaches = asked(drones.reports_to)
    assert [reaches(True, False, 50), reaches(False, True, 12), reaches(False, False, 5), reaches(False, True, 13)] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.proves("HEAT-drone-recon-spot")
def test_a_drone_on_reconnaissance_spots_what_it_sees() -> None:
    spots = asked(drones.spots)
    assert [spots("recon", True), spots("recon", False), spots("ied", True)] == [True, False, False]


@pytest.mark.proves("HEAT-drone-recon-down", "HEAT-drone-recon-free")
def test_a_report_is_free_but_not_from_a_team_that_is_down() -> None:
    refused = asked(drones.report_refused)
    assert [refused(False, True), refused(False, False)] == [None, None]
    assert refused(True, False) is not None


@pytest.mark.proves("HEAT-drone-drop-test")
def test_a_pinned_team_tests_before_the_drop() -> None:
    needs = asked(drones.drop_needs_test)
    assert [needs(0), needs(1)] == [False, True]


@pytest.mark.proves("HEAT-drone-ied")
def test_how_an_explosive_falls() -> None:
    falls = asked(drones.ied_falls)
    assert [falls(face) for face in range(1, 7)] == [None, "D6", "D3", "D3", "D3", 0]


@pytest.mark.proves("HEAT-drone-at-ied")
def test_how_an_anti_tank_load_falls() -> None:
    found = odds.at_ied(heat())
    assert found.probability("hangs") == F(1, 3)
    assert found.probability("hits") == F(73, 216)
    struck = results("rifle", 9, pen=asked(drones.at_ied_pen)(), facing="top")
    assert found.probability("hits") * struck[4] == F(73, 1296)


@pytest.mark.proves("HEAT-drone-rearm")
def test_a_recovered_drone_is_armed_again_by_a_rally() -> None:
    rearms = asked(drones.rearms)
    assert [rearms("rally", True), rearms("rally", False), rearms("fire", True)] == [True, False, False]


@pytest.mark.proves("HEAT-atgm-team")
def test_who_makes_a_missile_team() -> None:
    refused = asked(missiles.team_refused)
    assert refused(("smg", "pdw", "smg")) is None
    assert refused(("smg", "ar", "smg")) is not None
    assert refused(("smg", "smg")) is not None


@pytest.mark.proves("HEAT-atgm-cost")
def test_what_missile_teams_cost() -> None:
    cost = asked(missiles.team_cost)
    assert [cost(quality) for quality in ("inexperienced", "regular", "veteran")] == [60, 85, 110]


@pytest.mark.proves("HEAT-atgm-target", "HEAT-heli-is-vehicle")
def test_what_a_guided_missile_goes_for() -> None:
    refused = asked(missiles.target_refused)
    assert refused(True, True, False, 200) is None
    assert refused(False, True, False, 20) is not None
    assert refused(True, False, False, 10) is not None
    assert refused(True, True, True, 10) is not None


@pytest.mark.proves("HEAT-atgm-timing")
def test_a_missile_flies_on_at_the_start_of_every_turn() -> None:
    steps = asked(missiles.steps)
    assert [steps(2, turn) for turn in (2, 3, 4)] == [1, 2, 3]


@pytest.mark.proves("HEAT-atgm-lost-los")
def test_a_missile_is_lost_when_the_turn_ends_without_sight() -> None:
    assert [asked(missiles.lost_from_sight)(sees) for sees in (True, False)] == [False, True]


@pytest.mark.proves("HEAT-atgm-lost-down", "HEAT-atgm-lost-move")
def test_a_missile_is_lost_when_its_operator_goes_down_or_moves() -> None:
    lost, weapon = asked(missiles.guidance_lost), resolve.weapon_of(heat(), "atgm")
    assert [lost(weapon, False, False), lost(weapon, True, False), lost(weapon, False, True)] == [False, True, True]


@pytest.mark.proves("missiles.facing")
def test_the_last_stretch_decides_what_a_missile_strikes() -> None:
    facing = asked(missiles.struck_facing)(resolve.weapon_of(heat(), "atgm"), 180)
    assert facing == "rear"
    assert results("atgm", 10, facing=facing) == (F(1, 6), F(0), F(1, 3), F(1, 2), F(13, 24))


@pytest.mark.proves("HEAT-tandem-both", "HEAT-tandem-announce")
def test_a_launcher_with_tandem_rounds_has_both() -> None:
    rounds = asked(missiles.rounds)
    assert [rounds("rpg", True), rounds("rpg", False), rounds("mmg", True)] == [("rpg", "tandem"), ("rpg",), ("mmg",)]


@pytest.mark.proves("HEAT-law-target")
def test_a_law_is_for_vehicles() -> None:
    refused = asked(missiles.law_refused)
    assert refused(True) is None
    assert refused(False) is not None


@pytest.mark.proves("HEAT-law-single-use", "HEAT-law-squad")
def test_a_law_is_fired_once() -> None:
    assert asked(missiles.laws_left)(1) == 0


@pytest.mark.proves("HEAT-base-one-shot-at", "HEAT-base-vehicle-multi-fire", "HEAT-base-shooting-sequence")
def test_men_shoot_at_one_target_but_vehicles_and_single_use_weapons_at_their_own() -> None:
    own = asked(missiles.own_target)
    assert [own(True, False), own(True, True), own(False, False)] == [False, True, True]


@pytest.mark.proves("HEAT-up-backblast")
def test_backblast_hurts_right_behind_the_tube() -> None:
    hurts = asked(missiles.backblast)
    assert [hurts(180, 2), hurts(180, 3.5), hurts(180, 3), hurts(150, 2), hurts(0, 1)] == [
        True,
        False,
        True,
        False,
        False,
    ]
