"""Floating criticals: a 2 on the hit location table rolls for the location again, and the critical hit goes there."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.locations import Luck, Placement, luck, weapon_location
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

FLOATING = TACTICAL_OPERATIONS("Floating Criticals", 77)


@rule("locations.floating_luck", cite=FLOATING, implements=("TO-077-floating-criticals",))
def floating_luck(placement: Placement) -> Luck:
    """A 2 rolls again, for damage and critical hit alike; what cover hides is passed over until something else is hit.

    A second 2 names its location as every other roll does; the book does not speak of it.
    """
    if not placement.again:
        return Luck(critical=placement.roll == 2, again=placement.roll == 2)
    hidden = bool(placement.in_cover) and placement.rules[weapon_location](placement) in placement.in_cover
    return Luck(critical=True, again=hidden)


LAYER = Layer(
    "floating_criticals",
    title="Floating criticals",
    group="Damage",
    cite=FLOATING,
    needs=("classic",),
    change=(luck.replaced_by(floating_luck),),
)
