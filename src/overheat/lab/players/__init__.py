"""Those who play without a human: each is given what it may know and what it may say, and says one thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from inspect import signature
from runpy import run_path
from typing import Any, Protocol, runtime_checkable

import msgspec

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.refusal import refuse


@runtime_checkable
class Bot(Protocol):
    """Somebody who plays one side."""

    def choose(self, game: Game[Any, Any, Any], state: Any, player: Player, legal: Sequence[Any]) -> Any:
        """One of the commands that are legal now. The state holds nothing but what the player may know."""
        ...


class Reason(msgspec.Struct, frozen=True):
    """Why a bot said what it said: a line for people, and the figures that decided."""

    text: str
    figures: dict[str, float | str] = {}


NO_REASON = Reason("")
"""Of a bot that says nothing of its reasons, or goes on with what it has given one for."""


def reason_of(bot: Bot) -> Reason:
    """Why a bot said what it said last."""
    found = getattr(bot, "reason", NO_REASON)
    return found if isinstance(found, Reason) else Reason(str(found))


Maker = Callable[[Seeded], Bot]
"""Makes a bot that draws its own luck from its own stream of dice."""

BOTS: dict[tuple[str, str], Maker] = {}
"""Bots by the name of the game, or `*` for all, and their own."""


def bot(game: str, name: str) -> Callable[[Maker], Maker]:
    """Make a bot known under a name."""

    def make(maker: Maker) -> Maker:
        BOTS[game, name] = maker
        return maker

    return make


BUDGETED: dict[tuple[str, str], Callable[[Seeded, str], Bot]] = {}
"""Bots that are given a budget after their name, `search:2s`, made with it; without one they have their usual."""

FILE = ".py:"
"""What stands between the file and the class in the name of a bot of one's own: `mine.py:Bot`."""


def make_bot(game: str, name: str, seed: int, player: Player) -> Bot:
    """A bot by its name, with its own stream of the seed."""
    from overheat.lab.players import classic_greedy, platoon_greedy, uniform  # noqa: F401
    from overheat.lab.players.fighter import bot as fighting  # noqa: F401
    from overheat.lab.players.fighter import search  # noqa: F401
    from overheat.lab.players.soldier import bot as soldiering  # noqa: F401
    from overheat.lab.players.soldier import search as trying_out  # noqa: F401

    if FILE in name:
        return _of_file(name, Seeded(seed, f"bot {player}"))
    plain, _, budget = name.partition(":")
    if budget and (game, plain) in BUDGETED:
        return BUDGETED[game, plain](Seeded(seed, f"bot {player}"), budget)
    maker = BOTS.get((game, name)) or BOTS.get(("*", name))
    if maker is None:
        known = sorted({known for of, known in BOTS if of in (game, "*")})
        raise refuse("lab.bot", f"no bot {name!r} for the {game} game; there are {', '.join(known)}", bot=name)
    return maker(Seeded(seed, f"bot {player}"))


def _of_file(name: str, dice: Seeded) -> Bot:
    """A bot of a user's own: a class that is given its dice if it takes them, or a function that chooses."""
    file, _, called = name.rpartition(":")
    found = _module(file).get(called)
    if found is None or not callable(found):
        raise refuse("lab.bot", f"{file}: there is no bot {called!r} in it", bot=name)
    if not isinstance(found, type):
        return _Chooser(found)
    bot = found(dice) if signature(found).parameters else found()
    if not isinstance(bot, Bot):
        raise refuse("lab.bot", f"{file}: {called} has no method choose", bot=name)
    return bot


@cache
def _module(file: str) -> dict[str, Any]:
    try:
        return run_path(file)
    except Exception as error:
        raise refuse("lab.bot", f"{file}: {type(error).__name__}: {error}", file=file) from None


class _Chooser:
    """A function that plays a side."""

    def __init__(self, choose: Callable[..., Any]) -> None:
        self.choose = choose
