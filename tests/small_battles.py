"""A battle of two light machines on a small plain, over after two rounds."""

from pathlib import Path

SMALL = """
title = "Two on a plain"
board = "plain.board"
rounds = {rounds}

[[force]]
side = "red"
units = [{{ unit = "Wasp WSP-1A", hex = "0102", facing = 3 }}]

[[force]]
side = "blue"
units = [{{ unit = "Stinger STG-3R", hex = "0107", facing = 0 }}]
"""
PLAIN = (
    "size 3 9\n"
    + "".join(f'hex {column:02}{row:02} 0 "" ""\n' for row in range(1, 10) for column in range(1, 4))
    + "end\n"
)


def small_battle(folder: Path, rounds: int = 2) -> str:
    """The file of the battle, its board beside it."""
    (folder / "plain.board").write_text(PLAIN)
    path = folder / "small.toml"
    path.write_text(SMALL.format(rounds=rounds))
    return str(path)
