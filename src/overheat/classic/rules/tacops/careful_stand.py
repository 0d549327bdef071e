"""Careful stand: a machine that spends its whole move on standing up does so more safely."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rules.standard.piloting import DEEDS, STEADINESS, Check
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CAREFUL = TACTICAL_OPERATIONS("Careful Stand", 19)
STAND = "careful_stand"

FIGURES: Table[str, int] = Table(
    "careful_stand.figures", {"roll": -2}, cite=CAREFUL, where="overheat.classic.rules.tacops.careful_stand.FIGURES"
)
"""What is added to the roll to stand up."""


def _points(state: State, unit: Unit) -> int:
    """The walking points of a machine on the ground that has more than two of them; one attempt takes them all."""
    down = unit.machine and unit.condition.prone and not unit.motion.stand_attempts
    points = walking(state, unit) if down else 0
    return points if points > 2 else 0


MODE = MODES.amended(
    "careful_stand.mode",
    {
        STAND: Mode(
            word="stand up carefully",
            past="stood up carefully",
            points=_points,
            heat=lambda rules, unit: 1,
            attacker=MODES["walk"].attacker,
        )
    },
    cite=CAREFUL,
)
"""A move that is spent on standing up."""


@rule("careful_stand.roll", cite=CAREFUL, slot=STEADINESS)
def steadier(check: Check) -> Term | None:
    """Who takes a whole move to stand up rolls at -2."""
    standing = check.cause.id == f"{DEEDS.id}.standing_up"
    if not standing or check.unit.motion.mode != STAND:
        return None
    return Term("careful_stand.roll", check.rules[FIGURES]["roll"], "careful stand", CAREFUL)


LAYER = Layer(
    "careful_stand",
    title="Careful stand",
    group="Piloting",
    cite=CAREFUL,
    needs=("classic",),
    add=(steadier, FIGURES),
    change=(MODE,),
)
