"""Leg damage: a destroyed hip no longer makes what else is damaged in its leg count for nothing."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.movement import SLOWS, Pace, legs_slow
from overheat.classic.rules.standard.piloting import LEG_ACTUATORS, STEADINESS, Check
from overheat.classic.rules.standard.piloting import legs as unsteady_legs
from overheat.classic.rules.standard.systems import hits_on
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

LEG_DAMAGE = TACTICAL_OPERATIONS("Leg Damage", 24)


def beside_hips(unit: Unit) -> int:
    """Actuators that are hit in legs whose hip is hit as well."""
    legs = [place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed]
    lame = [code for code in legs if hits_on(unit, "hip", code)]
    return sum(hits_on(unit, actuator, code) for code in lame for actuator in LEG_ACTUATORS)


@rule("lame_legs.points", cite=LEG_DAMAGE, slot=SLOWS)
def slower(pace: Pace) -> Term | None:
    """Beside a damaged hip every other damaged actuator of the leg costs its point of movement too."""
    term = pace.rules.below(slower)(pace)
    left = pace.points + (0 if term is None else ceil(term.value))
    less = min(beside_hips(pace.unit), left) if pace.unit.machine and term is not None else 0
    if not less:
        return term
    assert term is not None
    return Term(term.id, term.value - less, term.label, LEG_DAMAGE)


@rule("lame_legs.rolls", cite=LEG_DAMAGE, slot=STEADINESS)
def unsteadier(check: Check) -> Term | None:
    """Beside a damaged hip every other damaged actuator of the leg adds its 1 to piloting rolls too."""
    term, more = check.rules.below(unsteadier)(check), beside_hips(check.unit)
    if term is None or not more:
        return term
    return Term(term.id, term.value + more, term.label, LEG_DAMAGE)


LAYER = Layer(
    "lame_legs",
    title="Leg damage",
    group="Piloting",
    cite=LEG_DAMAGE,
    needs=("classic",),
    change=(legs_slow.wrapped_in(slower), unsteady_legs.wrapped_in(unsteadier)),
)
