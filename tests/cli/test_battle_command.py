"""`overheat battle`: what is printed, counted and kept."""

import json
from pathlib import Path

import pytest

from overheat.classic.muster import scenario
from overheat.lab.study.intervals import wilson
from terminal import refused, run

SMALL = """
title = "Two on a plain"
board = "plain.board"
rounds = 2

[[force]]
side = "red"
units = [{ unit = "Wasp WSP-1A", hex = "0101", facing = 3 }]

[[force]]
side = "blue"
units = [{ unit = "Stinger STG-3R", hex = "0108", facing = 0 }]
"""
PLAIN = (
    "size 3 9\n"
    + "".join(f'hex {column:02}{row:02} 0 "" ""\n' for row in range(1, 10) for column in range(1, 4))
    + "end\n"
)


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A short battle on a board of its own, beside its file."""
    (tmp_path / "plain.board").write_text(PLAIN)
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return str(path)


def test_the_bundled_scenarios_are_listed_with_the_battle_value_of_each_side() -> None:
    listed = run("battle", "--list").stdout.splitlines()
    classic = [line.split()[0] for line in listed[1:] if line.split()[1] == "classic"]
    assert classic == list(scenario.names())
    others = ("cruise_missiles", "smoke_and_missiles", "town_watch")
    planets = ("dune_sea", "glacier", "moon", "night_city", "swamp", "volcano")
    worlds = (f"planet_{name}" for name in planets)
    assert scenario.names() == tuple(sorted(("breakthrough", "combined_arms", "duel", "lance", *others, *worlds)))
    assert "red 1,032, blue 1,024" in next(line for line in listed if line.startswith("duel"))


def test_programs_get_the_list_as_json() -> None:
    listed = json.loads(run("battle", "--list", "--format", "json").stdout)
    duel = next(row for row in listed if row["scenario"] == "duel")
    assert duel["value"] == {"red": 1032, "blue": 1024}
    assert duel["game"] == "classic"


def test_both_sides_of_every_bundled_scenario_are_worth_about_the_same() -> None:
    from overheat.lab.classic_kind import values

    for name in scenario.names():
        brief, setup = scenario.find(name)
        worth = values(setup, brief.rules)
        assert max(worth.values()) <= 1.03 * min(worth.values()), name


def test_one_battle_is_told_round_by_round_to_its_end(small: str) -> None:
    told = run("battle", small, "--seed", "3").stdout.splitlines()
    assert told[0] == "Two on a plain (seed 3, rules: classic, printed)"
    assert "Round 1" in told
    assert "Round 2" in told
    assert "Round 3" not in told
    assert "  Movement" in told
    assert any(line.startswith("Left on the field: red") for line in told)
    assert any("needed (4 gunnery skill" in line for line in told)


def test_the_same_seed_is_the_same_battle_and_another_seed_another(small: str) -> None:
    first, again, other = (run("battle", small, "--seed", seed).stdout for seed in ("3", "3", "4"))
    assert first == again
    assert first != other


def test_reasons_of_bots_stand_before_what_they_did_and_nothing_else_changes(small: str) -> None:
    asked = ("battle", small, "--seed", "3", "--red", "hard", "--blue", "greedy")
    plain, explained = (run(*asked, *more).stdout.splitlines() for more in ((), ("--reasons",)))
    reasons = [line for line in explained if line.lstrip().startswith("(Wasp (red): ")]
    assert [line for line in explained if line not in reasons] == plain
    moved = explained.index(next(line for line in explained if line.startswith("    Wasp (red) ")))
    assert explained[moved - 1] in reasons
    how = explained[moved].split()[2]
    assert f"(Wasp (red): {how} to " in explained[moved - 1]
    assert any(": fires " in line and " expected of " in line for line in reasons)


def test_reasons_of_bots_stand_in_battles_of_platoons_too() -> None:
    told = run("battle", "crossroads", "--seed", "1", "--bot", "attacker=hard", "--reasons").stdout.splitlines()
    first = next(number for number, line in enumerate(told) if " is set up at " in line and line.startswith("Attacker"))
    assert told[first - 1].startswith("  (begins in ")


def test_json_is_the_log_and_save_keeps_the_same(small: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.log"
    printed = run("battle", small, "--format", "json", "--save", str(kept)).stdout
    lines = [json.loads(line) for line in printed.splitlines()]
    assert lines[0]["line"] == "header"
    assert lines[0]["game"] == "classic"
    assert lines[-1]["event"]["type"] == "BattleEnded"
    assert kept.read_text() == printed


def test_many_battles_are_counted_alike_whatever_the_number_of_processes(small: str) -> None:
    one, two = (
        json.loads(run("battle", small, "--games", "4", "--jobs", jobs, "--format", "json").stdout)
        for jobs in ("1", "2")
    )
    for figures in (one, two):
        figures.pop("seconds")
        for result in figures["results"]:
            result.pop("seconds")
    assert one == two
    assert one["games"] == 4
    assert [result["seed"] for result in one["results"]] == [1, 2, 3, 4]
    wins = sum(row["wins"] for row in one["sides"].values())
    assert wins + one["draws"] == 4


def test_many_battles_are_told_with_shares_and_intervals(small: str) -> None:
    told = run("battle", small, "--games", "3", "--red", "random", "--bot", "blue=random").stdout
    assert "Two on a plain: 3 battles, seeds 1 to 3" in told
    assert told.count("random") == 2
    assert "95 % interval" in told
    assert "rounds: 2.0 on average, 2 to 2" in told


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Worked by hand: 8 of 10 has centre (0.8 + 0.19207) / 1.38415 and reaches from 0.4902 to 0.9433."""
    found = wilson(8, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)


