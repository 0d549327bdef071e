"""What may be said, found out as somebody asks for it.

To list everything that is legal costs more than most who choose need to know: who has a plan asks whether its next
command may be given, who looks for one kind of command asks for those. `Offered` is the whole list to whoever reads all
of it, in the same order, and finds out only the verbs that are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

C = TypeVar("C")
K = TypeVar("K")


Said = Callable[[int, Any], Iterable[Any]]
"""Everything that may be said with a verb, by its place; if only one command is wanted, that one if it is among it."""


class Offered(Sequence[C]):
    """Everything that may be said, verb by verb. What a verb has to say is found out once, when it is asked for."""

    def __init__(self, kinds: Iterable[type[Any]], said: Said) -> None:
        self._kinds = tuple(kinds)
        """The command of each verb."""
        self._said = said
        self._found: dict[int, tuple[C, ...]] = {}

    def _of(self, at: int) -> tuple[C, ...]:
        found = self._found.get(at)
        if found is None:
            found = self._found[at] = tuple(self._said(at, None))
        return found

    def said_with(self, kinds: Collection[type[K]]) -> Iterator[K]:
        """The commands of some kinds."""
        for at, kind in enumerate(self._kinds):
            if kind in kinds:
                found: tuple[Any, ...] = self._of(at)
                yield from found

    def __contains__(self, command: object) -> bool:
        for at, kind in enumerate(self._kinds):
            if kind is type(command) and command in (self._found.get(at) or self._said(at, command)):
                return True
        return False

    def __iter__(self) -> Iterator[C]:
        for at in range(len(self._kinds)):
            yield from self._of(at)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, at: int) -> C: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[C, ...]: ...
    def __getitem__(self, at: int | slice) -> C | tuple[C, ...]:
        return tuple(self)[at]

    def __repr__(self) -> str:
        return f"Offered({tuple(self)!r})"


def said_with(commands: Iterable[Any], kinds: Collection[type[K]]) -> Iterator[K]:
    """The commands of some kinds, of which no others are found out where that is not done yet."""
    if isinstance(commands, Offered):
        return commands.said_with(kinds)
    return (command for command in commands if type(command) in kinds)


def in_order(commands: Iterable[C]) -> Sequence[C]:
    """Commands one after the other; those that are found out as they are asked for stay so."""
    return commands if isinstance(commands, Offered) else tuple(commands)
