"""`import overheat as oh`: what it gives, and that it stays light until something is asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import overheat as oh

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES, ids=[code.split("\n")[0] for code in EXAMPLES])
def test_every_example_of_the_guide_runs(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "api.md", "exec"), {"oh": oh})
    assert capsys.readouterr().out.strip() or list(tmp_path.iterdir()) or "assert" in code


def test_there_are_ten_tasks_of_a_few_lines_each() -> None:
    assert len(EXAMPLES) >= 10
    assert all(len([line for line in code.splitlines() if line]) <= 3 for code in EXAMPLES)
    guide = GUIDE.read_text(encoding="utf-8")
    tasks = (
        "oh.unit(",
        ".bv",
        ".card",
        ".sheet",
        "oh.shot(",
        "oh.volley(",
        "oh.play(",
        "def calm(",
        "oh.replay(",
        "oh.sight(",
    )
    assert [task for task in tasks if task not in guide] == []


def test_every_public_name_is_there_and_documented() -> None:
    for name in oh.__all__:
        assert getattr(oh, name) is getattr(oh, name)
        assert name == "__version__" or getattr(oh, name).__doc__
    assert set(oh.__all__) <= set(dir(oh))
    with pytest.raises(AttributeError, match="nothing"):
        oh.nothing  # noqa: B018


def test_a_shot_is_the_sum_of_its_terms() -> None:
    """Gunnery 4, a target that ran 6 hexes (2), one hex of light woods (1)."""
    shot = oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC", ran=6, woods=1)
    assert (shot.weapon, shot.number, shot.chance) == ("PPC", 4 + 2 + 1, Fraction(21, 36))
    assert shot.damage.mean == 10 * Fraction(21, 36)
    assert "target moved 6 hexes" in shot.explain()


def test_a_shot_that_may_not_be_fired_says_why() -> None:
    shot = oh.shot("WHM-6R", at="WVR-6R", distance=30, weapon="PPC")
    assert shot.number is None
    assert shot.refusal is not None
    assert shot.chance == shot.damage.mean == 0
    assert str(shot.refusal) in shot.explain()


def test_a_target_that_jumped_is_harder_to_hit() -> None:
    leapt = oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC", jumped=4)
    ran = oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC", ran=4)
    assert (leapt.number, ran.number) == (6, 5)
    with pytest.raises(oh.RefusedError, match="one way"):
        oh.shot("WHM-6R", at="WVR-6R", distance=5, ran=4, jumped=4)


def test_rules_change_a_shot() -> None:
    """Under glancing blows a roll of just the number, here 5, does 5 points and not 10."""
    shot = oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC", ran=4, rules="glancing_blows")
    assert (shot.number, shot.damage.mean) == (5, 10 * Fraction(26, 36) + 5 * Fraction(4, 36))


def test_two_ppcs_do_twenty_when_both_hit() -> None:
    volley = oh.volley("WHM-6R", at="WVR-6R", distance=5, weapons=("PPC", "PPC"))
    each = volley.shots[0].chance
    assert volley.damage.at_least(20) == each * each
    assert volley.expected == 20 * each


def test_a_unit_is_found_by_its_model_and_is_drawn() -> None:
    unit = oh.unit("whm-6r")
    assert unit.name == "Warhammer WHM-6R"
    assert unit.bv == unit.bv_worksheet.total > 1000
    assert unit.card.svg.startswith("<svg")
    assert unit._repr_svg_() == unit.card.svg
    assert oh.unit("WHM-6R", gunnery=3).bv > unit.bv


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_picture_is_kept_as_its_file_ends(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"card.{suffix}"
    oh.unit("WHM-6R").card.save(path)
    assert path.read_bytes()[:4] in (b"<svg", b"\x89PNG", b"%PDF", b"<?xm")
    with pytest.raises(oh.RefusedError, match=r"\.svg, \.png or \.pdf"):
        oh.unit("WHM-6R").card.save(tmp_path / "card.doc")


class Watched:
    """A bot that says the last thing it may, and keeps who asked."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def choose(self, game: Any, state: Any, player: str, legal: Any) -> Any:
        self.asked.add(player)
        return legal[-1]


def test_a_bot_of_ones_own_plays_its_side() -> None:
    bot = Watched()
    battle = oh.play("duel", red=bot, blue="random", seed=3)
    assert bot.asked == {"red"}
    assert oh.replay(battle.log()).rounds == battle.rounds
    with pytest.raises(oh.RefusedError, match="no side 'green'"):
        oh.play("duel", bots={"green": "random"})


def test_a_log_that_was_changed_is_refused_with_its_line(tmp_path: Path) -> None:
    battle = oh.play("duel", red="random", blue="random")
    path = tmp_path / "changed.jsonl"
    path.write_bytes(
        battle.log().replace(b'"passed":true', b'"passed":false', 1).replace(b'"hit":true', b'"hit":false', 1)
    )
    with pytest.raises(oh.RefusedError, match=r"line \d+: the log says"):
        oh.replay(path)


def test_importing_loads_no_game() -> None:
    code = "import sys, overheat; print([name for name in sys.modules if name.startswith('overheat.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: oh.unit("WHM-6R"), "<Unit Warhammer WHM-6R, 70 tons>"),
        (
            lambda: oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC"),
            "<Shot PPC: 4 to hit, 91.7%, 9.2 damage on average>",
        ),
        (
            lambda: oh.volley("WHM-6R", at="WVR-6R", distance=5, weapons=("PPC", "PPC")),
            "<Volley of 2 weapons: 18.3 damage on average (55/3); heat afterwards 2>",
        ),
        (lambda: oh.board("valley"), "<Board valley: 16 by 17 hexes>"),
        (lambda: oh.sight("valley", "0612", "1203"), "<Line 0612 to 1203: blocked>"),
    ],
)
def test_what_stands_in_a_console_is_one_line(made: Any, told: str) -> None:
    """Two shots at 33 in 36 with ten points each; twenty points of heat and 18 sinks."""
    assert repr(made()) == told


@pytest.mark.parametrize("scenario", ["duel", "village"])
def test_a_battle_shows_its_field_in_a_notebook(scenario: str) -> None:
    battle = oh.play(scenario, red="random", blue="random", seed=3)
    assert battle._repr_svg_().startswith("<svg")
    assert re.fullmatch(r"<Battle (classic|platoon), round \d+, won by [a-z ]+>", repr(battle))


def test_odds_show_a_bar_for_each_outcome_in_order() -> None:
    shown = oh.odds("2d6")._repr_html_()
    assert re.findall(r"<td>(\d+)</td><td>([\d.]+%)", shown)[5] == ("7", "16.7%")
    assert shown.count("background:") == 11
    assert "and " in oh.odds("20d6")._repr_html_()


def test_a_volley_is_told_weapon_by_weapon_with_what_is_done_together() -> None:
    told = str(oh.volley("WHM-6R", at="WVR-6R", distance=5))
    assert "Medium Laser   6   72.2%    3.6 damage on average" in told
    assert "Small Laser   5 hexes is beyond long range" in told
    assert "damage on average (94/3); heat afterwards 12" in told


def test_a_unit_is_checked_for_a_year_and_a_technology() -> None:
    checked = oh.unit("Highlander HGN-732").check(year=2900)
    assert any("Gauss Rifle is extinct in 2900" in finding.reason for finding in checked.findings)
    assert oh.unit("Highlander HGN-732").check(year=3050, technology="inner_sphere").errors == 0
