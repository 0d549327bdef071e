"""Where a greedy player wants his spotters: where they see the enemy, in cover, and not beside him."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Spot, flat, spot

CLOSE = 15.0
"""The inches to an enemy within which a spotter does not feel safe."""


def view_from(battle: Thinking, unit: Unit, at: Spot) -> float:
    """What a place is worth to a spotter: how much of what matters he sees from it, cover, and room to the enemy."""
    covered = any(feature.kind.cover != "none" for feature in battle.ground.standing(at))
    near = min((flat(at, enemy.at) for enemy in battle.enemies(unit)), default=CLOSE)
    return seen_from(battle, unit, at) + (0.15 if covered else 0.0) - max(0.0, CLOSE - near) / 30


def seen_from(battle: Thinking, unit: Unit, at: Spot) -> float:
    """The part of what matters to a unit that is seen from a place, and sees it."""
    eye, goals = battle.standing_at(at), list(_goals(battle, unit))
    return sum(battle.clear(eye, battle.standing_at(goal)) for goal in goals) / max(1, len(goals))


def has_spotter(battle: Thinking, unit: Unit) -> bool:
    """Whether a gun has a spotter of its own, so that it need not see its aim."""
    return any(battle.sheet(other).gun == battle.sheet(unit).id for other in battle.side(unit.side))


def _goals(battle: Thinking, unit: Unit) -> Iterator[Spot]:
    """What a spotter should see: enemies, else where they are going to be; objectives always."""
    yield from (spot(each.x, each.y) for each in battle.setup.objectives)
    enemies = [enemy.at._replace(z=0) for enemy in battle.enemies(unit)]
    yield from enemies
    if not enemies:
        zone = battle.setup.zones[1 - unit.side]
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            x, y = zone.west + (zone.east - zone.west) * share, (zone.south + zone.north) / 2
            yield spot(x, y)


def restless(battle: Thinking, unit: Unit) -> float:
    """How much a spotter wants to move: not while he sees an enemy."""
    return -0.2 if any(battle.sees(unit, enemy) for enemy in battle.enemies(unit)) else 0.12
