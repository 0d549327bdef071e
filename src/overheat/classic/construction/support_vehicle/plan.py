"""A support vehicle on the drawing board: its sheet, the letters of its technology, and what checks ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.support_vehicle.frame import FRAMES, LETTERS, is_small
from overheat.classic.construction.vehicle.plan import VehiclePlan
from overheat.classic.construction.weights import tons_of
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Tally, Term

SIZES = ("small", "medium", "large")
ENGINES = ("steam", "combustion", "battery", "fuel_cell", "solar", "fission", "fusion", "maglev", "external")
"""Kinds of engines of support vehicles, by the flags of their entries."""


@dataclass(frozen=True)
class SupportPlan(VehiclePlan):
    """A support vehicle with the rules it is checked by."""

    @property
    def small(self) -> bool:
        return is_small(self.rules, self.sheet.tons)

    @property
    def size(self) -> str:
        """Small, medium or large; medium where nobody knows how it moves."""
        frame = self.rules[FRAMES].get(self.sheet.motive)
        return SIZES[frame.size(self.rules, self.sheet.tons)] if frame else "medium"

    def letter(self, of: str) -> str | None:
        """The letter of technology of a part; where the file gives one for the structure alone, that."""
        ratings = self.sheet.tech_ratings
        letter = (getattr(ratings, of) or ratings.structure) if ratings else ""
        return letter if letter and letter in LETTERS else None

    @property
    def engine_kind(self) -> str | None:
        """The kind of engine; none for what has none."""
        fitted = self.sheet.engine
        return next((kind for kind in ENGINES if fitted and kind in fitted.kind.flags), None)

    @property
    def aimed_tons(self) -> Fraction:
        """The weight of the weapons that somebody aims; anti-missile systems fire by themselves."""
        aimed = (mount for mount in self.sheet.weapons if "anti_missile" not in mount.equipment.flags)
        return sum((tons_of(self, mount) for mount in aimed), start=Fraction(0))

    def weight(self) -> Tally:
        """What the vehicle weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[SUPPORT_WEIGHT] for term in rule(self)))


SUPPORT: Slot[[SupportPlan], tuple[Finding, ...]] = Slot("construction.support", nothing=())
"""The checks of a support vehicle."""

SUPPORT_WEIGHT: Slot[[SupportPlan], tuple[Term, ...]] = Slot("construction.support_weight", nothing=())
"""What a support vehicle's weight is the sum of."""
