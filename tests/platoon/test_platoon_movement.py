"""Movement on the ground, buildings, transports, fighting vehicles."""

from __future__ import annotations

import pytest

from overheat.platoon.resolution import odds
from overheat.platoon.rules.standard import cover, fighting_vehicles, movement, transport
from overheat.platoon.rules.standard.movement import PACES, March
from platoon.cases import F, asked, heat, obeys


def pace(mobility: movement.Mobility) -> tuple[object, ...]:
    found = heat()[PACES][mobility]
    return found.advance, found.advance_pivots, found.run, found.run_pivots


@pytest.mark.proves("HEAT-base-move-infantry", "HEAT-base-move-vehicles")
def test_how_far_men_and_vehicles_move() -> None:
    assert pace("foot") == (6, None, 12, None)
    assert [pace("tracked"), pace("half_track"), pace("wheeled")] == [(9, 1, 18, 0), (9, 2, 18, 1), (12, 2, 24, 1)]


@pytest.mark.proves("movement.allowance")
def test_a_run_is_twice_an_advance() -> None:
    rules = heat()
    far = asked(movement.allowance)
    orders = ("fire", "advance", "run")
    found = [far(March(mobility="foot", order=order, inches=1), rules[PACES]["foot"]) for order in orders]
    assert found == [0, 6, 12]


@pytest.mark.proves("HEAT-base-roads")
def test_roads_double_what_vehicles_drive() -> None:
    factor = asked(movement.road_factor)
    assert factor(March(mobility="wheeled", order="run", inches=1, on_road=True)) == 2
    assert factor(March(mobility="wheeled", order="run", inches=1)) == 1
    assert factor(March(mobility="foot", order="run", inches=1, on_road=True)) == 1


@pytest.mark.proves("HEAT-base-reverse")
def test_vehicles_back_half_as_far_and_scouts_all_the_way() -> None:
    rules = heat()
    limit = asked(movement.reverse_limit)
    assert limit(March(mobility="tracked", order="advance", inches=-1), rules[PACES]["tracked"]) == 4.5
    assert limit(March(mobility="wheeled", order="advance", inches=-1, recce=True), rules[PACES]["wheeled"]) == 12


@pytest.mark.proves("movement.pivots")
def test_vehicles_pivot_only_so_often() -> None:
    rules = heat()
    refused = asked(movement.pivot_refused)
    tracked, wheeled = rules[PACES]["tracked"], rules[PACES]["wheeled"]
    assert refused(March(mobility="tracked", order="run", inches=9, pivots=(30,)), tracked).id == "movement.pivots"  # type: ignore[union-attr]
    assert refused(March(mobility="wheeled", order="run", inches=24, pivots=(90,)), wheeled) is None
    assert refused(March(mobility="wheeled", order="run", inches=24, pivots=(91,)), wheeled).id == "movement.pivot"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-base-rough-ground")
def test_nobody_runs_over_rough_ground_and_wheels_stay_out() -> None:
    refused = asked(movement.rough_refused)
    assert refused(March(mobility="foot", order="run", inches=9, rough=True)) is not None
    assert refused(March(mobility="wheeled", order="advance", inches=9, rough=True)) is not None
    assert refused(March(mobility="tracked", order="advance", inches=9, rough=True)) is None
    assert refused(March(mobility="tracked", order="run", inches=9, rough=True)) is not None


@pytest.mark.proves("HEAT-base-obstacles")
def test_men_cross_obstacles_slowly_and_wheels_not_at_all() -> None:
    refused = asked(movement.obstacle_refused)
    assert refused(March(mobility="foot", order="advance", inches=6, obstacle=True)) is None
    assert refused(March(mobility="foot", order="run", inches=6, obstacle=True)) is not None
    assert refused(March(mobility="wheeled", order="advance", inches=6, obstacle=True)) is not None
    assert refused(March(mobility="tracked", order="run", inches=6, obstacle=True)) is None


@pytest.mark.proves("movement.impassable")
def test_nobody_moves_through_water() -> None:
    refused = asked(movement.impassable_refused)
    assert refused(March(mobility="foot", order="advance", inches=6, impassable=True)) is not None
    assert refused(March(mobility="foot", order="advance", inches=6)) is None


@pytest.mark.proves("HEAT-base-coherency")
def test_men_keep_within_an_inch_and_enemies_farther() -> None:
    rules = heat()
    assert rules[movement.coherency](rules) == 1
    assert [rules[movement.too_close](rules, length) for length in (1.0, 1.1)] == [True, False]


@pytest.mark.proves("HEAT-base-vehicle-failed-test")
def test_a_vehicle_that_fails_backs_off_from_an_enemy_before_it() -> None:
    assert [asked(movement.backs_off)(seen) for seen in (False, True)] == [False, True]


