"""A natural 1 is a roll like any other."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HOUSE
from overheat.platoon.rules.standard import damage, shooting

CITE = HOUSE("Natural ones")


@rule("to_hit.ones_may_hit", cite=CITE)
def best_score(rules: Ruleset) -> int:
    """A shot that is easy enough always hits."""
    return 1


@rule("damage.ones_may_hurt", cite=CITE)
def one_fails(rules: Ruleset, face: int) -> bool:
    """A 1 for damage counts like any other face."""
    return False


LAYER = Layer(
    "ones_may_succeed",
    title="A natural 1 may succeed",
    cite=CITE,
    needs=("platoon",),
    change=(
        shooting.best_score.replaced_by(best_score),
        damage.one_fails.replaced_by(one_fails),
    ),
)
