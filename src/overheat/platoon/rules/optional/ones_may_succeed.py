"""A natural 1 is a roll like any other."""

from __future__ import annotations

from overheat.kernel.rules import Layer, rule
from overheat.platoon.books import HOUSE

CITE = HOUSE("Natural ones")


@rule("to_hit.ones_may_hit", cite=CITE)
def best_score() -> int:
    """A shot that is easy enough always hits."""
    return 1


@rule("damage.ones_may_hurt", cite=CITE)
def one_fails(face: int) -> bool:
    """A 1 for damage counts like any other face."""
    return False


LAYER = Layer(
    "ones_may_succeed",
    title="A natural 1 may succeed",
    cite=CITE,
    needs=("heat",),
    replace={"to_hit.natural_one": best_score, "damage.natural_one": one_fails},
)
