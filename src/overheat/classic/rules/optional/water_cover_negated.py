"""A higher attacker cancels the partial cover of depth-1 water, as of any other."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.sight import cover_by_water
from overheat.classic.sight.model import TargetHex
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

PARTIAL_COVER = TOTAL_WARFARE("Partial Cover", 102)


@rule("to_hit.cover_by_water_from_level", cite=PARTIAL_COVER)
def cover_by_water_from_level(place: TargetHex) -> Term | None:
    """Depth-1 water gives a standing unit partial cover from attackers that are not above it."""
    if place.attacker_level > place.ground.level + place.target.height + 1:
        return None
    return place.rules.below(cover_by_water_from_level)(place)


LAYER = Layer(
    "water_cover_negated",
    title="A higher attacker cancels the cover of water",
    cite=PARTIAL_COVER,
    needs=("classic",),
    change=(cover_by_water.wrapped_in(cover_by_water_from_level),),
)
