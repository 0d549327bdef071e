"""Light anti-tank weapons against any target."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import missiles

CITE = UPSTREAM("LAW")


@rule("missiles.law_any_target", cite=CITE, implements=("HEAT-up-law-any-target",))
def law_refused(rules: Ruleset, vehicle: bool) -> Refusal | None:
    """A light anti-tank weapon is fired at whatever is in sight."""
    return None


LAYER = Layer(
    "law_any_target",
    title="LAW at any target",
    cite=CITE,
    needs=("platoon",),
    change=(missiles.law_refused.replaced_by(law_refused),),
)
