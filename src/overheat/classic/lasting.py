"""What lasts: marks on units, effects on hexes, and things on the map, each with an owner and an end.

A layer names its own marks, effects and things; the engine keeps them, ends them in time, and shows them to everybody
whom they are not hidden from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.kernel.game import Player

K = TypeVar("K")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds of a unit or of a hex for a while."""

    value: int = 0
    owner: Player = ""
    until: int = 0
    """The last round in which it holds; 0 for as long as nobody takes it away."""
    this_phase: bool = False
    """Whether it ends with the phase."""
    hidden: bool = False
    """Whether only its owner knows of it."""

    def known_to(self, player: Player) -> bool:
        """Whether a player may know of it."""
        return not self.hidden or self.owner == player


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is no unit: mines and sensors on the map, shells and missiles in flight, guns beyond the edge."""

    id: str
    kind: str
    hex: Hex | None = None
    """Where it lies; None for what is in the air or off the map."""
    owner: Player = ""
    hidden: bool = False
    """Whether only its owner knows of it."""
    value: int = 0
    until: int = 0
    """The last round in which it is there; 0 for as long as nothing takes it away."""
    to: Hex | None = None
    """Where it is on its way to."""
    arrives: int = 0
    """The round in which it gets there; 0 for what goes nowhere."""

    def known_to(self, player: Player) -> bool:
        """Whether a player may know of it."""
        return not self.hidden or self.owner == player


def lasting(marks: Mapping[K, Mark], now: int) -> dict[K, Mark]:
    """The marks that hold in a round that begins."""
    return {name: mark for name, mark in beyond_phase(marks).items() if not mark.until or mark.until >= now}


def beyond_phase(marks: Mapping[K, Mark]) -> dict[K, Mark]:
    """The marks that outlive a phase."""
    return {name: mark for name, mark in marks.items() if not mark.this_phase}