@pytest.mark.proves("HEAT-base-buildings")
def test_buildings_are_entered_on_a_run_and_are_hard_cover() -> None:
    rules = heat()
    assert rules[cover.inside_building](rules) == "hard"
    refused = asked(cover.enter_refused)
    assert refused("run", 1) is None
    assert [refused("advance", 0.5) is None, refused("run", 1.5) is None] == [False, False]


@pytest.mark.proves("HEAT-base-embark")
def test_one_gets_into_a_transport_that_has_not_moved() -> None:
    refused = asked(transport.embark_refused)
    assert refused(1.0, False) is None
    assert refused(1.0, True).id == "transport.moved"  # type: ignore[union-attr]
    assert refused(1.1, False).id == "transport.far"  # type: ignore[union-attr]


@pytest.mark.proves("HEAT-base-disembark")
def test_nobody_gets_out_of_a_transport_that_ran() -> None:
    refused = asked(transport.disembark_refused)
    assert refused("run").id == "transport.ran"  # type: ignore[union-attr]
    assert [refused("advance"), refused(None)] == [None, None]


@pytest.mark.proves("HEAT-base-passenger-fire")
def test_passengers_fire_only_from_open_or_soft_transports() -> None:
    fires = asked(transport.fires_from)
    assert [fires(False, 7), fires(True, 7), fires(False, 6)] == [False, True, True]


@pytest.mark.proves("HEAT-base-transport-destroyed")
def test_passengers_of_a_destroyed_transport_are_hit_and_pinned() -> None:
    rules = heat()
    assert odds.number(rules, rules[transport.wreck_hits](rules)).mean / 2 == F(7, 4)
    assert odds.number(rules, rules[transport.wreck_pins](rules)).mean == 2


@pytest.mark.proves("HEAT-base-transport-abandoned")
def test_an_empty_unarmed_transport_near_the_enemy_is_lost() -> None:
    lost = asked(transport.abandoned)
    assert lost(False, 0, 8, 12) is True
    assert [lost(True, 0, 8, 12), lost(False, 3, 8, 12), lost(False, 0, 12, 8)] == [False, False, False]


@pytest.mark.proves("HEAT-ifv-definition")
def test_a_fighting_vehicle_carries_men_and_weapons() -> None:
    is_one = asked(fighting_vehicles.is_fighting_vehicle)
    assert [is_one(6, 1, True), is_one(6, 0, True), is_one(0, 1, True), is_one(6, 1, False)] == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.proves("HEAT-ifv-link-mandatory", "HEAT-ifv-unconnected", "HEAT-ifv-capacity-fit")
def test_a_fighting_vehicle_connects_to_one_of_the_first_two_squads_that_fits() -> None:
    connects = asked(fighting_vehicles.connects)
    assert [connects(1, 6, 6), connects(2, 6, 6), connects(3, 6, 6), connects(None, 6, 6), connects(1, 8, 6)] == [
        True,
        True,
        False,
        False,
        False,
    ]


def tethered(quality: str, length: float, pins: int = 0, *options: str) -> F:
    """The chance that a squad so far from its vehicle obeys."""
    held = asked(fighting_vehicles.leash, *options)(length)
    return obeys(quality, pins, *options, forced=held.forced, virtual_pins=held.virtual_pins)


@pytest.mark.proves("HEAT-ifv-leash-30", "HEAT-ifv-leash-36", "HEAT-ifv-leash-bands")
def test_the_leash_has_two_bands() -> None:
    assert [tethered("regular", length) for length in (30.0, 30.1, 36.0, 36.1)] == [1, F(5, 6), F(5, 6), F(13, 18)]
    assert [tethered("veteran", 33), tethered("veteran", 37)] == [F(11, 12), F(5, 6)]
    assert tethered("regular", 40, 2) == F(5, 12)


@pytest.mark.proves("orders.virtual_pins_lower")
def test_pins_that_count_for_the_test_alone() -> None:
    assert obeys("regular", virtual_pins=1, forced=True) == F(13, 18)


@pytest.mark.proves("HEAT-ifv-leash-vehicle-exempt", "HEAT-ifv-squad-destroyed")
def test_the_leash_holds_the_squad_alone_and_while_both_live() -> None:
    held = asked(fighting_vehicles.on_leash)
    assert [held(False, True), held(True, True), held(False, False)] == [True, False, False]


@pytest.mark.proves("HEAT-ifv-nco")
def test_the_vehicle_is_the_squads_nco() -> None:
    lost = asked(fighting_vehicles.nco_is_lost)
    assert [lost(True, True), lost(True, False), lost(False, False)] == [False, True, False]
    assert obeys("regular", 1, nco_lost=lost(True, False)) == F(7, 12)
