"""One game between bots, from the first command to the last."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from overheat.kernel.game import Game, Player
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.players import Bot, make_bot, reason_of

LONGEST = 200_000
"""More commands than any game takes: a game that asks for more is broken, and says so."""
SWEPT_AFTER = 100_000
"""New objects after which unreachable ones are looked for while a game is played."""
AT_ONCE = 5_000
"""More commands than a side gives before another has its turn."""


def play(
    game: Game[Any, Any, Any],
    setup: Any,
    seed: int,
    bots: Mapping[Player, str | Bot],
    default: str = "greedy",
    position: str = "",
    reasons: dict[int, str] | None = None,
) -> Session[Any, Any, Any]:
    """Play a game to its end, from its beginning or from a position.

    `bots` says who plays which side, by name or itself; the default plays all others. `reasons` is filled with
    why they did what they did, by the number of the event that it begins with.
    """
    session: Session[Any, Any, Any] = Session(game, setup, seed, position=position)
    with seldom_swept():
        drive(session, bots, default, reasons=reasons)
    return session


@contextmanager
def seldom_swept() -> Iterator[None]:
    """Look for unreachable objects seldom: a game makes many values, and hardly any that refer to one another."""
    before = gc.get_threshold()
    gc.set_threshold(SWEPT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def drive(
    session: Session[Any, Any, Any],
    bots: Mapping[Player, str | Bot],
    default: str = "greedy",
    seconds: float | None = None,
    reasons: dict[int, str] | None = None,
) -> None:
    """Let bots go on with a game to its end; one that takes longer than it may is refused between two commands."""
    game, seats = session.game, dict[Player, Bot]()
    before, row = None, 0
    latest = None if seconds is None else time.monotonic() + seconds
    for _ in range(LONGEST):
        player = game.to_act(session.state)
        if player is None:
            return
        if latest is not None and time.monotonic() > latest:
            raise _refused(game, "lab.endless", f"the game was not over after {seconds:g} seconds")
        before, row = player, row + 1 if player == before else 1
        if row > AT_ONCE:
            raise _refused(game, "lab.endless", f"{player} has not come to an end after {AT_ONCE:,} commands", player)
        if player not in seats:
            chosen = bots.get(player, default)
            seats[player] = make_bot(game.name, chosen, session.seed, player) if isinstance(chosen, str) else chosen
        legal = in_order(game.legal(session.state, player))
        if not legal:
            raise _refused(game, "lab.stuck", f"{player} has nothing to say and the game is not over", player)
        number = len(session.events)
        session.apply(player, seats[player].choose(game, game.known(session.state, player), player, legal))
        if reasons is not None and (why := reason_of(seats[player]).text):
            reasons[number] = why
    raise _refused(game, "lab.endless", f"the game was not over after {LONGEST:,} commands")


def _refused(game: Game[Any, Any, Any], id: str, reason: str, player: Player = "") -> RefusedError:
    """Why a game cannot go on, with the files of rules that it is played under and that may be why."""
    files: Mapping[str, str] = getattr(game, "files", {})
    return refuse(id, f"{', '.join(files.values())}: {reason}" if files else reason, player=player)
