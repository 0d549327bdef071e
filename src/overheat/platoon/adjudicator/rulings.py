"""What an answer of H.E.A.T is made of: its premise, its chances and outcomes, and dice that can be thrown for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from overheat.kernel.answers import Chance, Outcomes, aligned, in_percent
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Desk, Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, number_to_read
from overheat.kernel.wording.phrases import counted
from overheat.platoon.adjudicator.dice import Thrown


class Premise(msgspec.Struct, frozen=True):
    """What a question is about, before anything is counted or thrown."""

    title: str
    sum: Tally | None = None
    number: int | None = None
    """What the dice must show: at least for a shot, at most for an order test."""

    def as_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "sum": self.sum.as_json() if self.sum is not None else None,
            "explanation": self.sum.explain() if self.sum is not None else "",
            "number": self.number,
        }


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question; its first chance is the one that was asked for."""

    premise: Premise
    chances: tuple[Chance, ...]
    means: tuple[Chance, ...] = ()
    outcomes: str
    """What the distribution is of."""
    distribution: tuple[Chance, ...]

    def as_json(self) -> dict[str, object]:
        return {
            **self.premise.as_json(),
            "headline": self.chances[0].as_json(),
            "chances": [chance.as_json() for chance in self.chances],
            "means": [mean.as_json("mean") for mean in self.means],
            "distribution": Outcomes(self.outcomes, self.distribution).as_json(),
            "refusal": None,
        }

    def lines(self) -> Iterator[str]:
        yield self.premise.title
        if self.premise.sum is not None:
            yield self.premise.sum.explain()
        told = [(chance.label, in_percent(chance.value)) for chance in self.chances]
        told += [(mean.label, number_to_read(mean.value)) for mean in self.means]
        yield from aligned(told)
        yield from Outcomes(self.outcomes, self.distribution).lines()


@dataclass(frozen=True, kw_only=True)
class Rolling(Inquiry[Desk]):
    """A question whose dice can be thrown here."""

    premise: Callable[[Ruleset, Any], Premise]
    """What it is about."""
    throw: Callable[[Ruleset, Any, Dice], Thrown]
    """What comes of its dice, in a sentence and as facts."""


def outcomes_of(found: Distribution[int], one: str, many: str) -> tuple[Chance, ...]:
    """How likely each number of something is."""
    return tuple(Chance(str(value), counted(value, one, many), found.probability(value)) for value in sorted(found))
