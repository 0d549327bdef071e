"""What heat does to the pace of a machine, and what the scale of a record sheet says of heat."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.heat import COOKING_OFF, SHUTDOWN, certainly_shuts_down
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.systems import strengthened
from overheat.classic.rules.standard.to_hit import HEAT_BANDS
from overheat.kernel.rules.rule import Ruleset, Slot, rule
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


SCALE_SAYS: Slot[[Ruleset], Mapping[int, str]] = Slot("heat.scale_says", nothing={})
"""What the heat scale of a record sheet says, by the heat from which on it holds."""
NO_NUMBER = 2
"""The lowest number of two dice: nobody need roll for it."""


@rule("heat.scale.movement", cite=HEAT_SCALE, slot=SCALE_SAYS)
def tells_of_pace(rules: Ruleset) -> Mapping[int, str]:
    """Every 5 points cost a walking point."""
    return {5 * lost: f"–{lost} movement" for lost in range(1, 6)}


@rule("heat.scale.to_hit", cite=HEAT_SCALE, slot=SCALE_SAYS)
def tells_of_aim(rules: Ruleset) -> Mapping[int, str]:
    """A hot machine shoots worse."""
    return {heat: f"+{more} to hit" for heat, more in rules[HEAT_BANDS].rows.items() if more}


@rule("heat.scale.dangers", cite=HEAT_SCALE, slot=SCALE_SAYS)
def tells_of_dangers(rules: Ruleset) -> Mapping[int, str]:
    """A hot machine may shut down, and its ammunition explode."""
    avoid = {"Shutdown": rules[SHUTDOWN].rows, "Explosion": rules[COOKING_OFF].rows}
    rolls = ((heat, what, roll) for what, rows in avoid.items() for heat, roll in rows.items() if roll > NO_NUMBER)
    return {heat: f"{what}, avoid {roll}+" for heat, what, roll in rolls}


def heat_scale(rules: Ruleset) -> dict[int, str]:
    """All that the scale says, up to the heat at which a machine shuts down for certain."""
    top = next(heat for heat in range(1_000) if rules[certainly_shuts_down](rules, heat))
    told: dict[int, str] = {}
    for says in rules[SCALE_SAYS]:
        for heat, words in says.function(rules).items():
            told[heat] = f"{told[heat]}; {words}" if heat in told else words
    return {heat: words for heat, words in told.items() if heat < top} | {top: "Shutdown"}


RULES = (hot_myomer_quickens, heat_slows, tells_of_pace, tells_of_aim, tells_of_dangers)
