"""`overheat odds platoon`: the questions beyond single shots, answered with fractions reckoned by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from overheat.cli.platoon.odds import app


def run(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result


def asked(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--format", "json").stdout)
    return found


@pytest.mark.parametrize(
    ("words", "name", "ratio"),
    [
        ("shot mmg 30 --damage-value 3", "pinned", [31, 32]),
        ("shot mmg 10 --men 1 --damage-value 3", "casualties", [211, 243]),
        ("shot flame_inf 5 --down --cover hard", "casualties", [175, 72]),
        ("shot at_heavy 40 --he", "casualties_in_a_building", [35, 24]),
        ("shot rifle 10 --drone ran", "to_hit", [1, 3]),
        ("shot ar 10 --door", "to_hit", [1, 3]),
        ("shot hmg 10 --attendants 1", "to_hit", [1, 2]),
        ("shot atgm 5 --vehicle --damage-value 10 --facing rear", "knocked_out", [13, 36]),
        ("shot rpg 12 --vehicle --damage-value 9 --weapons 2", "knocked_out", [17, 81]),
        ("test regular 1 --leash 37", "obeys", [7, 12]),
        ("test regular --leash 31", "obeys", [5, 6]),
        ("test regular --leash 33 --rules leash_36", "obeys", [1, 1]),
        ("test regular --arriving", "obeys", [13, 18]),
        ("test regular 2 --nco-lost", "obeys", [5, 12]),
        ("test inexperienced 2 --command", "obeys", [7, 12]),
        ("test regular 3", "friendly_fire", [1, 108]),
        ("test regular", "panic", [0, 1]),
        ("penetration mortar_medium --damage-value 7 --open-topped", "knocked_out", [1, 4]),
        ("penetration how_medium --damage-value 8 --indirect", "none", [1, 2]),
        ("penetration rpg --damage-value 7 --helicopter", "crashes", [5, 12]),
        ("penetration rpg --damage-value 7 --helicopter --rules chart_on_hit", "crashes", [1, 2]),
        ("indirect 4 --unseen 2 --unseen 3", "by_shell_4", [61, 81]),
        ("assault 4 3", "first_won", [3, 4]),
        ("assault 1 1", "attacker_left", [7, 12]),
        ("assault 1 1 --defended", "nobody_left", [1, 3]),
        ("morale regular 1 --nco-lost", "holds", [7, 12]),
        ("morale regular 7", "pins_after_rally", [5, 2]),
        ("drone --turns 5", "in_the_air", [1, 9]),
        ("drone --distance 81", "radio_connected", [1, 6]),
        ("drone --damage-value 9", "knocked_out", [73, 1296]),
        ("missile 70", "turns_later", [2, 1]),
        ("missile 50 --away 20", "turns_later", [2, 1]),
        ("missile 50 --away -18", "turns_later", [1, 1]),
        ("bag 10 8 --drawn 3", "all_mine", [5, 34]),
    ],
)
def test_a_question_has_an_exact_answer(words: str, name: str, ratio: list[int]) -> None:
    assert asked(*words.split())[name] == ratio


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        ("light run --forward 48 --turn 45", True),
        ("light run --forward 48 --turn 45 --turn 45", False),
        ("large run --forward 24 --turn 45", False),
        ("light run --up 10 --height 50", True),
        ("light run --up 11 --height 50", False),
        ("medium run --forward 19 --half-speed", False),
        ("medium run --down 20 --height 40 --half-speed", True),
    ],
)
def test_whether_a_helicopter_may_fly_so(words: str, allowed: bool) -> None:
    assert asked("flight", *words.split())["allowed"] is allowed


def test_where_landing_leads_is_told() -> None:
    assert asked("flight", "light", "advance", "--height", "6")["lifts_or_lands_to"] == 0
    assert asked("flight", "light", "advance", "--height", "8")["lifts_or_lands_to"] is None
    told = run("flight", "light", "run", "--forward", "49").stdout.splitlines()
    assert told == [
        "not allowed: 49 inches where 48 are allowed [H.E.A.T: Helicopter flight]",
        "lifting off or landing leads to 0",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "indirect 2 --unseen 3",
        "indirect 2 --unseen 7",
        "assault 3 3 --tough 4",
        "assault 3 3 --damage-value 12 --own-damage-value 12",
        "shot rifle 10 --drone floating",
        "shot rifle 10 --he",
        "shot rifle 10 --drone ran --vehicle",
        "missile 64" + 60 * " --away 32",
        "flight huge run",
        "flight light fire",
        "morale heroic",
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_line(words: str) -> None:
    assert run(*words.split(), code=2).stderr.count("\n") == 1


def test_means_are_told_without_a_percentage_and_chances_with_one() -> None:
    told = run("assault", "1", "1").stdout.splitlines()
    assert "attackers fall: 0.25" in told
    assert "attacker left: 7/12 (58.3%)" in told
    assert "pins after: 0" in run("test", "regular").stdout.splitlines()
    # Five shots that hit a lone man in a half and fell him in two thirds, twice over: 1 - (2/3)^10 of a man.
    told = run("shot", "mmg", "10", "--weapons", "2", "--men", "1", "--damage-value", "3").stdout.splitlines()
    assert "casualties: 58025/59049 (0.98)" in told
    told = run("shot", "mmg", "10", "--weapons", "4", "--men", "1", "--damage-value", "3").stdout.splitlines()
    assert f"casualties: {3**20 - 2**20}/{3**20} (1.00)" in told


def test_how_far_a_target_goes_away_has_bounds() -> None:
    assert "--away" in run("missile", "50", "--away", "501", code=2).stderr
