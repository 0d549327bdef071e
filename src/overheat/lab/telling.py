"""How the events of a game are told one by one: in a sentence, and how it stands in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from overheat.kernel.events import Event, Rolled
from overheat.kernel.terms import Part
from overheat.kernel.wording.phrases import in_words

Teller = Callable[[Event, Event | None], str]
"""Formats an event as a sentence, given the event before it."""


class Note(msgspec.Struct, frozen=True):
    """How an event stands in the log: how far it is set in, and the sum it is about, term by term."""

    level: int = 2
    """0 for a round, 1 for a phase, 2 for what a unit does, 3 for what follows from that."""
    terms: tuple[Mapping[str, object], ...] = ()
    about: str = ""
    """What dice were thrown for."""
    summed: bool = False
    """Whether dice are added up."""
    short: str = ""
    """It in few words, for a folded log: an attack with its result, or what came of one; nothing for details."""
    section: str = ""
    """The part of a round that it belongs to, in words, where no event of its own announces that part."""
    idle: bool = False
    """Whether nothing changed by it, so that a folded log need not tell it."""


Noter = Callable[[Event], Note]
"""Says how an event is laid out in the log: its indentation and the terms of its sum."""


def plain_note(event: Event) -> Note:
    """Dice are details; everything else stands by itself."""
    if not isinstance(event, Rolled):
        return Note()
    return Note(3, about=in_words(event.roll.purpose), summed=len(event.roll.faces) > 1)


def term_of(part: Part) -> dict[str, object]:
    """A part of a sum as the pages take it."""
    return {"id": part.id, "value": part.kept, "label": part.label, "cite": part.cite or None}
