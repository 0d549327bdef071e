"""Attempting to stand: arms help a machine up, and one that lacks them or what moves them gets up less easily."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.piloting import DEEDS, STEADINESS, Check
from overheat.classic.rules.standard.systems import hits_on
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

ATTEMPTS = TACTICAL_OPERATIONS("Attempting to Stand", 24)
ACTUATORS = ("hand actuator", "lower arm actuator", "upper arm actuator", "shoulder")

FIGURES: Table[str, int] = Table(
    "attempting_to_stand.figures",
    {"arm lost": 2, "actuator": 1},
    cite=ATTEMPTS,
    where="overheat.classic.rules.tacops.attempting_to_stand.FIGURES",
)
"""What an arm that is gone adds to the roll to stand up, and one that lacks an actuator or has it destroyed."""


@rule("attempting_to_stand.arms", cite=ATTEMPTS, slot=STEADINESS)
def arms(check: Check) -> Term | None:
    """Each arm that is gone adds 2 to the roll to stand up, each that lacks an actuator 1; four legs need no arms."""
    unit = check.unit
    if check.cause.id != f"{DEEDS.id}.standing_up" or not unit.machine or unit.quad:
        return None
    value = sum(_hindrance(check, unit, place.code) for place in unit.condition.locations if place.code in ARMS)
    return Term("attempting_to_stand.arms", value, "arms damaged or without hands", ATTEMPTS) if value else None


def _hindrance(check: Check, unit: Unit, arm: str) -> int:
    figures = check.rules[FIGURES]
    if unit.condition[arm].destroyed:
        return figures["arm lost"]
    return 0 if works_whole(unit, arm) else figures["actuator"]


def works_whole(unit: Unit, arm: str) -> bool:
    """Whether an arm has all four actuators, none of them damaged."""
    has = (any(code == arm for code, _ in unit.plan.systems.get(system, ())) for system in ACTUATORS)
    return all(has) and not any(hits_on(unit, system, arm) for system in ACTUATORS)


LAYER = Layer(
    "attempting_to_stand",
    title="Attempting to stand",
    group="Piloting",
    cite=ATTEMPTS,
    needs=("classic",),
    add=(arms, FIGURES),
)
