"""The worksheet of a price: sums of parts, what multiplies them all, and the two prices that come of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod

import msgspec

from overheat.classic.battle_value.worksheet import Step, decimal, round_half_up
from overheat.kernel.terms import Number, Term, number_as_json


class CostSheet(msgspec.Struct, frozen=True):
    """A price in C-bills: the structure, weapons and equipment, and the ammunition, times what multiplies the whole."""

    structure: Step
    equipment: Step
    ammunition: Step
    factors: tuple[Term, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The sums that are not empty, in order."""
        return tuple(step for step in (self.structure, self.equipment, self.ammunition) if step.tally.terms)

    @property
    def dry(self) -> int:
        """The price with empty magazines, as a factory asks it."""
        return round_half_up(self._times((self.structure, self.equipment)))

    @property
    def total(self) -> int:
        """The price with all ammunition that the unit carries."""
        return round_half_up(self.exact)

    @property
    def exact(self) -> Number:
        """The price with ammunition before it is rounded."""
        return self._times((self.structure, self.equipment, self.ammunition))

    def _times(self, steps: Iterable[Step]) -> Number:
        whole = sum((step.total for step in steps), start=Fraction(0))
        return whole * prod((factor.value for factor in self.factors), start=Fraction(1))

    def explain(self) -> str:
        """The worksheet as people write it."""
        parts = [f"{step.label}\n{step.tally.explain()}\n" for step in self.steps]
        parts += [f"x {decimal(factor.value)}  {factor.label}  [{factor.cite}]" for factor in self.factors]
        parts.append(f"Cost {self.total:,} C-bills, without ammunition {self.dry:,}")
        return "\n".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            "cost": self.total,
            "dry": self.dry,
            "exact": number_as_json(self.exact),
            "steps": [step.as_json() for step in self.steps],
            "factors": [factor.as_json() for factor in self.factors],
        }
