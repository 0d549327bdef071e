"""What a question about the rules is answered: figures, the sums that explain them, chances, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from overheat.kernel.odds import Distribution, dice
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Number, Tally, number_as_json, number_to_read
from overheat.kernel.wording.phrases import in_words

SAFE = 2**53
"""The first whole number that programs whose numbers are all floats may get wrong."""
ROLL = ("target_number", "probability")
"""The figures of a roll, which its sum and a line of its own tell to people."""


class Told(Protocol):
    """An answer as it goes out: for programs and for people."""

    def as_json(self) -> dict[str, object]:
        """As other programs read it."""
        ...

    def lines(self) -> Iterator[str]:
        """As people read it."""
        ...


def ratio(value: Fraction) -> list[int | str]:
    """A fraction as numerator and denominator; as text where a float could not hold them."""
    numbers = (value.numerator, value.denominator)
    return [number if abs(number) < SAFE else str(number) for number in numbers]


class Chance(msgspec.Struct, frozen=True):
    """A probability, or a mean, with its name."""

    id: str
    label: str
    value: Fraction

    def as_json(self, exact: str = "chance") -> dict[str, object]:
        return {"id": self.id, "label": self.label, exact: ratio(self.value), "float": float(self.value)}

    def as_row(self) -> dict[str, object]:
        """A bar of a chart: numbers by themselves, everything else by its name."""
        told = self.as_json()
        name = told.pop("id")
        return {"value": int(self.id) if self.id.isdecimal() else name, **told}


class Outcomes(msgspec.Struct, frozen=True):
    """How likely each outcome of something is."""

    label: str
    """What they are outcomes of."""
    rows: tuple[Chance, ...]
    mean: Fraction | None = None
    """The mean of outcomes that are numbers."""

    @classmethod
    def of(cls, label: str, found: Distribution[Any], words: Callable[[Any], str] = str) -> Outcomes:
        """A distribution, its outcomes in order where they have one, in words of their own."""
        try:
            ordered = sorted(found)
        except TypeError:
            ordered = list(found)
        rows = (Chance(_id_of(each, words), words(each), found.probability(each)) for each in ordered)
        numbers = all(isinstance(each, int | Fraction) for each in ordered)
        return cls(label, tuple(rows), found.mean if numbers else None)

    def as_json(self) -> dict[str, object]:
        mean = {} if self.mean is None else {"mean": ratio(self.mean)}
        return {"label": self.label, **mean, "rows": [row.as_row() for row in self.rows]}

    def lines(self) -> Iterator[str]:
        """A table: each outcome, its chance as a fraction where that is short, and in percent."""
        yield f"{self.label}:"
        yield from aligned([(row.label, in_percent(row.value)) for row in self.rows])
        if self.mean is not None:
            yield f"  {float(self.mean):.2f} on average"


def _id_of(outcome: Any, words: Callable[[Any], str]) -> str:
    """What an outcome is known by to programs: itself where it is a number or a text, else its words."""
    return str(outcome) if isinstance(outcome, int | str | Fraction) else words(outcome)


def in_percent(chance: Fraction) -> str:
    """A chance as a fraction and in percent; a fraction too long for a line is left out."""
    exact = f"{chance.numerator} in {chance.denominator}, " if chance.denominator < 10**6 else ""
    return f"{exact}{100 * float(chance):.1f} %"


def aligned(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Names and values in two columns."""
    wide = max((len(name) for name, _ in pairs), default=0)
    return (f"  {name:<{wide}}  {value}" for name, value in pairs)


Sums = Tally | Mapping[str, Tally] | None
"""The sum that explains an answer, or one for each of its figures by name; None where nothing is summed."""


class Needed(msgspec.Struct, frozen=True):
    """A roll of two dice that is to be made: the number, and how many of all ways that they count show it."""

    number: Tally
    ways: tuple[int, int]
    why: str = ""
    """What it is rolled for, in words, where that is not plain."""

    def as_json(self) -> dict[str, object]:
        told = {"why": self.why} if self.why else {}
        return {**told, **_as_json(self.figures), "terms": _terms(self.number)}

    @property
    def figures(self) -> dict[str, Any]:
        return dict(zip(ROLL, (int(self.number.total), self.ways), strict=True))


def _plain_ways(number: int) -> tuple[int, int]:
    """How many of all ways two dice show a number or more."""
    thrown = dice()
    return sum(weight for total, weight in thrown.items() if total >= number), thrown.total


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer: figures by name, what explains them, rolls that it asks for, how likely each outcome is, or a no."""

    figures: dict[str, Any] = {}
    terms: Sums = Tally()
    rolls: tuple[Needed, ...] | None = None
    """What is to be rolled on the way; None where that is no part of the question."""
    outcomes: Outcomes | None = None
    refusal: Refusal | None = None

    @classmethod
    def needing(cls, number: Tally, ways: tuple[int, int] | None = None, **others: Any) -> Answer:
        """A number that two dice must show, with its chance: so many ways of all that they count.

        Without the ways it is that of two plain dice: for questions in which no rule has a say in the throw.
        """
        counted = _plain_ways(int(number.total)) if ways is None else ways
        return cls(figures={**Needed(number, counted).figures, **others}, terms=number)

    @classmethod
    def refused(cls, no: Refusal, *figures: str, **others: Any) -> Answer:
        """A no, in place of figures that there are not."""
        return cls(figures={**dict.fromkeys(figures), **others}, refusal=no)

    def as_json(self) -> dict[str, object]:
        told: dict[str, object] = {name: _as_json(value) for name, value in self.figures.items()}
        if self.terms is not None:
            told["terms"] = _terms(self.terms)
        if self.rolls is not None:
            told["rolls"] = [roll.as_json() for roll in self.rolls]
        if self.outcomes is not None:
            told["distribution"] = self.outcomes.as_json()
        return {**told, "refusal": None if self.refusal is None else self.refusal.as_json()}

    def lines(self) -> Iterator[str]:
        if self.refusal is not None:
            yield f"No: {self.refusal}"
            return
        if isinstance(self.terms, Tally) and self.terms.terms:
            yield self.terms.explain()
        if self.figures.get("probability") is not None:
            yield in_36(*self.figures["probability"])
        shown = [(in_words(name), _as_text(held)) for name, held in self.figures.items() if name not in ROLL]
        yield from aligned([(name, value) for name, value in shown if value])
        if isinstance(self.terms, Mapping):
            for name, tally in self.terms.items():
                yield from (f"{in_words(name)}:", tally.explain())
        for roll in self.rolls or ():
            yield from ("A roll on the way:", roll.number.explain(), in_36(*roll.ways))
        if self.outcomes is not None:
            yield from self.outcomes.lines()


def in_36(ways: int, of: int) -> str:
    """A chance of two dice in a line."""
    return f"{ways} in {of}, {100 * ways / of:.1f} %"


def _terms(sums: Tally | Mapping[str, Tally]) -> object:
    if isinstance(sums, Tally):
        return [term.as_json() for term in sums]
    return {name: _terms(tally) for name, tally in sums.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, Number) and not isinstance(value, bool)


def _as_json(value: Any) -> Any:
    """A figure: numbers exactly, groups of figures by name or in order."""
    if isinstance(value, Mapping):
        return {name: _as_json(held) for name, held in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(held) for held in value]
    return number_as_json(value) if _is_number(value) else value


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{in_words(name)} {_as_text(held)}" for name, held in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_as_text, value))
    return number_to_read(value) if _is_number(value) else "" if value is None else str(value)
