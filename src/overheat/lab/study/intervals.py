"""Intervals: how far a share, a mean or a difference may lie from what was counted, 95 times in 100."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance

import msgspec

CERTAIN = 0.95
"""How often an interval holds what it is about."""


class Interval(msgspec.Struct, frozen=True):
    """What was counted, and the interval that holds the truth 95 times in 100."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    @property
    def tells(self) -> bool:
        """Whether it leaves zero out, so that a difference is no accident."""
        return self.low > 0 or self.high < 0


def normal(certain: float = CERTAIN) -> float:
    """How many standard deviations either way hold so much of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + certain / 2)


def student(freedom: int, certain: float = CERTAIN) -> float:
    """The same of Student's distribution: an expansion about the normal one, good to a thousandth from five up."""
    z = normal(certain)
    if freedom <= 0:
        return math.inf
    if freedom == 1:
        return math.tan(math.pi / 2 * certain)
    if freedom == 2:
        part = certain
        return part * math.sqrt(2 / (1 - part * part))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, start=1)))


def wilson(count: float, games: int, certain: float = CERTAIN) -> Interval:
    """A share with its Wilson interval, which holds for few games and for shares near none or all as well."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    z, part = normal(certain), count / games
    centre = (part + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(part * (1 - part) / games + z * z / (4 * games * games))
    return Interval(part, centre - reach if count > 0 else 0.0, centre + reach if count < games else 1.0)


def mean(values: Sequence[float]) -> Interval:
    """A mean with Student's interval."""
    if not values:
        return Interval(0.0, -math.inf, math.inf)
    middle = fmean(values)
    if len(values) == 1:
        return Interval(middle, -math.inf, math.inf)
    reach = student(len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Interval(middle, middle - reach, middle + reach)


def apart(before: Sequence[float], after: Sequence[float]) -> Interval:
    """The difference of the means of two independent samples, by Welch."""
    difference = fmean(after) - fmean(before)
    if min(len(before), len(after)) < 2:
        return Interval(difference, -math.inf, math.inf)
    parts = [variance(values) / len(values) for values in (before, after)]
    error = sum(parts)
    if error == 0:
        return Interval(difference, difference, difference)
    freedom = error**2 / sum(part**2 / (len(values) - 1) for part, values in zip(parts, (before, after), strict=True))
    reach = student(max(1, int(freedom))) * math.sqrt(error)
    return Interval(difference, difference - reach, difference + reach)


def whenever(values: Sequence[float], certain: float = CERTAIN, aimed_at: int = 200) -> Interval:
    """A mean with an interval that holds at every number of games at once, so that one may look and stop at any time.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, narrowest at about the
    number of games aimed at. It is wider than one that is looked at once.
    """
    count = len(values)
    if count < 2:
        return Interval(fmean(values) if values else 0.0, -math.inf, math.inf)
    miss = 1 - certain
    tuned = math.sqrt((-2 * math.log(miss) + math.log(-2 * math.log(miss) + 1)) / aimed_at)
    grown = count * tuned * tuned + 1
    reach = math.sqrt(variance(values)) * math.sqrt(
        2 * grown / (count * count * tuned * tuned) * math.log(math.sqrt(grown) / miss)
    )
    middle = fmean(values)
    return Interval(middle, middle - reach, middle + reach)
