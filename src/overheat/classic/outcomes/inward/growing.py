"""Tables that grow at their end, with room to spare, so that they are seldom copied."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

D = TypeVar("D", bound=np.generic)
ROOM = 256


class Growing(Generic[D]):
    """Rows of numbers."""

    def __init__(self, kind: type[D], width: int = 0) -> None:
        self._room: npt.NDArray[D] = np.zeros((ROOM, width) if width else ROOM, dtype=kind)
        self.many = 0

    def append(self, rows: npt.NDArray[D]) -> None:
        """More rows at the end."""
        end = self.many + len(rows)
        if end > len(self._room):
            room = np.zeros((2 * end, *self._room.shape[1:]), dtype=self._room.dtype)
            room[: self.many] = self.all
            self._room = room
        self._room[self.many : end] = rows
        self.many = end

    @property
    def all(self) -> npt.NDArray[D]:
        """All rows so far."""
        return self._room[: self.many]
