"""When a platoon hits, all who are left in it do: nobody rolls for how many."""

from __future__ import annotations

from overheat.classic.rules.standard.infantry import ATTACKS, SOLDIERS
from overheat.classic.state import Unit
from overheat.kernel.rules import Layer, rule


@rule("infantry.whole_platoons_hit", cite=ATTACKS)
def whole_platoons_hit(attacker: Unit) -> bool:
    """When soldiers hit, all of them do."""
    return attacker.sheet.kind in SOLDIERS


LAYER = Layer(
    "whole_platoons_hit",
    title="All soldiers of a platoon hit when it hits",
    cite=ATTACKS,
    needs=("classic",),
    replace={"infantry.all_hit": whole_platoons_hit},
)
