"""Weaving: a mode of movement for a walk from side to side, harder to hit by 2, in which nobody fires."""

from __future__ import annotations

from typing import Any

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.commands import Go
from overheat.classic.facts.events import AttackRolled
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.kernel.rules.layers import Layer

HERE = TACTICAL_OPERATIONS("Evading", 18)
SCENARIO = "lance"

WEAVE = Mode(
    word="weave",
    past="wove",
    points=walking,
    heat=lambda rules, unit: rules[MODES]["run"].heat(rules, unit),
    attacker=0,
    target=2,
    attacks=False,
)


def felt(session: Any) -> bool:
    """Somebody has woven, and was shot at."""
    needed = [part for event in session.events if isinstance(event, AttackRolled) for part in event.needed]
    return Go("weave") in [said for _, said in session.commands] and any("wove" in part.label for part in needed)


LAYER = Layer(
    "weaving",
    HERE,
    title="Weaving",
    needs=("classic",),
    change=(MODES.amended("weaving.mode", {"weave": WEAVE}, cite=HERE),),
)
