"""Smoke grenades of infantry squads."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard import smoke
from overheat.platoon.rules.standard.orders import kind_of

CITE = UPSTREAM("Smoke grenades")


@rule("smoke.thrown_once", cite=CITE, implements=("HEAT-up-smoke-grenades",))
def throw_refused(rules: Ruleset, order: Order | None, thrown: bool, lengths: tuple[float, ...]) -> Refusal | None:
    """Once in a battle a squad lays three smokes within 12 inches, on a Fire order or after an Advance."""
    if thrown:
        return Refusal("smoke.spent", "the squad has thrown its smoke", CITE)
    if not kind_of(rules, order).shoots:
        return Refusal("smoke.order", "smoke is thrown on a Fire order or an Advance", CITE)
    if len(lengths) != 3:
        return Refusal("smoke.three", "three grenades are thrown at once", CITE)
    if not all(rules[within](rules, length, 12) for length in lengths):
        return Refusal("smoke.far", "a grenade is thrown 12 inches at most", CITE)
    return None


LAYER = Layer(
    "squad_smoke",
    title="Smoke grenades",
    cite=CITE,
    needs=("platoon",),
    change=(smoke.throw_refused.replaced_by(throw_refused),),
)
