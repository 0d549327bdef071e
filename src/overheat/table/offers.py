"""The games that the table offers, with the bots that play each, and what it looks at in their set-ups."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from overheat.classic.board import library as boards
from overheat.classic.board.board import Board
from overheat.classic.muster.setup import Setup
from overheat.classic.unitfile import library as units
from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.library import Library
from overheat.kernel.wording.glossary import Explained, explained, words_of
from overheat.lab.games import Kind, kinds
from overheat.lab.players import BOTS, make_bot
from overheat.table.guard.limits import Limits

SIZE_LINE = re.compile(r"^\s*size\s+([0-9]{1,9})\s+([0-9]{1,9})", re.MULTILINE)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the table offers it."""

    kind: Kind
    check: Callable[[Any, Limits], None] = lambda setup, limits: None
    """Refuses a set-up that reaches for files of the server or is too large."""
    unasked: Callable[[Any, Any, Player], Sequence[Any]] = lambda game, state, player: ()
    """What a page says for a player by itself at a moment, because there is nothing to decide."""

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def library(self) -> Library | None:
        """The layers of its rules by name."""
        return self.kind.library

    def glossary(self) -> list[Explained]:
        """The words of this game, with where each is written in the game itself, before any option."""
        words = words_of(self.kind.package) if self.kind.package else ()
        return explained(words, self.library.base.add if self.library else ())

    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play this game."""
        return tuple(sorted({name for game, name in _all_bots() if game in (self.name, "*")}))


def offers() -> dict[str, Offer]:
    """Every game by its name."""
    checks = _checks()
    return {name: Offer(kind=kind, check=checks[name], **_unasked(name)) for name, kind in kinds().items()}


def _all_bots() -> Mapping[tuple[str, str], object]:
    """The bots there are; the first one that is made makes them known."""
    make_bot("*", "random", 0, "")
    return BOTS


def _checks() -> Mapping[str, Callable[[Any, Limits], None]]:
    """What the table looks at in a set-up of each game before it is played."""
    from overheat.table.platoon.setups import check_platoon

    return {"classic": check_classic, "platoon": check_platoon}


def _unasked(name: str) -> dict[str, Any]:
    """Games in which a page may say some things by itself."""
    from overheat.table.classic.unasked import unasked

    return {"unasked": unasked} if name == "classic" else {}


def check_classic(setup: Setup, limits: Limits) -> None:
    """Units and boards are bundled or brought along; the files of the server are nobody's business."""
    if len(setup.units) > limits.units:
        raise refuse("table.units", f"{len(setup.units)} units are too many; the limit is {limits.units}")
    for entry in setup.units:
        if not entry.text:
            check_unit(entry.unit)
    if not setup.board_text:
        check_board(setup.board)
    check_size_line(setup.board_text, limits)
    check_size(setup.field(), limits)


def check_size_line(text: str, limits: Limits) -> None:
    """The same for the text of a board file, before it is read."""
    said = SIZE_LINE.search(text)
    if said is not None and int(said[1]) * int(said[2]) > limits.board_hexes:
        raise refuse("table.board", f"a board of more than {limits.board_hexes:,} hexes is too large")


def check_size(board: Board, limits: Limits) -> None:
    """A board is no larger than the limits."""
    if board.width * board.height > limits.board_hexes:
        raise refuse("table.board", f"a board of more than {limits.board_hexes:,} hexes is too large")


def check_unit(name: str) -> None:
    """A unit by name is one of those that come with the project."""
    if units.known_as(name) is None:
        raise refuse("unit.name", f"no unit {name[:60]!r} comes with the project", unit=name[:60])


def check_board(name: str) -> None:
    """A board by name is one of those that come with the project."""
    if name not in boards.names():
        raise refuse("board.name", f"no board {name[:60]!r}; there are {', '.join(boards.names())}", board=name[:60])
