"""Orders, order tests, officers and pins."""

from __future__ import annotations

import pytest

from overheat.kernel.dice import every
from overheat.platoon.facts import OrderTest
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rules.standard import dice, orders, pins
from platoon.cases import F, asked, heat, hit, obeys


@pytest.mark.proves("HEAT-base-dice")
def test_small_dice_are_made_from_a_six_sided_one() -> None:
    small = asked(dice.small)
    assert [small(2, face) for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert [small(3, face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.proves("HEAT-base-random-direction")
def test_a_random_direction_is_any_degree() -> None:
    direction = asked(dice.direction)
    found = every(lambda rolled: direction(rolled, "drift"))
    assert len(found) == 360
    assert found.probability(0) == F(1, 360)


@pytest.mark.proves(
    "HEAT-base-orders-table",
    "HEAT-base-order-fire",
    "HEAT-base-order-advance",
    "HEAT-base-order-run",
    "HEAT-base-order-down",
)
def test_there_are_six_orders() -> None:
    kinds = heat()[orders.ORDER_KINDS]
    assert len(kinds.rows) == 6
    assert (kinds["fire"].moves, kinds["fire"].shoots) == (0, True)
    assert (kinds["advance"].moves, kinds["advance"].shoots) == (1, True)
    assert (kinds["run"].moves, kinds["run"].shoots) == (2, False)
    assert (kinds["down"].moves, kinds["down"].shoots, kinds["down"].tests) == (0, False, False)


@pytest.mark.proves("orders.needs_test")
def test_an_order_is_tested_with_pins_or_when_a_rule_demands_it_but_never_down() -> None:
    needs = asked(orders.needs_test)
    assert [needs(OrderTest(quality="regular", pins=n)) for n in (0, 1)] == [False, True]
    assert needs(OrderTest(quality="regular", forced=True)) is True
    assert needs(OrderTest(quality="regular", order="down", pins=6)) is False


@pytest.mark.proves("HEAT-base-order-test")
def test_without_pins_no_test_is_taken() -> None:
    assert obeys("regular", 0) == 1
    assert obeys("veteran", 1) == F(5, 6)


@pytest.mark.proves("HEAT-base-order-pass")
def test_a_passed_test_takes_one_pin_away_before_the_order_is_carried_out() -> None:
    after = asked(orders.pins_after_passing)
    assert [after(pinned) for pinned in (2, 1, 0)] == [1, 0, 0]
    assert hit("rifle", 10, pins=after(2)) == F(1, 2)


@pytest.mark.proves("HEAT-base-officers-table")
def test_officers_reach_as_far_as_their_rank() -> None:
    ranks = heat()[orders.OFFICERS]
    assert [(r.bonus, r.snaps, r.radius) for r in ranks.rows.values()] == [(1, 1, 6), (2, 2, 6), (3, 3, 12), (4, 4, 12)]


@pytest.mark.proves("HEAT-base-officer-best")
def test_only_the_best_officer_in_reach_counts() -> None:
    rules = heat()
    low, high = rules[orders.OFFICERS]["second_lieutenant"], rules[orders.OFFICERS]["captain"]
    best = asked(orders.best_officer)
    assert best(((low, 5), (high, 10))) == 3
    assert best(((rules[orders.OFFICERS]["first_lieutenant"], 7),)) == 0
    assert obeys("regular", 4, officer=best(((high, 10),))) == F(13, 18)


@pytest.mark.proves("HEAT-base-snap-to-action")
def test_an_officer_snaps_others_to_action_unless_he_goes_down() -> None:
    snaps, rank = asked(orders.snaps), heat()[orders.OFFICERS]["first_lieutenant"]
    assert [snaps(rank, "advance"), snaps(rank, "down")] == [2, 0]


@pytest.mark.proves("HEAT-base-command-vehicle")
def test_a_command_vehicle_steadies_the_armour_around_it() -> None:
    assert obeys("regular", 2, command=True) == F(13, 18)


@pytest.mark.proves("orders.nco_lost")
def test_a_squad_without_its_nco_tests_at_one_less() -> None:
    assert obeys("regular", 1, nco_lost=True) == F(7, 12)


@pytest.mark.proves("HEAT-base-reaction-down")
def test_a_target_that_has_not_acted_may_go_down() -> None:
    assert [asked(orders.may_react)(acted) for acted in (False, True)] == [True, False]


@pytest.mark.proves("HEAT-base-order-ambush")
def test_indirect_fire_cannot_lie_in_ambush() -> None:
    refused = asked(orders.ambush_refused)
    assert refused(True).id == "orders.ambush"  # type: ignore[union-attr]
    assert refused(False) is None


@pytest.mark.proves("HEAT-base-ambush-turn-end")
def test_an_unused_ambush_fires_on_four_or_more() -> None:
    assert [asked(orders.late_ambush)(face) for face in (3, 4)] == [False, True]


@pytest.mark.proves("orders.double_one")
def test_a_double_one_takes_no_more_pins_away() -> None:
    assert asked(orders.double_one_rallies)(2) is False


@pytest.mark.proves("HEAT-base-rout")
def test_as_many_pins_as_morale_destroy_a_unit() -> None:
    rules = heat()
    routed, quality = asked(pins.routed), rules[orders.QUALITY]
    assert [routed(n, quality["regular"].morale) for n in (8, 9)] == [False, True]
    assert routed(8, quality["inexperienced"].morale) is True


@pytest.mark.proves("HEAT-base-gain-pins")
def test_one_unit_gives_one_pin_however_often_it_hits() -> None:
    gained, weapon = asked(pins.gained), weapon_of(heat(), "mmg")
    assert [gained(weapon, hits, "machine_gun") for hits in (0, 1, 5)] == [0, 1, 1]


@pytest.mark.proves("HEAT-base-vehicle-small-arms-pins")
def test_closed_armour_ignores_the_pins_of_small_arms() -> None:
    ignores, rules = asked(pins.shrugged_off), heat()
    assert ignores(weapon_of(rules, "rifle"), 9, False) is True
    assert ignores(weapon_of(rules, "rifle"), 7, True) is False
    assert ignores(weapon_of(rules, "hmg"), 9, False) is False


@pytest.mark.proves("HEAT-base-keep-down")
def test_staying_down_takes_pins_away() -> None:
    kept, small = asked(pins.kept_down), asked(dice.small)
    assert kept(4, small(3, 5)) == 1
    assert kept(1, small(3, 6)) == 0


@pytest.mark.proves("orders.tries_again")
def test_a_failed_test_stays_failed() -> None:
    assert obeys("regular", 3, full_strength=True) == F(5, 12)
