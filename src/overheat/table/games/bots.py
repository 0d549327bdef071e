"""Bots at the table: they think in threads of their own, wait their pace, and say what people could say.

All threads share one interpreter, so a bot that thinks slows every answer down. Few bots think at once, and they let
the commands of people go first: before a thought at most as long as the last thought took, so that however much people
say, the bots keep half of their pace.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from overheat.kernel.game import Player
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import RefusedError
from overheat.lab.players import Bot, make_bot, reason_of
from overheat.table.games.positions import Moment
from overheat.table.games.room import Room
from overheat.table.guard.security import Visitors, log
from overheat.table.store.health import pauses

T = TypeVar("T")

TRIES = 40
"""How many other commands are tried when a bot says what it may not."""
COURTESY = 0.25
"""The most seconds that a bot lets people go first, before each thought."""
LATER = ("table.moved_on", "table.elsewhere", "table.store", "table.game")
"""Refusals that say nothing of the command."""


class Thinking:
    """Room for a few thoughts at once, each begun when nobody waits for an answer."""

    def __init__(self, many: int, visitors: Visitors) -> None:
        self._pool = ThreadPoolExecutor(many, "bot")
        self._places = asyncio.Semaphore(many)
        self._visitors = visitors
        self._last = COURTESY

    async def about(self, task: Callable[..., T], *facts: Any) -> T:
        """Think about something."""
        async with self._places:
            await self._visitors.served(min(COURTESY, self._last))
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._timed, partial(task, *facts))

    def _timed(self, thought: Callable[[], T]) -> T:
        began = time.monotonic()
        try:
            return thought()
        finally:
            self._last = time.monotonic() - began

    def close(self) -> None:
        """End when the last thought is thought."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Bots:
    """The bots of one game."""

    def __init__(self, room: Room, thinking: Thinking) -> None:
        self._room = room
        self._thinking = thinking
        self._bots: dict[Player, Bot] = {}
        self._epoch = room.now.epoch
        self._stirred = asyncio.Event()
        self._pauses = pauses()

    async def play(self) -> None:
        """Say something whenever it is a bot's turn, for as long as the game is held."""
        room = self._room
        room.listeners.add(self._stirred)
        try:
            while not room.closed:
                self._stirred.clear()
                if room.away:
                    await self._stirred.wait()
                    continue
                moment = room.now
                seat = room.seat(moment.to_act)
                waits = seat is None or not seat.bot or not room.company.may_play()
                if waits or seat is None or not await self._turn(seat.player, seat.bot, moment):
                    await self._stirred.wait()
        finally:
            room.listeners.discard(self._stirred)

    async def _turn(self, player: Player, name: str, moment: Moment) -> bool:
        """One command of a bot; False when it could not say anything."""
        if self._room.company.pace > 0:
            await asyncio.sleep(self._room.company.pace)
        try:
            command, reason = await self._thinking.about(self._think, player, name, moment)
            await self._room.say(player, command, moment.same_as, reason=reason)
            self._pauses = pauses()
            return True
        except RefusedError as error:
            if await self._later(error):
                return True
            log.warning("bot %s was refused: %s", name, error.refusal)
        except Exception:
            log.exception("bot %s failed", name)
        return await self._anything(player, moment)

    def _think(self, player: Player, name: str, moment: Moment) -> tuple[Any, str]:
        """What a bot says, and why."""
        room = self._room
        if self._epoch != moment.epoch:
            self._epoch, self._bots = moment.epoch, {}
        if player not in self._bots:
            self._bots[player] = make_bot(room.offer.name, name, room.seed, player)
        legal = in_order(room.game.legal(moment.state, player))
        bot = self._bots[player]
        said = bot.choose(room.game, room.game.known(moment.state, player), player, legal)
        return said, reason_of(bot).text

    async def _anything(self, player: Player, moment: Moment) -> bool:
        """The last resort: the first legal command that is taken, so that nobody waits for ever."""
        try:
            legal = await self._thinking.about(lambda: list(self._room.game.legal(moment.state, player))[:TRIES])
        except RefusedError as error:
            log.warning("nothing can be found for bots to say: %s", error.refusal)
            return False
        except Exception:
            log.exception("nothing can be found for bots to say")
            return False
        for command in legal:
            try:
                await self._room.say(player, command, moment.same_as)
                return True
            except RefusedError as error:
                if await self._later(error):
                    return True
            except Exception:
                if not moment.same_as(self._room.now):
                    return True
        return False

    async def _later(self, error: RefusedError) -> bool:
        """Whether to think again because of a refusal; after a failure of the store, in a while."""
        if error.refusal.id == "table.store":
            await asyncio.sleep(next(self._pauses))
        return error.refusal.id in LATER
