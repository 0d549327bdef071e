"""The order of things: initiative, and who acts when the sides are of unequal number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import State
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.kernel.terms import Tally, Term

INITIATIVE = TOTAL_WARFARE("Initiative", 39)
UNEQUAL = TOTAL_WARFARE("Unequal numbers of units", 40)


class Claim(msgspec.Struct, frozen=True):
    """A side that rolls for the initiative."""

    rules: Ruleset
    state: State
    side: Player


INITIATIVE_TERMS: Slot[[Claim], Term | None] = Slot("turns.initiative_terms", nothing=None)
"""What is added to the roll of a side for the initiative. The standard game has nothing here."""


def added_to_initiative(claim: Claim) -> Tally:
    """What is added to the roll of a side, term by term."""
    return Tally.of(contribution.function(claim) for contribution in claim.rules[INITIATIVE_TERMS])


@rule("turns.order", cite=UNEQUAL)
def turn_order(rules: Ruleset, initiative: Sequence[Player], counts: Mapping[Player, int]) -> tuple[Player, ...]:
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
def may_change(rules: Ruleset, changes: int) -> Refusal | None:
    """What costs nothing, turning after a jump, twisting, switching, is done two dozen times in a turn at most."""
    if changes < MOST_CHANGES:
        return None
    return Refusal("turns.free_changes", f"it has turned and switched {changes} times, and no more", INITIATIVE)


RULES = (turn_order, may_change)
