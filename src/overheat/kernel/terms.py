"""The explained sum: a number that remembers what it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.facts import Cited, Exact, Id, Label

Number = int | Fraction
Kept = int | Exact
"""A number as logs keep it: a whole one plainly, another as text, `3/2`."""


class Term(msgspec.Struct, frozen=True, gc=False):
    """One part of a sum. Parts are found by `id`; the label is for people."""

    id: str
    value: Number
    label: str
    cite: Cite

    def as_json(self) -> dict[str, object]:
        return {"id": self.id, "value": number_as_json(self.value), "label": self.label, "cite": str(self.cite)}


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A term of a sum as logs keep it: its id, its value, its label for people, and where it is written."""

    id: Id
    kept: Kept
    label: Label
    cite: Cited = ""

    @property
    def value(self) -> Number:
        return number_of(self.kept)


Sum = tuple[Part, ...]
"""A sum as logs keep it."""


def parts(terms: Iterable[Term]) -> Sum:
    """A sum as logs keep it."""
    return tuple(Part(term.id, number_as_json(term.value), term.label, str(term.cite)) for term in terms)


def total_of(parts: Iterable[Part]) -> Number:
    """What the parts of a sum come to."""
    return sum((part.value for part in parts), start=0)


@lru_cache(maxsize=1 << 14)
def ratio(above: int, below: int) -> Fraction:
    """A fraction in its lowest terms. Sums of cards and values come to the same ones again and again."""
    return Fraction(above, below)


def lowest(above: int, below: int) -> Number:
    """A ratio as a whole number where it is one, else as a fraction in its lowest terms."""
    return ratio(above, below) if above % below else above // below


def added(numbers: Iterable[Number]) -> Number:
    """The sum of numbers, a whole one where it comes to one; fractions are brought to one denominator only once."""
    return lowest(*sum_of(numbers))


def sum_of(numbers: Iterable[Number]) -> tuple[int, int]:
    """The sum of numbers as a ratio of whole ones, not brought to its lowest terms."""
    whole, above, below = 0, 0, 1
    for number in numbers:
        if isinstance(number, int):
            whole += number
            continue
        over, under = number.as_integer_ratio()
        if below % under:
            common = lcm(below, under)
            above, below = above * (common // below), common
        above += over * (below // under)
    return whole * below + above, below


def multiplied(numbers: Iterable[Number]) -> Number:
    """The product of numbers, a whole one where it comes to one, brought to its lowest terms only once."""
    return lowest(*product_of(1, 1, numbers))


def product_of(above: int, below: int, numbers: Iterable[Number]) -> tuple[int, int]:
    """A ratio of whole numbers times others, as such a ratio, not brought to its lowest terms."""
    for number in numbers:
        if isinstance(number, int):
            above *= number
        else:
            over, under = number.as_integer_ratio()
            above *= over
            below *= under
    return above, below


class Tally(msgspec.Struct, frozen=True, gc=False):
    """A sum of terms. The total is computed, never stored."""

    terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, terms: Iterable[Term | None]) -> Tally:
        """A tally of the terms that apply; a rule that does not apply gives None."""
        return cls(tuple([term for term in terms if term is not None]))

    @property
    def total(self) -> Number:
        if len(self.terms) == 1:
            return self.terms[0].value
        return added([term.value for term in self.terms])

    def __getitem__(self, id: str) -> Term:
        for term in self.terms:
            if term.id == id:
                return term
        raise KeyError(id)

    def __contains__(self, id: object) -> bool:
        return any(term.id == id for term in self.terms)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.terms + other.terms)

    def explain(self) -> str:
        """The sum as people write it: a line per term with its source, and the total."""
        values = [signed(term.value, first=index == 0) for index, term in enumerate(self.terms)]
        total = f"={number_to_read(self.total)}"
        wide = max(map(len, [*values, total]))
        broad = max((len(term.label) for term in self.terms), default=0)
        lines = [
            f"{value:>{wide}}  {term.label:<{broad}}  [{term.cite}]"
            for value, term in zip(values, self.terms, strict=True)
        ]
        return "\n".join([*lines, f"{total:>{wide}}"])

    def as_json(self) -> dict[str, object]:
        """The sum for programs: `{"total": ..., "terms": [...]}`."""
        return {"total": number_as_json(self.total), "terms": [term.as_json() for term in self.terms]}


def scaled(id: str, whole: Number, factor: Number, rounding: Callable[[Number], int], label: str, cite: Cite) -> Term:
    """The term that makes a share or a multiple of what a sum has come to: half of 15, rounded down, is -8."""
    return Term(id, rounding(whole * factor) - whole, label, cite)


def signed(value: Number, *, first: bool = False) -> str:
    """A number with its sign; the first of a sum needs none when positive."""
    text = number_to_read(value)
    return text if value < 0 or first else f"+{text}"


def number_to_read(value: Number) -> str:
    """A number for people: an exact decimal where that is short, `13.5`; else with one beside it, `17/12 (1.42)`."""
    thousandths = value * 1000
    if thousandths.denominator == 1:
        return f"{float(value):.3f}".rstrip("0").rstrip(".") if value.denominator != 1 else str(value.numerator)
    return f"{number_as_text(value)} ({float(value):.2f})"


def number_as_text(value: Number) -> str:
    """Whole numbers plainly, fractions as `3/2`: exact, and read back by `number_of`."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def number_as_json(value: Number) -> Kept:
    """Whole numbers as numbers; other fractions as text, since JSON has no exact form for them."""
    return value.numerator if value.denominator == 1 else number_as_text(value)


def number_of(kept: Kept) -> Number:
    """A number as `number_as_json` has written it."""
    if isinstance(kept, int):
        return kept
    exact = Fraction(kept)
    return exact.numerator if exact.denominator == 1 else exact
