"""Who sits on whom: a squad on a friend that it rides, a swarm on an enemy."""

from __future__ import annotations

from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import State, Unit

ABOARD = named("aboard", "on {about}")
"""The mark of who sits on another unit, which it is about."""


def carrier_of(unit: Unit) -> str:
    """The unit that it sits on; nothing for who stands by himself."""
    return unit.about(ABOARD) if unit.marks else ""


def passengers(state: State, carrier: str) -> tuple[Unit, ...]:
    """Everybody who sits on a unit."""
    return tuple(unit for unit in state.units.values() if unit.marks and carrier_of(unit) == carrier and unit.active)
