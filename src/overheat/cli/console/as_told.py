"""`overheat replay --as-told`: a log told from its events, without being played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from overheat.kernel.wording.phrases import counted

if TYPE_CHECKING:
    from overheat.kernel.log.replay import Header
    from overheat.lab.games import Kind
    from overheat.lab.retelling import Retold


def as_told(log: bytes, to: int | None = None) -> Iterator[str]:
    """The story that a log tells, line by line, up to a number of commands or all of it.

    What has neither a header nor an event is no log, and refused.
    """
    from overheat.kernel.log.chronicle import in_words
    from overheat.kernel.refusal import refuse
    from overheat.lab.retelling import retell

    lines = log.splitlines()
    kind = _kind(lines)
    told = retell(lines, kind)
    header, events = told.chronicle.header, told.chronicle.events
    if header is None and len(told.chronicle.unread) == len(events):
        raise refuse("log.header", "line 1: a log begins with its header", line=1)
    if to is not None and to < len(told.chronicle.steps):
        events = events[: told.chronicle.steps[to]]
    yield "Told from the events in the log; nothing was played again."
    yield from _heading(header, told)
    yield ""
    if kind is not None and told.states:
        yield from kind.forces(told.states[0])
    yield from in_words(events, lambda stretch: _report(kind, told, stretch))
    if kind is not None and told.states and told.shown == len(events):
        yield kind.left_on_the_field(told.states[-1])


def _kind(lines: list[bytes]) -> Kind | None:
    """The game that a log is of, if its header says so and there is such a game here."""
    from overheat.kernel.log.chronicle import chronicle
    from overheat.lab.games import kinds

    header = chronicle(lines[:1]).header
    return None if header is None else kinds().get(header.game)


def _heading(header: Header | None, told: Retold) -> Iterator[str]:
    """What the header says, and which lines cannot be read."""
    if header is not None:
        version = f", version {header.version}" if header.version else ""
        yield f"{header.game}, seed {header.seed}, rules: {', '.join(header.rules)}{version}"
    unread = told.chronicle.unread
    if unread:
        numbers = ", ".join(str(event.line) for event in unread[:20])
        yield f"{counted(len(unread), 'line')} cannot be read: {numbers}{' and more' if len(unread) > 20 else ''}"


def _report(kind: Kind | None, told: Retold, events: Any) -> Iterator[str]:
    """A stretch of events in the words of the game."""
    from overheat.kernel.log.chronicle import plainly

    if kind is None or told.cast is None:
        return (plainly(event) for event in events)
    return kind.report(told.game, told.cast, events)
