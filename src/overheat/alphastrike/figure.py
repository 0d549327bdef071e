"""A figure of a card: an explained sum, and the steps that turn it into what is printed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar, TypeVarTuple

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number, Tally, Term, number_as_json, ratio

Facts = TypeVarTuple("Facts")
R = TypeVar("R")
HALF = Fraction(1, 2)


class Step(msgspec.Struct, frozen=True, gc=False):
    """What is done to a number, and what it is afterwards."""

    label: str
    value: Number
    cite: Cite

    def as_json(self) -> dict[str, object]:
        return {"label": self.label, "value": number_as_json(self.value), "cite": str(self.cite)}


class Figure(msgspec.Struct, frozen=True, gc=False):
    """One number of a conversion: the terms it sums, then each step in order. Figures are found by `id`."""

    id: str
    label: str
    tally: Tally
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, id: str, label: str, value: Number, cite: Cite, why: str = "") -> Figure:
        """A figure of a single term."""
        return cls(id, label, Tally((Term(id, value, why or label, cite),)))

    @property
    def value(self) -> Number:
        """What the last step left."""
        return self.steps[-1].value if self.steps else self.tally.total

    def then(self, label: str, value: Number, cite: Cite) -> Figure:
        """The same with one step more."""
        return Figure(self.id, self.label, self.tally, (*self.steps, Step(label, value, cite)))

    def as_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "label": self.label,
            "value": number_as_json(self.value),
            **self.tally.as_json(),
            "steps": [step.as_json() for step in self.steps],
        }


def once(make: Callable[[Ruleset, *Facts], R], rules: Ruleset, *facts: *Facts) -> R:
    """What some facts make under some rules, worked out once: most figures of a unit are those of many others."""
    kept: dict[object, R] = rules.worked_out(make)
    found = kept.get(facts)
    if found is None:
        found = kept[facts] = make(rules, *facts)
    return found


@lru_cache(maxsize=4096)
def exact(value: float | str) -> Number:
    """A published decimal as the exact number it means: 0.35 is 7/20, 46.0 is 46."""
    number = Fraction(str(value))
    return number.numerator if number.denominator == 1 else number


def round_up(value: Number) -> int:
    """The next whole number."""
    above, below = value.as_integer_ratio()
    return -(-above // below)


def round_up_to_tenth(value: Number) -> Fraction:
    """The next tenth; any excess counts."""
    above, below = value.as_integer_ratio()
    return ratio(-(-above * 10 // below), 10)


def round_half_up(value: Number) -> int:
    """The nearest whole number; a half goes up."""
    above, below = value.as_integer_ratio()
    return (2 * above + below) // (2 * below)
