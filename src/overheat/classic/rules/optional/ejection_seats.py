"""Automatic ejection: the seat saves the pilot when ammunition explodes, and the machine is given up."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard import switches
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

EJECTION = TACTICAL_OPERATIONS("Ejection, automatic", 196)


@rule("crew.ejected_by_explosion", cite=EJECTION)
def ejected_by_explosion(rules: Ruleset, unit: Unit) -> bool:
    """The pilot of a war machine is thrown clear when its ammunition explodes."""
    return unit.machine


LAYER = Layer(
    "ejection_seats",
    title="Automatic ejection",
    cite=EJECTION,
    needs=("classic",),
    change=(switches.ejects_from_explosion.replaced_by(ejected_by_explosion),),
)
