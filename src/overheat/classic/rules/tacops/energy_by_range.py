"""Energy weapons by range: beams do more at arm's length, and less at long range."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.battle_armour import barrels
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.salvos import damage_at
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
    if not isinstance(attack, WeaponAttack) or impact.rules[barrels](attack) > 1:
        return None
    more = _more(attack)
    return Term("energy_by_range.damage", more, "range of the beam", BEAMS) if more else None


@rule("energy_by_range.squads", cite=BEAMS)
def of_each_beam(attack: WeaponAttack) -> int:
    """Of a squad in battle armour every beam does so much more or less, each in its place."""
    usual: int = attack.rules.below(of_each_beam)(attack)
    return usual + _more(attack) if attack.rules[barrels](attack) > 1 else usual


def _more(attack: WeaponAttack) -> int:
    """What a beam does besides at its range; nothing among soldiers on foot."""
    if "energy" not in attack.weapon.flags or attack.target.sheet.kind == "infantry":
        return 0
    figures = attack.rules[FIGURES]
    return figures["adjacent"] if attack.at_most(1) else figures["long"] if attack.in_range("long") else 0


LAYER = Layer(
    "energy_by_range",
    title="Energy weapons by range",
    group="Gunnery",
    cite=BEAMS,
    needs=("classic",),
    add=(by_range, FIGURES),
    change=(damage_at.wrapped_in(of_each_beam),),
)
