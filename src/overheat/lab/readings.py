"""Logs of versions that read rules otherwise, played again under the readings of their time where those are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from overheat.kernel.game import Game
from overheat.kernel.log.replay import Header, Session, difference_of, read, rerun
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.games import Kind, game_of, kind_named

T = TypeVar("T")


def former_games(kind: Kind, header: Header) -> Iterator[Game[Any, Any, Any]]:
    """The game of a log under earlier readings of its rules, the latest first; none where they are those of today.

    The layers of `Kind.formerly` stand in the order in which the rules changed, so that the version that wrote a log
    lacked some of the last changes.
    """
    today = kind.game_of(header)
    if header.digest is None or today.digest is None or header.digest.whole == today.digest.whole:
        return
    for at in reversed(range(len(kind.formerly))):
        rules = tuple(dict.fromkeys((*header.rules, *kind.formerly[at:])))
        if not set(rules) <= set(today.rules):
            with suppress(RefusedError):
                yield kind.make(rules)


def under_a_reading(kind: Kind, header: Header, play: Callable[[Game[Any, Any, Any]], T]) -> T:
    """A log played as its rules are read today, or under the first earlier reading that it is not refused under."""
    try:
        return play(kind.game_of(header))
    except RefusedError:
        for game in former_games(kind, header):
            with suppress(RefusedError):
                return play(game)
        raise


def played_again(log: bytes, to: int | None = None) -> Session[Any, Any, Any]:
    """Play a log's commands, all or the first few, under the reading of its rules that it agrees with.

    Where it agrees with none, it is played as its rules are read today.
    """
    header, commands = read(log)

    def play(game: Game[Any, Any, Any]) -> Session[Any, Any, Any]:
        session = rerun(log, lambda _: game, to)
        lines = log.splitlines()
        partly = to is not None and to < len(commands)
        difference = difference_of(lines[: len(session.lines)] if partly else lines, session, any_wording=True)
        if difference is not None:
            raise refuse("log.differs", str(difference), line=difference.line)
        return session

    try:
        return under_a_reading(kind_named(header.game), header, play)
    except RefusedError:
        return rerun(log, game_of, to)
