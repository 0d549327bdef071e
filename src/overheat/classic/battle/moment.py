"""What has been found out about a battle at one moment, kept as long as nothing happens.

States are values and rules are functions of them, so what was found out for a state holds for as long as somebody asks
about that very state. Only the last one that was asked about is kept with its relief.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from overheat.classic.facts.state import State, Unit


def of_moment(state: State, what: str) -> dict[Any, Any]:
    """What has been found out of a kind about a state; empty when something has happened since."""
    held = state.relief.kept.get("moment")
    if held is None or held[0] is not state:
        held = state.relief.kept["moment"] = state, defaultdict[str, dict[Any, Any]](dict)
    found: dict[Any, Any] = held[1][what]
    return found


def standing_in(state: State, unit: Unit) -> frozenset[Any]:
    """The hexes that others than a unit are in."""
    kept = of_moment(state, "hexes that are taken")
    if unit.id not in kept:
        kept[unit.id] = frozenset(other.hex for other in state.units.values() if other.active and other.id != unit.id)
    found: frozenset[Any] = kept[unit.id]
    return found
