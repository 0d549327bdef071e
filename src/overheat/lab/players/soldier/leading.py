"""Officers: whom their word reaches, and where they are of use."""

from __future__ import annotations

from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Spot, flat
from overheat.platoon.rules.standard.orders import OFFICERS, Rank

INSIDE = 1.0
"""Inches within his reach that an officer keeps to who moves with others."""


def rank_of(battle: Thinking, unit: Unit) -> Rank | None:
    """The rank of an officer; nobody else has one."""
    rank = battle.sheet(unit).officer
    return battle.rules[OFFICERS][rank] if rank else None


def led_from(battle: Thinking, unit: Unit, at: Spot) -> list[Unit]:
    """The friends whom the word of an officer reaches from a place, officers aside."""
    rank = rank_of(battle, unit)
    if rank is None:
        return []
    friends = (other for other in battle.on_table(unit.side) if other.id != unit.id and not battle.sheet(other).officer)
    return [other for other in friends if flat(other.at, at) <= rank.radius and other.at.z == 0]


def to_follow(battle: Thinking, unit: Unit) -> tuple[Unit, float] | None:
    """The friend beside whom an officer reaches most others, and how near he comes; nobody where he reaches enough."""
    rank = rank_of(battle, unit)
    if rank is None or len(led_from(battle, unit, unit.at)) > rank.snaps:
        return None
    friends = [other for other in battle.on_table(unit.side) if battle.sheet(other).kind in ("infantry", "team")]
    able = [other for other in friends if not battle.sheet(other).officer]
    if not able:
        return None
    best = max(able, key=lambda other: (len(led_from(battle, unit, other.at)), -flat(other.at, unit.at)))
    return best, rank.radius - INSIDE
