"""Battle values, prices, checks, sheets and cards under rules of one's own: what a user's file changes is felt."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overheat.alphastrike import rulesets as conversion
from overheat.classic import rulesets as classic
from terminal import refused, run

ATLAS = "Atlas AS7-D"

THICK = """id = "thick_armour"
needs = ["classic"]

[rows."bv.factors"]
armour = 3
"""


@pytest.fixture(autouse=True)
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in (classic.LIBRARY, conversion.LIBRARY):
        monkeypatch.setattr(library, "layers", dict(library.layers))
        monkeypatch.setattr(library, "files", {})
        monkeypatch.setattr(library, "_composed", {})


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def exactly(command: str, unit: str, *rules: str) -> Fraction:
    """A figure of a unit before it is rounded, as a command gives it to programs."""
    layers = [word for name in rules for word in ("--rules", name)]
    (row,) = json.loads(run(command, unit, *layers, "--worksheet", "--format", "json").stdout)
    return Fraction(str(row["worksheet"]["exact"]))


def test_a_row_of_a_users_file_changes_a_battle_value(tmp_path: Path) -> None:
    thick = written(tmp_path, "thick.toml", THICK)
    assert "Standard x 3" in run("bv", ATLAS, "--rules", thick, "--worksheet").stdout
    # 304 points of armour count half a point more, times a defensive factor of 1.2 for running five hexes.
    assert exactly("bv", ATLAS, thick) - exactly("bv", ATLAS) == 304 * Fraction(1, 2) * Fraction(6, 5)


def test_a_file_that_is_no_layer_ends_the_command_in_one_line(tmp_path: Path) -> None:
    wrong = written(tmp_path, "wrong.toml", THICK.replace("bv.factors", "bv.nothing"))
    for command in ("bv", "cost", "convert"):
        assert "there is no table 'bv.nothing'" in refused(command, ATLAS, "--rules", wrong, code=1)


CARDS = """id = "long_reach"
needs = ["alphastrike"]

[new."as.weapons"]
is_medium_laser = [0.5, 0.5, 0.5, 0]
"""

SLOW = '''"""Whoever goes less than ten inches counts as standing still."""

from overheat.alphastrike.movement import target_movement_modifier
from overheat.kernel.cite import Book
from overheat.kernel.layers import Layer
from overheat.kernel.rules import Ruleset, rule

HERE = Book("House rules")("Slow movers")


@rule("slow.modifier", cite=HERE)
def modifier(rules: Ruleset, inches: int) -> int:
    """Below ten inches there is no modifier."""
    return rules.below(modifier)(rules, inches) if inches >= 10 else 0


LAYER = Layer("slow", HERE, needs=("alphastrike",), change=(target_movement_modifier.wrapped_in(modifier),))
'''


def card(unit: str, *rules: str) -> dict[str, Any]:
    """A card as `overheat convert` gives it to programs."""
    layers = [word for name in rules for word in ("--rules", name)]
    (row,) = json.loads(run("convert", unit, *layers, "--format", "json").stdout)
    return dict(row)


def test_a_row_of_a_users_file_changes_the_damage_on_a_card(tmp_path: Path) -> None:
    far = written(tmp_path, "far.toml", CARDS)
    plain = run("convert", ATLAS, "--worksheet").stdout
    reaching = run("convert", ATLAS, "--rules", far, "--worksheet").stdout
    assert "Damage at long range" in reaching
    lines = [line for line in reaching.split("Damage at long range")[1].splitlines() if "Medium Laser" in line]
    assert lines
    assert "Medium Laser" not in plain.split("Damage at long range")[1].split("Heat output")[0]


def test_a_rule_of_a_users_file_changes_a_card_and_its_points(tmp_path: Path) -> None:
    slow = written(tmp_path, "slow.py", SLOW)
    plain, changed = card(ATLAS), card(ATLAS, slow)
    assert (plain["tmm"], changed["tmm"]) == (1, 0)
    assert changed["pv"] < plain["pv"]


def test_cards_are_made_from_the_figures_of_classic_layers_too(tmp_path: Path) -> None:
    """What a kit divides damage by is a row of the classic game, and the armour of a card follows from it."""
    kits = 'id = "good_kits"\nneeds = ["classic"]\n[rows."bv.infantry.divisors"]\ndivisor_1 = 2\n'
    worn, platoon = written(tmp_path, "kits.toml", kits), "Foot Platoon (Rifle)"
    # 28 soldiers by fifteen, rounded to the nearest
    assert (card(platoon)["armor"], card(platoon, worn)["armor"]) == (2, 4)


def test_several_processes_work_under_the_rules_of_a_file(tmp_path: Path) -> None:
    thick = written(tmp_path, "thick.toml", THICK)
    alone = run("bv", ATLAS, "Locust LCT-1V", "--rules", thick).stdout
    assert run("bv", ATLAS, "Locust LCT-1V", "--rules", thick, "--jobs", "2").stdout == alone


def test_a_fault_in_a_users_rule_names_the_file(tmp_path: Path) -> None:
    broken = written(tmp_path, "broken.py", SLOW.replace("if inches >= 10 else 0", "/ 0"))
    assert "broken.py" in refused("convert", ATLAS, "--rules", broken, code=1)
