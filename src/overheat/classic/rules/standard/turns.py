"""The order of things: initiative, and who acts when the sides are of unequal number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from overheat.classic.books import TOTAL_WARFARE
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import rule

INITIATIVE = TOTAL_WARFARE("Initiative", 39)
UNEQUAL = TOTAL_WARFARE("Unequal numbers of units", 40)


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


MOST_CHANGES = 24


@rule("turns.free_changes", cite=INITIATIVE)
def may_change(changes: int) -> Refusal | None:
    """What costs nothing, turning after a jump, twisting, switching, is done two dozen times in a turn at most."""
    if changes < MOST_CHANGES:
        return None
    return Refusal("turns.free_changes", f"it has turned and switched {changes} times, and no more", INITIATIVE)


RULES = (turn_order, may_change)
