"""Evading: a unit runs from side to side to be harder to hit, and attacks nobody."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.modes import MODES, Mode, running
from overheat.kernel.rules.layers import Layer

EVADING = TACTICAL_OPERATIONS("Evading", 18)

EVADE = Mode(
    word="evade",
    past="evaded",
    points=running,
    heat=lambda rules, unit: rules[MODES]["run"].heat(rules, unit) + 2,
    attacker=MODES["run"].attacker,
    target=1,
    fast=True,
    attacks=False,
    like="run",
)
"""As far as a run, 2 points of heat more than a run, +1 against every attack on the unit; no attacks, no spotting."""

MODE = MODES.amended("evading.mode", {"evade": EVADE}, cite=EVADING, implements=("TO-018-evading-2",))

LAYER = Layer("evading", title="Evading", group="Movement", cite=EVADING, needs=("classic",), change=(MODE,))
