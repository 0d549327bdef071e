"""The worksheet of a battle value: sums that are multiplied, each part explained."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from overheat.kernel.terms import Number, Tally, Term, lowest, number_as_json, product_of, sum_of


@lru_cache(maxsize=4096)
def exact(value: float) -> Number:
    """A published decimal as the exact number it means: 0.35 is 7/20, 46.0 is 46."""
    number = Fraction(str(value))
    return number.numerator if number.denominator == 1 else number


def round_half_up(value: Number) -> int:
    """The nearest whole number; a half goes up."""
    above, below = value.as_integer_ratio()
    return (2 * above + below) // (2 * below)


class Step(msgspec.Struct, frozen=True, gc=False):
    """A sum of terms, and what it is multiplied by."""

    label: str
    tally: Tally
    factors: tuple[Term, ...] = ()

    @property
    def ratio(self) -> tuple[int, int]:
        """Its total as a ratio of whole numbers, not brought to its lowest terms."""
        above, below = sum_of([term.value for term in self.tally.terms])
        return product_of(above, below, [factor.value for factor in self.factors])

    @property
    def total(self) -> Number:
        return lowest(*self.ratio)

    def as_json(self) -> dict[str, object]:
        return {
            "label": self.label,
            **self.tally.as_json(),
            "factors": [factor.as_json() for factor in self.factors],
            "product": number_as_json(self.total),
        }


class Worksheet(msgspec.Struct, frozen=True, gc=False):
    """A battle value in steps: their sum, what multiplies the whole, and the rounding at the end."""

    steps: tuple[Step, ...]
    factors: tuple[Term, ...] = ()
    skill: Term | None = None
    """What the crew's skills multiply the rounded value by."""

    @property
    def ratio(self) -> tuple[int, int]:
        """What it comes to before it is rounded, as a ratio of whole numbers."""
        above, below = 0, 1
        for step in self.steps:
            over, under = step.ratio
            above, below = above * under + over * below, below * under
        return product_of(above, below, [factor.value for factor in self.factors])

    @property
    def exact(self) -> Number:
        return lowest(*self.ratio)

    @property
    def total(self) -> int:
        above, below = self.ratio
        value = (2 * above + below) // (2 * below)
        return value if self.skill is None else round_half_up(value * self.skill.value)

    def explain(self) -> str:
        """The worksheet as people write it."""
        parts = []
        for step in self.steps:
            parts.append(f"{step.label}\n{step.tally.explain()}")
            parts += [f"x {decimal(factor.value)}  {factor.label}  [{factor.cite}]" for factor in step.factors]
            parts.append(f"= {decimal(step.total)}\n")
        parts += [f"x {decimal(factor.value)}  {factor.label}  [{factor.cite}]" for factor in self.factors]
        if self.skill is not None:
            parts.append(f"= {round_half_up(self.exact)}")
            parts.append(f"x {decimal(self.skill.value)}  {self.skill.label}  [{self.skill.cite}]")
        parts.append(f"Battle value {self.total}")
        return "\n".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            "bv": self.total,
            "exact": number_as_json(self.exact),
            "steps": [step.as_json() for step in self.steps],
            "factors": [factor.as_json() for factor in self.factors],
            "skill": self.skill.as_json() if self.skill else None,
        }


def decimal(value: Number) -> str:
    """A number as people read it in a sum of money: at most four decimals."""
    return _decimal(*value.as_integer_ratio())


@lru_cache(maxsize=4096)
def _decimal(above: int, below: int) -> str:
    return f"{above / below:.4f}".rstrip("0").rstrip(".")
