"""How strong players are that have met one another: the model of Bradley and Terry, on the scale of chess ratings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from overheat.lab.study.intervals import Interval, normal

SCALE = 400 / math.log(10)
"""Points of rating for a factor of e in the odds of winning."""
PRIOR = 0.5
"""Games won and lost against an average player that everybody is given, so that nobody is infinitely strong."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong somebody is: 0 is the average, 400 more wins ten times as often as it loses."""

    name: str
    rating: Interval
    games: int
    points: float
    """Wins, and halves of draws."""


def ratings(met: Mapping[tuple[str, str], Sequence[float]]) -> list[Rating]:
    """Ratings of all who met, the strongest first. A result is what the first of a pair won: 1, 0, or a half."""
    names = sorted({name for pair in met for name in pair})
    index = {name: number for number, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    for (one, other), results in met.items():
        won[index[one], index[other]] += sum(results)
        won[index[other], index[one]] += len(results) - sum(results)
    strengths, errors = ([SCALE * float(each) for each in found] for found in _fitted(won))
    rows = [
        Rating(
            name=name,
            rating=Interval(strengths[i], strengths[i] - normal() * errors[i], strengths[i] + normal() * errors[i]),
            games=int(won[i].sum() + won[:, i].sum()),
            points=float(won[i].sum()),
        )
        for name, i in index.items()
    ]
    return sorted(rows, key=lambda row: -row.rating.value)


def _fitted(won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The logarithms of strengths by Newton's method, and their standard errors. Their mean is 0."""
    count = len(won)
    strength = np.zeros(count)
    played = won + won.T
    for _ in range(100):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        own = 1 / (1 + np.exp(-strength))
        slope = (won - played * chance).sum(axis=1) + PRIOR - 2 * PRIOR * own
        weight = played * chance * (1 - chance)
        curve = np.diag(weight.sum(axis=1) + 2 * PRIOR * own * (1 - own)) - weight
        step = np.linalg.solve(curve, slope)
        strength = strength + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    inverse = np.linalg.inv(curve)
    middle = np.eye(count) - 1 / count
    return strength - strength.mean(), np.sqrt(np.diag(middle @ inverse @ middle))
