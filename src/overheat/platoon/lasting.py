"""What lasts: marks on units and things on the table, each with an owner and an end.

A layer names its own; the engine keeps them, ends them in time, and shows them to everybody whom they are not hidden
from.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from overheat.kernel.facts import Id, Name
from overheat.platoon.ground.geometry import Spot


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds of a unit for a while."""

    value: int = 0
    side: int | None = None
    """Whose it is."""
    until: int = 0
    """The last turn in which it holds; 0 for as long as nobody takes it away."""
    hidden: bool = False
    """Whether only its owner knows of it."""


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the table that is no unit: a marker, a sensor, a supply."""

    id: Name
    kind: Id
    at: Spot
    side: int | None = None
    """Whose it is."""
    hidden: bool = False
    """Whether only its owner knows of it."""
    value: int = 0
    until: int = 0
    """The last turn in which it is there; 0 for as long as nothing takes it away."""


Marks = Mapping[str, Mark]
NO_MARKS: Marks = {}


def known_to(lasting: Mark | Thing, side: int | None) -> bool:
    """Whether a side may know of something that lasts."""
    return not lasting.hidden or lasting.side == side


def still(lasting: Mark | Thing, now: int) -> bool:
    """Whether something lasts into a turn."""
    return not lasting.until or lasting.until >= now
