"""The rules of the platoon game, as layers: the standard game, and one layer for each option."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.kernel.layers import Library
from overheat.kernel.rules import Ruleset
from overheat.platoon.rules import optional
from overheat.platoon.rules.standard import HEAT

LIBRARY = Library(HEAT, optional)
LAYERS = LIBRARY.layers
"""Every layer by the name that command lines and saves use."""


def standard() -> Ruleset:
    """The platoon game with no options."""
    return LIBRARY.ruleset()


def ruleset(names: Sequence[str] = ()) -> Ruleset:
    """The rules that some layer names stand for; the standard game lies below whether named or not."""
    return LIBRARY.ruleset(names)
