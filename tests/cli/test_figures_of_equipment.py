"""Other figures, refits and loads on the command line: shown, checked, valued, priced, played and replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from overheat.alphastrike import rulesets as conversion
from overheat.classic import rulesets as classic
from overheat.cli.main import app
from terminal import refused, run

WOLVERINE = "Wolverine WVR-6R"

HOT = """id = "hot_lasers"
needs = ["classic"]
cite = "page 3"

[rows."equipment.figures"]
"Medium Laser" = {heat = "3/2", damage = 6, range = [0, 4, 8, 12, 16], tons = 2, bv = 60, cost = 90000}
"""

SPARE = '''"""Every war machine carries a spare small laser in its head, and may take a medium one in its place."""

import msgspec

from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Refit
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

HERE = Book("House rules")("Spare lasers")


@rule("spare.laser", cite=HERE, slot=REFITS)
def spare_laser(fielding: Fielding) -> Refit | None:
    """A war machine carries one small laser more."""
    if fielding.sheet.kind != "war machine":
        return None
    laser = Mount(equipment=catalogue()["is_small_laser"], location="HD", slots=0)
    sheet = msgspec.structs.replace(fielding.sheet, mounts=(*fielding.sheet.mounts, laser))
    return Refit(sheet, ("HD: a small laser more",))


@rule("spare.choice", cite=HERE, slot=HOLDERS)
def spare_choice(fielding: Fielding) -> tuple[Holder, ...]:
    """The spare laser may be a medium one."""
    kinds = {"Small Laser": "is_small_laser", "Medium Laser": "is_medium_laser"}

    def filled(sheet: Sheet, what: str) -> Sheet:
        laser = msgspec.structs.replace(sheet.mounts[-1], equipment=catalogue()[kinds[what]])
        return msgspec.structs.replace(sheet, mounts=(*sheet.mounts[:-1], laser))

    return (Holder(key="HD spare", holds="Small Laser", fits=tuple(kinds), filled=filled),)


LAYER = Layer("spare_lasers", HERE, title="Spare lasers", needs=("classic",), add=(spare_laser, spare_choice))
'''


@pytest.fixture(autouse=True)
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in (classic.LIBRARY, conversion.LIBRARY):
        monkeypatch.setattr(library, "layers", dict(library.layers))
        monkeypatch.setattr(library, "files", {})
        monkeypatch.setattr(library, "_composed", {})


@pytest.fixture
def hot(tmp_path: Path) -> str:
    return written(tmp_path, "hot.toml", HOT)


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def figure(command: str, *arguments: str) -> int:
    """The battle value or the price of the Wolverine."""
    (row,) = json.loads(run(command, WOLVERINE, "--format", "json", *arguments).stdout)
    return int(row[command])


def test_a_unit_is_shown_with_the_figures_in_force_and_with_what_they_were(hot: str) -> None:
    told = run("unit", "show", WOLVERINE, "--rules", hot).stdout
    assert " 1 Medium Laser  HD         heat 3/2, damage 6, range 4/8/12\n" in told
    assert "heat 3/2 in place of 3, damage 6 in place of 5" in told
    assert told.endswith("[hot.toml: page 3]\n")
    plain = run("unit", "show", WOLVERINE).stdout
    assert "heat 3, damage 5, range 3/6/9" in plain
    assert "in place of" not in plain


def test_programs_are_told_which_row_changed_what(hot: str) -> None:
    told = json.loads(run("unit", "show", WOLVERINE, "--rules", hot, "--format", "json").stdout)
    assert [(note["rule"], note["cite"]) for note in told["refitted"]] == [
        ("hot_lasers.equipment.figures", "hot.toml: page 3")
    ]
    assert {"key": "LT SRM 6 Ammo", "holds": "standard"}.items() <= told["loads"][1].items()


def test_a_heavier_laser_breaks_the_construction(hot: str) -> None:
    assert run("unit", "check", WOLVERINE).stdout.endswith("built by the rules\n")
    told = CliRunner().invoke(app, ["unit", "check", WOLVERINE, "--rules", hot])
    assert "weighs 56 tons of 55" in told.stdout
    assert told.exit_code == 1


def test_the_battle_value_and_the_price_are_those_of_the_figures_in_force(hot: str) -> None:
    assert figure("bv", "--rules", hot) > figure("bv")
    # A price is raised by a hundredth for each ton: 50,000 more for the laser of a machine of 55 tons.
    assert figure("cost", "--rules", hot) - figure("cost") == 50_000 * 155 // 100


def test_the_record_sheet_prints_the_figures_in_force(hot: str) -> None:
    assert ">3/2<" in run("unit", "sheet", WOLVERINE, "--rules", hot).stdout
    assert ">3/2<" not in run("unit", "sheet", WOLVERINE).stdout


def test_bots_play_with_the_figures_of_a_file_and_the_log_replays(hot: str, tmp_path: Path) -> None:
    log = tmp_path / "duel.jsonl"
    told = run("battle", "duel", "--rules", hot, "--save", str(log)).stdout
    head = told.split("Round 1")[0]
    assert "Medium Laser: tons 2 in place of 1" in head
    assert "takes 6 from Medium Laser" in told
    assert "takes 5 from Medium Laser" not in told
    assert "+13.5 (13.5 from 3 weapons fired) -16" in told
    assert '"after":"1/2"' in log.read_text(encoding="utf-8")
    assert "every byte the same" in run("replay", str(log), "--rules", hot).stdout


def test_a_battle_under_other_figures_is_not_replayed(hot: str, tmp_path: Path) -> None:
    log = tmp_path / "duel.jsonl"
    run("battle", "duel", "--rules", hot, "--save", str(log))
    Path(hot).write_text(HOT.replace("damage = 6", "damage = 7"), encoding="utf-8")
    assert "played under other rules" in refused("replay", str(log), "--rules", hot, code=1)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('"Medium Lazer" = {heat = 1}', "'Medium Lazer' is no equipment that there is"),
        ('"Medium Laser" = {haet = 1}', "'Medium Laser' is a weapon and has no 'haet'"),
        ('"Medium Laser" = {damage = "much"}', "'Medium Laser' cannot be changed so"),
    ],
)
def test_rows_that_fit_nothing_end_the_command_in_one_line(row: str, reason: str, tmp_path: Path) -> None:
    text = f'id = "wrong"\nneeds = ["classic"]\n[rows."equipment.figures"]\n{row}\n'
    wrong = written(tmp_path, "wrong.toml", text)
    for command in (("unit", "show", WOLVERINE), ("bv", WOLVERINE), ("battle", "duel")):
        assert reason in refused(*command, "--rules", wrong, code=1)


def test_a_refit_of_a_users_file_is_shown_and_played(tmp_path: Path) -> None:
    spare, log = written(tmp_path, "spare.py", SPARE), tmp_path / "duel.jsonl"
    shown = run("unit", "show", WOLVERINE, "--rules", spare).stdout
    assert " 1 Small Laser" in shown
    assert "HD: a small laser more  [House rules: Spare lasers]" in shown
    told = run("battle", "duel", "--rules", spare, "--load", "red-1:HD spare=medium laser", "--save", str(log)).stdout
    assert "    HD: a small laser more  [House rules: Spare lasers]\n    HD spare: medium laser\n" in told
    assert "every byte the same" in run("replay", str(log), "--rules", spare).stdout
    assert figure("bv", "--rules", spare) > figure("bv")


def test_loads_are_declared_on_the_command_line_and_in_scenarios(tmp_path: Path) -> None:
    shown = run("unit", "show", WOLVERINE, "--load", "LT SRM 6 Ammo=Inferno").stdout
    assert " 1 SRM 6 Ammo (Inferno)  LT         15 shots" in shown
    text = """
