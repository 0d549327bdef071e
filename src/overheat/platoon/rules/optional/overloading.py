"""Transports that carry more men than they have seats for."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.rules.standard import helicopters
from overheat.platoon.rules.standard.orders import gait
from overheat.platoon.rules.standard.transport import ORDERED

CITE = UPSTREAM("Transports")


@rule("transport.takes_more", cite=CITE, implements=("HEAT-up-overloading",))
def full_refused(rules: Ruleset, seats: int, aboard: int, joining: int) -> Refusal | None:
    """A transport that carries anybody at all takes more than it has seats for."""
    return None if seats else Refusal("transport.full", "it carries nobody", CITE)


@rule("transport.overloaded", cite=CITE, implements=("HEAT-up-overloading",), slot=ORDERED)
def overloaded_refused(rules: Ruleset, order: Order, seats: int, aboard: int) -> Refusal | None:
    """An overloaded transport does not Run."""
    if gait(rules, order) == "run" and aboard > seats:
        return Refusal(
            "transport.overloaded", f"{counted(aboard, 'man', 'men')} on {counted(seats, 'seat')}: it cannot run", CITE
        )
    return None


LAYER = Layer(
    "overloading",
    title="Overloaded transports",
    cite=CITE,
    needs=("platoon",),
    add=(overloaded_refused,),
    change=(helicopters.full_refused.replaced_by(full_refused),),
)
