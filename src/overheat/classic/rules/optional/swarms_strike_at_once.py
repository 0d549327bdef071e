"""A swarm that succeeds does its damage at once, and not only from the next round on."""

from __future__ import annotations

from overheat.classic.rules.standard import assaults
from overheat.classic.rules.standard.assaults import SWARM, SWARM_FIRE, SWARMS, Assault
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule


@rule("assaults.swarms_strike_at_once", cite=SWARMS)
def swarms_strike_at_once(attack: Assault) -> bool:
    """A swarm fires in the round that it succeeds."""
    return attack.kind in (SWARM, SWARM_FIRE)


LAYER = Layer(
    "swarms_strike_at_once",
    title="A swarm does its damage at once",
    cite=SWARMS,
    needs=("classic",),
    change=(assaults.strikes_at_once.replaced_by(swarms_strike_at_once),),
)
