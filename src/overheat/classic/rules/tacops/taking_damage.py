"""Taking damage: the harder a machine is hit in a phase, the harder it is to stay on its feet."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.piloting import CAUSES, SPARES, battered, cause
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

DAMAGE = TACTICAL_OPERATIONS("Taking Damage", 23)
STEP = 20


@rule("taking_damage.battered", cite=DAMAGE)
def harder(rules: Ruleset, unit: Unit, taken: int) -> Term | None:
    """Every 20 points of damage in a phase add 1 to the roll to stay up."""
    usual: Term | None = rules.below(harder)(rules, unit, taken)
    times = taken // STEP
    if usual is None or times < 2:
        return usual
    each = cause(rules[CAUSES], "20 damage or more in a phase")
    return Term(each.id, each.value * times, f"{STEP * times} damage or more in a phase", DAMAGE)


@rule("taking_damage.hull_down", cite=DAMAGE, implements=("TO-023-taking-damage",), slot=SPARES)
def spares_the_hull_down(state: State, unit: Unit) -> bool:
    """A machine that has made itself small behind something does not roll for the damage of a phase."""
    return unit.condition.stance is not None


LAYER = Layer(
    "taking_damage",
    title="Taking damage",
    group="Piloting",
    cite=DAMAGE,
    needs=("classic",),
    add=(spares_the_hull_down,),
    change=(battered.wrapped_in(harder),),
)
