"""A protomech on the drawing board: its sheet, and what several checks ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import LIMITS as ENGINE_LIMITS
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.construction.weights import tons_of
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Slot, Table
from overheat.kernel.terms import Tally, Term

CHASSIS = TECH_MANUAL("Protomechs, chassis")
EQUIPMENT = TECH_MANUAL("Protomechs, weapons and equipment")

LIMITS: Table[str, int] = Table(
    "construction.protomech.limits",
    {"least tons": 2, "most tons": 15, "ultraheavy above tons": 9, "rating of any step up to": 40},
    cite=CHASSIS,
)
"""What limits protomechs, and the rating up to which their engines are made of any rating."""

JUMP_JETS: Table[int, Fraction] = Table(
    "construction.protomech.jump_jet_tons",
    {5: Fraction(1, 20), 9: Fraction(1, 10), 15: Fraction(3, 20)},
    cite=EQUIPMENT,
)
"""Tons of a jump jet, for protomechs up to so many tons."""

CLAMPS: Table[int, Fraction] = Table(
    "construction.protomech.clamp_tons", {5: Fraction(1, 4), 9: Fraction(1, 2), 15: Fraction(1)}, cite=EQUIPMENT
)
"""Tons of a magnetic clamp, for protomechs up to so many tons."""

WITHOUT_SLOT = frozenset({"jump_jet", "myomer_booster", "umu", "masc", "ei_interface"})
"""What is in the body and takes up no slot."""


@dataclass(frozen=True)
class ProtomechPlan(Plan):
    """A protomech with the rules it is checked by."""

    @property
    def ultraheavy(self) -> bool:
        return self.sheet.tons > self.rules[LIMITS]["ultraheavy above tons"]

    @property
    def quad(self) -> bool:
        return self.sheet.motive == "quad"

    @property
    def rating(self) -> int:
        """The rating of its engine: tons times running points, two less on four legs or gliding."""
        saved = 2 if self.sheet.motive in ("quad", "wige") else 0
        needed = max(1, int((self.run - saved) * self.sheet.tons))
        step = self.rules[ENGINE_LIMITS]["step of ratings"]
        return needed if needed <= self.rules[LIMITS]["rating of any step up to"] else ceil(needed / step) * step

    def item_tons(self, mount: Mount) -> Fraction:
        """What a mounted item weighs on a protomech."""
        flags = mount.equipment.flags
        if "jump_jet" in flags:
            return self.by_weight(JUMP_JETS) * (Fraction(3, 2) if "extended_jump_jet" in flags else 1)
        if "magnetic_clamp" in flags:
            return self.by_weight(CLAMPS)
        return tons_of(self, mount)

    def slotted(self, code: str) -> tuple[Mount, ...]:
        """What stands in the slots of a location."""
        return tuple(
            mount
            for mount in self.sheet.mounts
            if mount.location == code
            and not mount.ammunition
            and not isinstance(mount.equipment, Armour)
            and mount.equipment.flags.isdisjoint(WITHOUT_SLOT)
        )

    def weight(self) -> Tally:
        """What the protomech weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[PROTOMECH_WEIGHT] for term in rule(self)))


PROTOMECH: Slot[[ProtomechPlan], tuple[Finding, ...]] = Slot("construction.protomech", nothing=())
"""The checks of a protomech."""

PROTOMECH_WEIGHT: Slot[[ProtomechPlan], tuple[Term, ...]] = Slot("construction.protomech_weight", nothing=())
"""What a protomech's weight is the sum of."""

RULES = (LIMITS, JUMP_JETS, CLAMPS)
