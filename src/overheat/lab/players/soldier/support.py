"""What comes from above: loads of drones, strikes of guns and aircraft, and what a drone risks in the air."""

from __future__ import annotations

from functools import lru_cache

from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players import platoon_worth
from overheat.lab.players.platoon_appraising import Thinking, blast_on_worth, blast_worth, destroys
from overheat.lab.players.platoon_worth import LOAD
from overheat.lab.players.soldier.danger import firepower, fires_again
from overheat.lab.players.soldier.kills import PIN, value_of
from overheat.platoon.battle.commands import CallStrike, FlyDrone, Misdirect
from overheat.platoon.battle.state import Unit
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import SCALE, Spot, ahead, distance, flat, towards
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import drones, observers
from overheat.platoon.rules.standard.orders import gait

SMALL = 0.6
"""The part of the shots at a drone that hits, beside those at a man who stands."""
FRIENDS = -2.0
"""How much more the loss of friends counts."""
EYES = 0.15
"""What a drone is worth in the air to a gun whose target nobody else sees."""
COMING = 0.5
"""What a load counts that can fall a turn later."""
USUAL = 8
"""Inches above the ground that a drone usually flies."""


def order_worth(battle: Thinking, unit: Unit, order: Order, risk: float) -> tuple[float, str]:
    """What it is worth to let a drone fly: what it may drop, what it sees, and what it risks."""
    if unit.drone is None:
        return 0.0, "no drone"
    reach = battle.rules[drones.reach](battle.rules, order)
    now = risk * drone_danger(battle, unit, unit.drone.at) if unit.drone.airborne else 0.0
    found = [(0.0, "the drone stays")]
    if unit.drone.airborne and unit.men and distance(unit.drone.at, unit.men[0].at) <= reach:
        found.append((now + 0.02, "the drone comes home"))
    if unit.drone.loaded and battle.sheet(unit).payload != "recon":
        found += (_loaded(battle, unit, order, enemy, risk) for enemy in battle.enemies(unit) if enemy.at.z == 0)
    elif _wanted(battle, unit):
        found.append((EYES, "eyes for the guns"))
    return max(found, key=lambda each: each[0])


def _loaded(battle: Thinking, unit: Unit, order: Order, enemy: Unit, risk: float) -> tuple[float, str]:
    """What an order to fly with a load is worth for one enemy: it falls now, or a turn later from nearer."""
    assert unit.drone is not None
    rules, name = battle.rules, battle.sheet(enemy).name
    over = enemy.at._replace(z=max(unit.drone.at.z, USUAL * SCALE))
    far, reach, next_turn = distance(unit.drone.at, over), rules[drones.reach](rules, order), _falls_within(rules)
    at_once = gait(rules, order) != "run" and far <= reach
    if not at_once and (unit.drone.airborne or not next_turn < far <= reach + next_turn):
        return 0.0, f"cannot reach {name}"
    worth = flight_worth(battle, unit, FlyDrone(over, drop=True, target=enemy.id), risk)
    if at_once:
        return worth, f"its load on {name}"
    stop = towards(unit.drone.at, over, far - next_turn)._replace(z=over.z)
    return COMING * worth - risk * drone_danger(battle, unit, stop), f"flies towards {name}"


def _falls_within(rules: Ruleset) -> float:
    """How far from a drone its load falls in the next turn: on an Advance, for on a Run nothing is dropped."""
    return rules[drones.reach](rules, "advance")


def _wanted(battle: Thinking, unit: Unit) -> bool:
    """Whether a gun that fires in an arc sees nobody, and nobody sees for it."""
    friends = list(battle.on_table(unit.side))
    guns = [other for other in friends if _fires_in_an_arc(battle, other)]
    seen = any(battle.sees(other, enemy) for other in friends if other.id != unit.id for enemy in battle.enemies(unit))
    return bool(guns) and not seen


def _fires_in_an_arc(battle: Thinking, unit: Unit) -> bool:
    system = battle.sheet(unit).system
    return bool(system) and resolve.weapon_of(battle.rules, system or "").indirect is not None


