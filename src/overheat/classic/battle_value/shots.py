"""Ammunition by the shot: what battle armour and ProtoMechs carry of it, as a share of the ton that is rated."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.battle_value.worksheet import exact
from overheat.classic.sheet import Mount
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
