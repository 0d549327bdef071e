"""A crew's skills multiply the rounded battle value."""

from pathlib import Path

import pytest

from overheat.classic.battle_value.skill import MULTIPLIERS
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.unitfile.library import find
from overheat.kernel.refusal import RefusedError
from terminal import run

OWN = """
[weapon.is_medium_laser]
name = "Medium Laser"
cite = "house rules"
tech = "IS"
aliases = ["ISMediumLaser"]
heat = 3
damage = 6
range = [0, 3, 6, 9, 12]
bv = 60
flags = ["energy", "direct", "laser"]
"""


@pytest.mark.proves("bv.skills")
@pytest.mark.parametrize(
    ("gunnery", "piloting", "expected"), [(4, 5, 1897), (3, 4, 2504), (0, 0, 4591), (8, 8, 1214), (5, 6, 1631)]
)
def test_the_value_of_an_atlas_under_other_crews(gunnery: int, piloting: int, expected: int) -> None:
    assert with_skills(battle_value(find("Atlas AS7-D").sheet), gunnery, piloting).total == expected


def test_better_crews_are_worth_more() -> None:
    table = [[MULTIPLIERS[gunnery, piloting] for piloting in range(9)] for gunnery in range(9)]
    for row in table:
        assert row == sorted(row, reverse=True)
    assert [list(column) == sorted(column, reverse=True) for column in zip(*table, strict=True)] == [True] * 9


@pytest.mark.parametrize(("gunnery", "piloting"), [(-1, 5), (4, 9), (9, 5)])
def test_skills_that_no_crew_has_are_refused(gunnery: int, piloting: int) -> None:
    with pytest.raises(RefusedError, match="no crew has skills"):
        with_skills(battle_value(find("Atlas AS7-D").sheet), gunnery, piloting)


def test_the_skill_is_a_line_of_the_worksheet(tmp_path: Path) -> None:
    unit = "src/overheat/classic/data/units/machines/Atlas AS7-D.mtf"
    path = Path(__file__).parents[3] / unit
    printed = run("bv", str(path), "--gunnery", "3", "--piloting", "4", "--worksheet").stdout
    assert "x 1.32  gunnery 3, piloting 4" in printed
    assert printed.strip().endswith("Battle value 2504")
    run("bv", str(path), "--gunnery", "12", code=2)


def test_a_users_own_equipment_takes_the_place_of_ours(tmp_path: Path) -> None:
    import subprocess
    import sys

    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    unit = Path(__file__).parents[3] / "src/overheat/classic/data/units/machines/Atlas AS7-D.mtf"
    asked = [sys.executable, "-m", "overheat", "bv", str(unit), "--format", "csv"]
    plain = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    changed = subprocess.run([*asked, "--equipment", str(own)], capture_output=True, text=True, check=True).stdout
    assert ",1897," in plain
    assert ",1936," in changed
    own.write_text("[weapon.x]\nname = 3", encoding="utf-8")
    refused = subprocess.run([*asked, "--equipment", str(own)], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "own.toml: [weapon.x]" in refused.stderr
    assert "Traceback" not in refused.stderr
