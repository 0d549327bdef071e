"""Units and kit that only later versions sell."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import points

CITE = UPSTREAM("Units")


@rule("points.later_kit", cite=CITE)
def kit_refused(rules: Ruleset, id: str) -> Refusal | None:
    """Everything that later versions sell is to be had."""
    return None


LAYER = Layer(
    "later_kit",
    title="Units and kit of later versions",
    cite=CITE,
    needs=("platoon",),
    change=(points.kit_refused.replaced_by(kit_refused),),
)
