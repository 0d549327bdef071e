"""Launchers whose missiles come in several kinds: what each kind does, and how far it flies."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Table

MISSILES = TOTAL_WARFARE("Multi-missile launchers and advanced tactical missiles", 229)


class Load(NamedTuple):
    """A kind of missile: the damage of each, its ranges from minimum to extreme, how it strikes and whether in arcs."""

    damage: int
    range: tuple[int, int, int, int, int]
    in_groups: bool = True
    indirect: bool = True


DEAD_FIRE_LONG = Load(2, (4, 5, 10, 15, 20), indirect=False)
DEAD_FIRE_SHORT = Load(3, (0, 2, 4, 6, 8), in_groups=False, indirect=False)
"""Missiles whose place for guidance is filled with explosives (TO 367): they do a point more, and fly less far."""

LOADS: Table[tuple[str | None, str], Load] = Table(
    "salvos.loads",
    {
        ("mml", "LRM"): Load(1, (6, 7, 14, 21, 28)),
        ("mml", "SRM"): Load(2, (0, 3, 6, 9, 12), in_groups=False, indirect=False),
        ("atm", "ER"): Load(1, (4, 9, 18, 27, 36)),
        ("atm", "HE"): Load(3, (0, 3, 6, 9, 12)),
        ("iatm", "ER"): Load(1, (4, 9, 18, 27, 36)),
        ("iatm", "HE"): Load(3, (0, 3, 6, 9, 12)),
        ("mortar", "anti-personnel"): Load(1, (6, 7, 14, 21, 28), in_groups=False),
        ("lrm", "Dead-Fire"): DEAD_FIRE_LONG,
        ("mml", "LRM, Dead-Fire"): DEAD_FIRE_LONG,
        ("srm", "Dead-Fire"): DEAD_FIRE_SHORT,
        ("mml", "SRM, Dead-Fire"): DEAD_FIRE_SHORT,
    },
    cite=MISSILES,
    implements=("TO-374-ap-mortar",),
    where="overheat.classic.rules.standard.loads.LOADS",
)
"""By the family of ammunition and the munition. What is not listed is as the weapon's own entry says."""

RULES = (LOADS,)


def most_damage(loads: Table[tuple[str | None, str], Load], weapon: Weapon, munition: str) -> float:
    """The most that one projectile of a weapon does with a munition, at the best range for it."""
    load = loads.get((weapon.ammunition, munition)) or loads.get((weapon.ammunition, munition.partition(",")[0]))
    if load is not None:
        return load.damage
    return max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage
