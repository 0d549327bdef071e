"""A game as its log tells it, without being played: its events in order, and its states as far as they can be known.

Where events make the whole state, the states are made from them alone. Of other games the states are known for as long
as a replay agrees with the log. Neither goes past a line that cannot be read.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from overheat.kernel.events import fold
from overheat.kernel.game import Game
from overheat.kernel.log.chronicle import BROKEN, Chronicle, Unread, brought_by, chronicle
from overheat.kernel.log.replay import CommandLine, Header, Session, first_difference
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import Kind

Check = Callable[[Any], None]
"""Refuses a set-up that may not be made into a state."""


class Retold(msgspec.Struct, frozen=True, kw_only=True):
    """What a log tells of its game."""

    chronicle: Chronicle
    game: Game[Any, Any, Any] | None = None
    """The game under the rules that the log names, or under the standard ones where there are no such rules."""
    setup: Any = None
    cast: Any = None
    """A state that names the units, for the words of events; None where nobody can be named."""
    numbers: tuple[int, ...] = ()
    """How many events each state comes after."""
    states: tuple[Any, ...] = ()
    advance: Callable[[Any, Any], Any] | None = None
    """The state after an event, where its events make the states of the log."""

    @property
    def shown(self) -> int:
        """The number of the last event that there is a state for."""
        return self.numbers[-1] if self.numbers else 0

    def at(self, number: int) -> tuple[int, int, Any]:
        """The last known state by an event number: its own number, how many commands came before, and the state."""
        step = bisect_right(self.numbers, number) - 1
        if step < 0:
            return 0, 0, None
        over, done, state = self.numbers[step], max(0, step - 1), self.states[step]
        if self.advance is None or number == over or step + 1 == len(self.numbers):
            return over, done, state
        return number, done, fold(state, self.chronicle.events[over:number], self.advance)


def retell(
    lines: Sequence[bytes], kind: Kind | None, check: Check = lambda setup: None, deadline: float | None = None
) -> Retold:
    """What the lines of a log tell. Of a game that is not known, and without a header, these are its lines alone."""
    lines = [line for line in lines if line.strip()]
    told = chronicle(lines) if kind is None else chronicle(lines, kind.events, _brought(lines, kind))
    if kind is None or told.header is None:
        return Retold(chronicle=told)
    game, known = _game(kind, told.header)
    try:
        setup = msgspec.json.decode(told.header.setup, type=game.setups)
    except BROKEN:
        return Retold(chronicle=told, game=game)
    late = (lambda: False) if deadline is None else (lambda: time.monotonic() > deadline)
    way = _Way(lines, kind, game, known, setup, told, late)
    moments = list(way.moments(check))
    return Retold(
        chronicle=told,
        game=game,
        setup=setup,
        cast=moments[0][1] if moments else way.cast(),
        numbers=tuple(number for number, _ in moments),
        states=tuple(state for _, state in moments),
        advance=kind.advance if way.tells_all() else None,
    )


def _brought(lines: Sequence[bytes], kind: Kind) -> Any:
    """The kinds of event that the layers of a log bring, as far as they are known here."""
    header = chronicle(lines[:1]).header
    known = {} if kind.library is None else kind.library.layers
    return brought_by(known[name] for name in header.rules if name in known) if header else None


def _game(kind: Kind, header: Header) -> tuple[Game[Any, Any, Any], bool]:
    """The game of a log, and whether its rules are known; under the standard rules where they are not."""
    try:
        return kind.game_of(header), True
    except RefusedError:
        return kind.make(()), False


class _Way(NamedTuple):
    """How the states of a log are found."""

    lines: Sequence[bytes]
    kind: Kind
    game: Game[Any, Any, Any]
    known: bool
    setup: Any
    told: Chronicle
    late: Callable[[], bool]

    def moments(self, check: Check) -> Iterator[tuple[int, Any]]:
        """States, each with how many events it comes after; whatever fails, they end there."""
        try:
            check(self.setup)
            for moment in self._folded() if self.tells_all() else self._replayed():
                yield moment
                if self.late():
                    return
        except Exception:
            return

    def tells_all(self) -> bool:
        """Whether the events of the log make its states."""
        header = self.told.header
        return self.kind.advance is not None and header is not None and header.format >= self.kind.tells_all_since

    def cast(self) -> Any:
        """A state that names those units that can be named."""
        try:
            return None if self.kind.cast is None else self.kind.cast(self.game, self.setup)
        except Exception:
            return None

    def _folded(self) -> Iterator[tuple[int, Any]]:
        """States made from the events: before the first, after those that open the game, and after each command."""
        assert self.kind.mustered is not None
        assert self.kind.advance is not None
        assert self.told.header is not None
        begun = self.told.header.position
        state = self.game.placed(self.setup, begun) if begun else self.kind.mustered(self.game, self.setup)
        yield 0, state
        for before, after in pairwise((0, *self.told.steps)):
            events = self.told.events[before:after]
            if any(isinstance(event, Unread) for event in events):
                return
            state = fold(state, events, self.kind.advance)
            yield after, state

    def _replayed(self) -> Iterator[tuple[int, Any]]:
        """States of a replay for as long as it agrees with the log; under other rules only the first."""
        assert self.told.header is not None
        session: Session[Any, Any, Any] = Session(self.game, self.setup, self.told.header.seed, self.lines[0])
        read = written = 1
        events = 0
        yield 0, session.state
        while (again := self._agreed(session, read, written)) is not None:
            read, written = read + len(again), len(session.lines)
            events += sum(not line.startswith(b'{"line":"command"') for line in again)
            yield events, session.state
            if read >= len(self.lines) or not self.known:
                return
            line = msgspec.json.decode(self.lines[read], type=CommandLine)
            session.apply(line.player, msgspec.json.decode(line.command, type=self.game.commands))

    def _agreed(self, session: Session[Any, Any, Any], read: int, written: int) -> list[bytes] | None:
        """What a session has written since, as far as the log could hold it; None unless both agree in every fact."""
        assert self.told.header is not None
        worded = self.game.worded
        again = list(worded.told_then(session.lines[written:], self.told.header.format))
        log = [self.lines[0], *self.lines[read : read + len(again)]]
        found = [session.lines[0], *again]
        return again if first_difference(log, found, worded, any_wording=True) is None else None
