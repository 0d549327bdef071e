"""Light anti-tank weapons against any target."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import Layer, rule
from overheat.platoon.books import UPSTREAM

CITE = UPSTREAM("LAW")


@rule("missiles.law_any_target", cite=CITE, implements=("HEAT-up-law-any-target",))
def law_refused(vehicle: bool) -> Refusal | None:
    """A light anti-tank weapon is fired at whatever is in sight."""
    return None


LAYER = Layer(
    "law_any_target",
    title="LAW at any target",
    cite=CITE,
    needs=("heat",),
    replace={"missiles.law_refused": law_refused},
)
