"""What shots and blasts may be expected to do, roughly in enemy units: the arithmetic of a greedy player.

Templates count whom the rules count (`templates`), scores and penetrations are those of play.
"""

from __future__ import annotations

from functools import lru_cache

from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import State, Unit, Volley
from overheat.platoon.facts import Shot, Strike
from overheat.platoon.fire import aiming, spotting, templates
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.geometry import Spot, flat
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import blast
from overheat.platoon.units.weapons import Count, Weapon

PIN = 0.03
"""What a pin is worth beside the loss of a whole unit."""
FRIENDS = -2
"""How much more the loss of friends weighs."""


class Thinking(Battle):
    """A battle that is only thought about: nothing changes, so what was found out is kept."""

    def __init__(self, game: PlatoonGame, state: State) -> None:
        super().__init__(state, game.ruleset, NO_DICE)
        self.shots: dict[str, float] = {}


def worth(battle: Thinking, unit: Unit) -> float:
    """What a unit is worth to the enemy: one victory point, and more for what it can do."""
    return 0.6 + battle.sheet(unit).points / 150


@lru_cache(maxsize=4096)
def hit_chance(score: int) -> float:
    """The chance that a die reaches a score."""
    return 1 / 36 if score > 6 else (7 - score) / 6


@lru_cache(maxsize=4096)
def kill_chance(pen: int, damage_value: int) -> float:
    """The chance that a hit fells a man."""
    return max(0, min(5, 7 + pen - damage_value)) / 6


@lru_cache(maxsize=64)
def _mean(rules: Ruleset, many: Count) -> float:
    return float(odds.number(rules, many).mean)


def volleys_worth(battle: Thinking, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> float:
    """The part of an enemy unit that shots may be expected to destroy, and the pins they give."""
    return sum(_volley_worth(battle, unit, volley, occasion) for volley in volleys)


def _volley_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str) -> float:
    target = battle.units[volley.target]
    weapon = aiming.volley_weapon(battle, unit, volley)
    if volley.indirect:
        chance = hit_chance(spotting.need_for(battle, unit, target))
        falls = 0.0 if volley.round == "smoke" else blast_on_worth(battle, unit.side, target, weapon.he or 1)
        return chance * falls + 0.05 * worth(battle, target)
    if "ATGM" in weapon.keywords:
        return (
            0.6 * penetrates(battle.rules, Strike(weapon=weapon, distance=20), target, battle) * worth(battle, target)
        )
    if weapon.he and not volley.at_drone and (volley.round == "he" or weapon.pen == "HE"):
        return _blasts_worth(battle, unit, volley, occasion, weapon.he)
    total = 0.0
    for gun, shot in aiming.shots_of(battle, unit, volley, occasion):
        total += _shot_worth(battle, gun.weapon, shot, target, volley)
    return min(1.0, total) * worth(battle, target)


def _hits(battle: Thinking, weapon: Weapon, shot: Shot) -> float:
    """How many shots of a weapon may be expected to hit."""
    band = resolve.band_at(battle.rules, weapon, shot.distance)
    return (
        0.0 if band is None else _mean(battle.rules, band.shots) * hit_chance(resolve.score_needed(battle.rules, shot))
    )


def _shot_worth(battle: Thinking, weapon: Weapon, shot: Shot, target: Unit, volley: Volley) -> float:
    """The part of a unit that one weapon destroys."""
    hits, sheet = _hits(battle, weapon, shot), battle.sheet(target)
    if volley.at_drone:
        return hits * kill_chance(0, sheet.damage_value)
    if not sheet.soft:
        return hits * penetrates(battle.rules, Strike(weapon=weapon, distance=shot.distance), target, battle)
    pen = resolve.soft_pen(battle.rules, weapon, False)
    return hits * (kill_chance(pen, sheet.damage_value) / max(1, len(target.men)) + PIN)


def _blasts_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str, size: int) -> float:
    """What explosive rounds fired directly do: to the target, and to whoever stands beside it."""
    target = battle.units[volley.target]
    for gun, shot in aiming.shots_of(battle, unit, volley, occasion):
        return _hits(battle, gun.weapon, shot) * blast_on_worth(battle, unit.side, target, size)
    return 0.0


def blast_on_worth(battle: Thinking, side: int, target: Unit, size: int) -> float:
    """What a blast that is laid on a unit is worth to a side."""
    if target.building is not None:
        many = _mean(battle.rules, battle.rules[blast.BLASTS][size].hits)
        return _felled(battle, target, many, size, None) * worth(battle, target)
    if target.at.z > 0:
        pen = battle.rules[blast.BLASTS][size].pen
        return _pierces(pen, battle.sheet(target).damage_value) * worth(battle, target)
    return blast_worth(battle, side, templates.centre_on(battle, target), size)


def blast_worth(battle: Thinking, side: int, at: Spot, size: int, pen: int | None = None) -> float:
    """What a blast at a place is worth to a side: the enemies under its template, less the friends."""
    total = 0.0
    for unit in battle.on_table():
        if flat(unit.at, at) <= size + 12:
            part = _blasted(battle, at, size, unit, pen)
            total += part * worth(battle, unit) * (1 if unit.side != side else FRIENDS)
    return total


def _blasted(battle: Thinking, at: Spot, size: int, unit: Unit, pen: int | None) -> float:
    """The part of a unit that a blast at a place destroys, and its pins."""
    if battle.sheet(unit).soft:
        covered = templates.men_under(battle, at, size, unit)
        return _felled(battle, unit, covered, size, pen) if covered else 0.0
    if not templates.hull_under(battle, at, size, unit):
        return 0.0
    sizes = battle.rules[blast.BLASTS][size]
    own = sizes.pen if pen is None else pen
    return _pierces(own, battle.sheet(unit).damage_value) + PIN * _mean(battle.rules, sizes.pins)


def _felled(battle: Thinking, unit: Unit, hits: float, size: int, pen: int | None) -> float:
    """The part of a unit of men that falls to so many hits of a blast, and its pins."""
    sizes = battle.rules[blast.BLASTS][size]
    hits = hits // 2 if battle.order_of(unit).low else hits
    fells = kill_chance(sizes.pen if pen is None else pen, battle.sheet(unit).damage_value)
    return min(1.0, hits * fells / max(1, len(unit.men))) + PIN * _mean(battle.rules, sizes.pins)


def _pierces(added: int, damage_value: int) -> float:
    """The part of a vehicle that a hit with so much penetration destroys."""
    return 0.55 * max(0, min(5, 6 + added - damage_value)) / 6 + 0.02


def penetrates(rules: Ruleset, struck: Strike, target: Unit, battle: Thinking) -> float:
    """The part of a vehicle that one hit destroys."""
    sheet = battle.sheet(target)
    if struck.weapon.small_arms and sheet.damage_value >= 7:
        return 0.0
    return _pierces(int(resolve.penetration(rules, struck).total), sheet.damage_value)
