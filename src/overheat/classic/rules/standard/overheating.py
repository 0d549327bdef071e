"""What heat does to the pace of a machine."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.systems import strengthened
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HEAT_SCALE = TOTAL_WARFARE("Heat Scale", 160)
TRIPLE_STRENGTH = TOTAL_WARFARE("Triple-strength myomer", 143)


@rule("movement.triple_strength", cite=TRIPLE_STRENGTH, slot=SLOWS, only=lambda pace: "tsm" in pace.unit.plan.flags)
def hot_myomer_quickens(pace: Pace) -> Term | None:
    """Triple-strength myomer that is hot adds 2 walking points, before heat takes its own; not the industrial kind."""
    if not strengthened(pace.unit) or "industrial_tsm" in pace.unit.plan.flags or pace.points <= 1:
        return None
    return Term("movement.triple_strength", 2, "triple-strength myomer", TRIPLE_STRENGTH)


@rule("movement.heat", cite=HEAT_SCALE, slot=SLOWS)
def heat_slows(pace: Pace) -> Term | None:
    """Every 5 points of heat cost a walking point."""
    lost = min(pace.points, pace.unit.condition.heat // 5)
    return Term("movement.heat", -lost, f"heat {pace.unit.condition.heat}", HEAT_SCALE) if lost else None


RULES = (hot_myomer_quickens, heat_slows)
