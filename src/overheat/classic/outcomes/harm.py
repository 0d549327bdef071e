"""The harm that a unit takes in a phase, as far as it makes a difference to who falls."""

from __future__ import annotations

from overheat.classic.facts.state import State
from overheat.classic.rules.standard.piloting import battered
from overheat.kernel.terms import Number

MOST = 200
"""More harm in a phase is not told apart."""


class Harm:
    """From which harm on a target rolls to stay on its feet, and from which more of it makes no difference."""

    def __init__(self, state: State, target: str) -> None:
        unit, rules = state.units[target], state.relief.rules
        whys = [rules[battered](rules, unit, at) for at in range(MOST)]
        values = [None if why is None else why.value for why in whys]
        shaking = [at for at, value in enumerate(values) if value is not None]
        self.least = shaking[0] if shaking and unit.machine else MOST
        changes = (at for at in range(MOST - 1) if values[at] != values[at + 1])
        self.enough = MOST if not shaking else 1 + max(changes, default=0)

    def lumped(self, taken: int, to_come: Number) -> int:
        """Harm so far as one of all that nothing to come can tell from it."""
        if taken >= self.enough:
            return self.enough
        return taken if taken + to_come >= self.least else 0
