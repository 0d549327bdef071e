"""What bots that search share, of whatever game: a budget, and trials of the few best ideas.

What promises most is tried most often; an estimate that was made without trials counts as some of them. A budget is of
time, `2s`, or of so many trials, `40n`, so that a game comes out alike wherever it is played.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import NamedTuple

from overheat.kernel.refusal import refuse

BUDGET = re.compile(r"(\d+(?:\.\d+)?)(s|n)")
DEFAULT = "1s"
LONGEST = 600.0
"""More seconds a decision than anybody waits."""


class Budget:
    """Seconds or trials for each decision."""

    def __init__(self, text: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> None:
        found = BUDGET.fullmatch(text.strip())
        if found is None or not 0 < float(found[1]) <= (LONGEST if found[2] == "s" else 1e6):
            raise refuse("lab.budget", f"a budget is written as 2s or 40n, not {text[:40]!r}", budget=text[:40])
        self._seconds = float(found[1]) if found[2] == "s" else None
        self._trials = int(float(found[1])) if found[2] == "n" else None
        self.clock = clock
        self._began = 0.0

    def begin(self) -> None:
        """A decision begins."""
        self._began = self.clock()

    def allows(self, trials: int, longest: float) -> bool:
        """Whether there is budget left for another trial as long as the longest so far."""
        if self._trials is not None:
            return trials < self._trials
        return self._seconds is None or self.clock() - self._began + longest < self._seconds


class Manner(NamedTuple):
    """How a game is searched."""

    trust: float
    """How many trials an estimate counts as."""
    curiosity: float
    """What an idea that was tried seldom is given for the benefit of the doubt."""


class Tried(NamedTuple):
    """The idea that came out best, by its place, and how many trials there were."""

    best: int
    trials: int


def tried_out(estimates: Sequence[float], trial: Callable[[int], float], budget: Budget, manner: Manner) -> Tried:
    """Try ideas as long as the budget lasts; each has an estimate, and a trial says what it came to.

    Estimates and trials need not be of one measure: only how they differ from the first counts.
    """
    ideas = range(len(estimates))
    sums = [manner.trust * (estimate - estimates[0]) for estimate in estimates]
    counts = [manner.trust] * len(estimates)
    level: float | None = None
    trials, longest = 0, 0.0
    while budget.allows(trials, longest):
        before = budget.clock()
        doubt = log(trials + 2)
        at = max(ideas, key=lambda each: sums[each] / counts[each] + manner.curiosity * sqrt(doubt / counts[each]))
        came_to = trial(at)
        level = came_to if level is None else level
        sums[at] += came_to - level
        counts[at] += 1
        trials += 1
        longest = max(longest, budget.clock() - before)
    return Tried(max(ideas, key=lambda each: sums[each] / counts[each]), trials)
