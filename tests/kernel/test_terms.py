"""A number remembers what it is made of."""

from fractions import Fraction

import pytest

from overheat.kernel.cite import Book
from overheat.kernel.terms import Number, Tally, Term, number_to_read

BOOK = Book("Rulebook")


def example() -> Tally:
    return Tally.of(
        [
            Term("skill", 4, "gunnery", BOOK("Skills", 3)),
            None,
            Term("ran", 2, "attacker ran", BOOK("Movement")),
            Term("prone", -2, "target prone", BOOK("Target")),
        ]
    )


def test_the_total_is_the_sum_of_the_terms_that_apply() -> None:
    assert example().total == 4
    assert [term.id for term in example()] == ["skill", "ran", "prone"]


def test_terms_are_found_by_id() -> None:
    assert example()["ran"].value == 2
    assert "ran" in example()
    assert "walked" not in example()
    with pytest.raises(KeyError):
        example()["walked"]


def test_a_sum_explains_itself_line_by_line() -> None:
    assert example().explain() == (
        " 4  gunnery       [Rulebook: Skills, p. 3]\n"
        "+2  attacker ran  [Rulebook: Movement]\n"
        "-2  target prone  [Rulebook: Target]\n"
        "=4"
    )


def test_an_empty_sum_is_nothing() -> None:
    assert Tally().total == 0
    assert Tally().explain() == "=0"


def test_a_sum_is_json_with_exact_fractions() -> None:
    tally = Tally((Term("half", Fraction(1, 2), "half", BOOK("A")), Term("one", Fraction(1), "one", BOOK("B"))))
    assert tally.as_json() == {
        "total": "3/2",
        "terms": [
            {"id": "half", "value": "1/2", "label": "half", "cite": "Rulebook: A"},
            {"id": "one", "value": 1, "label": "one", "cite": "Rulebook: B"},
        ],
    }


def test_sums_join() -> None:
    assert (example() + example()).total == 8


@pytest.mark.parametrize(
    ("value", "read"),
    [(7, "7"), (Fraction(27, 2), "13.5"), (Fraction(-1, 8), "-0.125"), (Fraction(17, 12), "17/12 (1.42)"), (0, "0")],
)
def test_a_number_for_people_is_a_decimal_or_has_one_beside_it(value: Number, read: str) -> None:
    assert number_to_read(value) == read
    assert Tally((Term("a", value, "a", BOOK("Numbers")),)).explain().endswith(f"={read}")
