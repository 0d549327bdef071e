"""`overheat odds platoon`: exact odds of the platoon game; and the table drawn from a log."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from terminal import refused, run


def asked(*words: str) -> Any:
    return json.loads(run("odds", "platoon", *words, "--format", "json").stdout)


def test_a_shot_needs_three_or_more_at_short_range_and_four_at_long() -> None:
    assert asked("shot", "rifle", "10")["to_hit"] == [2, 3]
    assert asked("shot", "rifle", "20")["to_hit"] == [1, 2]
    assert asked("shot", "rifle", "30")["to_hit"] == [0, 1]


def test_a_regular_unit_with_three_pins_obeys_on_six_or_less() -> None:
    rolls = [sum(faces) <= 6 for faces in product(range(1, 7), repeat=2)]
    assert Fraction(*asked("test", "regular", "3")["obeys"]) == Fraction(sum(rolls), 36)


def test_a_rocket_of_five_glances_off_a_tank_of_nine_on_a_four_and_holes_it_on_more() -> None:
    found = asked("penetration", "rpg", "20", "--damage-value", "9")
    assert found["sum"]["total"] == 5
    assert (found["none"], found["glancing"], found["full"]) == ([1, 2], [1, 6], [1, 3])


def test_a_blast_fells_each_man_under_its_template_with_the_penetration_of_its_size() -> None:
    found = asked("he", "2", "--damage-value", "4", "--covered", "3")
    assert found["mean"] == [5, 2]
    assert found["odds"][3]["exactly"] == [125, 216]
    assert asked("he", "2", "--damage-value", "4", "--covered", "3", "--down")["mean"] == [5, 6]


def test_a_gun_zeroes_in_from_six_to_five_to_four() -> None:
    found = asked("indirect", "3")
    missed = [Fraction(5, 6), Fraction(4, 6), Fraction(3, 6)]
    expected = [1 - missed[0], 1 - missed[0] * missed[1], 1 - missed[0] * missed[1] * missed[2]]
    assert [Fraction(*found[f"by_shell_{number}"]) for number in (1, 2, 3)] == expected


def test_tough_fighters_roll_again_for_everyone_they_fell() -> None:
    assert asked("close", "1", "--damage-value", "4")["mean"] == [1, 2]
    tough = asked("close", "1", "--damage-value", "4", "--tough", "1")
    assert [row["exactly"] for row in tough["odds"]] == [[1, 2], [1, 4], [1, 4]]


def test_people_read_a_table() -> None:
    told = run("odds", "platoon", "he", "1", "--covered", "1").stdout.splitlines()
    assert told == [
        "fallen  exactly  or more",
        "     0    33.3%   100.0%",
        "     1    66.7%    66.7%",
        "on average 2/3 (0.67)",
    ]
    assert "by shell 1: 1/6 (16.7%)" in run("odds", "platoon", "indirect", "1").stdout


def test_a_called_strike_comes_at_once_in_half_of_all_cases() -> None:
    found = asked("strike")
    assert (found["comes_at_once"], found["ever_misdirected"], found["direct_hit"]) == ([1, 2], [1, 4], [1, 6])
    assert asked("strike", "--air")["direct_hit"] == [2, 3]


@pytest.mark.parametrize(
    "words",
    [
        ("frog",),
        ("shot",),
        ("shot", "laser", "5"),
        ("penetration", "rpg", "5", "--facing", "inside"),
        ("he", "5"),
        ("indirect", "0"),
        ("close", "2", "--tough", "3"),
        ("test", "regular", "--rules", "none_such"),
    ],
)
def test_a_question_that_makes_no_sense_is_wrong_usage(words: tuple[str, ...]) -> None:
    refused("odds", "platoon", *words, code=2)


def test_dice_are_asked_for_as_ever() -> None:
    assert json.loads(run("odds", "2d6", "8", "--format", "json").stdout)[0]["at_least"] == [5, 12]
    assert "odds platoon" in run("odds", "--help").stdout


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "crossroads.log"
    bots = ("--bot", "attacker=random", "--bot", "defender=random")
    run("battle", "crossroads", "--seed", "1", *bots, "--save", str(path))
    return path


def test_the_table_is_drawn_as_a_turn_leaves_it(log: Path) -> None:
    first, second = (run("replay", str(log), "--svg", turn).stdout for turn in ("1", "2"))
    assert "turn 1</title>" in first
    assert first.split("</title>")[1] != second.split("</title>")[1]
    assert ElementTree.fromstring(first).tag.endswith("svg")


def test_a_board_is_drawn_with_a_badge_for_each_unit(tmp_path: Path) -> None:
    path = tmp_path / "duel.log"
    run("battle", "duel", "--seed", "2", "--red", "random", "--blue", "random", "--save", str(path))
    drawn = run("replay", str(path), "--svg", "1").stdout
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert ">R1<" in drawn
    assert ">B1<" in drawn


def test_a_turn_that_never_was_is_wrong_usage(log: Path) -> None:
    assert "there is no turn 99" in refused("replay", str(log), "--svg", "99", code=2)
    refused("replay", str(log), "--svg", "0", code=2)
