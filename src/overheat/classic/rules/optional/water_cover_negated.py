"""A higher attacker cancels the partial cover of depth-1 water, as of any other."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.sight import cover_by_water
from overheat.classic.sight.model import Viewpoint
from overheat.kernel.layers import Layer
from overheat.kernel.rules import Table, rule
from overheat.kernel.terms import Term

PARTIAL_COVER = TOTAL_WARFARE("Partial Cover", 102)


@rule("to_hit.cover_by_water_from_level", cite=PARTIAL_COVER)
def cover_by_water_from_level(
    modifiers: Table[str, int], ground: Ground, target: Viewpoint, covered: bool, attacker_level: int
) -> Term | None:
    """Depth-1 water gives a standing unit partial cover from attackers that are not above it."""
    if attacker_level > ground.level + target.height + 1:
        return None
    return cover_by_water(modifiers, ground, target, covered, attacker_level)


LAYER = Layer(
    "water_cover_negated",
    title="A higher attacker cancels the cover of water",
    cite=PARTIAL_COVER,
    needs=("classic",),
    change=(cover_by_water.replaced_by(cover_by_water_from_level),),
)
