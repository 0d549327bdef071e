"""What meets a unit that enters a hex: things that lie there, and whatever else a layer puts in its way."""

from __future__ import annotations

import msgspec

from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.kernel.rules.rule import Ruleset, Slot


class Arrival(msgspec.Struct, frozen=True):
    """A unit that has entered a hex."""

    rules: Ruleset
    state: State
    unit: Unit


class Hazard(msgspec.Struct, frozen=True):
    """Something that may hurt it."""

    what: str
    groups: tuple[int, ...]
    """The damage, in the groups that strike a location each."""
    needs: int = 0
    """What must be rolled for it to go off; 0 where it always does."""
    low: bool = False
    """Whether it strikes a machine's legs."""
    thing: Thing | None = None
    """The thing that it comes from: shown to all when it goes off."""
    spent: bool = False
    """Whether the thing is gone then."""


Hazards = Hazard | tuple[Hazard, ...] | None
"""One thing that meets a unit, several, or nothing."""

HAZARDS: Slot[[Arrival], Hazards] = Slot("arrivals.hazards", nothing=None)
"""What a unit that enters a hex meets there: one thing, several, or nothing."""

DREAD: Slot[[Arrival], float] = Slot("arrivals.dread", nothing=0.0)
"""What it costs a unit to end its turn in a hex, in points of damage: what bots shun."""

LOST = 40.0
"""What a unit counts that is likely to be lost there."""

PASSES_OVER: Slot[[Arrival, Hazard], bool] = Slot("arrivals.passes_over", nothing=False)
"""Who is not touched by what it would meet. The standard game has nothing here."""
