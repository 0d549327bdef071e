"""Size of cards by weight and type."""

from __future__ import annotations

import pytest

from alphastrike.frames import machine, platoon, published_subjects, squad, unit
from boards import needs_corpus
from overheat.alphastrike.size import size
from overheat.classic.unit.sheet import Kind
from overheat.kernel.refusal import RefusedError


@pytest.mark.proves("as.size", "as.sizes")
@pytest.mark.parametrize(
    ("tons", "expected"), [(20, 1), (35, 1), (40, 2), (55, 2), (60, 3), (75, 3), (80, 4), (135, 4)]
)
def test_machines_are_light_medium_heavy_or_assault(tons: int, expected: int) -> None:
    assert size(machine(tons=tons)).value == expected


@pytest.mark.parametrize(
    ("kind", "tons", "expected"),
    [
        ("aerospace fighter", 45, 1),
        ("aerospace fighter", 50, 2),
        ("aerospace fighter", 75, 3),
        ("small craft", 200, 1),
        ("dropship", 2_500, 2),
        ("dropship", 10_000, 3),
        ("jumpship", 100_000, 2),
        ("warship", 800_000, 3),
        ("warship", 1_200_000, 4),
    ],
)
def test_what_flies_has_steps_of_its_own(kind: Kind, tons: int, expected: int) -> None:
    assert size(unit(kind, motive="aerodyne", tons=tons)).value == expected


def test_all_infantry_is_of_size_one() -> None:
    assert size(squad()).value == size(platoon()).value == 1


@pytest.mark.proves("as.support_sizes")
@pytest.mark.parametrize(
    ("motive", "tons", "expected"),
    [
        ("wheeled", 4.9, 1),
        ("wheeled", 5, 2),
        ("wheeled", 80, 2),
        ("wheeled", 80.5, 3),
        ("tracked", 201, 4),
        ("hover", 51, 3),
        ("vtol", 30, 2),
        ("naval", 30_001, 5),
        ("airship", 901, 5),
        ("aerodyne", 101, 3),
    ],
)
def test_support_vehicles_go_by_how_they_move(motive: str, tons: float, expected: int) -> None:
    assert size(unit("support vehicle", motive=motive, tons=tons)).value == expected


def test_a_support_vehicle_that_moves_in_no_known_way_has_no_size() -> None:
    with pytest.raises(RefusedError, match="no size for support vehicles moving as biped"):
        size(unit("support vehicle", motive="biped", tons=20))


@needs_corpus
def test_published_sizes_are_reached() -> None:
    found = [str(size(subject).value) == row["size"] for row, subject in published_subjects(every=11)]
    assert sum(found) >= 0.995 * len(found)
