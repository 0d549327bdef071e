"""What weapons do in the air and in space: an attack value for each range bracket they reach (Total Warfare).

Aerospace units count damage by brackets. A weapon does its damage at every bracket that it reaches; what hits in
clusters does what a roll of 7 gives, or of 9 with the help of a fire control system; what fires fast does half as much
again, or what a roll of 7 gives on the column of six for rotary guns.
"""

from __future__ import annotations

from math import ceil, floor

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.recordsheet.reminders import tables
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset

BRACKETS = ("short", "medium", "long", "extreme")
REACHES = (9, 18, 24)
"""The longest range on the ground of weapons that reach short, medium and long range; what shoots farther, extreme."""
MIDDLE_ROLL, GUIDED_ROLL = 7, 9
ROTARY_SHOTS = 6
GUIDES = ("artemis_iv", "artemis_v", "artemis_proto")
GUIDED = frozenset({"missile"})
SCATTER = 0.6
"""The share of a scattering shell that hits."""

Values = tuple[int, int, int, int]
"""Attack values at short, medium, long and extreme range; 0 where the weapon does not reach."""


def reach(weapon: Weapon) -> int:
    """How many brackets a weapon reaches, by its longest range on the ground."""
    return 1 + sum(weapon.range[3] > limit for limit in REACHES)


def attack_values(rules: Ruleset, sheet: Sheet) -> dict[int, Values]:
    """The attack values of every weapon, by its place in the list of mounts."""
    build = Build(rules, sheet)
    return {
        at: values(mount.weapon, guided=_guided(build, mount))
        for at, mount in enumerate(sheet.mounts)
        if mount.weapon is not None
    }


def _guided(build: Build, mount: Mount) -> bool:
    return any(build.linked(mount, flag, GUIDED) for flag in GUIDES)


def values(weapon: Weapon, *, guided: bool = False) -> Values:
    """The attack values of a weapon; what varies with the range does so here too."""
    if "anti_missile" in weapon.flags:
        return 0, 0, 0, 0
    short, medium, far, extreme = (
        _at(weapon, bracket, guided) if bracket < reach(weapon) else 0 for bracket in range(len(BRACKETS))
    )
    return short, medium, far, extreme


def _at(weapon: Weapon, bracket: int, guided: bool) -> int:
    """What a weapon does at a bracket that it reaches."""
    if weapon.aerospace_damage is not None:
        return weapon.aerospace_damage
    each = weapon.damage[min(bracket, len(weapon.damage) - 1)] if isinstance(weapon.damage, tuple) else weapon.damage
    if "mml" in weapon.flags and bracket == 0:
        each *= 2
    if "lbx" in weapon.flags:
        return ceil(weapon.rack * SCATTER)
    if "ultra" in weapon.flags:
        return floor(each * 3 / 2)
    if "rotary" in weapon.flags:
        return floor(each * hits(ROTARY_SHOTS, MIDDLE_ROLL))
    if weapon.cluster > 1 and "streak" not in weapon.flags:
        return floor(each * hits(weapon.cluster, GUIDED_ROLL if guided else MIDDLE_ROLL))
    return floor(each * weapon.cluster)


def hits(size: int, roll: int) -> int:
    """How many of a cluster hit on a roll; without a column of that size, the share of the next smaller, rounded up."""
    table = tables()["clusters"]
    row = next(row for row in table.rows if row[0] == str(roll))
    columns = {int(head): int(cell) for head, cell in zip(table.columns[1:], row[1:], strict=True)}
    known = max((column for column in columns if column <= size), default=min(columns))
    return ceil(columns[known] * size / known)
