"""When a platoon hits, all who are left in it do: nobody rolls for how many."""

from __future__ import annotations

from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.infantry import ATTACKS, SOLDIERS, all_soldiers_hit
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule


@rule("infantry.whole_platoons_hit", cite=ATTACKS)
def whole_platoons_hit(rules: Ruleset, attacker: Unit) -> bool:
    """When soldiers hit, all of them do."""
    return attacker.sheet.kind in SOLDIERS


LAYER = Layer(
    "whole_platoons_hit",
    title="All soldiers of a platoon hit when it hits",
    cite=ATTACKS,
    needs=("classic",),
    change=(all_soldiers_hit.replaced_by(whole_platoons_hit),),
)
