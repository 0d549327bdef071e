"""What a force is: a name, and units by name with their crews, before anything is looked up."""

from __future__ import annotations

import msgspec

WORST = 8
"""The worst skill that a crew may have."""


class Member(msgspec.Struct, frozen=True):
    """A unit of a force: its name or path, the skills of its crew, how many there are, and where the file says so."""

    unit: str
    skill: int = 4
    """The skill that its card is played and paid with."""
    gunnery: int = 4
    piloting: int = 5
    count: int = 1
    line: int = 0
    also: tuple[str, ...] = ()
    """Further spellings of its name."""
    pilot: str = ""
    """What its pilot is called."""
    network: str = ""
    """The C3 network that it is in, by a name that the force gives it."""


class Force(msgspec.Struct, frozen=True):
    """Units that fight together."""

    name: str
    members: tuple[Member, ...]
