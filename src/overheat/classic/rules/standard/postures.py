"""Postures besides standing and lying: what a unit makes itself into, what it costs, how tall it is then, what it bars.

The standard game has none; a layer brings one as a rule of the slot `POSTURES`, whose id is the posture's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from overheat.classic.facts.state import State, Unit
from overheat.classic.unit.condition import Stance
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset, Slot
from overheat.kernel.terms import Tally


def as_it_faces(state: State, unit: Unit) -> tuple[int, ...]:
    """A unit keeps its facing."""
    return (unit.facing,)


@dataclass(frozen=True, kw_only=True)
class Posture:
    """Everything about one posture."""

    title: str = ""
    stature: int = 0
    """How tall the unit is in it, as `Viewpoint.stature` counts."""
    lowered: int = 0
    """Levels that what stands next to the unit may reach and still only cover it."""
    takes: Callable[[State, Unit], Tally | Refusal] = lambda state, unit: Tally()
    """The movement points that it costs to go into it, or why the unit cannot."""
    rises: Callable[[State, Unit], Tally | Refusal] = lambda state, unit: Tally()
    """The movement points that it costs to stand up out of it, or why the unit cannot."""
    facings: Callable[[State, Unit], tuple[int, ...]] = as_it_faces
    """Which way the unit may face in it."""
    bars: Callable[[State, Unit, Any], Refusal | None] = lambda state, unit, command: None
    """Why a unit in it may not do what a command says."""
    worth: Callable[[State, Unit], float] = lambda state, unit: 0.0
    """What it is worth to a bot to be in it where the unit is."""

    def stance(self, id: str) -> Stance:
        """What the unit's condition keeps of it."""
        return Stance(id, self.stature, self.lowered)


POSTURES: Slot[[Ruleset], Posture] = Slot("movement.postures", nothing=Posture(), of="posture")
"""The postures that a unit may take."""


def posture_of(rules: Ruleset, id: str) -> Posture:
    """A posture by its id."""
    for posture in rules[POSTURES]:
        if posture.id == id:
            return posture.function(rules)
    raise refuse("movement.posture", f"there is no posture {id!r}", posture=id)
