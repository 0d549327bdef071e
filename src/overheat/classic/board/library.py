"""The boards that come with the project, and any board by its name or its path."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from overheat.classic.board.board_file import Reading, parse_board, read_board
from overheat.kernel.refusal import refuse

SUFFIX = ".board"


def names() -> tuple[str, ...]:
    """The names of the boards that come with the project."""
    return tuple(sorted(_bundled()))


def find(name_or_path: str | Path) -> Reading:
    """A board by the name of a bundled one, as in `valley`, or by the path of a board file.

    A path is taken as such when it is a `Path`, ends in `.board` or names a folder; a plain word is looked up among
    the bundled boards first.
    """
    if isinstance(name_or_path, Path):
        return read_board(name_or_path)
    if name_or_path in _bundled():
        return _read(name_or_path)
    path = Path(name_or_path)
    if name_or_path.endswith(SUFFIX) or len(path.parts) > 1 or _is_there(path):
        return read_board(path)
    reason = f"no board {name_or_path[:60]!r}: neither a file nor one of {', '.join(names())}"
    raise refuse("board.name", reason, name=name_or_path[:60])


@cache
def _bundled() -> dict[str, Traversable]:
    folder = files("overheat.classic").joinpath("data/boards")
    return {file.name.removesuffix(SUFFIX): file for file in folder.iterdir() if file.name.endswith(SUFFIX)}


@cache
def description(name: str) -> str:
    """What a bundled board shows, in a sentence: the comment that its file begins with."""
    first = _bundled()[name].read_text(encoding="utf-8").split("\n", 1)[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""


@cache
def _read(name: str) -> Reading:
    return parse_board(_bundled()[name].read_bytes(), name)


def _is_there(path: Path) -> bool:
    """Whether something is at a path; a path that the system cannot even ask about is not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
