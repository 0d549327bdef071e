"""A war machine as its battle value sees it: what the rules ask about it, gathered once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.unit.equipment import Ammunition, Armour, Gear, Weapon
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset

ARMS = frozenset({"LA", "RA"})
SIDES = frozenset({"LT", "RT"})
T = TypeVar("T")


class Build:
    """A sheet with the flags of all its equipment, its weapons, loads and gear, and the rules it is valued by.

    `factors` are the rows in force that values are worked out with, and `kept` is what earlier units have had worked
    out by the same rules: each entry stands under everything that it depends on.
    """

    __slots__ = (
        "_found",
        "_places",
        "armours",
        "factors",
        "flags",
        "gear",
        "jets",
        "kept",
        "loads",
        "plating",
        "rules",
        "sheet",
        "weapons",
    )

    def __init__(self, rules: Ruleset, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = rules
        gear, weapons, loads = list[Mount](), list[Mount](), list[Ammunition]()
        for mount in sheet.mounts:
            item = mount.equipment
            if isinstance(item, Gear):
                gear.append(mount)
            elif isinstance(item, Weapon):
                weapons.append(mount)
            elif isinstance(item, Ammunition):
                loads.append(item)
        self.gear, self.weapons, self.loads = gear, tuple(weapons), loads
        self.flags = _NONE.union(*[mount.equipment.flags for mount in sheet.mounts])
        self.armours = _each_once(sheet)
        self.plating = _NONE.union(*[kind.flags for kind in self.armours if kind is not None])
        self.jets = len(self.having("jump_jet")) if "jump_jet" in self.flags else 0
        self.factors: Mapping[str, Fraction] = rules[FACTORS].rows
        self.kept: dict[tuple[object, ...], Any] = rules.worked_out("bv.kept")
        self._places: dict[str, frozenset[str]] = {}
        self._found: dict[Callable[[Build], Any], Any] = {}

    def once(self, find: Callable[[Build], T]) -> T:
        """What several rules ask of it, found out once."""
        found: T | None = self._found.get(find)
        if found is None:
            found = self._found[find] = find(self)
        return found

    def having(self, flag: str) -> tuple[Mount, ...]:
        """The mounts whose equipment carries a flag."""
        if flag not in self.flags:
            return ()
        return tuple([mount for mount in self.sheet.mounts if flag in mount.equipment.flags])

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
        if flag not in self.flags:
            return False
        if flag not in self._places:
            self._places[flag] = _NONE.union(*[(mount.location, *mount.also_in) for mount in self.having(flag)])
        return code in self._places[flag]

    @property
    def airmech(self) -> bool:
        """Whether it changes into an AirMech: a land-air machine that is not bimodal."""
        return self.sheet.motive == "lam" and ("lam", "bimodal") not in {(a, b.lower()) for a, b in self.sheet.extra}

    def powered_by(self, *flags: str) -> bool:
        """Whether its engine is of one of some kinds."""
        engine = self.sheet.engine
        return engine is not None and not engine.kind.flags.isdisjoint(flags)


_NONE: frozenset[str] = frozenset()


def _each_once(sheet: Sheet) -> list[Armour | None]:
    """The kinds of armour of all locations, each once."""
    kinds = [place.armour_kind for place in sheet.locations]
    found: list[Armour | None] = kinds[:1]
    for kind in kinds:
        if kind is not found[-1] and not [other for other in found if other is kind]:
            found.append(kind)
    return found
