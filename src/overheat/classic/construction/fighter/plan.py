"""A fighter on the drawing board, for space or for air alone: its sheet, and what several checks ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import LIMITS as ENGINE_LIMITS
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Slot, Table
from overheat.kernel.terms import Tally, Term

ARCS = ("NOS", "LWG", "RWG", "AFT")
"""Where the weapons of a fighter stand."""

LIMITS: Table[str, int] = Table(
    "construction.fighter.limits",
    {
        "most tons": 100,
        "most tons in air": 50,
        "step of tons": 5,
        "thrust without rating": 2,
        "armour of each ton": 8,
        "armour of each ton in air": 1,
        "weapons of an arc": 5,
        "weapons that an XXL engine takes": 4,
        "weapons that a Clan XXL engine takes": 2,
    },
    cite=TECH_MANUAL("Fighters, design the chassis"),
)
"""What limits fighters, for space and for air alone; the points of thrust that one for space has without need of its
engine's rating."""

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
        free = 0 if self.conventional else self.rules[LIMITS]["thrust without rating"]
        thrust, step = self.sheet.walk - free, self.rules[ENGINE_LIMITS]["step of ratings"]
        needed = max(0, int(thrust * self.sheet.tons))
        return ceil(needed * 6 / 5 / step) * step if self.primitive else needed

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
