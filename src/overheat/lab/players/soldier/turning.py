"""Weapons that fire at what lies before them only: where they point when a battle begins, and when they turn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.kills import outcome
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.facts import Order
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import Spot, bearing, flat, heading_to
from overheat.platoon.rules.standard import shooting
from overheat.platoon.units.weapons import Weapon, weapon_row

APART = 20
"""Degrees between two headings below which one is as good as the other."""


def fixed_weapon(battle: Thinking, unit: Unit) -> Weapon | None:
    """The weapon of a unit that has to be turned to what it fires at."""
    system = battle.sheet(unit).system
    weapon = weapon_row(battle.rules, system) if system else None
    return weapon if weapon is not None and "Fixed" in weapon.keywords else None


def reach_of(weapon: Weapon) -> float:
    """How far a weapon fires, straight or in an arc."""
    arc = weapon.indirect.to if weapon.indirect is not None else 0
    return float(max(weapon.reach or 0, arc or 0))


def headings(battle: Thinking, unit: Unit) -> list[int]:
    """The headings of a weapon towards enemies that it does not bear on."""
    found: list[int] = []
    for enemy in battle.enemies(unit):
        if not battle.rules[shooting.fixed_bears](battle.rules, bearing(unit.at, unit.heading, enemy.at)):
            way = round(heading_to(unit.at, enemy.at)) % 360
            if all(abs((way - each + 180) % 360 - 180) >= APART for each in found):
                found.append(way)
    return found


def best_when_turned(game: PlatoonGame, battle: Thinking, unit: Unit, order: Order) -> float:
    """The best shot that a fixed weapon has once an order has turned it on the spot."""
    known: dict[str, float] = battle.kept.setdefault("turned", {})
    if unit.id not in known:
        ways = (msgspec.structs.replace(unit, heading=way, order=order) for way in headings(battle, unit))
        known[unit.id] = max((_best_shot(game, battle, turned) for turned in ways), default=0.0)
    return known[unit.id]


def _best_shot(game: PlatoonGame, battle: Thinking, turned: Unit) -> float:
    state = battle.frozen()
    there = Thinking(game, msgspec.structs.replace(state, units={**state.units, turned.id: turned}))
    every = volley_choices(there, Shooting(turned.side, turned.id))
    return max((outcome(there, turned, volleys, "order").worth for volleys in every), default=0.0)


def pointed(battle: Thinking, weapon: Weapon, at: Spot, heading: int, aims: Iterable[Spot]) -> int:
    """The heading at a place from which a weapon bears on most of what it may have to fire at, its own if that does."""
    near = [aim for aim in aims if flat(at, aim) <= reach_of(weapon)]
    ways = [heading, *(round(heading_to(at, aim)) % 360 for aim in near)]
    bears = battle.rules[shooting.fixed_bears]
    return max(ways, key=lambda way: sum(bears(battle.rules, bearing(at, way, aim)) for aim in near))
