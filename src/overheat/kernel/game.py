"""What every game offers: start, legal, apply, over, view. Browser, bot, lab and replay know nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from overheat.kernel.dice import Dice
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.log.alike import Worded
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.digest import Digest

S = TypeVar("S")
C = TypeVar("C", bound=msgspec.Struct)
U = TypeVar("U", bound=msgspec.Struct, contravariant=True)

Player = Who
"""A side, as the set-up names it."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. No winner is a draw."""

    winners: tuple[Player, ...]
    reason: str


class Game(Protocol[U, S, C]):
    """A game of set-up `U`, state `S` and commands `C`, under rules fixed when the game object is made.

    States are values: `apply` returns the next one and never touches the one it was given. A command that may not be
    given comes back as a refusal, and nothing has happened.
    """

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the layers in force, lowest first."""
        ...

    @property
    def digest(self) -> Digest | None:
        """What those layers say, for logs to name; None for a game whose rules are not made of layers."""
        ...

    @property
    def setups(self) -> Any:
        """The type that a log's set-up decodes to."""
        ...

    @property
    def commands(self) -> Any:
        """The type, or union of types, that a log's commands decode to."""
        ...

    @property
    def worded(self) -> Worded:
        """What its events hold for people, for logs to be compared without."""
        ...

    def start(self, setup: U, dice: Dice) -> tuple[S, tuple[Event, ...]] | Refusal: ...

    def position(self, setup: U, state: S) -> str:
        """What a state differs in from a fresh one of its set-up, in lines."""
        ...

    def placed(self, setup: U, position: str) -> S:
        """The state that such lines say; what is none is refused by raising."""
        ...

    def to_act(self, state: S) -> Player | None:
        """Whose command is awaited; None when the game is over."""
        ...

    def legal(self, state: S, player: Player) -> Iterable[C]: ...

    def apply(self, state: S, player: Player, command: C, dice: Dice) -> tuple[S, tuple[Event, ...]] | Refusal: ...

    def over(self, state: S) -> Outcome | None: ...

    def known(self, state: S, player: Player) -> S:
        """The state without what a player may not know: what bots and previews get, and what is legal is judged by.

        It is the state itself where nothing is hidden. What is unknown may change, and this does not.
        """
        ...

    def view(self, state: S, player: Player) -> object:
        """What one player may know of the state, as it is shown."""
        ...

    def redact(self, state: S, event: Event, player: Player) -> Event | None:
        """What one player may know of an event; None when it stays hidden.

        The state is the one that it happens in, before it has changed anything.
        """
        ...


@runtime_checkable
class Secretive(Protocol):
    """A game in which something may be hidden from a player."""

    def hides(self, state: Any, player: Player, /) -> bool:
        """Whether a player may not know all that others know of a state."""
        ...


@runtime_checkable
class Candid(Protocol):
    """A game that says beforehand what of its units it does not play."""

    def not_played(self, setup: Any, /) -> dict[str, tuple[str, ...]]:
        """Parts by name, for each unit that has such."""
        ...
