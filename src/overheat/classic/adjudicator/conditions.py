"""What the conditions are that a battle is fought in, and what each of them does."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.conditions import Condition, present
from overheat.classic.rules.standard.weather import CONDITIONS, unfit
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry

WEATHER = QUICK_REFERENCE("Weather")
APART = frozenset({"page", "says", "amended"})
"""What is told of a condition besides what it does."""


class ConditionsAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The conditions of the question; without any, all that the rules in force have."""

    unit: Annotated[str, Meta(description="A unit that would take the field in them.")] = ""


def answer(desk: Desk, asked: ConditionsAsked) -> Answer:
    """What the conditions do, one by one, and whether a unit can take the field in them."""
    rows, weather = desk.rules[CONDITIONS].rows, desk.conditions
    held = present(weather) if weather.given else list(rows)
    kinds: dict[str, dict[str, Any]] = {}
    for sort, name in held:
        row = rows.get((sort, name))
        kinds.setdefault(sort, {})[name] = {} if row is None else told(row)
    figures: dict[str, Any] = {"conditions": kinds}
    if asked.unit:
        no = unfit(desk.rules, weather, desk.sheet(asked.unit))
        figures["unfit"] = None if no is None else no.reason
    return Answer(figures=figures)


def told(row: Condition) -> dict[str, Any]:
    """What a condition does: only what is said of it, with what the errata have changed."""
    usual = Condition(page=0, says="")
    effects = {
        name: msgspec.to_builtins(value)
        for name in row.__struct_fields__
        if name not in APART and (value := getattr(row, name)) != getattr(usual, name)
    }
    return {"says": row.says, "cite": str(row.cite), **effects, **({"amended": row.amended} if row.amended else {})}


INQUIRIES = {
    "conditions": Inquiry(
        title="What light, weather, air and the like do", facts=ConditionsAsked, answer=answer, cite=WEATHER
    )
}
