"""Bangalores as the first army lists have them."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import LISTS
from overheat.platoon.facts import Order
from overheat.platoon.rules.standard import bangalores
from overheat.platoon.rules.standard.bangalores import Charge, Effect
from overheat.platoon.rules.standard.orders import kind_of

CITE = LISTS("Bangalores")


def _works(effect: Effect) -> Charge:
    """A charge that works on 2 and more."""
    return Charge("D6", dict.fromkeys(range(2, 7), effect))


CHARGES = bangalores.CHARGES.amended(
    "bangalores.list_charges",
    {"fortification": _works("breached"), "wall": _works("breached"), "device": _works("disarmed")},
    cite=CITE,
    implements=("HEAT-up-bangalores-list",),
)


@rule("bangalores.fire_only", cite=CITE, implements=("HEAT-up-bangalores-list",))
def refused(rules: Ruleset, order: Order | None, length: float, used: bool) -> Refusal | None:
    """A bangalore of the lists needs a Fire order."""
    kind = kind_of(rules, order)
    if not kind.shoots or kind.moves:
        return Refusal("bangalores.order", "bangalores are used on a Fire order", CITE)
    return rules.below(refused)(rules, order, length, used)


@rule("bangalores.two_men", cite=CITE, implements=("HEAT-up-bangalores-list",))
def tied_up(rules: Ruleset, men: int) -> int:
    """Two men are busy with the bangalore, the others may fire at something else."""
    return min(2, men)


LAYER = Layer(
    "list_bangalores",
    title="Bangalores of the army lists",
    cite=CITE,
    needs=("platoon",),
    change=(
        CHARGES,
        bangalores.refused.wrapped_in(refused),
        bangalores.tied_up.replaced_by(tied_up),
    ),
)
