"""What Omega is: a list of differences. Whatever it does not speak of is as the game below it says."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Entry

SCOPE = Book("Omega Rules")("Changes", 1)
BASE = "classic"


class SourceAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A rule or a table."""

    rule: Annotated[str, Meta(description="Its id, or words of it: fall facing, to_hit.minimum_range.")]


def _answer(desk: Desk, asked: SourceAsked) -> Answer:
    """Which layer says what is in force about something, and which layers change it."""
    ids = [entry.id for entry in desk.rules if _meant(entry, asked.rule)]
    if not ids:
        raise refuse("situation.rule", f"rule: nothing in force is called {asked.rule[:60]!r}", field="rule")
    id = min(ids, key=len)
    changed = [layer.id for layer in desk.rules.stack if layer.id != BASE and _speaks(layer, id)]
    return Answer(figures={"id": id, "source": "changed" if changed else "base", "changed_by": changed})


def _speaks(layer: Layer, id: str) -> bool:
    """Whether a layer brings, changes or drops something."""
    brought = (entry.id for entry in (*layer.add, *layer.drop))
    return id in (*brought, *(swap.old.id for swap in layer.swaps), *(rows.table.id for rows in layer.rows))


def _meant(entry: Entry, words: str) -> bool:
    """Whether some words are those of an id, or of a ruling that is carried out by it."""
    spelt = (entry.id, *entry.implements)
    return any(entry.id == words or set(_words(words)) <= set(_words(each)) for each in spelt)


def _words(text: str) -> list[str]:
    return [word.rstrip("s") for word in re.split(r"[^a-z0-9]+", text.casefold()) if word]


QUESTION = INQUIRIES.amended(
    "omega.source_question",
    {"source": Inquiry(title="Which layer says something", facts=SourceAsked, answer=_answer, cite=SCOPE)},
    cite=SCOPE,
    implements=("OM-scope",),
)

LAYER = Layer("omega_scope", title="Who says what", group="Omega", cite=SCOPE, needs=("classic",), change=(QUESTION,))
