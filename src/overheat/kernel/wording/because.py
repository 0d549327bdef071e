"""Why players did what they did, told between the events of a battle. A log has facts only, and none of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from overheat.kernel.events import Event


class Because(msgspec.Struct, frozen=True):
    """Why what follows was done."""

    text: str
    unit: str = ""
    """Whose doing it is, where that is said."""


def explained(events: Iterable[Event], reasons: Mapping[int, str]) -> Iterator[Event | Because]:
    """Events, and before those that a decision begins with its reason, by the number of the event."""
    for number, event in enumerate(events):
        if number in reasons:
            yield Because(reasons[number], getattr(event, "unit", ""))
        yield event
