"""Abilities of combat vehicles and support vehicles."""

from __future__ import annotations

from overheat.alphastrike.abilities.fighter import winged_support
from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject

LARGE = {3: "LG", 4: "VLG", 5: "SLG"}
"""What a support vehicle is for its size."""


def combat_vehicle(pool: Pool, subject: Subject) -> None:
    """Combat vehicles have searchlights, and rotor craft stay within the air."""
    pool.give("SRCH", "combat vehicle")
    if subject.sheet.motive == "vtol":
        pool.give("ATMO", "flies within an atmosphere")


def support_vehicle(pool: Pool, subject: Subject) -> None:
    """Large support vehicles say so; those that fly stay within the air."""
    large = LARGE.get(int(size(subject).value))
    if large:
        pool.give(large, "large support vehicle")
    if subject.sheet.motive == "aerodyne":
        winged_support(pool, subject)
        pool.drop(("CASE", "CASEII", "CASEP"))
    elif subject.sheet.motive == "vtol":
        pool.give("ATMO", "flies within an atmosphere")
