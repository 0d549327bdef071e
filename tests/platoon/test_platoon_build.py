"""`overheat platoon build` without units: a platoon typed line by line."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from overheat.cli.platoon.build import Builder
from overheat.kernel.refusal import RefusedError
from overheat.platoon.rosters.draft import catalogue_lines, changed, entry, written
from overheat.platoon.rosters.roster import Enlisted, Roster, read_roster
from overheat.platoon.rulesets import ruleset, standard
from terminal import refused, run

EMPTY = Roster(name="Platoon", points=1000, units=())


def after(*lines: str) -> Roster:
    roster = EMPTY
    for line in lines:
        roster = changed(roster, line)
    return roster


def test_words_make_a_unit() -> None:
    wanted = Enlisted(unit="rifle_squad", quality="veteran", men=8, options={"lmg": 1, "law": 2}, swap={"smg": 3})
    assert entry("rifle_squad:veteran:8+lmg+law=2~smg=3") == wanted


def test_each_word_changes_one_thing() -> None:
    roster = after(
        "junior_leader",
        "add rifle_squad",
        "quality 2 veteran",
        "men 2 8",
        "option 2 lmg",
        "option 2 law 3",
        "option 2 law 0",
        "swap 2 smg 2",
        "name First  of foot",
        "points 600",
        "selector open",
    )
    squad = Enlisted(unit="rifle_squad", quality="veteran", men=8, options={"lmg": 1}, swap={"smg": 2})
    units = (Enlisted(unit="junior_leader"), squad)
    assert roster == Roster(name="First  of foot", points=600, selector="open", units=units)
    assert changed(roster, "remove 1").units == (squad,)


@pytest.mark.parametrize(
    "line",
    [
        "remove",
        "remove 2",
        "remove 0",
        "remove x",
        "quality 1 heroic",
        "quality 1",
        "men 1 many",
        "option 1",
        "option 1 lmg 1 1",
        "name",
        "points 0",
        "points -5",
        "rifle squad!",
        "rifle_squad:heroic",
        "+",
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str) -> None:
    with pytest.raises(RefusedError):
        changed(after("rifle_squad"), line)


def test_what_is_written_reads_the_same() -> None:
    roster = after('name The "best" \\ of them', "junior_leader", "rifle_squad:veteran:8+lmg~smg=3", "old_tank")
    assert read_roster(written(roster), "built") == roster


def test_the_catalogue_can_be_asked_for_by_slot() -> None:
    mortars = list(catalogue_lines(standard(), "mortar"))
    assert [line.split()[1] for line in mortars] == ["light_mortar", "medium_mortar", "heavy_mortar"]
    assert len(list(catalogue_lines(standard()))) > 40
    with pytest.raises(RefusedError, match="is no slot"):
        list(catalogue_lines(standard(), "cavalry"))


def test_lines_from_a_pipe_become_a_file_with_sum_and_findings_after_each(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    typed = "name Mine\njunior_leader\n\n# two squads\nrifle_squad:veteran:8\nrifle_squad\n"
    told = run("platoon", "build", "--out", str(file), typed=typed).stdout
    assert "50  of 1000 points, Mine" in told
    assert "infantry: 0 units, 2 to 5 wanted" in told
    assert "194  of 1000 points, Mine" in told
    units = tomllib.loads(file.read_text(encoding="utf-8"))["units"]
    assert [unit["unit"] for unit in units] == ["junior_leader", "rifle_squad", "rifle_squad"]


def test_without_a_file_only_the_platoon_is_printed() -> None:
    result = run("platoon", "build", "--selector", "open", typed="rifle_squad\ndone\nrifle_squad\n")
    assert [unit["unit"] for unit in tomllib.loads(result.stdout)["units"]] == ["rifle_squad"]


def test_a_refused_line_changes_nothing_and_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    typed = "rifle_squad\nlaser_tank\nmen 1 40\ndone\n"
    result = run("platoon", "build", "--selector", "open", "--out", str(file), typed=typed, code=1)
    assert result.stderr.splitlines() == [
        "overheat: no unit 'laser_tank' in the catalogue",
        "overheat: Rifle squad: 40 men, but it is 4 to 12 [H.E.A.T army lists: Units]",
    ]
    assert len(tomllib.loads(file.read_text(encoding="utf-8"))["units"]) == 1


def test_undo_takes_the_last_change_back() -> None:
    result = run("platoon", "build", "--selector", "open", typed="rifle_squad\nold_tank\nundo\n")
    assert [unit["unit"] for unit in tomllib.loads(result.stdout)["units"]] == ["rifle_squad"]


def test_leaving_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    result = run("platoon", "build", "--out", str(file), typed="rifle_squad\nquit\n")
    assert "nothing written" in result.stderr
    assert not file.exists()


def test_no_lines_at_all_are_wrong_usage() -> None:
    assert "no units" in refused("platoon", "build", typed="", code=2)


def test_somebody_at_a_terminal_is_prompted_and_told_refusals_in_the_dialogue(
    capsys: pytest.CaptureFixture[str],
) -> None:
    builder = Builder(EMPTY, ruleset([]), talks=True)
    assert not builder.listen(io.StringIO("help\nunits leader\nlaser_tank\nshow\n"), prompts=True)
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.count("platoon> ") == 5
    assert "quit                  leave without writing" in told.out
    assert "senior_leader" in told.out
    assert "no unit 'laser_tank' in the catalogue" in told.out
    assert builder.refused == 0
