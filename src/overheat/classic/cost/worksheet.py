"""The worksheet of a price: sums of parts, what multiplies them all, and the two prices that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    others: tuple[Step, ...] = ()
    """Further sums that some kinds of units have: training, quarters, what single troopers carry."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The sums that are not empty, in order."""
        listed = (self.structure, *self.others, self.equipment, self.ammunition)
        return tuple(step for step in listed if step.tally.terms)

    @property
    def dry(self) -> int:
        """The price with empty magazines, as a factory asks it."""
        return round_half_up(self._times((self.structure, *self.others, self.equipment)))

    @property
    def total(self) -> int:
        """The price with all ammunition that the unit carries."""
        return round_half_up(self.exact)

    @property
    def exact(self) -> Number:
        """The price with ammunition before it is rounded."""
        return self._times(self.steps)

    def _times(self, steps: Iterable[Step]) -> Number:
        whole = sum((step.total for step in steps), start=Fraction(0))
        return whole * prod((factor.value for factor in self.factors), start=Fraction(1))

    def explain(self) -> str:
        """The worksheet as people write it."""
        parts = ["\n".join((*_lines(step), "")) for step in self.steps]
        parts += [_multiplied(factor) for factor in self.factors]
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


def _lines(step: Step) -> Iterator[str]:
    """A sum as a column of money, and what multiplies it."""
    total = f"={money(step.tally.total)}"
    wide = max(len(total), *(len(money(term.value)) for term in step.tally))
    broad = max(len(term.label) for term in step.tally)
    yield step.label
    for term in step.tally:
        yield f"{money(term.value):>{wide}}  {term.label:<{broad}}  [{term.cite}]"
    yield f"{total:>{wide}}"
    if step.factors:
        yield from map(_multiplied, step.factors)
        yield f"={money(step.total)}"


def _multiplied(factor: Term) -> str:
    return f"x {decimal(factor.value)}  {factor.label}  [{factor.cite}]"


def money(value: Number) -> str:
    """C-bills as people write them, to the hundredth where they are not whole."""
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,.2f}"
