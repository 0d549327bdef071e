"""A log read for what it tells, without being played: how a log is looked at that no longer replays.

Nothing is refused: a line that cannot be read stands among the events as an `Unread` one, in its place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

import msgspec

from overheat.kernel.events import Event, Rolled
from overheat.kernel.log.replay import CommandLine, EventLine, Header, Line
from overheat.kernel.rules.layers import Layer

LONGEST = 200
"""How much of a line that cannot be read is told again, in characters."""
BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Unread(Event, frozen=True):
    """A line of a log that this version cannot read."""

    line: int
    why: str
    text: str = ""


class Chronicle(msgspec.Struct, frozen=True):
    """What a log tells."""

    header: Header | None
    events: tuple[Event, ...]
    steps: tuple[int, ...]
    """How many events had been told when each command was said, and at the end."""

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The lines that cannot be read."""
        return tuple(event for event in self.events if isinstance(event, Unread))


def kinds_of(*modules: ModuleType) -> Any:
    """Every kind of event that some modules define, and dice, as one type to decode."""
    found = {value for module in modules for value in vars(module).values() if _is_kind(value)}
    return reduce(or_, sorted(found, key=lambda kind: kind.__name__), Rolled)


def brought_by(layers: Iterable[Layer]) -> Any:
    """Every kind of event that the files of some layers define, as one type to decode; None where they define none."""
    wanted = {id(layer) for layer in layers}
    homes = [module for module in list(sys.modules.values()) if id(getattr(module, "LAYER", None)) in wanted]
    found = {
        value.__name__: value
        for home in homes
        for value in vars(home).values()
        if _is_kind(value) and value.__module__ == home.__name__
    }
    return reduce(or_, found.values()) if found else None


def _is_kind(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Event) and value not in (Event, Rolled)


def _events_of(kinds: Any, brought: Any) -> Callable[[msgspec.Raw], Event]:
    """How an event is read. A layer may give its own the name of another, with other facts."""
    known = msgspec.json.Decoder(kinds).decode
    if brought is None:
        return known
    further = msgspec.json.Decoder(brought).decode

    def read(raw: msgspec.Raw) -> Event:
        try:
            return known(raw)  # type: ignore[no-any-return]
        except BROKEN as error:
            try:
                return further(raw)  # type: ignore[no-any-return]
            except BROKEN:
                raise error from None

    return read


def chronicle(lines: Sequence[bytes], kinds: Any = Rolled, brought: Any = None) -> Chronicle:
    """What the lines of a log tell, its events being of some kinds, or else of those that layers bring."""
    of_line = msgspec.json.Decoder(Line).decode
    of_event = _events_of(kinds, brought)
    header: Header | None = None
    events: list[Event] = []
    steps: list[int] = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = of_line(text)
            if isinstance(line, EventLine):
                events.append(of_event(line.event))
        except BROKEN as error:
            events.append(Unread(number, str(error), text.decode(errors="replace")[:LONGEST]))
            continue
        if isinstance(line, Header):
            header = header or line
        elif isinstance(line, CommandLine):
            steps.append(len(events))
    return Chronicle(header, tuple(events), (*steps, len(events)))


def plainly(event: Event, before: Event | None = None) -> str:
    """An event by its name and its facts, for which there are no better words."""
    if isinstance(event, Rolled):
        return str(event.roll)
    if isinstance(event, Unread):
        told = f"Line {event.line} of the log cannot be read: {event.why}"
        return f"{told}: {event.text}" if event.text else told
    facts = msgspec.to_builtins(event)
    told = ", ".join(f"{name} {value}" for name, value in facts.items() if name != "type")
    return f"{type(event).__name__}: {told}" if told else type(event).__name__


Report = Callable[[Iterable[Event]], Iterable[str]]
"""Tells events in lines."""


def in_words(events: Sequence[Event], report: Report) -> Iterator[str]:
    """Events as a report tells them; what it fails for, and what cannot be read, is told plainly in its place."""
    start = 0
    while start < len(events):
        end = _failing(events[start:], report) + start
        while (told := _whole(events[start:end], report)) is None:
            end -= 1
        yield from told
        if end < len(events):
            yield plainly(events[end])
        start = end + 1


def _failing(events: Sequence[Event], report: Report) -> int:
    """The place of the first event that cannot be read or that a report fails for; how many they are where none is."""
    heard = 0

    def listening() -> Iterator[Event]:
        nonlocal heard
        for event in events:
            if isinstance(event, Unread):
                return
            heard += 1
            yield event

    try:
        for _ in report(listening()):
            pass
    except Exception:
        return max(0, heard - 1)
    return heard


def _whole(events: Sequence[Event], report: Report) -> list[str] | None:
    """What a report tells of some events to their end; None where it fails."""
    try:
        return list(report(events)) if events else []
    except Exception:
        return None
