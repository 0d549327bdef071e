"""What bots that search share, of whatever game: a budget, and trials of the few best ideas.

What promises most is tried most often; an estimate that was made without trials counts as some of them. A budget is of
time, `2s`, or of so many trials, `40n`, so that a game comes out alike wherever it is played.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Sequence
from math import isnan, log, sqrt
from typing import NamedTuple

from overheat.kernel.refusal import refuse

BUDGET = re.compile(r"(\d+(?:\.\d+)?)(s|n)")
DEFAULT = "1s"
LONGEST = 600.0
"""More seconds a decision than anybody waits."""


AFTER = 0.05
"""The share of a budget of time that is kept for what comes after the last trial."""
FADES = 0.8
"""What is left of the longest trial with each that is shorter: those at the beginning of a battle take longest."""


class Budget:
    """Seconds or trials for each decision. What a trial takes is learned from those before, of other decisions too."""

    def __init__(self, text: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> None:
        found = BUDGET.fullmatch(text.strip())
        if found is None or not 0 < float(found[1]) <= (LONGEST if found[2] == "s" else 1e6):
            raise refuse("lab.budget", f"a budget is written as 2s or 40n, not {text[:40]!r}", budget=text[:40])
        self._seconds = float(found[1]) if found[2] == "s" else None
        self._trials = int(float(found[1])) if found[2] == "n" else None
        self.clock = clock
        self._began = 0.0
        self._decision: Hashable = None
        self._longest: float | None = None
        self._looked = self._step = 0.0

    def begin(self, decision: Hashable = None) -> None:
        """A decision begins, unless it is the one that goes on."""
        if decision is None or decision != self._decision:
            self._decision, self._began = decision, self.clock()

    def allows(self, trials: int) -> bool:
        """Whether there is budget left for another trial, as long as those before; the first of all is taken to be as
        long as what came before it."""
        if self._trials is not None:
            return trials < self._trials
        if self._seconds is None:
            return True
        self._looked = self.clock()
        passed = self._looked - self._began
        return passed + (passed if self._longest is None else self._longest) < (1.0 - AFTER) * self._seconds

    def took(self, seconds: float) -> None:
        """A trial took so long."""
        self._longest = max(seconds, FADES * (self._longest or 0.0))

    def over(self) -> bool:
        """Whether a trial is to be given up: there is no time left for another step as long as the longest before."""
        if self._seconds is None:
            return False
        now = self.clock()
        self._step, self._looked = max(self._step, now - self._looked), now
        return now - self._began + self._step >= (1.0 - AFTER) * self._seconds


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
    """Try ideas as long as the budget lasts; each has an estimate, and a trial says what it came to: nothing that
    is a number if it was given up because the budget was over.

    Estimates and trials need not be of one measure: only how they differ from the first counts.
    """
    ideas = range(len(estimates))
    sums = [manner.trust * (estimate - estimates[0]) for estimate in estimates]
    counts = [manner.trust] * len(estimates)
    level: float | None = None
    trials = 0
    while budget.allows(trials):
        before = budget.clock()
        doubt = log(trials + 2)
        at = max(ideas, key=lambda each: sums[each] / counts[each] + manner.curiosity * sqrt(doubt / counts[each]))
        came_to = trial(at)
        budget.took(budget.clock() - before)
        if isnan(came_to):
            break
        level = came_to if level is None else level
        sums[at] += came_to - level
        counts[at] += 1
        trials += 1
    return Tried(max(ideas, key=lambda each: sums[each] / counts[each]), trials)
