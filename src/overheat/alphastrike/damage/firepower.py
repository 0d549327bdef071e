"""What a unit shoots with, as its card says it: damage, overheat, and the special abilities that carry damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from overheat.alphastrike.card import Ability, Arc, DamageRow
from overheat.alphastrike.figure import Figure
from overheat.kernel.terms import Number

Figures = Callable[[], Iterable[Figure]]
"""Tells figures from what is known once a number is: most who ask for a card never ask for these."""


def no_figures() -> tuple[Figure, ...]:
    """Nothing to explain."""
    return ()


class Firepower(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The damage side of a card, with the figures that explain it."""

    row: DamageRow
    overheat: int = 0
    overheat_long: bool = False
    abilities: tuple[Ability, ...] = ()
    """The abilities that carry damage, and the overheating of long range."""
    heat_modified: tuple[Number, ...] = (0, 0, 0, 0)
    """Damage at short, medium, long and extreme range before it is rounded to what is printed."""
    arcs: tuple[Arc, ...] = ()
    """The arcs of a large craft, with their damage and abilities."""
    tell: Figures = no_figures

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that explain it."""
        return tuple(self.tell())
