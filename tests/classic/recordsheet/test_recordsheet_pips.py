"""Pips in outlines: as many as asked for, inside, and apart from each other."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from overheat.classic.recordsheet.figures import BIPED, FIGHTER, PROTOMECH, QUAD, ROTORCRAFT, TRIPOD, VEHICLE, Figure
from overheat.classic.recordsheet.pips import best_pitch, crossings, holds, place
from overheat.drawing.lettering import fit, shorten, width, wrap
from overheat.drawing.surface import Box, Point

FIGURES = [BIPED, QUAD, TRIPOD, VEHICLE, ROTORCRAFT, FIGHTER, PROTOMECH]


def inside(outline: tuple[Point, ...], spot: Point) -> bool:
    return sum(x < spot[0] for x in crossings(outline, spot[1])) % 2 == 1


@settings(max_examples=60)
@given(some.sampled_from(FIGURES), some.integers(0, 60), some.integers(0, 20))
def test_an_outline_gets_exactly_the_pips_it_is_asked_for(figure: Figure, count: int, at: int) -> None:
    outlines = list(figure.put(Box(0, 0, 200, 240)).outlines.values())
    outline = outlines[at % len(outlines)].points
    if holds(outline, count):
        spots = place(outline, count)
        assert len(spots) == count
        assert all(inside(outline, spot) for spot in spots)


@pytest.mark.parametrize("count", [1, 3, 9, 17, 31, 50])
def test_pips_do_not_touch(count: int) -> None:
    outline = BIPED.put(Box(0, 0, 200, 250)).outlines["CT"].points
    pitch = best_pitch(outline, count)
    for (x, y), (other_x, other_y) in combinations(place(outline, count), 2):
        assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (0.9 * pitch) ** 2


def test_no_points_are_no_pips() -> None:
    assert place(BIPED.outlines["HD"].points, 0) == []


def test_both_sides_look_alike() -> None:
    left, right = (place(BIPED.outlines[code].points, 20) for code in ("LA", "RA"))
    assert sorted((round(200 - x, 3), round(y, 3)) for x, y in left) == sorted(
        (round(x, 3), round(y, 3)) for x, y in right
    )


def test_more_than_an_outline_holds_is_told() -> None:
    assert not holds(BIPED.outlines["HD"].points, 5000)


def test_words_are_made_to_fit() -> None:
    assert fit("Head", 100, 7) == ("Head", 7)
    smaller = fit("Medium Pulse Laser", 50, 7)
    assert smaller.words == "Medium Pulse Laser"
    assert 5 <= smaller.size < 7
    cut = fit("Medium Pulse Laser", 30, 7)
    assert cut.words.endswith("…")
    assert width(cut.words, cut.size) <= 30
    assert shorten("Head", 100, 7) == "Head"


def test_words_are_wrapped_at_spaces() -> None:
    lines = wrap("one two three four", width("one two", 7) + 0.1, 7)
    assert lines == ["one two", "three", "four"]
    assert wrap("", 10, 7) == []