title = "Hot meal"
board = "valley"
rounds = 2
[[force]]
side = "red"
[[force.units]]
unit = "Javelin JVN-10N"
hex = "0808"
facing = 3
loads = { "LT SRM 6 Ammo" = "Inferno", "RT SRM 6 Ammo" = "Inferno" }
[[force]]
side = "blue"
units = [{ unit = "Javelin JVN-10N", hex = "0811" }]
"""
    told = run("battle", written(tmp_path, "meal.toml", text)).stdout
    assert "    LT SRM 6 Ammo: Inferno\n" in told
    assert "shots of SRM 6 Ammo (Inferno) left" in told


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("battle", "duel", "--load", "red-1:LT SRM 6 Ammo=Inferno"), 1, "Enforcer ENF-4R has no 'LT SRM 6 Ammo'"),
        (("battle", "duel", "--load", "nobody:LT SRM 6 Ammo=Inferno"), 1, "there is no unit 'nobody'"),
        (("battle", "duel", "--load", "red-1 Inferno"), 2, "write UNIT:BIN=MUNITION"),
        (("battle", "ridge", "--load", "red-1:A=B"), 2, "nothing is loaded in the platoon game"),
        (("unit", "show", WOLVERINE, "--load", "Inferno"), 2, "write BIN=MUNITION"),
        (("unit", "show", WOLVERINE, "--load", "LT SRM 6 Ammo=Gold"), 1, "holds no 'Gold'; it holds standard"),
    ],
)
def test_loads_that_cannot_be_are_refused(arguments: tuple[str, ...], code: int, reason: str) -> None:
    assert reason in refused(*arguments, code=code)
