"""Questions about the rules over HTTP: what can be asked, answers, and odds; units and boards are the bundled ones."""

from __future__ import annotations

from typing import Any

from overheat.kernel.answers import Told
from overheat.kernel.inquiries import Adjudicator, Asked, facts_for, listed, question_of
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.adjudicators import adjudicator_for
from overheat.table.layers import MOST_LAYERS
from overheat.table.offers import check_board, check_unit

FORM = ("situation.json", "situation.ask", "situation.rules", "situation.facts")
"""Refusals of requests that are no question that can be asked."""

BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "description": "A question and its facts by name, as GET /api/adjudicate/questions lists them.",
                    "properties": {
                        "ask": {"type": "string", "description": "The question; an attack if left out."},
                        "rules": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_LAYERS},
                    },
                }
            }
        },
    }
}
"""The description of a request that asks a question."""


def bundled(what: str, name: str) -> str:
    """Units and boards by name are those that come with the project; no file of the server is opened."""
    (check_unit if what == "unit" else check_board)(name)
    return name


def asked_of(facts: dict[str, Any]) -> Asked:
    """A question as a request gives it."""
    asked = question_of(facts)
    if len(asked.rules) > MOST_LAYERS:
        raise refuse("rules.layer", "too many layers of rules")
    return asked


def ruled(facts: dict[str, Any]) -> dict[str, object]:
    """What a question of any game is answered."""
    return _told(facts, odds=False).as_json()


def weighed(facts: dict[str, Any]) -> dict[str, object]:
    """How likely each thing is that may come of a question."""
    return _told(facts, odds=True).as_json()


def _told(facts: dict[str, Any], *, odds: bool) -> Told:
    try:
        asked = asked_of(facts)
        game = adjudicator_for(asked)
        return (game.odds if odds else game.answer)(asked, bundled)
    except RefusedError as error:
        raise as_form(error) from None


def as_form(error: RefusedError) -> RefusedError:
    """A refusal of a request that cannot be understood, as this server tells those."""
    no = error.refusal
    return refuse("request.form", no.reason) if no.id in FORM else error


def facts_in(game: Adjudicator[Any], asked: Asked) -> tuple[Any, Any, Any]:
    """The question that is asked of a game, its facts, and the rules that it is asked under."""
    try:
        key, inquiry, rules = game.inquiry(asked)
        return inquiry, facts_for(key, inquiry, asked.facts), rules
    except RefusedError as error:
        raise as_form(error) from None


def askable(names: tuple[str, ...]) -> dict[str, object]:
    """What can be asked under some layers of rules, which also say of which game."""
    asked = asked_of({"rules": names})
    game = adjudicator_for(asked)
    rules = game.rules(asked.rules)
    return {"game": game.name, "rules": rules.layers, "questions": listed(game, rules)}
