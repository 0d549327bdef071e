"""What fighters shoot down missiles with."""

from __future__ import annotations

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import exact, round_up
from overheat.alphastrike.subject import Subject
from overheat.alphastrike.weapons import strike
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number

POINT_DEFENCE = ALPHA_STRIKE("Special unit abilities: point defence")

SMALL_REACH, SMALL_TONS = 6, 1
"""Hexes that a small laser reaches, and tons that it weighs, at most."""
ANTI_MISSILE = exact("0.3")
"""What an anti-missile system counts for."""


def point_defence(pool: Pool, subject: Subject) -> None:
    """The damage of all weapons for point defence that do not fire aft, rounded up."""
    shares = [
        (share, mount.equipment.name)
        for mount in subject.sheet.mounts
        if isinstance(mount.equipment, Weapon) and not mount.rear and mount.location != "AFT"
        if (share := subject.rules[against_missiles](subject.rules, mount.equipment))
    ]
    if shares:
        names = ", ".join(dict.fromkeys(name for _, name in shares))
        pool.add("PNT", round_up(sum(share for share, _ in shares)), names)


@rule("as.point_defence", cite=POINT_DEFENCE)
def against_missiles(rules: Ruleset, weapon: Weapon) -> Number:
    """Anti-missile systems, machine guns and the smallest lasers shoot down missiles."""
    flags = weapon.flags
    if "anti_missile" in flags:
        return ANTI_MISSILE
    light = not isinstance(weapon.tons, str) and weapon.tons <= SMALL_TONS
    small = light and "laser" in flags and weapon.range[3] <= SMALL_REACH
    return strike(rules, weapon).short if small or "machine_gun" in flags else 0


RULES = (against_missiles,)
