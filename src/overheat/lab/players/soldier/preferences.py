"""What a bot of H.E.A.T minds, and how much: the levels are nothing else."""

from __future__ import annotations

import msgspec


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot weighs what it foresees, in enemy units."""

    risk: float = 0.55
    """How much of what the enemy may do to a unit counts."""
    objectives: float = 1.0
    """What holding an objective counts beside destroying units."""
    looks: int = 5
    """How many ends of an advance are looked at for the shots from there."""
    reacts: bool = True
    """Whether it weighs going down under fire."""
    careful: bool = True
    """Whether it sets up in cover and out of sight, and keeps what cannot fight off the table."""
    blunders: int = 0
    """How often of a hundred it does the first thing that comes to its mind."""


HARD = Preferences()
NORMAL = Preferences(looks=3, risk=0.5, blunders=12)
EASY = Preferences(looks=0, reacts=False, careful=False, risk=0.0, objectives=0.3, blunders=45)
