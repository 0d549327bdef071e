"""Armour, structure and threshold of cards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from alphastrike.frames import (
    armour_kind,
    engine,
    item,
    machine,
    plated,
    platoon,
    published_subjects,
    squad,
    unit,
    vehicle,
)
from boards import needs_corpus
from overheat.alphastrike.protection import MACHINE_STRUCTURE, armour, armour_worth, engine_row, structure, threshold
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Structure
from overheat.classic.unit.sheet import Location
from overheat.kernel.refusal import RefusedError


@pytest.mark.parametrize(("points", "expected"), [(14, 0), (15, 1), (304, 10), (315, 11)])
def test_thirty_points_of_armour_are_one_and_halves_round_up(points: int, expected: int) -> None:
    assert armour(machine(locations=plated(points))).value == expected


def test_armour_to_the_rear_counts_too() -> None:
    place = Location(code="CT", armour=20, rear_armour=10, armour_kind=armour_kind("standard_armour"))
    assert armour(machine(locations=(place,))).value == 1


@pytest.mark.proves("as.armour_worth")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("hardened_armour", 20), ("ferro_lamellor", 12), ("commercial_armour", 5), ("bar_7_armour", 7)],
)
def test_some_armour_counts_more_or_less(kind: str, expected: int) -> None:
    assert armour(machine(locations=plated(300, kind))).value == expected


@pytest.mark.parametrize(
    "kind", ["is_ferro_fibrous", "is_reactive", "is_reflective", "stealth_armour", "bar_9_armour", "industrial_armour"]
)
def test_other_kinds_count_by_the_point(kind: str) -> None:
    subject = machine()
    assert armour_worth(subject, armour_kind(kind)) == 1


def test_the_barrier_rating_of_a_support_vehicle_counts_where_its_armour_says_nothing() -> None:
    assert armour(unit("support vehicle", motive="tracked", bar=8, locations=plated(300))).value == 8


@pytest.mark.proves("as.armour_worths")
def test_patchwork_counts_each_location_by_its_own_kind() -> None:
    places = (*plated(30, "hardened_armour"), *plated(30, codes=("LT",)))
    figure = armour(machine(locations=places))
    assert [term.value for term in figure.tally] == [60, 30]
    assert figure.value == 3


def test_each_armour_module_is_ten_ordinary_points() -> None:
    subject = machine("modular_armour", "modular_armour", "modular_armour", locations=plated(30, "hardened_armour"))
    assert armour(subject).value == 3


def test_suits_count_the_armour_of_the_whole_squad() -> None:
    assert armour(squad(troopers=5, armour=10)).value == 2


@pytest.mark.parametrize(
    ("motive", "divisor", "expected"), [("foot", None, 2), ("foot", 2.0, 4), ("tracked", None, 1), ("hover", 2.0, 2)]
)
def test_soldiers_count_by_the_head_and_half_when_mechanised(motive: str, divisor: float | None, expected: int) -> None:
    assert armour(platoon(motive=motive, divisor=divisor)).value == expected


def test_capital_armour_counts_a_third() -> None:
    assert armour(unit("warship", motive="spheroid", locations=plated(100))).value == 33


@pytest.mark.proves("as.structure_engine", "as.structure")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("fusion_engine", 8),
        ("ice_engine", 8),
        ("compact_engine", 10),
        ("light_engine", 5),
        ("clan_xl_engine", 5),
        ("is_xl_engine", 4),
        ("clan_xxl_engine", 4),
        ("is_xxl_engine", 3),
        ("large_fusion_engine", 6),
        ("is_large_xl_engine", 4),
        ("clan_large_xl_engine", 4),
        ("large_light_engine", 4),
        ("is_large_xxl_engine", 3),
    ],
)
def test_the_engine_says_how_much_95_tons_stand(kind: str, expected: int) -> None:
    assert structure(machine(tons=95, engine=engine(kind))).value == expected


def test_rows_of_the_structure_table_only_grow_with_weight_and_go_to_two_hundred_tons() -> None:
    for row in MACHINE_STRUCTURE.rows.values():
        assert list(row) == sorted(row)
        assert len(row) == (200 - 10) // 5 + 1


def test_stronger_engines_never_leave_less_structure() -> None:
    table = MACHINE_STRUCTURE
    order = ("compact", "standard", "large", "light", "xl", "clan_xxl", "clan_large_xxl", "xxl", "large_xxl")
    for stronger, weaker in pairwise(order):
        assert all(more >= less for more, less in zip(table[stronger], table[weaker], strict=True)), (stronger, weaker)


def test_a_machine_without_an_engine_stands_as_with_an_ordinary_one() -> None:
    assert engine_row(machine(engine=None)) == "standard"


@pytest.mark.parametrize(("material", "expected"), [("composite_structure", 3), ("reinforced_structure", 10)])
def test_composite_halves_and_reinforced_doubles_the_structure(material: str, expected: int) -> None:
    kind = item(material)
    assert isinstance(kind, Structure)
    assert structure(machine(tons=60, structure=kind)).value == expected


def test_a_machine_heavier_than_the_table_is_refused() -> None:
    with pytest.raises(RefusedError, match="no structure for 205 tons"):
        structure(machine(tons=205))


def framed(points: int, **more: Any) -> Subject:
    return vehicle(locations=(Location(code="FR", structure=points),), **more)


@pytest.mark.parametrize(("points", "expected"), [(4, 1), (30, 3), (31, 4)])
def test_vehicles_have_a_tenth_of_their_structure_rounded_up(points: int, expected: int) -> None:
    assert structure(framed(points)).value == expected


@pytest.mark.parametrize(
    ("tons", "expected"), [(301, 28), (500, 28), (501, 21), (6_001, 17), (12_001, 14), (30_001, 12)]
)
@pytest.mark.proves("as.ship_structure")
def test_large_vessels_have_less_for_their_structure(tons: int, expected: int) -> None:
    assert structure(vessel(tons)).value == expected


def test_a_vessel_of_three_hundred_tons_has_as_much_as_any_vehicle() -> None:
    assert structure(vessel(300)).value == 42


def vessel(tons: int) -> Subject:
    places = (Location(code="FR", structure=420),)
    return unit("support vehicle", motive="naval", tons=tons, locations=places)


@pytest.mark.proves("as.protection")
def test_infantry_and_protomechs_have_little_structure() -> None:
    assert structure(squad()).value == 2
    assert structure(platoon()).value == structure(unit("protomech", tons=5)).value == 1


def test_fighters_have_half_their_structural_integrity_rounded_up() -> None:
    assert structure(unit("aerospace fighter", motive="aerodyne", structural_integrity=7)).value == 4


def test_a_warship_has_all_of_it() -> None:
    assert structure(unit("warship", motive="spheroid", structural_integrity=90)).value == 90


def test_the_integrity_of_a_winged_support_vehicle_is_its_thrust() -> None:
    assert structure(unit("support vehicle", motive="aerodyne", walk=5)).value == 3


@pytest.mark.proves("as.card.threshold")
@pytest.mark.parametrize(("points", "expected"), [(30, 1), (90, 1), (120, 2)])
def test_the_threshold_of_a_fighter_is_a_third_of_its_armour_rounded_up(points: int, expected: int) -> None:
    fighter = unit("aerospace fighter", motive="aerodyne", locations=plated(points))
    found = threshold(fighter, armour(fighter))
    assert found is not None
    assert found.value == expected


def test_the_threshold_of_a_dropship_is_that_of_one_side() -> None:
    ship = unit("dropship", motive="spheroid", locations=plated(30 * 25))
    found = threshold(ship, armour(ship))
    assert found is not None
    assert found.value == 3


def test_nothing_on_the_ground_has_a_threshold() -> None:
    assert threshold(machine(), armour(machine())) is None


@needs_corpus
@pytest.mark.parametrize("column", ["armor", "structure"])
def test_published_protection_is_reached(column: str) -> None:
    work_out = armour if column == "armor" else structure
    found = [str(work_out(subject).value) == row[column] for row, subject in published_subjects(every=11)]
    assert sum(found) >= 0.99 * len(found)
