"""A war machine as its battle value sees it: what the rules ask about it, gathered once."""

from __future__ import annotations

from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset

ARMS = frozenset({"LA", "RA"})
SIDES = frozenset({"LT", "RT"})


class Build:
    """A sheet with the flags of all its equipment, of each location's, its weapons, and the rules it is valued by."""

    __slots__ = ("flags", "here", "rules", "sheet", "weapons")

    def __init__(self, rules: Ruleset, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = rules
        self.here: dict[str, frozenset[str]] = {}
        for mount in sheet.mounts:
            for code in (mount.location, *mount.also_in):
                self.here[code] = self.here.get(code, _NONE) | mount.equipment.flags
        self.flags = _NONE.union(*self.here.values())
        self.weapons = sheet.weapons

    def having(self, flag: str) -> tuple[Mount, ...]:
        """The mounts whose equipment carries a flag."""
        return self.sheet.flagged(flag) if flag in self.flags else ()

    def linked(self, mount: Mount, flag: str, kinds: frozenset[str]) -> bool:
        """Whether a weapon has an aid of its own: in a location the first weapons of a kind get what is there."""
        if flag not in self.flags:
            return False
        here = [other for other in self.sheet.mounts if other.location == mount.location]
        aids = sum(flag in other.equipment.flags for other in here)
        users = [other for other in here if other.weapon and not other.equipment.flags.isdisjoint(kinds)]
        return any(other is mount for other in users[:aids])

    def has(self, code: str, flag: str) -> bool:
        """Whether equipment in a location carries a flag."""
        return flag in self.here.get(code, _NONE)

    @property
    def airmech(self) -> bool:
        """Whether it changes into an AirMech: a land-air machine that is not bimodal."""
        return self.sheet.motive == "lam" and ("lam", "bimodal") not in {(a, b.lower()) for a, b in self.sheet.extra}

    def armoured_with(self, flag: str) -> bool:
        """Whether any location has armour of a kind."""
        return any(place.armour_kind and flag in place.armour_kind.flags for place in self.sheet.locations)

    def powered_by(self, *flags: str) -> bool:
        """Whether its engine is of one of some kinds."""
        return self.sheet.engine is not None and not self.sheet.engine.kind.flags.isdisjoint(flags)


_NONE: frozenset[str] = frozenset()
