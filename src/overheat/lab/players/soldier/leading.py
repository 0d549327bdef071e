"""Officers: whom their word reaches, and where they are of use."""

from __future__ import annotations

from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Spot, flat
from overheat.platoon.rules.standard.orders import OFFICERS, Rank

SQUAD = 100
"""Points from which on a unit counts as a squad to its officer."""
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


def use_at(battle: Thinking, unit: Unit, at: Spot) -> float:
    """How many squads an officer's word reaches from a place, less well armed units as parts of one."""
    return sum(min(1.0, battle.sheet(other).points / SQUAD) for other in led_from(battle, unit, at))


def to_follow(battle: Thinking, unit: Unit) -> tuple[Unit, float] | None:
    """The friend beside whom an officer reaches most others, and how near he comes; nobody where he reaches enough."""
    rank = rank_of(battle, unit)
    if rank is None or use_at(battle, unit, unit.at) >= rank.snaps:
        return None
    friends = [other for other in battle.on_table(unit.side) if battle.sheet(other).kind in ("infantry", "team")]
    able = [other for other in friends if not battle.sheet(other).officer]
    if not able:
        return None
    best = max(able, key=lambda other: (use_at(battle, unit, other.at), -flat(other.at, unit.at)))
    return best, rank.radius - INSIDE
