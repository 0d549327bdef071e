"""Inches on the table: measuring, arcs, templates, paths, sight and cover."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overheat.kernel.refusal import RefusedError
from overheat.platoon.ground.geometry import (
    Body,
    Leg,
    Spot,
    ahead,
    arcs,
    bearing,
    coherent,
    distance,
    driven,
    formation,
    gap,
    nearest_point,
    spot,
    swept,
    towards,
    within,
)
from overheat.platoon.ground.terrain import Piece, Table, ground, lowest, lowest_plain
from platoon.cases import asked, heat

MAN = 100


def box(kind: str, x: float, y: float, width: float = 4, depth: float = 4) -> Piece:
    return Piece(kind, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


@pytest.mark.proves("HEAT-base-compare")
def test_within_includes_the_limit() -> None:
    near = asked(within)
    assert [near(6.0, 6), near(6.0000001, 6), near(6.01, 6)] == [True, True, False]


@pytest.mark.proves("HEAT-heli-arcs")
def test_a_diagonal_belongs_to_both_quarters() -> None:
    quarters = asked(arcs)
    assert [quarters(angle) for angle in (30, 45, 180, 270)] == [("front",), ("front", "right"), ("rear",), ("left",)]


def test_bearings_are_clockwise_from_the_nose() -> None:
    assert bearing(spot(0, 0), 0, spot(0, 10)) == 0
    assert bearing(spot(0, 0), 90, spot(0, 10)) == 270
    assert bearing(spot(0, 0), 90, spot(0, -10)) == 90


def test_distance_includes_height() -> None:
    assert distance(spot(0, 0, 6), spot(8, 0)) == 10


def test_bodies_are_measured_from_their_edges() -> None:
    man, truck = Body(spot(0, 0), MAN), Body(spot(10, 0), width=300, length=600, heading=0)
    assert gap(man, truck) == pytest.approx(10 - 0.5 - 1.5)
    assert gap(man, truck._replace(heading=90)) == pytest.approx(10 - 0.5 - 3)
    assert gap(truck, truck._replace(at=spot(20, 0))) == pytest.approx(7)
    assert gap(man, Body(spot(0, 0, 10), MAN)) == 10


def test_coherency_is_a_chain() -> None:
    row = [Body(spot(x, 0), MAN) for x in (0, 2, 4)]
    assert coherent(heat(), row, 1) is True
    assert coherent(heat(), [row[0], row[2]], 1) is False


@given(st.integers(1, 20))
def test_a_formation_holds_together(count: int) -> None:
    places = formation(spot(20, 20), count)
    assert len(set(places)) == count
    assert coherent(heat(), [Body(place, MAN) for place in places], 1)


def test_a_vehicle_pivots_and_drives() -> None:
    hull = Body(spot(10, 10), width=300, length=600, heading=0)
    after = driven(hull, [Leg(0, 4), Leg(90, 5)])
    assert (after.at, after.heading) == (spot(15, 14), 90)
    first, second = swept(hull, [Leg(0, 4), Leg(90, 5)])
    assert first.area == pytest.approx(300 * 1000)
    assert second.bounds == pytest.approx((700, 1250, 1800, 1550))


def test_a_place_on_the_way() -> None:
    assert towards(spot(0, 0), spot(10, 0), 4) == spot(4, 0)
    assert towards(spot(0, 0), spot(3, 0), 4) == spot(3, 0)
    assert ahead(spot(0, 0), 90, 2) == spot(2, 0)


def test_a_building_hides_what_is_behind_it_but_not_from_above() -> None:
    held = ground(Table(pieces=(box("building", 10, 10),)))
    assert held.sees(spot(5, 12, 1), spot(20, 12, 1)) is False
    assert held.sees(spot(5, 20, 1), spot(20, 20, 1)) is True
    assert held.sees(spot(5, 12, 40), spot(20, 12, 1)) is True


def test_one_sees_into_a_wood_but_not_through_it() -> None:
    held = ground(Table(pieces=(box("wood", 10, 10),)))
    assert held.sees(spot(5, 12, 1), spot(12, 12, 1)) is True
    assert held.sees(spot(5, 12, 1), spot(20, 12, 1)) is False


def test_a_hill_hides_its_far_side() -> None:
    held = ground(Table(pieces=(box("hill", 10, 10),)))
    assert held.level(1200, 1200) == 300
    assert held.sees(spot(5, 12, 1), spot(20, 12, 1)) is False
    assert held.sees(Spot(1390, 1200, 400), spot(20, 12, 1)) is True


def test_cover_is_what_the_target_stands_in_or_behind() -> None:
    held = ground(Table(pieces=(box("wood", 10, 10), box("wall", 30, 10, 0.5, 6))))
    assert held.cover(spot(5, 12, 1), spot(12, 12, 0.5)) == "soft"
    assert held.cover(spot(25, 12, 0.5), spot(33, 12, 0.5)) == "hard"
    assert held.cover(spot(29.5, 12, 0.5), spot(40, 12, 0.5)) == "none"
    assert held.cover(spot(25, 30, 0.5), spot(33, 30, 0.5)) == "none"


@given(st.tuples(*[st.integers(0, 7200)] * 4))
def test_who_sees_is_seen(ends: tuple[int, int, int, int]) -> None:
    held = ground(Table(pieces=(box("building", 10, 10), box("wood", 30, 20, 12, 9), box("hill", 50, 5, 9, 9))))
    a, b = Spot(ends[0], ends[1] * 48 // 72, 80), Spot(ends[2], ends[3] * 48 // 72, 80)
    assert held.sees(a, b) == held.sees(b, a)


@pytest.mark.parametrize(
    ("piece", "match"),
    [
        (Piece("lava", ((0, 0), (1, 0), (1, 1))), "lava"),
        (Piece("wood", ((0, 0), (1, 0))), "three corners"),
        (Piece("wood", ((0, 0), (1, 1), (1, 0), (0, 1))), "crosses itself"),
    ],
)
def test_terrain_that_makes_no_sense_is_refused(piece: Piece, match: str) -> None:
    with pytest.raises(RefusedError, match=match):
        ground(Table(pieces=(piece,)))


def star(reaches: list[int]) -> Piece:
    """A wood around the middle of the table, with a corner for each reach."""
    step = 360 / len(reaches)
    corners = [ahead(spot(36, 24), index * step, reach / 10) for index, reach in enumerate(reaches)]
    return Piece("wood", tuple((corner.x / 100, corner.y / 100) for corner in corners))


@given(
    st.lists(st.integers(20, 200), min_size=3, max_size=9),
    st.tuples(*[st.integers(0, 4800)] * 4),
    st.tuples(*[st.integers(0, 2000)] * 2),
)
def test_the_fast_line_over_terrain_agrees_with_the_plain_one(
    reaches: list[int], ends: tuple[int, int, int, int], heights: tuple[int, int]
) -> None:
    (feature,) = ground(Table(pieces=(star(reaches),))).features
    a, b = Spot(ends[0], ends[1], heights[0]), Spot(ends[2], ends[3], heights[1])
    assume(a[:2] != b[:2])
    assert lowest(feature, a, b) == pytest.approx(lowest_plain(feature, a, b), abs=0.01)


def test_the_nearest_point_of_a_hull_lies_on_its_edge_or_is_the_place_itself() -> None:
    hull = Body(spot(10, 10), width=200, length=600, heading=90)
    assert nearest_point(hull, spot(20, 10, 2)) == spot(13, 10, 2)
    assert nearest_point(hull, spot(0, 0)) == spot(7, 9)
    assert nearest_point(hull, spot(11, 10)) == spot(11, 10)
