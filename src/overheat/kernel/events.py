"""Events are past facts with fields. Wording them is somebody else's work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from overheat.kernel.dice import About, Dice, Roll

S = TypeVar("S")


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. Games define their own kinds; the class name is the tag in logs."""


class Rolled(Event, frozen=True):
    """Dice fell, for a purpose."""

    roll: Roll


class LoggedDice:
    """Dice that write each roll into a list of events as it falls, in its place among the other facts."""

    def __init__(self, dice: Dice, events: list[Event]) -> None:
        self._dice = dice
        self._events = events

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        roll = self._dice.roll(purpose, count, sides, who=who, needed=needed, **about)
        self._events.append(Rolled(roll))
        return roll


def writable(event: Event) -> None:
    """Make sure that something that happened is an event, and that a log can hold it."""
    if not isinstance(event, Event):
        raise TypeError(f"{event!r} is told, which is no Event")
    msgspec.json.encode(event)


def fold(state: S, events: Iterable[Event], advance: Callable[[S, Event], S]) -> S:
    """The state after some events."""
    for event in events:
        state = advance(state, event)
    return state
