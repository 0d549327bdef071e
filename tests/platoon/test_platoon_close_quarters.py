"""Close quarters."""

from __future__ import annotations

import pytest

from overheat.platoon.battle.commands import Charge
from overheat.platoon.battle.state import Moving, Ordering
from overheat.platoon.resolution import odds
from overheat.platoon.rules.standard import close_quarters
from platoon.cases import F, asked, heat, obeys
from platoon.positions import BLUE, RED, A, B, duel


@pytest.mark.proves("HEAT-base-cq-declare")
def test_a_charge_needs_sight_and_a_short_path() -> None:
    refused = asked(close_quarters.refused)
    assert refused(11, False, True) is None
    assert refused(8, True, True).id == "close_quarters.far"  # type: ignore[union-attr]
    assert refused(13, False, True).id == "close_quarters.far"  # type: ignore[union-attr]
    assert refused(5, False, False).id == "close_quarters.sight"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-base-cq-reaction")
def test_a_target_fires_at_a_charge_from_afar() -> None:
    fires = asked(close_quarters.fires_first)
    assert [fires(7, False), fires(6, False), fires(7, True)] == [True, False, False]


@pytest.mark.proves("HEAT-base-cq-pins")
def test_defenders_forget_their_pins() -> None:
    assert asked(close_quarters.defender_pins)(3) == 0


@pytest.mark.proves("HEAT-base-cq-roll")
def test_everybody_rolls_one_die() -> None:
    assert odds.close_quarters_kills(heat(), 6, 4).mean == 3
    assert odds.close_quarters_kills(heat(), 6, 5).mean == 2


@pytest.mark.proves("HEAT-base-cq-order")
def test_attackers_strike_first_unless_the_defenders_are_covered() -> None:
    together = asked(close_quarters.together)
    assert [together(False, 1), together(True, 1), together(False, 2)] == [False, True, True]


@pytest.mark.proves("HEAT-base-cq-tough")
def test_a_tough_fighter_who_fells_a_man_rolls_once_more() -> None:
    assert odds.close_quarters_kills(heat(), 1, 4, tough=1).mean == F(3, 4)


@pytest.mark.proves("HEAT-base-cq-result")
def test_who_loses_more_men_is_destroyed() -> None:
    loser = asked(close_quarters.loser)
    assert [loser(4, 2), loser(2, 4), loser(3, 3)] == ["attacker", "defender", None]


@pytest.mark.proves("HEAT-base-cq-regroup")
def test_the_winner_regroups_a_die_of_inches() -> None:
    assert asked(close_quarters.regroups)(4) == 4


@pytest.mark.proves("HEAT-base-cq-tank")
def test_men_test_before_they_go_for_armour_and_do_little_to_it() -> None:
    rules = heat()
    assert [rules[close_quarters.fears](rules, value, False) for value in (6, 7)] == [False, True]
    assert obeys("regular", forced=rules[close_quarters.fears](rules, 9, False)) == F(5, 6)
    result = asked(close_quarters.tank_result)
    assert [result("full", False, False), result("full", True, False), result("none", False, False)] == [
        "glancing",
        "full",
        "none",
    ]


@pytest.mark.proves("close_quarters.tank_result")
def test_any_damage_in_close_quarters_destroys_an_open_topped_vehicle() -> None:
    assert asked(close_quarters.tank_result)("glancing", False, True) == "massive"


@pytest.mark.proves("close_quarters.may_regroup")
def test_vehicles_guns_and_those_in_a_building_do_not_regroup() -> None:
    may = asked(close_quarters.may_regroup)
    assert may(False, False, False)
    assert not any((may(True, False, False), may(False, True, False), may(False, False, True)))


@pytest.mark.proves("close_quarters.may_regroup")
def test_a_crew_that_beats_off_a_charge_stays_at_its_gun() -> None:
    table = duel(5, order="run", blue="light_howitzer").ready(Moving(RED, A))
    table.play(Charge(B), (1, 1, 1, 1), (6, 1, 1, 1), 1)
    assert (table[A].alive, table[B].alive, table.task) == (False, True, Ordering(BLUE))
