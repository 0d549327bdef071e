"""The field as games of earlier versions knew it: wrecks bar nobody, and casualties tear a unit apart."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HOUSE
from overheat.platoon.ground.geometry import Body
from overheat.platoon.rules.standard import damage, movement

CITE = HOUSE("Earlier readings")


@rule("former.wrecks", cite=CITE)
def no_wreck_bars(rules: Ruleset, wreck: Body) -> bool:
    """Wrecks are in nobody's way, and men stand on them."""
    return False


@rule("former.given_up", cite=CITE)
def least_missed(rules: Ruleset, men: Sequence[damage.Standing], many: int) -> tuple[int, ...]:
    """An owner gives up those whom he misses least, wherever they stand."""
    return tuple(sorted(range(len(men)), key=lambda index: men[index].missed)[: max(0, many)])


@rule("former.torn_apart", cite=CITE)
def stays_torn(rules: Ruleset, bodies: Sequence[Body]) -> bool:
    """Men who stay where they are do not close up."""
    return False


LAYER = Layer(
    "former_field",
    title="The field as in earlier versions: wrecks bar nobody, and casualties may tear a unit apart",
    group="Earlier versions",
    cite=CITE,
    needs=("platoon",),
    change=(
        movement.wreck_bars.replaced_by(no_wreck_bars),
        movement.closes_up.replaced_by(stays_torn),
        damage.given_up.replaced_by(least_missed),
    ),
)
