"""High explosive, indirect fire, spotters, smoke."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overheat.platoon.ground.geometry import Body, Spot, spot
from overheat.platoon.resolution import odds
from overheat.platoon.rules.standard import blast, dice, indirect, smoke
from platoon.cases import F, asked, heat


@pytest.mark.proves("HEAT-base-he-table")
def test_blasts_of_four_sizes() -> None:
    rules = heat()
    assert [odds.blast_casualties(rules, size, 4).mean for size in (1, 2, 3, 4)] == [
        F(4, 3),
        F(35, 12),
        F(35, 6),
        F(35, 4),
    ]
    assert [rules[blast.BLASTS][size].pins for size in (1, 2, 3, 4)] == ["D2", "D3", "D3", "D6"]


@pytest.mark.proves("HEAT-base-he-diameter")
def test_the_size_of_a_blast_is_its_diameter() -> None:
    assert asked(blast.radius)(2) == 1


@pytest.mark.proves("HEAT-base-he-down")
def test_one_hit_on_men_who_are_down_is_none() -> None:
    assert [asked(blast.hits_when_down)(hits) for hits in (1, 5)] == [0, 2]


@pytest.mark.proves("HEAT-spot-transfer", "HEAT-spot-no-observer", "HEAT-spot-hit-observed", "HEAT-spot-state")
def test_only_what_somebody_sees_helps_to_zero_in() -> None:
    after = asked(indirect.next_need)
    assert [after(4, False, True), after(4, False, False)] == [3, 4]
    assert [after(4, True, True), after(4, True, False)] == [2, 4]
    assert after(2, False, True) == 2


@pytest.mark.proves("HEAT-spot-state")
def test_a_seen_miss_and_three_shells_that_nobody_sees() -> None:
    need = asked(indirect.next_need)(6, False, True)
    assert odds.shelling(heat(), 3, observed=False, need=need) == F(19, 27)


@pytest.mark.proves("indirect.need")
def test_a_gun_that_moves_or_aims_elsewhere_begins_anew() -> None:
    now = asked(indirect.need_now)
    assert now(3, False, False, False) == 3
    assert [now(3, True, False, False), now(3, False, True, False), now(3, False, False, True)] == [6, 6, 6]


@pytest.mark.proves("HEAT-spot-any-gun", "HEAT-spot-uav")
def test_spotters_and_drones_watch_for_every_gun_of_their_platoon() -> None:
    observes = asked(indirect.observes)
    assert observes(indirect.Observer()) is True
    assert observes(indirect.Observer(same_platoon=False)) is False
    assert observes(indirect.Observer(is_drone=True, down=True)) is False
    assert observes(indirect.Observer(is_drone=True)) is True
    assert observes(indirect.Observer(sees=False)) is False


@pytest.mark.proves("HEAT-base-indirect-inexperienced-spotter")
def test_an_inexperienced_crew_has_no_use_for_a_spotter() -> None:
    takes = asked(indirect.takes_spotters)
    assert [takes("inexperienced"), takes("regular")] == [False, True]


@pytest.mark.proves("HEAT-base-indirect-conditions")
def test_a_gun_does_not_begin_to_fire_at_what_nobody_sees() -> None:
    refused = asked(indirect.refused)
    assert refused(False, 6).id == "indirect.blind"  # type: ignore[union-attr]
    assert [refused(True, 6), refused(False, 4)] == [None, None]


@pytest.mark.proves("HEAT-base-indirect-miss")
def test_a_shell_that_misses_does_no_harm() -> None:
    assert asked(indirect.miss_lands)(6) is None


@pytest.mark.proves("HEAT-smoke-once")
def test_a_screen_is_used_once() -> None:
    refused = asked(smoke.refused)
    assert refused(1) is None
    assert refused(0).id == "smoke.spent"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-smoke-down")
def test_using_the_screen_means_going_down_but_not_the_other_way_round() -> None:
    down, left = asked(smoke.goes_down), asked(smoke.charges_left)
    assert [down(True, False), down(False, True), down(False, False)] == [True, True, False]
    assert [left(1, True), left(1, False)] == [0, 1]


@pytest.mark.proves("HEAT-smoke-markers")
def test_two_markers_stand_before_the_hull() -> None:
    hull = Body(spot(-3, 0), width=300, length=600, heading=90)
    assert set(asked(smoke.markers)(hull)) == {Spot(100, 100), Spot(100, -100)}


@pytest.mark.proves("smoke.radius")
def test_a_marker_is_two_inches_wide() -> None:
    assert asked(smoke.radius)() == 1


@pytest.mark.proves("HEAT-base-smoke-los")
def test_smoke_hides_what_lies_behind_it() -> None:
    hides = asked(smoke.hides)
    assert [hides(0.5, 1, False), hides(1.0, 1, False), hides(0.5, 1, True)] == [True, False, False]


@pytest.mark.proves("HEAT-base-smoke-drift", "HEAT-smoke-behaviour")
def test_smoke_vanishes_or_drifts() -> None:
    vanishes = asked(smoke.vanishes)
    stays = Fraction(sum(not vanishes(face) for face in range(1, 7)), 6)
    assert stays**2 == F(1, 4)
    assert [vanishes(3), vanishes(4)] == [True, False]


@pytest.mark.proves("smoke.drift")
def test_smoke_drifts_a_die_of_inches() -> None:
    assert odds.number(heat(), asked(smoke.drift)()).mean == F(7, 2)


def test_numbers_that_are_dice() -> None:
    expected = {"D2": F(3, 2), "D3": F(2), "D6": F(7, 2), "D6+1": F(9, 2), "2D6": F(7), "3D6": F(21, 2)}
    assert {many: odds.number(heat(), many).mean for many in expected} == expected  # type: ignore[arg-type]
    assert asked(dice.small)(3, 6) == 3
