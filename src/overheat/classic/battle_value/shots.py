"""Ammunition by the shot, as a share of the ton that is rated."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from overheat.classic.battle_value.worksheet import exact
from overheat.classic.unit.equipment import Ammunition
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.terms import Number

SHORT_RANGE = frozenset({"srm", "streak_srm", "advanced_srm"})
SHORT_RANGE_MISSILE = Fraction(1, 100)
"""A short-range missile weighs ten kilograms."""


def shots_worth(mount: Mount) -> Number:
    """What the shots of a mount are worth: the battle value of a ton, times the tons that the shots weigh.

    Short-range missiles weigh ten kilograms each; of other ammunition a shot weighs its part of a ton. A mount that
    does not state its shots holds a full ton.
    """
    load = mount.ammunition
    if load is None or isinstance(load.bv, str):
        return 0
    weight = SHORT_RANGE_MISSILE * load.rack if load.feeds in SHORT_RANGE else Fraction(1, load.shots)
    return exact(load.bv) * weight * (load.shots if mount.shots is None else mount.shots)


def part_load(mount: Mount) -> Ammunition | None:
    """The ammunition of a mount that states its shots, worth the share of a ton that they are."""
    load = mount.ammunition
    if load is None or mount.shots is None or isinstance(load.bv, str):
        return None
    return msgspec.structs.replace(load, bv=load.bv * mount.shots / load.shots)


def with_part_loads(sheet: Sheet) -> Sheet:
    """A sheet whose ammunition is worth no more than the shots that are stated of it."""
    if not [mount for mount in sheet.mounts if mount.shots is not None]:
        return sheet
    mounts = (msgspec.structs.replace(mount, equipment=part_load(mount) or mount.equipment) for mount in sheet.mounts)
    return msgspec.structs.replace(sheet, mounts=tuple(mounts))
