"""Packs of H.E.A.T: what stands in the tables is what the engine answers."""

from __future__ import annotations

from itertools import islice, product
from random import Random
from typing import Any

import pytest

from overheat.kernel.inquiries import Asked, facts_for
from overheat.platoon.adjudicate import ADJUDICATOR, adjudicate
from overheat.platoon.adjudicator.rulings import Ruling
from overheat.table.packs.platoon import Asker
from overheat.table.packs.platoon_questions import QUESTIONS, exact

RULES = ADJUDICATOR.rules(())
SAMPLED = 250
LISTS = ("chances", "means", "rows")


def part(held: dict[str, Any], number: int, situation: list[int]) -> Any:
    """What a part is in a situation, as a browser looks it up."""
    cell = 0
    for fact, columns in held["parts"][number]["by"]:
        row = held["columns"][columns]
        cell = cell * (max(row) + 1) + row[situation[fact]]
    answer = held["parts"][number]["cells"][cell]
    return "unknown" if answer < 0 else held["answers"][answer]


def read(held: dict[str, Any], situation: list[int]) -> tuple[list[Any], list[Any]]:
    """The terms and the figures of a situation."""
    terms = [term for number in held["terms"] if (term := part(held, number, situation)) is not None]
    found = list(situation)
    for at, number in enumerate(held["derived"]):
        value = sum(int(term[1]) for term in terms) if number is None else part(held, number, found)
        found.append(held["facts"][held["raw"] + at]["values"].index(value))
    figures = [
        told
        for name in LISTS
        for figure in held["lists"][name]
        if "part" in figure and (told := part(held, figure["part"], found)) is not None
    ]
    return terms, figures


def answered(ruling: Ruling) -> tuple[list[Any], list[Any]]:
    """The same of an answer of the engine."""
    terms = [(term.id, int(term.value), term.label, str(term.cite)) for term in ruling.premise.sum or ()]
    rows = (*ruling.chances, *ruling.means, *ruling.distribution)
    return terms, [(row.label, exact(row.value)) for row in rows]


@pytest.mark.parametrize("question", ["morale", "leash", "indirect", "pins", "called_strike", "device"])
def test_what_a_pack_holds_is_what_the_engine_answers(question: str) -> None:
    held = Asker(question, QUESTIONS[question], (), RULES).packed()
    assert held is not None
    facts = held["facts"][: held["raw"]]
    every = [*islice(product(*(range(len(fact["values"])) for fact in facts)), 10**4)]
    chosen = every if len(every) <= SAMPLED else Random(question).sample(every, SAMPLED)
    row = ADJUDICATOR.inquiry(Asked(question.replace("_", " "), (), {}))[1]
    for situation in chosen:
        said = {fact["name"]: fact["values"][at] for fact, at in zip(facts, situation, strict=True)}
        ruling = adjudicate(facts_for(question, row, said), RULES)
        assert isinstance(ruling, Ruling)
        assert read(held, list(situation)) == answered(ruling), said
