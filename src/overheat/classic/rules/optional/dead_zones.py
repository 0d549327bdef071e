"""Dead zones: a hill hides what lies close behind it from a unit that looks down over it."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.sight import OVERSHADOWS
from overheat.classic.sight.model import Shadow
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

DEAD_ZONES = TACTICAL_OPERATIONS("Dead Zone Rule", 80)


@rule(
    "sight.dead_zone",
    cite=DEAD_ZONES,
    implements=("TO-080-dead-zone-threshold", "TO-080-dead-zone-example"),
    slot=OVERSHADOWS,
)
def dead_zone(shadow: Shadow) -> bool:
    """Twice how far the hill stands above the lower unit and below the higher one, weighed against the distances.

    A is the hill above the lower unit, B the higher unit above the hill; 2 x (A - B), plus the range to the higher
    unit, less the range to the lower one, blocks when it comes to more than 0. A hill that is not above the lower unit
    casts no shadow. The errata fix the arithmetic by example and leave A and B to the book's steps, read here so.
    """
    lower, higher = sorted((shadow.viewer_level, shadow.target_level))
    above_lower, below_higher = shadow.top - lower + 1, higher - 1 - shadow.top
    if lower == higher or above_lower < 1 or below_higher < 0:
        return False
    to_lower, to_higher = shadow.to_viewer, shadow.to_target
    if shadow.viewer_level > shadow.target_level:
        to_lower, to_higher = to_higher, to_lower
    return 2 * (above_lower - below_higher) + to_higher - to_lower > 0


LAYER = Layer("dead_zones", title="Dead zones", cite=DEAD_ZONES, needs=("classic",), add=(dead_zone,))
