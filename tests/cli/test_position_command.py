"""Positions on the command line: written by replay, read by legal, battle and play."""

from __future__ import annotations

from pathlib import Path

import pytest

from overheat.classic.game import Classic
from overheat.kernel.log.replay import read
from overheat.kernel.notation import parse_command, print_command
from overheat.lab.positions import parse_position, print_position
from overheat.platoon.game import PlatoonGame
from terminal import refused, run

STREET = """
game classic
rules classic
board street
board_text
  0 0 0
  0 1 0
  0 0 0w1
units red-1 red "Wasp WSP-1A" hex=0101 facing=3
units blue-1 blue "Locust LCT-1V" hex=0303
rounds 2

# the weapons of the first round
round = 1
phase = weapons
initiative = ["red","blue"]
order = ["red","blue"]
"""


@pytest.fixture
def street(tmp_path: Path) -> Path:
    path = tmp_path / "street.position"
    path.write_text(STREET, encoding="utf-8")
    return path


def test_legal_lists_what_may_be_said_in_the_notation(street: Path) -> None:
    assert run("legal", str(street)).stdout == "red: 1 commands\n  Choose red-1\n"
    street.write_text(STREET + "acting = red-1\n", encoding="utf-8")
    told = run("legal", str(street)).stdout
    assert "  Fire 0 blue-1\n" in told
    assert "  Done\n" in told
    assert '"Fire 0 blue-1"' in run("legal", str(street), "--format", "json").stdout


@pytest.mark.parametrize("scenario", ["duel", "heath"])
def test_a_log_is_stopped_written_as_a_position_and_goes_on_to_an_end_that_replays(
    scenario: str, tmp_path: Path
) -> None:
    log, position, later = tmp_path / "a.log", tmp_path / "a.position", tmp_path / "b.log"
    bots = {"duel": ("--red", "random", "--blue", "random"), "heath": ("--bot", "west=random", "--bot", "south=random")}
    run("battle", scenario, *bots[scenario], "--save", str(log))
    position.write_text(run("replay", str(log), "--to", "40", "--format", "position").stdout, encoding="utf-8")
    assert f"\nscenario {scenario}\n" in position.read_text(encoding="utf-8")
    told = run("battle", "--position", str(position), *bots[scenario], "--save", str(later)).stdout
    assert "Left on the field" in told
    header = read(later.read_bytes())[0]
    assert header.position == parse_position(position.read_text(encoding="utf-8")).changes
    assert "every byte the same" in run("replay", str(later)).stdout
    assert "Left on the field" in run("replay", str(later), "--as-told").stdout


def test_a_person_goes_on_from_a_position_and_keeps_it(street: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.log"
    told = run("play", "--position", str(street), "--save", str(kept), typed="1\nquit\n").stdout
    assert "weapons" in told
    assert "every byte the same" in run("replay", str(kept)).stdout
    assert "weapons" in run("play", "--resume", str(kept), typed="quit\n").stdout


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("red-1.heat = 3", "line 20: red-1.heat: there is no 'heat'"),
        ("acting = green-1", "no game comes to this: KeyError"),
        ("relief.0909 = 0w1", "hex 0909 is not on"),
        ("relief.0101 = wood", "'wood' is not a hex"),
        ("wind strong", "line 20: no line of a position begins with 'wind'"),
        ("units red-2 red", "line 20: units: Combatant needs unit"),
        ("weather wnd=3", "line 20: weather: Weather: 'wnd' where it takes light"),
        ("scenario duel", "after a scenario, which brings its own set-up"),
        ("phase = tea", "no game comes to this"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(line: str, wrong: str, street: Path) -> None:
    street.write_text(f"{STREET}\n\n{line}\n", encoding="utf-8")
    assert f"{street}: " in refused("legal", str(street), code=1)
    assert wrong in refused("legal", str(street), code=1)


def test_a_position_says_all_about_the_battle(street: Path) -> None:
    assert "takes no SCENARIO" in refused("battle", "duel", "--position", str(street), code=2)
    assert "takes no SCENARIO" in refused("play", "--position", str(street), "--deploy", code=2)
    assert "--as-told" in refused("replay", str(street), "--as-told", "--format", "position", code=2)


def test_the_examples_of_the_documentation_are_commands_and_a_position() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    blocks = text.split("```text\n")[1:]
    commands, position = (
        next(block.split("```")[0] for block in blocks if block.startswith(first)) for first in ("Choose", "game")
    )
    known = Classic().commands | PlatoonGame().commands
    lines = [line for line in commands.splitlines() if not line.startswith("Choose")]
    assert [print_command(parse_command(line, known)) for line in lines] == lines
    found = parse_position(position)
    assert found.state.units["red-1"].condition.heat == 4
    assert print_position(found.game, found.setup, found.state).startswith(
        "game classic\nrules classic\nboard street\n"
    )
