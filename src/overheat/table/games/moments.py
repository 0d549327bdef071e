"""Every moment of a game that can be shown again: a state kept now and then, and the commands between played anew.

Commands are played with the dice as they fell, which the events tell, so a moment costs a few commands and no replay
from the beginning.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from overheat.kernel.dice import Scripted
from overheat.kernel.events import Rolled, fold
from overheat.kernel.log.replay import Session
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.lab.games import Kind
from overheat.table.games.hearing import Hearing

EVERY = 16
"""How many commands lie between two states that are kept."""


def between(ends: Sequence[int], number: int) -> range:
    """The numbers that stand together with one of them, by the last of each group."""
    at = bisect_left(ends, number)
    return range(ends[at - 1] + 1 if at else 1, ends[at] + 1) if at < len(ends) else range(number, number + 1)


class Moments:
    """The boundaries between the commands of one session, and the moments between, where events make states."""

    def __init__(self, session: Session[Any, Any, Any], kind: Kind) -> None:
        self._session = session
        self._advance = kind.advance
        self._states = [session.state]
        self._numbers = [len(session.events)]
        self.hearing = Hearing(session.game, kind.sides(session.setup), kind.advance)
        opening = kind.mustered if session.events else None
        first = session.state if opening is None else opening(session.game, session.setup)
        self.hearing.hear(first, session.events)
        self._latest = session.state

    def note(self) -> None:
        """The session has carried out a command."""
        self.hearing.hear(self._latest, self._session.events[self._numbers[-1] :])
        self._latest = self._session.state
        self._numbers.append(len(self._session.events))
        if (len(self._numbers) - 1) % EVERY == 0:
            self._states.append(self._session.state)

    def before(self, command: int) -> tuple[Any, range]:
        """The state that a command was said in, by its index, and the numbers of the events that followed from it."""
        return self._after(command), range(self._numbers[command] + 1, self._numbers[command + 1] + 1)

    def at(self, number: int) -> tuple[int, int, Any]:
        """The state after an event: its number, how many commands were over by then, the state.

        Where events make no states, it is that after the last of these commands, with the number of its last event.
        """
        done = max(0, bisect_right(self._numbers, number) - 1)
        over, state = self._numbers[done], self._after(done)
        if self._advance is None or number <= over:
            return over, done, state
        return number, done, fold(state, self._session.events[over:number], self._advance)

    def together(self, number: int) -> range:
        """The numbers of the events that followed from the same command as one of them, or from the set-up."""
        return between(self._numbers, number)

    def number_after(self, done: int) -> int:
        """The number of the last event of so many commands."""
        return self._numbers[done]

    def _after(self, done: int) -> Any:
        """The state after so many commands."""
        kept = done // EVERY
        state = self._states[kept]
        for index in range(kept * EVERY, done):
            told = self._session.events[self._numbers[index] : self._numbers[index + 1]]
            dice = Scripted(*(event.roll.faces for event in told if isinstance(event, Rolled)))
            result = self._session.game.apply(state, *self._session.commands[index], dice)
            if isinstance(result, Refusal):
                raise RefusedError(result)
            state = result[0]
        return state
