"""`overheat platoon`, by its own door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from overheat.cli.platoon.commands import app


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == code, result.output
    assert all(line.startswith("overheat: ") for line in result.stderr.splitlines())
    return result


def test_a_bundled_platoon_is_priced() -> None:
    assert run("check", "border_brigade").stdout.splitlines()[-1] == " 1000  Border brigade, of 1000"
    found = json.loads(run("check", "border_brigade", "--format", "json").stdout)
    assert (found["points"], found["findings"]) == (1000, [])


def test_what_a_platoon_breaks_is_told(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text('name = "Small"\nunits = [{ unit = "rifle_squad" }]\n', encoding="utf-8")
    told = run("check", str(file), code=1).stderr
    assert "leader: 0 units, 1 wanted" in told
    assert "infantry: 1 unit, 2 to 5 wanted" in told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("check", "no_such_platoon"), 1),
        (("check", "border_brigade", "--rules", "no_such_rule"), 2),
        (("shot", "laser", "10"), 2),
        (("shot", "rifle", "10", "--order", "dance"), 2),
        (("test", "heroic"), 2),
        (("build", "rifle squad"), 2),
        (("build", "rifle_squad:heroic"), 2),
        (("build", "laser_tank"), 1),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], code: int) -> None:
    result = run(*arguments, code=code)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)


def test_a_platoon_is_built_from_words_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "built.toml"
    run(
        "build",
        "junior_leader",
        "rifle_squad:veteran:8+lmg~smg=3",
        "rifle_squad",
        "--name",
        'The "best"',
        "--out",
        str(file),
    )
    assert run("check", str(file)).stdout.splitlines()[-1] == '  223  The "best", of 1000'


def test_cards_tell_what_units_fire() -> None:
    told = run("card", "response_platoon").stdout
    assert "Anti-Tank guided missile launcher: any range 1, PEN +7" in told
    assert "fighting vehicle of Alpha" in told
    cards = json.loads(run("card", "response_platoon", "--format", "json").stdout)
    assert len(cards) == 13


def test_the_odds_of_a_shot_and_of_an_order() -> None:
    shot = json.loads(run("shot", "rpg", "12", "--vehicle", "--damage-value", "9", "--format", "json").stdout)
    assert (shot["to_hit"], shot["knocked_out"]) == ([2, 3], [1, 9])
    six = ("shot", "pdw", "5", "--weapons", "6", "--damage-value", "5")
    soft = json.loads(run(*six, "--men", "18", "--format", "json").stdout)
    assert (soft["hits"], soft["casualties"]) == ([15, 1], [5, 1])
    assert "obeys: 13/18 (72.2%)" in run("test", "regular", "3", "--officer", "2").stdout


def test_a_vehicle_is_priced_from_its_parts() -> None:
    # 110 for the armour, 110 for the gun, 10 for the smoke: nine and eleven tenths, rounded up.
    told = run("design", "armour.9", "weapon.at_heavy", "kit.smoke_screen").stdout.splitlines()[-3:]
    assert told == ["  207  inexperienced", "  230  regular", "  253  veteran"]
    seats = json.loads(run("design", "armour.7", "capacity.soldier=6", "--format", "json").stdout)
    assert (seats["inexperienced"], seats["regular"], seats["veteran"]) == (56, 62, 69)
    assert "  190  armour.10" in run("design").stdout.splitlines()


@pytest.mark.parametrize("word", ["armour.99", "armour.7=x", "armour.7=-1"])
def test_parts_that_there_are_not_are_refused_in_one_line(word: str) -> None:
    assert run("design", word, code=2).stderr.count("\n") == 1
