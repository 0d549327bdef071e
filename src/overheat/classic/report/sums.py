"""The sums that events are about, as a log unfolds them."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.facts.events import CheckMade, ClusterRolled, HeatSettled
from overheat.classic.rules.standard.heat import SCALE
from overheat.kernel.events import Event
from overheat.kernel.terms import Part, Sum, number_as_json, number_of, total_of


def sum_of(event: Event) -> Sum:
    """The sum that an event is about, in whichever field of it one is; nothing where it is about none."""
    if isinstance(event, CheckMade):
        return event.needed
    if isinstance(event, ClusterRolled):
        return _cluster(event)
    if isinstance(event, HeatSettled):
        return tuple(_heat(event))
    fields = (getattr(event, name) for name in event.__struct_fields__)
    return next((value for value in fields if _is_sum(value)), ())


def _is_sum(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(part, Part) for part in value)


def _cluster(event: ClusterRolled) -> Sum:
    """What the dice showed, and what was added to them: the log keeps both together as the last part."""
    *added, both = event.rolled
    return (Part(both.id, number_as_json(both.value - total_of(added)), "roll", both.cite), *added)


def _heat(event: HeatSettled) -> Iterator[Part]:
    """The heat before, what was built up, and what was sunk taken off: as much as there was to sink."""
    scale = str(SCALE)
    yield Part("heat.before", event.before, "heat before", scale)
    yield from event.built
    for part in event.sunk:
        yield Part(part.id, number_as_json(-part.value), part.label, part.cite)
    wanting = number_of(event.after) - number_of(event.before) - total_of(event.built) + total_of(event.sunk)
    if wanting:
        yield Part("heat.nothing_left", number_as_json(wanting), "no more heat to sink", scale)
