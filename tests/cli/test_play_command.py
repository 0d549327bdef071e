"""`overheat play`: a game typed line by line, without a terminal."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from overheat.cli.main import app
from overheat.kernel.log.replay import verify
from overheat.lab.games import game_of
from terminal import refused, run

SCENARIO = """
title = "Two on a plain"
board = "plain.board"
rounds = 2

[[force]]
side = "red"
units = [
  { unit = "Griffin GRF-1N", hex = "0201", facing = 3 },
  { unit = "Wasp WSP-1A", hex = "0301", facing = 3 },
]

[[force]]
side = "blue"
units = [{ unit = "UrbanMech UM-R60", hex = "0216", facing = 0 }]
"""
WOODS = {"0205": "woods:1;foliage_elev:2", "0105": "water:1"}


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    hexes = (f"{column:02}{row:02}" for row in range(1, 17) for column in range(1, 5))
    board = "".join(f'hex {hex} 0 "{WOODS.get(hex, "")}" ""\n' for hex in hexes)
    (tmp_path / "plain.board").write_text(f"size 4 16\n{board}end\n")
    path = tmp_path / "plain.toml"
    path.write_text(SCENARIO)
    return str(path)


def typed(scenario: str, *lines: str, code: int = 0, options: tuple[str, ...] = ()) -> str:
    """What is shown when these lines are typed."""
    return run("play", scenario, *options, code=code, typed="".join(f"{line}\n" for line in lines)).stdout


def test_the_battlefield_shows_units_with_their_facing(scenario: str) -> None:
    shown = typed(scenario)
    assert "You play red" in shown
    assert "R1↓" in shown
    assert "R2↓" in shown
    assert "B1↑" in shown


def test_a_destination_is_told_with_its_costs_before_it_is_gone(scenario: str) -> None:
    shown = typed(scenario, "r1", "0204 se", "yes", "quit")
    assert "walk to 0204 facing south-east, 4 points, 3 hexes:" in shown
    assert "moves forward 0202 (1 a hex)" in shown
    assert "turns left" in shown
    assert "Griffin (red) walks to 0204 facing south-east, 4 points, 3 hexes" in shown


def test_saying_no_leaves_everything_as_it_was(scenario: str) -> None:
    shown = typed(scenario, "r1", "0204", "no", "stay", "quit")
    assert "Griffin (red) walks" not in shown


def test_where_a_unit_can_get_is_shown_with_points_and_rolls(scenario: str) -> None:
    shown = typed(scenario, "r1", "reach", "quit")
    reached = shown.split("reach")[-1]
    assert "w1" in reached
    assert "! asks for a piloting roll" in shown
    assert "out of reach" in typed(scenario, "r2", "0416 n walk", "quit")


def test_a_move_can_be_made_step_by_step_and_taken_back(scenario: str) -> None:
    shown = typed(scenario, "r2", "walk", "f", "l", "undo", "undo", "f", "done", "quit")
    assert shown.count("taken back") == 2
    assert "Wasp (red) walks to 0302 facing south, 1 point, 1 hex: 0302 (1 a hex)" in shown


def test_shots_are_previewed_explained_and_declared_by_number(scenario: str) -> None:
    shown = typed(scenario, "r1", "stay", "r2", "stay", "r1", "why 1", "1", "done", "quit")
    assert "damage on average [" in shown
    assert "gunnery skill" in shown
    assert "after this round" in shown
    assert "Griffin (red) fires at UrbanMech (blue)" in shown


def test_what_is_asked_at_any_time_is_answered(scenario: str) -> None:
    shown = typed(scenario, "help", "units", "status b1", "status", "map", "list", "why 9", "gibberish", "99", "quit")
    assert "take back your last step" in shown
    assert "B1 UrbanMech: UrbanMech UM-R60, 0" in shown
    assert "heat  0 |......" in shown
    assert "CT 12+7/10" in shown
    assert "whose? r1, r2, b1" in shown
    assert "'gibberish' is nothing that can be done here" in shown
    assert "the numbers go from 1 to 2" in shown


def test_a_game_left_is_kept_and_can_be_gone_on_with(scenario: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.log"
    options = ("--save", str(kept))
    shown = typed(scenario, "r1", "0203", "", options=options)
    assert f"kept in {kept}" in shown
    assert verify(kept.read_bytes(), game_of) is None
    on = run("play", "--resume", str(kept), typed="units\nquit\n").stdout
    assert "R1 Griffin: 0203 facing south" in on


def test_the_same_lines_make_the_same_game(scenario: str, tmp_path: Path) -> None:
    logs = []
    for name in ("one.log", "two.log"):
        typed(scenario, "r1", "0203", "", "r2", "0304", "", options=("--save", str(tmp_path / name)))
        logs.append((tmp_path / name).read_bytes())
    assert logs[0] == logs[1]


def test_a_whole_game_can_be_played_and_ends_with_who_won(scenario: str) -> None:
    shown = typed(scenario, *["r1", "done", "r2", "done"] * 12)
    assert "time is up after round 2" in shown


def test_nothing_is_kept_where_nobody_asked_for_it(scenario: str) -> None:
    shown = typed(scenario, "save", "quit")
    assert "where? save FILE" in shown
    assert "kept in" not in shown


def test_a_place_that_cannot_be_written_to_does_not_end_the_game(scenario: str, tmp_path: Path) -> None:
    typing = f"save {tmp_path / 'none' / 'x.log'}\nunits\nquit\n"
    result = run("play", scenario, typed=typing)
    assert "cannot be written" in result.stderr
    assert "B1 UrbanMech: 0216" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        ((), 2, "name a SCENARIO, or --resume"),
        (("nowhere",), 1, "no scenario 'nowhere'"),
        (("duel", "--side", "green"), 2, "there is no side 'green'"),
        (("duel", "--bot", "wizard"), 1, "no bot 'wizard'"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(arguments: tuple[str, ...], code: int, reason: str) -> None:
    assert reason in refused("play", *arguments, code=code)


def test_ctrl_c_keeps_the_game_and_leaves(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.log"
    lines = iter(["r1", "0203", "yes"])

    def typing(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typing)
    result = CliRunner().invoke(app, ["play", scenario, "--save", str(kept)])
    assert result.exit_code == 130
    assert f"kept in {kept}" in result.stdout
    assert verify(kept.read_bytes(), game_of) is None


def test_an_order_is_said_in_its_words_and_the_end_phase_asks_who_has_something_to_say() -> None:
    orders = ("done", "Power down in the End Phase", "done", "start up", "done", "quit")
    told = typed("duel", *orders, options=("--seed", "3"))
    assert "Enforcer (red) shuts down" in told
    assert "Enforcer (red) starts up again" in told
    assert told.index("Round 2") < told.index("starts up again") < told.index("Round 3")


def test_units_are_placed_in_the_terminal_where_that_is_asked_for() -> None:
    told = typed("duel", "0801", "0301 s", "map", "quit", options=("--deploy", "--seed", "3"))
    assert "Enforcer (red) is placed in 0801 facing south" in told
    assert "Vindicator (blue) is placed in" in told
    assert "Round 1" in told
    outside = typed("duel", "0809", "0902 se", "quit", options=("--deploy",))
    assert "0809 is outside the zone of red" in outside
    assert "Enforcer (red) is placed in 0902 facing south-east" in outside


def test_the_platoon_game_is_played_by_number_and_in_notation() -> None:
    exact = "Deploy attacker/light_ifv_1 2500,450,0"
    told = typed("village", "help", "3", exact, *["bot"] * 11, "quit")
    assert "You play attacker" in told
    assert "Light helicopter: 1 at 4″ east, 6″ north  2 at 4″ east, 10″ north" in told
    assert "Attacker's Light helicopter is set up at (12, 6)" in told
    assert "Attacker's Infantry fighting vehicle is set up at (25, 4.5)" in told
    assert "Turn 1." in told
    assert "in notation" in told
    assert "UnitChanged" not in told


def test_the_table_of_the_platoon_game_is_a_map_with_everybody_on_it() -> None:
    told = typed("village", "3", "map", "units", "quit")
    south = next(line for line in told.splitlines() if line.startswith("  6 ") and "AD" in line)
    assert south[4 + 12 : 4 + 14] == "AD", "six cells of two inches from the western edge"
    assert "AD Light helicopter: 12″ east, 6″ north" in told
    assert "A1 Platoon leader: not yet set up, 3 men" in told
    assert "bu building" in told


def test_what_an_action_of_the_platoon_game_promises_is_explained_and_a_wrong_one_refused() -> None:
    told = typed("village", "why 1", "99", "dance", "Deploy attacker/light_helicopter_1 400,4000,0", "list", "quit")
    assert "in notation: Deploy attacker/light_helicopter_1 400,600,0" in told
    listed = [line.split()[0] for line in told.splitlines() if "Light helicopter: " in line]
    assert f"the numbers go from 1 to {max(int(at) for at in listed if at.isdigit())}" in told
    assert "'dance' is nothing that can be done here" in told
    assert "  1  Light helicopter: at 4″ east, 6″ north: open ground, no cover" in told
    assert "is set up" not in told


def test_a_whole_battle_of_the_platoon_game_can_be_left_to_the_bot_and_kept(tmp_path: Path) -> None:
    kept = tmp_path / "village.log"
    told = typed("village", *["bot"] * 30, options=("--side", "defender", "--save", str(kept)))
    assert f"kept in {kept}" in told
    assert verify(kept.read_bytes(), game_of) is None
    on = run("play", "--resume", str(kept), "--side", "defender", typed="units\nquit\n").stdout
    assert "You play defender" in on


def test_a_choice_without_dice_is_taken_back_in_the_platoon_game() -> None:
    """An order to advance is followed by the choice of a way: nothing has been rolled in between."""
    told = typed("village", *["bot"] * 13, "2", "undo", "quit", options=("--side", "defender"))
    ordered, taken = told.index("Senior platoon leader is ordered to advance"), told.index("taken back")
    assert ordered < told.index("Move: move Senior platoon leader") < taken
    assert "Orders: a die of yours" in told[taken:]
