"""The turn, reserves, victory, points."""

from __future__ import annotations

import pytest

from overheat.kernel.terms import Tally
from overheat.platoon.resolution import odds
from overheat.platoon.rules.standard import points, turn
from overheat.platoon.turn.succession import in_order
from overheat.platoon.turn.turns import END_CHECKS
from platoon.cases import F, asked, heat, obeys


@pytest.mark.proves("HEAT-base-dice-bag", "HEAT-ifv-two-units")
def test_every_living_unit_has_a_die_unless_it_keeps_its_order() -> None:
    dice = asked(turn.dice_in_bag)
    assert [dice(2, 0), dice(1, 0), dice(10, 3)] == [2, 1, 7]


@pytest.mark.proves("HEAT-base-bag-no-unit")
def test_a_die_that_no_unit_can_take_is_set_aside() -> None:
    assert [asked(turn.set_aside)(units) for units in (0, 2)] == [True, False]


@pytest.mark.proves("HEAT-base-turn-end-dice")
def test_only_ambush_and_down_are_kept() -> None:
    keeps = asked(turn.may_keep)
    orders = ("fire", "advance", "run", "ambush", "rally", "down")
    assert [order for order in orders if keeps(order)] == ["ambush", "down"]


@pytest.mark.proves("HEAT-base-turn-phases", "HEAT-base-turn-end-checks")
def test_a_turn_ends_with_checks_in_order() -> None:
    rules = heat()
    checks = in_order(rules[END_CHECKS].rows)
    assert checks == ("battery", "missiles", "smoke", "grounded_drones", "transports")


@pytest.mark.proves("HEAT-base-game-length")
def test_six_turns_are_played_and_perhaps_a_seventh() -> None:
    goes_on = asked(turn.goes_on)
    assert [goes_on(5, None), goes_on(6, None), goes_on(7, None)] == [True, None, False]
    assert odds.chance(lambda dice: bool(goes_on(6, dice.roll("seventh turn", 1).total))) == F(1, 2)


@pytest.mark.proves("HEAT-base-reserves")
def test_reserves_come_from_the_second_turn_on_and_test_at_one_less() -> None:
    rules = heat()
    assert obeys("regular", forced=True, arriving=True) == F(13, 18)
    assert rules[turn.arrival_refused](rules, 1) is not None
    assert rules[turn.arrival_refused](rules, 2) is None
    assert rules[turn.most_in_reserve](rules, 9) == 4


@pytest.mark.proves("reserves.refused")
def test_nobody_arrives_in_the_first_turn() -> None:
    assert [asked(turn.arrival_refused)(now) is None for now in (1, 2)] == [False, True]


@pytest.mark.proves("reserves.most")
def test_half_of_the_units_may_wait() -> None:
    assert [asked(turn.most_in_reserve)(units) for units in (8, 9)] == [4, 4]


@pytest.mark.proves("HEAT-base-outflank")
def test_outflankers_come_on_farther_up_each_turn() -> None:
    refused = asked(turn.outflank_refused)
    found = [refused(now, inches) is None for now, inches in ((2, 0), (3, 24), (3, 30), (4, 48), (4, 49), (5, 70))]
    assert found == [False, True, False, True, False, True]


def score(destroyed: int, held: int) -> int:
    return int(Tally.of(rule(heat(), destroyed, held, 3) for rule in heat()[turn.POINTS]).total)


@pytest.mark.proves("HEAT-base-victory", "victory.destroyed", "victory.objectives")
def test_units_and_objectives_score() -> None:
    assert [score(5, 0), score(4, 1)] == [5, 7]


@pytest.mark.proves("victory.decides")
def test_a_lead_of_two_points_wins() -> None:
    assert [asked(turn.decides)(lead) for lead in (1, 2)] == [False, True]


@pytest.mark.proves("HEAT-base-infantry-cost")
def test_men_cost_seven_ten_or_thirteen_points() -> None:
    men = heat()[points.MEN]
    assert [8 * men["regular"], 6 * men["veteran"], men["inexperienced"]] == [80, 78, 7]


@pytest.mark.proves("HEAT-points-base-weapon", "HEAT-points-any-number", "points.swap")
def test_any_number_of_men_may_swap_their_weapon() -> None:
    swap = asked(points.swap_cost)
    assert sum(swap("ar", "ar") for _ in range(8)) == 0
    assert sum(swap("ar", "pdw") for _ in range(6)) == 18
    assert sum(swap("smg", "ar") for _ in range(2)) == 6


@pytest.mark.proves("points.swap_refused")
def test_men_swap_only_for_small_arms_of_their_kind() -> None:
    refused = asked(points.swap_refused)
    assert refused("smg") is None
    assert refused("mmg") is not None


@pytest.mark.proves("HEAT-up-list-composition", "HEAT-base-platoon")
def test_what_makes_a_platoon() -> None:
    selectors = heat()[points.SELECTORS]
    assert [selectors["list"][slot] for slot in ("leader", "infantry", "drone")] == [(1, 1), (2, 5), (0, 1)]
    assert [selectors["reinforced"][slot] for slot in ("leader", "infantry", "heavy_vehicle")] == [
        (1, 1),
        (2, 5),
        (0, 1),
    ]


@pytest.mark.proves("points.transports")
def test_no_more_transports_than_riders() -> None:
    refused = asked(points.transports_refused)
    assert refused(2, 2) is None
    assert refused(3, 2) is not None


@pytest.mark.proves("HEAT-base-game-size")
def test_the_usual_size_of_a_game() -> None:
    assert asked(points.usual_size)() == (1000, 72, 48)
