"""A battle of forces that were never written down as a scenario: two to four lists of units meet on a board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from overheat.classic.board.library import find, names
from overheat.classic.muster.force import Force
from overheat.classic.muster.force_files import Library, read_force
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.networks import NAMES
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset

SIDES = ("red", "blue", "green", "yellow")
ROUNDS = 30
"""How long forces fight that were told nothing else."""


def meeting(paths: Sequence[Path], board: str, rules: Ruleset, rounds: int = ROUNDS) -> tuple[str, Setup]:
    """The title and the set-up of a battle of forces, a file for each side, each drawn up along its own edge."""
    if not 2 <= len(paths) <= len(SIDES):
        raise refuse("meeting.sides", f"two to {len(SIDES)} forces meet, not {len(paths)}", forces=len(paths))
    forces = [read_force(path) for path in paths]
    found = find(board)
    bundled = board in names()
    recruits = {side: _recruits(path, force) for side, path, force in zip(SIDES, paths, forces, strict=False)}
    setup = Setup(
        board=board if bundled else Path(board).name,
        board_text="" if bundled else Path(board).read_text(encoding="utf-8"),
        units=muster(found.board, rules, recruits),
        rounds=rounds,
    )
    return " against ".join(force.name for force in forces), setup


def _recruits(path: Path, force: Force) -> list[Recruit]:
    """The units of a force, its networks by the names that computers are tuned to.

    What cannot take the field is told with its file and line.
    """
    library = Library(None if path.suffix.lower() == ".mul" else path.parent)
    found: list[Recruit] = []
    tuned = dict(zip(dict.fromkeys(each.network for each in force.members if each.network), NAMES, strict=False))
    for member in force.members:
        try:
            linked = msgspec.structs.replace(member, network=tuned.get(member.network, member.network))
            found += [library.recruit(linked)] * member.count
        except RefusedError as error:
            where = f"{path}: line {member.line}: " if member.line else f"{path}: "
            raise refuse(error.refusal.id, where + error.refusal.reason, error.refusal.cite) from None
    return found
