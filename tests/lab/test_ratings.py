"""Ratings of players that have met."""

import math

import pytest

from overheat.lab.study.ratings import ratings


def test_who_wins_three_of_four_is_rated_by_the_odds() -> None:
    """Odds of 3 to 1 are 400 times log10(3) = 191 points; half a game for each side draws them a little together."""
    first, second = ratings({("a", "b"): [1.0] * 300 + [0.0] * 100})
    assert (first.name, second.name) == ("a", "b")
    apart = first.rating.value - second.rating.value
    assert apart == pytest.approx(400 * math.log10(3), abs=3)
    assert first.rating.value == pytest.approx(-second.rating.value)


def test_who_never_lost_is_not_infinitely_strong() -> None:
    first, _ = ratings({("a", "b"): [1.0] * 5})
    assert 0 < first.rating.value < 1000
    assert first.rating.low < first.rating.value < first.rating.high


def test_draws_leave_two_equal() -> None:
    rows = ratings({("a", "b"): [0.5] * 10})
    assert [round(row.rating.value, 6) for row in rows] == [0, 0]


def test_strength_goes_through_others() -> None:
    """a beats b and b beats c, so a is above c whom it never met."""
    rows = ratings({("a", "b"): [1.0, 1.0, 0.0], ("b", "c"): [1.0, 1.0, 0.0]})
    assert [row.name for row in rows] == ["a", "b", "c"]


def test_more_games_tell_more() -> None:
    few, many = (ratings({("a", "b"): [1.0, 0.0] * count})[0].rating.half for count in (5, 500))
    assert many == pytest.approx(few / 10, rel=0.1)
