"""All rules of building a war machine, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import cooling, fittings, frame, places, plan, technology, tonnage, weights

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
