"""What the enemy may do to a unit at a place: who sees it there, how far off, through what cover, at which side."""

from __future__ import annotations

from functools import lru_cache

from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.kills import shots_in, value_of
from overheat.lab.players.soldier.stakes import turns_left
from overheat.platoon.battle.state import Unit
from overheat.platoon.facts import Strike
from overheat.platoon.ground.geometry import Spot, bearing, off_axis
from overheat.platoon.ground.geometry import flat as flat
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import armour, blast, damage
from overheat.platoon.units.weapons import Weapon, weapon_row

COVERED = {"none": 1.0, "soft": 0.66, "hard": 0.36}
"""The part of the shots that still hits, by cover."""
SPENT, ENDED = 0.6, 0.5
"""What an enemy counts who has acted this turn and comes back in the next, and the part of it if this is the last."""
RIDERS = 0.4
"""The part of the men aboard who are lost with their transport, a die of hits, about."""
CROUCHED = 0.4
"""The part of the shots that hits who is down."""
HIT = 0.5
"""A shot hits as often as it misses, roughly."""


def danger(battle: Thinking, unit: Unit, at: Spot, heading: int | None = None, *, now: bool = False) -> float:
    """What a unit at a place may expect to lose to the fire of a turn, in enemy units; now: to who has not acted."""
    sheet, eye, total = battle.sheet(unit), seen_at(battle, unit, at), 0.0
    for enemy in battle.enemies(unit):
        if now and enemy.acted:
            continue
        far = flat(enemy.at, at)
        power = firepower(battle.rules, battle.sheet(enemy), sheet, max(1, len(unit.men)), int(far))
        if enemy.laws and not sheet.soft:
            power += _of_weapon(battle.rules, resolve.weapon_of(battle.rules, "law"), sheet, 1, int(far))
        if power <= 0.004:
            continue
        muzzle = battle.eyes(enemy)[0] if battle.eyes(enemy) else None
        if muzzle is None or not battle.clear(muzzle, eye):
            continue
        cover = battle.ground.cover(muzzle, eye) if sheet.soft else "none"
        count = power * COVERED[cover] * max(0.2, 1 - 0.15 * enemy.pins)
        if not sheet.soft:
            count *= _side_shown(at, unit.heading if heading is None else heading, enemy.at)
        total += count * fires_again(battle, enemy)
    return min(1.0, total) * (value_of(battle, unit) + _riders(battle, unit))


def seen_at(battle: Thinking, unit: Unit, at: Spot) -> Spot:
    """Where a unit at a place sees from and is seen at: at the eyes of a man, or as high as a hull."""
    if at.z > 0:
        return at
    sheet = battle.sheet(unit)
    return battle.standing_at(at) if sheet.soft else at._replace(z=battle.ground.level(at.x, at.y) + sheet.height)


def fires_again(battle: Thinking, enemy: Unit) -> float:
    """How much the fire of an enemy counts: all of it if he has yet to act, less if it comes in the next turn."""
    return (SPENT if turns_left(battle) else SPENT * ENDED) if enemy.acted else 1.0


def _riders(battle: Thinking, unit: Unit) -> float:
    """What the men inside lose with a transport."""
    return RIDERS * sum(value_of(battle, other) for other in battle.aboard(unit)) if battle.sheet(unit).seats else 0.0


def prospects(battle: Thinking, unit: Unit, at: Spot) -> float:
    """What a unit at a place may do to the enemies that it would see, in enemy units."""
    sheet, eye, total = battle.sheet(unit), seen_at(battle, unit, at), 0.0
    for enemy in battle.enemies(unit):
        men, far = max(1, len(enemy.men)), int(flat(enemy.at, at))
        power = firepower(battle.rules, sheet, battle.sheet(enemy), men, far)
        if power <= 0.004 or not battle.eyes(enemy) or not battle.clear(battle.eyes(enemy)[0], eye):
            continue
        cover = battle.ground.cover(eye, battle.eyes(enemy)[0]) if battle.sheet(enemy).soft else "none"
        meant = CROUCHED if battle.order_of(enemy).low else 1.0
        if not battle.sheet(enemy).soft:
            meant = _side_shown(enemy.at, enemy.heading, at)
        total = max(total, min(1.0, power * COVERED[cover] * meant) * value_of(battle, enemy))
    return total


def _side_shown(at: Spot, heading: int, enemy: Spot) -> float:
    off = off_axis(bearing(at, heading, enemy))
    return 1.0 if off < 45 else 1.6 if off <= 135 else 2.2


@lru_cache(maxsize=20000)
def firepower(rules: Ruleset, enemy: Sheet, own: Sheet, men: int, far: int) -> float:
    """The part of a unit that an enemy may destroy in a turn at a distance, in the open."""
    if enemy.system:
        weapons = [enemy.system]
    else:
        weapons = [man.arms for man in enemy.men] + [mount.weapon for mount in enemy.mounts]
    return sum(_of_weapon(rules, weapon_row(rules, id), own, men, far) for id in weapons)


def _of_weapon(rules: Ruleset, weapon: Weapon, own: Sheet, men: int, far: int) -> float:
    if weapon.indirect is not None and not weapon.bands:
        within = weapon.indirect.start <= far <= (weapon.indirect.to or 999)
        return (0.1 if own.soft else 0.04) if within else 0.0
    band = resolve.band_at(rules, weapon, float(far))
    if band is None:
        return 0.0
    long = 0.7 if weapon.reach and far > weapon.reach / 2 else 1.0
    hits = shots_in(rules, band.shots) * HIT * long
    if own.soft and rules[damage.always_picked](rules, weapon) and any(man.post == "operator" for man in own.men):
        return hits * float(odds.fells(rules, resolve.soft_pen(rules, weapon, False), own.damage_value))
    if own.soft:
        if weapon.he and (weapon.pen == "HE" or weapon.he > 1):
            sizes = rules[blast.BLASTS][weapon.he]
            return hits * min(men, 1 + weapon.he) * float(odds.fells(rules, sizes.pen, own.damage_value)) / men
        if "ATGM" in weapon.keywords:
            return 0.0
        return hits * float(odds.fells(rules, resolve.soft_pen(rules, weapon, False), own.damage_value)) / men
    if weapon.small_arms and own.damage_value >= 7:
        return 0.0
    return hits * _knocks_out(rules, weapon, own, far > (weapon.reach or 0) / 2)


@lru_cache(maxsize=4096)
def _knocks_out(rules: Ruleset, weapon: Weapon, own: Sheet, far: bool) -> float:
    """The chance that a hit of a weapon from the front ends a vehicle."""
    length = float(weapon.reach or 0) if far else 0.0
    struck = Strike(weapon=weapon, distance=length, facing="front", damage_value=own.damage_value)
    if rules[armour.immune](rules, struck):
        return 0.0
    helicopter = own.kind == "helicopter"
    return float(odds.strike_helicopter(rules, struck) if helicopter else odds.strike(rules, struck).knocked_out)
