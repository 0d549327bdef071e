"""Rulesets compared: the same dice, honest differences, games that are kept, and games that fail."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import overheat as oh
from overheat.classic.facts.events import Struck
from overheat.kernel.log.replay import verify
from overheat.lab.classic_account import account
from overheat.lab.games import find_scenario, game_of
from overheat.lab.study.balance_page import agreement
from overheat.lab.study.comparing import Arm, Study, compared, narrow_enough, study_of
from overheat.lab.study.exporting import games_in, write_tables
from overheat.lab.study.fixture import Played
from overheat.lab.study.running import Folder, run
from small_battles import small_battle
from terminal import refused
from terminal import run as command

FLAT_LASERS = """
id = "flat_lasers"
needs = ["classic"]

[rows."equipment.figures"]
"Medium Laser" = {damage = 9}
"""


def study(scenario: str, games: int = 4, paired: bool = True, other: tuple[str, ...] = ()) -> Study:
    kind, brief = find_scenario(scenario)
    arms = [("one", kind.layers(brief), brief), ("other", kind.layers(brief, other), brief)]
    return study_of(kind, arms, {"red": "greedy", "blue": "greedy"}, range(1, games + 1), paired)


def test_a_ruleset_differs_from_itself_by_exactly_nothing(tmp_path: Path) -> None:
    found = study(small_battle(tmp_path))
    comparison = compared(found, run(list(found.fixtures())))
    assert len(comparison.games) == 8
    assert len(comparison.lines) > 20
    for line in comparison.lines:
        for difference in line.differences:
            assert (difference.by.value, difference.by.low, difference.by.high) == (0, 0, 0)


def test_rulesets_with_dice_of_their_own_are_not_paired(tmp_path: Path) -> None:
    found = study(small_battle(tmp_path), paired=False)
    fixtures = list(found.fixtures())
    assert len({fixture.seed for fixture in fixtures}) == len(fixtures) == 8
    comparison = compared(found, run(fixtures))
    assert all(difference.saved is None for line in comparison.lines for difference in line.differences)


def test_bots_that_differ_change_sides_with_every_seed(tmp_path: Path) -> None:
    kind, brief = find_scenario(small_battle(tmp_path))
    arms = [("one", kind.layers(brief), brief)]
    found = study_of(kind, arms, {"red": "greedy", "blue": "random"}, (1,))
    assert [fixture.bots for fixture in found.fixtures()] == [
        {"red": "greedy", "blue": "random"},
        {"red": "random", "blue": "greedy"},
    ]


def test_figures_are_those_of_the_events(tmp_path: Path) -> None:
    """Shots, hits and damage counted again from the log of one game."""
    found = study(small_battle(tmp_path, rounds=6), games=1)
    folder = Folder(tmp_path / "kept")
    game = next(iter(run(list(found.fixtures()), folder)))
    log = gzip.decompress(folder.log_of("one-00001").read_bytes())
    events = [json.loads(line)["event"] for line in log.splitlines() if b'"line":"event"' in line]
    rolled = [event for event in events if event["type"] == "AttackRolled"]
    reds = [event for event in rolled if event["unit"].startswith("red")]
    assert game.figures["shots.red"] + game.figures["blows.red"] == len(reds) > 0
    assert game.figures["hits.red"] == sum(event["hit"] for event in reds)
    struck = sum(event["damage"] for event in events if event["type"] == "Struck" and event["what"] != "fall")
    assert game.figures["damage.red"] + game.figures["damage.blue"] == struck
    assert verify(log, game_of) is None


@pytest.mark.parametrize("rules", [["printed"], ["omega"]])
def test_damage_belongs_to_who_did_it_also_where_hits_land_together(rules: list[str]) -> None:
    battle = oh.play("duel", rules=rules, seed=2)
    figures = account(battle.session).figures
    for side, other in (("red", "blue"), ("blue", "red")):
        struck = [
            event for event in battle.session.events if isinstance(event, Struck) and event.unit.startswith(other)
        ]
        assert (
            figures[f"damage.{side}"]
            == sum(event.damage for event in struck if event.what in ("fire", "kick", "punch"))
            > 0
        )


def test_a_study_that_is_begun_again_plays_only_what_is_missing(tmp_path: Path) -> None:
    found = study(small_battle(tmp_path))
    fixtures = list(found.fixtures())
    folder = tmp_path / "kept"
    some = run(fixtures, Folder(folder))
    first = [next(some) for _ in range(3)]
    some.close()  # type: ignore[attr-defined]
    with (folder / "games.jsonl").open("ab") as file:
        file.write(b'{"key":"half a li')
    again = list(run(fixtures, Folder(folder)))
    assert again[:3] == first
    assert len(games_in(folder)) == len(again) == 8
    assert compared(found, again) == compared(found, Folder(folder).played().values())


def test_what_decides_a_game_is_its_key(tmp_path: Path) -> None:
    """Other rules under the same name are another game: nothing is taken from the folder that was played otherwise."""
    scenario = small_battle(tmp_path)
    plain, other = study(scenario), study(scenario, other=("glancing_blows",))
    keys = [[fixture.key() for fixture in found.fixtures()] for found in (plain, other)]
    assert keys[0][0::2] == keys[1][0::2]
    assert not set(keys[0][1::2]) & set(keys[1][1::2])


def test_a_game_that_fails_is_written_down_with_its_log_and_the_others_go_on(tmp_path: Path) -> None:
    bots = tmp_path / "mine.py"
    bots.write_text(
        "class Tired:\n"
        "    def __init__(self, dice):\n"
        "        self.said = 0\n"
        "    def choose(self, game, state, player, legal):\n"
        "        self.said += 1\n"
        "        if self.said > 3:\n"
        "            raise RuntimeError('had enough')\n"
        "        return legal[0]\n"
    )
    kind, brief = find_scenario(small_battle(tmp_path))
    arms = [("one", kind.layers(brief), brief)]
    found = study_of(kind, arms, {"red": f"{bots}:Tired", "blue": "random"}, (1, 2))
    folder = Folder(tmp_path / "kept")
    comparison = compared(found, run(list(found.fixtures()), folder))
    assert [game.error for game in comparison.failed] == ["RuntimeError: had enough"] * 4
    assert b'"line":"command"' in gzip.decompress(folder.log_of("one-00001").read_bytes())


def test_an_endless_game_is_ended_and_written_down(tmp_path: Path) -> None:
    found = study(small_battle(tmp_path), games=1)
    games = list(run(list(found.fixtures()), seconds=0.0))
    assert all("was not over after 0 seconds" in game.error for game in games)


def test_the_first_game_that_differs_is_told_with_both_sides_of_it(tmp_path: Path) -> None:
    rules = tmp_path / "flat_lasers.toml"
    rules.write_text(FLAT_LASERS)
    scenario = small_battle(tmp_path, rounds=6)
    place = tmp_path / "out"
    words = ("--rules", str(rules), "--games", "4", "--red", "random", "--blue", "random")
    told = command("compare", scenario, *words, "--report", str(place)).stdout
    line = next(line for line in told.splitlines() if line.startswith("first game that differs"))
    assert "takes 5 from Medium Laser" in line
    assert "takes 9 from Medium Laser" in line
    logs = sorted(place.glob("0*.log"))
    assert [log.name[-6:] for log in logs] == ["-a.log", "-b.log"]
    page = (place / "report.html").read_text()
    assert page.count("<svg") >= 4
    assert "http" not in page.replace("http://www.w3.org", "")


def test_no_difference_is_told_as_none(tmp_path: Path) -> None:
    scenario = small_battle(tmp_path)
    rules = ("--rules", "printed", "--rules", "printed+dead_zones")
    told = command("compare", scenario, *rules, "--games", "2", "--report", str(tmp_path / "out")).stdout
    assert "no game differs" in told
    assert "+0.0 [+0.0, +0.0]" in told


def test_programs_get_a_comparison_as_json(tmp_path: Path) -> None:
    scenario = small_battle(tmp_path)
    rules = ("--rules", "printed", "--rules", "quickref")
    found = json.loads(
        command("compare", scenario, *rules, "--games", "2", "--report", str(tmp_path / "o"), "--format", "json").stdout
    )
    assert [arm["name"] for arm in found["arms"]] == ["printed", "quickref"]
    assert found["games"] == 4
    assert {"value", "low", "high"} <= found["figures"]["wins.red"]["arms"][0].keys()


def test_games_stop_when_the_difference_is_known_closely_enough() -> None:
    """Equal results are known at once; one win more or less in two leaves more games to play."""
    found = Study(game="classic", sides=("red", "blue"), arms=_arms(), seeds=tuple(range(1, 101)))

    def games(results: str) -> list[Played]:
        return [
            Played(key="", arm=arm, seed=seed, figures={"wins.red": float(won) if arm == "other" else 0.0})
            for seed, won in enumerate(results, start=1)
            for arm in ("one", "other")
        ]

    assert narrow_enough(found, games("0" * 20), 0.03)
    assert not narrow_enough(found, games("01" * 10), 0.03)
    assert narrow_enough(found, games("01" * 50), 0.25)


def _arms() -> tuple[Arm, ...]:
    kind, brief = find_scenario("duel")
    return study_of(kind, [("one", (), brief), ("other", (), brief)], {"red": "greedy", "blue": "greedy"}, (1,)).arms


def test_games_with_dice_of_their_own_do_not_stop_early(tmp_path: Path) -> None:
    scenario = small_battle(tmp_path)
    asked = ("compare", scenario, "--unpaired", "--until", "3points", "--report", str(tmp_path / "study"))
    assert "with the same dice" in refused(*asked, code=1)
    with pytest.raises(oh.RefusedError, match="with the same dice"):
        oh.compare(scenario, [["printed"], ["quickref"]], paired=False, until=3)
    assert not (tmp_path / "study" / "games.jsonl").exists()


def test_tables_have_a_row_for_each_game_shot_and_move(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    found = study(small_battle(tmp_path, rounds=4), games=2)
    folder = tmp_path / "kept"
    games = list(run(list(found.fixtures()), Folder(folder)))
    written = write_tables(folder, "parquet")
    rows = {name: pq.read_table(path).to_pylist() for name, (path, _) in written.items()}
    assert len(rows["games"]) == 4
    for game in games:
        shots = [row for row in rows["shots"] if (row["arm"], row["seed"]) == (game.arm, game.seed)]
        assert len(shots) == sum(
            game.figures[f"{what}.{side}"] for what in ("shots", "blows") for side in ("red", "blue")
        )
    assert {"mode", "from", "to", "hexes"} <= rows["moves"][0].keys()


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    assert "no games are kept here" in refused("lab", "export", str(tmp_path), code=1)


def test_bots_are_rated_by_a_tournament(tmp_path: Path) -> None:
    told = command("tournament", small_battle(tmp_path), "--bots", "greedy,random", "--games", "2").stdout
    assert "greedy against random" in told
    assert told.count("greedy") == 2


def test_a_bot_that_there_is_none_of_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    scenario = small_battle(tmp_path)
    assert "no bot 'clever'" in refused("tournament", scenario, "--bots", "greedy,clever", code=1)
    empty = tmp_path / "mine.py"
    empty.write_text("NOBODY = 1\n")
    assert "there is no bot 'Bot' in it" in refused("tournament", scenario, "--bots", f"greedy,{empty}:Bot", code=1)


def test_units_are_judged_by_what_they_win_for_their_value() -> None:
    told = command("balance", "WSP-1A", "STG-3R", "LCT-1V", "--value", "500", "--rounds", "1").stdout
    assert told.splitlines()[0].split() == ["unit", "value", "rating", "95", "%", "interval", "points", "games"]
    assert {"Wasp WSP-1A", "Stinger STG-3R", "Locust LCT-1V"} == {line[:15].strip() for line in told.splitlines()[1:]}


def test_judged_units_have_a_report_beside_their_games(tmp_path: Path) -> None:
    """Three pairs from both sides, each game of one round: nobody is gone, so all of them are draws but for luck."""
    place = tmp_path / "judged"
    words = ("balance", "WSP-1A", "STG-3R", "LCT-1V", "--value", "500", "--rounds", "1", "--report", str(place))
    command(*words)
    told = (place / "report.html").read_text(encoding="utf-8")
    assert "3 units, 3 of 3 pairs, 6 games of about 500 points a side." in told
    assert "jumping points" in told
    assert told.count("<svg") == 2
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", told)


def test_ranks_agree_whatever_the_numbers_are() -> None:
    assert agreement([1, 2, 30], [5, 60, 700]) == pytest.approx(1)
    assert agreement([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert agreement([1, 1, 2, 2], [1, 2, 1, 2]) == pytest.approx(0)
    assert agreement([4, 4, 4], [1, 2, 3]) == 0


def test_python_has_the_same_comparison(tmp_path: Path) -> None:
    found = oh.compare(small_battle(tmp_path), [["printed"], ["printed", "glancing_blows"]], games=2)
    assert len(found.games) == 4
    assert found["rounds"].arms[0].value == 2
    assert "wins.red" in found.figures
    assert len(found.rows()) == 4
    with pytest.raises(oh.RefusedError, match="nothing was counted"):
        found["luck"]


def test_platoon_games_are_compared_too() -> None:
    found = oh.compare("village", [[]], games=1, red="random", blue="random")
    assert found["wins.attacker"].arms[0].value in (0, 0.5, 1)
    assert found["shots.attacker"].arms[0].value > 0


def test_a_study_that_is_killed_loses_at_most_the_games_under_way(tmp_path: Path) -> None:
    scenario, place = small_battle(tmp_path), tmp_path / "kept"
    words = [sys.executable, "-m", "overheat", "compare", scenario, "--rules", "printed", "--games", "200"]
    process = subprocess.Popen([*words, "--report", str(place)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    kept = place / "games.jsonl"
    try:
        latest = time.monotonic() + 120
        while time.monotonic() < latest and not (kept.exists() and kept.read_bytes().count(b"\n") >= 4):
            time.sleep(0.1)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    before = Folder(place).played()
    assert len(before) >= 4
    command("compare", scenario, "--rules", "printed", "--games", "4", "--report", str(place))
    after = Folder(place).played()
    assert before.items() <= after.items()
