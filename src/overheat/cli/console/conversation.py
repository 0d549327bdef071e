"""What the terminal asks of whoever reads a player's lines, in any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from overheat.kernel.events import Event

ANY_TIME = """map            the battlefield            units       everybody in a line
list           every action by number     bot         let the bot choose for you
why N, ? N     what an action promises    undo        take back your last step
save [FILE]    keep the game              quit        leave it"""
"""What can be typed at any time, in any game."""


class Answer(msgspec.Struct, frozen=True):
    """What follows from a typed line: commands to give, after a yes where a question is asked; or only a text."""

    text: str = ""
    commands: tuple[Any, ...] = ()
    question: str = ""


class Report(Protocol):
    """Tells events in lines, in the order in which they happened."""

    def hear(self, event: Event) -> Iterable[str]:
        """The lines that an event adds."""

    def rest(self) -> Iterator[str]:
        """What was held back to be told in one line with what follows."""


class Reader(Protocol):
    """Reads what one player types, and says what he sees. It never changes the game."""

    def battlefield(self, state: Any) -> str:
        """The map in characters."""

    def report(self, state: Any) -> Report:
        """A report of what happens from now on."""

    def menu(self, legal: Sequence[Any]) -> tuple[Any, ...]:
        """What may be done, in the order in which it is numbered."""

    def greet(self, state: Any, legal: Sequence[Any]) -> str:
        """What the player sees before each choice."""

    def read(self, state: Any, legal: Sequence[Any], typed: str) -> Answer:
        """What a typed line means."""

    def amid_turn(self, state: Any) -> bool:
        """Whether a unit has begun what it does and not ended it."""

    def goes_on(self, before: Any, after: Any, events: Sequence[Event]) -> bool:
        """Whether a list of commands is still what the player wants after one of them."""
