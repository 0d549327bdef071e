"""All rules of building a war machine, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import weights
from overheat.classic.construction.machine import cooling, fittings, frame, places, plan, technology, tonnage

RULES = (
    *plan.RULES,
    *weights.RULES,
    *tonnage.RULES,
    *frame.RULES,
    *cooling.RULES,
    *places.RULES,
    *fittings.RULES,
    *technology.RULES,
)
