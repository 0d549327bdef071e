"""What games kept in logs of formats 1 and 2 had: bridges that bear anything, and that nobody lands on."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.bridges import BRIDGES, bridge_bears, lands_on_deck
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule


@rule("former.bridges", cite=BRIDGES)
def bears_anything(rules: Ruleset, ground: Ground, units: tuple[Unit, ...]) -> bool:
    """Bridges bear whatever goes over them."""
    return True


@rule("former.landings", cite=BRIDGES)
def lands_below(rules: Ruleset, ground: Ground) -> bool:
    """Jumps end below bridges."""
    return False


LAYER = Layer(
    "former_bridges",
    title="Bridges as in earlier versions: they bear anything, and jumps end below them",
    group="Earlier versions",
    cite=BRIDGES,
    needs=("classic",),
    change=(bridge_bears.replaced_by(bears_anything), lands_on_deck.replaced_by(lands_below)),
)
