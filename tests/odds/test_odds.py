"""Exact odds, against tables that everybody knows and against counting by hand."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from overheat.kernel.odds import Distribution, dice

TWO_DICE_OR_MORE = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0}


@pytest.mark.parametrize(("number", "of_36"), TWO_DICE_OR_MORE.items())
def test_two_dice_reach_a_number_as_often_as_the_table_says(number: int, of_36: int) -> None:
    assert dice().at_least(number) == Fraction(of_36, 36)


@given(some.integers(1, 4), some.integers(2, 8))
def test_totals_agree_with_counting_every_throw(count: int, sides: int) -> None:
    throws = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    for total in set(throws):
        assert dice(count, sides).probability(total) == Fraction(throws.count(total), len(throws))


def test_the_mean_is_exact() -> None:
    assert dice().mean == 7
    assert dice(1).mean == Fraction(7, 2)


def test_outcomes_that_become_equal_are_merged() -> None:
    assert dice(1).map(lambda face: face % 2 == 0) == Distribution({True: 1, False: 1})


def test_what_follows_may_depend_on_what_fell() -> None:
    shots = dice(1).then(lambda hits: dice(hits, 6) if hits > 4 else Distribution.always(0))
    assert shots.probability(0) == Fraction(4, 6)
    assert shots.mean == Fraction(5 * 7 + 6 * 7, 12)


def test_independent_chances_join() -> None:
    assert dice(1).combine(dice(1), lambda one, other: one + other) == dice(2)
    assert dice(1).repeat(3) == dice(3)
    assert dice(1).repeat(0) == Distribution.always(0)


def test_weights_are_in_lowest_terms_and_positive() -> None:
    assert Distribution({"a": 2, "b": 4, "c": 0}) == Distribution({"a": 1, "b": 2})
    with pytest.raises(ValueError):
        Distribution({"a": 0})
    with pytest.raises(ValueError):
        Distribution({"a": -1, "b": 3})
