"""A log played again, line by line: how a kept game comes back, and how one that somebody brings is checked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from overheat.kernel.game import Game, Player
from overheat.kernel.log.replay import Header, Session, difference_of, line_of_command, read, unplayed
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.games import Kind
from overheat.lab.readings import under_a_reading
from overheat.lab.retelling import retell
from overheat.table.games.moments import Moments
from overheat.table.games.read_only import ReadOnly
from overheat.table.guard.limits import Limits
from overheat.table.guard.security import log
from overheat.table.offers import Offer

Replayed = tuple[Session[Any, Any, Any], Moments]
"""A game and its moments."""
Opened = tuple[Session[Any, Any, Any] | ReadOnly, Moments | ReadOnly]
"""The same, or a game that can only be looked at."""
Said = tuple[Player, Any]


def begun(kind: Kind, game: Game[Any, Any, Any], setup: Any, seed: int, header: bytes | None = None) -> Replayed:
    """A game before its first command; with the header line of a log where it goes on with one."""
    session: Session[Any, Any, Any] = Session(game, setup, seed, header)
    return session, Moments(session, kind)


def go_on(played: Replayed, commands: Sequence[Said], deadline: float | None = None) -> None:
    """Play commands one after the other."""
    session, moments = played
    for player, command in commands:
        if deadline is not None and time.monotonic() > deadline:
            raise refuse("table.replay", "the log takes too long to replay")
        session.apply(player, command)
        moments.note()


def decoded(raw: bytes | msgspec.Raw, kind: Any, what: str) -> Any:
    """A part of a log as the game understands it."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("log.content", f"{what}: {error}", what=what) from None


def replayed(offer: Offer, lines: Sequence[bytes], limits: Limits | None = None) -> Replayed:
    """A log played again and held to its facts: an older version may have worded them, or read rules, otherwise.

    With limits it is a stranger's, and set-up and length are checked.
    """
    header, commands = read(b"\n".join(lines))
    if limits is not None and len(commands) > limits.commands:
        raise refuse("table.commands", f"{len(commands):,} commands are too many; the limit is {limits.commands:,}")
    deadline = None if limits is None else time.monotonic() + limits.replay_seconds

    def play(game: Game[Any, Any, Any]) -> Replayed:
        offer.check(decoded(header.setup, game.setups, "set-up"), limits or ANY_SIZE)
        return _played(offer.kind, game, lines, deadline)

    return under_a_reading(offer.kind, header, play)


def _played(kind: Kind, game: Game[Any, Any, Any], lines: Sequence[bytes], deadline: float | None) -> Replayed:
    """A log played again in a game, and held to its facts."""
    header, commands = read(b"\n".join(lines))
    setup = decoded(header.setup, game.setups, "set-up")
    session, moments = begun(kind, game, setup, header.seed, lines[0])
    said = [(line.player, decoded(line.command, game.commands, f"command {at}")) for at, line in enumerate(commands, 1)]
    try:
        go_on((session, moments), said, deadline)
    except Exception as error:
        if isinstance(error, RefusedError) and error.refusal.id == "table.replay":
            raise
        number = len(session.commands) + 1
        line = line_of_command(b"\n".join(lines), number)
        raise unplayed(line, number, error, header.played_under(game)) from error
    difference = difference_of(lines, session, any_wording=True)
    if difference is not None:
        told = f"the log does not replay: {difference}"
        raise refuse("table.log", told, line=difference.line, rules=difference.rules)
    return session, moments


ANY_SIZE = Limits(units=2**31, board_hexes=2**31, men=2**31, table_inches=1000, corners=2**31)
"""For games that are kept: they are as large as they are, but may not reach for files of the server either."""


def reopened(offer: Offer, lines: Sequence[bytes], limits: Limits | None = None) -> Opened:
    """A log played again, or, where it does not replay, as its events tell it, with the reason."""
    try:
        return replayed(offer, lines, limits)
    except Exception as error:
        if limits is not None and isinstance(error, RefusedError) and error.refusal.id in TOO_MUCH:
            raise
        log.warning("a game does not replay, and opens read-only: %s", error)
        bounds = limits or ANY_SIZE
        deadline = time.monotonic() + bounds.replay_seconds
        told = retell(lines, offer.kind, lambda setup: offer.check(setup, bounds), deadline)
        found = ReadOnly(offer.kind, lines, told, error)
        return found, found


TOO_MUCH = ("table.commands", "table.replay")
"""What a stranger's log is sent away for, read or played."""


def header_of(lines: Sequence[bytes]) -> Header:
    """What a log says of its game."""
    return read(b"\n".join(lines[:1]))[0]
