"""Exact odds: outcomes with whole-number weights, never floats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from html import escape
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import icepool

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)
N = TypeVar("N", bound="int | Fraction")
MOST_SHOWN = 40
"""How many outcomes a notebook shows."""


class Distribution(Generic[A]):
    """How often each outcome comes up, in lowest whole-number weights. Immutable."""

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[A, int]) -> None:
        kept = {outcome: weight for outcome, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs positive weights")
        shared = gcd(*kept.values())
        self._weights = {outcome: weight // shared for outcome, weight in kept.items()}
        self._total = sum(self._weights.values())

    @classmethod
    def always(cls, outcome: A) -> Distribution[A]:
        """The outcome that cannot fail to come up."""
        return cls({outcome: 1})

    @classmethod
    def mixed(cls, parts: Iterable[tuple[A, int, int]]) -> Distribution[A]:
        """From (outcome, weight, out of), where the wholes may differ."""
        listed = list(parts)
        whole = lcm(*(out_of for _, _, out_of in listed))
        weights: Counter[A] = Counter()
        for outcome, weight, out_of in listed:
            weights[outcome] += weight * (whole // out_of)
        return cls(weights)

    @classmethod
    def from_icepool(cls, die: icepool.Die[Any]) -> Distribution[Any]:
        return cls(dict(die.items()))

    @property
    def total(self) -> int:
        """The sum of all weights: the denominator of every probability here."""
        return self._total

    def items(self) -> Iterator[tuple[A, int]]:
        return iter(self._weights.items())

    def __iter__(self) -> Iterator[A]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r})"

    def _repr_html_(self) -> str:
        """What a notebook shows: each outcome with its chance in percent and a bar."""
        most = max(self._weights.values())
        in_order = all(isinstance(outcome, int | Fraction) for outcome in self)
        listed: list[tuple[Any, int]] = sorted(self.items()) if in_order else list(self.items())
        rows = "".join(
            f"<tr><td>{escape(str(outcome))}</td><td>{weight / self._total:.1%}</td>"
            f'<td style="text-align:left"><div style="background:#4a7ab5;height:.8em;width:{12 * weight / most:.2f}em">'
            "</div></td></tr>"
            for outcome, weight in listed[:MOST_SHOWN]
        )
        more = f"<p>and {len(self) - MOST_SHOWN} more</p>" if len(self) > MOST_SHOWN else ""
        return f"<table><tr><th>outcome</th><th>chance</th><th></th></tr>{rows}</table>{more}"

    def probability(self, outcome: A) -> Fraction:
        return Fraction(self._weights.get(outcome, 0), self._total)

    def where(self, holds: Callable[[A], bool]) -> Fraction:
        """The probability that the outcome satisfies a condition."""
        return Fraction(sum(weight for outcome, weight in self.items() if holds(outcome)), self._total)

    def at_least(self: Distribution[N], number: int | Fraction) -> Fraction:
        """The probability of `number` or more."""
        return self.where(lambda outcome: outcome >= number)

    @property
    def mean(self: Distribution[N]) -> Fraction:
        return Fraction(sum(outcome * weight for outcome, weight in self.items())) / self._total

    def map(self, change: Callable[[A], B]) -> Distribution[B]:
        """Each outcome changed; outcomes that become equal are merged."""
        weights: Counter[B] = Counter()
        for outcome, weight in self.items():
            weights[change(outcome)] += weight
        return Distribution(weights)

    def then(self, follow: Callable[[A], Distribution[B]]) -> Distribution[B]:
        """What follows from each outcome, when the second chance depends on the first."""
        return Distribution.mixed(
            (outcome, weight * first, self.total * second.total)
            for before, first in self.items()
            for second in (follow(before),)
            for outcome, weight in second.items()
        )

    def combine(self, other: Distribution[B], join: Callable[[A, B], C]) -> Distribution[C]:
        """Two independent chances joined into one outcome."""
        return self.then(lambda first: other.map(lambda second: join(first, second)))

    def repeat(self: Distribution[int], times: int) -> Distribution[int]:
        """The sum of `times` independent draws."""
        if times == 0:
            return Distribution.always(0)
        return Distribution.from_icepool(times @ self.as_icepool())

    def as_icepool(self) -> icepool.Die[Any]:
        """The same chance as an icepool die, for that library's whole algebra."""
        import icepool

        return icepool.Die(self._weights)


@cache
def dice(count: int = 2, sides: int = 6) -> Distribution[int]:
    """The total of some dice."""
    import icepool

    return Distribution.from_icepool(count @ icepool.d(sides))
