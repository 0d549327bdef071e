"""The weight classes that Omega goes by, for radar guidance: light, medium, heavy and assault."""

from __future__ import annotations

import msgspec

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

CLASSES = Book("Omega Rules")("Missile guidance, 'Mech size", 6)

MOST_TONS: Table[str, float] = Table(
    "omega.weight_classes",
    {"light": 35, "medium": 55, "heavy": 75, "assault": 100},
    cite=CLASSES,
    implements=("OM-weight-classes",),
    where="overheat.classic.rules.omega.weight_classes.MOST_TONS",
)
"""The most tons of each class; what is heavier than all is of the heaviest."""


@rule("omega.weight_class", cite=CLASSES, implements=("OM-weight-classes",))
def weight_class(rules: Ruleset, tons: float) -> str:
    """A unit is of the first class whose limit it does not exceed, whatever kind it is."""
    rows = rules[MOST_TONS].rows
    return next((name for name, most in rows.items() if tons <= most), list(rows)[-1])


class WeightAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit's weight."""

    tons: float


def _answer(desk: Desk, asked: WeightAsked) -> Answer:
    return Answer(figures={"class": desk.rules[weight_class](desk.rules, asked.tons)})


QUESTION = INQUIRIES.amended(
    "omega.weight_question",
    {
        "weight class": Inquiry(
            title="The weight class of a unit", facts=WeightAsked, answer=_answer, cite=CLASSES, also=("weight_class",)
        )
    },
    cite=CLASSES,
)

LAYER = Layer(
    "omega_weight_classes",
    title="Weight classes",
    group="Omega",
    cite=CLASSES,
    needs=("classic",),
    add=(MOST_TONS, weight_class),
    change=(QUESTION,),
)
