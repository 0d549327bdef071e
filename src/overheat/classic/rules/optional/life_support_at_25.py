"""Without life support the pilot is hurt twice from 25 points of heat, as it is usually published."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.crew import life_support_hits
from overheat.classic.rules.standard.systems import hits_on
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

LIFE_SUPPORT = TOTAL_WARFARE("Life support hits", 126)


@rule("crew.life_support_at_25", cite=LIFE_SUPPORT)
def life_support_hits_at_25(rules: Ruleset, unit: Unit, submerged: bool) -> int:
    """Without life support heat hurts the pilot, once from 15 and twice from 25, and being under water once more."""
    if not hits_on(unit, "life support"):
        return 0
    heat = unit.condition.heat
    return (2 if heat >= 25 else 1 if heat >= 15 else 0) + (1 if submerged else 0)


LAYER = Layer(
    "life_support_at_25",
    title="Life support fails twice from 25",
    cite=LIFE_SUPPORT,
    needs=("classic",),
    change=(life_support_hits.replaced_by(life_support_hits_at_25),),
)
