"""Physical weapons: what machines strike with besides fists and feet, a row for each.

Offers, numbers, damage, previews, bots and the adjudicator read the rows: a layer brings a weapon with one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, Table

WEAPONS = TACTICAL_OPERATIONS("Physical Weapons Attack Addendum Table", 89)


@dataclass(frozen=True, kw_only=True)
class PhysicalWeapon:
    """Something to strike with: how easily, how hard, and what it takes."""

    flags: tuple[str, ...]
    """What equipment is marked with that is such a weapon: all of these."""
    to_hit: int = 0
    tons: int = 0
    """So many tons of the machine make a point of damage, rounded up; with 0 its weight does not matter."""
    points: int = 0
    """Points of damage besides."""
    hand: bool = False
    """Whether it is held in a hand, which must be there and whole."""
    myomer: bool = True
    """Whether hot myomer strikes harder with it."""
    switched: tuple[int, int] = (0, 0)
    """What it does, and the heat that it makes, when it is switched on; nothing for what cannot be."""
    folds: bool = False
    """Whether it is switched on only to be used at all."""
    soldiers: int = 0
    """Dice that are rolled for the soldiers of a platoon that it fells."""
    recoils: bool = False
    """Whether it strikes its bearer on a roll of 2, half as hard."""
    unsteady: bool = False
    """Whether a miss asks its bearer to stay on its feet."""
    aims: bool = False
    """Whether it may be swung at the upper body or at the legs, which is harder."""

    def __str__(self) -> str:
        """What it is, for those who read a table."""
        weighs = f"a point for every {self.tons} tons" if self.tons else ""
        parts = (weighs, f"{self.points} points" if self.points else "")
        return f"{self.to_hit:+} to hit, {' and '.join(part for part in parts if part)}"

    def damage(self, tons: float, *, on: bool = False) -> int:
        """What it does in the hands of a machine of so many tons."""
        if on and self.switched[0]:
            return self.switched[0]
        return (ceil(tons / self.tons) if self.tons else 0) + self.points


PHYSICAL_WEAPONS: Table[str, PhysicalWeapon] = Table(
    "physical.weapons",
    {
        "hatchet": PhysicalWeapon(flags=("hatchet",), to_hit=-1, tons=5, hand=True, aims=True),
        "sword": PhysicalWeapon(flags=("sword",), to_hit=-2, tons=10, points=1, hand=True),
        "retractable blade": PhysicalWeapon(flags=("retractable_blade",), to_hit=-2, tons=10, folds=True),
        "mace": PhysicalWeapon(flags=("mace",), to_hit=1, tons=4, hand=True, unsteady=True, aims=True),
        "lance": PhysicalWeapon(flags=("lance",), to_hit=1, tons=5),
        "flail": PhysicalWeapon(flags=("flail",), points=9, myomer=False, recoils=True),
        "chain whip": PhysicalWeapon(flags=("chain_whip",), to_hit=-2, points=3, hand=True, myomer=False),
        "small vibroblade": PhysicalWeapon(
            flags=("vibroblade", "small"), to_hit=-2, tons=10, points=1, hand=True, switched=(7, 3)
        ),
        "medium vibroblade": PhysicalWeapon(
            flags=("vibroblade", "medium"), to_hit=-2, tons=10, points=1, hand=True, switched=(10, 5)
        ),
        "large vibroblade": PhysicalWeapon(
            flags=("vibroblade", "large"), to_hit=-2, tons=10, points=1, hand=True, switched=(14, 7)
        ),
        "small shield": PhysicalWeapon(
            flags=("shield", "small"), to_hit=-2, points=3, myomer=False, folds=True, aims=True
        ),
        "medium shield": PhysicalWeapon(
            flags=("shield", "medium"), to_hit=-3, points=5, myomer=False, folds=True, aims=True
        ),
        "large shield": PhysicalWeapon(
            flags=("shield", "large"), to_hit=-4, points=7, myomer=False, folds=True, aims=True
        ),
        "backhoe": PhysicalWeapon(flags=("backhoe",), to_hit=1, points=6),
        "chainsaw": PhysicalWeapon(flags=("chainsaw",), points=5, myomer=False, soldiers=1),
        "combine": PhysicalWeapon(flags=("combine",), to_hit=-2, points=3, myomer=False, soldiers=1),
        "dual saw": PhysicalWeapon(flags=("dual_saw",), points=7, myomer=False, soldiers=1),
        "pile driver": PhysicalWeapon(flags=("pile_driver",), to_hit=2, points=10, myomer=False),
        "mining drill": PhysicalWeapon(flags=("mining_drill",), to_hit=-1, points=4, myomer=False),
        "rock cutter": PhysicalWeapon(flags=("rock_cutter",), to_hit=1, points=5, myomer=False),
        "spot welder": PhysicalWeapon(flags=("spot_welder",), to_hit=-1, points=5, myomer=False),
        "wrecking ball": PhysicalWeapon(flags=("wrecking_ball",), to_hit=1, points=8, myomer=False, recoils=True),
    },
    cite=WEAPONS,
    implements=(
        "TO-289-chain-whip-1",
        "TO-290-lance",
        "TO-290-mace",
    ),
    of="physical weapon",
    where="overheat.classic.rules.standard.physical_weapons.PHYSICAL_WEAPONS",
)
"""What machines strike with, by the kind of its blow."""

DRAWN = named("drawn", "a physical weapon at the ready")
"""The mark of a blade that is out, a vibroblade that runs, a shield held for a bash: of each by its mount."""


HIGH, LOW = "high", "low"


def aimed_kinds(kind: str) -> tuple[str, str]:
    """The kinds of blow that a weapon is swung with at the upper body, and at the legs."""
    return f"{HIGH} {kind}", f"{LOW} {kind}"


def swung_at(rules: Ruleset, kind: str) -> tuple[str, str]:
    """Where a blow is aimed, high, low or nowhere, and the kind of its weapon."""
    aim, _, weapon = kind.partition(" ")
    return (aim, weapon) if aim in (HIGH, LOW) and weapon in rules[PHYSICAL_WEAPONS] else ("", kind)


def drawn(unit: Unit, mount: int) -> bool:
    """Whether a physical weapon is switched on."""
    return bool(unit.marks) and each(DRAWN, mount) in unit.marks


def weapons_of(rules: Ruleset, unit: Unit) -> Iterator[tuple[str, int]]:
    """The physical weapons of a machine: the kind of each and its mount."""
    if "physical" not in unit.plan.flags:
        return
    for kind, weapon in rules[PHYSICAL_WEAPONS].rows.items():
        if unit.plan.flags.issuperset(weapon.flags):
            yield from ((kind, at) for at in _mounted(unit, weapon))


def _mounted(unit: Unit, weapon: PhysicalWeapon) -> Iterator[int]:
    mounts = enumerate(unit.sheet.mounts)
    return (at for at, mount in mounts if mount.equipment.flags.issuperset(weapon.flags))


def usable(unit: Unit, mount: int) -> bool:
    """Whether something can be struck with, or held up: a shield as long as any of it is left."""
    held = unit.sheet.mounts[mount]
    slots = unit.plan.mount_slots.get(mount, ())
    if "shield" not in held.equipment.flags or not slots:
        return works(unit, mount)
    left = any(index not in unit.condition[code].critical_hits for code, index in slots)
    return left and not unit.condition[held.location].destroyed


def wielded(rules: Ruleset, unit: Unit, kind: str, limb: str) -> int | None:
    """The mount that a blow of a kind is struck with: one that works; None where there is none."""
    weapon = rules[PHYSICAL_WEAPONS].get(swung_at(rules, kind)[1])
    if weapon is None:
        return None
    there = (at for at in _mounted(unit, weapon) if unit.sheet.mounts[at].location == limb and usable(unit, at))
    return next(there, None)


RULES = (PHYSICAL_WEAPONS,)
