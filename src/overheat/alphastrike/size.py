"""Size on a card: one to five, by weight and type of unit."""

from __future__ import annotations

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType
from overheat.alphastrike.figure import Figure, exact
from overheat.alphastrike.subject import Subject
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Number

SIZE = ALPHA_STRIKE("Convert size")

BELOW: Table[CardType, tuple[int, ...]] = Table(
    "as.sizes",
    {
        "BM": (40, 60, 80),
        "IM": (40, 60, 80),
        "PM": (40, 60, 80),
        "CV": (40, 60, 80),
        "BA": (),
        "CI": (),
        "AF": (50, 75),
        "CF": (50, 75),
        "SC": (2_500, 10_000),
        "DS": (2_500, 10_000),
        "DA": (2_500, 10_000),
        "JS": (100_000, 300_000),
        "SS": (100_000, 300_000),
        "WS": (500_000, 800_000, 1_200_000),
        "MS": (),
    },
    cite=SIZE,
)
"""Tons below which a unit is of size 1, 2, 3; all others are of the next size."""

UP_TO: Table[str, tuple[int, ...]] = Table(
    "as.support_sizes",
    {
        "tracked": (100, 200),
        "wheeled": (80, 160),
        "hover": (50, 100),
        "vtol": (30, 60),
        "wige": (80, 240),
        "naval": (300, 6_000, 30_000),
        "hydrofoil": (300, 6_000, 30_000),
        "submarine": (300, 6_000, 30_000),
        "rail": (300, 600),
        "maglev": (300, 600),
        "airship": (300, 600, 900),
        "aerodyne": (100,),
    },
    cite=SIZE,
)
"""Tons up to which a support vehicle is of size 2, 3, 4, by how it moves; all others are of the next size."""
SMALL = 5
"""Support vehicles of fewer tons than this are of size 1."""


def size(subject: Subject) -> Figure:
    """The size of a unit: the weight class of its type."""
    tons = subject.sheet.tons
    weight = f"{subject.sheet.kind} of {tons:g} tons" if tons else subject.sheet.kind
    return Figure.of("size", "Size", subject.rules[weight_class].function(subject), SIZE, weight)


@rule("as.size", cite=SIZE)
def weight_class(subject: Subject) -> int:
    """Size goes by weight, with steps for each type of unit; all infantry is of size 1."""
    tons = exact(subject.sheet.tons)
    if subject.type == "SV":
        return _support(subject, tons)
    return 1 + sum([tons >= step for step in subject.rules[BELOW][subject.type]])


def _support(subject: Subject, tons: Number) -> int:
    """Support vehicles are small below five tons; what is medium and large depends on how they move."""
    motive = subject.sheet.motive
    steps = subject.rules[UP_TO].get(motive)
    if steps is None:
        raise refuse("alphastrike.size", f"{subject.sheet.name}: no size for support vehicles moving as {motive}", SIZE)
    return 1 if tons < SMALL else 2 + sum([tons > step for step in steps])


RULES = (BELOW, UP_TO, weight_class)
