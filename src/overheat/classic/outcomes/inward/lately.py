"""What was found out about targets that were fired at lately."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

from overheat.classic.facts.state import State

T = TypeVar("T")
KEPT = 8


class Lately(Generic[T]):
    """What is known of some targets; each is lent to one question at a time."""

    def __init__(
        self,
        find_out: Callable[[State, str], T],
        of: Callable[[T, State, str], bool],
        large: Callable[[T], bool],
    ) -> None:
        """How it is found out, whether it is of a target as it is, and whether it is too large to be kept."""
        self._find_out, self._of, self._large = find_out, of, large
        self._lock = Lock()
        self.kept: deque[T] = deque(maxlen=KEPT)

    @contextmanager
    def lent(self, state: State, target: str) -> Iterator[T]:
        """What is known of a target as it is, from before if it was fired at lately; nobody else has it meanwhile."""
        with self._lock:
            known = next((one for one in self.kept if self._of(one, state, target)), None)
            if known is not None:
                self.kept.remove(known)
        lent = self._find_out(state, target) if known is None else known
        yield lent
        if not self._large(lent):
            with self._lock:
                self.kept.append(lent)
