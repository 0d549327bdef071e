"""Sprinting: a machine runs twice as far as it walks, at its peril, and attacks nobody.

Weapons that are fired only to build up heat are not played.
"""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rules.standard.movement import BARS, Entry
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.systems import hits_on
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

SPRINTING = TACTICAL_OPERATIONS("Sprinting", 18)
SPRINT = "sprint"


def _points(state: State, unit: Unit) -> int:
    """Twice the walking points; with a damaged hip, and for all but machines, none."""
    return 2 * walking(state, unit) if unit.machine and not hits_on(unit, "hip") else 0


MODE = MODES.amended(
    "sprinting.mode",
    {
        SPRINT: Mode(
            word="sprint",
            past="sprinted",
            points=_points,
            heat=lambda rules, unit: rules[MODES]["run"].heat(rules, unit) * 3 // 2,
            attacker=MODES["run"].attacker,
            target=-1,
            fast=True,
            attacks=False,
        )
    },
    cite=SPRINTING,
)
"""Half as much heat again as a run, -1 to attacks on the sprinter; no attacks, no spotting."""


@rule("sprinting.unsteady", cite=SPRINTING, slot=STEADINESS)
def unsteady(check: Check) -> Term | None:
    """A sprinter makes every piloting roll at +2."""
    sprints = check.unit.motion.mode == SPRINT
    return Term("sprinting.unsteady", 2, "sprints", SPRINTING) if sprints else None


@rule("sprinting.no_water", cite=SPRINTING, slot=BARS)
def no_water(entry: Entry) -> Refusal | None:
    """Nobody sprints into water."""
    if entry.unit.motion.mode != SPRINT or entry.wades < 1:
        return None
    return Refusal("sprinting.no_water", "no machine sprints into water", SPRINTING)


LAYER = Layer(
    "sprinting",
    title="Sprinting",
    group="Movement",
    cite=SPRINTING,
    needs=("classic",),
    add=(unsteady, no_water),
    change=(MODE,),
)
