"""Who may share a hex."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

STACKING = TOTAL_WARFARE("Stacking", 57)

SMALL = ("infantry", "battle armour")
MOST_UNITS = 2
"""Units of one side in a hex, besides a machine."""


@rule("movement.stacking", cite=STACKING)
def has_room(rules: Ruleset, unit: Unit, others: tuple[Unit, ...]) -> Refusal | None:
    """One machine a hex, at most two other units of a side, and no way through an enemy unless it is infantry.

    What flies clear of the others does not count.
    """
    others = tuple(other for other in others if not _clear_of(unit, other))
    for other in others:
        if other.machine and unit.machine:
            return Refusal("movement.stacking", f"{other.sheet.name} stands in {other.hex}", STACKING)
        enemies = other.side != unit.side
        if enemies and other.sheet.kind not in SMALL and unit.sheet.kind not in SMALL:
            return Refusal("movement.stacking", f"the enemy's {other.sheet.name} is in {other.hex}", STACKING)
    same = [other for other in others if other.side == unit.side and not other.machine]
    if not unit.machine and len(same) >= MOST_UNITS:
        return Refusal("movement.stacking", f"{MOST_UNITS} units are in {others[0].hex} already", STACKING)
    return None


def _clear_of(unit: Unit, other: Unit) -> bool:
    """Whether one of two units in a hex flies above the other; a machine fills two levels, everything else one."""
    if not any(each.sheet.motive == "vtol" and each.airborne for each in (unit, other)):
        return False
    lower, higher = sorted((unit, other), key=lambda each: each.elevation)
    return higher.elevation > lower.elevation + (1 if lower.machine else 0)


RULES = (has_room,)
