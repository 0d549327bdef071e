"""A log played again, line by line: how a kept game comes back, and how one that somebody brings is checked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from overheat.kernel.game import Game, Player
from overheat.kernel.refusal import refuse
from overheat.kernel.replay import Header, Session, difference_of, read
from overheat.table.limits import Limits
from overheat.table.moments import Moments
from overheat.table.offers import Offer

Playing = Session[Any, Any, Any]
Said = tuple[Player, Any]


def begun(game: Game[Any, Any, Any], setup: Any, seed: int, header: bytes | None = None) -> tuple[Playing, Moments]:
    """A game before its first command; with the header line of a log where it goes on with one."""
    session: Playing = Session(game, setup, seed, header)
    return session, Moments(session)


def go_on(session: Playing, moments: Moments, commands: Sequence[Said], deadline: float | None = None) -> None:
    """Play commands one after the other."""
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
        raise refuse("log.content", f"{what}: {error}") from None


def replayed(offer: Offer, lines: Sequence[bytes], limits: Limits | None = None) -> tuple[Playing, Moments]:
    """A log played again and held to its facts: an older version may have worded them otherwise.

    With limits it is a stranger's, and set-up and length are checked.
    """
    header, commands = read(b"\n".join(lines))
    game = offer.kind.game_of(header)
    setup = decoded(header.setup, game.setups, "set-up")
    if limits is not None:
        offer.check(setup, limits)
        if len(commands) > limits.commands:
            raise refuse("table.commands", f"{len(commands):,} commands are too many; the limit is {limits.commands:,}")
    session, moments = begun(game, setup, header.seed, lines[0])
    said = [(line.player, decoded(line.command, game.commands, f"command {at}")) for at, line in enumerate(commands, 1)]
    go_on(session, moments, said, None if limits is None else time.monotonic() + limits.replay_seconds)
    difference = difference_of(lines, session, any_wording=True)
    if difference is not None:
        raise refuse("table.log", f"the log does not replay: {difference}", line=difference.line)
    return session, moments


def header_of(lines: Sequence[bytes]) -> Header:
    """What a log says of its game."""
    return read(b"\n".join(lines[:1]))[0]
