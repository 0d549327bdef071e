"""A suit of battle armour on the drawing board: its sheet, and what several checks ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import BattleSuit, Mount
from overheat.kernel.rules.rule import Slot, Table
from overheat.kernel.terms import Tally, Term

CHASSIS = TECH_MANUAL("Battle armour, chassis")

SQUAD = "Squad"
"""The location of what every trooper of a squad has."""


class SuitClass(NamedTuple):
    """A weight class: kilograms of its parts, and the most that it carries, moves and wears."""

    most: int
    sphere: int
    clan: int
    walk: int
    jump: int
    rotor: int
    dive: int
    fastest: int
    flying: dict[str, int]
    armour: int
    body: int
    arm: int
    quad: int


_CLASSES = {
    "PA(L)": SuitClass(400, 80, 130, 25, 25, 30, 45, 3, {"jump": 3, "vtol": 7, "umu": 5}, 2, 2, 2, 0),
    "light": SuitClass(750, 100, 150, 30, 25, 40, 45, 3, {"jump": 3, "vtol": 6, "umu": 5}, 6, 4, 2, 5),
    "medium": SuitClass(1000, 175, 250, 40, 50, 60, 85, 3, {"jump": 3, "vtol": 5, "umu": 4}, 10, 4, 3, 7),
    "heavy": SuitClass(1500, 300, 400, 80, 125, 0, 160, 2, {"jump": 2, "vtol": 0, "umu": 3}, 14, 6, 3, 9),
    "assault": SuitClass(2000, 550, 700, 160, 250, 0, 250, 2, {"jump": 2, "vtol": 0, "umu": 2}, 18, 6, 4, 11),
}
CLASSES: Table[str, SuitClass] = Table("construction.suit.classes", _CLASSES, cite=CHASSIS)
"""The weight classes of battle armour."""

LIMITS: Table[str, int] = Table(
    "construction.suit.limits",
    {
        "suits of a squad": 6,
        "walking that comes with two legs": 1,
        "walking that comes with four legs": 2,
        "faster on four legs by": 2,
        "rounds of a clip": 2,
        "clips of a slot": 4,
    },
    cite=CHASSIS,
)
"""What limits squads and suits: the walking points that come with the chassis, how many points faster four legs are at
most, the rounds of a clip for tube artillery and the clips of a slot."""

ARMS = ("left arm", "right arm")


@dataclass(frozen=True)
class SuitPlan(Plan):
    """A suit of battle armour with the rules it is checked by."""

    @property
    def suit(self) -> BattleSuit:
        """The suit itself; a squad without one wears the lightest."""
        return self.sheet.suit or BattleSuit(chassis="biped", weight_class="PA(L)", armour=0)

    @property
    def weight_class(self) -> SuitClass:
        return self.rules[CLASSES][self.suit.weight_class]

    @property
    def quad(self) -> bool:
        return self.suit.chassis == "quad"

    @property
    def free(self) -> int:
        """The walking points that come with the chassis."""
        return self.rules[LIMITS][f"walking that comes with {'four' if self.quad else 'two'} legs"]

    @property
    def armour_kind(self) -> Armour | None:
        return next((place.armour_kind for place in self.sheet.locations if place.armour_kind), None)

    @cached_property
    def troopers(self) -> tuple[tuple[str, tuple[Mount, ...]], ...]:
        """What each trooper has of what is mounted: what all have, and his own."""
        return tuple((place.code, tuple(self._carried(place.code))) for place in self.sheet.locations[1:])

    def _carried(self, code: str) -> Iterator[Mount]:
        return (mount for mount in self.sheet.mounts if mount.location in (SQUAD, code))

    def manipulators(self) -> tuple[Mount, ...]:
        return self.sheet.flagged("manipulator")

    def weight(self) -> Tally:
        """What a suit weighs, as an explained sum in tons."""
        return Tally(tuple(term for rule in self.rules[SUIT_WEIGHT] for term in rule(self)))


SUIT: Slot[[SuitPlan], tuple[Finding, ...]] = Slot("construction.suit", nothing=())
"""The checks of battle armour."""

SUIT_WEIGHT: Slot[[SuitPlan], tuple[Term, ...]] = Slot("construction.suit_weight", nothing=())
"""What the weight of a suit of battle armour is the sum of."""

RULES = (CLASSES, LIMITS)
