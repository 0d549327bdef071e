"""Machines that were fired at lately, with what is known of hits on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from overheat.classic.facts.state import State
from overheat.classic.outcomes.inward.body import Body

KEPT = 8
LARGE = 50_000
"""Of a machine that is known in more conditions nothing is kept."""

_lock = Lock()
_lately: deque[Body] = deque(maxlen=KEPT)


@contextmanager
def body_of(state: State, target: str) -> Iterator[Body]:
    """A machine as it is, known from before where it was fired at lately; nobody else has it meanwhile."""
    unit, rules = state.units[target], state.relief.rules
    with _lock:
        known = next((one for one in _lately if one.anatomy.rules is rules and one.anatomy.unit == unit), None)
        if known is not None:
            _lately.remove(known)
    body = known or Body(state, target)
    yield body
    if len(body.conditions.things) <= LARGE:
        with _lock:
            _lately.append(body)
