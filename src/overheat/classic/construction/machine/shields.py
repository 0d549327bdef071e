"""Shields of war machines: what they take of a blow, how long they last, and what they cost in speed."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule

SHIELDS = TACTICAL_OPERATIONS("BattleMech melee weapons, shield", 288)

ACTUATORS = ("Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator")
"""The actuators of an arm that a shield gains by."""


class Shield(NamedTuple):
    """What a shield takes of each blow, and in all."""

    absorption: int
    capacity: int


WHOLE: Table[str, Shield] = Table(
    "construction.shields",
    {"small": Shield(3, 11), "medium": Shield(5, 18), "large": Shield(7, 25)},
    cite=SHIELDS,
)
"""Shields on arms that lack nothing, by the flag of their size."""


@rule("construction.shield", cite=SHIELDS, implements=("TO-288-shield-construction",))
def shield(rules: Ruleset, sheet: Sheet, mount: Mount) -> Shield:
    """A shield needs no actuators, but takes a point less of a blow and in all for each that its arm lacks."""
    whole = next(value for size, value in rules[WHOLE].rows.items() if size in mount.equipment.flags)
    slots = " ".join(sheet[mount.location].slots).lower()
    missing = sum(actuator.lower() not in slots for actuator in ACTUATORS)
    return Shield(max(0, whole.absorption - missing), max(0, whole.capacity - missing))


@rule("construction.shield_slowing", cite=SHIELDS, implements=("TO-288-shield-construction",))
def slowing(rules: Ruleset, sheet: Sheet) -> int:
    """The walking points that shields cost: one for each medium or large one, in a pod as much as built in."""
    return sum("small" not in mount.equipment.flags for mount in sheet.flagged("shield"))


RULES = (WHOLE, shield, slowing)
