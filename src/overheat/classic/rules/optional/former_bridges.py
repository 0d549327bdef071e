"""What games kept in logs of formats 1 and 2 had: bridges that bear anything."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.bridges import BRIDGES, bridge_bears
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule


@rule("former.bridges", cite=BRIDGES)
def bears_anything(rules: Ruleset, ground: Ground, units: tuple[Unit, ...]) -> bool:
    """Bridges bear whatever goes over them."""
    return True


LAYER = Layer(
    "former_bridges",
    title="Bridges as in earlier versions: they bear anything",
    cite=BRIDGES,
    needs=("classic",),
    change=(bridge_bears.replaced_by(bears_anything),),
)
