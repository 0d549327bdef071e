"""A fighter on the drawing board, for space or for air alone: its sheet, and what several checks ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from overheat.classic.construction.plan import RATING_STEP, Finding, Plan
from overheat.classic.equipment import Armour
from overheat.classic.sheet import Mount
from overheat.kernel.rules import Slot
from overheat.kernel.terms import Tally, Term

ARCS = ("NOS", "LWG", "RWG", "AFT")
"""Where the weapons of a fighter stand."""

FREE_THRUST = 2
"""The points of thrust that a fighter for space has without need of its engine's rating."""

OF_OTHERS = frozenset({"battle_armour", "protomech", "infantry", "capital"})
"""What is made for suits, protomechs, soldiers and ships."""


@dataclass(frozen=True)
class FighterPlan(Plan):
    """A fighter with the rules it is checked by."""

    @property
    def conventional(self) -> bool:
        """Whether it flies in air alone."""
        return self.sheet.kind == "conventional fighter"

    @property
    def rating(self) -> int:
        """The engine's rating that its thrust asks for; early engines need a fifth more, up to a step of 5."""
        thrust = self.sheet.walk - (0 if self.conventional else FREE_THRUST)
        needed = max(0, int(thrust * self.sheet.tons))
        return ceil(needed * 6 / 5 / RATING_STEP) * RATING_STEP if self.primitive else needed

    def powered_by(self, *flags: str) -> bool:
        """Whether the engine is of any of some sorts."""
        engine = self.sheet.engine
        return engine is not None and not engine.kind.flags.isdisjoint(flags)

    @cached_property
    def load(self) -> tuple[Mount, ...]:
        """All that is mounted and weighed by itself; heat sinks are counted, and armour by its points."""
        return tuple(
            mount
            for mount in self.sheet.mounts
            if not isinstance(mount.equipment, Armour) and "heat_sink" not in mount.equipment.flags
        )

    def weight(self) -> Tally:
        """What the fighter weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[FIGHTER_WEIGHT] for term in rule(self)))


FIGHTER: Slot[[FighterPlan], tuple[Finding, ...]] = Slot("construction.fighter", nothing=())
"""The checks of a fighter."""

FIGHTER_WEIGHT: Slot[[FighterPlan], tuple[Term, ...]] = Slot("construction.fighter_weight", nothing=())
"""What a fighter's weight is the sum of."""
