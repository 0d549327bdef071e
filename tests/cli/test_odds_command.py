"""`overheat odds` gives exact odds of a roll."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from terminal import refused, run

DIE = range(1, 7)


def test_two_dice_have_the_odds_that_counting_gives() -> None:
    totals = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    rows = list(csv.DictReader(io.StringIO(run("odds", "--format", "csv").stdout)))
    assert [int(row["total"]) for row in rows] == list(range(2, 13))
    for row in rows:
        number = int(row["total"])
        assert Fraction(row["exactly"]) == Fraction(totals.count(number), 36)
        assert Fraction(row["at_least"]) == Fraction(sum(total >= number for total in totals), 36)


def test_one_number_is_one_row() -> None:
    assert json.loads(run("odds", "2D6", "8", "--format", "json").stdout) == [
        {"total": 8, "exactly": [5, 36], "at_least": [5, 12]}
    ]


@pytest.mark.parametrize(("number", "chance"), [("13", [0, 1]), ("-5", [1, 1])])
def test_a_number_beyond_the_dice_is_impossible_or_certain(number: str, chance: list[int]) -> None:
    told = json.loads(run("odds", "--format", "json", "--", "2d6", number).stdout)
    assert told[0]["at_least"] == chance


@pytest.mark.parametrize("dice", ["1d2", "2d6", "5d10", "20d100"])
def test_the_table_fits_a_terminal(dice: str) -> None:
    lines = run("odds", dice).stdout.splitlines()
    assert lines[0] == dice
    assert max(map(len, lines)) <= 80 or lines[-1].startswith("The fractions are too long")
    assert max(map(len, lines[:-1])) <= 80


def test_long_fractions_are_whole_where_programs_read_them() -> None:
    told = json.loads(run("odds", "20d100", "20", "--format", "json").stdout)
    assert told[0]["exactly"] == [1, 100**20]


def test_what_is_nearly_certain_does_not_look_certain() -> None:
    output = run("odds", "10d6", "11").stdout
    assert ">99.9%" in output
    assert "<0.1%" in output
    assert "100.0%" in run("odds", "10d6", "10").stdout


@pytest.mark.parametrize(
    "dice",
    [
        "",
        "2d",
        "2d1",
        "0d6",
        "21d6",
        "12d6+9d6",
        "2d101",
        "two",
        "2d6+",
        "(2d6",
        "2d6)",
        "2d6kh3",
        "4d6dl0",
        "2d6 3",
        "9999*9999",
        "20d100*20d100",
        "٢d٦",
        "9" * 5000,
        "2d6\n",
        "\0",
    ],
)
def test_what_are_no_dice_is_wrong_usage(dice: str) -> None:
    assert "are no dice: " in refused("odds", "--", dice, code=2)


@pytest.mark.parametrize(
    ("expression", "counted"),
    [
        ("d6", lambda: [(a,) for a in DIE]),
        ("2d6+3", lambda: [(a, b, 3) for a, b in product(DIE, DIE)]),
        ("4d6kh3", lambda: [sorted(faces)[1:] for faces in product(DIE, repeat=4)]),
        ("3D6kl1", lambda: [[min(faces)] for faces in product(DIE, repeat=3)]),
        ("3d6dh1", lambda: [sorted(faces)[:-1] for faces in product(DIE, repeat=3)]),
        ("2d6dl2", lambda: [[0]]),
        ("2*(1d6-1)-d4", lambda: [(2 * (a - 1), -b) for a, b in product(DIE, range(1, 5))]),
        ("d6*d6", lambda: [[a * b] for a, b in product(DIE, DIE)]),
    ],
)
def test_an_expression_has_the_odds_that_counting_gives(
    expression: str, counted: Callable[[], list[Sequence[int]]]
) -> None:
    totals = [sum(parts) for parts in counted()]
    rows = list(csv.DictReader(io.StringIO(run("odds", expression, "--format", "csv").stdout)))
    assert {int(row["total"]): Fraction(row["exactly"]) for row in rows} == {
        total: Fraction(totals.count(total), len(totals)) for total in totals
    }


@pytest.mark.parametrize("number", ["x", "1.5", "", "10000", "9" * 5000])
def test_what_is_no_number_is_wrong_usage(number: str) -> None:
    refused("odds", "2d6", number, code=2)
