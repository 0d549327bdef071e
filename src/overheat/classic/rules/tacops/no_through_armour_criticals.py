"""No through-armour criticals: a 2 on the hit location table does nothing besides naming a location."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.locations import Luck, Placement, luck
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

WHOLE_ARMOUR = TACTICAL_OPERATIONS("Through-armour critical hits, left out", 77)


@rule("no_through_armour_criticals.luck", cite=WHOLE_ARMOUR)
def plain(placement: Placement) -> Luck:
    """Armour that holds keeps critical hits out, whatever the roll."""
    return Luck()


LAYER = Layer(
    "no_through_armour_criticals",
    title="No through-armour critical hits",
    group="Damage",
    cite=WHOLE_ARMOUR,
    needs=("classic",),
    excludes=("floating_criticals",),
    change=(luck.replaced_by(plain),),
)
