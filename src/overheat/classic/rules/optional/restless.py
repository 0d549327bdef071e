"""What games kept in logs of the first format allowed: free turns and twists without end, and moving on when out."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.crew import CONSCIOUSNESS, at_the_controls
from overheat.classic.rules.standard.turns import may_change
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

CHANGES = TOTAL_WARFARE("Initiative", 39)


@rule("turns.any_changes", cite=CHANGES)
def any_changes(rules: Ruleset, changes: int) -> Refusal | None:
    """What costs nothing may be done as often as one likes."""
    return None


@rule("crew.moves_on", cite=CONSCIOUSNESS)
def moves_on(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Whoever is knocked out or shut down on its way ends its movement all the same."""
    return None


LAYER = Layer(
    "restless",
    title="Turns as in earlier versions: free changes without end, movement of the unconscious",
    group="Earlier versions",
    cite=CHANGES,
    needs=("classic",),
    change=(may_change.replaced_by(any_changes), at_the_controls.replaced_by(moves_on)),
)