def test_optional_rules_are_in_force_when_named(small: str) -> None:
    assert "rules: classic, printed, dead_zones" in run("battle", small, "--rules", "dead_zones").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["nowhere"], 1, "no scenario 'nowhere': neither a file nor one of breakthrough"),
        (["missing.toml"], 1, "missing.toml: No such file"),
        ([], 2, "name a SCENARIO"),
        (["duel", "--rules", "magic"], 1, "no rules layer 'magic'"),
        (["duel", "--red", "wizard"], 1, "no bot 'wizard' for the classic game; there are easy, greedy"),
        (["duel", "--bot", "green=greedy"], 2, "there is no side 'green' in this battle: there are red, blue"),
        (["duel", "--bot", "red"], 2, "write SIDE=BOT"),
        (["duel", "--games", "2", "--save", "x.log"], 2, "one battle, not of several"),
        (["duel", "--games", "2", "--reasons"], 2, "with one battle to read, not with several"),
        (["duel", "--format", "json", "--reasons"], 2, "not in a log"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(arguments: list[str], code: int, reason: str) -> None:
    assert reason in refused("battle", *arguments, code=code)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("Wasp WSP-1A", "Wisp WSP-1A"), "no unit 'Wisp WSP-1A'"),
        (('hex = "0101"', 'hex = "9901"'), "hex 9901 is not on"),
        (("rounds = 2", "rounds = -"), "small.toml"),
        (("rounds = 2", 'game = "chess"'), "no game 'chess'; there are classic"),
        (("rounds = 2", "tempo = 2"), "unknown field `tempo`"),
        (("rounds = 2", "rounds = -2"), ">= 0"),
        (("facing = 3", "facing = 6"), "<= 5"),
        (("facing = 3", "facing = 3, gunnery = 9"), "<= 8"),
        (("plain.board", "gone.board"), "gone.board: No such file"),
        (('side = "blue"', 'side = "red"'), "a battle needs two sides"),
    ],
)
def test_a_broken_scenario_is_told_in_one_line(small: str, change: tuple[str, str], reason: str) -> None:
    path = Path(small)
    path.write_text(SMALL.replace(*change))
    told = refused("battle", small, code=1)
    assert reason.lower() in told.lower()


def test_bots_place_their_units_where_that_is_asked_for() -> None:
    told = run("battle", "duel", "--deploy").stdout
    assert told.count(" is placed in ") == 2
    assert told.index(" is placed in ") < told.index("Round 1")
    assert "are not placed in play" in refused("battle", "ridge", "--deploy", code=1)