def flight_worth(battle: Thinking, unit: Unit, command: FlyDrone, risk: float) -> float:
    """What a flight is worth: what is dropped, and the danger that it leaves or goes into."""
    assert unit.drone is not None
    threat = risk * drone_danger(battle, unit, command.to) if command.to.z > 0 else 0.0
    left = risk * drone_danger(battle, unit, unit.drone.at) if unit.drone.airborne else 0.0
    if not command.drop:
        return platoon_worth.flight_worth(battle, unit, command) + left - threat
    payload, target = battle.sheet(unit).payload, battle.units[command.target or ""]
    if payload == "ied":
        return load_worth(battle, unit.side, command.to) - threat
    if payload == "at_ied" and not battle.sheet(target).soft:
        strike = resolve.load_strike(battle.rules, battle.sheet(target).damage_value)
        return _released(battle.rules) * 0.5 * destroys(battle, target, strike) * value_of(battle, target) - threat
    return platoon_worth.flight_worth(battle, unit, command)


@lru_cache(maxsize=16)
def _released(rules: Ruleset) -> float:
    """How often an anti-tank load falls at all."""
    return sum(rules[drones.at_ied_falls](rules, face, None) != "hangs" for face in range(1, 7)) / 6


def load_worth(battle: Thinking, side: int, at: Spot) -> float:
    """What an explosive load over a place is worth, with every way that it may tumble."""
    total, ground = 0.0, at._replace(z=0)
    for face in range(1, 7):
        tumbles = battle.rules[drones.ied_falls](battle.rules, face)
        if tumbles is None:
            continue
        mean = odds.number(battle.rules, tumbles).mean
        for way in range(0, 360, 90) if mean else (0,):
            share = 1 / 24 if mean else 1 / 6
            total += share * blast_worth(battle, side, ahead(ground, way, float(mean)), LOAD)
    return total


def drone_danger(battle: Thinking, unit: Unit, at: Spot) -> float:
    """What a side may expect to lose with its drone at a place in the air."""
    sheet, total = battle.sheet(unit), 0.0
    for enemy in battle.enemies(unit):
        power = firepower(battle.rules, battle.sheet(enemy), sheet, 1, int(distance(enemy.at, at)))
        if power <= 0.01 or not battle.eyes(enemy) or not battle.clear(battle.eyes(enemy)[0], at):
            continue
        total += power * SMALL * max(0.2, 1 - 0.15 * enemy.pins) * fires_again(battle, enemy)
    return min(1.0, total) * value_of(battle, unit)


def strike_worth(battle: Thinking, side: int, command: CallStrike | Misdirect) -> float:
    """What a strike is worth: whom the guns may find around its marker, or the one that an aircraft comes for."""
    if isinstance(command, CallStrike) and command.smoke:
        return -0.1
    comes = _comes(battle.rules) if isinstance(command, CallStrike) else 1.0
    size = battle.rules[observers.blast_size](battle.rules)
    if command.target:
        target = battle.units[command.target]
        sign = 1.0 if target.side != side else FRIENDS
        return comes * sign * _falls(battle, side, target, size, *_of_aircraft(battle.rules))
    assert command.at is not None
    total = 0.0
    for unit in battle.on_table():
        if unit.at.z == 0:
            near = _searched(battle.rules, flat(unit.at, command.at))
            sign = 1.0 if unit.side != side else FRIENDS
            total += near * sign * _falls(battle, side, unit, size, *_of_guns(battle.rules)) if near else 0.0
    return comes * total


def _falls(battle: Thinking, side: int, unit: Unit, size: int, hit: float, close: float) -> float:
    """What a strike does to a unit that it finds: a blast upon it, or pins close by."""
    return hit * abs(blast_on_worth(battle, side, unit, size)) + close * 2 * PIN


@lru_cache(maxsize=16)
def _comes(rules: Ruleset) -> float:
    """How often a strike comes where it was called, in time; enemies move on before it does."""
    rows = rules[observers.ARRIVALS].rows.values()
    good, late = (sum(each == way for each in rows) / len(rows) for way in ("effect", "delayed"))
    return 0.8 * (good + late * good)


@lru_cache(maxsize=16)
def _of_guns(rules: Ruleset) -> tuple[float, float]:
    """How often guns hit what they find, and how often they come close."""
    rows = list(rules[observers.EFFECTS].rows.values())
    return rows.count("hit") / len(rows), rows.count("pins") / len(rows)


@lru_cache(maxsize=16)
def _of_aircraft(rules: Ruleset) -> tuple[float, float]:
    effects = [rules[observers.air_effect](rules, face) for face in range(1, 7)]
    return effects.count("hit") / 6, effects.count("pins") / 6


@lru_cache(maxsize=4096)
def _searched(rules: Ruleset, inches: float) -> float:
    """How often the guns search as far as so many inches from their marker."""
    return sum(rules[observers.reach](rules, face) >= inches for face in range(1, 7)) / 6
