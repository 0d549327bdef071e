"""Standing still: a target that did not move is easier to hit."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

STANDING_STILL = TACTICAL_OPERATIONS("Standing Still", 18)

FIGURES: Table[str, int] = Table(
    "stationary_targets.figures",
    {"to hit": -1},
    cite=STANDING_STILL,
    where="overheat.classic.rules.tacops.stationary_targets.FIGURES",
)
"""What a target that stood still adds to attacks on it."""


@rule("to_hit.standing_still", cite=STANDING_STILL, implements=("TO-018-standing-still",), slot=EVERY_ATTACK)
def easier(attack: Engagement) -> Term | None:
    """A machine or ground vehicle that did not move is -1; one that cannot move has its own modifier, and not this."""
    target = attack.target
    grounded = target.machine or (target.vehicle and target.sheet.motive != "vtol")
    if is_ground(target.id) or target.immobile or not grounded or mode_of(attack.rules, target).moves:
        return None
    return Term("to_hit.standing_still", attack.rules[FIGURES]["to hit"], "target stood still", STANDING_STILL)


LAYER = Layer(
    "stationary_targets",
    title="Standing still",
    group="Movement",
    cite=STANDING_STILL,
    needs=("classic",),
    add=(easier, FIGURES),
)
