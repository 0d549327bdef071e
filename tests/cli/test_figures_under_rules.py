"""Battle values, prices, checks, sheets and cards under rules of one's own: what a user's file changes is felt."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

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
