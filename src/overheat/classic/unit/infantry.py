"""Conventional infantry as its sheet has it: who holds which weapon, what guns it serves, what it wears."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.unit.sheet import Mount, Platoon, Sheet

FIELD_GUNS = "Field Guns"
"""Where a sheet lists the guns that the soldiers serve."""
ENGINEERS = frozenset(
    {
        "bridge engineers",
        "demolition engineers",
        "firefighters",
        "minesweepers",
        "sensor engineers",
        "trench engineers",
    }
)
"""Training that makes engineers, who have tools to carry."""


def held(platoon: Platoon, soldiers: int, squads: int = 1) -> Iterator[tuple[Mount, int]]:
    """Each weapon with how many of some soldiers hold it: the second kind so many in a squad, the first all others."""
    support = min(soldiers, platoon.secondary_per_squad * squads) if platoon.secondary else 0
    if platoon.primary:
        yield platoon.primary, soldiers - support
    if platoon.secondary and support:
        yield platoon.secondary, support


def held_by_all(sheet: Sheet, platoon: Platoon) -> Iterator[tuple[Mount, int]]:
    """Each weapon of a whole platoon with how many soldiers hold it, whether or not they also serve field guns."""
    return held(platoon, sheet.troopers, platoon.squads)


def field_guns(sheet: Sheet) -> tuple[Mount, ...]:
    """The field guns that a platoon serves."""
    return tuple(mount for mount in sheet.weapons if mount.location == FIELD_GUNS)


def kits(sheet: Sheet, platoon: Platoon) -> tuple[Mount, ...]:
    """The kits of armour that soldiers wear: the one stated apart, then those among their equipment."""
    stated = (platoon.armour_kit,) if platoon.armour_kit else ()
    return (*stated, *sheet.flagged("armour_kit"))
