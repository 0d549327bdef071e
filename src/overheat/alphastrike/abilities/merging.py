"""How abilities come together: which of them take in others, how their numbers are rounded, and their order."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from operator import attrgetter

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.card import Ability

PRINTED = attrgetter("printed")

TAKEN_IN = {
    "CASEII": ("CASE", "CASEP"),
    "XMEC": ("MEC",),
    "AECM": ("ECM", "LECM"),
    "AFC": ("BFC",),
    "MAS": ("STL", "LMAS"),
}
"""Abilities that leave no room for others."""


def merge(pool: Pool, carrying_damage: Iterable[Ability]) -> tuple[Ability, ...]:
    """The list of a card: what was gathered and the abilities that carry damage, in the order of the alphabet."""
    if not pool.reasons.keys().isdisjoint(TAKEN_IN):
        for code, others in TAKEN_IN.items():
            if code in pool:
                pool.drop(others)
    if "MHQ" in pool.amounts:
        pool.amounts["MHQ"] = floor(pool.amounts["MHQ"])
    damage = {ability.code: ability for ability in carrying_damage}
    own = [ability for ability in pool.listed() if ability.code not in damage]
    return tuple(sorted([*own, *damage.values()], key=PRINTED))
