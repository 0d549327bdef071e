"""Verbs: everything about one thing that a player may say, in one record.

The commands of a game are those of the verbs in force. What is legal is what the verbs offer and do not refuse, and
carrying out asks the same refusal. Page, terminal and bots find verbs by asking the ruleset, so a layer may bring one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")
C = TypeVar("C")


MOST_OFFERS = 100_000
"""More commands than a verb offers at one moment: one that offers more never comes to an end."""


Costs = Mapping[str, Tally]
"""What a command takes, by what it is taken from: `points` of movement."""


class Foreseen(msgspec.Struct, frozen=True):
    """What a command promises before it is given."""

    says: str
    """In a line, with its chance where there is one."""
    sums: Mapping[str, Tally] = {}
    """The numbers that it is about, each under what it is: `to hit`."""
    chance: Fraction | None = None
    damage: Fraction | float | None = None
    """What it does on average, misses counted, where it is meant to do damage: what it is worth to bots."""


@dataclass(frozen=True, kw_only=True)
class Verb(Generic[S, A, T, C]):
    """One thing that an actor `A` may say in some phases: a command `C`, in a state `S`, carried out in a scene `T`."""

    command: type[C]
    phases: tuple[str, ...]
    offers: Callable[[S, A], Iterable[C]]
    """What an actor might say; what is refused of it is left out."""
    refuses: Callable[[S, A, C], Refusal | None]
    """Why a command may not be given; None when it may."""
    does: Callable[[T, A, C], None]
    """Carry out a command that is not refused."""
    words: Callable[[S, A, C, Mapping[str, str]], str]
    """A command as a short line, as it is listed for a player, with the names that actors are to be called by."""
    title: str = ""
    """What all its commands are listed under; the name of the command where there is none."""
    cost: Callable[[S, A, C], Costs] | None = None
    """What a command takes."""
    preview: Callable[[S, A, C], Foreseen | str | None] | None = None
    """What a command promises, where that can be foreseen: a line will do."""
    worth: Callable[[S, A, C], float] | None = None
    """What a command is worth to a bot that does not know the verb, in points of damage; nothing to leave it alone."""
    near: Callable[[S, A, C], Iterable[C]] | None = None
    """Of what it offers, at least a command that is asked for, if it offers it: where that is found sooner than all."""
    last: bool = False
    """Whether its worth is asked only when a bot is otherwise done with its turn."""
    only: Callable[[A], bool] | None = None
    """Whether such an actor may ever have a use for it, by what stays with him through a game: his sheet, what he
    carries. Others are not asked; who tries all the same is refused as ever."""
    sure: bool = False
    """Whether everything that is offered has been asked already whether it is refused."""
    asked: tuple[object, ...] = ()
    """The offers and the refusals that are sure of one another. A verb made of another with others of its own is sure
    of nothing."""

    def __post_init__(self) -> None:
        own = (self.offers, self.refuses)
        object.__setattr__(self, "asked", self.asked or own)
        object.__setattr__(self, "sure", self.sure and self.asked == own)

    @property
    def heading(self) -> str:
        """What its commands are listed under: `Lay mines`."""
        return self.title or spaced(self.command.__name__)

    def __str__(self) -> str:
        """What it is to those who read of it: what its command does, and when it is said."""
        does = (self.command.__doc__ or "").strip().split("\n", 1)[0] or f"{self.heading}."
        return f"{does.removesuffix('.')}, in {' and '.join(self.phases)}" if self.phases else does

    def legal(self, state: S, actor: A, wanted: C | None = None) -> Iterable[C]:
        """What an actor may say with this verb; if only one command is wanted, that one, if it may be said."""
        offered = self.offers(state, actor) if wanted is None or self.near is None else self.near(state, actor, wanted)
        if type(offered) is tuple and (not offered or (self.sure and wanted is None and self._all_fit(offered))):
            return offered
        return self._not_refused(state, actor, offered, wanted)

    def _all_fit(self, offered: tuple[C, ...]) -> bool:
        """Whether offers are as many as may be, and all of this verb: others are told one by one what is wrong."""
        return len(offered) <= MOST_OFFERS and {*map(type, offered)} == {self.command}

    def _not_refused(self, state: S, actor: A, offered: Iterable[C], wanted: C | None) -> Iterator[C]:
        for count, command in enumerate(offered, start=1):
            if type(command) is not self.command:
                raise TypeError(f"offers {command!r}, which is no {self.command.__name__}")
            if count > MOST_OFFERS:
                raise RuntimeError(f"offers more than {MOST_OFFERS:,} commands")
            if wanted is not None and command != wanted:
                continue
            no = None if self.sure and wanted is None else self.refuses(state, actor, command)
            if no is None:
                yield command
            elif not isinstance(no, Refusal):
                raise TypeError(f"refuses with {no!r}, which is no Refusal")


def spaced(name: str) -> str:
    """The name of a command as words: `LayMines` is `Lay mines`."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    return words[:1].upper() + words[1:]


def union(verbs: Iterable[Verb[Any, Any, Any, Any]], *others: type[Any]) -> Any:
    """The type of all commands of some verbs, and of others besides, for decoding."""
    return reduce(or_, dict.fromkeys([*others, *(verb.command for verb in verbs)]))


def unfit(verbs: Mapping[str, Verb[Any, Any, Any, Any]], phases: Iterable[str]) -> str | None:
    """Why some verbs do not go together: a command is no command, two share a name, or two verbs share one."""
    names: dict[str, type[Any]] = {}
    for id, verb in verbs.items():
        if not _is_command(verb.command):
            return f"the command of the verb {id!r} is no frozen, tagged struct"
        name = verb.command.__name__
        if names.setdefault(name, verb.command) is not verb.command:
            return f"two commands are called {name!r}, one of them that of {id!r}"
    for phase in phases:
        commands = [verb.command for verb in verbs.values() if not verb.phases or phase in verb.phases]
        twice = [command.__name__ for command in dict.fromkeys(commands) if commands.count(command) > 1]
        if twice:
            return f"two verbs take {twice[0]!r} in the phase {phase!r}"
    return None


def _is_command(kind: object) -> bool:
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return False
    return kind.__struct_config__.frozen and isinstance(kind.__struct_config__.tag, str)
