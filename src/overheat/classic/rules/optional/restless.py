"""Any number of turns, twists and switches that cost nothing, as in games kept in logs of the first format."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.turns import may_change
from overheat.kernel.layers import Layer
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import Ruleset, rule

CHANGES = TOTAL_WARFARE("Initiative", 39)


@rule("turns.any_changes", cite=CHANGES)
def any_changes(rules: Ruleset, changes: int) -> Refusal | None:
    """What costs nothing may be done as often as one likes."""
    return None


LAYER = Layer(
    "restless",
    title="Free turns, twists and switches without end",
    cite=CHANGES,
    needs=("classic",),
    change=(may_change.replaced_by(any_changes),),
)
