"""Parts that serve one weapon: which of several beside it belongs to which."""

from __future__ import annotations

from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works


def linked_part(unit: Unit, weapon: int, serves: str, flag: str) -> int | None:
    """The mount of the working part that serves a weapon: the first such weapon of a location has the first, and so on.

    `serves` is the flag of weapons that such a part is for, `flag` that of the part.
    """
    if flag not in unit.plan.flags:
        return None
    mounts = unit.sheet.mounts
    here = [at for at, mount in enumerate(mounts) if mount.location == mounts[weapon].location]
    weapons = [at for at in here if mounts[at].weapon is not None and serves in mounts[at].equipment.flags]
    parts = [at for at in here if flag in mounts[at].equipment.flags]
    at = dict(zip(weapons, parts, strict=False)).get(weapon)
    return at if at is not None and works(unit, at) else None


def served_weapon(unit: Unit, part: int, serves: str, flag: str) -> int | None:
    """The mount of the weapon that a part serves."""
    mounts = unit.sheet.mounts
    here = [at for at, mount in enumerate(mounts) if mount.location == mounts[part].location]
    weapons = [at for at in here if mounts[at].weapon is not None and serves in mounts[at].equipment.flags]
    parts = [at for at in here if flag in mounts[at].equipment.flags]
    return dict(zip(parts, weapons, strict=False)).get(part)
