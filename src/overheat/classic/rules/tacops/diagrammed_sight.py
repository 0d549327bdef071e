"""Diagrammed line of sight: a line is drawn from the top of one unit to that of the other and meets what reaches it."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.sight import intervenes
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

DIAGRAM = TACTICAL_OPERATIONS("Diagramming Line of Sight", 80)


@rule("sight.diagrammed", cite=DIAGRAM)
def drawn_line(rules: Ruleset, top: int, viewer: int, target: int, to_viewer: int, to_target: int) -> bool:
    """What reaches the line intervenes: it falls or climbs evenly from the level of one unit to that of the other."""
    return top * (to_viewer + to_target) >= viewer * to_target + target * to_viewer


LAYER = Layer(
    "diagrammed_sight",
    title="Diagrammed line of sight",
    group="Gunnery",
    cite=DIAGRAM,
    needs=("classic",),
    change=(intervenes.replaced_by(drawn_line),),
)
