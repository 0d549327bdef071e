"""The rules of conversion, a layer over the classic game whose figures cards are made from, and the options of both."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.classic.rules import packages
from overheat.classic.rulesets import CLASSIC
from overheat.kernel.layers import Layer, Library
from overheat.kernel.rules import Ruleset

CONVERSION = Layer(
    "alphastrike",
    title="Alpha Strike cards",
    cite=ALPHA_STRIKE("conversion"),
    needs=("classic",),
)
"""How a unit of the classic game becomes a card."""

LIBRARY = Library(CLASSIC, *packages(), given=(CONVERSION,))
LAYERS = LIBRARY.layers
"""Every layer by the name that command lines use."""


def standard() -> Ruleset:
    """The rules of conversion with no options."""
    return LIBRARY.ruleset()


def ruleset(names: Sequence[str]) -> Ruleset:
    """The rules that some layer names stand for; those of conversion lie below whether named or not."""
    return LIBRARY.ruleset(names)
