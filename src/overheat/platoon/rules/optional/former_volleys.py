"""Volleys as games of earlier versions fired them: each weapon is scored after the losses to those before it."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HOUSE
from overheat.platoon.rules.standard import shooting

CITE = HOUSE("Earlier readings")


@rule("former.scored_in_turn", cite=CITE)
def scored_in_turn(rules: Ruleset) -> bool:
    """Each weapon is scored when it fires, at what those before it have left."""
    return False


LAYER = Layer(
    "former_volleys",
    title="Volleys as in earlier versions: each weapon is scored after what those before it have felled",
    group="Earlier versions",
    cite=CITE,
    needs=("platoon",),
    change=(shooting.scored_at_once.replaced_by(scored_in_turn),),
)
