"""Advanced determining of critical hits: how hard the structure of a machine is hit says how likely they are.

What each amount of damage adds is our reading of the book; the errata say when it is asked for.
"""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.impacts import CRITICAL_ROLL, CriticalChance
from overheat.classic.rules.standard.to_hit import banded
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

ADVANCED = TACTICAL_OPERATIONS("Advanced Determining Critical Hits", 74)

BANDS: Table[int, int] = Table(
    "advanced_criticals.bands",
    {1: -2, 6: -1, 11: 0, 16: 1, 21: 2},
    cite=ADVANCED,
    where="overheat.classic.rules.tacops.advanced_criticals.BANDS",
)
"""What is added to the roll for critical hits, by the least damage of the hit that adds as much."""


@rule("advanced_criticals.roll", cite=ADVANCED, implements=("TO-074-advanced-crits",), slot=CRITICAL_ROLL)
def by_damage(chance: CriticalChance) -> Term | None:
    """Attacks of any kind that damage a machine's structure roll by how hard they hit; falls and explosions do not."""
    hit = chance.hit
    if hit is None or not chance.unit.machine or not isinstance(hit.by, Engagement | Blast):
        return None
    added = banded(chance.rules[BANDS], hit.damage)
    return Term("advanced_criticals.roll", added, f"hit for {hit.damage}", ADVANCED) if added else None


LAYER = Layer(
    "advanced_criticals",
    title="Advanced determining of critical hits",
    group="Damage",
    cite=ADVANCED,
    needs=("classic",),
    add=(by_damage, BANDS),
)
