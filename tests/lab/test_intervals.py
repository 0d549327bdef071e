"""Intervals: against tables, against brute force, and as often right as they say."""

import math
import random

import pytest

from overheat.lab.study.intervals import apart, mean, student, whenever, wilson


@pytest.mark.parametrize(
    ("freedom", "table"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_students_distribution_is_that_of_the_tables(freedom: int, table: float) -> None:
    """The two-sided 5 per cent points as every textbook prints them."""
    assert student(freedom) == pytest.approx(table, rel=0.004)


def test_a_mean_of_four_has_students_interval() -> None:
    """By hand: 1, 2, 3, 4 has mean 2.5 and variance 5/3; 3.182 times the root of 5/12 is 2.054."""
    found = mean([1, 2, 3, 4])
    assert found.value == 2.5
    assert found.half == pytest.approx(2.054, rel=0.004)


def test_one_game_tells_nothing() -> None:
    assert mean([7]).half == math.inf
    assert wilson(0, 0).half == 0.5


def test_equal_samples_differ_by_nothing() -> None:
    found = apart([3.0, 3.0], [3.0, 3.0])
    assert (found.value, found.low, found.high) == (0, 0, 0)


def test_intervals_of_independent_samples_hold_zero_about_95_times_in_100() -> None:
    """2,000 pairs of samples of one distribution; the count is exact because the numbers are seeded."""
    chance = random.Random(5)
    held = 0
    for _ in range(2000):
        one, other = ([chance.gauss(0, 1) for _ in range(12)] for _ in range(2))
        held += not apart(one, other).tells
    assert 0.93 <= held / 2000 <= 0.97


def test_an_interval_that_may_be_looked_at_any_time_holds_zero_at_every_look() -> None:
    """500 sequences of 300 games without a difference, looked at after every tenth: wrong at any look in 5 of 100."""
    chance = random.Random(9)
    wrong = 0
    for _ in range(500):
        values = [chance.choice((-1, 0, 0, 1)) for _ in range(300)]
        wrong += any(whenever(values[:games]).tells for games in range(20, 301, 10))
    assert wrong / 500 <= 0.05


def test_looking_often_costs_width() -> None:
    values = [1.0, 0.0, -1.0, 0.0] * 50
    assert whenever(values).half > mean(values).half
