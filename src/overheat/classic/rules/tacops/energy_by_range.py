"""Energy weapons by range: beams do more at arm's length, and less at long range."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

BEAMS = TACTICAL_OPERATIONS("Energy weapons, alternative damage", 102)

FIGURES: Table[str, int] = Table(
    "energy_by_range.figures",
    {"adjacent": 1, "long": -1},
    cite=BEAMS,
    where="overheat.classic.rules.tacops.energy_by_range.FIGURES",
)
"""What is added to the damage of a beam at one hex, and at long range."""


@rule("energy_by_range.damage", cite=BEAMS, slot=DAMAGE_TERMS)
def by_range(impact: Impact) -> Term | None:
    """A beam does a point more at a target in the next hex or nearer, and a point less at long range."""
    attack = impact.attack
    if (
        not isinstance(attack, WeaponAttack)
        or "energy" not in attack.weapon.flags
        or impact.unit.sheet.kind == "infantry"
    ):
        return None
    figures = impact.rules[FIGURES]
    more = figures["adjacent"] if attack.distance <= 1 else figures["long"] if attack.bracket == "long" else 0
    return Term("energy_by_range.damage", more, "range of the beam", BEAMS) if more else None


LAYER = Layer(
    "energy_by_range",
    title="Energy weapons by range",
    group="Gunnery",
    cite=BEAMS,
    needs=("classic",),
    add=(by_range, FIGURES),
)
