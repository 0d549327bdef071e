"""Kinds of scenario and zones on the command line: `battle` and `play` take them for scenarios and for force files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from terminal import refused, run


def head_of(*arguments: str) -> dict[str, object]:
    answer = run("battle", *arguments, "--format", "json")
    head: dict[str, object] = json.loads(answer.stdout.splitlines()[0])["setup"]
    return head


def test_the_forces_of_a_scenario_fight_about_something_else() -> None:
    setup = head_of("duel", "--mission", "hunt", "--goal", "side=blue", "--rounds", "2", "--zone", "red=north-west:4@s")
    assert setup["mission"] == "hunt"
    assert setup["rounds"] == 2
    assert setup["objectives"][0]["targets"] == ["red-1"]  # type: ignore[index]
    red = setup["units"][0]  # type: ignore[index]
    assert int(red["hex"][:2]) <= 4
    assert int(red["hex"][2:]) <= 4
    assert red["facing"] == 3


def test_force_files_meet_on_a_mission_and_the_battle_tells_how_it_is_won(tmp_path: Path) -> None:
    for name, unit in (("red", "Locust LCT-1V"), ("blue", "Wasp WSP-1A")):
        (tmp_path / f"{name}.toml").write_text(f'[[unit]]\nunit = "{unit}"\n', encoding="utf-8")
    paths = [str(tmp_path / f"{name}.toml") for name in ("red", "blue")]
    told = run("battle", *paths, "--mission", "hill", "--goal", "points=1", "--deploy", "--rounds", "6").stdout
    assert "King of the hill." in told
    assert "1 point win" in told
    assert "is placed in" in told
    answer = run("play", *paths, "--mission", "hunt", typed="quit\n")
    assert "The hunt." in answer.stdout or "One unit of the enemy matters" in answer.stdout


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (("--mission", "siege"), "no kind of scenario 'siege'; there are meeting"),
        (("--mission", "hunt", "--goal", "targets=blue-7"), "'blue-7' is no enemy unit"),
        (("--mission", "hunt", "--goal", "prey=1"), "nothing is known of a goal's 'prey'"),
        (("--mission", "line", "--goal", "depth=deep"), "depth is a number"),
        (("--zone", "red=up"), "the zone of red: write north:3"),
        (("--zone", "red=north@x"), "a facing is one of"),
        (("--zone", "red=south+40"), "lies off the board"),
        (("--goal", "units=2"), "name one"),
        (("--zone", "red"), "write SIDE=WHERE"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(said: tuple[str, ...], reason: str) -> None:
    assert reason in run("battle", "duel", *said, code=None).stderr


def test_h_e_a_t_has_no_such_kinds() -> None:
    assert "no kinds of scenario" in refused("battle", "crossroads", "--mission", "hill", code=1)
