"""Transports: getting in and out, firing from inside, and being inside when they burn."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.platoon.books import BASE, UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard.orders import gait
from overheat.platoon.units.weapons import Count

TRANSPORT = BASE("Transports")


ORDERED: Slot[[Ruleset, Order, int, int], Refusal | None] = Slot("transport.ordered", None)
"""Which orders a transport may not take, by its seats and the men aboard."""


@rule("transport.embark_refused", cite=TRANSPORT, implements=("HEAT-base-embark",))
def embark_refused(rules: Ruleset, length: float, transport_moved: bool) -> Refusal | None:
    """Who ends a Run within an inch of a transport that has not moved this turn may get in."""
    if transport_moved:
        return Refusal("transport.moved", "the transport has moved this turn", TRANSPORT)
    if not rules[within](rules, length, 1):
        return Refusal(
            "transport.far",
            f"the unit must end within an inch of the transport, not {length:.1f} inches short",
            TRANSPORT,
        )
    return None


@rule("transport.disembark_refused", cite=TRANSPORT, implements=("HEAT-base-disembark",))
def disembark_refused(rules: Ruleset, transport_order: Order | None) -> Refusal | None:
    """Nobody gets out of a transport that ran this turn."""
    if gait(rules, transport_order) == "run":
        return Refusal("transport.ran", "the transport ran this turn", TRANSPORT)
    return None


@rule("transport.fires_from", cite=TRANSPORT, implements=("HEAT-base-passenger-fire",))
def fires_from(rules: Ruleset, open_topped: bool, damage_value: int) -> bool:
    """Passengers fire only from open-topped and soft-skinned transports."""
    return open_topped or damage_value <= 6


@rule("transport.hands_full", cite=UPSTREAM("Quad bikes"), implements=("HEAT-up-quad-bikes",))
def hands_full(rules: Ruleset, flags: frozenset[str]) -> bool:
    """Nobody fires while he rides a quad bike."""
    return "quad_bikes" in flags


@rule("transport.wreck_hits", cite=TRANSPORT, implements=("HEAT-base-transport-destroyed",))
def wreck_hits(rules: Ruleset) -> Count:
    """Who is inside a transport that is destroyed takes a die of hits."""
    return "D6"


@rule("transport.wreck_pins", cite=TRANSPORT, implements=("HEAT-base-transport-destroyed",))
def wreck_pins(rules: Ruleset) -> Count:
    """They get a D3 of pins and lie down beside it."""
    return "D3"


@rule("transport.abandoned", cite=TRANSPORT, implements=("HEAT-base-transport-abandoned",))
def abandoned(rules: Ruleset, armed: bool, aboard: int, to_enemy: float, to_friend: float) -> bool:
    """An empty, unarmed transport that is nearer to the enemy than to friends when the turn ends is lost."""
    return not armed and not aboard and to_enemy < to_friend


RULES = (embark_refused, disembark_refused, fires_from, hands_full, wreck_hits, wreck_pins, abandoned)
