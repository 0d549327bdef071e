"""The adjudicator of H.E.A.T: questions of a real table answered, and their dice thrown."""

from __future__ import annotations

from typing import Any

from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Adjudicator, Desk, Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.adjudicator.dice import Thrown
from overheat.platoon.adjudicator.inquiries import INQUIRIES
from overheat.platoon.adjudicator.rulings import Rolling
from overheat.platoon.rulesets import LIBRARY

ADJUDICATOR = Adjudicator("platoon", LIBRARY, INQUIRIES, Desk, usual="shot")


def adjudicate(asked: Any, rules: Ruleset) -> Any:
    """The exact answer to the question that some facts are for."""
    return _row(rules, asked).answer(Desk(rules), asked)


def throw(asked: Any, rules: Ruleset, dice: Dice) -> Thrown:
    """Throw the dice that a question asks for: what came of it in a sentence, and its facts."""
    return rolling(_row(rules, asked)).throw(rules, asked, dice)


def _row(rules: Ruleset, asked: Any) -> Inquiry[Desk]:
    """The question that some facts are the facts of."""
    return next(row for row in rules[INQUIRIES].rows.values() if row.facts is type(asked))


def rolling(inquiry: Inquiry[Desk]) -> Rolling:
    """A question whose dice can be thrown; others are refused."""
    if not isinstance(inquiry, Rolling):
        raise refuse("adjudicate.dice", f"no dice are thrown for this question: {inquiry.title}")
    return inquiry
