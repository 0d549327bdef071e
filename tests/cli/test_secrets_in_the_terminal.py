"""Who plays in the terminal is shown and told what its side may know, and nothing else."""

from pathlib import Path

import pytest

from secrecy import bring_ambushes
from terminal import run

SCENARIO = """
title = "Ambush"
board = "plain.board"
rounds = 1

[[force]]
side = "red"
units = [{ unit = "Wasp WSP-1A", id = "red-1", hex = "0201", facing = 3 }]

[[force]]
side = "blue"
units = [{ unit = "Wasp WSP-1A", id = "blue-2", hex = "0208", facing = 0 }]
"""


@pytest.mark.parametrize(("rules", "shown"), [((), True), (("--rules", "ambush"), False)])
def test_a_bot_that_hides_is_not_on_the_map_and_its_moves_are_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: tuple[str, ...], shown: bool
) -> None:
    bring_ambushes(tmp_path, monkeypatch)
    hexes = (f"{column:02}{row:02}" for row in range(1, 9) for column in range(1, 4))
    board = "".join(f'hex {hex} 0 "" ""\n' for hex in hexes)
    (tmp_path / "plain.board").write_text(f"size 3 8\n{board}end\n")
    (tmp_path / "ambush.toml").write_text(SCENARIO)
    typed = "1\nmap\nunits\nstay\nmap\nunits\nquit\n"
    told = run("play", str(tmp_path / "ambush.toml"), *rules, typed=typed).stdout
    later = told.rpartition("You play red")[2].partition("weapons")[2] or told.rpartition("Weapon")[2]
    assert ("B1" in later) is shown
