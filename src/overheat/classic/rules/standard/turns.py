"""The order of things: initiative, and who acts when the sides are of unequal number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.kernel.game import Player
from overheat.kernel.rules import rule

INITIATIVE = TOTAL_WARFARE("Initiative", 39)
UNEQUAL = TOTAL_WARFARE("Unequal numbers of units", 40)
SEQUENCE = QUICK_REFERENCE("Attack Sequence")


@rule("turns.order", cite=UNEQUAL)
def turn_order(initiative: Sequence[Player], counts: Mapping[Player, int]) -> tuple[Player, ...]:
    """Sides alternate, the loser of the initiative first; who has twice as many left moves two for one."""
    left = dict(counts)
    order: list[Player] = []
    while any(left.values()):
        fewest = min(count for count in left.values() if count)
        for side in initiative:
            turns = left[side] // fewest
            order += [side] * turns
            left[side] -= turns
    return tuple(order)


@rule("turns.phases", cite=SEQUENCE, implements=("QR-attack-sequence",))
def phase_after(phase: str) -> str:
    """Movement, then all weapon attacks, declared before any is resolved, then all physical ones, then heat."""
    return {"movement": "weapons", "weapons": "physical", "physical": "heat"}[phase]


RULES = (turn_order, phase_after)
