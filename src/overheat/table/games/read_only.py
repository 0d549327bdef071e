"""A game that no longer replays: it is looked at as its log tells it, and nothing can be said in it.

Rules change, and a log may be damaged; its events are still facts. A room holds a `ReadOnly` in the place of a session
that is played, and of the moments of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from overheat.kernel.dice import Dice
from overheat.kernel.events import Event
from overheat.kernel.game import Outcome, Player
from overheat.kernel.log.alike import Worded
from overheat.kernel.log.chronicle import Unread
from overheat.kernel.log.replay import UNPLAYED
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.digest import Digest
from overheat.lab.games import Kind
from overheat.lab.retelling import Retold
from overheat.table.games.hearing import Hearing
from overheat.table.games.moments import between

LONGEST = 600
"""The longest reason, in characters."""
UNREADABLE = "it says nothing that this version knows"
"""What is told of a line that cannot be read, which may hold what a player must not know."""
CLOSED = "this game can be looked at and not played"


class NoGame:
    """Stands for a game that there is none of here: everything about it stays hidden but its log."""

    rules: tuple[str, ...] = ()
    digest: Digest | None = None
    setups: Any = dict[str, Any]
    commands: Any = dict[str, Any]
    worded = Worded()

    def __init__(self, name: str) -> None:
        self.name = name

    def start(self, setup: Any, dice: Dice) -> Refusal:
        return Refusal("table.kind", f"there is no game {self.name!r} here")

    def apply(self, state: Any, player: Player, command: Any, dice: Dice) -> Refusal:
        return self.start(state, dice)

    def position(self, setup: Any, state: Any) -> str:
        return ""

    def placed(self, setup: Any, position: str) -> NoReturn:
        raise refuse("table.kind", f"there is no game {self.name!r} here")

    def to_act(self, state: Any) -> None:
        return None

    def legal(self, state: Any, player: Player) -> tuple[Any, ...]:
        return ()

    def over(self, state: Any) -> None:
        return None

    def view(self, state: Any, player: Player) -> None:
        return None

    def known(self, state: Any, player: Player) -> None:
        return None

    def redact(self, state: Any, event: Event, player: Player) -> None:
        return None


def no_kind(name: str) -> Kind:
    """A kind of game that is not known here."""
    return Kind(
        name=name,
        make=lambda rules: NoGame(name),
        scenarios=tuple,
        find=lambda scenario: _no_scenario(name),
        sides=lambda setup: (),
        values=lambda setup, layers: {},
        survivors=lambda state: {},
        forces=lambda state: (),
        report=lambda game, state, events: iter(()),
        round_of=lambda state: 0,
    )


def _no_scenario(name: str) -> NoReturn:
    raise refuse("table.kind", f"there is no game {name[:60]!r} here", kind=name[:60])


class ReadOnly:
    """What a log tells of a game, in the place of the session and of its moments."""

    def __init__(self, kind: Kind, lines: Sequence[bytes], told: Retold, why: Exception) -> None:
        header = told.chronicle.header
        self.told = told
        self.why = _reason(why, "" if header is None or told.game is None else header.played_under(told.game))
        self.lines = list(lines)
        self.game: Any = told.game or NoGame(kind.name)
        self.rules: tuple[str, ...] = () if header is None else header.rules
        self.seed = 0 if header is None else header.seed
        self.setup = told.setup
        self.events = [_unquoted(event) for event in told.chronicle.events]
        self.commands: list[tuple[Player, Any]] = [("", None)] * (len(told.chronicle.steps) - 1)
        self.state = told.states[-1] if told.states else None
        self.thrown = 0
        self.hearing = self._heard(kind)

    def _heard(self, kind: Kind) -> Hearing:
        """What everybody is told of, as far as that can be known: from the last state that there is for each event."""
        sides = () if self.setup is None else kind.sides(self.setup)
        hearing = Hearing(self.game, sides, kind.advance)
        for state, first, end in zip(self.told.states, self.told.numbers, self.told.numbers[1:], strict=False):
            hearing.hear(state, self.events[first:end])
        for event in self.events[self.shown :]:
            hearing.hear(self.told.cast if self.state is None else self.state, (event,))
        return hearing

    @property
    def shown(self) -> int:
        """The number of the last event that the board can be shown for."""
        return self.told.shown

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if its last state is known."""
        known = self.state is not None and self.shown == len(self.events)
        over: Outcome | None = self.game.over(self.state) if known else None
        return over

    def apply(self, player: Player, command: Any) -> NoReturn:
        """Nothing can be said."""
        raise self.refused()

    def refused(self) -> RefusedError:
        """Why nothing can be said."""
        return refuse("table.read_only", f"{CLOSED}: {self.why}", shown=self.shown)

    def note(self) -> None:
        """Nothing happens in it, so there is nothing to note."""

    def together(self, number: int) -> range:
        """The numbers of the events that followed from the same command as one of them, or from the set-up."""
        return between(self.told.chronicle.steps, number)

    def at(self, number: int) -> tuple[int, int, Any]:
        """The last state that is known by an event number; a game without any has none to show."""
        if not self.told.states:
            raise refuse("table.read_only", f"there is no board to show: {self.why}", shown=0)
        return self.told.at(number)


def _reason(why: Exception, under: str) -> str:
    """A failure in one line. What the log and the replay say is left out: not everybody may know it."""
    if not isinstance(why, RefusedError):
        return f"its replay fails: {type(why).__name__}"
    no = why.refusal
    if "unplayed" in no.facts:
        return f"line {no.facts['line']}: command {no.facts['unplayed']} {UNPLAYED}" + (f" ({under})" if under else "")
    if no.id == "log.line":
        return f"line {no.facts['line']}: not a line of a log"
    if no.id == "log.content":
        return f"{no.facts['what']}: {UNREADABLE}"
    if no.id != "table.log":
        return no.reason[:LONGEST]
    rules = f" ({no.facts['rules']})" if no.facts.get("rules") else ""
    return f"line {no.facts['line']}: its replay comes out otherwise than the log says{rules}"


def _unquoted(event: Event) -> Event:
    """A line that cannot be read may hold what a player must not know: it is not quoted."""
    if not isinstance(event, Unread):
        return event
    return msgspec.structs.replace(event, why=UNREADABLE, text="")
